"""Clocks, abandoned seats, stand-ins and rematches, through the use cases."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from itertools import pairwise

import psycopg
import pytest
import time_machine
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games.engine import commands
from games.engine.decide import step
from games.engine.legal import asks
from games.engine.refusals import NotYourTurn
from games.engine.table import Table
from games.log import head_reader, heads, reader
from games.log.heads import GameHead
from games.log.models import Game, Position
from games.log.refusals import NotOverYet, NotSeated
from games.log.replay import verify
from games.play import lobby, lobby_actions, overdue, play
from games.play.create_game import GameTerms
from games.referee import loop
from games.referee.turns import Origin, Turns
from tests import builders, databases, tables

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def players() -> list[int]:
    """Three accounts."""
    return [User.objects.create(username=name).pk for name in ("Ann", "Bob", "Cleo")]


def begin(players: list[int], terms: GameTerms, *, seats: int = 3) -> GameHead:
    """A game that has begun; account i sits on seat i."""
    head = lobby.create(players[0], preset="classic", seats=seats, terms=terms).head
    for account in players[1:seats]:
        head = lobby.join(head.game_id, account).head
    return head


def event_types(game_id: int, *, after: int) -> list[str]:
    return [
        type(event).__name__ for move in reader.read(game_id, after=after) for event in move.events
    ]


def test_a_turn_passes_when_its_time_has_run_out(players: list[int]) -> None:
    head = begin(players, GameTerms(turn_seconds=30))

    with time_machine.travel(timezone.now() + timedelta(seconds=31)):
        overdue.enforce(head.game_id)

    assert event_types(head.game_id, after=head.version) == ["TimedOut", "TurnPassed"]


def test_nothing_happens_before_the_time_has_run_out(players: list[int]) -> None:
    head = begin(players, GameTerms(turn_seconds=30))

    with time_machine.travel(timezone.now() + timedelta(seconds=29)):
        overdue.enforce(head.game_id)

    assert head_reader.load(head.game_id).version == head.version


def test_a_referee_that_gets_the_lock_too_late_makes_no_move(players: list[int]) -> None:
    head = begin(players, GameTerms(turn_seconds=30))

    with time_machine.travel(timezone.now() + timedelta(seconds=31), tick=False):
        overdue._move(head.game_id)  # of two processes that found the game overdue
        moved = head_reader.load(head.game_id)
        overdue._move(head.game_id)

    assert moved.version > head.version
    assert head_reader.load(head.game_id).version == moved.version


def test_an_ask_after_the_deadline_is_refused(players: list[int]) -> None:
    head = begin(players, GameTerms(turn_seconds=30))
    late = head.state.turn or 0
    ask = asks(Table(head.state), late)[0]

    with time_machine.travel(timezone.now() + timedelta(seconds=31)):
        with pytest.raises(play.GameOverdue), transaction.atomic():
            tables.act(head.game_id, players[late], lambda _: ask)
        overdue.enforce(head.game_id)
        with pytest.raises(NotYourTurn):
            tables.act(head.game_id, players[late], lambda _: ask)


def test_an_ask_in_the_last_second_is_taken(players: list[int]) -> None:
    head = begin(players, GameTerms(turn_seconds=30))

    with time_machine.travel(timezone.now() + timedelta(seconds=29)):
        assert _ask(head, players).version > head.version


def test_a_player_who_goes_on_asking_gets_the_whole_time_again() -> None:
    before = builders.state("QC QS 2C", "QD 3C", stock="QH 4C")._replace(turn_seconds=30)
    _, after = step(before, builders.ask(0, 1, "Q"))
    now = timezone.now()

    given = heads.deadline(
        after, now=now, before=before, deadline_before=now + timedelta(seconds=9)
    )

    assert after.to_act() == before.to_act()
    assert given == now + timedelta(seconds=30)


def test_what_others_do_does_not_stop_the_clock(players: list[int]) -> None:
    head = lobby.create(
        players[0],
        preset="classic",
        overlays=["honour"],
        seats=2,
        terms=GameTerms(turn_seconds=30),
    ).head
    head = lobby.join(head.game_id, players[1]).head
    other = 1 - (head.state.turn or 0)
    card = next(n for n in range(52) if head.state.hands[other] >> n & 1)

    with time_machine.travel(timezone.now() + timedelta(seconds=20)):
        exposed = play.execute(
            head.game_id,
            players[other],
            lambda _: commands.Expose(other, card),
            if_version=frozenset({head.version}),
        )

    assert exposed.head.deadline == head.deadline


def test_a_seat_that_is_not_awaited_changes_hands_and_the_clock_goes_on(
    players: list[int],
) -> None:
    terms = GameTerms(turn_seconds=30, on_abandon="stand_in", stand_in="memory")
    head = begin(players, terms)
    awaited = head.state.turn or 0

    for seat in ((awaited + 1) % 3, awaited):
        with time_machine.travel(timezone.now() + timedelta(seconds=20)), transaction.atomic():
            for command in (commands.Abandon(seat), commands.Restore(seat)):
                before, now = head_reader.load(head.game_id, lock=True), timezone.now()
                after = play.advance(before, command, seat=None, account_id=None, now=now).head
            restarts = now + timedelta(seconds=30)
            assert after.deadline == (restarts if seat == awaited else head.deadline)


def test_a_game_without_a_clock_that_all_have_left_ends_by_itself(players: list[int]) -> None:
    head = begin(players, GameTerms(on_abandon="stand_in"))

    for week in range(1, 5):
        with time_machine.travel(timezone.now() + timedelta(days=7 * week, hours=1)):
            call_command("referee", "--once", verbosity=0)

    after = head_reader.load(head.game_id)
    assert after.state.is_over
    assert verify(Game.objects.get(pk=head.game_id)).holds


def test_a_stand_in_takes_over_after_a_resignation(players: list[int]) -> None:
    head = begin(players, GameTerms(on_abandon="stand_in"))
    for account in players[:2]:
        tables.act(head.game_id, account, commands.Resign)
        loop.enforce_all()

    after = head_reader.load(head.game_id)

    assert after.state.is_over or after.state.to_act() == 2


def test_a_game_that_is_over_has_no_deadline(players: list[int]) -> None:
    head = begin(players, GameTerms(turn_seconds=30))

    tables.act(head.game_id, players[1], commands.Resign)

    stored = Position.objects.get(pk=head.game_id)
    assert (stored.deadline, stored.check_at) == (None, None)


# When the referee looks at a deadline: `check_at`.


def check_at(game_id: int) -> datetime | None:
    return Position.objects.get(pk=game_id).check_at


def test_an_ask_of_a_later_deadline_leaves_check_at_which_the_referee_moves_on(
    players: list[int],
) -> None:
    head = begin(players, GameTerms(turn_seconds=30))
    assert check_at(head.game_id) == head.deadline, "earlier than that of the lobby"

    with time_machine.travel(timezone.now() + timedelta(seconds=20)):
        after = _ask(head, players)
    assert head.deadline is not None and after.deadline is not None
    assert check_at(head.game_id) == head.deadline < after.deadline

    with time_machine.travel(timezone.now() + timedelta(seconds=31)):
        assert loop.enforce_all() == 0
    assert head_reader.load(head.game_id).version == after.version
    assert check_at(head.game_id) == after.deadline

    with time_machine.travel(after.deadline + timedelta(seconds=1)):
        loop.enforce_all()
    assert head_reader.load(head.game_id).version == after.version + 1


def test_an_ask_moves_check_at_on_that_has_passed(players: list[int]) -> None:
    head = begin(players, GameTerms(turn_seconds=30))
    Position.objects.update(check_at=timezone.now() - timedelta(seconds=1))

    after = _ask(head, players)

    assert check_at(head.game_id) == after.deadline


@pytest.mark.parametrize("stored", [None, timedelta(days=1)], ids=["new", "earlier than before"])
def test_a_deadline_that_0_2_0_wrote_without_check_at_is_enforced(
    players: list[int], stored: timedelta | None
) -> None:
    head = begin(players, GameTerms(turn_seconds=30))
    now = timezone.now()
    Position.objects.update(
        deadline=now - timedelta(seconds=1), check_at=None if stored is None else now + stored
    )

    loop.enforce_all()

    assert head_reader.load(head.game_id).version == head.version + 1
    assert not tables.unchecked()


@pytest.mark.skipif(connection.vendor == "sqlite", reason="locks the database, not rows")
@pytest.mark.django_db(transaction=True)
def test_the_referee_moves_check_at_on_without_a_wait_for_locks(players: list[int]) -> None:
    locked, other = (begin(players, GameTerms(turn_seconds=30)).game_id for _ in range(2))
    past = timezone.now() - timedelta(seconds=1)
    Position.objects.update(check_at=past)

    with psycopg.connect(databases.url()) as writer:
        writer.execute(
            "UPDATE games_position SET deadline = %s WHERE game_id = %s", [timezone.now(), locked]
        )
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '5s'")
        loop.enforce_all()

        assert check_at(locked) == past
        assert check_at(other) == head_reader.load(other).deadline
    version = head_reader.load(locked).version
    loop.enforce_all()
    assert head_reader.load(locked).version == version + 1


def test_a_rematch_keeps_seats_and_rotates_the_dealer(players: list[int]) -> None:
    head = begin(players, GameTerms(turn_seconds=30, on_abandon="stand_in"), seats=2)
    over = _play_out(head, players)

    opened = lobby_actions.rematch(head.game_id, players[1]).head
    joined = lobby_actions.rematch(head.game_id, players[0]).head

    assert opened.game_id == joined.game_id
    assert (opened.seat, joined.seat) == (1, 0)
    assert joined.state.dealer == 1 - (over.state.dealer or 0)
    assert (joined.state.turn_seconds, joined.state.on_abandon) == (30, "stand_in")


def test_no_rematch_of_a_running_game(players: list[int]) -> None:
    head = begin(players, GameTerms())

    with pytest.raises(NotOverYet):
        lobby_actions.rematch(head.game_id, players[0])


def test_no_rematch_for_an_account_that_did_not_play(players: list[int]) -> None:
    head = begin(players, GameTerms(), seats=2)
    tables.act(head.game_id, players[1], commands.Resign)

    with pytest.raises(NotSeated):
        lobby_actions.rematch(head.game_id, players[2])


def _play_out(head: GameHead, players: list[int]) -> GameHead:
    while not head.state.is_over:
        head = _ask(head, players)
    return head


def _ask(head: GameHead, players: list[int]) -> GameHead:
    seat = head.state.turn or 0
    ask = asks(Table(head.state), seat)[0]
    return tables.act(head.game_id, players[seat], _always(ask)).head


def _always(ask: commands.Ask) -> Callable[[int], commands.Command]:
    return lambda _: ask


# The order in which overdue games are handled: no address or account gets more than its share.

SCHOOL, CAFE = b"school", b"cafe"


def turns_taken(origins: Mapping[int, Origin], count: int) -> list[int]:
    """Return the games of the first turns, where each game stays due."""
    turns = Turns(lambda game_ids: origins)
    turns.load_origins(origins)
    return [turns.next_game(origins) for _ in range(count)]


def test_an_address_with_many_games_has_every_other_turn() -> None:
    many = {game: Origin(game % 8, SCHOOL) for game in range(1, 101)}

    order = turns_taken({**many, 500: Origin(99, CAFE)}, 20)

    assert order.count(500) == 10
    assert all(one != other for one, other in pairwise(game == 500 for game in order))


def test_within_an_address_accounts_take_turns_and_within_an_account_games() -> None:
    games = {game: Origin(1, SCHOOL) for game in (1, 2, 3)} | {9: Origin(2, SCHOOL)}

    order = turns_taken(games, 12)

    assert order.count(9) == 6
    assert {game: order.count(game) for game in (1, 2, 3)} == {1: 2, 2: 2, 3: 2}
