"""GFN in the browser: its reader places every card as the API does, and a page shows it."""

import json
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import expect

from games.engine import move_texts, transcript, transcript_reader
from games.engine.evolve import evolve
from games.engine.state import NEW
from games.engine.transcript import StoredMove
from games.engine.view import event_view, state_view
from games.notation import writer
from tests.browsing import CHROMIUM, PHONE
from tests.engine import forging, games
from tests.engine.games import Setting
from tests.notation.logs import notation_of, played
from tests.profiles import sized
from tests.programs import find
from tests.servers import ROOT
from tests.web.conftest import Visit
from tests.web.watched import Seated, seated

NODE = find("node")
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

pytestmark = [pytest.mark.slow]
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


def in_javascript(text: str) -> list[Any]:
    positions: list[Any] = run(READER, text)
    for position in positions:
        for event in position["move"]["events"]:
            event.pop("stock_cards", None)
    return positions


def run(script: str, given: str) -> Any:
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


@needs_node
@pytest.mark.parametrize("name", forging.VERSION_2)
def test_every_position_of_a_golden_game_is_that_of_its_replay(name: str) -> None:
    document = transcript_reader.read(forging.golden(name))
    header = document.header._replace(game="0Qo4OC0W000")

    assert in_javascript(writer.write(header, document.moves)) == in_python(list(document.moves))


@needs_node
@given(games.settings_of_games())
@settings(max_examples=sized(10, nightly=500))
def test_every_position_of_a_random_game_is_that_of_its_replay(setting: Setting) -> None:
    header, moves, _ = played(setting, 3)

    assert in_javascript(writer.write(header, moves)) == in_python(moves)


@needs_node
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

    for document, written in zip(golden, run(WRITER, json.dumps(golden)), strict=True):
        read = transcript_reader.read(document)
        assert written == writer.write(
            read.header, read.moves, annotations=document.get("annotations")
        )


@needs_node
@given(st.lists(games.settings_of_games(), min_size=1, max_size=3))
@settings(max_examples=sized(5, nightly=300))
def test_both_writers_write_the_same_bytes_of_random_games(played_by: list[Setting]) -> None:
    logs = [played(setting, 3) for setting in played_by]
    transcripts = [json.loads(transcript.write(*log)) for log in logs]

    assert run(WRITER, json.dumps(transcripts)) == [writer.write(log[0], log[1]) for log in logs]


@pytest.fixture(scope="module")
def over(shared_server: str) -> Seated:
    game = seated(shared_server, ("Ann", "Bo"))
    game.play()
    return game


@needs_browser
@pytest.mark.parametrize("context", [{"locale": "en"}, {"locale": "de", "viewport": PHONE}])
def test_a_link_with_a_whole_game_shows_it(visit: Visit, context: dict[str, Any]) -> None:
    visitor = visit(**context)

    text = notation_of().replace("\n\n", "\nReceipts: {}\n\n", 1)  # verifies nothing
    visitor.open(f"/replay#gfn={quote(text)}&move=30")

    expect(visitor.page.get_by_role("slider")).to_have_value("30")
    expect(visitor.page.locator(".open-hand").first).to_be_visible()
    visitor.check()
    visitor.page.keyboard.press("End")
    expect(visitor.page.locator("table.result")).to_be_visible()


HOSTILE = [
    '<img src=x onerror="window.ran=1">',
    "javascript:window.ran=1",
    "<script>window.ran=1</script>",
    "\u202e\u0000" + "w" * 10_000,
]


def with_headers(**values: Any) -> str:
    """Return a notation with other values in these headers."""
    text = notation_of()
    for name, value in values.items():
        line = f"{name}: {value if isinstance(value, str) else json.dumps(value)}"
        if f"\n{name}: " in text:
            before, _, rest = re.split(rf"(?m)^({name}: .*)$", text, maxsplit=1)
            text = before + line + rest
        else:
            text = text.replace("\n\n", f"\n{line}\n\n", 1)
    return text


@needs_browser
@pytest.mark.parametrize("markup", HOSTILE)
def test_markup_and_long_texts_in_a_link_are_text(visit: Visit, markup: str) -> None:
    visitor, shown = visit(viewport=PHONE), markup[2:40]
    line = json.dumps(markup)
    hostile = with_headers(
        Players=[markup, markup], Game=line, Preset=line, Overlays=line, Annotations={"by": markup}
    )

    visitor.open(f"/replay#gfn={quote(hostile)}&move=30")

    expect(visitor.page.get_by_role("slider")).to_have_value("30")
    expect(visitor.page.get_by_role("heading").first).to_contain_text(shown)
    visitor.page.keyboard.press("End")
    expect(visitor.page.locator("table.result")).to_contain_text(shown)
    assert visitor.page.evaluate("window.ran") is None
    assert (
        visitor.page.evaluate("document.querySelectorAll('[src=x], [href^=javascript]').length")
        == 0
    )
    visitor.check()


@needs_browser
def test_a_link_with_a_damaged_game_shows_it_or_says_where_it_is_wrong(visit: Visit) -> None:
    visitor, rng, whole = visit(), Random(1), notation_of()
    players: list[Any] = [[], {}, "null", [[1], {}], ["a"] * 9, "[" * 999]
    rules: list[Any] = [{}, "null", '{"__proto__":{"a":1}}', [1]]
    damaged = [with_headers(Players=value) for value in players]
    damaged += [with_headers(Rules=value) for value in rules]
    for _ in range(4):
        at, size = rng.randrange(len(whole)), rng.choice((1, 1, 40))
        damaged.append(whole[:at] + "".join(rng.choices(whole, k=size)) + whole[at + size :])
    for text in damaged:
        visitor.page.goto("about:blank")
        visitor.open(f"/replay#gfn={quote(text)}&move=999999999")
        shown = visitor.page.get_by_role("slider").or_(visitor.page.locator("p.fault"))
        expect(shown).to_be_visible()


@needs_browser
def test_closed_accounts_are_named_by_number(visit: Visit) -> None:
    visitor = visit()

    visitor.open(f"/replay#gfn={quote(with_headers(Players=[None, None]))}")

    title = visitor.page.get_by_role("heading", level=1)
    expect(title).to_contain_text("Closed account 1")
    expect(title).to_contain_text("Closed account 2")


@needs_browser
def test_a_text_is_pasted_and_what_is_wrong_has_its_place(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.open("/replay")

    page.get_by_label("Game in GFN").fill(notation_of().replace("Preset", "Colour"))
    page.get_by_role("button", name="Show the game").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 3, column 1")
    page.get_by_label("Game in GFN").fill(notation_of())
    page.get_by_role("button", name="Show the game").click()

    expect(page.get_by_role("slider", name="Move")).to_be_visible()


@needs_browser
def test_a_file_is_chosen_or_dropped(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "game.gfn"
    file.write_text(notation_of())
    chosen, dropped = visit(), visit()
    for visitor in (chosen, dropped):
        visitor.open("/replay")

    chosen.page.get_by_label("Or choose a file").set_input_files(file)
    dropped.page.locator("form").evaluate(
        """(form, text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "game.gfn"));
          form.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        notation_of(),
    )

    for visitor in (chosen, dropped):
        expect(visitor.page.get_by_role("slider", name="Move")).to_be_visible()


@needs_browser
def test_the_replay_of_a_game_opens_as_text(visit: Visit, over: Seated) -> None:
    visitor = visit()
    visitor.open(f"{over.path}/replay")

    visitor.page.get_by_role("button", name="Open it as text").click()

    expect(visitor.page.get_by_text("It does not verify the game")).to_be_visible()
    expect(visitor.page.get_by_role("slider", name="Move")).to_be_visible()
