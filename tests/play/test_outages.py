"""No clock runs while the service is away: each that ran gets the time of an outage back, once."""

import time
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.db.models import F
from django.utils import timezone

from games.engine import commands
from games.log import head_reader, heads
from games.log.models import Position, Seat
from games.play import create_game, leave_all, lobby, outages, overdue
from games.play.models import Outage, ServiceHeartbeat
from games.referee import loop
from games.tournaments import directing, entering, progress
from tests import databases, tables, threads, timeouts
from tests.classes.school import School
from tests.faults.processes import Worker, environment, serving
from tests.players import later, refused, seated
from tests.tournaments.club import BEGIN, Club, person

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

SECOND = timedelta(seconds=1)
AWAY = 45.0  # seconds for which the service was away, until now
LOBBY, ABANDONED = heads.LOBBY_KEPT / SECOND, heads.ABANDONED_AFTER / SECOND


def begin(turn: int | None = 30, *, ago: float = 0, joined: int = 3) -> heads.GameHead:
    """Open a game so many seconds ago, in which stand-ins play for those who leave."""
    terms = create_game.GameTerms(turn_seconds=turn, on_abandon="stand_in", stand_in="memory")
    with later(-ago):
        head = lobby.create(person().pk, preset="classic", seats=3, terms=terms).head
        for _ in range(1, joined):
            head = lobby.join(head.game_id, person().pk).head
    return head


def serve_until(seconds: float) -> None:
    """Record that the last heartbeat was so many seconds ago."""
    at = timezone.now() - seconds * SECOND
    ServiceHeartbeat.objects.update_or_create(defaults={"at": at}, pk=ServiceHeartbeat.ONLY)


def left(head: heads.GameHead) -> Any:
    """Return roughly how many seconds the clock of a game has left: tests take some, too."""
    deadline: Any = Position.objects.get(pk=head.game_id).deadline
    return pytest.approx((deadline - timezone.now()) / SECOND, abs=4)


@pytest.mark.parametrize(
    ("turn", "began", "resigned", "away", "expected"),
    [
        pytest.param(30, AWAY + 10, None, AWAY, 20, id="running"),
        pytest.param(30, AWAY + 28, None, AWAY, 10, id="nearly over"),
        pytest.param(30, AWAY + 31, None, AWAY, -AWAY - 1, id="over before"),
        pytest.param(30, AWAY - 1, None, AWAY, 30, id="begun after the last heartbeat"),
        pytest.param(30, 5, None, AWAY, 30, id="begun in the outage"),
        pytest.param(5, AWAY + 3, None, AWAY, 10, id="short turn"),
        pytest.param(None, AWAY + 10, None, AWAY, ABANDONED - 10, id="no clock"),
        pytest.param(0, AWAY + 10, None, AWAY, LOBBY - 10, id="lobby"),
        pytest.param(60, AWAY + 5, (1, 20), AWAY, 55, id="moved out of turn in the outage"),
        pytest.param(60, AWAY + 5, (1, AWAY - 0.1), AWAY, 55, id="moved out of turn before"),
        pytest.param(60, AWAY + 5, (0, AWAY - 1), AWAY, 1 - AWAY, id="turn of a bot"),
        pytest.param(30, 10, None, 4, 20, id="restart that left a process serving"),
        pytest.param(30, 10, None, -3600, 20, id="promoted standby whose clock is behind"),
    ],
)
def test_a_clock_has_the_time_back_that_an_outage_took(
    turn: int | None, began: float, resigned: tuple[int, float] | None, away: float, expected: float
) -> None:
    head = begin(30 if turn == 0 else turn, ago=began, joined=1 if turn == 0 else 3)
    if resigned is not None:
        number = ((head.state.turn or 0) + resigned[0]) % 3
        account_id = Seat.objects.get(game=head.game_id, number=number).account_id or 0
        with later(-resigned[1]):
            tables.act(head.game_id, account_id, commands.Resign)
    serve_until(away)

    outages.record()
    outages.give_back()

    assert left(head) == expected
    version = head_reader.load(head.game_id).version
    loop.enforce_all()
    assert (head_reader.load(head.game_id).version > version) == (expected < 0)
    assert abs(ServiceHeartbeat.objects.get().at - timezone.now()) < outages.AWAY_AFTER


@pytest.mark.usefixtures("transactional_db")
def test_processes_give_time_back_once_even_if_they_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "CLOCKS_AT_ONCE", 1)
    games = [begin(60 + number, ago=AWAY + 10) for number in range(4)]
    serve_until(AWAY)
    threads.at_once(*[outages.record] * 4)
    Outage.objects.update(began=F("began") - 8 * SECOND, ended=F("ended") - 8 * SECOND)
    games.append(begin(26))  # after the outage
    behind, stop = Outage.objects.filter(settled_at=None), Event()
    monkeypatch.setattr(stop, "wait", lambda _: not (outages._serves.is_set() and behind.exists()))

    def serve_and_lose_the_database() -> None:
        with connection.execute_wrapper(threads.Meanwhile(2, connection.close)):
            outages.run(stop)

    assert outages.give_back() and behind.exists()  # one clock has its time back
    threads.at_once(serve_and_lose_the_database, serve_and_lose_the_database)

    outage, now = Outage.objects.get(), [head_reader.load(head.game_id).deadline for head in games]
    was = [head.deadline for head in games if head.deadline is not None]
    assert now == [*(deadline + (outage.ended - outage.began) for deadline in was[:4]), was[4]]
    assert sorted(Position.objects.values_list("revision", flat=True)) == [0, 1, 1, 1, 1]
    assert not outages._serves.is_set()


def test_who_is_late_waits_for_a_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    late, other = begin(ago=31), begin(ago=31)
    account_id = Seat.objects.get(game=late.game_id, number=0).account_id or 0
    open_game = lobby.create(account_id, preset="classic", seats=2, terms=create_game.GameTerms())
    for seconds in (2, 0):  # since the heartbeat for which a call waits, once
        serve_until(2)  # an outage may have begun
        monkeypatch.setattr(time, "sleep", lambda _, at=seconds: serve_until(at))
        leave_all.leave_all(account_id)
        assert head_reader.load(open_game.head.game_id).state.phase == "closed"
        assert head_reader.load(late.game_id).state.left == (seconds == 0)

    monkeypatch.setattr(outages, "_serves", (serves := Event()))
    for last, moves in ((2, 0), (AWAY, 0), (2, 1)):
        serve_until(last)
        assert overdue.enforce(other.game_id).version == other.version + moves
        serves.set()  # as the thread of heartbeats does


def test_a_command_waits_until_time_is_given_back_and_the_state_shows_it() -> None:
    game, *players = seated(2)
    player = players[players[0].state(game)["turn"]]
    old = player.get(f"/games/{game}/state")
    action = old.json()["legal_actions"][0]
    Position.objects.update(deadline=timezone.now() - 10 * SECOND)
    serve_until(AWAY)

    waits = player.act(game, action)
    outages.record()
    outages.give_back()

    assert refused(waits) == (503, "unavailable")
    assert 0 < int(waits["Retry-After"]) < outages.LEAST_LEFT / SECOND / 2
    shown = player.get(f"/games/{game}/state", If_None_Match=old["ETag"])
    assert (shown.status_code, shown["ETag"]) == (200, old["ETag"][:-1] + '-1"')
    assert player.get(f"/games/{game}/state", If_None_Match=shown["ETag"]).status_code == 304
    assert player.act(game, action, If_Match=shown["ETag"])["ETag"].endswith('-1"')


def test_a_class_is_paused_once_its_clocks_have_time_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "CLOCKS_AT_ONCE", 1)
    school = School(turn_seconds=60)
    assert len(school.play()) == 2
    for action in ("pause", "resume"):
        Position.objects.update(deadline=F("deadline") - AWAY * SECOND)
        serve_until(AWAY)
        assert refused(school.do(action)) == (409, "class_not_possible_now")
        outages.record()
        while outages.give_back():
            is_behind = Outage.objects.filter(settled_at=None).exists()
            assert school.do(action).status_code == (409 if is_behind else 200)
    for head in map(head_reader.load, Position.objects.values_list("pk", flat=True)):
        assert left(head) == pytest.approx(60, abs=5)


@pytest.mark.parametrize(
    ("actions", "away", "again_until"),
    [
        pytest.param([], [(0, 50)], None, id="left time"),
        pytest.param([], [(0, 55)], 115, id="took the last seconds"),
        pytest.param([], [(20, 70), (72, 80)], 130, id="a second one hides it not"),
        pytest.param([], [(61, 67)], None, id="after the round was due"),
        pytest.param([], [(20, 9_000)], None, id="in the future"),
        pytest.param(["begin"], [(0, 55)], None, id="a director begins"),
        pytest.param(["begin", "pause", "resume"], [(0, 55)], 115, id="and begins again"),
        pytest.param(["begin", "wait", "play_tables"], [(0, 55)], 115, id="begins no later round"),
    ],
)
def test_who_could_not_confirm_a_round_in_an_outage_has_a_new_minute(
    actions: list[str], away: list[tuple[int, int]], again_until: int | None
) -> None:
    club = Club(3)
    club.start()
    for user in club.users[:2]:
        entering.confirm(user.pk, club.id)
    for action in actions:
        if hasattr(directing, action):
            with time_machine.travel(club.now, tick=False):
                getattr(directing, action)(club.host.pk, club.id)
        else:
            getattr(club, action)()
    began, version = club.now, club.row.version
    for times in away:
        start, end = (began + seconds * SECOND for seconds in times)
        Outage.objects.create(began=start, ended=end, settled_at=end)

    club.wait(81 * SECOND)

    row = club.row
    assert row.phase == ("playing" if again_until is None else "confirming")
    if again_until is not None:
        assert (row.due_at, row.version > version) == (began + again_until * SECOND, True)


def test_a_tournament_that_none_could_join_in_an_outage_starts_a_minute_after_it() -> None:
    club = Club(1, players_min=2)
    serve_until(2)
    club.wait(BEGIN)
    assert club.row.status == "open"  # an outage may have begun

    Outage.objects.create(began=club.now - BEGIN, ended=club.now, settled_at=club.now)
    ServiceHeartbeat.objects.update(at=club.now)
    was, due = club.row, club.now + progress.CONFIRMATION
    club.wait(progress.ARENA_PAUSE)
    assert (club.row.status, club.row.starts_at, club.row.version) == ("open", due, was.version + 1)
    assert club.row.planned_end - due == was.planned_end - was.starts_at

    entering.join(person("Late").pk, club.id)
    ServiceHeartbeat.objects.update(at=due)
    club.wait(progress.CONFIRMATION)
    assert club.row.status == "running"


@pytest.mark.slow
@pytest.mark.usefixtures("transactional_db")
def test_a_turn_goes_on_when_the_service_is_back(tmp_path: Path) -> None:
    with serving(tmp_path) as [server], ExitStack() as stack:
        referee = Worker(tmp_path / "log", environment(DATABASE_URL=databases.url()), "referee")
        stack.callback(referee.kill)  # it outlives the server
        referee.start()
        timeouts.eventually(ServiceHeartbeat.objects.exists)
        head = begin(8)
        server.kill()
        time.sleep(10)
        server.start()

        timeouts.eventually(lambda: head_reader.load(head.game_id).revision == 1)
        assert (head_reader.load(head.game_id).version, left(head)) == (head.version, 10)
        timeouts.eventually(lambda: head_reader.load(head.game_id).version > head.version)
