"""The table as people use it: without a mouse, offline, on small and large screens, to its end."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browsing import IN_CHROMIUM, PHONE, Visitor
from tests.web.conftest import Visit
from tests.web.tables import guest, opened, reached, sat_down, signed_in, started
from tests.web.watched import Seated, seated

pytestmark = IN_CHROMIUM

NAMES = ("Ann", "Bartholomew", "Cleo", "Dagmar", "Evangeline", "Finn")
WINDOWS = [{"width": 1280, "height": 800}, {"width": 1366, "height": 768}, PHONE]
FITS = """() => {
  const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
  const boxes = [...document.querySelectorAll(".seat .says")].map((each) => each.getBoundingClientRect());
  const hidden = boxes.filter((box) => [...document.querySelectorAll(".seat .place, .own, .middle")]
    .map((each) => each.getBoundingClientRect())
    .some((other) => box.top < other.bottom - 1 && other.top < box.bottom - 1
      && box.left < other.right && other.left < box.right));
  const cut = [...document.querySelectorAll(".seat .name, .ask-buttons button, .who .name")]
    .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1);
  return { cut: cut.map((each) => each.textContent.trim()), play: bottom(".play"), hand: document.querySelector(".hand").getBoundingClientRect().top,
    hidden: hidden.length, window: innerHeight };
}"""
SETTLED = f"""async ([width, height]) => {{
  const fits = {FITS};
  let same = 0;
  for (let before = "", frames = 0; same < 10 && frames < 600; frames++) {{
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = JSON.stringify(fits());
    same = now === before && innerWidth === width && innerHeight === height ? same + 1 : 0;
    before = now;
  }}
  return same === 10;
}}"""
KEEP_TONES = """
  window.tones = 0;
  const Tone = window.OscillatorNode;
  window.OscillatorNode = class extends Tone { constructor(...given) { super(...given); window.tones++; } };
"""


@pytest.fixture(scope="module")
def over(shared_server: str) -> Seated:
    game = seated(shared_server, NAMES[:2])
    game.play(seed=5)
    return game


def at_turn(visit: Visit, game: Seated, **context: Any) -> Visitor:
    """Return a visitor at the table whose turn it is."""
    player = game.players[game.read("/state")["to_act"]]
    return sat_down(visit, player, game.id, **context)


def legal_rank(page: Page) -> str:
    """Return a rank that the player may ask for."""
    held = page.locator("button.rank-group:not([aria-disabled='true'])").first
    rank: str | None = held.get_attribute("data-rank")
    assert rank is not None
    return rank


def test_the_address_of_a_private_table_is_its_invitation(visit: Visit, shared_server: str) -> None:
    ann = guest(shared_server)
    game = opened(ann, seats=3, visibility="private")
    code = ann.get(f"/games/{game}")["join_code"]
    host = sat_down(visit, ann, game).page
    expect(host).to_have_url(re.compile(f"/games/{game}#code={code}$"))
    host.set_viewport_size(PHONE)  # type: ignore[arg-type]
    expect(host.get_by_role("button", name="Copy")).to_be_in_viewport()

    by_address, by_code = visit(), visit()
    by_code.expected = [404]
    by_address.open(host.url.removeprefix(shared_server))
    by_address.page.get_by_role("button", name="Take a seat").click()
    expect(by_address.page.locator(".waiting-room")).to_be_visible()

    by_code.open(f"/games/{game}")
    by_code.page.get_by_label("Code of the table").fill(code)
    by_code.check()
    by_code.page.get_by_role("button", name="To the table").click()
    by_code.page.get_by_role("button", name="Take a seat").click()
    expect(by_code.page.locator(".play")).to_be_visible()
    expect(host.locator(".play")).to_be_visible()


def test_a_rematch_is_offered_and_accepted_by_one_tap(visit: Visit, over: Seated) -> None:
    ann, bob = over.players
    page = signed_in(visit, bob)
    page.open(over.path)
    expect(page.page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.page.locator(".ending .story li").first).to_be_visible()

    ann.post(f"{over.path}/rematch")

    wanted = f"Ann ({ann.name}) wants a rematch."
    expect(page.page.locator(".wants-rematch")).to_have_text(wanted, timeout=4_000)
    expect(page.page.locator("[data-announcements]")).to_contain_text(wanted)
    page.check()
    page.page.get_by_role("button", name="Accept the rematch").click()
    expect(page.page.locator(".play:not(.over)")).to_be_visible()


def test_the_end_tells_the_game_and_gives_a_picture(visit: Visit, over: Seated) -> None:
    winner = over.players[over.read("")["winners"][0]]
    visitor = signed_in(visit, winner, permissions=["clipboard-read", "clipboard-write"])
    visitor.open(over.path)
    page = visitor.page
    expect(page.locator(".ending.won")).to_be_visible()
    expect(page.locator(".celebration")).to_be_hidden()  # motion is reduced
    expect(page.get_by_role("list", name="The game in three sentences")).to_contain_text("steal")

    with page.expect_download() as kept:
        page.get_by_role("button", name="Picture").click()
    assert kept.value.path().read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".ending .actions .hint").first).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"{over.path}/replay")


def test_the_focus_stays_at_the_table_when_one_asks_by_keyboard(
    visit: Visit, shared_server: str
) -> None:
    game = seated(shared_server, NAMES[:3])
    visitor = at_turn(visit, game)
    page = visitor.page
    version = game.read("/state")["version"]
    page.locator(f"[data-rank='{legal_rank(page)}']").focus()

    page.keyboard.press("Enter")
    expect(page.locator(".action-bar .ask-buttons button").first).to_be_focused()
    page.keyboard.press("Enter")

    reached(page, version + 1)
    assert page.evaluate("document.activeElement.closest('.own') !== null")
    visitor.check()


def test_past_moves_are_one_tab_stop(visit: Visit, shared_server: str) -> None:
    game = seated(shared_server, NAMES[:2])
    game.play(actions=4)
    visitor = sat_down(visit, game.players[0], game.id)
    page, reports = visitor.page, visitor.page.locator(".moves .report")
    expect(reports.nth(2)).to_be_visible()
    expect(page.locator(".moves .report[tabindex='0']")).to_have_count(1)

    reports.first.focus()
    page.keyboard.press("ArrowDown")

    expect(reports.nth(1)).to_be_focused()
    expect(reports.nth(1)).to_have_attribute("tabindex", "0")
    expect(page.locator(".moves .report[tabindex='0']")).to_have_count(1)
    visitor.check()


def test_the_history_says_that_it_is_still_read(visit: Visit, shared_server: str) -> None:
    """The first long read after the start of a server takes seconds."""
    game = seated(shared_server, NAMES[:2])
    game.play(actions=4)
    visitor = signed_in(visit, game.players[0])
    visitor.expected = [404]
    page = visitor.page
    held: list[Route] = []
    page.route("**/moves?*", lambda route: held.append(route))
    visitor.open(game.path)
    history = page.get_by_role("region", name="What happened")

    expect(history.get_by_text("Loading")).to_be_visible()
    expect(history.get_by_role("button", name="Earlier moves")).to_have_count(0)
    visitor.check()
    held[0].fulfill(status=404, json={"code": "game_not_found", "status": 404})

    expect(history.get_by_role("button", name="Earlier moves")).to_be_visible()
    page.unroute_all()
    history.get_by_role("button", name="Earlier moves").click()
    expect(history.get_by_role("listitem").nth(3)).to_be_visible()
    expect(history.get_by_text("Loading")).to_have_count(0)


def test_offline_is_announced_with_what_still_works(visit: Visit, shared_server: str) -> None:
    game = seated(shared_server, NAMES[:2])
    visitor = at_turn(visit, game)
    visitor.expected = [0]
    page = visitor.page
    announced = page.locator("[data-announcements]")
    rank = legal_rank(page)

    visitor.context.set_offline(True)
    expect(announced).to_contain_text("You are offline. What is on this page stays", timeout=1_000)
    expect(page.locator(".offline")).to_be_visible()
    page.locator(f"[data-rank='{rank}']").click()
    page.locator(".action-bar .ask-buttons button").first.click()
    expect(announced).to_contain_text("Still sending", timeout=2_000)

    visitor.context.set_offline(False)
    expect(page.locator(".offline")).to_have_count(0)
    expect(page.locator(".action-bar").get_by_text("Still sending")).to_have_count(0)


def test_the_key_of_a_rank_that_one_lacks_says_so(visit: Visit, shared_server: str) -> None:
    game = seated(shared_server, NAMES[:2])
    page = at_turn(visit, game).page
    state = game.read("/state")
    hand = game.read("/state", seat=state["to_act"])["seats"][state["to_act"]]["hand"]
    lacking = next(rank for rank in "23456789TJQKA" if rank not in {card[0] for card in hand})

    page.keyboard.press(lacking.lower())

    expect(page.get_by_role("alert")).to_contain_text("You hold no")


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.slow), 6])
def test_the_whole_table_fits_without_scrolling(
    visit: Visit, shared_server: str, seats: int
) -> None:
    game = seated(shared_server, NAMES[:seats])
    game.play(actions=6, seed=3)
    visitor = at_turn(visit, game)
    page = visitor.page
    for window in WINDOWS:
        page.set_viewport_size(window)  # type: ignore[arg-type]
        # Chromium lays the page out for the new window some frames later.
        assert page.evaluate(SETTLED, list(window.values())), window
        rank = page.locator(f"[data-rank='{legal_rank(page)}']")
        before = page.evaluate(FITS)
        rank.click()
        expect(rank).to_have_attribute("aria-pressed", "true")
        after = page.evaluate(FITS)
        visitor.check()

        assert after["play"] <= after["window"], (window, after)
        assert (before["hidden"], after["hidden"]) == (0, 0), window
        assert abs(after["hand"] - before["hand"]) <= 2, window  # pixels
        assert [name for name in after["cut"] if len(name) <= 10] == [], window
        page.keyboard.press("Escape")


def test_six_places_fit_a_phone_while_another_plays(visit: Visit, shared_server: str) -> None:
    game = seated(shared_server, NAMES, turn_seconds=600)
    game.play(actions=6, seed=3)
    waiting = game.players[(game.read("/state")["to_act"] + 1) % len(NAMES)]
    moving = {"viewport": PHONE, "reduced_motion": "no-preference"}
    page = sat_down(visit, waiting, game.id, **moving).page

    game.play(actions=10, seed=5)
    expect(page.get_by_role("button", name="Show the newest")).to_be_visible()
    fits = page.evaluate(FITS)

    assert fits["play"] <= fits["window"]


def test_a_clock_of_many_hours_covers_no_flag(visit: Visit, shared_server: str) -> None:
    game = seated(shared_server, NAMES, turn_seconds=86_400)
    to_act = game.read("/state")["to_act"]
    page = sat_down(visit, game.players[to_act - 1], game.id, viewport=PHONE).page
    clock, flag = page.locator(".place .clock"), page.locator(".place .flag")

    expect(clock).to_have_text("24h")
    end = clock.evaluate("element => element.getBoundingClientRect().right")
    assert end <= flag.evaluate("element => element.getBoundingClientRect().left")


def test_a_name_of_ten_letters_is_whole_in_the_narrowest_place(
    visit: Visit, shared_server: str
) -> None:
    game = seated(shared_server, NAMES)
    visitor = sat_down(visit, game.players[1], game.id, viewport=PHONE)  # Evangeline is third

    fits = visitor.page.evaluate(FITS)

    assert [name for name in fits["cut"] if len(name) <= 10] == []
    visitor.check()


def test_moves_sound_until_the_player_mutes_the_table(visit: Visit, shared_server: str) -> None:
    ann, bob = guest(shared_server), guest(shared_server)
    game = started(ann, bob)
    state = ann.state(game)
    asking, other = (ann, bob) if state["to_act"] == state["you"] else (bob, ann)
    visitor = signed_in(visit, other)
    visitor.context.add_init_script(KEEP_TONES)
    visitor.open(f"/games/{game}")
    page = visitor.page
    expect(page.locator(".play")).to_be_visible()
    mute = page.get_by_role("button", name="Sounds")
    expect(mute).to_have_attribute("aria-pressed", "true")

    def ask() -> None:
        action = next(each for each in asking.state(game)["legal_actions"] if each["type"] == "ask")
        asking.post(f"/games/{game}/ask", target=action["target"], rank=action["rank"])
        reached(page, asking.state(game)["version"])

    page.locator(".play .middle").click()  # browsers allow sounds after a gesture
    ask()
    page.wait_for_function("window.tones > 0")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")
    heard = page.evaluate("window.tones")
    if asking.state(game)["to_act"] == asking.state(game)["you"]:
        ask()
        assert page.evaluate("window.tones") == heard
    visitor.check()


def test_the_keys_work_at_once_after_the_start_page(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    page = visitor.page
    page.get_by_role("button", name="Play now").press("Enter")

    expect(page.locator(".play")).to_be_visible()

    assert page.evaluate("document.activeElement.closest('main') !== null")
    visitor.check()


def test_a_lost_network_and_the_players_to_ask_move_no_card(
    visit: Visit, shared_server: str
) -> None:
    game = seated(shared_server, NAMES)
    visitor = at_turn(visit, game, viewport=PHONE)
    visitor.expected = [0]
    page = visitor.page
    before = page.evaluate(FITS)

    visitor.context.set_offline(True)
    expect(page.locator(".offline")).to_be_visible()
    page.locator(f"[data-rank='{legal_rank(page)}']").click()

    after = page.evaluate(FITS)
    assert abs(after["hand"] - before["hand"]) <= 2  # pixels
    assert after["play"] <= after["window"]
    visitor.check()


def test_the_places_break_no_name_on_a_phone(visit: Visit, shared_server: str) -> None:
    first = seated(shared_server, ("Evangeline", "Finn"))
    first.play(seed=2)
    again = first.command("rematch", seat=0)["state"]["game"]
    first.players[1].post(f"/games/{again}/join")
    second = first._replace(id=again)
    second.play(seed=3)
    visitor = signed_in(visit, first.players[1], viewport=PHONE, locale="en")
    visitor.open(second.path)
    page = visitor.page
    expect(page.get_by_role("columnheader", name="Wins in 2 games")).to_be_visible()

    name = page.locator(".ending tbody .name").filter(has_text="Finn")
    assert name.evaluate("name => name.getClientRects().length") == 1
    visitor.check()
