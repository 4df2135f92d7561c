"""The table in the browser: people play whole games, by hand and by keys, through cuts."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browsing import AT_320_PIXELS, IN_CHROMIUM, PHONE
from tests.gateways import switched
from tests.patience import eventually
from tests.web.conftest import Visit
from tests.web.tables import Player, guest, opened, play_out, reached, sat_down, started

pytestmark = IN_CHROMIUM

Pair = tuple[Player, Player]

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


@pytest.mark.parametrize(
    ("preset", "overlays"),
    [
        ("classic", []),
        *(
            pytest.param(preset, overlays, marks=pytest.mark.slow)
            for preset, overlays in [
                ("bicycle", ["honour", "wild_cards"]),
                ("bicycle", []),
                ("bicycle_authors", []),
                ("pairs", []),
                ("pagat", []),
                ("pagat_authors", []),
                ("classic", ["pairs", "open_hand"]),
                ("classic", ["wild_cards", "fish_penalty"]),
                ("classic", ["pointed_questions"]),
                ("classic", ["bluff"]),
                ("pagat", ["play_on", "specific_card"]),
                ("pairs", ["honour"]),
                ("pagat", ["series"]),
            ]
        ),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else value,
)
def test_two_browsers_play_a_game_to_its_end(
    visit: Visit, pair: Pair, preset: str, overlays: list[str]
) -> None:
    ann, bob = pair
    game = started(ann, bob, preset, *overlays)
    tables = [sat_down(visit, player, game) for player in pair]

    play_out([table.page for table in tables])

    scores = ann.call("GET", f"/games/{game}")["scores"]
    for table in tables:
        shown = table.page.locator(".ending tbody .number")
        expect(shown).to_have_text([str(score) for score in sorted(scores, reverse=True)])
        expect(table.page.get_by_role("button", name="Play again")).to_be_visible()
    tables[0].check()
    tables[0].open("/")
    expect(tables[0].page.get_by_role("button", name="Play now")).to_be_visible()
    expect(tables[0].page.get_by_text("New here?")).to_have_count(0)


def test_a_player_who_resigned_finds_themselves_in_the_result(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    page = sat_down(visit, pair[0], game).page
    resign = page.get_by_role("button", name="Resign…")
    resign.click()
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    expect(resign).to_be_focused()

    resign.click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()

    row = page.locator(".ending tbody tr").filter(has_text=pair[0].name)
    expect(row.get_by_text("You", exact=True)).to_be_visible()
    expect(row).to_contain_text("has left")


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


def test_two_taps_ask_in_either_order(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    player, _ = on_turn(pair, game)
    page = sat_down(visit, player, game, has_touch=True, viewport=PHONE).page
    version = player.state(game)["version"]

    page.get_by_role("list", name="Other players").get_by_role("button").tap()
    page.locator(f"[data-rank='{an_ask(player, game)['rank']}']").tap()

    reached(page, version + 1)


def test_what_is_not_legal_says_why(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    _, waiting = on_turn(pair, game)
    page = sat_down(visit, waiting, game).page

    expect(page.locator(".action-bar")).to_contain_text("Waiting for")
    expect(page.locator("button.rank-group")).to_have_count(0)
    expect(page).not_to_have_title(re.compile("Your turn"))


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


def test_a_tab_that_slept_in_the_middle_of_an_ask_shows_the_newest_position_once(
    visit: Visit, pair: Pair
) -> None:
    game = started(*pair)
    player, other = on_turn(pair, game)
    with switched(player.address) as (address, switch):
        visitor = sat_down(visit, player, game, address=address)
        visitor.expected = [0]
        page, version = visitor.page, player.state(game)["version"]
        held: list[Route] = []
        page.route("**/ask", lambda route: held.append(route))
        page.evaluate("window.isSamePage = true")
        tab, pauses = visitor.context.new_cdp_session(page), list[Any]()
        tab.on("Debugger.paused", lambda pause: pauses.append(pause))
        tab.send("Debugger.enable")
        page.locator(f"[data-rank='{an_ask(player, game)['rank']}']").click()
        with page.expect_request("**/ask"):
            page.get_by_role("button", name=re.compile("^Ask .* for")).last.click()

        tab.send("Debugger.pause")  # no script runs from here on, as in a tab that sleeps
        held[0].continue_()
        eventually(lambda: player.state(game)["version"] == version + 1)
        for _ in range(3):
            asking, _ = on_turn(pair, game)
            asking.call("POST", f"/games/{game}/ask", an_ask(asking, game))
        eventually(lambda: visitor.context.cookies() == [] and pauses)  # the call takes events in
        switch.turn_off()
        switch.turn_on()
        page.unroute_all()
        tab.send("Debugger.disable")

        reached(page, version + 4)
        assert page.evaluate("window.isSamePage")
        assert len(asks_of(other, game)) == 4
        numbers = page.locator(".moves li").evaluate_all("all => all.map((each) => each.value)")
        assert numbers[:4] == [version + 4, version + 3, version + 2, version + 1]
        assert len(set(numbers)) == len(numbers)
        expect(page.locator(".action-bar").get_by_text("Sending")).to_have_count(0)


def test_two_tabs_stay_consistent(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    player, other = on_turn(pair, game)
    visitor = sat_down(visit, player, game)
    version = player.state(game)["version"]
    second = visitor.new_page()
    second.goto(f"/games/{game}")
    reached(second, version)

    visitor.page.locator(f"[data-rank='{an_ask(player, game)['rank']}']").click()
    visitor.page.get_by_role("button", name=re.compile("^Ask .* for")).last.click()

    reached(visitor.page, version + 1)
    reached(second, version + 1)
    assert len(asks_of(other, game)) == 1


def test_cards_fly_unless_motion_is_reduced(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    count = "window.flown = 0; new MutationObserver((all) => { for (const { addedNodes } of all) "
    count += (
        "for (const node of addedNodes) if (node.classList?.contains('flying')) window.flown++; })"
    )
    count += ".observe(document, { childList: true, subtree: true })"
    still, moving = (
        sat_down(visit, player, game, reduced_motion=motion).page
        for player, motion in zip(pair, ("reduce", "no-preference"), strict=True)
    )
    for page in (still, moving):
        page.evaluate(count)
    player, _ = on_turn(pair, game)
    version = player.state(game)["version"]

    player.call("POST", f"/games/{game}/ask", an_ask(player, game))

    for page in (still, moving):
        reached(page, version + 1)
    assert moving.evaluate("window.flown") > 0
    assert still.evaluate("window.flown") == 0


@pytest.mark.parametrize(
    ("window", "colours"),
    [
        pytest.param(AT_320_PIXELS, "dark", id="320"),
    ],
)
def test_every_part_of_the_table_is_accessible(
    visit: Visit, pair: Pair, window: dict[str, int], colours: str
) -> None:
    ann, _ = pair
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


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_emotes_and_aids_are_accessible(visit: Visit, pair: Pair, colours: str) -> None:
    game = started(*pair, aids=True)
    player, _ = on_turn(pair, game)
    seat = sat_down(visit, player, game, viewport=AT_320_PIXELS, color_scheme=colours)
    seat.page.get_by_role("button", name="Settings…").click()
    seat.page.get_by_label("Show what I could know").check()
    seat.check()
    seat.page.keyboard.press("Escape")

    player.call("POST", f"/games/{game}/ask", an_ask(player, game))
    expect(seat.page.locator(".known")).to_be_visible()
    seat.check()
    seat.page.get_by_role("button", name="Say…").click()
    expect(seat.page.get_by_role("list", name="Say…")).to_be_in_viewport(ratio=1)
    seat.check()
    seat.page.get_by_role("button", name="Good luck!").click()
    expect(seat.page.locator(".emote")).to_be_visible()
    seat.check()


def test_long_texts_fit_at_320_pixels(visit: Visit, pair: Pair) -> None:
    game = opened(pair[0], seats=3, bots=["memory"], turn_seconds=120, aids=True)
    pair[1].call("POST", f"/games/{game}/join", {})
    for player in pair:
        seat = sat_down(visit, player, f"{game}?lang=pseudo", viewport=AT_320_PIXELS)
        expect(seat.page.locator("html")).to_have_attribute("dir", "rtl")
        seat.check()
        seat.page.locator(".emote-button").click()
        seat.check()


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


def test_the_waiting_room_fills_with_a_guest_and_a_bot(visit: Visit, pair: Pair) -> None:
    ann, bob = pair
    game = opened(ann, seats=3)
    host = sat_down(visit, ann, game, permissions=["clipboard-write"])
    joining = sat_down(visit, bob, game)

    host.page.get_by_role("button", name="Copy").click()
    expect(host.page.locator(".share .hint")).to_have_text("Copied.")
    joining.page.get_by_role("button", name="Take a seat").click()
    expect(host.page.locator(".chair.taken")).to_have_count(2)
    expect(joining.page.locator(".share")).to_be_visible()  # a full table has no link to read
    host.page.get_by_role("button", name="Seat a bot").click()

    for visitor in (host, joining):
        expect(visitor.page.locator(".play")).to_be_visible()
        assert visitor.faults == []


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


def test_an_emote_is_seen_by_the_other_player(visit: Visit, pair: Pair) -> None:
    game = started(*pair)
    tables = [sat_down(visit, player, game) for player in pair]

    tables[0].page.get_by_role("button", name="Say…").click()
    tables[0].page.get_by_role("button", name="Good luck!").click()

    for table in tables:
        expect(table.page.locator(".emote")).to_have_text("Good luck!")


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
