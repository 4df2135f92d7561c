"""The catalogues: every language has every text, with the same names, and code uses no other."""

import json
import re
import subprocess
from collections.abc import Mapping

import pytest

from games.engine.presets import OVERLAYS, PRESETS
from tests.programs import find
from tests.servers import ROOT

NODE = find("node")
WEB = ROOT / "web"
LANGUAGES = ("de", "es")
AREAS = sorted(path.stem for path in (WEB / "text/en").glob("*.js"))
READ = """
const [folder, ...areas] = process.argv.slice(1);
const read = async (area) => [area, (await import(`${folder}/${area}.js`)).default];
console.log(JSON.stringify(Object.fromEntries(await Promise.all(areas.map(read)))));
"""
KEY = re.compile(r'(?:\bt|\bparts|\bhasText)\(\s*"(\w+\.\w+)"')

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(NODE is None, reason="node is not installed"),
]

Catalogue = Mapping[str, str | Mapping[str, str]]


def catalogues(language: str) -> dict[str, Catalogue]:
    assert NODE is not None
    options = ("--no-warnings", "--input-type=module", "--eval", READ)
    done = subprocess.run(
        [NODE, *options, str(WEB / "text" / language), *AREAS],
        capture_output=True,
        text=True,
        check=True,
    )
    read: dict[str, Catalogue] = json.loads(done.stdout)
    return read


def names(entry: str | Mapping[str, str]) -> set[str]:
    texts = [entry] if isinstance(entry, str) else entry.values()
    return {name for text in texts for name in re.findall(r"\{(\w+)\}", text)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("area", AREAS)
def test_a_language_has_every_text_with_the_same_names(language: str, area: str) -> None:
    english, own = catalogues("en")[area], catalogues(language)[area]

    assert own.keys() == english.keys()
    for key, entry in own.items():
        assert names(entry) == names(english[key]), key
        if not isinstance(entry, str):
            assert {"one", "other"} <= entry.keys(), key


def test_the_code_uses_only_texts_that_exist() -> None:
    english = {f"{area}.{key}" for area, texts in catalogues("en").items() for key in texts}
    used = {
        key
        for path in WEB.rglob("*.js")
        if path.parts[len(WEB.parts)] not in ("text", "vendor")
        for key in KEY.findall(path.read_text())
    }

    assert len(used) > 100
    assert used <= english


@pytest.mark.parametrize(
    "name", [*(f"preset_{each}" for each in PRESETS), *(f"overlay_{each}" for each in OVERLAYS)]
)
def test_every_rule_set_has_a_name_and_a_line(name: str) -> None:
    start = catalogues("en")["start"]

    assert {name, f"{name}_hint"} <= start.keys()


def test_the_client_knows_every_preset_its_seats_and_every_overlay() -> None:
    text = (WEB / "start/rule_sets.js").read_text()

    seats = re.search(r"MOST_SEATS = .*?\(\{(.*?)\}\)", text, re.DOTALL)
    assert seats
    known = {name: int(most) for name, most in re.findall(r"(\w+): (\d)", seats[1])}
    assert known == {name: preset.options.get("players_max", 6) for name, preset in PRESETS.items()}
    overlays = re.search(r"OVERLAYS = \[(.*?)\];", text, re.DOTALL)
    assert overlays
    assert re.findall(r'"(\w+)"', overlays[1]) == list(OVERLAYS)
