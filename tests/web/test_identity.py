"""Names and pictures in the browser: chosen when one sits down, and shown first everywhere."""

import re

from playwright.sync_api import expect

from tests.browsing import IN_CHROMIUM, PHONE
from tests.web.conftest import Visit
from tests.web.tables import STORE_TOKEN, guest, opened

pytestmark = IN_CHROMIUM

PICTURE = "label:has(input[value=ray])"
FOCUSED = "document.activeElement.outerHTML"
IS_WHOLE = """() => {
  const held = document.activeElement.closest("label") ?? document.activeElement;
  const bar = document.querySelector(".sit-down");
  if (held === document.body || bar.contains(held)) return true;
  const [place, cover] = [held, bar].map((element) => element.getBoundingClientRect());
  return place.bottom <= cover.top || place.top >= cover.bottom;
}"""
"""Whether the bar with the button covers nothing of what has the focus."""


def test_a_stranger_sits_down_with_a_name_and_a_picture(visit: Visit, shared_server: str) -> None:
    host = guest(shared_server)
    game = opened(host, seats=3)
    visitor = visit(viewport=PHONE)
    page = visitor.page

    visitor.open(f"/join/{game}")
    expect(page.get_by_role("button", name="Take a seat")).to_be_in_viewport(ratio=1)
    page.get_by_label("Your name").fill("Finn")
    page.locator(PICTURE).click()
    visitor.check()
    page.get_by_role("button", name="Take a seat").click()
    expect(page).to_have_url(f"{visitor.address}/games/{game}")

    chair = page.locator(".chair").filter(has_text="You")
    expect(chair.locator(".name")).to_have_text("Finn")
    expect(chair.locator(".handle")).to_have_text(re.compile("^guest-"))
    shown = host.get(f"/games/{game}")["players"][1]
    assert (shown["display_name"], shown["picture"]) == ("Finn", "ray")
    visitor.check()


def test_the_button_to_sit_down_covers_nothing_that_has_the_focus(
    visit: Visit, shared_server: str
) -> None:
    game = opened(guest(shared_server), seats=3)
    visitor = visit(viewport=PHONE, locale="de")
    visitor.open(f"/join/{game}")
    expect(visitor.page.get_by_role("button", name="Platz nehmen")).to_be_visible()

    for _ in range(20):
        visitor.page.keyboard.press("Tab")
        assert visitor.page.evaluate(IS_WHOLE), visitor.page.evaluate(FOCUSED)


def test_a_guest_without_a_name_is_called_after_the_fish(visit: Visit, shared_server: str) -> None:
    host = guest(shared_server)
    host.call("PATCH", "/me", {"picture": "pufferfish"})
    opened(host, seats=3)
    visitor = visit(locale="de")

    visitor.open("/lobby")

    card = visitor.page.locator(".game-card").filter(has_text=host.name)
    expect(card.locator(".name")).to_have_text("Kugelfisch")
    expect(card.locator(".handle")).to_have_text(host.name)


def test_name_and_picture_change_in_the_account_and_a_reserved_name_is_explained(
    visit: Visit, shared_server: str
) -> None:
    player = guest(shared_server)
    visitor = visit()
    page = visitor.page
    visitor.open("/")
    page.evaluate(STORE_TOKEN, player.token)
    visitor.expected = (422,)
    visitor.open("/me")

    page.get_by_label("Your name").fill("Moderator")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("reserved for the service")
    page.get_by_label("Your name").fill("Finn")
    page.locator(PICTURE).click()
    page.get_by_role("button", name="Save").click()

    expect(page.locator("h1 .name")).to_have_text("Finn")
    me = player.get("/me")
    assert (me["display_name"], me["picture"]) == ("Finn", "ray")
    visitor.check()
