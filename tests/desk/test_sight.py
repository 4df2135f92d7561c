"""Access to hidden cards: every view checks it again, and a reviewer who had it takes no seat."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts import suspensions
from accounts.credentials import tokens
from accounts.lifecycle import bots
from accounts.models import User
from games.disputes import audit, filing
from games.disputes.models import Action, AuditEntry
from games.models import Game, GameStatus, Seat
from tests.desk.cases import finished
from tests.desk.people import at_desk
from tests.desk.test_board import ALL_CARDS, LOOK_INTO_RUNNING, address, hidden_cards, shown
from tests.players import Player, guest, seated
from tests.tables import number_of

pytestmark = pytest.mark.django_db

WHY = {"why": "They wait for us."}


@pytest.fixture
def client() -> Client:
    return at_desk("rita", "reviewer", may=(LOOK_INTO_RUNNING,))


def account_of(client: Client) -> User:
    return User.objects.get(pk=client.session["_auth_user_id"])


def bot_of(owner: User) -> Player:
    """Return a bot of a registered account."""
    made = bots.create(owner, "Ritas-Droid", now=timezone.now())
    return Player(made.issued.secret, name=made.user.username, account=made.user.pk)


def sees_hands(client: Client, game: str) -> bool:
    """Return whether a page of the board shows the hidden cards of a running game."""
    pages = [client.get(address(game, page)) for page in ("board", "table")]
    text = "".join(page.content.decode() for page in pages if page.status_code == 200)
    found = [name in text for name in hidden_cards(game)]
    assert all(found) or not any(found)
    return all(found)


def accessed_game(client: Client) -> str:
    """Return a running game whose hidden cards the client has access to."""
    game, *_ = seated(2)
    assert client.post(address(game, "access"), WHY).status_code == 302
    assert sees_hands(client, game)
    return str(game)


# --- access needs a started game ------------------------------------------------------------------


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_there_is_no_access_before_the_game_starts(client: Client, visibility: str) -> None:
    opened = guest().post("/games", {"seats": 2, "visibility": visibility}).json()["game"]
    game = opened["id"]

    answers = [client.get(address(game, "access")), client.post(address(game, "access"), WHY)]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert not AuditEntry.objects.exists()


def test_a_refused_access_in_the_lobby_is_not_granted_by_joining(client: Client) -> None:
    ann, rita = guest(), account_of(client)
    game = ann.create(seats=2)
    client.post(address(game, "access"), WHY)

    assert player_of(rita).join(game).status_code == 200

    assert not sees_hands(client, game)


def player_of(user: User) -> Player:
    """Return a player with a token of the account."""
    issued = tokens.issue(user, name="play", scopes=["read", "play"], now=timezone.now())
    return Player(issued.secret, name=user.username, account=user.pk)


# --- every view is checked ------------------------------------------------------------------------


def revoke_the_permission(user: User) -> None:
    user.user_permissions.clear()


def revoke_the_group(user: User) -> None:
    user.groups.remove(Group.objects.get(name="reviewer"))


def suspend(user: User) -> None:
    suspensions.suspend(user, reason="other", until=None)


@pytest.mark.parametrize("change", [revoke_the_permission, revoke_the_group, suspend])
def test_access_ends_when_its_permission_is_revoked(
    client: Client, change: Callable[[User], None]
) -> None:
    game = accessed_game(client)

    change(account_of(client))

    assert not sees_hands(client, game)


def test_access_ends_when_the_reviewer_disputes_the_game(client: Client) -> None:
    game = accessed_game(client)

    filing.file(
        number_of(game),
        account_of(client).pk,
        move_number=1,
        reason="other",
        words="I saw it.",
        now=timezone.now(),
    )

    assert not sees_hands(client, game)
    assert client.post(address(game, "access"), WHY).status_code == 403


def test_access_lasts_an_hour(client: Client) -> None:
    began = timezone.now()
    with time_machine.travel(began, tick=False):
        game = accessed_game(client)

    with time_machine.travel(began + timedelta(minutes=59), tick=False):
        assert sees_hands(client, game)
    with time_machine.travel(began + timedelta(minutes=61), tick=False):
        assert not sees_hands(client, game)


def test_access_does_not_depend_on_the_session(client: Client) -> None:
    game = accessed_game(client)
    session = client.session
    session["looks"] = {str(number_of(game)): timezone.now().timestamp() + 3600}
    session.save()

    other = at_desk("otto", "reviewer", may=(LOOK_INTO_RUNNING,))
    forged = other.session
    forged["looks"] = dict(session["looks"])
    forged.save()

    assert not sees_hands(other, game)


def test_access_to_a_finished_game_ends_with_the_permission(client: Client) -> None:
    game, _ = finished()
    assert ALL_CARDS in shown(client, game)

    revoke_the_group(account_of(client))

    assert client.get(address(game)).status_code == 403


# --- who is involved ------------------------------------------------------------------------------


def test_a_reviewer_whose_bot_plays_sees_no_hidden_cards(client: Client) -> None:
    running, *_ = seated(2)
    over, _ = finished()
    droid = bot_of(account_of(client))
    games = Seat.objects.filter(game__in=[number_of(running), number_of(over)], number=0)
    games.update(account=droid.account)

    assert client.post(address(running, "access"), WHY).status_code == 403
    assert not sees_hands(client, running)
    assert ALL_CARDS not in shown(client, over)
    assert not AuditEntry.objects.exists()


def test_a_reviewer_who_resigned_stays_involved(client: Client) -> None:
    rita, ann, bob = player_of(account_of(client)), guest(), guest()
    game = rita.create("classic", seats=3)
    ann.join(game), bob.join(game)
    assert rita.post(f"/games/{game}/resign").status_code == 200

    assert client.post(address(game, "access"), WHY).status_code == 403


def test_a_bot_that_reviews_counts_as_its_owner(client: Client) -> None:
    owner = guest()
    game = owner.create(seats=2)
    guest().join(game)
    User.objects.filter(pk=account_of(client).pk).update(is_bot=True, owner=owner.account)

    assert client.post(address(game, "access"), WHY).status_code == 403


# --- no seat after access -------------------------------------------------------------------------


def accessed_lobby(reviewer: User) -> str:
    """Return a lobby with a recorded access, as old audit logs may have."""
    game = guest().create(seats=3)
    row = Game.objects.get(pk=number_of(game), status=GameStatus.LOBBY)
    audit.record(reviewer, Action.ACCESSED_RUNNING, row, "A tip.", now=timezone.now())
    return game


def test_a_reviewer_with_access_takes_no_seat_in_the_lobby(client: Client) -> None:
    rita = account_of(client)
    game = accessed_lobby(rita)

    answers = [player_of(rita).join(game), bot_of(rita).join(game)]

    assert [(each.status_code, each.json()["code"]) for each in answers] == [
        (403, "has_looked")
    ] * 2
    assert guest().join(game).status_code == 200
    assert Seat.objects.filter(game=number_of(game)).count() == 2


def test_a_reviewer_with_access_takes_no_seat_in_the_running_game(client: Client) -> None:
    game = accessed_game(client)

    answer = player_of(account_of(client)).join(game)

    assert (answer.status_code, answer.json()["code"]) == (403, "has_looked")
