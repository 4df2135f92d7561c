"""Players with long display names that look alike: the username tells them apart, and fits."""

from itertools import count
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browsing import CHROMIUM, DESKTOP, PHONE
from tests.web.conftest import Visit
from tests.web.tables import STORE_TOKEN
from tests.web.watched import Seated

pytestmark = [
    pytest.mark.once,
    pytest.mark.process,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]

SHOWN = "W" * 30
_numbers = count(10)


class Namesake:
    """A registered player with a username and a display name of the greatest length."""

    def __init__(self, address: str) -> None:
        self.name = f"{'M' * 28}{next(_numbers)}"
        self.label = f"{self.name} ({SHOWN})"
        self._base = f"{address}/api/v1"
        self.header: dict[str, str] = {}
        registered = self.call("POST", "/accounts", username=self.name, password="three-herrings")
        self.secret: str = registered["token"]["secret"]
        self.header = {"Authorization": f"Bearer {self.secret}"}
        self.call("PATCH", "/me", display_name=SHOWN)

    def call(self, method: str, path: str, **body: Any) -> Any:
        answer = httpx.request(method, self._base + path, json=body, headers=self.header)
        assert answer.is_success, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def players(shared_server: str) -> list[Namesake]:
    return [Namesake(shared_server) for _ in range(3)]


@pytest.fixture
def lobby(shared_server: str, players: list[Namesake]) -> Seated:
    """A lobby with one free seat."""
    host, other, _ = players
    opened = host.call("POST", "/games", seats=3)["game"]["id"]
    other.call("POST", f"/games/{opened}/join")
    return Seated(shared_server, opened, [each.header for each in players])


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_namesakes_differ_wherever_they_are_shown(
    visit: Visit, players: list[Namesake], lobby: Seated, window: Any
) -> None:
    host, other, third = players
    visitor, page = (made := visit(viewport=window)), made.page

    def shows(path: str, *labels: str, within: str = "main") -> None:
        visitor.open(path)
        for label in labels:
            expect(page.locator(within).get_by_text(label).first).to_be_visible()
        visitor.check()

    both = [host.label, other.label]
    shows("/lobby", *both)
    shows(f"/join/{lobby.id}", *both)
    shows(lobby.path, *both)
    third.call("POST", f"/games/{lobby.id}/join")
    lobby.play(actions=6)
    shows(lobby.path, *both, within=".play .seat")
    expect(page.locator(".moves li").first).not_to_contain_text(SHOWN)
    shows(f"/embed/{lobby.id}", *both, within=".play .seat")
    lobby.play()
    last = lobby.read("/state")["version"]
    shows(f"{lobby.path}/replay#move={last}", *both, within=".play .seat")
    expect(page.locator(".result").get_by_text(host.label)).to_be_visible()
    shows(f"/players/{host.name}", host.label, within="h1")
    _answer_with_leaderboard(page, players)
    shows("/leaderboard", *both, within=".leaderboard")

    page.evaluate(STORE_TOKEN, host.secret)
    shows("/me", host.label, within="h1")
    shows(lobby.path, *both, within=".ending")
    shows("/me/games", other.label)


def _answer_with_leaderboard(page: Page, players: list[Namesake]) -> None:
    """List the players on the leaderboard: it takes many rated games to get there."""
    numbers = {"rating": 1500.0, "uncertainty": 50.0, "games": 10}
    rows = [
        {"rank": at, "username": each.name, "display_name": SHOWN, **numbers}
        for at, each in enumerate(players, 1)
    ]

    def answer(route: Route) -> None:
        route.fulfill(json=route.fetch().json() | {"results": rows})

    page.route("**/api/v1/leaderboards/*", answer)
