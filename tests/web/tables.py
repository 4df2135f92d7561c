"""Tables for tests in the browser: players with tokens, games of theirs, and a player of pages."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Page, expect

from tests.browsing import Visitor
from tests.web.conftest import Visit

Json = dict[str, Any]

PASSWORD = "three-herrings-swim"
STORE_TOKEN = "token => localStorage.setItem('gofish.token', token)"

PLAY = """
async (seed) => {
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const any = (all) => all[Math.floor(random() * all.length)];
  const play = document.querySelector(".play");
  const version = play.dataset.version;
  const frame = () => new Promise(requestAnimationFrame);
  const find = (selector) => [...play.querySelectorAll(selector)];
  const bar = play.querySelector(".action-bar");
  if (!bar || bar.classList.contains("wait")) return false;
  if (bar.classList.contains("ask")) {
    const books = find(".book-buttons button:not(.quiet)");
    if (books.length) {
      books[0].click();
    } else {
      any(find("button.rank-group:not([aria-disabled='true'])")).click();
      await frame(); await frame();
      const cards = find(".action-bar .wanted button");
      if (cards.length) { any(cards).click(); await frame(); await frame(); }
      any(find(".action-bar .ask-buttons .primary")).click();
    }
  } else if (bar.classList.contains("closing")) {
    (find(".book-buttons button:not(.quiet)")[0] ?? find(".action-bar .primary")[0]).click();
  } else {
    find(".action-bar .primary")[0].click();
  }
  for (let waited = 0; waited < 600 && play.dataset.version === version; waited++) await frame();
  return play.dataset.version !== version;
}
"""
"""Play once on the page, as a finger would, if it is the player's turn."""


class Player(NamedTuple):
    """A guest or a member of a server, who calls the API with a token."""

    address: str
    token: str
    name: str

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Call the API and return its JSON.

        :raises AssertionError: if the call is refused.
        """
        return called(self.address, method, path, body, token=self.token)

    def get(self, path: str) -> Any:
        """Read a path."""
        return self.call("GET", path)

    def post(self, path: str, **body: Any) -> Any:
        """Send a command."""
        return self.call("POST", path, body)

    def state(self, game: str) -> Json:
        """Return the state as this player sees it."""
        state: Json = self.get(f"/games/{game}/state")
        return state

    def events(self, game: str) -> list[Json]:
        """Return all events as this player saw them, oldest first."""
        moves = self.get(f"/games/{game}/moves?limit=500")["moves"]
        return [event for move in moves for event in move["events"]]


def called(address: str, method: str, path: str, body: Any = None, *, token: str = "") -> Any:
    """Call the API, with a token or as a stranger, and return its JSON.

    :raises AssertionError: if the call is refused.
    """
    headers = {"Authorization": f"Bearer {token}"} if token else None
    url = f"{address}/api/v1{path}"
    answer = httpx.request(method, url, json=body, headers=headers, timeout=60)
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def guest(address: str) -> Player:
    """Register a guest."""
    made = called(address, "POST", "/accounts/guest")
    return Player(address, made["token"]["secret"], made["account"]["username"])


def member(address: str, name: str, password: str = PASSWORD) -> Player:
    """Register a player with a username and a password."""
    body = {"username": name, "password": password}
    return Player(address, called(address, "POST", "/accounts", body)["token"]["secret"], name)


def opened(
    host: Player, preset: str = "classic", *overlays: str, seats: int = 2, **terms: Any
) -> str:
    """Open a game and return its id."""
    body = {"preset": preset, "overlays": overlays, "seats": seats, **terms}
    game: str = host.post("/games", **body)["game"]["id"]
    return game


def opened_tournament(host: Player, **terms: Any) -> Json:
    """Open a tournament for tables of two that starts in an hour, and return it."""
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    usual = {"name": "Club evening", "seats": 2, "turn_seconds": 60, "rounds": 1}
    tournament: Json = host.post("/tournaments", **{**usual, "starts_at": soon, **terms})
    return tournament


def started(
    host: Player, other: Player, preset: str = "classic", *overlays: str, **terms: Any
) -> str:
    """Open a game for two and let the other one join; return its id."""
    game = opened(host, preset, *overlays, **terms)
    other.post(f"/games/{game}/join")
    return game


def signed_in(visit: Visit, player: Player, **context: Any) -> Visitor:
    """Return a visitor with the token of a player."""
    visitor = visit(**context)
    visitor.context.add_init_script(f"({STORE_TOKEN})('{player.token}')")
    return visitor


def sat_down(visit: Visit, player: Player, game: str, **context: Any) -> Visitor:
    """Return a visitor with the token of a player, at the page of a game."""
    visitor = signed_in(visit, player, **context)
    visitor.open(f"/games/{game}")
    expect(visitor.page.locator(".play, .waiting-room")).to_be_visible()
    return visitor


def reached(page: Page, version: int) -> None:
    """Wait until the table shows a version of the game."""
    expect(page.locator(".play")).to_have_attribute("data-version", str(version))


def play_on(pages: list[Page], *, most_moves: int = 2_000) -> int:
    """Play a game in these pages to its end, or so many moves; return how many were made."""
    moves = 0
    ending = pages[0].locator(".ending")
    while moves < most_moves:
        moved: list[bool] = [
            page.evaluate(PLAY, 1 + 7919 * moves + at) for at, page in enumerate(pages)
        ]
        moves += sum(moved)
        if not any(moved) and ending.count():
            break
    return moves


ASIDES = ("expose", "misdeal", "resign")


class Seated(NamedTuple):
    """A game on a server, and its players by seat."""

    address: str
    id: str
    players: list[Player]

    @property
    def names(self) -> list[str]:
        """The display names by seat."""
        return [each["display_name"] for each in self.read("")["players"]]

    @property
    def path(self) -> str:
        """The game's path, of the web client and below the API's base."""
        return f"/games/{self.id}"

    def get(self, path: str, *, seat: int = 0, accept: str = "*/*", **query: Any) -> httpx.Response:
        """Read a path below the game's as a seat, in a media type."""
        url = f"{self.address}/api/v1{self.path}{path}"
        headers = {"Authorization": f"Bearer {self.players[seat].token}", "Accept": accept}
        return httpx.get(url, params=query or None, headers=headers).raise_for_status()

    def read(self, path: str, *, seat: int = 0, **query: Any) -> Any:
        """Return the JSON that a seat reads below the game's path."""
        return self.get(path, seat=seat, **query).json()

    def command(self, name: str, *, seat: int, **body: Any) -> Any:
        """Send a command and return the answer."""
        return self.players[seat].post(f"{self.path}/{name}", **body)

    def play(self, *, actions: int = 10_000, seed: int = 1) -> None:
        """Make random legal moves until the end, or so many."""
        rng = Random(seed)
        state = self.read("/state")
        for _ in range(actions):
            if state["phase"] == "over":
                return
            seat = state["to_act"]
            if state["you"] != seat:
                state = self.read("/state", seat=seat)
            choices = [each for each in state["legal_actions"] if each["type"] not in ASIDES]
            action = rng.choice(choices)
            state = self.command(action.pop("type"), seat=seat, **action)["state"]


def seated(address: str, names: Sequence[str], **options: Any) -> Seated:
    """Open a game on a server and fill its seats with guests of these display names."""
    players = [guest(address) for _ in names]
    for player, name in zip(players, names, strict=True):
        player.call("PATCH", "/me", {"display_name": name})
    game = players[0].post("/games", seats=len(names), **options)["game"]
    for player in players[1:]:
        code = {"join_code": game["join_code"]} if game["join_code"] else {}
        player.post(f"/games/{game['id']}/join", **code)
    return Seated(address, game["id"], players)
