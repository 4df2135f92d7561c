"""Views of `/me` that need accounts and games: export an account's data, and close the account.

A page of the export has a bounded number of rows and statements.
"""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, NamedTuple

import orjson
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import account_views
from accounts.api.account_views import NOT_TO_BE_STORED
from accounts.api.permissions import signed_in
from accounts.credentials.authentication import account_of, caller
from accounts.models import User
from api_kit.endpoint import Cost, Endpoint
from api_kit.serializers import QuerySerializer
from games.play.api.schema import operations
from gofish_api.personal_data import close_account
from gofish_api.personal_data.parts import PARTS, ExportSerializer
from gofish_api.personal_data.rows import Key

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


def read_page(user: User, cursor: Cursor = START) -> tuple[dict[str, Any], Cursor | None]:
    """Return the account with the rows of the page by part, and the next cursor or None."""
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


operation = operations("accounts")

PATH = "/api/v1/me/export"


class CursorField(serializers.CharField):
    """The start of a page, as in `next` of the previous page."""

    def to_internal_value(self, data: Any) -> Any:
        """Read the cursor.

        :raises ValidationError: it is not a cursor.
        """
        try:
            return from_text(super().to_internal_value(data))
        except NoCursor:
            raise serializers.ValidationError("Use the path in `next`.", code="invalid") from None


class ExportQuerySerializer(QuerySerializer):
    """The page of an export."""

    after = CursorField(
        max_length=LONGEST_CURSOR,
        required=False,
        help_text="From `next` of the previous page. Default: the first page.",
    )


class ExportView(Endpoint):
    query_shape = ExportQuerySerializer
    costs = {"GET": Cost.HEAVY}
    permission_classes = signed_in("account")
    open_to_suspended = ("GET",)

    @operation("export_me", "Export my data", answers={200: ExportSerializer})
    def get(self, request: Request) -> Response:
        """Return the account, its tokens, bots, games, disputes and all other data about it.

        Scope: `account`.

        A page has at most 500 rows; `next` is the path of the next page, and `null` on the last.
        The moves of a game are at the path in `moves`. IP addresses are stored only for failed
        sign-ins; those of seats are stored as keyed digests.
        """
        page, following = read_page(account_of(request), self.query.get("after", START))
        page["next"] = following and f"{PATH}?after={to_text(following)}"
        return Response(ExportSerializer(page).data, headers=NOT_TO_BE_STORED)


class MeView(account_views.OwnAccountView):
    costs = {"DELETE": Cost.HEAVY}

    @operation("close_me", "Close my account", answers={204: None})
    def delete(self, request: Request) -> Response:
        """Delete the account's data, its bots and all tokens at once and permanently.

        Scope: `account`.

        The account leaves or resigns from its open games. Games of others are kept: logs contain
        seats, not people, and a random name replaces the username.
        """
        close_account.close(caller(request).account_id, now=timezone.now())
        return Response(status=204)
