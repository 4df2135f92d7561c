"""Housekeeping: it removes old rows and the accounts of guests who never played."""

from collections.abc import Callable
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
import time_machine
from django.db import OperationalError, connection
from django.utils import timezone

from accounts.credentials import tokens
from accounts.models import Token, User
from games.desk.models import SeatAddress
from games.log.models import GameStatus, Seat, StoredAnswer
from gofish_api import housekeeping
from gofish_api.observability import metrics
from gofish_api.personal_data import close_account
from tests import players
from tests.desk.review import finished
from tests.players import Player, account_of
from tests.threads import at_once

pytestmark = pytest.mark.django_db

DAYS = 30


def is_emptied(player: Player) -> bool:
    """Return whether the account of a player is closed."""
    return account_of(player).closed_at is not None


def after(days: float) -> Any:
    """Travel ``days`` into the future."""
    return time_machine.travel(timezone.now() + timedelta(days=days))


def test_a_guest_who_never_played_is_closed_after_the_documented_time() -> None:
    ann = players.guest()

    with after(DAYS - 1):
        assert housekeeping.empty_guests(Event()) == 0
    with after(DAYS + 1):
        assert housekeeping.empty_guests(Event()) == 1
        assert housekeeping.empty_guests(Event()) == 0

    assert is_emptied(ann)
    assert account_of(ann).username.startswith("deleted-")
    assert not Token.objects.filter(user=ann.account).exists()
    assert ann.get("/me").status_code == 401


def test_a_token_is_deleted_after_the_documented_time_from_its_end() -> None:
    account = account_of(players.guest())
    revoked, expired = (
        tokens.issue(account, name=name, scopes=["read"], now=timezone.now(), lifetime=lifetime)
        for name, lifetime in (("revoked", timedelta(days=365)), ("expired", timedelta(days=10)))
    )
    tokens.revoke(account, revoked.token.pk, now=timezone.now())

    for days, left in ((89, 3), (91, 2), (99, 2), (101, 1)):
        with after(days):
            housekeeping.purge("tokens", Event())
            assert account.tokens.count() == left
    assert not account.tokens.filter(pk__in=[revoked.token.pk, expired.token.pk]).exists()


def test_the_time_starts_at_the_last_use_of_a_token() -> None:
    ann, bob = players.guest(), players.guest()
    with after(20):
        assert ann.get("/me").status_code == 200
        tokens.issue(account_of(bob), name="new", scopes=["read"], now=timezone.now())

    with after(DAYS + 15):
        assert housekeeping.empty_guests(Event()) == 0
    with after(DAYS + 21):
        assert housekeeping.empty_guests(Event()) == 2


def who_resigned() -> Player:
    return finished()[2]


def who_disputed() -> Player:
    game, *_ = finished()
    ann = who_registered()
    complaint = {"move": 6, "reason": "other", "words": "Odd."}
    assert ann.post(f"/games/{game}/disputes", complaint).status_code == 201
    User.objects.filter(pk=ann.account).update(
        is_guest=True
    )  # as before spectators had to register
    return ann


def who_registered() -> Player:
    ann = players.guest()
    User.objects.filter(pk=ann.account).update(is_guest=False)
    return ann


@pytest.mark.parametrize("guest", [who_resigned, who_disputed, who_registered])
def test_an_account_that_played_disputed_or_registered_stays(
    guest: Callable[[], Player],
) -> None:
    ann = guest()

    with after(400):
        housekeeping.go_round(Event())

    assert not is_emptied(ann)


def test_a_guest_who_returns_just_before_the_closing_stays() -> None:
    ann = players.guest()
    with after(DAYS + 1):
        found = list(close_account.idle_guests(now=timezone.now()))
        ann.get("/me")

        assert [guest.pk for guest in found] == [ann.account]
        assert not close_account.close_guest(ann.account, now=timezone.now())


def test_a_round_deletes_old_rows_in_batches_and_counts_them() -> None:
    ann, count = players.guest(), housekeeping.BATCH + 7
    old, new = timezone.now() - timedelta(hours=25), timezone.now()
    keep = {
        "account_id": ann.account,
        "fingerprint": b"",
        "status": 200,
        "headers": {},
        "body": b"",
    }
    StoredAnswer.objects.bulk_create(
        [StoredAnswer(key=f"old-{n}", at=old, **keep) for n in range(count)]
        + [StoredAnswer(key="new", at=new, **keep)]
    )
    _, bob, _ = players.seated(2)
    seat = Seat.objects.filter(account=bob.account).get()
    ancient = timezone.now() - timedelta(days=91)
    SeatAddress.objects.create(seat=seat, address=b"a", network=b"n", at=ancient)
    kept = set(SeatAddress.objects.filter(at__gt=ancient).values_list("pk", flat=True))
    before = metrics.CLEANED.labels("answers")._value.get()

    counts = housekeeping.go_round(Event())

    assert counts == {
        "answers": count,
        "addresses": 1,
        **dict.fromkeys(
            ("notices", "webhooks", "grants", "tokens", "classes", "guests", "closed"), 0
        ),
    }
    assert [answer.key for answer in StoredAnswer.objects.all()] == ["new"]
    assert set(SeatAddress.objects.values_list("pk", flat=True)) == kept
    assert metrics.CLEANED.labels("answers")._value.get() == before + count


def test_an_interrupted_closing_is_finished() -> None:
    ann, bob = players.guest(), players.guest()
    lobby = ann.create()
    game = bob.create()
    assert ann.join(game).status_code == 200

    def fail_at_games(execute: Any, sql: str, *rest: Any) -> Any:
        if "games_match" in sql:
            raise OperationalError("the database is away")
        return execute(sql, *rest)

    with connection.execute_wrapper(fail_at_games):
        assert ann.send("DELETE", "/me").status_code == 204
    assert Seat.objects.filter(account=ann.account).count() == 2

    assert housekeeping.finish_closings(Event()) == 1

    assert not Seat.objects.filter(account=ann.account, game__status=GameStatus.LOBBY).exists()
    assert bob.state(game)["phase"] == "over"
    assert players.guest().join(lobby).json()["code"] == "game_closed"
    assert housekeeping.finish_closings(Event()) == 0


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_concurrent_rounds_share_the_work() -> None:
    guests = [players.guest() for _ in range(8)]
    now = timezone.now()
    old = {"fingerprint": b"", "status": 200, "headers": {}, "body": b""}
    StoredAnswer.objects.bulk_create(
        StoredAnswer(account_id=guests[0].account, key=f"k-{n}", at=now - timedelta(2), **old)
        for n in range(housekeeping.BATCH * 3)
    )
    long_ago = now - timedelta(days=DAYS + 1)
    User.objects.update(created_at=long_ago)
    Token.objects.update(created_at=long_ago, last_used_at=None)

    rounds = at_once(*[lambda: housekeeping.go_round(Event())] * 3)

    assert sum(counts["guests"] for counts in rounds) == len(guests)
    assert sum(counts["answers"] for counts in rounds) == housekeeping.BATCH * 3
    assert all(map(is_emptied, guests))
