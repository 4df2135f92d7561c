"""Read the personal data of an account for its export, without password hashes and digests.

There may be many rows, so each part is read in chunks, in the order of a key.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from axes.models import AccessAttempt
from django.db.models import Q, QuerySet

from accounts import names
from accounts.models import Block, Notice, ReservedName, Token, User

Json = dict[str, Any]
Key = tuple[Any, ...]
"""The sort key of a row in its part."""


class Chunk(NamedTuple):
    """Consecutive rows of a part."""

    rows: Sequence[Json]
    size: int
    """The number of database rows, including nested ones."""
    last: Key | None
    """The key of the last row; None if no more rows follow."""


class Part(NamedTuple):
    """A table of rows that belong to an account."""

    read: Callable[[int, Key | None, int], Chunk]
    """Takes an account id, the key to start after (or None) and the maximum number of rows."""
    key: tuple[type, ...] = (int,)
    """The types of the elements of a key."""


def account(user: User) -> Json:
    """Return the columns of the account itself."""
    return {
        "username": user.username,
        "display_name": user.shown_name,
        "email": user.email or None,
        "email_set_at": user.email_set_at,
        "email_verified_at": user.email_verified_at,
        "has_password": user.has_usable_password(),
        "is_guest": user.is_guest,
        "is_bot": user.is_bot,
        "is_staff": user.is_staff,
        "is_active": user.is_active,
        "suspended_until": user.suspended_until,
        "suspension_reason": user.suspension_reason or None,
        "created_at": user.created_at,
        "last_login": user.last_login,
    }


def chunk(
    rows: QuerySet[Any], show: Callable[[Any], Json], after: Key | None, most: int, *, by: str
) -> Chunk:
    """Return up to ``most`` rows after a key, the column ``by``, each converted by ``show``."""
    following = rows if after is None else rows.filter(**{f"{by}__gt": after[0]})
    found = list(following.order_by(by)[: most + 1])
    shown = found[:most]
    last = (getattr(shown[-1], by),) if len(found) > most else None
    return Chunk([show(row) for row in shown], len(shown), last)


def _tokens(account_id: int, after: Key | None, most: int) -> Chunk:
    return chunk(Token.objects.filter(user=account_id), _token, after, most, by="pk")


def _bots(account_id: int, after: Key | None, most: int) -> Chunk:
    """Return bots with their tokens; a bot whose tokens do not fit is repeated with the rest.

    The key is (bot id, token id). Each bot and each token is a row, so ``most`` must be 2 or more.
    """
    bots = User.objects.filter(owner=account_id).order_by("pk")
    tokens = Token.objects.order_by("user", "pk")
    if after is not None:
        bots = bots.filter(pk__gte=after[0])
        tokens = tokens.filter(Q(user__gt=after[0]) | Q(user=after[0], pk__gt=after[1]))
    found = list(bots[: most + 1])
    theirs = list(tokens.filter(user__in=[bot.pk for bot in found])[: most + 1])
    rows: list[Json] = []
    size, last = 0, after
    for bot in found:
        own = [token for token in theirs if token.user_id == bot.pk]
        if after is not None and bot.pk == after[0] and not own:
            continue  # complete in the previous chunk
        if size == most:
            return Chunk(rows, size, last)
        shown = list(islice(own, most - size - 1))
        rows.append({"account": account(bot), "tokens": [_token(token) for token in shown]})
        size += 1 + len(shown)
        if shown:
            last = (bot.pk, shown[-1].pk)
        elif after is None or bot.pk != after[0]:
            last = (bot.pk, 0)
        if len(shown) < len(own):
            return Chunk(rows, size, last)
    return Chunk(rows, size, None)


def _failed_sign_ins(account_id: int, after: Key | None, most: int) -> Chunk:
    username = User.objects.values_list("username", flat=True).get(pk=account_id)
    attempts = AccessAttempt.objects.filter(username=names.canonical(username))
    return chunk(attempts, _failed_sign_in, after, most, by="pk")


def _token(token: Token) -> Json:
    columns = [field.name for field in Token._meta.fields if field.name not in ("user", "digest")]
    return {column: getattr(token, column) for column in columns}


def _failed_sign_in(attempt: Any) -> Json:
    return {
        "at": attempt.attempt_time,
        "address": attempt.ip_address,
        "user_agent": attempt.user_agent,
        "failures": attempt.failures_since_start,
    }


def _notices(account_id: int, after: Key | None, most: int) -> Chunk:
    """Return the notices of the account and of its bots."""
    theirs = Notice.objects.filter(Q(account=account_id) | Q(account__owner=account_id))
    return chunk(theirs.select_related("account"), _notice, after, most, by="pk")


def _notice(notice: Notice) -> Json:
    return {
        "id": notice.pk,
        "account": notice.account.username,
        "kind": notice.kind,
        "data": notice.data,
        "created_at": notice.created_at,
        "read_at": notice.read_at,
    }


def _blocks(account_id: int, after: Key | None, most: int) -> Chunk:
    own = Block.objects.filter(account=account_id).select_related("blocked")
    return chunk(own, _block, after, most, by="pk")


def _block(block: Block) -> Json:
    return {"player": block.blocked.username, "at": block.at}


def _former_usernames(account_id: int, after: Key | None, most: int) -> Chunk:
    own = ReservedName.objects.filter(account=account_id)
    return chunk(own, _former_username, after, most, by="pk")


def _former_username(name: ReservedName) -> Json:
    return {"username": name.skeleton, "at": name.at}


PARTS: Mapping[str, Part] = {
    "tokens": Part(_tokens),
    "bots": Part(_bots, (int, int)),
    "notices": Part(_notices),
    "blocks": Part(_blocks),
    "former_usernames": Part(_former_usernames, (str,)),
    "failed_sign_ins": Part(_failed_sign_ins),
}
