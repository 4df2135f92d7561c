"""Changes of the schema that break clients of the last release are found, and only those."""

import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from games.engine.options import OPTIONS
from gofish_api.api.schema_hooks import CLOSED
from tests.contract.changes import RELEASED, Json, bare, breaking, expanded, read
from tests.servers import ROOT


@cache
def pickled() -> bytes:
    return pickle.dumps(bare(expanded(read(ROOT / "schema.yaml"))))


def current() -> Json:
    return pickle.loads(pickled())  # type: ignore[no-any-return]  # noqa: S301


def schemas(document: Json) -> Json:
    return document["components"]["schemas"]  # type: ignore[no-any-return]


def operation(document: Json, path: str, method: str) -> Json:
    return document["paths"][f"/api/v1{path}"][method]  # type: ignore[no-any-return]


def seat(document: Json) -> Json:
    return schemas(document)["SeatState"]  # type: ignore[no-any-return]


def ask(document: Json) -> Json:
    return operation(document, "/games/{game_id}/ask", "post")


def require_mood(document: Json) -> None:
    request = schemas(document)["AskRequest"]
    request["properties"]["mood"] = {"type": "string"}
    request["required"].append("mood")


def drop_status(document: Json) -> None:
    parameters = operation(document, "/games", "get")["parameters"]
    parameters[:] = [each for each in parameters if each["name"] != "status"]


BREAKING: dict[str, Callable[[Json], object]] = {
    "POST /api/v1/games/{game_id}/ask: the operation is gone": lambda it: it["paths"].pop(
        "/api/v1/games/{game_id}/ask"
    ),
    "AskRequest.mood: is required now": require_mood,
    "SeatState.hand_size: is gone": lambda it: seat(it)["properties"].pop("hand_size"),
    "SeatState.hand_size: is optional now": lambda it: seat(it)["required"].remove("hand_size"),
    "SeatState.hand_size: null does not fit": lambda it: seat(it)["properties"]["hand_size"].update(
        type=["integer", "null"]
    ),
    "MisdealReason: the value too_few_cards is refused now": lambda it: schemas(it)[
        "MisdealReason"
    ]["enum"].pop(),
    "Phase: the value tea is new": lambda it: schemas(it)["Phase"]["enum"].append("tea"),
    "NewGameRequest.seats: maximum 4 is too strict": lambda it: schemas(it)["NewGameRequest"][
        "properties"
    ]["seats"].update(maximum=4),
    "GET /api/v1/games query status: the parameter is gone": drop_status,
    "POST /api/v1/games/{game_id}/resign: a body is required now": lambda it: operation(
        it, "/games/{game_id}/resign", "post"
    )["requestBody"].update(required=True),
    "POST /api/v1/games/{game_id}/ask: {'bearer': ['play']} is refused now": lambda it: ask(
        it
    ).update(security=[{"bearer": ["account"]}]),
    "Book.rank: the alternative Card is new": lambda it: schemas(it)["Book"]["properties"]["rank"][
        "oneOf"
    ].append({"$ref": "#/components/schemas/Card"}),
}


@pytest.mark.parametrize("line", BREAKING)
def test_a_breaking_change_is_found(line: str) -> None:
    new = current()
    BREAKING[line](new)

    assert line in breaking(current(), new)


def shared() -> Json:
    """Return the document of now with parts of two operations moved to the components."""
    document = current()
    parts = document["components"] | {"responses": {}, "parameters": {}, "requestBodies": {}}
    answers = operation(document, "/games/{game_id}/state", "get")["responses"]
    parts["responses"]["State"] = answers["200"]
    answers["200"] = {"$ref": "#/components/responses/State"}
    of_ask = ask(document)
    parts["parameters"] |= {each["name"]: each for each in of_ask["parameters"]}
    of_ask["parameters"] = [
        {"$ref": f"#/components/parameters/{name}"} for name in parts["parameters"]
    ]
    parts["requestBodies"]["Ask"] = of_ask["requestBody"]
    of_ask["requestBody"] = {"$ref": "#/components/requestBodies/Ask"}
    return document | {"components": parts}


def test_moving_parts_to_the_components_is_no_change() -> None:
    assert breaking(current(), shared()) == []
    assert breaking(shared(), current()) == []


def add_an_event(document: Json) -> None:
    schemas(document)["TeaServedEvent"] = {"type": "object"}
    schemas(document)["Event"]["oneOf"].append({"$ref": "#/components/schemas/TeaServedEvent"})


COMPATIBLE: dict[str, Callable[[Json], object]] = {
    "an operation": lambda it: it["paths"].update({"/api/v1/tea": it["paths"]["/api/v1/games"]}),
    "an optional field": lambda it: schemas(it)["AskRequest"]["properties"].update(
        mood={"type": "string"}
    ),
    "a property": lambda it: seat(it)["properties"].update(mood={"type": "string"}),
    "an extensible choice": lambda it: schemas(it)["NoticeKind"]["enum"].append("tea_served"),
    "an event": add_an_event,
    "a wider limit": lambda it: schemas(it)["NewGameRequest"]["properties"]["seats"].update(
        maximum=8
    ),
    "a problem": lambda it: ask(it)["responses"].update({"418": ask(it)["responses"]["422"]}),
}


@pytest.mark.parametrize("what", COMPATIBLE)
def test_a_compatible_change_is_accepted(what: str) -> None:
    new = current()
    COMPATIBLE[what](new)

    assert breaking(current(), new) == []


def test_the_documentation_names_what_gets_no_new_values() -> None:
    document = read(ROOT / "schema.yaml")
    choices = {name for name, each in schemas(document).items() if "enum" in each}
    text = (ROOT / "docs" / "api" / "concepts.md").read_text()
    _, _, section = text.partition("## What may change")

    assert {name for name in choices if "x-extensible" not in schemas(document)[name]} == CLOSED
    assert {name for name in choices if f"`{name}`" in section} == CLOSED


@pytest.mark.skipif(not RELEASED.exists(), reason="nothing is released yet")
def test_clients_of_the_last_release_still_work() -> None:
    assert breaking(read(RELEASED), current()) == []


@pytest.mark.skipif(not RELEASED.exists(), reason="nothing is released yet")
def test_the_changelog_names_every_option_that_the_last_release_lacks() -> None:
    released = schemas(read(RELEASED))["Rules"]["properties"].keys()
    changelog = (ROOT / "CHANGELOG.md").read_text()

    assert [name for name in OPTIONS.keys() - released if f"`{name}`" not in changelog] == []


# --- an option and an overlay more in a copy of the rules -----------------------------------------


FIELD = '    mercy: Literal["none", "one_card"] = "none"\n'
OVERLAY = '        Overlay("merciful", "Mercy", "own", "Be kind.", {"mercy": "one_card"}),\n'
OPTION = '        Option("mercy", _choice("none", "one_card"), "Whether to be kind.", "own"),\n'
END_OF_TABLE = r"    \)\n\}\n"


@pytest.mark.slow
def test_an_option_more_breaks_no_client_of_the_last_release(tmp_path: Path) -> None:
    copy_with_an_option_more(tmp_path)
    schema = tmp_path / "with_an_option_more.yaml"
    # Not `manage.py`: Python looks for modules next to the original of a linked script.
    make = [sys.executable, "-m", "django", "spectacular", "--validate", "--fail-on-warn"]

    subprocess.run([*make, f"--file={schema}"], cwd=tmp_path, check=True)

    new = read(schema)
    assert "mercy" in new["components"]["schemas"]["Rules"]["required"]
    assert breaking(read(RELEASED), new) == []


def copy_with_an_option_more(folder: Path) -> None:
    """Make a copy of the code, of links except for the rules, and add an option and an overlay."""
    link_all(ROOT, folder, but="games")
    link_all(ROOT / "games", folder / "games", but="engine")
    link_all(ROOT / "games/engine", folder / "games/engine")
    insert(folder / "games/engine/rules.py", FIELD, before=r"\n    @property")
    insert(folder / "games/engine/options.py", OPTION, before=END_OF_TABLE)
    insert(folder / "games/engine/presets.py", OVERLAY, before=END_OF_TABLE + r"\Z")


def link_all(original: Path, folder: Path, *, but: str = "") -> None:
    """Fill a folder with links to all that the original has, except for one name."""
    folder.mkdir(exist_ok=True)
    for path in original.iterdir():
        if path.name not in (but, "__pycache__", "var"):
            (folder / path.name).symlink_to(path)


def insert(file: Path, lines: str, *, before: str) -> None:
    """Replace a linked file by one with lines more, before the first match of a pattern."""
    original = ROOT / "games/engine" / file.name
    text, found = re.subn(before, lambda match: lines + match[0], original.read_text(), count=1)
    assert found
    file.unlink()
    file.write_text(text)
