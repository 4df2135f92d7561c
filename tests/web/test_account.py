"""The account page: devices, the password, the player's data, and what cannot be undone."""

from itertools import count
from typing import Any
from urllib.parse import urlencode

import httpx
from playwright.sync_api import Page, expect

from tests.browsing import IN_CHROMIUM, PHONE, Visitor
from tests.permissions import AUTHORIZATION
from tests.web.conftest import Visit

pytestmark = IN_CHROMIUM

API = "/api/v1"
PASSWORD = "three-herrings-swim"
OTHER_PASSWORD = "four-anchovies-dive"
_numbers = count()


class Member:
    """A registered player, with the token of a browser."""

    def __init__(self, address: str) -> None:
        self.base = address + API
        self.name = f"Mia{next(_numbers)}"
        body = {"username": self.name, "password": PASSWORD}
        made = httpx.post(f"{self.base}/accounts", json=body)
        assert made.is_success, made.text
        self.token: str = made.json()["token"]["secret"]

    def sign_in(self, name: str, password: str = PASSWORD) -> httpx.Response:
        """Ask for another token."""
        body = {"username": self.name, "password": password, "name": name}
        return httpx.post(f"{self.base}/tokens", json=body)

    def is_known(self, token: str) -> bool:
        """Return whether a token is valid."""
        return self.get("/me", token).is_success

    def get(self, path: str, token: str) -> httpx.Response:
        """Read a path with a token."""
        return httpx.get(self.base + path, headers={"Authorization": f"Bearer {token}"})


def at_home(visit: Visit, member: Member, **context: Any) -> Visitor:
    """Return a visitor with the member's token, at the account page."""
    visitor = visit(**context)
    visitor.open("/")
    visitor.page.evaluate("token => localStorage.setItem('gofish.token', token)", member.token)
    visitor.open("/me")
    return visitor


def ask_and_take_back(page: Page, button: str) -> None:
    """Press a button, cancel its question by keyboard, and press it again."""
    pressed = page.get_by_role("button", name=button)
    pressed.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(pressed).to_be_focused()
    pressed.click()


def test_a_known_password_is_changed(visit: Visit, shared_server: str) -> None:
    member = Member(shared_server)
    tablet: str = member.sign_in("tablet").json()["secret"]
    visitor = at_home(visit, member)
    visitor.expected = [401, 422, 403]
    page = visitor.page

    page.get_by_label("Current password").fill("a-wrong-password")
    page.get_by_label("New password").fill(OTHER_PASSWORD)
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("alert")).to_contain_text("The current password is wrong.")
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill("password")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("too easy to guess")
    visitor.check()
    page.get_by_label("New password").fill(OTHER_PASSWORD)
    page.keyboard.press("Enter")

    expect(page.get_by_role("main").get_by_text("Your password is changed.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="tablet")).to_have_count(0)
    assert not member.is_known(tablet)
    assert member.sign_in("phone", OTHER_PASSWORD).is_success


def test_an_account_is_closed_after_a_question(visit: Visit, shared_server: str) -> None:
    member = Member(shared_server)
    visitor = at_home(visit, member, viewport=PHONE, color_scheme="dark")
    visitor.expected = [401]
    page = visitor.page

    ask_and_take_back(page, "Close my account…")
    visitor.check()
    page.get_by_role("button", name="Close my account for good").click()

    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    expect(page.locator("[data-announcements]")).to_contain_text("Your account is closed.")
    assert page.evaluate("Object.keys(localStorage)") == []
    assert member.sign_in("phone").status_code == 401


def test_an_app_is_not_allowed_by_a_click_meant_for_another_window(
    visit: Visit, shared_server: str
) -> None:
    member = Member(shared_server)
    visitor = at_home(visit, member)
    page = visitor.page
    visitor.open("/authorize?" + urlencode(AUTHORIZATION))
    allow = page.get_by_role("button", name="Allow")
    expect(allow).to_have_attribute("aria-disabled", "false")

    for event in ("focus", "pageshow", "blur"):
        is_ready = allow.evaluate(
            "async (button, name) => { dispatchEvent(new Event(name));"
            " await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame);"
            " button.click(); return button.ariaDisabled === 'false'; }",
            event,
        )
        assert not is_ready, event
        if event != "blur":
            expect(allow).to_have_attribute("aria-disabled", "false")

    page.wait_for_timeout(1200)
    expect(allow).to_have_attribute("aria-disabled", "true")
    assert page.url.startswith(f"{shared_server}/authorize")
