"""Closing and suspending accounts during other requests of theirs, in real transactions."""

import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts import suspensions
from accounts.credentials import tokens
from accounts.lifecycle import bots
from accounts.models import Token, User
from accounts.refusals import AccountSuspended, InvalidToken
from games.disputes import claiming
from games.disputes.ruling import RulingDraft, rule
from games.log import heads
from games.models import GameStatus, Invitation, Match, Seat
from games.services.lobbies import lobby, matchmaking
from games.services.moves import decisions
from tests import players
from tests.disputes.desk import file, finished, reviewer
from tests.players import Player
from tests.tables import number_of
from tests.threads import at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

CLOSINGS = 25
WITHIN = 0.03  # seconds


def registered(name: str) -> Player:
    """Create a player who may own bots; without a password, since hashing one is slow."""
    user = User.objects.create(username=name)
    issued = tokens.issue(
        user, name="first", scopes=tokens.PERSONAL_SCOPES, now=timezone.now(), lifetime=timedelta(1)
    )
    return Player(issued.secret, name=name, account=user.pk)


def soon(rng: Random, call: Callable[[], Any]) -> Callable[[], Any]:
    """Return the call with a random delay of up to ``WITHIN``."""
    delay = rng.uniform(0, WITHIN)

    def begin() -> Any:
        time.sleep(delay)
        return call()

    return begin


def closing_and_more(ann: Player, game: str) -> list[Callable[[], Any]]:
    """Return six calls of an account: one closes it, five create something for it."""
    return [
        lambda: ann.send("DELETE", "/me"),
        lambda: ann.post("/me/bots", {"username": f"Droid-of-{ann.name}"}),
        lambda: ann.send("PATCH", "/me", b'{"email": "ann@example.org"}'),
        lambda: ann.join(game),
        lambda: ann.post("/games", {"preset": "classic", "seats": 2}),
        lambda: ann.post("/matches", {"preset": "classic", "seats": 2, "wait_seconds": 60}),
    ]


@pytest.mark.slow
def test_concurrent_requests_create_nothing_for_a_closed_account(
    settings: Settings,
) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, "none")
    rng, host = Random(7), registered("Host")
    answers: list[Any] = []
    for number in range(CLOSINGS):
        calls = closing_and_more(registered(f"Ann-{number}"), host.create(seats=3))
        answers += at_once(*(soon(rng, call) for call in calls))

    statuses = {getattr(answer, "status_code", repr(answer)) for answer in answers}
    assert statuses <= {200, 201, 204, 401}, statuses
    closed = User.objects.filter(closed_at__isnull=False)
    assert closed.filter(is_bot=False).count() == CLOSINGS
    assert not User.objects.filter(owner__in=closed, is_active=True).exists()
    assert not Token.objects.filter(user__in=closed).exists()
    assert not closed.exclude(email="").exists()
    assert not Match.objects.filter(account__in=closed).exists()
    assert not Invitation.objects.filter(account__in=closed).exists()
    seats = Seat.objects.filter(account__in=closed)
    assert not seats.filter(game__status=GameStatus.LOBBY).exists()
    for seat in seats.filter(game__status=GameStatus.RUNNING):
        assert heads.load(seat.game_id).state.left >> seat.number & 1


def test_one_of_two_concurrent_closings_finds_the_account_closed() -> None:
    ann = registered("Ann")

    answers = at_once(*[lambda: ann.send("DELETE", "/me")] * 2)

    assert sorted(answer.status_code for answer in answers) == [204, 401]


def test_quick_match_seats_open_accounts_only() -> None:
    ann, bob, cleo = registered("Ann"), registered("Bob"), registered("Cleo")
    wish = {"preset": "classic", "seats": 2, "wait_seconds": 60}
    ann.post("/matches", wish)
    User.objects.filter(pk=ann.account).update(is_active=False)

    bob_waits = bob.post("/matches", wish).json()
    cleo_sits = cleo.post("/matches", wish).json()

    assert bob_waits["game"] is None
    assert cleo_sits["game"] is not None
    assert not Match.objects.filter(account=ann.account).exists()


def test_quick_match_does_not_seat_a_suspended_account() -> None:
    ann, bob = registered("Ann"), registered("Bob")
    wish = {"preset": "classic", "seats": 2, "wait_seconds": 0}
    entered = ann.post("/matches", wish | {"wait_seconds": 60}).json()
    suspensions.suspend(players.account_of(ann), reason="other", until=None)
    Match.objects.update(until=timezone.now())

    assert matchmaking.settle_next()

    assert not Match.objects.exists()
    assert not Seat.objects.exists()
    assert entered["game"] is None
    with pytest.raises(AccountSuspended):
        bots.create(players.account_of(ann), "Droid", now=timezone.now())
    assert bob.post("/matches", wish).status_code == 201


def test_a_bot_created_during_the_suspension_of_its_owner_is_suspended_or_refused() -> None:
    rae = reviewer()
    for number in range(10):
        game, ann, bob = finished()
        User.objects.filter(pk=bob.account).update(is_guest=False)
        dispute, owner, now = file(ann, game), players.account_of(bob), timezone.now()
        claiming.claim(dispute, rae, now=now)
        suspended = RulingDraft("suspended", seat=1)

        at_once(
            partial(rule, dispute, rae, suspended, reasons="So it is.", now=now),
            partial(bots.create, owner, f"Droid-{number}", now=now),
        )

        assert User.objects.get(pk=owner.pk).suspended_until is not None
        assert not owner.bots.filter(suspended_until=None).exists()


def test_a_bot_of_a_closed_owner_gets_no_token_and_no_seat() -> None:
    ann, bob = registered("Ann"), registered("Bob")
    droid = bots.create(players.account_of(ann), "Droid", now=timezone.now()).user
    User.objects.filter(pk=ann.account).update(is_active=False)
    game = bob.create(seats=2)

    with pytest.raises(InvalidToken):
        tokens.issue(droid, name="x", scopes=["play"], now=timezone.now())
    with pytest.raises(InvalidToken):
        joined(game, droid.pk)


def joined(game: str, account_id: int) -> decisions.Outcome:
    """Join a game like a request that was authenticated before."""
    return lobby.join(number_of(game), account_id, is_bot=True)


def test_concurrent_requests_leave_no_more_live_tokens_than_there_may_be() -> None:
    ann = User.objects.create(username="Ann")

    def issue() -> None:
        tokens.issue(ann, name="one", scopes=["read"], now=timezone.now())

    for _ in range(tokens.MOST_LIVE_TOKENS - 2):
        issue()
    at_once(*[issue] * 8)

    assert tokens.live(ann, now=timezone.now()).count() == tokens.MOST_LIVE_TOKENS
