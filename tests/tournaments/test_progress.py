"""A tournament from its start to its end: rounds, arena, round robin, leavers, and a rebuild."""

import time
from collections import Counter
from datetime import timedelta
from itertools import combinations
from random import Random
from threading import Event

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import locks
from accounts.models import Notice, User
from games.engine import commands
from games.log import head_reader
from games.log.models import Game, GameStatus, Seat
from games.play.models import ServiceHeartbeat
from games.tournaments import access, directing, entering, progress, results, worker
from games.tournaments.models import (
    Entrant,
    RemovalReason,
    Tournament,
    TournamentDecision,
    TournamentTable,
)
from games.tournaments.ranking import UNIT
from games.tournaments.refusals import TooLateToJoin
from tests import tables
from tests.ratings import rated
from tests.threads import at_once
from tests.timeouts import PATIENCE
from tests.tournaments.club import BEGIN, Club, person

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql


def met(club: Club) -> Counter[frozenset[int]]:
    """Count how often players sat at the same table."""
    return Counter(
        frozenset(pair) for table in club.tables for pair in combinations(table.players, 2)
    )


def awaiting_one() -> Club:
    """A round that two of three players have confirmed."""
    club = Club(3)
    club.start()
    for user in club.users[:2]:
        entering.confirm(user.pk, club.id)
    return club


@pytest.mark.slow
def test_rounds_are_confirmed_paired_and_played_to_the_end() -> None:
    club = Club(4, rounds=3)
    club.start()
    assert (club.row.status, club.row.phase, club.row.round) == ("running", "confirming", 1)

    for _ in range(3):
        club.play_round()

    assert (club.row.status, club.row.end_reason) == ("over", "played")
    assert set(met(club).values()) == {1} and len(met(club)) == 6
    assert sum(points for _, _, points, _, _ in club.standings()) == 6 * UNIT
    assert {games for _, _, _, games, _ in club.standings()} == {3}
    games = Game.objects.filter(tournament_table__tournament=club.id)
    assert {game.status for game in games} == {GameStatus.OVER}


@POSTGRESQL
def test_a_rebuild_from_logs_and_decisions_changes_nothing_and_repairs_what_was_changed() -> None:
    club = Club(3, rounds=1)
    club.start()
    club.play_round()

    assert not results.rebuild(club.id)

    lines = club.standings()
    Entrant.objects.filter(tournament_id=club.id).update(points=1, rank=1)
    TournamentTable.objects.filter(tournament_id=club.id, number=1).update(players=[1, 1])
    assert results.rebuild(club.id)
    assert club.standings() == lines
    assert not results.rebuild(club.id)


def test_a_round_that_is_due_after_the_last_heartbeat_waits_for_the_next() -> None:
    club = awaiting_one()
    due_at = club.now + progress.CONFIRMATION
    ServiceHeartbeat.objects.create(at=timezone.now() - timedelta(seconds=2))
    club.wait(progress.CONFIRMATION)
    assert club.row.phase == "confirming"  # an outage may have begun

    ServiceHeartbeat.objects.update(at=due_at)
    club.wait(progress.ARENA_PAUSE)
    assert club.row.phase == "playing"


@pytest.mark.slow
def test_who_does_not_confirm_sits_out_and_who_is_left_over_rests_with_the_mean() -> None:
    club = Club(4, rounds=1)
    club.start()
    club.play_round(club.users[3])

    rests = {number: (points, rests) for number, _, points, _, rests in club.standings()}
    assert rests[4] == (0, 0)
    assert sorted(count for _, count in rests.values()) == [0, 0, 0, 1]
    assert (UNIT // 2, 1) in rests.values()


@POSTGRESQL
def test_a_round_begins_when_all_have_confirmed() -> None:
    club = Club(2)
    club.start()
    entering.confirm(club.users[0].pk, club.id)
    version = club.row.version
    entering.confirm(club.users[0].pk, club.id)
    assert club.row.version == version
    entering.confirm(club.users[1].pk, club.id)
    club.wait()

    assert [table.game is not None for table in club.tables] == [True]


def test_two_tournaments_at_once_count_apart() -> None:
    two, five = clubs = [Club(players, players_max=players) for players in (2, 5)]
    five.start()
    for club, tables_of_round in ((five, 2), (two, 1)):
        for user in club.users:
            entering.confirm(user.pk, club.id)
        club.now = five.now
        club.wait()
        assert len(club.tables) == tables_of_round

    for club in clubs:
        club.play_tables()

    games = [[line[3:] for line in club.standings()] for club in clubs]
    assert [sorted(each) for each in games] == [[(1, 0)] * 2, [(0, 1), *[(1, 0)] * 4]]


def test_a_leaver_is_last_and_the_stand_in_plays_on_for_the_others() -> None:
    club = Club(3, seats=3, rounds=1)
    club.start()
    club.confirm()
    game = club.tables[0].game
    assert game is not None
    leaver = club.users[0]
    tables.act(game.pk, leaver.pk, commands.Resign)
    assert head_reader.load(game.pk).state.bots.count("memory") == 1

    club.play_tables()

    entrant = club.entrant(leaver)
    assert (entrant.points, entrant.place, entrant.games) == (0, 3, 1)


@pytest.mark.slow
def test_a_suspended_player_gets_no_seat_and_the_one_left_alone_rests() -> None:
    club = Club(2, rounds=1)
    club.start()
    for user in club.users:
        entering.confirm(user.pk, club.id)
    tournament = club.row
    with transaction.atomic():
        progress.advance(tournament, now=club.now)  # pairs
    User.objects.filter(pk=club.users[0].pk).update(is_active=False)
    club.wait()

    table = club.tables[0]
    assert (table.game, table.result) == (None, results.VOID)
    assert club.entrant(club.users[1]).rests == 1
    assert not results.rebuild(club.id)


def test_a_tournament_with_too_few_players_is_cancelled() -> None:
    club = Club(1, players_min=2)
    club.start()

    assert (club.row.status, club.row.end_reason) == ("cancelled", "too_few_players")
    notice = Notice.objects.get()
    assert (notice.account, notice.kind) == (club.users[0], "tournament_cancelled")
    assert notice.data == {"tournament": club.row.public_id}


@pytest.mark.slow
def test_a_round_robin_lets_every_two_meet_once() -> None:
    club = Club(5, format="round_robin", players_max=16, rounds=None)
    club.start()
    for _ in range(5):
        club.play_round()

    assert club.row.status == "over"
    assert len(met(club)) == 10 and set(met(club).values()) == {1}
    assert {rests for _, _, _, _, rests in club.standings()} == {1}


@pytest.mark.slow
def test_an_arena_pairs_the_free_again_until_its_time_is_over() -> None:
    club = Club(6, format="arena", rounds=None, minutes=10)
    club.start()
    for user in club.users:
        entering.confirm(user.pk, club.id)
    for _ in range(4):
        club.wait(progress.ARENA_PAUSE)
        club.play_tables()

    tables = club.tables
    assert len(tables) >= 12 and max(met(club).values()) <= 2
    club.wait(timedelta(minutes=11))
    club.play_tables()
    club.wait(timedelta(seconds=2))
    assert club.row.status == "over"
    assert all(table.finished_at for table in club.tables)
    assert not results.rebuild(club.id)


@pytest.mark.slow
def test_a_leaver_of_an_arena_sits_out_until_they_confirm() -> None:
    club = Club(2, format="arena", rounds=None, minutes=10)
    club.start()
    for user in club.users:
        entering.confirm(user.pk, club.id)
    club.wait(progress.ARENA_PAUSE)
    game = club.tables[0].game
    assert game is not None
    tables.act(game.pk, club.users[0].pk, commands.Resign)
    club.play_tables()
    club.wait(progress.ARENA_PAUSE)

    assert club.entrant(club.users[0]).status == "paused"
    assert len(club.tables) == 1
    entering.confirm(club.users[0].pk, club.id)
    club.wait(progress.ARENA_PAUSE)
    assert len(club.tables) == 2


@pytest.mark.slow
def test_players_of_an_arena_are_never_at_two_tables() -> None:
    club = Club(7, format="arena", seats=3, rounds=None, minutes=10)
    club.start()
    for user in club.users:
        entering.confirm(user.pk, club.id)
    for _ in range(3):
        club.wait(progress.ARENA_PAUSE)
        seats = Seat.objects.filter(game__status=GameStatus.RUNNING).values_list("account_id")
        assert max(Counter(seats).values()) == 1
        running = [table for table in club.tables if table.finished_at is None]
        rated.play_on(running[0].game_id or 0, rng=Random(1))


@pytest.mark.slow
def test_a_ruling_changes_the_standings_and_the_desk_leads_to_them(admin_client: Client) -> None:
    club = Club(2, rounds=1)
    club.start()
    club.play_round()
    game_id = club.tables[0].game_id
    assert game_id is not None
    before = club.standings()
    page = admin_client.get(reverse("admin:games_game_change", args=[game_id])).content.decode()
    assert f'href="/tournaments/{club.row.public_id}"' in page

    rated.rule(game_id, "annulled")
    club.wait(timedelta(minutes=11))

    assert club.standings() != before
    assert {points for _, _, points, _, _ in club.standings()} == {UNIT // 2}
    assert not results.rebuild(club.id)


@pytest.mark.slow
def test_who_withdraws_or_is_removed_in_a_round_plays_it_to_its_end_and_no_other() -> None:
    club = Club(4, rounds=2)
    club.start()
    club.confirm()
    left, removed = club.users[:2]
    entering.withdraw(left.pk, club.id)
    directing.remove(club.host.pk, club.id, removed.username, RemovalReason.ABSENT)
    club.play_tables()
    club.users = club.users[2:]
    club.play_round()

    assert club.row.status == "over"
    games = {user.pk: club.entrant(user).games for user in (left, removed, *club.users)}
    assert list(games.values()) == [1, 1, 2, 2]
    assert sorted(club.tables[-1].players) == [3, 4]
    assert not results.rebuild(club.id)


@pytest.mark.parametrize("late_until", [0, 1])
def test_players_join_until_the_stated_round(late_until: int) -> None:
    club, late, too_late = Club(2, late_until=late_until), person(), person()
    club.start()
    if late_until:
        entering.join(late.pk, club.id)
        club.users.append(late)
        club.play_round()

    with pytest.raises(TooLateToJoin):
        entering.join(too_late.pk, club.id)


@pytest.mark.slow
def test_a_rated_tournament_opens_rated_games_of_people() -> None:
    club = Club(2, rated=True, rounds=1)
    club.start()
    club.confirm()

    game = club.tables[0].game
    assert game is not None and game.rated
    assert head_reader.load(game.pk).state.rated


def test_the_first_to_ask_is_seat_0() -> None:
    club = Club(4, seats=4, rounds=1, preset="bicycle")
    club.start()
    club.confirm()

    state = head_reader.load(club.tables[0].game_id or 0).state
    assert state.dealer == 3


@POSTGRESQL
def test_decisions_are_append_only() -> None:
    club = Club(2)
    rows = TournamentDecision.objects.filter(tournament_id=club.id)
    for change in (lambda: rows.update(kind="finished"), lambda: rows.delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    if connection.vendor == "sqlite":
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "INSERT OR REPLACE INTO tournaments_tournamentdecision SELECT * FROM tournaments_tournamentdecision"
            )


def test_a_suspended_account_is_not_paired() -> None:
    club = Club(3, rounds=1)
    club.start()
    for user in club.users:
        entering.confirm(user.pk, club.id)
    locks.suspend(club.users[0], reason="cheating_or_collusion", until=None)
    club.wait(timedelta(seconds=61))

    assert [sorted(table.players) for table in club.tables] == [[2, 3]]


def test_a_tournament_in_which_a_step_fails_does_not_stop_the_others() -> None:
    broken, club = Club(2), Club(2)
    Tournament.objects.filter(pk=broken.id).update(place_points={"x": [1]})
    with pytest.raises(ValueError, match="invalid literal"):
        broken.start()
    club.start()

    assert (broken.row.status, club.row.status) == ("open", "running")


@POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_a_request_that_holds_a_tournament_delays_its_worker_and_does_not_turn_it_away() -> None:
    club, held = Club(2), Event()

    def hold() -> None:
        with transaction.atomic():
            access.lock(club.id)
            held.set()
            time.sleep(0.3)

    def step() -> bool:
        return held.wait(PATIENCE) and worker.step(now=club.now + BEGIN)

    assert at_once(hold, step)[1] is True
    assert club.row.status == "running"


@POSTGRESQL
@pytest.mark.parametrize("act", ["removed", "withdrew", "paused"])
def test_who_leaves_between_the_pairing_and_the_opening_of_their_table_gets_no_seat(
    act: str,
) -> None:
    club = Club(3, seats=3, rounds=1)
    club.start()
    for user in club.users:
        entering.confirm(user.pk, club.id)
    tournament = club.row
    with transaction.atomic():
        progress.advance(tournament, now=club.now)  # pairs
    gone = club.users[0]
    if act == "removed":
        directing.remove(club.host.pk, club.id, gone.username, RemovalReason.ABSENT)
    else:
        (entering.withdraw if act == "withdrew" else entering.pause)(gone.pk, club.id)
    club.wait()

    [table] = club.tables
    left = [club.entrant(user).number for user in club.users[1:]]
    assert sorted(table.players) == left
    assert table.game is not None and table.game.status == GameStatus.RUNNING
    assert not Seat.objects.filter(account=gone).exists()
    club.play_tables()
    assert club.row.status == "over"
    assert club.entrant(gone).games == 0
    assert not results.rebuild(club.id)
