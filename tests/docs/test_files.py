"""The files of the documentation: limits, links, and lists that match the code."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from django.core.management import get_commands

from games.engine import codec
from games.engine.events import Event
from games.engine.rules import Rules
from gofish_api.docs import site
from gofish_api.docs.rendering import slug
from gofish_api.settings import BASE_DIR, RATES, SCHEMA
from tests import readme_tables
from tests.servers import ROOT

README = ROOT / "README.md"
DOCS = ROOT / "docs"
FILES = sorted(page.file for page in site.pages().values())
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
GENERATED = re.compile(r"<!-- [a-z-]+ -->\n.*?<!-- end -->", re.DOTALL)

PROSE = [file for file in FILES if file.name != "CHANGELOG.md"]  # history is not rewritten

each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))


each_file_of_prose = pytest.mark.parametrize(
    "file", PROSE, ids=lambda file: str(file.relative_to(ROOT))
)


def test_the_readme_is_short() -> None:
    lines = README.read_text().splitlines()

    assert len(lines) <= 150
    assert max(map(len, lines)) <= 100


@each_file_of_prose
def test_prose_is_at_most_100_columns_wide(file: Path) -> None:
    lines = GENERATED.sub("", file.read_text()).splitlines()

    # The row of a table, and the code of a digest, cannot be broken.
    assert not [line for line in lines if len(line) > 100 and not line.startswith(("|", "    "))]


@each_file_of_prose
def test_a_paragraph_has_at_most_five_lines_and_an_item_three(file: Path) -> None:
    text = FENCE.sub("", GENERATED.sub("", file.read_text()))
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", text)

    for block in blocks:
        block = block.strip("\n")
        if block.startswith(("|", "    ", "#")):
            continue
        most = 3 if re.match(r"\s*(?:[-*]|\d+\.) ", block) else 5
        assert block.count("\n") < most, block


@each_file
def test_every_link_of_a_file_leads_somewhere(file: Path) -> None:
    text = FENCE.sub("", file.read_text())
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        name, _, anchor = target.partition("#")
        there = file.parent / name if name else file
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


@each_file
def test_every_file_that_is_named_exists(file: Path) -> None:
    named = re.findall(
        r"`((?:gofish_api|api_kit|games|accounts|tests|bench|examples|docs|ops)/[\w/-]+\.\w+)`",
        file.read_text(),
    )
    for name in named:
        assert (ROOT / name).is_file(), name


@pytest.mark.parametrize("name", readme_tables.TABLES)
def test_a_table_is_the_one_of_the_code(name: str) -> None:
    """``python -m tests.readme_tables`` brings them up to date."""
    page = readme_tables.PAGES[name].read_text()
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- end -->", page, re.DOTALL)
    assert found

    assert found[1].splitlines() == [*readme_tables.TABLES[name]()]


def test_every_setting_is_listed_with_its_default() -> None:
    page = (DOCS / "operations" / "settings.md").read_text()
    listed = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", page, re.MULTILINE))

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


def test_every_rate_is_listed_with_its_default() -> None:
    page = (DOCS / "operations" / "settings.md").read_text()

    assert dict(re.findall(r"^\| `([a-z_]+)` \| `(.*?)` \|", page, re.MULTILINE)) == RATES


def test_every_command_of_the_service_is_listed_and_exists() -> None:
    page = (DOCS / "operations" / "commands.md").read_text()
    listed = re.findall(r"^\| `([a-z_]+)(?: [A-Z]+)?` \| \w.* \|$", page, re.MULTILINE)

    assert set(listed) == {
        name for name, app in get_commands().items() if app in ("games", "gofish_api")
    }


def test_every_make_target_that_is_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    called = re.compile(r"^`?(?:[A-Z_]+=\S+ )*make ([a-z-]+)", re.MULTILINE)
    named = {name for file in FILES for name in called.findall(code(file.read_text()))}

    assert {"run", "test", "lint"} <= named <= targets


def test_the_rules_name_every_option_and_every_event() -> None:
    events = {codec.TYPE_NAMES[kind] for kind in get_args(Event)}
    options = {field.name for field in fields(Rules)}

    named = set(re.findall(r"`([a-z_]+)`", (ROOT / "RULES.md").read_text()))

    assert events | options <= named


def test_the_image_has_the_documentation() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()

    assert ignored[0] == "*"
    for name in ("docs", *site.TOP_LEVEL):
        assert f"!{name}" in ignored


def code(page: str) -> str:
    """Return the code of a page: its blocks and what stands between backticks."""
    blocks = re.findall(r"```.*?```", page, re.DOTALL)
    return "\n".join([*blocks, *re.findall(r"`[^`\n]+`", page)])


def anchors(file: Path) -> set[str]:
    """Return the anchors of a file."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", file.read_text()), re.MULTILINE)
    return {slug(heading.replace("`", "")) for heading in headings}
