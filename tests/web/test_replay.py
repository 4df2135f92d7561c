"""The replay of a finished game in a browser: by keys, by links, as any seat saw it."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browsing import AT_200_PERCENT, AT_320_PIXELS, IN_CHROMIUM, PHONE
from tests.web.conftest import Visit
from tests.web.watched import Seated, seated

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


def test_the_scrubber_and_the_buttons_have_the_focus_of_the_keyboard(
    visit: Visit, over: Seated, last: int
) -> None:
    visitor = visit()
    page = visitor.page
    visitor.open(f"{over.path}/replay#move=24")
    at_move(page, 24, last)

    page.get_by_role("slider", name="Move").focus()
    page.keyboard.press("ArrowRight")
    at_move(page, 25, last)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="First move")).to_be_focused()
    page.keyboard.press("Space")
    at_move(page, 1, last)


def test_a_replay_looks_the_same_when_the_start_page_was_open_before(
    visit: Visit, over: Seated, last: int
) -> None:
    path = f"{over.path}/replay#move=24"
    direct = visit()
    direct.open(path)
    at_move(direct.page, 24, last)
    visitor = visit()
    visitor.open("/")

    visitor.page.evaluate(
        """path => {
          const link = Object.assign(document.createElement("a"), {href: path, textContent: path});
          document.querySelector("main p").append(link);
          link.click();
        }""",
        path,
    )

    at_move(visitor.page, 24, last)
    for part in ("h1", ".columns", ".deal-check"):
        there = visitor.page.locator(part).bounding_box()
        assert there == direct.page.locator(part).bounding_box(), part


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


def test_each_move_is_announced_once(visit: Visit, over: Seated, last: int) -> None:
    visitor = visit()
    page = visitor.page
    visitor.open(f"{over.path}/replay#move=24")
    at_move(page, 24, last)

    page.keyboard.press("ArrowRight")
    at_move(page, 25, last)

    spoken = page.locator("[data-announcements] p")
    expect(spoken).to_have_count(1)
    expect(spoken).to_contain_text(re.compile("asks"))


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


def test_the_verifier_is_a_page_of_its_own(visit: Visit, over: Seated, tmp_path: Path) -> None:
    visitor = visit()
    page = visitor.page
    visitor.open(f"{over.path}/replay")
    address = page.get_by_role("link", name="The verifier as a page of its own").get_attribute(
        "href"
    )
    file = tmp_path / "transcript.json"
    file.write_bytes(over.get("/transcript").content)

    assert address is not None
    page.goto(address)
    page.get_by_label("Transcript").set_input_files(file)

    expect(page.get_by_role("heading", name="The deal holds.")).to_be_visible()


@pytest.mark.parametrize(
    "context",
    [
        pytest.param({"color_scheme": "light"}, id="light"),
        pytest.param({"color_scheme": "dark"}, id="dark"),
        pytest.param({"viewport": PHONE, "color_scheme": "dark"}, id="phone"),
        pytest.param({"viewport": AT_320_PIXELS}, id="320 pixels"),
        pytest.param({"viewport": AT_200_PERCENT}, id="200 %"),
        pytest.param({"locale": "de"}, id="German"),
        pytest.param({"locale": "es", "viewport": PHONE}, id="Spanish"),
    ],
)
def test_everyone_can_read_it(
    visit: Visit, over: Seated, last: int, context: dict[str, Any]
) -> None:
    visitor = visit(**context)

    visitor.open(f"{over.path}/replay#move=30")

    expect(visitor.page.locator(".open-hand")).to_have_count(3)
    visitor.check()


def test_from_right_to_left_the_arrows_are_mirrored(visit: Visit, over: Seated, last: int) -> None:
    visitor = visit()
    page = visitor.page
    visitor.open(f"{over.path}/replay?lang=pseudo#move=24")
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("24")

    page.keyboard.press("ArrowLeft")

    expect(slider).to_have_value("25")
    visitor.check()


def test_a_game_that_is_not_over_leads_to_the_table(visit: Visit, shared_server: str) -> None:
    running = seated(shared_server, NAMES[:2])
    visitor = visit()

    visitor.open(f"{running.path}/replay")

    link = visitor.page.get_by_role("link", name="Watch the game")
    expect(link).to_have_attribute("href", running.path)
    visitor.check()


def test_a_game_that_does_not_exist_has_a_sentence_and_a_way_out(visit: Visit) -> None:
    visitor = visit()
    visitor.expected = [404]

    visitor.open("/games/0000000000x/replay")

    expect(visitor.page.get_by_role("alert")).to_contain_text("no such game here")
    expect(visitor.page.get_by_role("link", name="To the start page")).to_be_visible()
    visitor.check()
