"""The start views for everyone: colours, small windows, zoom, languages and keys."""

import os
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browsing import AT_200_PERCENT, AT_320_PIXELS, IN_CHROMIUM, PHONE
from tests.permissions import AUTHORIZATION
from tests.web.conftest import Visit
from tests.web.tables import Player, guest, member, opened, opened_tournament, seated, signed_in

pytestmark = IN_CHROMIUM

OF_ALL = (
    "/",
    "/children",
    "/how-to-play",
    "/lobby",
    "/match",
    "/join",
    "/new",
    "/replay",
    "/tournaments",
    "/tournaments/{tournament}",
    "/class",
    "/games/{running}",
    "/embed/{running}",
    "/embed/{over}",
    "/classes",
    "/leaderboard",
    "/tv",
    "/games/{over}/replay",
    "/replay#gfn={gfn}",
    "/join#game=abcdefghijk&code=ABCDEFGH",
)
FOR_THE_README = pytest.mark.skipif(
    "WRITE_README" not in os.environ, reason="WRITE_README=1 saves the pictures"
)
AUTHORIZE = "/authorize?" + urlencode(AUTHORIZATION)
OF_STRANGERS = ("/sign-in", "/me", "/me/games", "/me/apps", "/device", "/tokens/new", AUTHORIZE)
OF_PLAYERS = (
    "/me",
    "/me/games",
    "/me/notices",
    "/players/{name}",
    "/me/apps",
    "/device",
    "/tokens/new",
    AUTHORIZE,
)

# Names of guests are chosen at random.
WIDEST = """
() => document.querySelectorAll(".seat .handle").forEach((handle) => {
  handle.textContent = "guest-mmmmmmmm";
})
"""
CLIPPED = """
() => [...document.querySelectorAll("body *:not(input[readonly])")].filter((element) => {
  const style = getComputedStyle(element);
  const hides = style.overflowX !== "visible" && style.overflowX !== "auto";
  const isShown = element.checkVisibility() && !element.closest(".visually-hidden");
  return isShown && hides && element.scrollWidth > element.clientWidth + 1;
}).map((element) => element.outerHTML.slice(0, 200))
"""
SMALL = """
() => [...document.querySelectorAll("button, .button, .choice, select, summary, .top a, .foot a, "
  + "input:not([type=checkbox]):not([type=radio])")].filter((element) => {
  const { width, height } = element.getBoundingClientRect();
  return element.checkVisibility() && (width < 43.5 || height < 43.5);
}).map((element) => element.outerHTML.slice(0, 200))
"""

SHIFTS = """
  globalThis.shifts = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((each) => { shifts += each.value; }))
    .observe({ type: "layout-shift", buffered: true });
"""
"""Add up how far the content of a page moves while it loads."""


VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
"""That of the challenge in ``AUTHORIZATION``, by RFC 7636."""


def allow_an_app(player: Player) -> None:
    """Give an app access."""
    back = player.post("/oauth/authorize", **AUTHORIZATION)["redirect_to"]
    form = {
        "grant_type": "authorization_code",
        "code": parse_qs(urlsplit(back).query)["code"][0],
        "redirect_uri": AUTHORIZATION["redirect_uri"],
        "client_id": AUTHORIZATION["client_id"],
        "code_verifier": VERIFIER,
    }
    answer = httpx.post(f"{player.address}/api/v1/oauth/token", data=form, timeout=60)
    assert answer.is_success, answer.text


def look(page: Page) -> None:
    """Open what is folded, and check that no text is clipped and no target is small."""
    for summary in page.locator("summary").all():
        summary.click()
    closed = page.locator("button[aria-expanded=false]")
    while closed.count():
        closed.first.click()
    page.evaluate(WIDEST)
    assert page.evaluate(CLIPPED) == []
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize(
    ("window", "colours", "language"),
    [
        pytest.param(AT_320_PIXELS, "dark", "de", id="320 pixels in the dark, German"),
        pytest.param(AT_200_PERCENT, "light", "pseudo", id="200 %, from right to left"),
    ],
)
def test_axe_finds_nothing_no_text_is_clipped_and_no_page_scrolls_sideways(
    visit: Visit, shared_server: str, window: dict[str, int], colours: str, language: str
) -> None:
    host, player = guest(shared_server), guest(shared_server)
    game = opened(host, seats=6, bots=["expert"], overlays=["honour", "wild_cards"])
    host.post(f"/games/{game}/invitations", player=player.name)
    opened(player, bots=["memory"])
    club = member(shared_server, f"Club-{player.name[-8:]}")
    tournament = opened_tournament(club)["id"]
    player.post(f"/tournaments/{tournament}/join")
    allow_an_app(player)
    over = seated(shared_server, ("Ann", "Bob"))
    over.play()
    gfn = quote(over.get("/transcript", accept="text/x-gfn").text)
    running = seated(shared_server, ("Ann", "Bob"))
    running.play(actions=8)
    places = {
        "running": running.id,
        "name": player.name,
        "tournament": tournament,
        "over": over.id,
        "gfn": gfn,
    }
    context: dict[str, Any] = {"viewport": window, "color_scheme": colours}

    def see(paths: Sequence[str], token: str | None) -> None:
        visitor = visit(**context)
        kept = {"gofish.preferences": f'{{"language": "{language}"}}'}
        kept |= {"gofish.token": token} if token else {}
        for name, value in kept.items():
            visitor.context.add_init_script(f"localStorage.setItem({name!r}, {value!r})")
        for path in paths:
            visitor.open(path.format(**places))
            expect(visitor.page.locator(".loading")).to_have_count(0)
            look(visitor.page)
            visitor.check()

    see((*OF_ALL, *OF_STRANGERS), None)
    see(("/", "/tournaments/{tournament}", *OF_PLAYERS), player.token)


def test_nothing_moves_while_a_page_loads(visit: Visit, shared_server: str) -> None:
    running, over = (seated(shared_server, ("Ann", "Bob")) for _ in range(2))
    running.play(actions=8)
    over.play()
    waiting = opened(over.players[0], seats=4)
    paths = ("/", "/tv", "/class", over.path, f"/games/{waiting}", f"/join/{waiting}")
    stranger = visit(viewport=PHONE)
    player = signed_in(visit, over.players[0], viewport=PHONE)
    moved = {}

    for visitor in (stranger, player):
        visitor.context.add_init_script(SHIFTS)
        for path in (*paths, f"/embed/{running.id}"):
            visitor.open(path)
            expect(visitor.page.locator(".loading")).to_have_count(0)
            visitor.page.wait_for_timeout(700)  # until what is read after the view has arrived
            moved[path, visitor is player] = visitor.page.evaluate("shifts")

    assert {where: shift for where, shift in moved.items() if shift >= 0.05} == {}


def test_a_watched_move_moves_little_on_a_phone(visit: Visit, shared_server: str) -> None:
    game = seated(shared_server, ("Dora", "Emil"))
    game.play(actions=4)
    visitor = visit(viewport=PHONE)
    visitor.context.add_init_script(SHIFTS)
    visitor.open(game.path)
    expect(visitor.page.locator(".watching .moves li").first).to_be_visible()
    before = visitor.page.evaluate("shifts")

    game.play(actions=1)

    expect(visitor.page.locator(".watching .moves li").first).to_contain_text("asks")
    visitor.page.wait_for_timeout(1500)  # until its cards have arrived
    assert visitor.page.evaluate("shifts") - before < 0.05


def test_the_language_and_the_colours_are_chosen_and_stay(visit: Visit) -> None:
    stranger = visit(locale="es-MX")
    page = stranger.page
    stranger.open("/me")
    expect(page.locator("html")).to_have_attribute("lang", "es")

    page.get_by_role("main").get_by_label("Idioma").select_option("Deutsch")
    page.get_by_role("group", name="Farben").get_by_label("Dunkel").check()

    expect(page.get_by_role("link", name="Zuschauen")).to_be_visible()
    stranger.open("/")
    expect(page.get_by_role("button", name="Jetzt spielen")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


@FOR_THE_README
def test_the_picture_of_the_start_page(visit: Visit) -> None:
    stranger = visit(viewport={"width": 1280, "height": 1040})
    stranger.open("/")
    expect(stranger.page.get_by_role("button", name="Play now")).to_be_visible()
    expect(stranger.page.locator(".fan")).to_have_js_property("complete", True)
    stranger.picture("browser-start.png")


@FOR_THE_README
def test_the_picture_of_the_table(visit: Visit) -> None:
    stranger = visit(viewport={"width": 1280, "height": 840})
    stranger.open("/")
    page = stranger.page
    page.get_by_role("button", name="Play now").click()
    for _ in range(3):
        expect(page).to_have_title(re.compile("^● Your turn"))
        page.locator("[data-rank]").first.click()
        page.get_by_role("list", name="Other players").get_by_role("button").first.click()
    expect(page.get_by_text("Loading…")).to_have_count(0)
    page.wait_for_timeout(2_000)  # until the bots have answered, if the last ask was a miss
    expect(page).to_have_title(re.compile("^● Your turn"))
    stranger.picture("browser-table.png")


def test_an_address_without_a_page_says_so_and_leads_to_the_start(visit: Visit) -> None:
    stranger = visit()
    stranger.expected = [404]

    answer = stranger.page.goto("/lobbies")

    assert answer is not None
    assert answer.status == 404
    expect(stranger.page.locator("h1")).to_have_text("There is no page here")
    expect(stranger.page).to_have_title("There is no page here · Go Fish")
    stranger.check()
    stranger.page.get_by_role("link", name="To the start page").click()
    expect(stranger.page.get_by_role("button", name="Play now")).to_be_visible()


def test_a_page_whose_texts_were_not_loaded_is_loaded_again_by_a_button(visit: Visit) -> None:
    stranger = visit(locale="de")
    stranger.expected = [0]
    page = stranger.page
    texts = re.compile(r"/(de|de/common)\.js$")
    page.route(texts, lambda route: route.abort("connectionreset"))
    page.goto("/")
    expect(page.get_by_role("alert")).to_be_visible()
    stranger.check()
    page.unroute(texts)

    page.get_by_role("button", name="Neu laden").click()

    expect(page.get_by_role("button", name="Jetzt spielen")).to_be_visible()
