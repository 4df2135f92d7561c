"""The catalogues: every language has every text, with the same names, and code uses no other."""

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from games.bots.levels import LEVELS
from games.engine.options import OPTIONS
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.rules import Rules
from games.ratings.families import FAMILIES
from tests.contract.changes import read
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
SPEAK = """
const [web, language] = process.argv.slice(1);
const given = JSON.parse(await new Response(process.stdin).text());
globalThis.document = { documentElement: {} };
globalThis.location = new URL("http://localhost/embed/");
const { chooseLocale, loadTexts } = await import(`${web}/text/text.js`);
await chooseLocale(language);
await Promise.all(["cards", "events", "table"].map(loadTexts));
"""
SUMMARISE = f"""{SPEAK}
const {{ ruleLines }} = await import(`${{web}}/rules/rules_summary.js`);
console.log(JSON.stringify(given.map((rules) => ruleLines({{ rules }}, {{}}))));
"""
TELL = f"""{SPEAK}
const {{ sentence }} = await import(`${{web}}/table/words/events.js`);
const names = ["Ann", "Bob"];
const lines = given.map((event) => [null, 0, 1].map((you) => sentence(event, {{ names, you }})));
console.log(JSON.stringify(lines));
"""
NOT_IN_THE_SUMMARY = {
    *("players_min", "players_max", "deal_table", "hand_size", "dealer_selection"),
    *("dealer_rotation", "cut_by_right", "redeal_on_exposed", "book_display"),
    *("on_empty_hand", "mid_turn_empty", "tie_break", "stalemate_limit"),
}
"""Options whose effect the table shows and explains when it comes."""
UNTOLD = {"seat_taken", "seat_left", "entropy_added"}
"""Events before the start, which the page shows without words."""
KEY = re.compile(r'(?:\bt|\bparts|\bhasText)\(\s*"(\w+\.\w+)"')

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="node is not installed"),
]

Catalogue = Mapping[str, str | Mapping[str, str]]


@cache
def catalogues(language: str) -> dict[str, Catalogue]:
    read: dict[str, Catalogue] = run(READ, str(WEB / "text" / language), *AREAS)
    return read


def run(script: str, *arguments: str, given: Any = None) -> Any:
    """Run a module in Node; return the JSON that it prints."""
    assert NODE is not None
    options = ("--no-warnings", "--input-type=module", "--eval", script)
    done = subprocess.run(
        [NODE, *options, *arguments],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def names(entry: str | Mapping[str, str]) -> set[str]:
    texts = [entry] if isinstance(entry, str) else entry.values()
    return {name for text in texts for name in re.findall(r"\{(\w+)\}", text)}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("area", AREAS)
def test_a_language_has_every_text_with_the_same_names(language: str, area: str) -> None:
    english, own = catalogues("en")[area], catalogues(language)[area]

    assert own.keys() == english.keys()
    for key, entry in own.items():
        assert names(entry) == names(english[key]), key
        if not isinstance(entry, str):
            assert {"one", "other"} <= entry.keys(), key


@pytest.mark.slow
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


@pytest.mark.slow
def test_all_that_the_server_offers_has_a_name_and_a_line() -> None:
    english = catalogues("en")
    presets = {f"preset_{name}" for name in PRESETS}
    others = {f"overlay_{name}" for name in OVERLAYS} | {f"level_{name}" for name in LEVELS}

    assert others | {f"{name}_hint" for name in presets | others} <= english["start"].keys()
    assert presets | {f"bot_{name}" for name in LEVELS} <= english["common"].keys()
    assert {f"family_{name}" for name in FAMILIES} <= english["ratings"].keys()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_summary_of_rules_has_a_line_for_every_value_of_an_option(language: str) -> None:
    usual = Rules().as_options()
    changed = [
        (option.name, value)
        for option in OPTIONS.values()
        if option.name not in NOT_IN_THE_SUMMARY
        for value in values_of(option.schema)
        if value != usual[option.name]
    ]
    games = [usual, *(usual | {name: value} for name, value in changed)]

    lines, *others = run(SUMMARISE, str(WEB), language, given=games)

    for option, shown in zip(changed, others, strict=True):
        assert shown != lines, f"{option} is not in web/rules/rules_summary.js"
        assert len(shown) >= len(lines), f"{option} has no text"


def values_of(schema: Mapping[str, Any]) -> list[Any]:
    """Return every value of a choice, and else one."""
    if "enum" in schema:
        return list(schema["enum"])
    return [True] if schema.get("type") == "boolean" else [2]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_every_event_that_the_api_can_send_has_words(language: str) -> None:
    schemas = read(ROOT / "schema.yaml")["components"]["schemas"]
    events = [event for event in events_of(schemas) if event["type"] not in UNTOLD]

    *lines, [unknown, *_] = run(TELL, str(WEB), language, given=[*events, {"type": "unknown"}])

    assert len({event["type"] for event in events}) > 25
    for event, sentences in zip(events, lines, strict=True):
        for words in sentences:
            assert words and words != unknown, event
            assert not re.search(r"undefined|\{|  ", words), (event, words)


def events_of(schemas: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield events of every type, with every value of a choice, and without what may be missing."""
    for reference in schemas["Event"]["oneOf"]:
        shape = schemas[reference["$ref"].rpartition("/")[2]]
        choices = {
            name: [[[[0, "7H"]]]] if name == "rounds" else samples(field, schemas)
            for name, field in shape["properties"].items()
        }
        event = {name: values[0] for name, values in choices.items()}
        yield from (event | {name: value} for name, values in choices.items() for value in values)
        for missing in event.keys() - shape["required"]:
            yield {name: value for name, value in event.items() if name != missing}


def samples(shape: Mapping[str, Any], schemas: Mapping[str, Any]) -> list[Any]:
    """Return values of a shape: every one of a choice."""
    if "$ref" in shape:
        return samples(schemas[shape["$ref"].rpartition("/")[2]], schemas)
    if "oneOf" in shape:
        return [value for part in shape["oneOf"] for value in samples(part, schemas)]
    if "enum" in shape:
        return list(shape["enum"])
    if "const" in shape:
        return [shape["const"]]
    if shape["type"] == "boolean":
        return [True, False]
    if shape["type"] == "integer":
        return [1, 0]
    if "items" in shape:
        return [[value] for value in samples(shape["items"], schemas)]
    return [None]


@pytest.mark.slow
def test_presets_and_overlays_have_the_names_that_the_api_gives_them() -> None:
    names = {**catalogues("en")["common"], **catalogues("en")["start"]}

    assert {name: names[f"preset_{name}"] for name in PRESETS} == {
        name: preset.title for name, preset in PRESETS.items()
    }
    assert {name: names[f"overlay_{name}"] for name in OVERLAYS} == {
        name: overlay.title for name, overlay in OVERLAYS.items()
    }
