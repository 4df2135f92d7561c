"""The start views: a stranger plays at once, meets people, and keeps or forgets a guest."""

import re
from collections.abc import Callable
from itertools import count

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browsing import IN_CHROMIUM, PHONE
from tests.web.conftest import Visit
from tests.web.tables import PASSWORD, STORE_TOKEN, Player, guest, opened, signed_in
from tests.web.watched import seated

pytestmark = IN_CHROMIUM

API = "/api/v1"
AT_A_GAME = re.compile(r"/games/[A-Za-z0-9_-]{11}$")
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

    table = page.get_by_role("listitem").filter(has_text=host.name)
    expect(table).to_have_count(1)
    expect(table).to_contain_text("45 seconds a move")
    stranger.check()
    table.get_by_role("button", name="Take a seat").click()
    expect(page).to_have_url(f"{stranger.address}/games/{game}")


def test_the_lobby_marks_ones_own_table_and_leaves_out_private_ones(
    visit: Visit, shared_server: str
) -> None:
    host = guest(shared_server)
    opened(host, seats=6, preset="pagat", visibility="private")
    opened(host, seats=5, preset="pagat")
    visitor = signed_in(visit, host)
    page = visitor.page
    visitor.open("/lobby")

    page.get_by_label("Rules").select_option("Go Fish, the turn moves on")

    table = page.get_by_role("listitem").filter(has_text=host.name).filter(has_text="1 of 5")
    expect(table).to_contain_text("Your table")
    expect(table.get_by_role("link", name="To the table")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text=host.name)).to_have_count(1)
    visitor.check()


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


def test_one_who_stops_waiting_is_not_seated(visit: Visit, shared_server: str) -> None:
    stranger = visit()
    page = stranger.page
    stranger.open("/match")
    with page.expect_response(f"**{API}/matches") as entered:
        page.get_by_role("button", name="Find a table").click()
    match = entered.value.json()["id"]

    with page.expect_response(f"**{API}/matches/{match}") as left:
        page.get_by_role("button", name="Stop waiting").click()

    assert left.value.status == 204
    expect(page.get_by_role("button", name="Find a table")).to_be_visible()


@pytest.mark.parametrize("spelling", ["{link}", "{game} {code}"])
def test_an_invitation_is_pasted(visit: Visit, shared_server: str, spelling: str) -> None:
    host = guest(shared_server)
    game = opened(host, visibility="private")
    link = host.get(f"/games/{game}/invitation_link")
    stranger = visit()
    page = stranger.page
    stranger.open("/join")

    pasted = spelling.format(link=link["url"], game=game, code=link["join_code"])
    page.get_by_label("Link, or the game's number").fill(pasted)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Take a seat").click()

    expect(page).to_have_url(f"{stranger.address}/games/{game}")
    players = host.get(f"/games/{game}")["players"]
    assert [player["kind"] for player in players] == ["person", "person"]


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


def test_an_invitation_shows_the_table_before_one_sits_down(
    visit: Visit, shared_server: str
) -> None:
    host, invited = guest(shared_server), guest(shared_server)
    game = opened(host, seats=4, bots=["memory"], turn_seconds=45, visibility="private")
    host.post(f"/games/{game}/invitations", player=invited.name)
    code = host.get(f"/games/{game}/invitation_link")["join_code"]
    visitor = signed_in(visit, invited)
    page = visitor.page

    visitor.open(f"/join#game={game}&code={code}")

    terms = page.locator(".terms")
    for text in (host.name, "Good bot", "2 of 4 seats taken", "45 seconds a move", "Private"):
        expect(terms).to_contain_text(text)
    expect(page.get_by_text("4 cards of one rank are a book.")).to_be_visible()
    visitor.check()
    page.get_by_role("button", name="Take a seat").click()
    expect(page).to_have_url(re.compile(f"/games/{game}(#code=.+)?$"))


def test_a_code_shows_nothing_of_a_private_table_and_the_page_says_so(
    visit: Visit, shared_server: str
) -> None:
    host = guest(shared_server)
    game = opened(host, visibility="private")
    code = host.get(f"/games/{game}/invitation_link")["join_code"]
    stranger = visit()

    stranger.open(f"/join#game={game}&code={code}")

    expect(stranger.page.get_by_text("This table is private")).to_be_visible()
    expect(stranger.page.locator(".terms")).to_have_count(0)
    stranger.check()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "This is no invitation"),
        ("https://other.example/#game=abcdefghijk&code=X", "another server: other.example"),
        ("http://", "This is no invitation"),
        ("javascript:alert(1)", "This is no invitation"),
    ],
)
def test_what_is_no_invitation_is_explained(visit: Visit, text: str, sentence: str) -> None:
    stranger = visit()
    stranger.open("/join")

    stranger.page.get_by_label("Link, or the game's number").fill(text)
    stranger.page.keyboard.press("Enter")

    expect(stranger.page.get_by_role("alert")).to_contain_text(sentence)
    stranger.check()


@pytest.mark.parametrize(
    ("language", "level"),
    [("en", "Good bot"), ("de", "Kenner\u2011Bot"), ("es", "Bot bueno")],
)
def test_a_bot_has_the_same_name_and_level_in_lists_and_at_the_table(
    visit: Visit, shared_server: str, language: str, level: str
) -> None:
    player = guest(shared_server)
    game = opened(player, seats=3, bots=["memory", "memory"])
    names = [each["display_name"] for each in player.get(f"/games/{game}")["players"][1:]]
    visitor = signed_in(visit, player, locale=language)

    for path, within in (("/me/games", ".names"), (f"/games/{game}", ".seat")):
        visitor.open(path)
        expect(visitor.page.locator(f"{within} .name")).to_have_text(names)
        expect(visitor.page.locator(f"{within} .handle")).to_have_text([level, level])
        expect(visitor.page.locator(f"{within} .picture ellipse").first).to_be_attached()
    expect(visitor.page.locator(".seat .key")).to_have_text(["1", "2"])


def test_a_table_for_people_is_opened_with_its_terms(visit: Visit, shared_server: str) -> None:
    host = visit()
    page = host.page
    host.open("/new")
    page.get_by_label("Public").check()
    page.get_by_role("group", name="Seats").get_by_label("3").check()
    page.get_by_label("Time for each move").select_option("30 seconds a move")
    page.get_by_text("More rules").click()
    page.get_by_label("Bots may take seats").uncheck()
    page.get_by_label("Wild cards").check()
    host.check()

    page.get_by_role("button", name="Open the table").click()

    expect(page).to_have_url(AT_A_GAME)
    game = httpx.get(f"{shared_server}{API}/games/{page.url.rpartition('/')[2]}").json()
    shown = {name: game[name] for name in ("seats", "turn_seconds", "allow_bots", "overlays")}
    assert shown == {
        "seats": 3,
        "turn_seconds": 30,
        "allow_bots": False,
        "overlays": ["wild_cards"],
    }


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


def test_a_code_from_an_e_mail_confirms_the_address_or_changes_the_password(visit: Visit) -> None:
    visitor = visit()
    visitor.expected = [422]
    page = visitor.page
    visitor.open("/sign-in")
    name = f"Otto{next(_numbers)}"
    page.get_by_label("Choose a username").fill(name)
    page.get_by_label("Choose a password").fill(PASSWORD)
    page.get_by_label("E-mail (optional)").fill(f"{name}@example.org")
    page.get_by_role("button", name="Make an account").click()

    page.get_by_label("Code from the e-mail").fill("a-wrong-code")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert")).to_contain_text("This code is wrong")
    visitor.check()
    page.get_by_role("button", name="Send the e-mail again").click()
    expect(page.get_by_role("status")).to_contain_text("on its way")

    visitor.open("/sign-in")
    page.get_by_text("Forgot your password?").click()
    page.get_by_label("The e-mail address of your account").fill(f"{name}@example.org")
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Code from the e-mail").fill("a-wrong-code")
    page.get_by_role("group").get_by_label("Choose a password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert")).to_contain_text("This code is wrong")
    visitor.check()


def test_a_profile_shows_results_and_blocks_the_player(visit: Visit, shared_server: str) -> None:
    ann, bob = guest(shared_server), guest(shared_server)
    visitor = signed_in(visit, ann)
    page = visitor.page

    visitor.open(f"/players/{bob.name}")
    page.get_by_role("button", name=f"Block {bob.name}").click()
    expect(page.get_by_role("button", name=f"Unblock {bob.name}")).to_be_visible()
    visitor.check()
    visitor.open("/me")

    page.get_by_role("button", name=f"Unblock {bob.name}").click()
    expect(page.get_by_text("You have blocked no player.")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "es"])
def test_own_statistics_are_whole_on_a_phone(
    visit: Visit, shared_server: str, language: str
) -> None:
    ann = guest(shared_server)
    game = opened(ann, seats=2, bots=["memory"])
    ann.post(f"/games/{game}/resign")
    visitor = signed_in(visit, ann, viewport=PHONE, locale=language)
    visitor.open(f"/players/{ann.name}")

    results = visitor.page.locator(".results")

    expect(results.get_by_role("cell")).to_have_count(6)
    expect(results.get_by_role("columnheader")).to_have_count(7)
    assert results.evaluate("frame => frame.scrollWidth <= frame.clientWidth")
    visitor.check()


# --- faults ---------------------------------------------------------------------------------------

FAULTS: list[tuple[int, str, str]] = [
    (429, "rate_limited", "Too many requests. Wait 60 s"),
    (409, "too_many_games", "You play too many games at once."),
    (403, "account_suspended", "Your account is suspended"),
    (500, "internal_error", "The server is busy."),
]


@pytest.mark.parametrize(("status", "code", "sentence"), FAULTS)
def test_a_refusal_is_a_sentence_with_a_way_out(
    visit: Visit, status: int, code: str, sentence: str
) -> None:
    stranger = visit()
    stranger.expected = [status]
    page = stranger.page
    refuse(page, "/games", status, code, **{"Retry-After": "60"})
    stranger.open("/")

    page.get_by_role("button", name="Play now").click()

    fault = page.get_by_role("alert")
    expect(fault).to_contain_text(sentence)
    stranger.check()
    page.unroute(f"**{API}/games")
    fault.get_by_role("button", name="Try again").click()
    expect(page).to_have_url(AT_A_GAME)


def test_a_form_that_lacks_the_rule_sets_says_so_and_reads_them_again(visit: Visit) -> None:
    stranger = visit()
    stranger.expected = [404]
    page = stranger.page
    refuse(page, "/rulesets", 404, "not_found")
    stranger.open("/new")
    expect(page.get_by_role("alert")).to_be_visible()
    stranger.check()

    page.unroute(f"**{API}/rulesets")
    page.get_by_role("alert").get_by_role("button", name="Try again").click()

    expect(page.get_by_label("Rules")).to_be_visible()


def test_without_a_server_the_page_says_so_and_goes_on_when_it_is_back(visit: Visit) -> None:
    stranger = visit()
    stranger.expected = [0]
    page = stranger.page
    stranger.open("/")
    stranger.context.set_offline(True)

    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer.")
    stranger.context.set_offline(False)
    page.get_by_role("alert").get_by_role("button", name="Try again").click()

    expect(page).to_have_url(AT_A_GAME)
    stranger.faults = [
        fault for fault in stranger.faults if "ERR_INTERNET_DISCONNECTED" not in fault
    ]


def test_a_revoked_token_is_explained_and_another_guest_can_play(
    visit: Visit, shared_server: str
) -> None:
    stranger = visit()
    stranger.expected = [401]
    page = stranger.page
    stranger.open("/")
    page.evaluate("localStorage.setItem('gofish.token', 'gf_revoked')")

    stranger.open("/")

    expect(page.get_by_role("status")).to_contain_text("This device was signed out")
    assert token_of(page) is None
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(AT_A_GAME)


def test_a_wrong_field_is_explained_in_the_language_of_the_page(
    visit: Visit, shared_server: str
) -> None:
    visitor = visit(locale="de")
    visitor.expected = [400]
    page = visitor.page
    visitor.open("/sign-in")

    page.get_by_label("Wähle einen Benutzernamen").fill("1x")
    page.get_by_label("Wähle ein Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Konto anlegen").click()

    expect(page.get_by_role("alert")).to_contain_text("Er beginnt mit einem Buchstaben.")
    visitor.check()


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


def test_the_filters_of_finished_games_stay_open_on_a_phone(
    visit: Visit, shared_server: str
) -> None:
    game = seated(shared_server, ("Ann", "Bob"))
    game.command("resign", seat=1)
    visitor = signed_in(visit, game.players[0], viewport=PHONE)
    page = visitor.page
    visitor.open("/me/games")
    page.get_by_text("Find games").click()
    opponent = page.get_by_label("Opponent")
    found = page.locator(".games > li")

    page.get_by_label("Result").select_option("lost")
    expect(page.get_by_text("No finished game fits.")).to_be_visible()
    page.get_by_role("button", name="All games").click()
    expect(found).to_have_count(1)
    opponent.fill(game.players[1].name)
    page.get_by_label("Result").select_option("won")
    page.get_by_label("From").fill("2020-01-01")

    expect(found).to_have_count(1)
    expect(opponent).to_be_visible()
    visitor.check()


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


def test_a_busy_server_does_not_sign_a_player_out(visit: Visit, shared_server: str) -> None:
    player = guest(shared_server)
    visitor = signed_in(visit, player)
    visitor.expected = [503]
    page = visitor.page
    refuse(page, "/**", 503, "unavailable")
    visitor.open("/me/games")

    expect(page.get_by_role("alert")).to_contain_text("The server is busy.")
    page.unroute_all()
    page.get_by_role("alert").get_by_role("button", name="Try again").click()

    expect(page.get_by_text("You have no games yet.")).to_be_visible()
    expect(page.get_by_role("link", name=player.name)).to_be_visible()


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        pytest.param(lambda game, _: f"/join#game={game}", "it is private", id="private"),
        pytest.param(lambda *_: "/join#game=abcdefghijk", "There is no such game", id="gone"),
    ],
)
def test_a_table_that_cannot_be_seen_asks_for_its_code(
    visit: Visit, shared_server: str, act: Callable[[str, Player], str], sentence: str
) -> None:
    host = guest(shared_server)
    game = opened(host, visibility="private")
    stranger = visit()

    stranger.open(act(game, host))

    expect(stranger.page.get_by_role("alert")).to_contain_text(sentence)
    expect(stranger.page.get_by_label("Code of the table")).to_be_visible()
    stranger.check()


def test_a_full_table_says_so(visit: Visit, shared_server: str) -> None:
    game = opened(guest(shared_server))
    guest(shared_server).post(f"/games/{game}/join")
    stranger = visit()

    stranger.open(f"/join#game={game}")

    expect(stranger.page.get_by_text("The game has begun without you.")).to_be_visible()
    expect(stranger.page.get_by_role("link", name="To the game")).to_be_visible()
    stranger.check()


def test_two_tabs_agree_on_who_is_signed_in(visit: Visit, shared_server: str) -> None:
    player = guest(shared_server)
    visitor = visit()
    visitor.open("/")
    other = visitor.new_page()
    other.goto("/me")

    other.evaluate(STORE_TOKEN, player.token)

    expect(visitor.page.get_by_role("link", name=player.name)).to_be_visible()
    other.evaluate("localStorage.clear()")
    expect(visitor.page.get_by_role("link", name="Sign in")).to_be_visible()


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
    assert page.locator("main img").count() == 0
    assert game
