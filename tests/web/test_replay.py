"""The replay of a finished game in a browser: by keys, by links, as any seat saw it."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browsing import IN_CHROMIUM, PHONE, Visitor
from tests.notation.logs import notation_of
from tests.timeouts import eventually
from tests.web.conftest import Visit
from tests.web.tables import STORE_TOKEN, Seated, seated

pytestmark = IN_CHROMIUM

NAMES = ("Ann", "Bartholomew", "Cleo")


@pytest.fixture(scope="module")
def over(shared_server: str) -> Seated:
    game = seated(shared_server, NAMES)
    game.play()
    return game


@pytest.fixture(scope="module")
def last(over: Seated) -> int:
    """The number of its last move."""
    version: int = over.read("")["version"]
    return version


def at_move(page: Page, number: int, last: int) -> None:
    """Wait until the position after a move is shown and named in the address."""
    expect(page.locator(".moment")).to_have_text(f"Move {number} of {last}")
    expect(page.get_by_role("slider", name="Move")).to_have_value(str(number))
    expect(page).to_have_url(re.compile(rf"#move={number}(&|$)"))


def cards(page: Page, seat: int) -> list[str]:
    """Return the cards of a seat that lie open."""
    shown: list[str] = page.locator(f"[data-seat='{seat}'] .open-hand [data-card]").evaluate_all(
        "cards => cards.map((card) => card.dataset.card)"
    )
    return sorted(shown)


def hand(over: Seated, seat: int, *, at: int, view: str = "") -> list[str]:
    """Return a seat's hand after a move, as the API shows it."""
    position = over.get(f"/replay?at={at}{view}").json()
    return sorted(position["seats"][seat]["hand"])


def test_a_replay_is_moved_by_keys_alone(visit: Visit, over: Seated, last: int) -> None:
    visitor = visit()
    page = visitor.page
    visitor.open(f"{over.path}/replay#move=24")
    at_move(page, 24, last)

    for key, number in (
        ("ArrowRight", 25),
        ("ArrowLeft", 24),
        ("Home", 1),
        ("ArrowLeft", 1),
        ("End", last),
        ("ArrowRight", last),
    ):
        page.keyboard.press(key)
        at_move(page, number, last)
    expect(page.get_by_role("table", name="Result")).to_be_visible()

    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".moment")).to_have_text(f"Move 3 of {last}")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_leads_to_a_moment_as_a_seat_saw_it(visit: Visit, over: Seated, last: int) -> None:
    visitor = visit()
    page = visitor.page

    visitor.open(f"{over.path}/replay#move=24&seat=1")

    at_move(page, 24, last)
    expect(page.get_by_label("View")).to_have_value("1")
    expect(page.locator("[data-seat='1'] .open-hand")).to_be_visible()
    assert cards(page, 1) == hand(over, 1, at=24, view="&seat=1")
    assert cards(page, 0) == cards(page, 2) == []

    page.get_by_label("View").select_option("All cards")
    expect(page.locator(".open-hand")).to_have_count(3)
    for seat in range(3):
        assert cards(page, seat) == hand(over, seat, at=24)

    page.locator(".linked-moves a").filter(has_text=re.compile(r"^30 ")).click()
    at_move(page, 30, last)
    page.go_back()
    at_move(page, 24, last)


def test_the_deal_is_verified_and_its_transcript_downloaded(
    visit: Visit, over: Seated, tmp_path: Path
) -> None:
    visitor = visit()
    page = visitor.page
    visitor.open(f"{over.path}/replay")

    page.get_by_role("button", name="Verify this deal").click()
    expect(page.get_by_text("The deal holds.")).to_be_visible()
    page.get_by_text("What was checked").click()
    expect(page.get_by_text("are those of the stock in its order")).to_be_visible()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download the transcript").click()
    downloading.value.save_as(tmp_path / "transcript.json")

    expected = over.get("/transcript").content
    assert (tmp_path / "transcript.json").read_bytes() == expected
    assert downloading.value.suggested_filename == f"gofish-{over.id}.json"


def test_without_https_a_link_is_selected_and_the_check_says_what_is_missing(
    visit: Visit, over: Seated
) -> None:
    visitor = visit(viewport=PHONE)
    # As on a page without https.
    visitor.context.add_init_script(
        "delete Navigator.prototype.clipboard; delete Crypto.prototype.subtle"
    )
    page = visitor.page
    visitor.open(f"{over.path}/replay#move=24")

    page.get_by_role("button", name="Copy a link to this move").click()
    field = page.get_by_label("Link to this move")
    expect(field).to_be_focused()
    shown = page.url, len(page.url)
    assert field.evaluate("({ value, selectionEnd }) => [value, selectionEnd]") == [*shown]
    page.get_by_role("button", name="Verify this deal").click()
    expect(page.locator(".deal-check")).to_contain_text("crypto.subtle")
    visitor.check()


HOSTILE = [
    '<img src=x onerror="window.ran=1">',
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


PAIR = ("Ann", "Bartholomew")


def finished(server: str, **options: Any) -> Seated:
    game = seated(server, PAIR, **options)
    game.play()
    return game


@pytest.fixture(scope="module")
def analysed(shared_server: str) -> Seated:
    """A finished game whose analysis is stored."""
    game = finished(shared_server)
    game.command("analysis", seat=0)
    eventually(lambda: game.get("/analysis").status_code == httpx.codes.OK)
    return game


@pytest.fixture(scope="module")
def asks(analysed: Seated) -> list[dict[str, Any]]:
    """The judged asks of its analysis."""
    found: list[dict[str, Any]] = analysed.read("/analysis")["analysis"]["asks"]
    return found


def part(page: Page, name: str) -> Locator:
    """Open a part of the replay that is closed at first."""
    opened = page.locator("details").filter(has=page.get_by_role("heading", name=name, exact=True))
    opened.locator("> summary").click()
    return opened


def sign_in(visitor: Visitor, game: Seated, seat: int) -> None:
    visitor.open("/")
    visitor.page.evaluate(STORE_TOKEN, game.players[seat].token)


def test_a_player_requests_the_analysis_and_waits_for_it(visit: Visit, shared_server: str) -> None:
    game = finished(shared_server)
    player, stranger = visit(), visit()
    stranger.open(f"{game.path}/replay")
    expect(part(stranger.page, "Analysis")).to_contain_text("Its players can request it.")
    expect(stranger.page.get_by_role("button", name="Analyse this game")).to_have_count(0)
    sign_in(player, game, seat=0)
    player.open(f"{game.path}/replay")
    part(player.page, "Analysis")

    player.page.get_by_role("button", name="Analyse this game").click()

    expect(player.page.get_by_role("slider", name="Win chances")).to_be_visible()
    spoken = player.page.locator("[data-announcements] p")
    expect(spoken).to_have_text([re.compile("is being analysed"), "The analysis is ready."])
    stranger.page.reload()
    part(stranger.page, "Analysis")
    expect(stranger.page.get_by_role("slider", name="Win chances")).to_be_visible()


def test_the_graph_moves_the_replay(
    visit: Visit, analysed: Seated, asks: list[dict[str, Any]]
) -> None:
    visitor = visit()
    page = visitor.page
    first, second = (each["number"] for each in asks[:2])
    one, other = analysed.names
    visitor.open(f"{analysed.path}/replay#move={first}")
    part(page, "Analysis")
    graph = page.get_by_role("slider", name="Win chances")

    graph.press("ArrowUp")
    expect(page).to_have_url(re.compile(rf"#move={second}$"))
    expect(graph).to_have_attribute(
        "aria-valuetext", re.compile(rf"Move {second}: {one} \d+% and {other} \d+%")
    )
    graph.press("ArrowDown")
    expect(page).to_have_url(re.compile(rf"#move={first}$"))
    box = graph.bounding_box()
    assert box
    graph.click(position={"x": box["width"] - 2, "y": 50})
    last = analysed.read("/analysis")["analysis"]["win_chances"][-1]["number"]
    expect(page).to_have_url(re.compile(rf"#move={last}$"))
