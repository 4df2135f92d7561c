"""Concurrent commands in real transactions are serialised, and reads meanwhile are consistent."""

import threading
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F

from games.log import head_reader
from games.log.heads import GameHead
from games.log.models import Game, Position, StoredAnswer
from games.log.models import Seat as SeatRow
from games.play import inbox, lobby_actions
from games.play.models import Invitation
from tests import tables
from tests.players import Player, close_connections, guest, seated
from tests.tables import number_of
from tests.threads import WAIT, Meanwhile, at_once, count_codes
from tests.timeouts import eventually

pytestmark = [pytest.mark.postgresql]


THREADS = 8


def asks_of(ann: Player, game: str, **headers: str) -> list[Callable[[], Any]]:
    """Ask for aces: a miss, so that the turn passes."""
    return [lambda: ann.ask(game, 1, "A", **headers)] * THREADS


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(
    ("has_version", "refusal"), [(True, "stale_version"), (False, "not_your_turn")]
)
def test_of_concurrent_asks_one_succeeds(has_version: bool, refusal: str) -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    version = ann.state(game)["version"]
    headers = {"If_Match": f'"{version}-0"'} if has_version else {}

    answers = at_once(*asks_of(ann, game, **headers))

    assert count_codes(answers) == {"ok": 1, refusal: THREADS - 1}
    log = tables.log_of(game)
    assert log.numbers == list(range(1, version + 2))
    assert log.position == log.replayed


@pytest.mark.usefixtures("transactional_db")
def test_concurrent_retries_of_one_request_are_one_move_and_one_answer() -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    version = ann.state(game)["version"]

    answers = at_once(*asks_of(ann, game, Idempotency_Key="one"))

    assert count_codes(answers) == {"ok": THREADS}
    assert len({(answer.content, answer["ETag"]) for answer in answers}) == 1
    assert tables.log_of(game).numbers == list(range(1, version + 2))
    assert StoredAnswer.objects.count() == 1


@pytest.mark.usefixtures("transactional_db")
def test_concurrent_retries_of_a_creation_open_one_game() -> None:
    ann = guest()

    answers = at_once(*[lambda: ann.post("/games", {"seats": 2}, Idempotency_Key="one")] * THREADS)

    assert count_codes(answers) == {"ok": THREADS}
    assert len({answer.content for answer in answers}) == 1
    assert Game.objects.count() == 1


@pytest.mark.usefixtures("transactional_db")
def test_one_of_several_concurrent_players_gets_the_last_seat() -> None:
    game = guest().create()
    players = [guest() for _ in range(THREADS)]

    answers = at_once(*((lambda player=player: player.join(game)) for player in players))

    assert count_codes(answers) == {"ok": 1, "already_started": THREADS - 1}
    assert SeatRow.objects.count() == 2
    assert tables.log_of(game).position.phase == "ask"


@pytest.mark.usefixtures("transactional_db")
def test_an_account_that_joins_twice_concurrently_gets_one_seat() -> None:
    game, ann = guest().create(seats=6), guest()

    answers = at_once(*[lambda: ann.join(game)] * 4)

    assert count_codes(answers) == {"ok": 1, "already_seated": 3}
    assert SeatRow.objects.filter(account_id=ann.account).count() == 1


@pytest.mark.usefixtures("transactional_db")
def test_a_command_in_conflict_with_the_start_is_decided_again() -> None:
    """After the start, seat 2 belongs to another player, so the command must not act for them."""
    ann, bob, cara = guest(), guest(), guest()
    game = ann.create(seats=4)
    bob.join(game, seat=2)
    cara.join(game, seat=3)
    number = tables.number_of(game)
    begun = threading.Event()
    answers: list[Any] = []

    def leave() -> None:
        begun.set()
        answers.append(bob.post(f"/games/{game}/leave"))
        close_connections()

    waiting = threading.Thread(target=leave)
    with connection.execute_wrapper(_pause_before_commit(waiting, begun)):
        lobby_actions.start(number, ann.account)
    waiting.join(WAIT)

    assert (answers[0].status_code, answers[0].json()["code"]) == (409, "already_started")
    seats = SeatRow.objects.filter(game_id=number).values_list("account_id", flat=True)
    assert list(seats) == [ann.account, bob.account, cara.account]
    log = tables.log_of(game)
    assert log.position == log.replayed


def _pause_before_commit(waiting: threading.Thread, begun: threading.Event) -> Any:
    """Let another thread read the game and try to write just before this transaction commits."""

    def run(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if "UPDATE games_position" in sql:
            waiting.start()
            assert begun.wait(WAIT)
            waiting.join(0.5)
            assert waiting.is_alive()
        return result

    return run


def invite_and_start_at_once() -> list[Any]:
    """Open a game whose host invites and starts concurrently; return both answers."""
    ann, bob, eve = guest(), guest(), guest()
    game = ann.create(seats=3)
    bob.join(game)
    return at_once(
        lambda: ann.post(f"/games/{game}/invitations", {"player": eve.name}),
        lambda: ann.post(f"/games/{game}/start"),
    )


@pytest.mark.usefixtures("transactional_db")
def test_a_concurrent_invitation_and_start_leave_no_invitation() -> None:
    for _ in range(5):
        invited, started = invite_and_start_at_once()

        assert count_codes([started]) == {"ok": 1}
        assert set(count_codes([invited])) <= {"ok", "already_started"}
        assert not Invitation.objects.exists()


@pytest.mark.usefixtures("transactional_db")
def test_players_who_leave_concurrently_close_the_lobby_once() -> None:
    players = [guest() for _ in range(5)]
    game = players[0].create(seats=6)
    for player in players[1:]:
        player.join(game)

    answers = at_once(*[lambda p=player: p.post(f"/games/{game}/leave") for player in players])

    assert count_codes(answers) == {"ok": 5}
    log = tables.log_of(game)
    assert log.position == log.replayed
    types = [event["type"] for move in Player().moves(game) for event in move["events"]]
    assert types.count("closed") == 1
    assert types[-1] == "closed"


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer")
def test_who_joins_during_an_invitation_does_not_lock_in_another_order() -> None:
    ann, eve = guest(), guest()
    game = ann.create(seats=3)
    answers = []

    def join() -> None:
        answers.append(eve.join(game).status_code)
        close_connections()

    joining = threading.Thread(target=join)

    def begin_after_the_game_is_locked(
        execute: Any, sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        result = execute(sql, params, many, context)
        if "FOR UPDATE OF position" in sql and not joining.ident:
            joining.start()
            joining.join(0.5)
        return result

    with connection.execute_wrapper(begin_after_the_game_is_locked):
        lobby_actions.invite(number_of(game), ann.account, username=eve.name)
    joining.join(WAIT)

    assert answers == [200]


# An account's games read while they change: the result is consistent between two statements.


STATEMENTS = (1, 2, 3)


@pytest.mark.django_db
@pytest.mark.parametrize("number", STATEMENTS)
def test_a_game_that_ends_meanwhile_is_over(number: int) -> None:
    game, ann, bob = seated(2)
    end = Meanwhile(number, lambda: bob.post(f"/games/{game}/resign"))

    with connection.execute_wrapper(end):
        found = inbox.of_accounts([ann.account])

    assert end.has_happened
    assert found == {}


@pytest.mark.django_db
@pytest.mark.parametrize("number", STATEMENTS)
def test_a_seat_that_is_taken_meanwhile_is_found_with_its_game_or_not_at_all(number: int) -> None:
    ann, bob = guest(), guest()
    game = bob.create(seats=3)
    join = Meanwhile(number, lambda: ann.join(game))

    with connection.execute_wrapper(join):
        found = inbox.of_accounts([ann.account]).get(ann.account, {})

    assert join.has_happened
    assert [concern.seat for concern in found.values()] in ([], [1])


@pytest.mark.django_db
@pytest.mark.parametrize("number", STATEMENTS)
def test_news_of_a_start_has_the_seat_in_the_game(number: int) -> None:
    ann, bob = guest(), guest()
    game = ann.create(seats=3)
    bob.join(game, seat=2)
    start = Meanwhile(number, lambda: ann.post(f"/games/{game}/start"))

    with connection.execute_wrapper(start):
        found = inbox.of_games([number_of(game)])

    assert start.has_happened
    concern = found[bob.account][number_of(game)]
    assert concern.status == "lobby" or concern.seat == 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a writer of SQLite is alone")
@pytest.mark.usefixtures("transactional_db")
def test_a_head_that_waited_for_the_lock_has_the_seats_of_now() -> None:
    game, _, bob = seated(2)
    number = number_of(game)
    is_locked = Event()

    def leave() -> None:
        with transaction.atomic():
            Position.objects.filter(game=number).update(version=F("version") + 1)
            is_locked.set()
            eventually(waiting)
            SeatRow.objects.filter(game=number, account=bob.account).delete()

    def load() -> GameHead:
        assert is_locked.wait(WAIT)
        with transaction.atomic():
            return head_reader.load(number, bob.account, lock=True)

    left, head = at_once(leave, load)

    assert left is None
    assert head.seat is None


def waiting() -> bool:
    """Return whether a statement waits for a row."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_locks WHERE NOT granted")
        return bool(cursor.rowcount)
