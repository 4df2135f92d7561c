"""Join a tournament, confirm a round, sit out, and withdraw: what players do for themselves."""

import secrets

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import locks
from accounts.models import User
from games.play.inbox import TournamentStatus
from games.tournaments import access
from games.tournaments.models import (
    BEGUN,
    UNFINISHED,
    DecisionKind,
    Entrant,
    EntrantStatus,
    EntryWay,
    Format,
    Kinds,
    RoundPhase,
    Tournament,
    TournamentDecision,
    TournamentInvitation,
)
from games.tournaments.refusals import (
    BotsNotConfirmed,
    DirectorPlays,
    EnteredAlready,
    HasRemovedOthers,
    NotEntered,
    NothingToConfirm,
    NotPossibleNow,
    RemovedFromTournament,
    TooLateToJoin,
    TooManyChanges,
    TournamentForOthers,
    TournamentFull,
    TournamentNotFound,
    TournamentOver,
    TournamentsOverlap,
)

MOST_CHANGES = 30
"""Times that a player joins, sits out, is back and withdraws in one tournament."""
MOST_ENTERED = 10_000
"""Players who ever joined a tournament: those who withdrew stay in its log."""
UNRANKED = 1_000_000
"""The rank of players who joined since the last standings begins here."""


def join(
    account_id: int, tournament_id: int, *, code: str | None = None, with_bots: bool = False
) -> Entrant:
    """Take part in a tournament, or take part again after a withdrawal.

    :raises TournamentNotFound: if it is private, and neither the code nor an invitation opens it.
    :raises RemovedFromTournament: if a director removed the account.
    :raises HasRemovedOthers: if it, or its owner, removed a player.
    :raises DirectorPlays: if it, or its owner, began the tournament or a round early.
    :raises EnteredAlready: if it takes part.
    :raises TournamentOver: if it has ended.
    :raises TooLateToJoin: if the last round to join has begun.
    :raises TournamentForOthers: if it is not for accounts of this kind.
    :raises BotsNotConfirmed: if bots take part, and a person does not agree to that.
    :raises TournamentFull: if it is full.
    :raises TournamentsOverlap: if the account takes part in another one at that time.
    :raises TooManyChanges: if the account joined and left too often.
    """
    with transaction.atomic():
        tournament = access.lock(tournament_id)
        account = locks.lock_active(account_id)
        entrant = Entrant.objects.filter(tournament=tournament, account=account).first()
        _check_opens(tournament, account_id, code, entrant)
        _check_joins(tournament, account, entrant, with_bots=with_bots)
        now = timezone.now()
        if entrant is None:
            number = Entrant.objects.filter(tournament=tournament).count() + 1
            if number > MOST_ENTERED:
                raise TournamentFull
            entrant = Entrant(
                tournament=tournament, account=account, number=number, rank=UNRANKED + number
            )
        _change(tournament, entrant, EntrantStatus.ACTIVE)
        access.record(
            tournament, DecisionKind.JOINED, now=now, actor_id=account_id, player=entrant.number
        )
        tournament.save()
    return entrant


def confirm(account_id: int, tournament_id: int) -> None:
    """Confirm that a player is there for the round, or in an arena for the next games; a player who
    sits out is back.

    :raises NothingToConfirm: if the tournament has not started, or a round is being played.
    """
    with transaction.atomic():
        tournament, entrant = _playing(account_id, tournament_id)
        is_back, ready_before = entrant.status == EntrantStatus.PAUSED, entrant.ready_round
        if is_back:
            _change(tournament, entrant, EntrantStatus.ACTIVE)
            access.record(
                tournament,
                DecisionKind.RESUMED_PLAYER,
                now=timezone.now(),
                actor_id=account_id,
                player=entrant.number,
            )
        if tournament.status in BEGUN and tournament.format == Format.ARENA:
            entrant.ready_round = 1
        elif tournament.phase == RoundPhase.CONFIRMING:
            entrant.ready_round = tournament.round
        elif not is_back:
            raise NothingToConfirm("Confirm when a round begins.")
        if not is_back and entrant.ready_round == ready_before:
            return  # readers look at a tournament again whenever its version grows
        entrant.save(update_fields=["ready_round"])
        tournament.version += 1
        _hasten(tournament)
        tournament.save()


def pause(account_id: int, tournament_id: int) -> None:
    """Sit out from the next round on; a running game goes on.

    :raises NotPossibleNow: if the player sits out already.
    """
    with transaction.atomic():
        tournament, entrant = _playing(account_id, tournament_id)
        if entrant.status == EntrantStatus.PAUSED:
            raise NotPossibleNow("You sit out already. Confirm the next round to be back.")
        _step_back(tournament, entrant, EntrantStatus.PAUSED, DecisionKind.PAUSED_PLAYER)


def withdraw(account_id: int, tournament_id: int) -> None:
    """Leave a tournament; a running game goes on, and what was played counts."""
    with transaction.atomic():
        tournament, entrant = _playing(account_id, tournament_id)
        _step_back(tournament, entrant, EntrantStatus.WITHDRAWN, DecisionKind.LEFT)


def is_confirmed(tournament: Tournament) -> bool:
    """Return whether all players who take part have confirmed the round."""
    active = Entrant.objects.filter(tournament=tournament, status=EntrantStatus.ACTIVE)
    return not active.filter(ready_round__lt=tournament.round).exists()


def _step_back(
    tournament: Tournament, entrant: Entrant, status: EntrantStatus, kind: DecisionKind
) -> None:
    entrant.ready_round = 0
    _change(tournament, entrant, status)
    access.record(
        tournament,
        kind,
        now=timezone.now(),
        actor_id=entrant.account_id,
        player=entrant.number,
    )
    _hasten(tournament)
    tournament.save()


def _playing(account_id: int, tournament_id: int) -> tuple[Tournament, Entrant]:
    """Lock a tournament in which an account takes part.

    :raises TournamentNotFound: if it may not see it.
    :raises NotEntered: if it does not take part.
    :raises RemovedFromTournament: if it was removed.
    :raises TournamentOver: if the tournament has ended.
    """
    tournament = access.lock(tournament_id)
    entrant = Entrant.objects.filter(tournament=tournament, account_id=account_id).first()
    if entrant is None and not access.may_see(tournament, account_id):
        raise TournamentNotFound
    _check_not_removed(entrant)
    if entrant is None or entrant.status == EntrantStatus.WITHDRAWN:
        raise NotEntered("You do not take part in this tournament. Join it first.")
    if tournament.status not in UNFINISHED:
        raise TournamentOver
    return tournament, entrant


def _change(tournament: Tournament, entrant: Entrant, status: EntrantStatus) -> None:
    """Store what a player decides about themselves. Withdrawing is always possible."""
    if entrant.changes >= MOST_CHANGES and status != EntrantStatus.WITHDRAWN:
        raise TooManyChanges("You joined, sat out or left this tournament too often.")
    entrant.changes += 1
    entrant.status = status
    entrant.save()


def _hasten(tournament: Tournament) -> None:
    """Begin a round when all players have confirmed it."""
    if tournament.phase != RoundPhase.CONFIRMING or tournament.status != TournamentStatus.RUNNING:
        return
    if is_confirmed(tournament):
        tournament.due_at = timezone.now()


def _check_not_removed(entrant: Entrant | None) -> None:
    if entrant is not None and entrant.status == EntrantStatus.REMOVED:
        raise RemovedFromTournament(f"A director removed you: {entrant.get_removal_display()}.")


def _check_opens(
    tournament: Tournament, account_id: int, code: str | None, entrant: Entrant | None
) -> None:
    """Check the way of entry. A refusal gives no hint that the tournament exists."""
    if tournament.entry == EntryWay.OPEN or entrant is not None:
        return
    invited = TournamentInvitation.objects.filter(tournament=tournament, account_id=account_id)
    if invited.exists():
        return
    is_right = secrets.compare_digest((code or "").encode(), tournament.join_code.encode())
    if tournament.entry != EntryWay.CODE or not is_right:
        raise TournamentNotFound


def _check_joins(
    tournament: Tournament, account: User, entrant: Entrant | None, *, with_bots: bool
) -> None:
    _check_not_removed(entrant)
    if entrant is not None and entrant.status in access.PLAYING:
        raise EnteredAlready
    directed = TournamentDecision.objects.filter(
        tournament=tournament, actor__in=[account.pk, account.owner_id or account.pk]
    )
    if directed.filter(kind=DecisionKind.REMOVED).exists():
        raise HasRemovedOthers
    if directed.filter(kind__in=(DecisionKind.STARTED, DecisionKind.HASTENED)).exists():
        raise DirectorPlays
    if tournament.status not in UNFINISHED:
        raise TournamentOver
    is_arena = tournament.format == Format.ARENA
    if tournament.status in BEGUN and not is_arena and tournament.round > tournament.late_until:
        raise TooLateToJoin
    if tournament.kinds != Kinds.BOTH and account.is_bot != (tournament.kinds == Kinds.BOTS):
        raise TournamentForOthers(f"This tournament is for {tournament.get_kinds_display()} only.")
    if tournament.rated and account.is_guest:
        raise TournamentForOthers("This tournament is rated. Register first.")
    if tournament.kinds == Kinds.BOTH and not account.is_bot and not with_bots:
        raise BotsNotConfirmed
    playing = Entrant.objects.filter(tournament=tournament, status__in=access.PLAYING)
    if playing.count() >= tournament.players_max:
        raise TournamentFull
    _check_overlaps(tournament, account.pk)


def _check_overlaps(tournament: Tournament, account_id: int) -> None:
    """Check that an account is in no other tournament at the same time, as both are planned; one
    that runs takes until its end.
    """
    earlier_end = Q(planned_end__lte=tournament.starts_at) & ~Q(status__in=BEGUN)
    others = Tournament.objects.filter(
        entrants__account_id=account_id,
        entrants__status__in=access.PLAYING,
        status__in=UNFINISHED,
    ).exclude(pk=tournament.pk)
    ends = max(tournament.planned_end, timezone.now())
    other = others.exclude(earlier_end).filter(starts_at__lt=ends).order_by("starts_at").first()
    if other is not None:
        raise TournamentsOverlap(
            f"You take part in tournament {other.public_id} at that time. Withdraw there first."
        )
