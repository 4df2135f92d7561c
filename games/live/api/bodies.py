"""The queries of streams, and the body for a ticket."""

from typing import Any

from rest_framework import serializers

from api_kit.serializers import (
    QuerySerializer,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictObjectField,
    StrictSerializer,
)
from games.live.tv import BEST, CHANNELS
from games.play.visibility import CODE_LENGTH

MOST_FOLLOWED = 100
"""Games that one connection follows."""
LONGEST_ID = 64  # characters of what may be sent as an id
LAST_NUMBER = 999_999_999


class TvStreamQuerySerializer(QuerySerializer):
    """The channel to watch."""

    channel = StrictChoiceField(
        choices=list(CHANNELS),
        default=BEST,
        help_text="`best` shows the best game of all presets; the name of a preset, its best game.",
    )
    emotes = serializers.BooleanField(default=True, help_text="Whether emotes are sent.")


class CursorsField(StrictObjectField):
    """The last move that a reader has, by game."""

    child = StrictIntegerField(min_value=0, max_value=LAST_NUMBER)


class FollowedGamesSerializer(StrictSerializer):
    """The games to follow, and where each begins."""

    ids = StrictListField(
        child=StrictCharField(max_length=LONGEST_ID),
        allow_empty=False,
        min_length=1,
        max_length=MOST_FOLLOWED,
        help_text="List each id once. Unknown ids, and games that you may not watch, get an error in "
        "the first frame.",
    )
    after = CursorsField(
        default=dict,
        help_text="The last move number that you have of a game, by its id, to resume. Games that "
        "are left out begin with their current state.",
    )
    state = StrictBooleanField(
        default=False, help_text="Whether the newest move of a game includes your state after it."
    )
    emotes = StrictBooleanField(default=True, help_text="Whether emotes are sent.")

    def validate_ids(self, ids: list[str]) -> list[str]:
        """Check that no id occurs twice.

        :raises ValidationError: if one does.
        """
        if len(set(ids)) < len(ids):
            raise serializers.ValidationError("List each game only once.", code="duplicate")
        return ids

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that only games of ``ids`` have a cursor."""
        if attrs["after"].keys() - set(attrs["ids"]):
            detail = "List only games that are in ids."
            raise serializers.ValidationError({"after": detail}, code="unknown_field")
        return attrs


class AccountStreamQuerySerializer(QuerySerializer):
    """`ticket` authenticates the caller."""

    ticket = serializers.CharField(required=False, help_text="Instead of a bearer token.")


class StreamQuerySerializer(QuerySerializer):
    """Where a stream begins; `ticket` authenticates the caller."""

    after = serializers.CharField(
        required=False,
        help_text="The number of the last move that you have. `Last-Event-ID` takes precedence.",
    )
    state = serializers.BooleanField(
        default=False,
        help_text="Whether the newest move includes your state after it, so that you need no GET.",
    )
    emotes = serializers.BooleanField(default=True, help_text="Whether emotes are sent.")
    ticket = serializers.CharField(required=False, help_text="Instead of a bearer token.")


class NewTicketSerializer(StrictSerializer):
    """What a ticket is made for."""

    watch_code = StrictCharField(
        required=False,
        max_length=CODE_LENGTH,
        help_text="The watch code of a private game in which you have no seat.",
    )
