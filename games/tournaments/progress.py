"""What a tournament does by itself: start, begin rounds, pair, open tables, take results, end.

Each step is a transaction under the lock of the tournament, so a process that is killed at any
instant has done a step completely or not at all, and the next process goes on. The pairing of a
round is one step, and so is the opening of each of its tables.
"""

import logging
from datetime import datetime, timedelta
from random import Random, SystemRandom

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts import locks, notices
from accounts.notices import NewNotice
from games.engine.refusals import MalformedEntry
from games.log.models import GameStatus
from games.log.reader import error_summary
from games.play import outages
from games.play.inbox import TournamentStatus
from games.tournaments import access, entering, pairing, results, tables
from games.tournaments.models import (
    BEGUN,
    DecisionKind,
    Entrant,
    EntrantStatus,
    Format,
    RoundPhase,
    Tournament,
    TournamentTable,
)

CANCELLED = "tournament_cancelled"
"""The kind of the notice that its players get."""
CONFIRMATION = timedelta(seconds=60)
"""How long players confirm a round."""
ARENA_PAUSE = timedelta(seconds=3)
"""From one pairing of an arena to the next, for all who are free then."""
LONGEST_PAUSE = timedelta(seconds=60)
"""Time between checks for results if turns are long."""
MOST_TAKEN = 50
"""Results that one step takes."""
WATCHED = timedelta(days=30)
"""How long after its end rulings change the standings by themselves."""
CHECK_PAUSE = timedelta(minutes=10)
"""Time between checks for rulings."""

logger = logging.getLogger(__name__)


def pause_of(tournament: Tournament) -> timedelta:
    """Return how long a tournament in which nothing is to be done is left alone: a tenth of a
    turn, from one second to ``LONGEST_PAUSE``.
    """
    if tournament.format == Format.ARENA:
        return ARENA_PAUSE
    return min(timedelta(seconds=max(tournament.turn_seconds / 10, 1)), LONGEST_PAUSE)


def rest_of(tournament: Tournament) -> timedelta:
    """Return how long the worker looks at no tournament in which it found nothing to do."""
    waits = tournament.status == TournamentStatus.OPEN or tournament.phase == RoundPhase.CONFIRMING
    return outages.INTERVAL if waits else ARENA_PAUSE  # until the next heartbeat


def with_work(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return those of these tournaments that are due in which a step would change more than its
    time: not those whose games are played. In running arenas, and while players join or confirm a
    round, :func:`has_work` decides.
    """
    unfinished = TournamentTable.objects.filter(tournament=OuterRef("pk"), finished_at=None)
    changed = unfinished.filter(Q(game=None) | Q(game__status=GameStatus.OVER))
    is_playing = Q(status__in=BEGUN, phase=RoundPhase.PLAYING)
    is_arena = Q(format=Format.ARENA, status=TournamentStatus.RUNNING)
    return tournaments.filter(~is_playing | is_arena | Exists(changed) | ~Exists(unfinished))


def has_work(tournament: Tournament, *, now: datetime) -> bool:
    """Return whether a step of a tournament from :func:`with_work` would change more than its
    time. While clocks stand still (``outages``), the time to join or to confirm a round goes on.
    """
    if tournament.status == TournamentStatus.OPEN:
        return outages.clock_time(tournament.due_at) is not None
    if tournament.phase == RoundPhase.CONFIRMING:
        ends_at = None if _begins_at_once(tournament) else tournament.due_at
        return outages.clock_time(ends_at) is not None
    if tournament.format != Format.ARENA or tournament.status != TournamentStatus.RUNNING:
        return True
    unfinished = tournament.tables.filter(finished_at=None)
    if unfinished.filter(Q(game=None) | Q(game__status=GameStatus.OVER)).exists():
        return True
    if _pairs_the_free(tournament, now=now):
        return bool(tables.pair_free(tournament, chance=SystemRandom()).tables)
    return not unfinished.exists()


def advance(tournament: Tournament, *, now: datetime, chance: Random | None = None) -> None:
    """Do the next step of a locked tournament that is due."""
    chance = chance or SystemRandom()
    if tournament.status == TournamentStatus.OPEN:
        assert tournament.due_at is not None
        if (again_until := _again_until(tournament.due_at, now=now)) > now:
            tournament.planned_end += again_until - tournament.starts_at
            tournament.starts_at = tournament.due_at = again_until
            tournament.version += 1
        elif not start(tournament, now=now):
            status, kind = TournamentStatus.CANCELLED, DecisionKind.CANCELLED
            end(tournament, status, kind, "too_few_players", now=now)
    elif tournament.status in BEGUN:
        if (table := tables.next_to_open(tournament)) is not None:
            tables.open_game(tournament, table, now=now)
        else:
            _take_results(tournament, now=now)
            _go_on(tournament, now=now, chance=chance)
    else:
        tournament.due_at = None
    tournament.save()


def start(tournament: Tournament, *, now: datetime, actor_id: int | None = None) -> bool:
    """Start a tournament if it has enough players; return whether it has."""
    active = tournament.entrants.filter(status=EntrantStatus.ACTIVE).order_by("number")
    players = list(active.values_list("number", flat=True))
    if len(players) < tournament.players_min:
        return False
    tournament.status, tournament.started_at = TournamentStatus.RUNNING, now
    tournament.planned_end += now - tournament.starts_at
    tournament.check_at = now + CHECK_PAUSE
    if tournament.minutes is not None:
        tournament.ends_at = now + timedelta(minutes=tournament.minutes)
        tournament.phase = RoundPhase.PLAYING
    plan = pairing.plan(len(players), seats=tournament.seats)
    if tournament.format == Format.ROUND_ROBIN and plan is not None:
        tournament.rounds = len(plan)
    access.record(tournament, DecisionKind.STARTED, now=now, actor_id=actor_id, players=players)
    results.rank(tournament)
    if tournament.format == Format.ARENA:
        tournament.due_at = now + ARENA_PAUSE
    else:
        _begin_round(tournament, now=now)
    return True


def end(
    tournament: Tournament,
    status: TournamentStatus,
    kind: DecisionKind,
    reason: str,
    *,
    now: datetime,
    actor_id: int | None = None,
) -> None:
    """End a tournament. Tables that were not opened never are. If it is cancelled, its players get
    a notice.
    """
    tournament.status, tournament.end_reason, tournament.finished_at = status, reason, now
    tournament.phase, tournament.due_at = "", None
    access.record(tournament, kind, now=now, actor_id=actor_id, reason=reason)
    if status == TournamentStatus.CANCELLED:
        players = tournament.entrants.filter(status__in=access.PLAYING, account__isnull=False)
        notified = locks.lock_all({*players.values_list("account_id", flat=True)} - {actor_id})
        data = {"tournament": tournament.public_id}
        new_notices = [NewNotice(account_id, CANCELLED, data) for account_id in notified]
        notices.send(new_notices, now=now, sends_letters=False)  # there may be a thousand


def take_rulings(tournament: Tournament, *, now: datetime) -> None:
    """Read the results of games again that a ruling changed since."""
    tables = tournament.tables.filter(game_version__isnull=False)
    ruled = list(tables.exclude(game__position__version=F("game_version"))[:MOST_TAKEN])
    if ruled:
        tournament.version += 1
        for table in ruled:
            _take(tournament, table, now=table.finished_at or now)
        results.rank(tournament)
    is_watched = tournament.finished_at is None or now - tournament.finished_at < WATCHED
    tournament.check_at = now + CHECK_PAUSE if is_watched else None
    tournament.save(update_fields=["version", "check_at"])


def _go_on(tournament: Tournament, *, now: datetime, chance: Random) -> None:
    """Begin what follows: the next tables of an arena, the next round, its pairing, or the end."""
    is_playing = tournament.tables.filter(finished_at=None).exists()
    was_due, tournament.due_at = tournament.due_at, now + pause_of(tournament)
    if tournament.status == TournamentStatus.PAUSED:
        if not is_playing:
            tournament.due_at = None  # until a director resumes it
    elif tournament.format == Format.ARENA:
        if _pairs_the_free(tournament, now=now):
            paired = tables.pair_free(tournament, chance=chance)
            if paired.tables:
                tournament.round += 1
                tables.store(tournament, paired, now=now)
        elif not is_playing:
            _finish(tournament, now=now)
    elif tournament.phase == RoundPhase.CONFIRMING:
        assert was_due is not None
        again_until = _again_until(was_due, now=now)
        if again_until > now and not _begins_at_once(tournament):
            tournament.due_at = again_until
            tournament.version += 1
            return
        tournament.phase = RoundPhase.PLAYING
        tables.store(tournament, tables.pair_round(tournament, chance=chance), now=now)
        results.rank(tournament)  # who rests has their points now
    elif not is_playing:
        if tournament.round < (tournament.rounds or 0):
            _begin_round(tournament, now=now)
        else:
            _finish(tournament, now=now)


def _pairs_the_free(tournament: Tournament, *, now: datetime) -> bool:
    """Return whether a tournament is an arena that opens more tables."""
    if tournament.format != Format.ARENA:
        return False
    assert tournament.ends_at is not None
    return now < tournament.ends_at and tournament.tables.count() < tables.MOST_TABLES


def _begin_round(tournament: Tournament, *, now: datetime) -> None:
    tournament.round += 1
    tournament.phase = RoundPhase.CONFIRMING
    tournament.due_at = now + CONFIRMATION
    access.record(tournament, DecisionKind.ROUND, now=now, round=tournament.round)


def _begins_at_once(tournament: Tournament) -> bool:
    """Return whether a round begins at once: all have confirmed it, or a director began it."""
    kinds = [DecisionKind.ROUND, DecisionKind.HASTENED, DecisionKind.RESUMED]
    last = tournament.log.filter(kind__in=kinds).order_by("-number").first()
    is_hastened = last is not None and last.kind == DecisionKind.HASTENED
    return is_hastened or entering.is_confirmed(tournament)


def _again_until(was_due: datetime, *, now: datetime) -> datetime:
    """Return until when players join or confirm a round if an outage took the last seconds: they
    get as long as for a new round. Otherwise that is when it was due.
    """
    outage_ended = outages.end_of_last_outage(was_due, now=now)
    return was_due if outage_ended is None else outage_ended + CONFIRMATION


def _take_results(tournament: Tournament, *, now: datetime) -> None:
    """Take the results of games that have ended, and compute the standings."""
    unfinished = tournament.tables.filter(finished_at=None, game__status=GameStatus.OVER)
    ended = list(unfinished.order_by("round", "number")[:MOST_TAKEN])
    if not ended:
        return
    tournament.version += 1
    for table in ended:
        if _take(tournament, table, now=now) and tournament.format == Format.ARENA:
            _let_leavers_rest(tournament, table, now=now)
    results.rank(tournament)


def _take(tournament: Tournament, table: TournamentTable, *, now: datetime) -> bool:
    """Store the result of a table; return whether it could be read."""
    try:
        results.read_position(table)
    except MalformedEntry as error:  # newer code has stored it, and reads it
        logger.warning("A result of tournament %s waits: %s", tournament, error_summary(error))
        return False
    table.finished_at, table.changed = now, tournament.version
    table.save()
    return True


def _let_leavers_rest(tournament: Tournament, table: TournamentTable, *, now: datetime) -> None:
    """Let players of an arena who left their table sit out until they are back."""
    left = Entrant.objects.filter(
        tournament=tournament, number__in=results.leavers(table), status=EntrantStatus.ACTIVE
    )
    for entrant in left:
        entrant.status, entrant.ready_round = EntrantStatus.PAUSED, 0
        entrant.save(update_fields=["status", "ready_round"])
        access.record(
            tournament, DecisionKind.PAUSED_PLAYER, now=now, player=entrant.number, left_table=True
        )


def _finish(tournament: Tournament, *, now: datetime) -> None:
    end(tournament, TournamentStatus.OVER, DecisionKind.FINISHED, "played", now=now)
