"""Outages: their time counts for no clock, and only theirs.

Games are played in the past, so that all clocks can be judged now: the database has its own.
"""

from datetime import datetime, timedelta
from threading import Event

import pytest
import time_machine
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import ids
from games.engine import commands
from games.engine.legal import asks
from games.engine.table import Table
from games.log import heads
from games.log.heads import GameHead
from games.log.replay import verify
from games.models import Game, Outage, Position, Seat, ServiceHeartbeat
from games.services import outages
from games.services.leave_all import leave_all
from games.services.lobbies import lobby
from games.services.lobbies.create_game import GameTerms
from games.services.moves import overdue, play
from games.services.referee import referee_loop
from tests import tables
from tests.players import Player, guest

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

TURN = 30.0
AWAY = 45.0
"""Seconds for which the service was away, until now."""


@pytest.fixture
def players() -> list[int]:
    """Two accounts."""
    return [User.objects.create(username=name).pk for name in ("Ann", "Bob")]


def ago(seconds: float) -> time_machine.travel:
    """Do something so many seconds ago."""
    return time_machine.travel(timezone.now() - timedelta(seconds=seconds))


def begin(players: list[int], seconds: float | None = TURN) -> GameHead:
    """A game of two that has begun."""
    terms = GameTerms(turn_seconds=None if seconds is None else int(seconds))
    head = lobby.create(players[0], preset="classic", seats=2, terms=terms).head
    return lobby.join(head.game_id, players[1]).head


def timed_game() -> tuple[str, Player, Player]:
    """A game that two guests play, with a clock."""
    ann, bob = guest(), guest()
    body = {"preset": "classic", "seats": 2, "turn_seconds": int(TURN)}
    game = ann.post("/games", body).json()["game"]["id"]
    bob.join(game)
    return game, ann, bob


def serve_until(seconds: float) -> None:
    """Record that the last heartbeat was so many seconds ago."""
    at = timezone.now() - timedelta(seconds=seconds)
    ServiceHeartbeat.objects.update_or_create(defaults={"at": at}, pk=ServiceHeartbeat.ONLY)


def return_to_service() -> None:
    """Commit the first heartbeat after an outage, and give its time back."""
    outages.record()
    while outages.give_back():
        pass


def hold(*, seconds: float) -> None:
    """Let so many seconds pass, by making older what is stored."""
    away = timedelta(seconds=seconds)
    Position.objects.update(deadline=F("deadline") - away)
    ServiceHeartbeat.objects.update(at=F("at") - away)
    Outage.objects.update(began=F("began") - away, ended=F("ended") - away)


def until(game_id: int) -> datetime:
    """Return the deadline of a game."""
    deadline = heads.load(game_id).deadline
    assert deadline is not None
    return deadline


def left(game_id: int) -> float:
    """Return the seconds that the clock of a game has left."""
    return (until(game_id) - timezone.now()).total_seconds()


def test_a_turn_gets_the_time_of_an_outage_back(players: list[int]) -> None:
    with ago(AWAY + 10):
        head = begin(players)
    serve_until(AWAY)

    return_to_service()

    assert left(head.game_id) == pytest.approx(TURN - 10, abs=2)
    assert referee_loop.enforce_all() == 0
    assert Position.objects.get(pk=head.game_id).check_at == until(head.game_id)
    assert verify(Game.objects.get(pk=head.game_id)).scope == "full"


def test_a_turn_that_was_over_before_stays_over(players: list[int]) -> None:
    with ago(AWAY + TURN + 1):
        head = begin(players)
    serve_until(AWAY)

    return_to_service()
    referee_loop.enforce_all()

    assert heads.load(head.game_id).version == head.version + 1


def test_a_turn_that_ends_after_the_last_heartbeat_waits_for_the_next(players: list[int]) -> None:
    with ago(TURN + 1):
        head = begin(players)
    serve_until(2)  # an outage may have begun

    referee_loop.enforce_all()
    assert heads.load(head.game_id).version == head.version

    outages.record()
    referee_loop.enforce_all()
    assert heads.load(head.game_id).version == head.version + 1


def test_a_process_that_serves_commands_waits_for_no_heartbeat(
    players: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ago(TURN + 1):
        head = begin(players)
    serve_until(2)
    serving = Event()
    serving.set()  # as the thread of heartbeats does
    monkeypatch.setattr(outages, "_serves", serving)

    assert overdue.enforce(head.game_id).version == head.version + 1


def test_who_leaves_all_games_is_held_up_by_no_overdue_one(
    players: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ago(TURN + 1):
        late = begin(players)
    other = begin(players)
    serve_until(2)
    monkeypatch.setattr("games.services.leave_all.time.sleep", lambda _: None)

    leave_all(players[0])

    assert heads.load(other.game_id).state.has_ended
    assert not heads.load(late.game_id).state.has_ended  # a later call does it


def test_who_leaves_all_games_waits_for_the_heartbeat_that_judges_a_clock(
    players: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ago(TURN + 1):
        late = begin(players)
    serve_until(2)
    monkeypatch.setattr("games.services.leave_all.time.sleep", lambda _: serve_until(0))

    leave_all(players[0])

    assert heads.load(late.game_id).state.has_ended


def test_a_lobby_and_a_game_without_a_clock_get_the_time_back(players: list[int]) -> None:
    with ago(AWAY + 10):
        waiting = lobby.create(players[0], preset="classic", seats=2, terms=GameTerms()).head
        played = begin(players, None)
    before = {head.game_id: left(head.game_id) for head in (waiting, played)}
    serve_until(AWAY)

    return_to_service()

    for game, seconds in before.items():
        assert left(game) == pytest.approx(seconds + AWAY, abs=2)


def test_a_clock_that_was_started_after_the_outage_gets_nothing(players: list[int]) -> None:
    serve_until(AWAY)
    outages.record()
    head = begin(players)

    return_to_service()

    assert heads.load(head.game_id).deadline == head.deadline


@pytest.mark.parametrize("since", [1, 40])
def test_a_clock_that_was_started_in_an_outage_runs_from_its_end(
    players: list[int], since: float
) -> None:
    """The last move before it may have followed the last heartbeat, and the referee's process seats
    players and moves bots without a server.
    """
    with ago(AWAY - since):
        head = begin(players)
    serve_until(AWAY)

    return_to_service()

    assert left(head.game_id) == pytest.approx(TURN, abs=2)
    assert referee_loop.enforce_all() == 0


@pytest.mark.parametrize("since", [20, 44.9], ids=["in the outage", "before the first heartbeat"])
def test_a_move_out_of_turn_takes_no_time_from_who_is_awaited(since: float) -> None:
    people = [User.objects.create(username=name).pk for name in ("Ann", "Bob", "Cid")]
    terms = GameTerms(turn_seconds=60, on_abandon="stand_in", stand_in="memory")
    with ago(AWAY + 5):
        head = lobby.create(people[0], preset="classic", seats=3, terms=terms).head
        for person in people[1:]:
            head = lobby.join(head.game_id, person).head
    serve_until(AWAY)
    turn = head.state.to_act()
    assert turn is not None
    leaver = (turn + 1) % 3
    with ago(AWAY - since):
        account_id = Seat.objects.get(game=head.game_id, number=leaver).account_id
        assert account_id is not None
        tables.act(head.game_id, account_id, commands.Resign)

    return_to_service()

    assert left(head.game_id) == pytest.approx(55, abs=2)


def test_a_short_turn_that_was_lengthened_is_held_by_the_next_outage_too(
    players: list[int],
) -> None:
    with ago(AWAY + 3):
        head = begin(players, 5)
    serve_until(AWAY)
    return_to_service()

    hold(seconds=1)
    ServiceHeartbeat.objects.update(at=timezone.now())
    hold(seconds=AWAY)
    return_to_service()

    assert left(head.game_id) == pytest.approx(10, abs=2)


def test_no_player_is_timed_out_before_time_is_given_back(players: list[int]) -> None:
    with ago(AWAY + 10):
        head = begin(players)
    serve_until(AWAY)

    assert overdue.enforce(head.game_id).version == head.version  # not noticed yet
    assert referee_loop.enforce_all() == 0
    outages.record()
    assert overdue.enforce(head.game_id).version == head.version  # noticed
    return_to_service()
    assert overdue.enforce(head.game_id).version == head.version


def test_a_command_in_an_overdue_game_waits_until_time_is_given_back() -> None:
    with ago(AWAY + 10):
        game, ann, bob = timed_game()
    serve_until(AWAY)
    turn = ann.state(game)["turn"]
    mover = (ann, bob)[turn]
    action = mover.state(game)["legal_actions"][0]

    refused = mover.act(game, action)
    return_to_service()
    accepted = mover.act(game, action)

    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert 0 < int(refused.headers["Retry-After"]) < outages.LEAST_LEFT.total_seconds() / 2
    assert accepted.status_code == 200, accepted.content


def test_a_restart_that_leaves_a_process_serving_changes_nothing(players: list[int]) -> None:
    with ago(10):
        head = begin(players)
    serve_until(outages.AWAY_AFTER.total_seconds() - 1)

    return_to_service()

    assert not Outage.objects.exists()
    assert heads.load(head.game_id).deadline == head.deadline


def test_a_clock_of_the_server_that_jumps_times_no_player_out(players: list[int]) -> None:
    head = begin(players)
    serve_until(0)
    ahead = timedelta(hours=1)
    with time_machine.travel(timezone.now() + ahead):  # PostgreSQL's own clock is right
        overdue.enforce(head.game_id)
        return_to_service()
        assert referee_loop.enforce_all() == 0
    assert heads.load(head.game_id).version == head.version


def test_a_clock_that_is_set_back_stops_no_heartbeat(players: list[int]) -> None:
    serve_until(-3600)

    return_to_service()

    last = outages.last_heartbeat()
    assert last is not None
    assert abs(last - timezone.now()) < timedelta(seconds=5)
    assert not Outage.objects.exists()


def test_a_move_that_was_decided_before_a_clock_changed_is_decided_again(
    players: list[int],
) -> None:
    with ago(AWAY + 10):
        head = begin(players)
    late = head.state.turn or 0
    with ago(AWAY):
        decision = play.decide(
            heads.load(head.game_id, players[late]),
            asks(Table(head.state), late)[0],
            seat=late,
            account_id=players[late],
            now=timezone.now(),
        )
    Position.objects.update(revision=F("revision") + 1)

    assert play.commit(decision) is None


def test_the_state_shows_what_was_given_back() -> None:
    with ago(AWAY + 10):
        game, ann, bob = timed_game()
    mover = (ann, bob)[heads.load(ids.from_text(game) or 0).state.turn or 0]
    with ago(AWAY + 9):
        tag = mover.get(f"/games/{game}/state").headers["ETag"]
    serve_until(AWAY)
    return_to_service()

    shown = mover.get(f"/games/{game}/state", If_None_Match=tag)

    assert shown.status_code == 200
    assert shown.headers["ETag"] == tag[:-1] + '-1"'
    again = mover.get(f"/games/{game}/state", If_None_Match=shown.headers["ETag"])
    assert again.status_code == 304
    action = shown.json()["legal_actions"][0]
    answer = mover.act(game, action, If_Match=shown.headers["ETag"])
    assert answer.status_code == 200, answer.content
    assert answer.headers["ETag"].endswith('-1"')
