"""Players with long display names that look alike: the username tells them apart, and fits."""

import re
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browsing import DESKTOP, IN_CHROMIUM, PHONE
from tests.web.conftest import Visit
from tests.web.tables import STORE_TOKEN, Player, member, opened
from tests.web.watched import Seated

pytestmark = IN_CHROMIUM

SHOWN = "W" * 30
_numbers = count(10)


@pytest.fixture(scope="module")
def players(shared_server: str) -> list[Player]:
    """Members with usernames and a display name of the greatest length."""
    found = [member(shared_server, f"{'M' * 28}{next(_numbers)}") for _ in range(3)]
    for each in found:
        each.call("PATCH", "/me", {"display_name": SHOWN})
    return found


def label(player: Player) -> re.Pattern[str]:
    """Match the name, numbered where players share it, with the username next to it."""
    return re.compile(rf"{SHOWN}( \d)? \(?{player.name}")


@pytest.fixture
def lobby(shared_server: str, players: list[Player]) -> Seated:
    """A lobby with one free seat."""
    host, other, _ = players
    game = opened(host, seats=3)
    other.post(f"/games/{game}/join")
    return Seated(shared_server, game, players)


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_namesakes_differ_wherever_they_are_shown(
    visit: Visit, players: list[Player], lobby: Seated, window: Any
) -> None:
    host, other, third = players
    visitor, page = (made := visit(viewport=window)), made.page

    def shows(path: str, *labels: re.Pattern[str], within: str = "main") -> None:
        visitor.open(path)
        for text in labels:
            expect(page.locator(within).get_by_text(text).first).to_be_visible()
        visitor.check()

    both = [label(host), label(other)]
    shows("/lobby", *both)
    shows(f"/join/{lobby.id}", *both)
    shows(lobby.path, *both)
    third.post(f"/games/{lobby.id}/join")
    lobby.play(actions=6)
    shows(lobby.path, *both, within=".play .seat")
    expect(page.locator(".moves")).to_contain_text(re.compile(rf"{SHOWN} [12]"))
    shows(f"/embed/{lobby.id}", *both, within=".play .seat")
    lobby.play()
    last = lobby.read("/state")["version"]
    shows(f"{lobby.path}/replay#move={last}", *both, within=".play .seat")
    expect(page.locator(".result").get_by_text(label(host))).to_be_visible()
    shows(f"/players/{host.name}", label(host), within="h1")
    _answer_with_leaderboard(page, players)
    shows("/leaderboard", *both, within=".leaderboard")

    page.evaluate(STORE_TOKEN, host.token)
    shows("/me", label(host), within="h1")
    shows(lobby.path, *both, within=".ending")
    shows("/me/games", label(other))


def _answer_with_leaderboard(page: Page, players: list[Player]) -> None:
    """List the players on the leaderboard: it takes many rated games to get there."""
    numbers = {"rating": 1500.0, "uncertainty": 50.0, "games": 10}
    rows = [
        {"rank": at, "username": each.name, "display_name": SHOWN, **numbers}
        for at, each in enumerate(players, 1)
    ]

    def answer(route: Route) -> None:
        route.fulfill(json=route.fetch().json() | {"results": rows})

    page.route("**/api/v1/leaderboards/*", answer)
