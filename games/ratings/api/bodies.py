"""Queries of ratings, and the cursors of leaderboards in both directions."""

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from accounts import names
from api_kit.paging import invalid_cursor, mark_of
from api_kit.serializers import QuerySerializer, StrictBooleanField, StrictSerializer
from games.ratings import leaderboards
from games.ratings.api.rating_members import FAMILY_NAMES, POOLS
from games.ratings.leaderboards import NEIGHBOURS, RankKey
from games.ratings.models import Rating

Direction = Literal["<", ">"]
_BEFORE: Direction = "<"
_AFTER: Direction = ">"
_CURSOR = re.compile(r"([<>])(-?[0-9]{1,6}\.[0-9]{1,6}):([0-9]{1,18})")
LONGEST_CURSOR = 100  # characters


class RankPage(NamedTuple):
    """A page of ratings with the addresses of its neighbours."""

    ratings: list[Rating]
    next: str | None
    previous: str | None


class _Cursor(NamedTuple):
    direction: Direction
    key: RankKey


def read_page(
    request: Request, rows: QuerySet[Rating], query: Mapping[str, Any], *, size: int
) -> RankPage:
    """Return the page of ``rows`` that the query names.

    :raises ValidationError: if its cursor is not one of this list.
    """
    mark = mark_of(query)
    text = query.get("cursor")
    cursor = None if text is None else _read(text, mark)
    if cursor is not None and cursor.direction == _BEFORE:
        ratings = leaderboards.page_above(rows, cursor.key, most=size + 1)
        page, has_previous, has_next = ratings[-size:], len(ratings) > size, True
    else:
        key = None if cursor is None else cursor.key
        ratings = leaderboards.page_below(rows, key, most=size + 1)
        page, has_previous, has_next = ratings[:size], cursor is not None, len(ratings) > size
    if not page:
        return RankPage([], None, None)

    def link(direction: Direction, rating: Rating) -> str:
        content = _text(_Cursor(direction, leaderboards.key_of(rating)), mark)
        return str(replace_query_param(request.build_absolute_uri(), "cursor", content))

    return RankPage(
        page,
        link(_AFTER, page[-1]) if has_next else None,
        link(_BEFORE, page[0]) if has_previous else None,
    )


def _text(cursor: _Cursor, mark: str) -> str:
    direction, (mu, account_id) = cursor
    return urlsafe_b64encode(f"{direction}{mu:.6f}:{account_id}{mark}".encode()).decode()


def _read(text: str, mark: str) -> _Cursor:
    try:
        content = urlsafe_b64decode(text.encode()).decode()
    except (binascii.Error, ValueError):
        raise invalid_cursor() from None
    match = _CURSOR.fullmatch(content.removesuffix(mark))
    if match is None or not content.endswith(mark):
        raise invalid_cursor()
    return _Cursor(
        _AFTER if match[1] == _AFTER else _BEFORE, RankKey(float(match[2]), int(match[3]))
    )


MOST_ENTRIES = 100
FIRST_FAMILY = "go_fish"


def _cursor() -> serializers.CharField:
    return serializers.CharField(
        max_length=LONGEST_CURSOR,
        required=False,
        help_text="From `next` or `previous` of the same list.",
    )


class FamilyQuerySerializer(QuerySerializer):
    """The family of presets."""

    family = serializers.ChoiceField(
        choices=FAMILY_NAMES, default=FIRST_FAMILY, help_text="The family of presets."
    )


class HistoryQuerySerializer(FamilyQuerySerializer):
    """The family and the page of its history."""

    cursor = _cursor()
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_ENTRIES, default=20, help_text="Entries per page."
    )


class LeaderboardQuerySerializer(QuerySerializer):
    """The pool, and the page or the player to show."""

    pool = serializers.ChoiceField(
        choices=POOLS, default=POOLS[0], help_text="People, or accounts of bots."
    )
    around = serializers.CharField(
        max_length=names.LONGEST,
        required=False,
        help_text=f"A username: list this player with {NEIGHBOURS} neighbours on each side.",
    )
    cursor = _cursor()
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_ENTRIES, default=20, help_text="Players per page."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that ``cursor`` and ``around`` are not combined."""
        if "around" in attrs and "cursor" in attrs:
            detail = "Leave it out: the neighbours of a player are one page."
            raise serializers.ValidationError({"cursor": detail}, code="not_applicable")
        return attrs


class RatingVisibilityBodySerializer(StrictSerializer):
    """Whether to hide ratings."""

    hidden = StrictBooleanField(help_text="Whether only you see your ratings.")
