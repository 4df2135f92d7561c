"""The table in the browser: people play whole games, by hand and by keys, through cuts."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browsing import AT_320_PIXELS, IN_CHROMIUM, PHONE, Visitor
from tests.gateways import switched
from tests.timeouts import eventually
from tests.web.conftest import Visit
from tests.web.tables import (
    Player,
    Seated,
    guest,
    opened,
    play_on,
    reached,
    sat_down,
    seated,
    signed_in,
    started,
)

pytestmark = IN_CHROMIUM

Pair = tuple[Player, Player]
MOVES = 30

KEEP_NETWORK = """
  window.received = [];
  const ask = window.fetch;
  window.fetch = async (...given) => {
    const answer = await ask(...given);
    (async () => {
      const reader = answer.clone().body?.getReader();
      const decoder = new TextDecoder();
      for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
        window.received.push(decoder.decode(part.value, { stream: true }));
      }
    })().catch(() => {});
    return answer;
  };
"""


@pytest.fixture(scope="module")
def pair(shared_server: str) -> Pair:
    return guest(shared_server), guest(shared_server)


def on_turn(pair: Pair, game: str) -> tuple[Player, Player]:
    """Return the guest whose turn it is, then the other."""
    ann, bob = pair
    state = ann.state(game)
    return (ann, bob) if state["to_act"] == state["you"] else (bob, ann)


def an_ask(player: Player, game: str) -> dict[str, Any]:
    """Return a legal ask of a player."""
    actions = player.state(game)["legal_actions"]
    return next(action for action in actions if action["type"] == "ask")


def asks_of(player: Player, game: str) -> list[dict[str, Any]]:
    """Return the asks of a game."""
    return [event for event in player.events(game) if event["type"] == "asked"]


def test_two_browsers_play_a_game_to_its_end(visit: Visit, pair: Pair) -> None:
    ann, bob = pair
    game = started(ann, bob)
    tables = [sat_down(visit, player, game) for player in pair]

    play_on([table.page for table in tables])

    scores = ann.call("GET", f"/games/{game}")["scores"]
    for table in tables:
        shown = table.page.locator(".ending tbody .number")
        expect(shown).to_have_text([str(score) for score in sorted(scores, reverse=True)])
        expect(table.page.get_by_role("button", name="Play again")).to_be_visible()
    tables[0].check()
    tables[0].open("/")
    expect(tables[0].page.get_by_role("button", name="Play now")).to_be_visible()
    expect(tables[0].page.get_by_text("New here?")).to_have_count(0)


@pytest.mark.parametrize(
    ("preset", "overlays"),
    [
        ("bicycle", ["honour", "wild_cards"]),
        ("pagat", ["play_on", "specific_card"]),
        ("classic", ["bluff"]),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else value,
)
def test_two_browsers_play_by_other_rules(
    visit: Visit, pair: Pair, preset: str, overlays: list[str]
) -> None:
    """What their last moves show is drawn as in every game."""
    game = started(*pair, preset, *overlays)
    pages = [sat_down(visit, player, game).page for player in pair]

    moves = play_on(pages, most_moves=MOVES)

    assert moves >= MOVES
    version = pair[0].state(game)["version"]
    for page in pages:
        reached(page, version)


def test_a_player_who_resigned_finds_themselves_in_the_result(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    page = sat_down(visit, pair[0], game).page
    resign = page.get_by_role("button", name="Resign…")
    resign.click()
    expect(page.get_by_role("button", name="Go back")).to_be_focused()
    page.keyboard.press("Escape")
    expect(resign).to_be_focused()

    resign.click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()

    row = page.locator(".ending tbody tr").filter(has_text=pair[0].name)
    expect(row.get_by_text("You", exact=True)).to_be_visible()
    expect(row.get_by_text("left", exact=True)).to_be_visible()
    expect(page.locator(".ending .kind")).to_be_visible()


def test_keys_alone_ask(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    player, other = on_turn(pair, game)
    page = sat_down(visit, player, game).page
    version = player.state(game)["version"]
    rank = an_ask(player, game)["rank"]
    expect(page).to_have_title(re.compile("^● Your turn"))

    for key in (rank.lower(), "1", "Enter"):
        page.keyboard.press(key)

    reached(page, version + 1)
    assert asks_of(other, game)[0]["rank"] == rank
    expect(page.locator("[data-announcements]")).to_contain_text("You ask")


def test_an_ask_whose_answer_is_lost_counts_once(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    player, other = on_turn(pair, game)
    visitor = sat_down(visit, player, game)
    visitor.expected = [0]
    page, version = visitor.page, player.state(game)["version"]
    lost: list[str] = []

    def lose_the_first(route: Route) -> None:
        if lost:
            route.fallback()
        else:
            lost.append(route.fetch().text())
            route.abort("connectionreset")

    page.route("**/ask", lose_the_first)
    page.locator(f"[data-rank='{an_ask(player, game)['rank']}']").click()
    page.get_by_role("button", name=re.compile("^Ask .* for")).last.click()

    reached(page, version + 1)
    expect(page.locator(".action-bar.wait, .action-bar.ask").first).to_be_visible()
    eventually(lambda: lost and page.locator(".action-bar").get_by_text("Sending").count() == 0)
    assert len(asks_of(other, game)) == 1


def test_a_reload_in_the_middle_of_an_ask_loses_nothing(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    player, other = on_turn(pair, game)
    visitor = sat_down(visit, player, game)
    visitor.expected = [0]
    page, version = visitor.page, player.state(game)["version"]
    page.route("**/ask", lambda route: route.abort("connectionreset"))  # it never arrives

    with page.expect_event("requestfailed"):
        page.locator(f"[data-rank='{an_ask(player, game)['rank']}']").click()
        page.get_by_role("button", name=re.compile("^Ask .* for")).last.click()
    page.unroute_all()
    page.reload()

    reached(page, version + 1)
    assert len(asks_of(other, game)) == 1


def test_a_cut_of_the_stream_is_shown_and_heals(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    player, waiting = on_turn(pair, game)
    with switched(player.address) as (address, switch):
        visitor = sat_down(visit, waiting, game, address=address)
        visitor.expected = [0]
        page, version = visitor.page, player.state(game)["version"]
        lost = page.get_by_text("No connection. Trying again; nothing is lost.")
        expect(lost).to_have_count(0)

        switch.turn_off()
        expect(lost).to_be_visible()
        player.call("POST", f"/games/{game}/ask", an_ask(player, game))
        switch.turn_on()

        reached(page, version + 1)
        expect(lost).to_have_count(0)


def test_every_part_of_the_table_is_accessible_at_320_pixels(visit: Visit, pair: Pair) -> None:
    ann, _ = pair
    window, colours = AT_320_PIXELS, "dark"
    lobby = opened(ann, seats=4, visibility="private")
    room = sat_down(visit, ann, lobby, viewport=window, color_scheme=colours)
    expect(room.page.get_by_role("img", name="QR code")).to_be_visible()
    room.check()
    room.page.close()  # a closed private table is not found, also by a page that still shows it
    ann.call("POST", f"/games/{lobby}/leave", {})

    game = started(*pair, "bicycle", "honour", "wild_cards")
    for player in pair:
        seat = sat_down(visit, player, game, viewport=window, color_scheme=colours)
        seat.check()
    game = started(*pair, turn_seconds=120)
    player, waiting = on_turn(pair, game)
    sat_down(visit, waiting, game, viewport=window, color_scheme=colours).check()
    seat = sat_down(visit, player, game, viewport=window, color_scheme=colours)
    seat.page.locator("button.rank-group:not([aria-disabled='true'])").first.click()
    seat.check()
    for button in ("Something went wrong…", "Settings…", "Resign…"):
        seat.page.get_by_role("button", name=button).click()
        expect(seat.page.get_by_role("dialog")).to_be_visible()
        seat.check()
        seat.page.keyboard.press("Escape")
        expect(seat.page.get_by_role("dialog")).to_have_count(0)


def test_a_complaint_is_about_its_move(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    player, _ = on_turn(pair, game)
    version = player.state(game)["version"]
    page = sat_down(visit, player, game).page

    page.get_by_role("button", name=f"Something went wrong at move {version}").click()
    page.get_by_label("What is it about?").select_option("referee_error")
    page.get_by_label("What happened?").fill("<b>I had a seven.</b>")
    page.get_by_role("button", name="Send the complaint").click()

    expect(page.get_by_text("Thank you.")).to_be_visible()
    [dispute] = player.call("GET", f"/games/{game}/disputes")["disputes"]
    assert (dispute["move"], dispute["reason"]) == (version, "referee_error")


def test_the_page_tells_a_player_whom_the_host_removed_and_leads_on(
    visit: Visit, pair: Pair
) -> None:
    ann, bob = pair
    game = opened(ann, seats=3)
    bob.post(f"/games/{game}/join")
    host = sat_down(visit, ann, game)
    removed = sat_down(visit, bob, game, viewport=AT_320_PIXELS)
    expect(removed.page.locator(".chair.taken")).to_have_count(2)

    host.page.get_by_role("button", name="Remove").click()

    expect(removed.page.get_by_role("alert")).to_contain_text("You no longer have a seat")
    removed.check()
    removed.page.get_by_role("link", name="Other tables").click()
    expect(removed.page).to_have_url(re.compile("/lobby$"))


def test_the_host_gives_a_private_game_a_link_for_watchers(visit: Visit, pair: Pair) -> None:
    ann, bob = pair
    game = opened(ann, visibility="private")
    code = ann.call("GET", f"/games/{game}")["join_code"]
    room = sat_down(visit, ann, game, viewport=AT_320_PIXELS).page
    room.get_by_role("button", name="Watchers…").click()
    room.get_by_role("button", name="Make a link").click()
    link = room.get_by_label("Link for watchers").input_value()
    bob.call("POST", f"/games/{game}/join", {"join_code": code})
    host = sat_down(visit, ann, game, viewport=AT_320_PIXELS, color_scheme="dark")
    other = sat_down(visit, bob, game, permissions=["clipboard-read", "clipboard-write"]).page
    watching = visit()

    other.get_by_role("button", name="Watchers…").click()
    other.get_by_role("button", name="Copy").click()
    expect(other.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    expect(other.get_by_role("button", name="Revoke")).to_have_count(0)
    assert other.evaluate("navigator.clipboard.readText()") == link
    watching.page.goto(link)
    expect(watching.page.locator(".play .seat")).to_have_count(2)

    host.page.get_by_role("button", name="Watchers…").click()
    host.check()
    host.page.get_by_role("button", name="New link").click()
    shown = host.page.get_by_label("Link for watchers")
    expect(shown).not_to_have_value(link)
    assert shown.input_value().endswith(ann.call("GET", f"/games/{game}")["watch_code"])
    host.page.get_by_role("button", name="Revoke").click()
    expect(shown).to_have_count(0)
    assert ann.call("GET", f"/games/{game}")["watch_code"] is None


def test_a_seat_never_receives_a_card_that_it_could_not_know(visit: Visit, pair: Pair) -> None:
    ann, bob = pair
    game = started(*pair)
    visitor = visit()
    visitor.context.add_init_script(KEEP_NETWORK)
    visitor.context.add_init_script(f"localStorage.setItem('gofish.token', '{ann.token}')")
    visitor.open(f"/games/{game}")
    page = visitor.page
    expect(page.locator(".play")).to_be_visible()

    for _ in range(8):
        player, _ = on_turn(pair, game)
        if player.state(game)["phase"] == "over":
            break
        version = player.state(game)["version"]
        player.call("POST", f"/games/{game}/ask", an_ask(player, game))
        reached(page, version + 1)
        assert leaked(page, hidden_from(ann, bob, game)) == []


def hidden_from(ann: Player, bob: Player, game: str) -> set[str]:
    """Return the cards of Bob's hand that were never shown to Ann, by what Bob knows."""
    you = ann.state(game)["you"]
    seen: set[str] = set()
    for event in bob.events(game):
        if event["type"] in ("cards_given", "book_made"):
            seen.update(event["cards"])
        if event["type"] == "card_drawn" and event["public"]:
            seen.add(event["card"])
    state = bob.state(game)
    return set(state["seats"][1 - you]["hand"]) - seen


def leaked(page: Page, hidden: set[str]) -> list[str]:
    """Return which of the cards the page holds: in its elements, storage or network log."""
    held = page.evaluate(
        """() => [
          document.documentElement.outerHTML,
          JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }),
          ...window.received,
        ].join("\\n")"""
    )
    assert hidden
    assert json.dumps("version")[1:-1] in held  # the log is not empty
    return [card for card in sorted(hidden) if f'"{card}"' in held or f"'{card}'" in held]


def test_an_emote_is_seen_by_the_other_player(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    tables = [sat_down(visit, player, game) for player in pair]

    tables[0].page.get_by_role("button", name="Say…").click()
    tables[0].page.get_by_role("button", name="Good luck!").click()

    for table in tables:
        expect(table.page.locator(".emote")).to_have_text("Good luck!")


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


def test_a_rematch_is_offered_and_accepted_by_one_tap(visit: Visit, shared_server: str) -> None:
    over = seated(shared_server, NAMES[:2])
    over.play(seed=5)
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


def test_offline_is_announced_with_what_still_works(visit: Visit, shared_server: str) -> None:
    game = seated(shared_server, NAMES[:2])
    visitor = at_turn(visit, game)
    visitor.expected = [0]
    page = visitor.page
    announced = page.locator("[data-announcements]")
    rank = legal_rank(page)

    visitor.context.set_offline(True)
    expect(announced).to_contain_text("You are offline. Nothing is lost", timeout=1_000)
    expect(page.locator(".offline")).to_be_visible()
    page.locator(f"[data-rank='{rank}']").click()
    page.locator(".action-bar .ask-buttons button").first.click()
    expect(announced).to_contain_text("Still sending", timeout=2_000)

    visitor.context.set_offline(False)
    expect(page.locator(".offline")).to_have_count(0)
    expect(page.locator(".action-bar").get_by_text("Still sending")).to_have_count(0)


@pytest.mark.parametrize("seats", [2, 6])
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


def test_the_hand_is_reached_first_on_a_phone_with_text_at_200_percent(
    visit: Visit, pair: Pair
) -> None:
    game = started(*pair)
    visitor = signed_in(visit, on_turn(pair, game)[0], viewport=PHONE)
    visitor.context.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
    )
    visitor.open(f"/games/{game}")
    page = visitor.page

    expect(page.locator(".hand .card").last).to_be_in_viewport()
    visitor.check()
    page.locator(".others").scroll_into_view_if_needed()
    covered = page.evaluate(
        "document.querySelector('.middle').getBoundingClientRect().bottom"
        " > document.querySelector('.own').getBoundingClientRect().top"
    )
    assert not covered


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
