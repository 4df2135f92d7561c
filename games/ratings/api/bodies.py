"""Request bodies and queries."""

from typing import Any

from rest_framework import serializers

from accounts import names
from api_kit.serializers import QuerySerializer, StrictBooleanField, StrictSerializer
from games.play.api.positions.ratings import FAMILY_NAMES, POOLS
from games.ratings.api.paging import LONGEST_CURSOR
from games.ratings.leaderboards import NEIGHBOURS

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
