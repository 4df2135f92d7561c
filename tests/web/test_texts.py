"""The catalogues: every language has every text, with the same names, and code uses no other."""

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from games.bots.levels import LEVELS
from games.engine import move_texts, transcript_reader
from games.engine.evolve import evolve
from games.engine.options import OPTIONS
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.rules import Rules
from games.engine.state import NEW
from games.engine.transcript import StoredMove
from games.engine.view import event_view, state_view
from games.notation import writer
from games.ratings.pools import FAMILIES
from tests.contract.changes import read
from tests.engine import forging, games
from tests.engine.games import Setting
from tests.notation.logs import played
from tests.processes import find
from tests.profiles import sized
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
def test_a_language_has_every_text_with_the_same_names(language: str) -> None:
    for area in AREAS:
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


READER = """
import { readFileSync } from "node:fs";
import { positionAt, readNotation } from "./clients/javascript/src/gfn/index.js";
const game = readNotation(readFileSync(0, "utf8"));
console.log(JSON.stringify(game.moves.map(({ number }) => positionAt(game, number))));
"""
WRITER = """
import { readFileSync } from "node:fs";
import { writeNotation } from "./clients/javascript/src/gfn/index.js";
const transcripts = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(transcripts.map(writeNotation)));
"""
SEEN_BY_ONE = ("you", "spectator", "legal_actions")


def in_javascript(text: str) -> list[Any]:
    positions: list[Any] = in_node(READER, text)
    for position in positions:
        for event in position["move"]["events"]:
            event.pop("stock_cards", None)
    return positions


def in_node(script: str, given: str) -> Any:
    command = [str(NODE), "--input-type=module", "--eval", script]
    done = subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def in_python(moves: list[StoredMove]) -> list[Any]:
    """Return the positions after the moves, as the API's replay shows them with all cards."""
    state, positions = NEW, []
    for move in moves:
        events = move_texts.events_from_json(json.loads(move.events), move.schema)
        state = evolve(state, events)
        seen = [event_view(event, "referee", state.rules) for event in events]
        shown = {
            "game": "0Qo4OC0W000",
            "version": move.number,
            "deadline": None,
            **state_view(state, "referee"),
            "move": {"number": move.number, "events": seen},
        }
        positions.append({name: shown[name] for name in shown if name not in SEEN_BY_ONE})
    return positions


@pytest.mark.slow
@given(games.settings_of_games())
@settings(max_examples=sized(10, nightly=500))
def test_every_position_of_a_random_game_is_that_of_its_replay(setting: Setting) -> None:
    header, moves, _ = played(setting, 3)

    assert in_javascript(writer.write(header, moves)) == in_python(moves)


@pytest.mark.slow
def test_both_writers_write_the_same_bytes_of_golden_games() -> None:
    golden = [forging.golden(name) for name in forging.VERSION_2]
    golden.append(golden[0] | {"annotations": {"z": [{"9": None, "10": "é 😀"}], "a": 1}})
    moves = golden[0]["moves"]
    # The referee restores seats in the games of classes, of which there is no golden one.
    restored = moves[-1] | {
        "number": len(moves) + 1,
        "seat": None,
        "command": ["restore", 1],
        "events": [["seat_restored", 1]],
    }
    golden.append(golden[0] | {"moves": [*moves, restored]})

    for document, written in zip(golden, in_node(WRITER, json.dumps(golden)), strict=True):
        read = transcript_reader.read(document)
        assert written == writer.write(
            read.header, read.moves, annotations=document.get("annotations")
        )


TESTS = sorted((Path(__file__).parent / "javascript").glob("*.test.js"))


@pytest.mark.slow
@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name)
def test_the_modules_pass_their_tests(file: Path) -> None:
    assert NODE is not None
    done = subprocess.run(
        [NODE, "--no-warnings", "--test", str(file)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
