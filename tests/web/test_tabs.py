"""Many tables in the tabs of one browser, which has six connections to a server."""

from playwright.sync_api import Page, expect

from tests.browsing import IN_CHROMIUM
from tests.web.conftest import Visit
from tests.web.tables import PLAY, Player, guest, reached, signed_in, started

pytestmark = IN_CHROMIUM

TABS = """
  let shown = "visible";
  Object.defineProperty(document, "visibilityState", { get: () => shown });
  Object.defineProperty(document, "hidden", { get: () => shown === "hidden" });
  window.turn = (next) => {
    shown = next;
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  };
"""
"""Chromium without a window counts every tab as shown."""


def ask_on(player: Player, game: str) -> None:
    """Ask until it is another player's turn."""
    while asks := [each for each in player.state(game)["legal_actions"] if each["type"] == "ask"]:
        player.post(f"/games/{game}/ask", target=asks[0]["target"], rank=asks[0]["rank"])


def test_ten_tables_in_ten_tabs_play_on(visit: Visit, shared_server: str) -> None:
    ann, bob = guest(shared_server), guest(shared_server)
    games = [started(ann, bob) for _ in range(10)]
    first = games[0]
    ask_on(ann, first)
    visitor = signed_in(visit, ann)
    visitor.context.add_init_script(TABS)
    pages: list[Page] = []
    for game in games:
        for before in pages[-1:]:
            before.evaluate("turn('hidden')")
        pages.append(visitor.new_page() if pages else visitor.page)
        pages[-1].goto(f"/games/{game}")
        expect(pages[-1].locator(".play")).to_be_visible()

    ask_on(bob, first)

    expect(pages[0]).to_have_title("● Your turn · Go Fish")
    pages[-1].evaluate("turn('hidden')")
    pages[0].evaluate("turn('visible')")
    reached(pages[0], ann.state(first)["version"])
    assert pages[0].evaluate(PLAY, 1)
