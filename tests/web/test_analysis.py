"""The analysis of a finished game in its replay, and what a seat could know, in a browser."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browsing import AT_320_PIXELS, IN_CHROMIUM, PHONE, Visitor
from tests.patience import eventually
from tests.web.conftest import Visit
from tests.web.tables import STORE_TOKEN
from tests.web.watched import Seated, seated

pytestmark = IN_CHROMIUM

NAMES = ("Ann", "Bartholomew")


def finished(server: str, **options: Any) -> Seated:
    game = seated(server, NAMES, **options)
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


def test_the_ask_of_a_move_is_judged_and_the_table_has_all(
    visit: Visit, analysed: Seated, asks: list[dict[str, Any]]
) -> None:
    visitor = visit()
    page = visitor.page
    costly = max(asks, key=lambda each: float(each["cost"]))
    visitor.open(f"{analysed.path}/replay#move={costly['number']}")
    shown = part(page, "Analysis")

    expect(shown.locator(".current-ask")).to_contain_text("This ask cost")
    turning = analysed.read("/analysis")["analysis"]["turning_points"]
    expect(shown.locator(".turning-points a")).to_have_text(
        [f"Move {each['number']}" for each in turning]
    )
    expect(shown.locator(".seats > li")).to_have_count(len(NAMES))
    shown.get_by_text("All asks as a table").click()
    rows = shown.locator(".ask-table tbody tr")
    expect(rows).to_have_count(len(asks))
    rows.first.get_by_role("link").click()
    expect(page).to_have_url(re.compile(rf"#move={asks[0]['number']}$"))


def test_what_a_seat_could_know_is_that_of_the_chosen_seat(visit: Visit, analysed: Seated) -> None:
    visitor = visit()
    page = visitor.page
    known = analysed.read("/knowledge?at=20&seat=1")["ranks"]
    visitor.open(f"{analysed.path}/replay#move=20&seat=1")

    shown = part(page, "What could a player know?")

    expect(shown.get_by_role("combobox", name="Player")).to_have_value("1")
    expect(shown.get_by_role("columnheader")).to_have_text(["Rank", analysed.names[0]])
    others = [each for each in known if each["seat"] == 0]
    for holds, text in ((True, "yes"), (False, "no")):
        certain = [each for each in others if each["holds"] is holds]
        cells = shown.get_by_role("cell").filter(has_text=re.compile(f"^{text}$"))
        expect(cells).to_have_count(len(certain))


def test_a_game_without_a_model_has_the_reason(visit: Visit, shared_server: str) -> None:
    game = finished(shared_server, preset="pairs")
    visitor = visit()
    visitor.open(f"{game.path}/replay")

    shown = part(visitor.page, "Analysis")

    expect(shown).to_contain_text("This game cannot be analysed.")


@pytest.mark.parametrize(
    "context",
    [
        pytest.param({"viewport": PHONE, "color_scheme": "dark"}, id="phone"),
        pytest.param({"viewport": AT_320_PIXELS, "locale": "de"}, id="320 pixels"),
    ],
)
def test_everyone_can_read_it(visit: Visit, analysed: Seated, context: dict[str, Any]) -> None:
    visitor = visit(**context)
    page = visitor.page
    visitor.open(f"{analysed.path}/replay#move=20")
    expect(page.locator(".disclosed")).to_have_count(2)
    for details in page.locator(".disclosed").all():
        details.locator("> summary").click()

    expect(page.locator(".plot")).to_be_visible()
    expect(page.locator(".known-table")).to_be_visible()
    page.locator(".analysis summary").click()
    visitor.check()
