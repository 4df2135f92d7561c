"""Queries of moves and replays."""

from typing import Any

from rest_framework import serializers

from api_kit.serializers import QuerySerializer
from games.engine import transcript
from games.engine.options import MAX_SEATS
from games.live.long_polls import LONGEST_WAIT

MOST_MOVES = 500
NEWEST_VERSION: dict[str, Any] = {
    "min_value": transcript.VERSIONS[0],
    "max_value": transcript.VERSIONS[-1],
    "default": transcript.VERSIONS[-1],
    "help_text": "The newest version of transcripts that you read. The answer has the lowest version "
    "that can carry the log.",
}
"""The arguments of the field ``version`` wherever transcripts are sent."""


class ReplayQuerySerializer(QuerySerializer):
    """Which position to show."""

    at = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The position after this move."
    )
    seat = serializers.IntegerField(
        min_value=0,
        max_value=MAX_SEATS - 1,
        required=False,
        help_text="What this seat could see then, of a game that is over.",
    )


class TranscriptQuerySerializer(QuerySerializer):
    """Which version of the format the client reads."""

    version = serializers.IntegerField(**NEWEST_VERSION)


class MovesQuerySerializer(QuerySerializer):
    """Which moves to read."""

    after = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=0, help_text="The last move number you have."
    )
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_MOVES, default=MOST_MOVES, help_text="Moves per page."
    )
    wait = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_WAIT,
        default=0,
        help_text="Seconds to wait for a move if there is none yet.",
    )
