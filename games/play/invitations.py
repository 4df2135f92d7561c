"""Limits of invitations to lobbies, and declining them.

Invitations are deleted when the game starts or is closed (``seats.forget_lobby``).
"""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import blocks, locks, notices
from accounts.models import User
from accounts.notices import NewNotice
from games.engine.cards import Seat
from games.engine.refusals import AlreadyStarted, GameClosed
from games.log import head_reader, ids
from games.log.models import Game
from games.log.models import Seat as SeatRow
from games.log.notify.notifications import announce
from games.log.refusals import GameNotFound, NotSeated
from games.play import visibility
from games.play.models import Invitation
from games.play.refusals import AlreadySeated, NotInvitable, NotInvited, TooManyInvitations

DECLINED = "invitation_declined"
"""The kind of the notice that a host gets."""
MOST_OF_A_GAME = 20
"""Players that a game invites, including those who declined."""
MOST_OF_AN_ACCOUNT = 50
"""Invitations to lobbies that an account has and has not declined."""
MOST_OF_ONE_HOST = 3
"""The part of ``MOST_OF_AN_ACCOUNT`` that one host and the host's bots can use."""


def check_room(game_id: int, account_id: int, *, host: User) -> None:
    """Check that one more player can be invited.

    :raises TooManyInvitations: if the game has reached its limit.
    :raises NotInvitable: if the player has reached the limit of all invitations, or of those of
        this host, or has blocked the host.
    """
    if Invitation.objects.filter(game_id=game_id).count() >= MOST_OF_A_GAME:
        raise TooManyInvitations(f"A game can invite at most {MOST_OF_A_GAME} players.")
    if not can_be_invited(account_id, host):
        raise NotInvitable("This player cannot be invited now.")
    if _held_of_host(account_id, host).count() >= MOST_OF_ONE_HOST:
        raise NotInvitable(
            f"This player has {MOST_OF_ONE_HOST} invitations to lobbies in which you have a seat."
        )


def can_be_invited(account_id: int, host: User) -> bool:
    """Return whether an account has room for an invitation, and has not blocked the host or the
    host's owner.
    """
    has_room = _held(account_id).count() < MOST_OF_AN_ACCOUNT
    return has_room and not blocks.has_blocked(account_id, host)


def _held(account_id: int) -> QuerySet[Invitation]:
    return Invitation.objects.filter(account_id=account_id, declined_at__isnull=True)


def _held_of_host(account_id: int, host: User) -> QuerySet[Invitation]:
    """Return invitations to lobbies of a host. A person and their bots count as one host."""
    owner = host.owner_id or host.pk
    games = Game.objects.filter(
        Q(seats__account_id=owner) | Q(seats__account__owner_id=owner),
        invitations__account_id=account_id,
    )
    return _held(account_id).filter(game__in=games)


def decliners(game_id: int, account_ids: Collection[int]) -> set[int]:
    """Return which of these accounts have declined an invitation to a lobby."""
    held = Invitation.objects.filter(game_id=game_id, account_id__in=account_ids)
    return set(held.filter(declined_at__isnull=False).values_list("account_id", flat=True))


def decline(game_id: int, account_id: int, *, reason: str | None = None) -> None:
    """Decline an invitation, and give the host a notice. Declining twice changes nothing.

    :raises GameNotFound: if there is no such game, or it is private and the account is not invited.
    :raises AlreadySeated: if the account has taken a seat.
    :raises GameClosed: if the game was closed, which ended the invitation.
    :raises AlreadyStarted: if the game has started, which ended the invitation.
    :raises NotInvited: if the account is not invited.
    """
    head = head_reader.load(game_id, account_id)
    held = Invitation.objects.filter(game_id=game_id, account_id=account_id)
    if head.seat is None and _decline(game_id, account_id, head.state.host(), reason):
        announce(game_id, head.version)  # no move, but a change for the account's streams
        return
    if head.seat is None and held.exists():
        return  # declined before
    if head.seat is None and head.is_private:
        raise GameNotFound
    if head.state.phase == "closed":
        raise GameClosed
    if head.state.phase != "lobby":
        raise AlreadyStarted("The game has started, and its invitations have ended.")
    if head.seat is not None:
        raise AlreadySeated("You have a seat in this game. Leave it instead.")
    raise NotInvited("You are not invited to this game.")


def shared_lobby(game_id: int, account_id: int) -> Game:
    """Return the game of a lobby to which one of its players invites others by a link.

    :raises GameNotFound: if there is no such game, or the account may not see it.
    :raises GameClosed: if the game was closed.
    :raises AlreadyStarted: if the game has started.
    :raises NotSeated: if the account has no seat.
    """
    head = head_reader.load(game_id, account_id)
    visibility.check_watches(head, account_id)
    if head.state.phase == "closed":
        raise GameClosed
    if head.state.phase != "lobby":
        raise AlreadyStarted("The game has started: its seats are final.")
    if head.seat is None:
        raise NotSeated("Only players of this game can share its link.")
    return Game.objects.get(pk=game_id)


@transaction.atomic
def _decline(game_id: int, account_id: int, host: Seat | None, reason: str | None) -> bool:
    """Record that an invitation is declined and notify the host; return whether there was one."""
    people = SeatRow.objects.filter(game_id=game_id, account__isnull=False)
    by_seat = dict(people.values_list("number", "account_id"))
    hosts = [by_seat[host]] if host in by_seat else []
    locks.lock_all(hosts)
    now = timezone.now()
    held = Invitation.objects.filter(
        game_id=game_id, account_id=account_id, declined_at__isnull=True
    )
    if not held.update(declined_at=now, decline_reason=reason or ""):
        return False
    data = {"game": ids.to_text(game_id), "reason": reason}
    # A letter for each would let a host's guests fill the host's mailbox.
    notices.send(
        [NewNotice(host_id, DECLINED, data) for host_id in hosts], now=now, sends_letters=False
    )
    return True
