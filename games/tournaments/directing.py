"""What the host and the directors of a tournament decide.

Who plays in it, or has a bot in it, cannot remove others or shorten a round. No director has more
rights at a table than any other player.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts import blocks, locks, notices
from accounts.notices import NewNotice
from games.play.inbox import TournamentStatus
from games.tournaments import access, progress
from games.tournaments.models import (
    UNFINISHED,
    DecisionKind,
    Entrant,
    EntrantStatus,
    Format,
    RemovalReason,
    RoundPhase,
    Tournament,
)
from games.tournaments.refusals import NotEntered, NotPossibleNow, RemovesThemselves, TournamentOver

REMOVED = "tournament_removed"
"""The kind of the notice that a removed player gets."""
MOST_ROUNDS = 30
MOST_MINUTES = 24 * 60
MOST_PAUSES = 100
"""Of one tournament: its decisions are kept forever."""


def pause(director_id: int, tournament_id: int) -> None:
    """Let no round begin and pair no players until ``resume``; running games go on.

    :raises NotPossibleNow: if the tournament does not run, or was paused too often.
    """
    with transaction.atomic():
        tournament = _directed(director_id, tournament_id)
        if tournament.status != TournamentStatus.RUNNING:
            raise NotPossibleNow("Only a running tournament can be paused.")
        if tournament.log.filter(kind=DecisionKind.PAUSED).count() >= MOST_PAUSES:
            raise NotPossibleNow(f"This tournament was paused {MOST_PAUSES} times.")
        tournament.status = TournamentStatus.PAUSED
        _record(tournament, DecisionKind.PAUSED, director_id)


def resume(director_id: int, tournament_id: int) -> None:
    """Go on after ``pause``. Players have the whole time again to confirm a round.

    :raises NotPossibleNow: if the tournament is not paused.
    """
    with transaction.atomic():
        tournament = _directed(director_id, tournament_id)
        if tournament.status != TournamentStatus.PAUSED:
            raise NotPossibleNow("The tournament is not paused.")
        now = timezone.now()
        is_confirming = tournament.phase == RoundPhase.CONFIRMING
        tournament.status = TournamentStatus.RUNNING
        tournament.due_at = now + progress.CONFIRMATION if is_confirming else now
        _record(tournament, DecisionKind.RESUMED, director_id)


def extend(director_id: int, tournament_id: int, *, by: int) -> None:
    """Add rounds, or minutes of an arena.

    :raises NotPossibleNow: if the tournament is a round robin, or would be too long.
    """
    with transaction.atomic():
        tournament = _directed(director_id, tournament_id)
        if tournament.format == Format.ROUND_ROBIN:
            raise NotPossibleNow("A round robin has as many rounds as its players need.")
        if tournament.minutes is not None:
            tournament.minutes += by
            if tournament.ends_at is not None:
                tournament.ends_at += timedelta(minutes=by)
        else:
            tournament.rounds = (tournament.rounds or 0) + by
        if (tournament.rounds or 0) > MOST_ROUNDS or (tournament.minutes or 0) > MOST_MINUTES:
            raise NotPossibleNow(
                f"A tournament has at most {MOST_ROUNDS} rounds, an arena {MOST_MINUTES} minutes."
            )
        _record(tournament, DecisionKind.EXTENDED, director_id, by=by)


def begin(director_id: int, tournament_id: int) -> None:
    """Start a tournament before its time, or a round before all have confirmed it.

    :raises DirectorPlays: if the director plays.
    :raises NotPossibleNow: if there are too few players, or no round waits for confirmations, or
        this one was begun already.
    """
    with transaction.atomic():
        tournament = _directed(director_id, tournament_id, aloof=True)
        now = timezone.now()
        if tournament.status == TournamentStatus.OPEN:
            if not progress.start(tournament, now=now, actor_id=director_id):
                raise NotPossibleNow(f"It needs {tournament.players_min} players to start.")
        elif (
            tournament.phase != RoundPhase.CONFIRMING
            or tournament.status != TournamentStatus.RUNNING
            or (tournament.due_at is not None and tournament.due_at <= now)
        ):
            raise NotPossibleNow("No round waits for its players now.")
        else:
            tournament.due_at = now
            access.record(
                tournament,
                DecisionKind.HASTENED,
                now=now,
                actor_id=director_id,
                round=tournament.round,
            )
        tournament.save()


def cancel(director_id: int, tournament_id: int) -> None:
    """End a tournament; running games go on, and count in it no more."""
    with transaction.atomic():
        tournament = _directed(director_id, tournament_id)
        progress.end(
            tournament,
            TournamentStatus.CANCELLED,
            DecisionKind.CANCELLED,
            "by_director",
            now=timezone.now(),
            actor_id=director_id,
        )
        tournament.save()


def remove(director_id: int, tournament_id: int, username: str, reason: RemovalReason) -> None:
    """Remove a player, from the next round on; the player sees the reason.

    :raises NoSuchPlayer: if no account has the name.
    :raises RemovesThemselves: if it is the director.
    :raises DirectorPlays: if the director plays.
    :raises NotEntered: if the player does not take part.
    """
    player = blocks.by_username(username)
    with transaction.atomic():
        tournament = _directed(director_id, tournament_id)
        if player.pk == director_id:
            raise RemovesThemselves
        access.check_directs(tournament, director_id, aloof=True)
        locks.lock_all([player.pk])
        entrant = Entrant.objects.filter(
            tournament=tournament, account=player, status__in=access.PLAYING
        ).first()
        if entrant is None:
            raise NotEntered("This player does not take part.")
        entrant.status, entrant.removal = EntrantStatus.REMOVED, reason
        entrant.ready_round = 0
        entrant.save(update_fields=["status", "removal", "ready_round"])
        data = {"tournament": tournament.public_id, "removal": str(reason)}
        notices.send([NewNotice(player.pk, REMOVED, data)], now=timezone.now())
        _record(tournament, DecisionKind.REMOVED, director_id, player=entrant.number, reason=reason)


def _directed(director_id: int, tournament_id: int, *, aloof: bool = False) -> Tournament:
    """Lock an unfinished tournament that an account directs.

    :raises TournamentNotFound: if it may not see it.
    :raises NotDirector: if it does not direct it.
    :raises TournamentOver: if it has ended.
    """
    tournament = access.lock(tournament_id)
    access.check_directs(tournament, director_id, aloof=aloof)
    if tournament.status not in UNFINISHED:
        raise TournamentOver
    return tournament


def _record(
    tournament: Tournament, kind: DecisionKind, director_id: int, **data: str | int
) -> None:
    access.record(tournament, kind, now=timezone.now(), actor_id=director_id, **data)
    tournament.save()
