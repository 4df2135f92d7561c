"""What the statement of a write checks: the token, the account, the version and the digest."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import locks
from accounts.credentials import bearers, tokens
from accounts.models import Token, User
from games.engine import commands
from games.engine.decide import step
from games.log import head_reader, triggers, writer
from games.log.models import Move, Position
from games.log.writer import next_move
from gofish_api.personal_data import close_account
from tests import tables
from tests.players import Player, account_of, guest, refused
from tests.tables import number_of

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True),
]

Table = tuple[str, Player, Player]
ACES = "AH AC AS 2H 3C 4C 5H 6C 7C 8C 9C TC JC QC 3D"
"""The first seat gets one ace from the second, and asks again in vain."""


@pytest.fixture
def table() -> Table:
    """A game in which this process has written a move of the first player, who is to act again."""
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=ACES)
    for player in (ann, bob):  # the use of the token is noted
        player.state(game)
    assert ann.ask(game, 1, "A").json()["state"]["to_act"] == 0
    token = bearers.digest(str(ann.secret))
    assert writer.find_recent(token, number_of(game))
    return game, ann, bob


def revoke(player: Player) -> None:
    tokens.revoke_all(account_of(player), now=timezone.now())


def suspend(player: Player) -> None:
    locks.suspend(account_of(player), reason="abuse", until=None)


def expire(player: Player) -> None:
    Token.objects.filter(user=player.account).update(expires_at=timezone.now())


def close(player: Player) -> None:
    close_account.close(account_of(player).pk, now=timezone.now())


def deactivate(player: Player) -> None:
    User.objects.filter(pk=player.account).update(is_active=False)


ENDS = [
    pytest.param(revoke, (401, "invalid_token"), id="revoked"),
    pytest.param(expire, (401, "invalid_token"), id="expired"),
    pytest.param(close, (401, "invalid_token"), id="closed"),
    pytest.param(suspend, (403, "account_suspended"), id="suspended"),
    pytest.param(deactivate, (401, "invalid_token"), id="deactivated"),
]
ENDED: list[Any] = [
    *(
        pytest.param(lambda ann, game: ann.ask(game, 1, "A"), *each.values, id=each.id)
        for each in ENDS
    ),
    pytest.param(lambda ann, game: ann.ask(game, 1, "nonsense"), *ENDS[0].values, id="a bad body"),
    pytest.param(
        lambda ann, game: ann.post(f"/games/{game}/resign"), *ENDS[0].values, id="the end of a game"
    ),
]


@pytest.mark.parametrize(("request_of", "end", "refusal"), ENDED)
def test_a_token_that_ended_is_refused_first_whatever_is_sent(
    table: Table,
    request_of: Callable[[Player, str], Any],
    end: Callable[[Player], None],
    refusal: tuple[int, str],
) -> None:
    game, ann, bob = table
    end(ann)
    over = timezone.now() - timedelta(days=1)
    User.objects.filter(pk=bob.account).update(suspended_until=over)  # nothing to Ann
    moves = Move.objects.count()

    assert refused(request_of(ann, game)) == refusal
    assert Move.objects.count() == moves


def test_a_retry_with_a_token_that_ended_gets_no_stored_answer(table: Table) -> None:
    game, ann, _ = table
    assert ann.ask(game, 1, "A", Idempotency_Key="k").status_code == 200
    revoke(ann)

    assert refused(ann.ask(game, 1, "A", Idempotency_Key="k")) == (401, "invalid_token")


def test_a_move_of_another_process_is_not_overwritten(table: Table) -> None:
    game, ann, bob = table
    tables.act(number_of(game), ann.account, lambda seat: commands.Ask(seat, 1, 12))

    assert refused(ann.ask(game, 1, "A")) == (409, "not_your_turn")
    assert bob.ask(game, 0, "2").status_code == 200
    log = tables.log_of(game)
    assert log.position == log.replayed


def test_a_log_that_ends_with_another_digest_is_not_continued(table: Table) -> None:
    number = number_of(table[0])
    head = head_reader.load(number)
    command = commands.Ask(0, 1, 12)
    events, state = step(head.state, command)
    other = head._replace(digest=bytes(32))  # as long, but of another game
    after, _, row = next_move(
        other, seat=0, command=command, events=events, state=state, at=timezone.now()
    )

    assert not writer.write(other, after, [row])
    assert head_reader.load(number) == head
    assert Move.objects.count() == head.version


def test_a_position_that_was_damaged_since_the_try_is_reported(table: Table) -> None:
    game, ann, _ = table
    Position.objects.update(state="damaged")

    assert refused(ann.ask(game, 1, "nonsense")) == (500, "malformed_entry")


def test_a_log_whose_last_move_is_missing_is_not_continued(table: Table) -> None:
    game, ann, _ = table
    triggers.unguard()
    Move.objects.order_by("-number")[:1].get().delete()
    triggers.guard()

    assert refused(ann.ask(game, 1, "A")) == (500, "malformed_entry")


def test_a_suspension_that_ends_lets_the_player_go_on(table: Table) -> None:
    game, ann, _ = table
    suspend(ann)
    assert refused(ann.ask(game, 1, "A")) == (403, "account_suspended")

    locks.lift(User.objects.get(pk=ann.account))

    assert ann.ask(game, 1, "A").status_code == 200
