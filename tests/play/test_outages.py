"""No clock runs while the service is away: each that ran gets the time of an outage back, once."""

import time
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.db.models import F
from django.utils import timezone

from games.engine import commands
from games.log import head_reader, heads
from games.log.heads import GameHead
from games.log.models import Position, Seat
from games.play import lobby, outages, overdue
from games.play.create_game import GameTerms
from games.play.leave_all import leave_all
from games.play.models import Outage, ServiceHeartbeat
from games.referee import loop
from games.tournaments import directing, entering, progress
from tests import databases, tables
from tests.classes.school import School
from tests.faults.processes import Server, Worker, environment
from tests.players import guest, refused
from tests.threads import at_once
from tests.timeouts import eventually
from tests.tournaments.club import BEGIN, Club, person

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

AWAY = 45.0
"""Seconds for which the service was away, until now."""
LOBBY, ABANDONED = heads.LOBBY_KEPT.total_seconds(), heads.ABANDONED_AFTER.total_seconds()


def ago(seconds: float) -> time_machine.travel:
    """Do something so many seconds ago."""
    return time_machine.travel(timezone.now() - timedelta(seconds=seconds))


def begin(turn: int | None = 30, *, seats: int = 3, joined: int | None = None) -> GameHead:
    """Open a game, in which stand-ins play for those who leave, and let players join it."""
    people = [person().pk for _ in range(seats)]
    terms = GameTerms(turn_seconds=turn, on_abandon="stand_in", stand_in="memory")
    head = lobby.create(people[0], preset="classic", seats=seats, terms=terms).head
    for account_id in people[1:joined]:
        head = lobby.join(head.game_id, account_id).head
    return head


def serve_until(seconds: float) -> None:
    """Record that the last heartbeat was so many seconds ago."""
    at = timezone.now() - timedelta(seconds=seconds)
    ServiceHeartbeat.objects.update_or_create(defaults={"at": at}, pk=ServiceHeartbeat.ONLY)


def return_to_service() -> None:
    """Commit the first heartbeat after an outage, and give its time back."""
    outages.record()
    while outages.give_back():
        pass


def left(head: GameHead) -> Any:
    """Return roughly how many seconds the clock of a game has left: tests take some, too."""
    deadline = Position.objects.get(pk=head.game_id).deadline
    assert deadline is not None
    return pytest.approx((deadline - timezone.now()).total_seconds(), abs=4)


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
    with ago(began):
        head = begin(30 if turn == 0 else turn, joined=1 if turn == 0 else None)
    if resigned is not None:
        number = ((head.state.turn or 0) + resigned[0]) % 3
        account_id = Seat.objects.get(game=head.game_id, number=number).account_id or 0
        with ago(resigned[1]):
            tables.act(head.game_id, account_id, commands.Resign)
    serve_until(away)

    return_to_service()

    assert left(head) == expected
    version = head_reader.load(head.game_id).version
    loop.enforce_all()
    assert (head_reader.load(head.game_id).version > version) == (expected < 0)
    assert abs(ServiceHeartbeat.objects.get().at - timezone.now()) < outages.AWAY_AFTER


@pytest.mark.usefixtures("transactional_db")
def test_processes_give_time_once_also_if_one_is_killed_between_batches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outages, "CLOCKS_AT_ONCE", 1)
    with ago(AWAY + 10):
        games = [begin(60 + number) for number in range(4)]
    serve_until(AWAY)

    for steps in ([outages.clock_time], [outages.record] * 4, [outages.give_back]):
        at_once(*steps)
        assert all(overdue.enforce(head.game_id).version == head.version for head in games)
        if len(steps) > 1:  # 8 s ago, so that the last game began after the outage
            shift = timedelta(seconds=8)
            Outage.objects.update(began=F("began") - shift, ended=F("ended") - shift)
            games.append(begin(26))
    assert Outage.objects.filter(settled_at=None).exists()  # one clock in a transaction
    at_once(return_to_service, return_to_service)

    outage, now = Outage.objects.get(), [head_reader.load(head.game_id).deadline for head in games]
    was = [head.deadline for head in games if head.deadline is not None]
    assert now == [*(deadline + (outage.ended - outage.began) for deadline in was[:4]), was[4]]
    assert sorted(Position.objects.values_list("revision", flat=True)) == [0, 1, 1, 1, 1]


def test_a_process_that_serves_commands_waits_for_no_heartbeat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ago(31):
        head = begin()
    serve_until(2)  # an outage may have begun, as far as others know
    assert overdue.enforce(head.game_id).version == head.version

    monkeypatch.setattr(outages, "_serves", (serves := Event()))
    serves.set()  # as the thread of heartbeats does
    serve_until(AWAY)
    assert overdue.enforce(head.game_id).version == head.version
    serve_until(2)
    assert overdue.enforce(head.game_id).version == head.version + 1


@pytest.mark.parametrize("next_heartbeat", [0, 2])
def test_who_leaves_all_games_waits_once_for_the_heartbeat_that_judges_a_clock(
    monkeypatch: pytest.MonkeyPatch, next_heartbeat: float
) -> None:
    with ago(31):
        late = begin()
    account_id = Seat.objects.get(game=late.game_id, number=0).account_id or 0
    other = lobby.create(account_id, preset="classic", seats=2, terms=GameTerms()).head
    serve_until(2)
    monkeypatch.setattr("games.play.leave_all.time.sleep", lambda _: serve_until(next_heartbeat))

    leave_all(account_id)

    assert head_reader.load(other.game_id).state.phase == "closed"
    assert head_reader.load(late.game_id).state.left == (
        next_heartbeat == 0
    )  # else a later call does it


def test_a_command_waits_until_time_is_given_back_and_the_state_shows_it() -> None:
    with ago(AWAY + 10):
        ann, bob = guest(), guest()
        game = ann.post("/games", {"seats": 2, "turn_seconds": 30}).json()["game"]["id"]
        bob.join(game)
        player = (ann, bob)[ann.state(game)["turn"]]
        old = player.get(f"/games/{game}/state")
    action = old.json()["legal_actions"][0]
    serve_until(AWAY)

    waits = player.act(game, action)
    return_to_service()

    assert refused(waits) == (503, "unavailable")
    assert 0 < int(waits["Retry-After"]) < outages.LEAST_LEFT.total_seconds() / 2
    shown = player.get(f"/games/{game}/state", If_None_Match=old["ETag"])
    assert (shown.status_code, shown["ETag"]) == (200, old["ETag"][:-1] + '-1"')
    assert player.get(f"/games/{game}/state", If_None_Match=shown["ETag"]).status_code == 304
    assert player.act(game, action, If_Match=shown["ETag"])["ETag"].endswith('-1"')


def test_a_class_is_paused_and_resumed_once_its_clocks_have_the_time_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outages, "CLOCKS_AT_ONCE", 1)
    school = School(turn_seconds=60)
    assert len(school.play()) == 2
    for action in ("pause", "resume"):
        Position.objects.update(deadline=F("deadline") - timedelta(seconds=AWAY))
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
        pytest.param(["begin", "play"], [(0, 55)], 115, id="begins no later round"),
    ],
)
def test_who_could_not_confirm_a_round_in_an_outage_has_a_new_minute(
    actions: list[str], away: list[tuple[float, float]], again_until: int | None
) -> None:
    club = Club(3)
    club.start()
    for user in club.users[:2]:
        entering.confirm(user.pk, club.id)
    for action in actions:
        if action == "play":
            club.wait()
            club.play_tables()
        else:
            with time_machine.travel(club.now, tick=False):
                getattr(directing, action)(club.host.pk, club.id)
    began, version = club.now, club.row.version
    for times in away:
        start, end = (began + timedelta(seconds=seconds) for seconds in times)
        Outage.objects.create(began=start, ended=end, settled_at=end)

    club.wait(timedelta(seconds=81))

    if again_until is None:
        assert club.row.phase == "playing"
    else:
        assert club.row.due_at == began + timedelta(seconds=again_until)
        assert (club.row.phase, club.row.version > version) == ("confirming", True)


def test_a_tournament_that_none_could_join_in_an_outage_starts_a_minute_after_it() -> None:
    club = Club(1, players_min=2)
    serve_until(2)
    club.wait(BEGIN)
    assert club.row.status == "open"  # an outage may have begun

    Outage.objects.create(began=club.now - BEGIN, ended=club.now, settled_at=club.now)
    ServiceHeartbeat.objects.update(at=club.now)
    planned, version = club.row.planned_end - club.row.starts_at, club.row.version
    minute_later = club.now + progress.CONFIRMATION
    club.wait(progress.ARENA_PAUSE)
    assert (club.row.status, club.row.starts_at) == ("open", minute_later)
    assert (club.row.planned_end - minute_later, club.row.version) == (planned, version + 1)

    entering.join(person("Late").pk, club.id)
    ServiceHeartbeat.objects.update(at=minute_later)
    club.wait(progress.CONFIRMATION)
    assert club.row.status == "running"


@pytest.mark.usefixtures("transactional_db")
def test_heartbeats_go_on_after_a_failure_of_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "INTERVAL", timedelta(seconds=0.05))
    thread = Thread(target=outages.run, args=[(stop := Event())])
    with connection.schema_editor() as editor:
        editor.alter_db_table(ServiceHeartbeat, "games_serviceheartbeat", "gone")
    thread.start()
    try:
        eventually(outages._serves.is_set)
        time.sleep(0.2)
    finally:
        with connection.schema_editor() as editor:
            editor.alter_db_table(ServiceHeartbeat, "gone", "games_serviceheartbeat")
    eventually(ServiceHeartbeat.objects.exists)
    stop.set()
    thread.join()
    assert not outages._serves.is_set()


@pytest.mark.slow
@pytest.mark.usefixtures("transactional_db")
def test_a_turn_goes_on_when_the_service_is_back(tmp_path: Path) -> None:
    """The referees outlive it."""
    variables = environment(DATABASE_URL=databases.url())
    server = Server(tmp_path / "server", variables)
    workers = [server, *(Worker(tmp_path / f"{n}", variables, "referee") for n in range(2))]
    try:
        for worker in workers:
            worker.start()
        eventually(ServiceHeartbeat.objects.exists)
        head = begin(8)
        server.kill()
        time.sleep(10)
        server.start()

        eventually(lambda: head_reader.load(head.game_id).revision == 1)
        assert head_reader.load(head.game_id).version == head.version
        assert left(head) == 10
        eventually(lambda: head_reader.load(head.game_id).version > head.version)  # it ends
    finally:
        for worker in workers:
            worker.kill()
