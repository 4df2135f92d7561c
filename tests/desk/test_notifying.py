"""Notices of rulings and of access to hidden cards, and the list of an account's disputes."""

from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import registration
from accounts.models import Notice, User
from games.desk import hidden_access
from games.desk.models import UndisclosedAccess
from games.log.models import Game
from gofish_api import housekeeping
from tests.accounts import people
from tests.desk.review import WORDS, file, find, finished, registered, reviewer, rule
from tests.players import Json, Player, guest, seated
from tests.tables import number_of

pytestmark = pytest.mark.django_db


def inbox(player: Player) -> list[Json]:
    """Return the notices of a player, oldest first."""
    answer = player.get("/me/notices")
    assert answer.status_code == 200, answer.json()
    results: list[Json] = answer.json()["results"]
    return results[::-1]


def kinds(player: Player) -> list[str]:
    return [notice["kind"] for notice in inbox(player)]


def appeal(player: Player, public_id: str) -> None:
    answer = player.post(f"/disputes/{public_id}/appeal", {"words": "Not I."})
    assert answer.status_code == 200, answer.json()


def my_disputes(player: Player) -> list[str]:
    answer = player.get("/me/disputes")
    assert answer.status_code == 200, answer.json()
    return [dispute["id"] for dispute in answer.json()["results"]]


# --- rulings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "of", "accused"),
    [
        pytest.param("dismissed", {}, "dispute_ruled", id="dismissed"),
        pytest.param("warning", {"seat": 1}, "warned", id="warned"),
        pytest.param("suspended", {"seat": 1}, "suspended", id="suspended"),
        pytest.param("annulled", {}, "dispute_ruled", id="annulled"),
    ],
)
def test_both_parties_get_a_notice_of_a_ruling(kind: str, of: dict[str, Any], accused: str) -> None:
    game, ann, bob, eve = seated(3)
    dispute = file(ann, game)

    rule(dispute, reviewer(), kind, **of)

    [anns], [bobs] = inbox(ann), inbox(bob)
    assert (anns["kind"], bobs["kind"]) == ("dispute_ruled", accused)
    expected = {"game": game, "dispute": dispute.public_id, "ruling": kind, "until": None}
    expected |= dict.fromkeys(("reason", "tournament", "removal"))
    assert anns["data"] == bobs["data"] == {**expected, "seat": of.get("seat")}
    assert ann.get("/me").json()["unread_notices"] == 1
    # A ruling that changes the game concerns all its players.
    assert kinds(eve) == (["dispute_ruled"] if kind == "annulled" else [])
    assert my_disputes(eve) == ([dispute.public_id] if kind == "annulled" else [])


def test_the_accused_never_learns_who_complained() -> None:
    game, _, bob = finished()
    eve = registered(guest())
    dispute = file(eve, game, against=1)

    rule(dispute, reviewer("Rae"), "warning", seat=1)

    received = (
        f"{inbox(bob)} {bob.get('/me/disputes').json()} {bob.get('/me/export').json()['notices']}"
    )
    assert kinds(eve) == ["dispute_ruled"]
    for secret in (eve.name, WORDS, "Rae"):
        assert secret not in received
    appeal(bob, dispute.public_id)
    rule(find(dispute.public_id), reviewer("Sam"), "warning", seat=1)
    assert kinds(bob) == ["warned", "appeal_ruled"]
    assert kinds(eve) == ["dispute_ruled", "appeal_ruled"]


def test_a_player_gets_notices_of_the_removal_and_return_of_their_seat() -> None:
    game, ann, bob, eve = seated(3)
    dispute = file(ann, game)
    rule(dispute, reviewer("Rae"), "seat_removed", seat=1)
    appeal(bob, dispute.public_id)

    rule(find(dispute.public_id), reviewer("Sam"), "dismissed")

    assert kinds(bob) == ["seat_removed", "seat_restored"]
    assert kinds(eve) == ["dispute_ruled", "appeal_ruled"]
    assert inbox(eve)[0]["data"]["seat"] == 1  # its removal is a move of the game


def test_the_owner_of_a_bot_gets_its_notices_too() -> None:
    registered = registration.register("Olga", "seven-herrings-swim", now=timezone.now())
    owner = Player(registered.issued.secret, name="Olga", account=registered.user.pk)
    made = registration.create_bot(registered.user, "Olgas-Droid", now=timezone.now())
    droid = Player(made.issued.secret, name="Olgas-Droid", account=made.user.pk)
    ann = guest()
    game = ann.create()
    droid.join(game)

    rule(file(ann, game), reviewer(), "warning", seat=1)

    assert kinds(droid) == kinds(owner) == ["warned"]
    assert inbox(droid)[0]["data"] == inbox(owner)[0]["data"]


def test_the_email_of_a_ruling_names_its_kind_and_no_ids(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    game, ann, bob = finished()
    User.objects.filter(pk=bob.account).update(
        email="bob@example.org", email_verified_at=timezone.now()
    )
    dispute = file(ann, game)

    with django_capture_on_commit_callbacks(execute=True):
        rule(dispute, reviewer(), "warning", seat=1)

    [letter] = people.letters_sent()
    assert "warned" in letter.body
    for secret in (game, dispute.public_id, ann.name, WORDS):
        assert secret not in f"{letter.subject} {letter.body}"


# --- access to hidden cards -----------------------------------------------------------------------


def accessed_by_two() -> tuple[str, Player, Player]:
    """Return a running game whose hidden cards two reviewers have seen, and its players."""
    game, ann, bob = seated(2)
    table = Game.objects.get(pk=number_of(game))
    for name in ("Sam", "Tom"):
        hidden_access.record_access(
            table, reviewer(name, "look_into_running_games"), why="A tip.", now=timezone.now()
        )
    return game, ann, bob


def test_players_get_one_notice_of_access_when_the_game_is_over() -> None:
    game, ann, bob = accessed_by_two()
    housekeeping.after_games()
    assert not Notice.objects.exists()
    bob.post(f"/games/{game}/resign")

    housekeeping.after_games()
    housekeeping.after_games()

    assert kinds(ann) == kinds(bob) == ["looked_into"]
    assert inbox(ann)[0]["data"]["game"] == game
    assert not UndisclosedAccess.objects.exists()


# --- the list -------------------------------------------------------------------------------------


def test_my_disputes_are_those_filed_and_those_with_rulings_that_concern_me() -> None:
    game, ann, bob = finished()
    other, cleo, dora = finished()
    first, second, third = (
        file(ann, game),
        file(bob, game, against=0),
        file(registered(bob), other, against=None),
    )

    assert my_disputes(ann) == [first.public_id]
    rule(second, reviewer(), "warning", seat=0)
    rule(third, reviewer("Sam"), "annulled")

    assert my_disputes(ann) == [second.public_id, first.public_id]
    assert my_disputes(bob) == [third.public_id, second.public_id]
    assert my_disputes(cleo) == my_disputes(dora) == [third.public_id]
    shown = ann.get("/me/disputes").json()["results"][0]
    assert shown == ann.get(f"/disputes/{second.public_id}").json()
    assert (shown["yours"], shown["words"]) == (False, [])
