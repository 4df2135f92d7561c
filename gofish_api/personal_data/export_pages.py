"""Pages of the export of an account, each with a bounded number of rows and statements."""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, NamedTuple

import orjson

from accounts.models import User
from gofish_api.personal_data.chunks import Key
from gofish_api.personal_data.parts import PARTS

MOST_ROWS = 500
"""Rows on a page, of all parts together."""
LONGEST_CURSOR = 200

_LARGEST = 2**63 - 1
_LONGEST_TEXT = 64


class Cursor(NamedTuple):
    """The start of a page: in this part, after this key."""

    part: str
    after: Key | None


START = Cursor(next(iter(PARTS)), None)


class NoCursor(ValueError):
    """The text is not a cursor of an export page."""


def page(user: User, cursor: Cursor = START) -> tuple[dict[str, Any], Cursor | None]:
    """Return the account with the rows of the page by part, and the next cursor if there is
    more.
    """
    content: dict[str, Any] = {"account": user} | {name: [] for name in PARTS}
    room, after = MOST_ROWS, cursor.after
    names = list(PARTS)
    for name in names[names.index(cursor.part) :]:
        if not room:
            return content, Cursor(name, None)
        chunk = PARTS[name].read(user.pk, after, room)
        content[name] = chunk.rows
        if chunk.last is not None:
            return content, Cursor(name, chunk.last)
        room, after = room - chunk.size, None
    return content, None


def to_text(cursor: Cursor) -> str:
    """Return a cursor as text for a query."""
    content = orjson.dumps([cursor.part, *(cursor.after or ())])
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def from_text(text: str) -> Cursor:
    """Read a cursor.

    :raises NoCursor: it is not a cursor of an export page.
    """
    try:
        content = orjson.loads(urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4)))
    except (binascii.Error, ValueError):
        raise NoCursor from None
    if not isinstance(content, list) or not content or content[0] not in list(PARTS):
        raise NoCursor
    name, *key = content
    if not key:
        return Cursor(name, None)
    types = PARTS[name].key
    if len(key) != len(types) or not all(map(_fits, key, types)):
        raise NoCursor
    return Cursor(name, tuple(key))


def _fits(value: Any, kind: type) -> bool:
    if kind is int:
        return isinstance(value, int) and type(value) is not bool and 0 <= value <= _LARGEST
    is_text = isinstance(value, str) and len(value) <= _LONGEST_TEXT
    return is_text and value.isascii() and value.isprintable()
