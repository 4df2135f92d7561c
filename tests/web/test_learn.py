"""Learning the game: the page with pictures, the first game with its guide, and hints."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browsing import DESKTOP, IN_CHROMIUM, PHONE
from tests.web.conftest import Visit

pytestmark = IN_CHROMIUM

LONG = 60_000  # milliseconds: bots take their time
DONE = ".coach-steps .done"


def begin(page: Page) -> None:
    page.get_by_role("button", name="Play with a guide").click()
    expect(page.get_by_role("status").filter(has_text="Choose your kings")).to_be_visible()


def your_turn(page: Page) -> None:
    expect(page.locator(".play.your-turn")).to_be_visible(timeout=LONG)
    expect(page.locator(".action-bar.ask")).to_be_visible(timeout=LONG)


def ask(page: Page, keys: str) -> None:
    your_turn(page)
    before = int(page.locator(".play").get_attribute("data-version") or 0)
    for key in keys:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    reached_after(page, before)


def reached_after(page: Page, version: int) -> None:
    page.wait_for_function(
        "v => Number(document.querySelector('.play').dataset.version) > v", arg=version
    )


def test_each_picture_of_how_to_play_fits_a_phone_and_leads_on(visit: Visit) -> None:
    stranger = visit(viewport=PHONE)
    page = stranger.page
    stranger.open("/")
    page.get_by_role("link", name="How to play").click()
    steps = page.locator(".picture-steps > li")

    expect(steps).to_have_count(5)
    for step in steps.all():
        box = step.bounding_box()
        assert box is not None and box["height"] < PHONE["height"]
        assert step.get_by_role("img").get_attribute("alt")
    page.get_by_text("Authors", exact=True).click()
    expect(page.get_by_text("All cards are dealt.", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="All rules in detail")).to_have_attribute(
        "href", "/docs/rules"
    )


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_guide_leads_through_six_steps_by_keys_alone(
    visit: Visit, window: dict[str, Any]
) -> None:
    stranger = visit(viewport=window, reduced_motion="reduce")
    page = stranger.page
    stranger.open("/")
    begin(page)
    your_turn(page)
    hand = page.locator(".hand").bounding_box()
    assert hand is not None and hand["y"] + hand["height"] < window["height"]
    stranger.check()

    ask(page, "K1")
    expect(page.locator(".coach")).to_contain_text("go fish!")
    ask(page, "72")
    expect(page.locator(".coach")).to_contain_text("That is a catch")
    ask(page, "52")
    expect(page.locator(".coach")).to_contain_text("You remembered!")
    ask(page, "71")

    expect(page.locator(".coach")).to_contain_text("your first point")
    expect(page.locator(DONE)).to_have_count(6)
    page.get_by_role("button", name="Close the guide").click()
    expect(page.locator(".coach")).to_have_count(0)
    stranger.open("/")
    expect(page.get_by_text("New here?")).to_have_count(0)


def test_the_guide_is_skipped_and_not_offered_again(visit: Visit) -> None:
    stranger = visit()
    page = stranger.page
    stranger.open("/")
    page.get_by_role("button", name="No, thanks").click()
    expect(page.get_by_text("New here?")).to_have_count(0)
    stranger.open("/how-to-play")

    begin(page)
    page.get_by_role("button", name="Skip the guide").click()

    expect(page.locator(".coach")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/games/[\w-]{11}$"))


def test_a_hint_says_what_is_certain_and_why(visit: Visit) -> None:
    stranger = visit(reduced_motion="reduce")
    page = stranger.page
    stranger.open("/")
    begin(page)
    ask(page, "K1")
    your_turn(page)
    page.locator(".hints summary").click()

    fact = page.locator(".hints li").first
    expect(fact).to_contain_text(re.compile(r"(.+) has fives\. \1 asks .+ for fives\."))
    stranger.check()
