"""File, extend, withdraw and appeal disputes, and decide who may see them."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from accounts import locks
from accounts.models import User
from games.desk.models import WAITING, Dispute, DisputeStatus, Kind, Ruling, Words
from games.desk.refusals import (
    AlreadyDisputed,
    AppealedAlready,
    DisputeNotFound,
    DisputeSettled,
    NotPermitted,
    NotRuledYet,
    PlayedElsewhere,
    TooManyDisputes,
    TooManyWords,
)
from games.engine.cards import Seat
from games.engine.refusals import GameClosed, NoSuchSeat, NotStarted
from games.log import head_reader, ids
from games.log.models import Game
from games.log.models import Seat as SeatRow
from games.log.refusals import NoSuchMove, NotSeated
from games.play import play, visibility

MOST_WORDS = 20
"""Maximum number of texts in a dispute."""
MOST_OF_SPECTATORS = 3
"""Waiting disputes of spectators about a game; concurrent ones may exceed it by their number."""
CHANGES_GAME = (Kind.ANNULLED, Kind.ADJUSTED, Kind.SEAT_REMOVED)
"""Rulings that concern every player, because they change the game or its result."""


def file(
    game_id: int,
    account_id: int,
    *,
    move_number: int | None,
    reason: str,
    words: str,
    against: Seat | None = None,
    now: datetime,
) -> Dispute:
    """File a dispute about a game. Players may, and so may registered spectators of a public game.

    ``move_number`` may be None only for the reasons in ``WITHOUT_MOVE``.

    :raises GameNotFound: if no game has this id, or the account may not see it.
    :raises SpectatorsBarred: if the game has no spectators and the account has no seat in it.
    :raises NotSeated: if the account has no seat in it, and the game is private or the account a
        guest's.
    :raises PlayedElsewhere: if the game was imported.
    :raises GameClosed: if the game was closed before it started.
    :raises NotStarted: if the game has not started, because its seats are not final.
    :raises NoSuchMove: if the game has no such move.
    :raises NoSuchSeat: if the game has no seat with the number ``against``.
    :raises AlreadyDisputed: if the account has a waiting dispute about the game.
    :raises TooManyDisputes: if the account has no seat in it, and ``MOST_OF_SPECTATORS`` wait.
    """
    head = head_reader.load(game_id, account_id)
    visibility.check_watches(head, account_id)
    if head.seat is None and head.is_private:
        raise NotSeated("Only players of a private game can dispute it.")
    if play.find(game_id).imported_from is not None:
        raise PlayedElsewhere("This game was played on another server. Dispute it there.")
    if head.state.phase == "closed":
        raise GameClosed
    if head.state.phase == "lobby":
        raise NotStarted("This game has not started. Wait for its start, or leave it.")
    if move_number is not None and not 1 <= move_number <= head.version:
        raise NoSuchMove(f"This game has moves 1 to {head.version}.")
    if against is not None and not 0 <= against < head.state.seats:
        raise NoSuchSeat(f"The seats of this game are 0 to {head.state.seats - 1}.")
    players = dict(SeatRow.objects.filter(game_id=game_id).values_list("number", "account_id"))
    try:
        with transaction.atomic():
            account = locks.lock_active(account_id)
            if head.seat is None:
                _check_spectator(account, game_id)
            dispute = Dispute.objects.create(
                id=ids.new_id(now),
                game_id=game_id,
                complainant_id=account_id,
                seat=head.seat,
                against=against,
                accused_id=None if against is None else players.get(against),
                move=move_number,
                reason=reason,
                filed_at=now,
            )
            Words.objects.create(dispute=dispute, author_id=account_id, text=words, at=now)
    except IntegrityError:
        raise AlreadyDisputed(
            "Your earlier dispute about this game is waiting for a ruling. Add to that one."
        ) from None
    return dispute


def add_words(dispute_id: int, account_id: int, *, words: str, now: datetime) -> Dispute:
    """Add a text to the account's own dispute while it waits for a ruling.

    :raises DisputeNotFound: if the account may not see the dispute.
    :raises NotPermitted: if another account filed it.
    :raises DisputeSettled: if it is not waiting for a ruling.
    :raises TooManyWords: if it has ``MOST_WORDS`` texts.
    """
    with transaction.atomic():
        locks.lock_active(account_id)
        dispute = _own(dispute_id, account_id)
        if dispute.status not in WAITING:
            raise DisputeSettled(
                "This dispute is not waiting for a ruling, so nothing can be added."
            )
        if dispute.words.count() >= MOST_WORDS:
            raise TooManyWords(f"A dispute takes at most {MOST_WORDS} texts.")
        Words.objects.create(dispute=dispute, author_id=account_id, text=words, at=now)
    return dispute


def withdraw(dispute_id: int, account_id: int) -> Dispute:
    """Withdraw a dispute before it is ruled on.

    :raises DisputeNotFound: if the account may not see the dispute.
    :raises NotPermitted: if another account filed it.
    :raises DisputeSettled: if it was ruled on or withdrawn.
    """
    with transaction.atomic():
        dispute = _own(dispute_id, account_id)
        if dispute.status != DisputeStatus.OPEN:
            raise DisputeSettled(
                "This dispute was ruled on or withdrawn, so it cannot be withdrawn."
            )
        dispute.status = DisputeStatus.WITHDRAWN
        dispute.reviewer = dispute.claimed_until = None
        dispute.save()
    return dispute


def appeal(dispute_id: int, account_id: int, *, words: str, now: datetime) -> Dispute:
    """Appeal to another reviewer, once per dispute. Only accounts that the ruling concerns may.

    :raises DisputeNotFound: if the account may not see the dispute.
    :raises NotRuledYet: if there is no ruling.
    :raises NotPermitted: if the ruling does not concern the account.
    :raises AppealedAlready: if there was an appeal.
    :raises AlreadyDisputed: if the complainant has another waiting dispute about the game.
    """
    with transaction.atomic():
        locks.lock_active(account_id, suspended_too=True)
        dispute = _locked(dispute_id, account_id)
        if dispute.status in (DisputeStatus.OPEN, DisputeStatus.WITHDRAWN):
            raise NotRuledYet("There is no ruling to appeal against.")
        if dispute.words.filter(is_appeal=True).exists():
            raise AppealedAlready(
                "This dispute was appealed before. There is one appeal per dispute."
            )
        ruling = dispute.rulings.get()
        if not may_appeal(dispute, ruling, account_id):
            raise NotPermitted("This ruling does not concern you, so you cannot appeal against it.")
        dispute.status = DisputeStatus.APPEALED
        try:
            with transaction.atomic():
                dispute.save()
        except IntegrityError:  # the complainant has filed another one since
            raise AlreadyDisputed(
                "The complainant has another dispute about this game waiting for a ruling."
            ) from None
        Words.objects.create(
            dispute=dispute, author_id=account_id, is_appeal=True, text=words, at=now
        )
    return dispute


def is_party(dispute: Dispute, account_id: int) -> bool:
    """Return whether an account is the complainant or the accused."""
    return account_id in (dispute.complainant_id, dispute.accused_id)


def concerns(dispute: Dispute, ruling: Ruling, account_id: int) -> bool:
    """Return whether a ruling concerns an account, so that it may read the reasons.

    It concerns both parties, the account that it is against, and every player if it changes the
    game or its result. The account must be one that may see the dispute.
    """
    is_against = account_id == ruling.account_id
    return is_party(dispute, account_id) or is_against or ruling.kind in CHANGES_GAME


def may_appeal(dispute: Dispute, ruling: Ruling, account_id: int) -> bool:
    """Return whether an account that may see a dispute may appeal.

    The ruling must concern the account. If the complaint was dismissed, only the complainant may.
    """
    won = ruling.kind == Kind.DISMISSED and account_id != dispute.complainant_id
    return concerns(dispute, ruling, account_id) and not won


def visible(account_id: int) -> QuerySet[Dispute]:
    """Return the disputes that an account may see: its own, and settled ones in its games."""
    played = SeatRow.objects.filter(account_id=account_id).values("game")
    return Dispute.objects.filter(
        Q(complainant_id=account_id) | Q(game__in=played, ruled_at__isnull=False)
    )


def concerning(account_id: int) -> QuerySet[Dispute]:
    """Return the disputes that an account filed, and those with rulings that concern it."""
    against = Ruling.objects.filter(account_id=account_id)
    played = SeatRow.objects.filter(account_id=account_id).values("game")
    changed = Ruling.objects.filter(kind__in=CHANGES_GAME, dispute__game__in=played)
    ruled = Q(pk__in=against.values("dispute")) | Q(pk__in=changed.values("dispute"))
    is_party = Q(complainant_id=account_id) | Q(accused_id=account_id)
    return _rendered(visible(account_id).filter(is_party | ruled))


def of_game(game: Game, account_id: int) -> QuerySet[Dispute]:
    """Return the disputes about a game that an account may see, oldest first."""
    return _rendered(visible(account_id).filter(game=game).order_by("pk"))


def find(dispute_id: int, account_id: int) -> Dispute:
    """Return a dispute.

    :raises DisputeNotFound: if there is none, or the account may not see it.
    """
    dispute = visible(account_id).select_related("game").filter(pk=dispute_id).first()
    if dispute is None:
        raise DisputeNotFound
    return dispute


def _rendered(disputes: QuerySet[Dispute]) -> QuerySet[Dispute]:
    """Prefetch what the API shows of a dispute."""
    return disputes.prefetch_related("words", "rulings").select_related("game")


def _locked(dispute_id: int, account_id: int) -> Dispute:
    find(dispute_id, account_id)
    return Dispute.objects.select_for_update().get(pk=dispute_id)


def _check_spectator(account: User, game_id: int) -> None:
    if account.is_guest:
        raise NotSeated(
            "Guests can dispute only games that they played. Register to dispute others."
        )
    of_others = Dispute.objects.filter(game=game_id, seat=None, status__in=WAITING)
    if of_others.exclude(complainant=account).count() >= MOST_OF_SPECTATORS:
        raise TooManyDisputes(
            "Disputes of spectators about this game wait already. It is looked at."
        )


def _own(dispute_id: int, account_id: int) -> Dispute:
    dispute = _locked(dispute_id, account_id)
    if dispute.complainant_id != account_id:
        raise NotPermitted("You did not file this dispute.")
    return dispute
