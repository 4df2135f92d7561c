"""Ratings in the browser: a profile, the leaderboard, and a table that is opened as rated."""

from itertools import count

from playwright.sync_api import expect

from tests.browsing import AT_320_PIXELS, IN_CHROMIUM
from tests.patience import eventually
from tests.web.conftest import Visit
from tests.web.tables import Player, member, signed_in

pytestmark = IN_CHROMIUM

_numbers = count(1)


def person(address: str) -> Player:
    return member(address, f"Rated{next(_numbers)}")


def rated_games(winner: Player, loser: Player, games: int) -> None:
    """Finish rated games, and wait until the rater has seen them."""
    for _ in range(games):
        opened = winner.call("POST", "/games", {"seats": 2, "rated": True})
        game = opened["game"]["id"]
        loser.call("POST", f"/games/{game}/join", {})
        loser.call("POST", f"/games/{game}/resign")
    eventually(lambda: len(winner.get(f"/players/{winner.name}/ratings")["results"]) == games)


def test_a_rating_is_shown_on_the_profile_in_the_lobby_and_at_the_table(
    visit: Visit, shared_server: str
) -> None:
    ann, bob = person(shared_server), person(shared_server)
    rated_games(ann, bob, 2)
    waiting = ann.call("POST", "/games", {"seats": 3, "rated": True})["game"]["id"]
    visitor = signed_in(visit, ann)
    page = visitor.page

    visitor.open(f"/players/{ann.name}")

    profile = page.get_by_role("region", name="Ratings")
    expect(profile.get_by_text("provisional").first).to_be_visible()
    expect(profile.get_by_role("img", name="Rating over the last 2 rated games")).to_be_visible()
    profile.get_by_text("As a table").click()
    expect(profile.get_by_role("row")).to_have_count(5)
    visitor.check()

    profile.get_by_label("Hide my ratings from others").check()
    eventually(lambda: ann.call("GET", "/me/ratings")["hidden"])
    profile.get_by_label("Hide my ratings from others").uncheck()
    eventually(lambda: not ann.call("GET", "/me/ratings")["hidden"])

    visitor.open("/lobby")
    card = page.get_by_role("listitem").filter(has_text=ann.name)
    expect(card.first).to_contain_text("provisional")
    expect(card.first).to_contain_text("Rated")

    bob.call("POST", f"/games/{waiting}/join", {})
    person(shared_server).call("POST", f"/games/{waiting}/join", {})
    visitor.open(f"/games/{waiting}")
    expect(page.locator(".seat .rating")).to_have_count(1)
    expect(page.locator(".seat .rating")).to_contain_text("provisional")
    visitor.check()


def test_the_leaderboard_explains_itself_on_a_small_screen(
    visit: Visit, shared_server: str
) -> None:
    ann = person(shared_server)
    visitor = signed_in(visit, ann, viewport=AT_320_PIXELS)
    visitor.expected = [404]

    visitor.open("/leaderboard")

    page = visitor.page
    expect(page.get_by_text("No player has enough rated games yet.")).to_be_visible()
    visitor.check()
    page.get_by_role("button", name="Around me").click()
    expect(page.get_by_text("You are not listed")).to_be_visible()
    page.get_by_role("radio", name="Bots").check()
    expect(page.get_by_text("No player has enough rated games yet.")).to_be_visible()


def test_a_registered_person_opens_a_rated_table(visit: Visit, shared_server: str) -> None:
    ann = person(shared_server)
    visitor = signed_in(visit, ann)
    visitor.open("/new")
    page, rated = visitor.page, visitor.page.get_by_label("Rated: the result")
    expect(rated).to_have_count(0)

    page.get_by_role("radio", name="Public").check()
    rated.check()
    visitor.check()
    page.get_by_role("button", name="Open the table").click()

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_url("**/games/*")
    [game] = ann.call("GET", "/games?mine=true")["results"]
    assert game["rated"] is True


def test_a_guest_cannot_open_a_rated_table(visit: Visit) -> None:
    stranger = visit()
    stranger.open("/new")

    stranger.page.get_by_role("radio", name="Public").check()

    expect(stranger.page.get_by_label("Rated: the result")).to_have_count(0)
