"""Blocks: a player gets no invitations or emotes from players whom they block, and no shared match.

A block of a person covers the person's bots. The blocked player gets no notice.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts import locks
from accounts.models import Block, User
from accounts.refusals import CannotBlock, NoSuchPlayer, TooManyBlocks

_UNKNOWN = "No player has this username."


def by_username(username: str) -> User:
    """Return the account with a username, in any spelling that names it; it can be closed.

    :raises NoSuchPlayer: if there is none, or it is a pupil, who is visible only in their class.
    """
    try:
        player = User.objects.get_by_natural_key(username)
    except User.DoesNotExist:
        raise NoSuchPlayer(_UNKNOWN) from None
    if player.is_pupil:
        raise NoSuchPlayer(_UNKNOWN)
    return player


def open_by_username(username: str) -> User:
    """Return the account with a username, as :func:`by_username` does.

    :raises NoSuchPlayer: if there is none, or it was closed.
    """
    player = by_username(username)
    if player.closed_at is not None:
        raise NoSuchPlayer(_UNKNOWN)
    return player


MOST_OF_AN_ACCOUNT = 500


def block(account_id: int, username: str, *, now: datetime) -> None:
    """Block a player. Blocking twice changes nothing.

    :raises NoSuchPlayer: no open account has this username.
    :raises CannotBlock: it is the account itself.
    :raises TooManyBlocks: the account has the maximum number of blocks.
    :raises InvalidToken: the account was closed meanwhile.
    """
    blocked = by_username(username)
    if blocked.pk == account_id:
        raise CannotBlock("You cannot block yourself.")
    with transaction.atomic():
        accounts = locks.lock_all([account_id, blocked.pk])
        locks.check_active(accounts[account_id])
        if accounts[blocked.pk].closed_at is not None:
            raise NoSuchPlayer("No player has this username.")
        own = Block.objects.filter(account_id=account_id)
        if own.filter(blocked=blocked).exists():
            return
        if own.count() >= MOST_OF_AN_ACCOUNT:
            raise TooManyBlocks(
                f"You block {MOST_OF_AN_ACCOUNT} players, which is the limit. Unblock one first."
            )
        Block.objects.create(account_id=account_id, blocked=blocked, at=now)


def unblock(account_id: int, username: str) -> None:
    """Unblock a player. Unblocking a player who is not blocked changes nothing.

    :raises NoSuchPlayer: no open account has this username.
    """
    Block.objects.filter(account_id=account_id, blocked=by_username(username)).delete()


def of_account(account_id: int) -> QuerySet[Block]:
    """Return the blocks of an account with the players, newest first."""
    own = Block.objects.filter(account_id=account_id)
    return own.select_related("blocked").order_by("-pk")


def has_blocked(account_id: int, other: User) -> bool:
    """Return whether an account has blocked another, or the owner of that bot."""
    return Block.objects.filter(account_id=account_id, blocked__in=_people(other)).exists()


def blockers(players: Iterable[User], among: Collection[int]) -> dict[int, set[int]]:
    """Return which of these accounts have blocked each player, or the owner of that bot, by the
    player's id; in one query.
    """
    people = {player.pk: _people(player) for player in players}
    named = {person for group in people.values() for person in group}
    rows = Block.objects.filter(account__in=among, blocked__in=named)
    by_blocked: dict[int, set[int]] = {}
    for account_id, blocked_id in rows.values_list("account_id", "blocked_id"):
        by_blocked.setdefault(blocked_id, set()).add(account_id)
    return {
        player: set().union(*(by_blocked.get(person, set()) for person in group))
        for player, group in people.items()
    }


def pairs(accounts: Collection[User]) -> set[frozenset[int]]:
    """Return the pairs of these accounts in which one, or its owner, has blocked the other, or its
    owner.
    """
    groups: dict[int, set[int]] = {}
    for account in accounts:
        for person in _people(account):
            groups.setdefault(person, set()).add(account.pk)
    rows = Block.objects.filter(account__in=groups, blocked__in=groups)
    return {
        frozenset((one, other))
        for account_id, blocked_id in rows.values_list("account_id", "blocked_id")
        for one in groups[account_id]
        for other in groups[blocked_id]
        if one != other
    }


def forget(account_ids: Iterable[int]) -> None:
    """Delete the blocks that these accounts made, and the blocks by others of these accounts."""
    closed = list(account_ids)
    Block.objects.filter(account__in=closed).delete()
    Block.objects.filter(blocked__in=closed).delete()


def _people(account: User) -> list[int]:
    """Return the ids of an account and of its owner."""
    return [account.pk] if account.owner_id is None else [account.pk, account.owner_id]
