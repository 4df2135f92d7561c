"""Tables for tests in the browser: guests with tokens, games of theirs, and a player of pages."""

from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Page, expect

from tests.web.browsing import Visitor
from tests.web.conftest import Visit

Json = dict[str, Any]

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


class Guest(NamedTuple):
    """A guest of a server, who calls the API with a token."""

    address: str
    secret: str
    name: str

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Json:
        """Call the API and return its JSON.

        :raises AssertionError: if the call is refused.
        """
        signed = {"Authorization": f"Bearer {self.secret}"} | headers
        answer = httpx.request(
            method, f"{self.address}/api/v1{path}", json=body, headers=signed, timeout=60
        )
        assert answer.is_success, answer.text
        found: Json = answer.json()
        return found

    def state(self, game: str) -> Json:
        """Return the state as this guest sees it."""
        return self.call("GET", f"/games/{game}/state")

    def events(self, game: str) -> list[Json]:
        """Return all events as this guest saw them, oldest first."""
        moves = self.call("GET", f"/games/{game}/moves?limit=500")["moves"]
        return [event for move in moves for event in move["events"]]


def guest(address: str) -> Guest:
    """Register a guest."""
    made = httpx.post(f"{address}/api/v1/accounts/guest", timeout=60)
    assert made.is_success, made.text
    body = made.json()
    return Guest(address, body["token"]["secret"], body["account"]["username"])


def opened(
    host: Guest, preset: str = "classic", *overlays: str, seats: int = 2, **terms: Any
) -> str:
    """Open a game and return its id."""
    body = {"preset": preset, "overlays": overlays, "seats": seats, **terms}
    game: str = host.call("POST", "/games", body)["game"]["id"]
    return game


def started(
    host: Guest, other: Guest, preset: str = "classic", *overlays: str, **terms: Any
) -> str:
    """Open a game for two and let the other one join; return its id."""
    game = opened(host, preset, *overlays, **terms)
    other.call("POST", f"/games/{game}/join", {})
    return game


def sat_down(visit: Visit, player: Guest, game: str, **context: Any) -> Visitor:
    """Return a visitor with the token of a guest, at the page of a game."""
    visitor = visit(**context)
    visitor.context.add_init_script(f"({STORE_TOKEN})('{player.secret}')")
    visitor.open(f"/games/{game}")
    expect(visitor.page.locator(".play, .waiting-room")).to_be_visible()
    return visitor


def reached(page: Page, version: int) -> None:
    """Wait until the table shows a version of the game."""
    expect(page.locator(".play")).to_have_attribute("data-version", str(version))


def play_out(pages: list[Page], *, most_moves: int = 2_000) -> int:
    """Play a game to its end in these pages; return how many moves were made on them."""
    moves = 0
    ending = pages[0].locator(".ending")
    while moves < most_moves:
        moved: list[bool] = [
            page.evaluate(PLAY, 1 + 7919 * moves + at) for at, page in enumerate(pages)
        ]
        moves += sum(moved)
        if not any(moved) and ending.count():
            return moves
    raise AssertionError(f"the game goes on after {moves} moves")
