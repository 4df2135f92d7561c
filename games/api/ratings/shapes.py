"""Queries and answers about ratings and leaderboards."""

from typing import Any

from rest_framework import serializers

from accounts import names
from accounts.api.shapes import PICTURE_HELP
from api_kit.serializers import QuerySerializer, StrictBooleanField, StrictSerializer
from games.api.positions.ratings import (
    FAMILY_NAMES,
    POOLS,
)
from games.api.positions.shapes import AnySerializer, FamilyRatingSerializer, NumbersSerializer
from games.api.ratings.paging import LONGEST_CURSOR
from games.engine.presets import PRESETS
from games.queries.ratings.head_to_head import LAST_MEETINGS, MOST_COMPARED
from games.queries.ratings.history import MOST_COUNTED
from games.queries.ratings.leaderboards import ACTIVE_DAYS, MOST_RANKED, NEIGHBOURS

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


class RatingVisibilitySerializer(AnySerializer):
    """Whether the caller's ratings are hidden."""

    hidden = serializers.BooleanField()


class RatingEntrySerializer(AnySerializer):
    """How a game changed a rating."""

    number = serializers.IntegerField(
        help_text="The game's number in the order of all rated games, which never changes."
    )
    game = serializers.CharField(help_text="The game's id.")
    generation = serializers.IntegerField(
        help_text="All ratings are computed again as a new generation after a ruling."
    )
    preset = serializers.ChoiceField(choices=list(PRESETS))
    seats = serializers.IntegerField()
    place = serializers.IntegerField(help_text="From 1; equal results share a place.")
    before = NumbersSerializer()
    after = NumbersSerializer()
    at = serializers.DateTimeField(help_text="End of the game, UTC.")


class SeatCountResultsSerializer(AnySerializer):
    """Results of rated games of a preset with a number of seats."""

    preset = serializers.ChoiceField(choices=list(PRESETS))
    seats = serializers.IntegerField()
    games = serializers.IntegerField()
    first = serializers.IntegerField(help_text="First places, alone or shared.")
    mean_place = serializers.FloatField(help_text="From 1.")


class PlayerRatingsSerializer(AnySerializer):
    """The ratings of a player, and a page of the history in one family, newest first."""

    username = serializers.CharField()
    hidden = serializers.BooleanField(help_text="Whether only you see this.")
    ratings = FamilyRatingSerializer(many=True)
    by_seats = SeatCountResultsSerializer(
        many=True, help_text=f"Of the last {MOST_COUNTED:,} rated games in the family."
    )
    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    previous = serializers.CharField(allow_null=True)
    results = RatingEntrySerializer(many=True)


class MeetingSerializer(AnySerializer):
    """A rated game of two players."""

    number = serializers.IntegerField()
    game = serializers.CharField()
    place = serializers.IntegerField(help_text="Of the first player, from 1.")
    other_place = serializers.IntegerField(help_text="Of the other one.")
    at = serializers.DateTimeField(help_text="End of the game, UTC.")


class HeadToHeadSerializer(AnySerializer):
    """How often a player was placed before another."""

    username = serializers.CharField()
    other = serializers.CharField()
    family = serializers.ChoiceField(choices=FAMILY_NAMES)
    ahead = serializers.IntegerField(
        help_text=f"Of the last {MOST_COMPARED:,} rated games of the first player."
    )
    equal = serializers.IntegerField()
    behind = serializers.IntegerField()
    last = MeetingSerializer(many=True, help_text=f"At most {LAST_MEETINGS}, newest first.")


class RatingFamilySerializer(AnySerializer):
    """Presets that share a rating."""

    family = serializers.ChoiceField(choices=FAMILY_NAMES)
    presets = serializers.ListField(child=serializers.ChoiceField(choices=list(PRESETS)))


class RatingFamiliesSerializer(AnySerializer):
    """All families."""

    families = RatingFamilySerializer(many=True)


class RankedPlayerSerializer(NumbersSerializer):
    """A player of a leaderboard."""

    rank = serializers.IntegerField(
        allow_null=True, help_text=f"From 1; null beyond {MOST_RANKED:,}."
    )
    username = serializers.CharField()
    display_name = serializers.CharField(
        allow_null=True, help_text="Not unique: show it with the username. Null without one."
    )
    picture = serializers.CharField(allow_null=True, help_text=PICTURE_HELP)
    games = serializers.IntegerField(help_text="Rated games so far.")
    last_game_at = serializers.DateTimeField()


class LeaderboardSerializer(AnySerializer):
    """A page of a leaderboard, the best first."""

    family = serializers.ChoiceField(choices=FAMILY_NAMES)
    pool = serializers.ChoiceField(choices=POOLS)
    uncertainty_max = serializers.FloatField(help_text="Less certain ratings are not listed.")
    active_days = serializers.IntegerField(
        help_text=f"Days after a rated game that a player is listed: {ACTIVE_DAYS}."
    )
    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    previous = serializers.CharField(allow_null=True)
    results = RankedPlayerSerializer(many=True)
