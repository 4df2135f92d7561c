"""The start views: a stranger plays at once, meets people, and keeps or forgets a guest."""

import re
from itertools import count, pairwise
from random import Random
from typing import Any

import httpx
from playwright.sync_api import Page, Route, expect

from games.bots.levels import choose
from games.bots.local_game import LocalGame
from games.engine.rule_sets import compose
from tests.browsing import IN_CHROMIUM, PHONE
from tests.web.conftest import Visit
from tests.web.tables import (
    PASSWORD,
    PLAY,
    STORE_TOKEN,
    guest,
    member,
    opened,
    play_on,
    signed_in,
)

pytestmark = IN_CHROMIUM

API = "/api/v1"
AT_A_GAME = re.compile(r"/games/[A-Za-z0-9_-]{11}$")
NEXT_PASSWORD = "four-halibuts-dance"
_numbers = count()


def token_of(page: Page) -> str | None:
    token: str | None = page.evaluate("localStorage.getItem('gofish.token')")
    return token


def refuse(page: Page, path: str, status: int, code: str, **headers: str) -> None:
    """Have the server refuse requests for a path below the API."""
    problem = {"code": code, "status": status, "title": code, "detail": code}

    def answer(route: Route) -> None:
        route.fulfill(status=status, json=problem, headers=headers)

    page.route(f"**{API}{path}", answer)


# --- playing --------------------------------------------------------------------------------------


def test_a_stranger_plays_with_one_click_and_finds_the_table_remembered(visit: Visit) -> None:
    stranger = visit()
    page = stranger.page
    stranger.open("/")
    page.get_by_role("button", name="Change").click()
    page.get_by_role("group", name="Players, you included").get_by_label("4").check()
    page.get_by_role("group", name="How well the bots play").get_by_label("Strong").check()
    expect(page.get_by_text("Also concludes from refusals")).to_be_visible()
    page.get_by_label("Rules").select_option("Pairs")
    expect(page.get_by_text("Everyone may watch.")).to_be_visible()
    page.get_by_role("group", name="Who may watch").get_by_label("Only me").check()
    stranger.check()

    page.get_by_role("button", name="Play now").click()

    expect(page).to_have_url(AT_A_GAME)
    token = token_of(page)
    headers = {"Authorization": f"Bearer {token}"}
    game = httpx.get(
        f"{stranger.address}{API}/games/{page.url.rpartition('/')[2]}", headers=headers
    ).json()
    assert (game["preset"], game["seats"], game["visibility"]) == ("pairs", 4, "private")
    assert [player["bot"] for player in game["players"]] == [None, "expert", "expert", "expert"]
    stranger.open("/")
    expect(page.get_by_text("Pairs, against 3 bots (Strong). Only you")).to_be_visible()
    assert token_of(page) == token


# --- people ---------------------------------------------------------------------------------------


def test_two_strangers_meet_by_quick_match(visit: Visit) -> None:
    first, second = visit(), visit()
    for person in (first, second):
        person.open("/match")
        person.page.get_by_role("group", name="Players").get_by_label("2").check()
        person.page.get_by_label("Rules").select_option("Authors by rank")

    first.page.get_by_role("button", name="Find a table").click()
    expect(first.page.get_by_role("heading")).to_have_text("Looking for players")
    expect(first.page.get_by_role("progressbar")).to_be_visible()
    first.check()
    second.page.get_by_role("button", name="Find a table").click()

    expect(first.page).to_have_url(AT_A_GAME)
    expect(second.page).to_have_url(first.page.url)


def test_an_invitation_link_opens_the_table_and_no_code_reaches_a_server_log(
    visit: Visit, shared_server: str
) -> None:
    host = guest(shared_server)
    game = opened(host, visibility="private")
    link = host.get(f"/games/{game}/invitation_link")
    stranger = visit()
    asked: list[str] = []
    stranger.page.on("request", lambda request: asked.append(request.url))

    stranger.open(link["url"].removeprefix(shared_server))
    heading = stranger.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("A table waits for you")
    stranger.check()
    stranger.page.get_by_role("button", name="Take a seat").click()

    expect(stranger.page).to_have_url(f"{stranger.address}/games/{game}")
    assert not [url for url in asked if link["join_code"] in url.partition("#")[0]]


def test_an_invitation_arrives_and_is_declined_with_a_reason(
    visit: Visit, shared_server: str
) -> None:
    host, player = guest(shared_server), guest(shared_server)
    visitor = signed_in(visit, player)
    page = visitor.page
    visitor.open("/me/games")
    game = opened(host, visibility="private")

    host.post(f"/games/{game}/invitations", player=player.name)

    invitation = page.get_by_role("listitem").filter(has_text=f"({host.name}) invites you.")
    expect(invitation).to_be_visible()
    visitor.check()
    invitation.get_by_role("button", name="Decline").click()
    invitation.get_by_label("Why not?").select_option("Not this time limit")
    invitation.get_by_role("button", name="Decline").click()
    expect(invitation).to_have_count(0)
    [sent] = host.get(f"/games/{game}/invitations")["invitations"]
    assert sent["reason"] == "clock"

    inbox = signed_in(visit, host)
    inbox.open("/me/notices")
    expect(inbox.page.get_by_text("1 unread notice")).to_be_attached()
    expect(inbox.page.get_by_text("declined your invitation")).to_contain_text(
        "Not this time limit"
    )
    inbox.check()
    inbox.page.get_by_role("button", name="Mark all as read").click()
    expect(inbox.page.get_by_text("1 unread notice")).to_have_count(0)


# --- accounts -------------------------------------------------------------------------------------


def test_a_guest_becomes_an_account_and_is_forgotten_here(visit: Visit, shared_server: str) -> None:
    player = guest(shared_server)
    name = f"Nora{next(_numbers)}"
    visitor = visit()
    page = visitor.page
    visitor.expected = [422, 401]
    visitor.open("/")
    page.evaluate(STORE_TOKEN, player.token)
    visitor.open("/me")

    page.get_by_label("Choose a username").fill(name)
    page.get_by_label("Choose a password").fill("password")
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_role("alert")).to_contain_text("too easy to guess")
    visitor.check()
    page.get_by_label("Choose a password").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_role("status")).to_contain_text("Your account is ready.")
    page.get_by_label("Your name").fill("Nora of Oz")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Nora of Oz {name}")
    expect(page.get_by_role("main").get_by_text("Saved.")).to_be_visible()
    page.get_by_role("button", name="Forget me here").click()
    page.get_by_role("button", name="Yes, forget me here").click()

    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert page.evaluate("Object.keys(localStorage)") == []
    visitor.open("/sign-in")
    page.get_by_label("Username", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill("wrong-password")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("The username or the password is wrong.")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{visitor.address}/me/games")
    expect(page.get_by_role("link", name=name)).to_be_visible()


# --- faults ---------------------------------------------------------------------------------------


def test_a_refusal_is_a_sentence_with_a_way_out(visit: Visit) -> None:
    stranger = visit()
    stranger.expected = [429]
    page = stranger.page
    refuse(page, "/games", 429, "rate_limited", **{"Retry-After": "60"})
    stranger.open("/")

    page.get_by_role("button", name="Play now").click()

    fault = page.get_by_role("alert")
    expect(fault).to_contain_text("Too many requests. Wait 60 s")
    stranger.check()
    page.unroute(f"**{API}/games")
    fault.get_by_role("button", name="Try again").click()
    expect(page).to_have_url(AT_A_GAME)


def test_a_token_revoked_while_a_page_is_open_signs_it_out_once(
    visit: Visit, shared_server: str
) -> None:
    player = guest(shared_server)
    visitor = signed_in(visit, player)
    visitor.expected = [401]
    page = visitor.page
    refused: list[int] = []
    page.on("response", lambda response: refused.append(response.status))
    with page.expect_response(f"**{API}/me/stream"):
        visitor.open("/lobby")
    expect(page.get_by_role("link", name=player.name)).to_be_visible()
    # Each request that the server answers later is refused: the page waits for none.
    expect(page.locator(".lobby .loading")).to_have_count(0)
    expect(
        page.get_by_label("Rules").get_by_role("option", name="Authors", exact=True)
    ).to_have_count(1)

    player.call("DELETE", "/tokens")

    expect(page.get_by_text("This device was signed out")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert token_of(page) is None
    assert refused.count(401) <= 1


def test_no_name_reaches_the_page_as_markup(visit: Visit, shared_server: str) -> None:
    host = guest(shared_server)
    game = opened(host)
    hostile = "<img src=x onerror=alert(1)>"
    stranger = visit()
    page = stranger.page

    def answer(route: Route) -> None:
        listed = route.fetch().json()
        for entry in listed["results"]:
            entry["players"][0]["display_name"] = hostile
        route.fulfill(json=listed)

    page.route(f"**{API}/games?*", answer)
    stranger.open("/lobby")

    expect(page.get_by_text(hostile).first).to_be_visible()
    assert page.locator("[src=x]").count() == 0
    assert game


def test_the_lobby_waits_for_a_slow_answer(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.clock.install()
    held: list[Route] = []
    page.route(f"**{API}/games?*", lambda route: held.append(route))
    with page.expect_request(f"**{API}/games?*"):
        visitor.open("/lobby")

    page.clock.run_for(11_000)

    assert len(held) == 1
    held[0].continue_()
    page.unroute_all()
    expect(page.locator(".lobby .loading")).to_have_count(0)


def test_a_table_appears_in_the_open_lobby_and_a_stranger_sits_down(
    visit: Visit, shared_server: str
) -> None:
    host = guest(shared_server)
    stranger = visit()
    page = stranger.page
    stranger.open("/lobby")
    page.get_by_label("Rules").select_option("Authors")
    page.get_by_label("Time for each move").select_option("With a time limit")
    page.get_by_label("People only").check()

    opened(host, "bicycle_authors", seats=3, allow_bots=False)
    game = opened(host, "bicycle_authors", seats=3, turn_seconds=45, allow_bots=False)

    announced = page.locator("[data-announcements] p")
    expect(announced.filter(has_text="1 table is open.")).to_have_count(1)
    table = page.get_by_role("listitem").filter(has_text=host.name)
    expect(table).to_have_count(1)
    expect(table).to_contain_text("45 seconds a move")
    stranger.check()
    table.get_by_role("button", name="Take a seat").click()
    expect(page).to_have_url(f"{stranger.address}/games/{game}")


PICTURE = "label:has(input[value=ray])"


def test_a_stranger_sits_down_with_a_name_and_a_picture(visit: Visit, shared_server: str) -> None:
    host = guest(shared_server)
    game = opened(host, seats=3)
    visitor = visit(viewport=PHONE)
    page = visitor.page

    visitor.open(f"/join/{game}")
    expect(page.get_by_role("button", name="Take a seat")).to_be_in_viewport(ratio=1)
    page.get_by_label("Your name").fill("Finn")
    page.locator(PICTURE).click()
    visitor.check()
    page.get_by_role("button", name="Take a seat").click()
    expect(page).to_have_url(f"{visitor.address}/games/{game}")

    chair = page.locator(".chair").filter(has_text="You")
    expect(chair.locator(".name")).to_have_text("Finn")
    expect(chair.locator(".handle")).to_have_text(re.compile("^guest-"))
    shown = host.get(f"/games/{game}")["players"][1]
    assert (shown["display_name"], shown["picture"]) == ("Finn", "ray")
    visitor.check()


LONG = 60_000  # milliseconds: bots take their time
DONE = ".coach-steps .done"


def begin(page: Page) -> None:
    page.get_by_role("button", name="Play with a guide").click()
    expect(page.get_by_role("status").filter(has_text="Choose your kings")).to_be_visible()


def your_turn(page: Page) -> None:
    expect(page.locator(".play.your-turn")).to_be_visible(timeout=LONG)
    expect(page.locator(".action-bar.ask")).to_be_visible(timeout=LONG)


def ask(page: Page, keys: str) -> None:
    your_turn(page)
    before = int(page.locator(".play").get_attribute("data-version") or 0)
    for key in keys:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    reached_after(page, before)


def reached_after(page: Page, version: int) -> None:
    page.wait_for_function(
        "v => Number(document.querySelector('.play').dataset.version) > v", arg=version
    )


def test_the_guide_leads_through_six_steps_by_keys_alone(visit: Visit) -> None:
    stranger = visit(viewport=PHONE, reduced_motion="reduce")
    page = stranger.page
    stranger.open("/")
    begin(page)
    your_turn(page)
    hand = page.locator(".hand").bounding_box()
    assert hand is not None and hand["y"] + hand["height"] < PHONE["height"]
    stranger.check()

    ask(page, "K1")
    expect(page.locator(".coach")).to_contain_text("go fish!")
    ask(page, "72")
    expect(page.locator(".coach")).to_contain_text("That is a catch")
    ask(page, "52")
    expect(page.locator(".coach")).to_contain_text("You remembered!")
    ask(page, "71")

    expect(page.locator(".coach")).to_contain_text("your first point")
    expect(page.locator(DONE)).to_have_count(6)
    page.get_by_role("button", name="Close the guide").click()
    expect(page.locator(".coach")).to_have_count(0)
    stranger.open("/")
    expect(page.get_by_text("New here?")).to_have_count(0)


def test_a_member_unblocks_changes_the_password_and_closes_the_account(
    visit: Visit, shared_server: str
) -> None:
    player, other = member(shared_server, f"Mia{next(_numbers)}"), guest(shared_server)
    player.call("PUT", f"/me/blocks/{other.name}", {})
    visitor = visit(viewport=PHONE, color_scheme="dark")
    visitor.open("/")
    visitor.page.evaluate(STORE_TOKEN, player.token)
    visitor.open("/me")
    visitor.expected = [401]
    page = visitor.page
    page.get_by_role("button", name=f"Unblock {other.name}").click()
    expect(page.get_by_text("You have blocked no player.")).to_be_visible()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill(NEXT_PASSWORD)
    page.get_by_role("button", name="Change the password").click()
    expect(page.locator(".notice", has_text="Your password is changed.")).to_be_visible()
    login = {"username": player.name, "password": NEXT_PASSWORD, "name": "phone"}
    assert httpx.post(f"{shared_server}{API}/tokens", json=login).status_code == 201

    close = page.get_by_role("button", name="Close my account…")
    close.click()
    expect(page.get_by_role("button", name="Go back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(close).to_be_focused()
    close.click()
    visitor.check()
    page.get_by_role("button", name="Close my account for good").click()

    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    expect(page.locator("[data-announcements]")).to_contain_text("Your account is closed.")
    assert page.evaluate("Object.keys(localStorage)") == []
    assert httpx.post(f"{shared_server}{API}/tokens", json=login).status_code == 401


LONG_SENTENCES = """
() => document.querySelector("main").innerText.split(/[.!?:]\\s|\\n/)
  .filter((each) => each.trim().split(/\\s+/).length > 8)
"""


LOG_SENTENCES = """
() => {
  const log = (window.sentences = []);
  const add = () => {
    const text = document.querySelector(".detail")?.textContent;
    if (text && text !== log.at(-1)?.text) log.push({ text, at: performance.now() });
  };
  new MutationObserver(add).observe(document, { childList: true, characterData: true, subtree: true });
}
"""


def reading_time(page: Page) -> float:
    """Ask until the other player does, and return for how long the child's sentence was shown."""
    page.evaluate(LOG_SENTENCES)
    for number in range(600):
        log = page.evaluate("sentences")
        for own, other in pairwise(log):
            if own["text"].startswith("You ask") and "asks you" in other["text"]:
                return float(other["at"] - own["at"])
        if not log or not log[-1]["text"].startswith("You ask") or "again!" in log[-1]["text"]:
            page.evaluate(PLAY, number)
        page.wait_for_timeout(100)
    raise AssertionError(log)


def assert_a_child_has_enough_turns(body: dict[str, Any]) -> None:
    """Play games at such a table, with a child in seat 0 that remembers nothing."""
    rules = compose(body["preset"], options=body.get("options"))
    asks = []
    for number in range(40):
        game = LocalGame(rules, seats=body["seats"], seed=bytes([number] * 32))
        rng, asked = Random(number), 0
        while (seat := game.to_act) is not None:
            level = body["bots"][0] if seat else "random"
            game.act(choose(level, game.view(seat), game.history(seat), rng))
            asked += seat == 0
        asks.append(asked)
    assert sum(8 <= asked <= 30 for asked in asks) >= 38, sorted(asks)


def test_a_small_child_plays_pairs_from_the_start_page_to_a_medal(visit: Visit) -> None:
    child = visit(viewport=PHONE)
    page = child.page
    child.open("/")
    page.get_by_role("link", name="For small children").click()
    expect(page.get_by_role("heading", name="Find the pairs!")).to_be_focused()
    child.check()
    assert page.evaluate(LONG_SENTENCES) == []
    shark = page.locator("label", has_text="Shark").locator(".picture").inner_html()
    page.get_by_label("Shark").check()
    with page.expect_request(f"**{API}/games") as request:
        page.get_by_role("button", name="Play", exact=True).click()
    assert_a_child_has_enough_turns(request.value.post_data_json or {})
    expect(page.locator(".play.child")).to_be_visible()
    assert page.locator(".guide-fish .picture").inner_html() == shark
    child.check()
    assert page.evaluate(LONG_SENTENCES) == []
    assert reading_time(page) >= 2_900  # milliseconds

    play_on([page])

    expect(page.locator(".medals .medal")).to_have_count(2)
    expect(page.locator(".medals")).to_contain_text("pairs")
    child.check()
    assert page.evaluate(LONG_SENTENCES) == []
    first = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != first and url.endswith("#child"))
    expect(page.locator(".play.child")).to_be_visible()
