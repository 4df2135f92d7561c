"""The README keeps its word: its lines run, its tables are the code's."""

import json
import re
import subprocess
from dataclasses import fields
from typing import Any, get_args

import pytest
from django.core.management import get_commands

from games.engine import codec
from games.engine.events import Event
from games.engine.rules import Rules
from gofish_api.settings import BASE_DIR, SCHEMA
from tests import readme_tables
from tests.programs import find
from tests.servers import ROOT, serving

README = (ROOT / "README.md").read_text()
RULES = (ROOT / "RULES.md").read_text()
PAGES = [
    ROOT / name
    for name in (
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "RULES.md",
        "docs/guide-bot.md",
        "docs/api.md",
    )
]


@pytest.mark.skipif(not (find("curl") and find("bash")), reason="curl or bash is not installed")
def test_a_game_in_six_lines() -> None:
    [block] = re.findall(r"```bash\n(.*?)```", README, re.DOTALL)
    requests = [line for line in block.splitlines() if "curl" in line]
    assert len(requests) == 6

    with serving() as address:
        script = block.replace("http://127.0.0.1:8000", address)
        # The last line once more, as the text proposes.
        done = run_in_bash(script + requests[-1])

    joined, asked, again = documents(done)
    assert joined["state"]["phase"] == "ask"
    assert joined["moves"][-1]["events"][0]["type"] == "dealt"
    assert asked["moves"][0]["events"][0]["type"] == "asked"
    assert again == asked


@pytest.mark.parametrize("name", readme_tables.TABLES)
def test_a_table_is_the_one_of_the_code(name: str) -> None:
    """``python -m tests.readme_tables`` brings them up to date."""
    page = readme_tables.page_of(name).read_text()
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- end -->", page, re.DOTALL)
    assert found

    assert found[1].splitlines() == [*readme_tables.TABLES[name]()]


def test_every_setting_is_listed_with_its_default() -> None:
    listed = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", README, re.MULTILINE))

    assert [*listed] == [*SCHEMA]
    for name, (_, default) in SCHEMA.items():
        if name == "SECRET_KEY":
            continue
        if isinstance(default, list):
            default = ",".join(default)
        shown = (
            str(default or "")
            if isinstance(default, dict)
            else str(default).replace(f"{BASE_DIR}/", "")
        )
        assert listed[name] == (f"`{shown}`" if shown else "none"), name


def test_every_command_of_the_service_is_listed_and_exists() -> None:
    listed = re.findall(
        r"^\| `([a-z_]+)(?: [A-Z]+)?` \| \w.* \|$",
        README.partition("**Commands**")[2].partition("## ")[0],
        re.MULTILINE,
    )

    assert set(listed) == {
        name for name, app in get_commands().items() if app in ("games", "gofish_api")
    }


def test_every_make_target_that_is_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    called = re.compile(r"^`?(?:[A-Z_]+=\S+ )*make ([a-z-]+)", re.MULTILINE)
    named = {name for page in PAGES for name in called.findall(code(page.read_text()))}

    assert {"run", "test", "lint"} <= named <= targets


def test_every_link_leads_somewhere() -> None:
    for page in PAGES:
        text = page.read_text()
        for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
            name, _, anchor = target.partition("#")
            assert (page.parent / name).exists(), target
            if anchor:
                there = (page.parent / name).read_text() if name else text
                headings = re.findall(r"^#+ (.*)$", there, re.MULTILINE)
                assert anchor in map(slug, headings), target


def test_every_file_that_is_named_exists() -> None:
    for name in re.findall(r"`((?:gofish_api|games|accounts|tests|examples)/[\w/]+\.\w+)`", README):
        assert (ROOT / name).is_file(), name


def test_the_rules_name_every_option_and_every_event() -> None:
    events = {codec.TYPE_NAMES[kind] for kind in get_args(Event)}
    options = {field.name for field in fields(Rules)}

    named = set(re.findall(r"`([a-z_]+)`", RULES))

    assert events | options <= named


def run_in_bash(script: str) -> str:
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def documents(text: str) -> list[Any]:
    """Read JSON objects that stand one after another."""
    decoder, found = json.JSONDecoder(), []
    while text := text.lstrip():
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:]
    return found


def code(page: str) -> str:
    """Return the code of a page: its blocks and what stands between backticks."""
    blocks = re.findall(r"```.*?```", page, re.DOTALL)
    return "\n".join([*blocks, *re.findall(r"`[^`\n]+`", page)])


def slug(heading: str) -> str:
    """Return the anchor that a heading gets."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
