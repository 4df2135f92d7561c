"""Queries of moves and replays, and bodies and queries about many players."""

from typing import Any

from rest_framework import serializers

from api_kit.serializers import (
    QuerySerializer,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
    UniqueListField,
)
from games.engine import transcript
from games.engine.lobby import LONGEST_TURN
from games.engine.options import MAX_SEATS
from games.engine.presets import PRESETS
from games.play.players import MOST_BOTS

MOST_MOVES = 500
NEWEST_VERSION: dict[str, Any] = {
    "min_value": transcript.VERSIONS[0],
    "max_value": transcript.VERSIONS[-1],
    "default": transcript.VERSIONS[-1],
    "help_text": "The newest version of transcripts that you can read. The answer has the lowest version "
    "that can represent the log.",
}
"""The arguments of the field ``version`` wherever transcripts are sent."""

LONGEST_WAIT = 60  # seconds; as long as a request may ask to wait


class ReplayQuerySerializer(QuerySerializer):
    """Which position to show."""

    at = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The position after this move."
    )
    seat = serializers.IntegerField(
        min_value=0,
        max_value=MAX_SEATS - 1,
        required=False,
        help_text="Show what this seat could see then; only for a game that is over.",
    )


class TranscriptQuerySerializer(QuerySerializer):
    """Which version of the format the client reads."""

    version = serializers.IntegerField(**NEWEST_VERSION)


class MovesQuerySerializer(QuerySerializer):
    """Which moves to read."""

    after = serializers.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        default=0,
        help_text="The number of the last move that you have.",
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


MOST_NAMES = 300
MOST_CAPACITY = 1000  # games that a bot may announce
LONGEST_NAME = 150  # characters of what may be sent as a name


class LookupBodySerializer(StrictSerializer):
    """The players to look up."""

    usernames = UniqueListField(
        item="player",
        child=StrictCharField(max_length=LONGEST_NAME),
        allow_empty=False,
        min_length=1,
        max_length=MOST_NAMES,
        help_text="List each name once; case does not matter. Unknown names get an entry with an error.",
    )


def _playing() -> serializers.CharField:
    return serializers.CharField(
        allow_null=True,
        required=False,
        help_text="The public game that they play now, if they are online and others may watch it.",
    )


class OnlineBotsQuerySerializer(QuerySerializer):
    """How many bots to list."""

    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_BOTS, default=20, help_text="The most bots to list."
    )


class BotStatusBodySerializer(StrictSerializer):
    """What a bot accepts now."""

    presets = StrictListField(
        child=StrictChoiceField(choices=list(PRESETS)),
        max_length=len(PRESETS),
        default=lambda: [*PRESETS],  # not in the schema: no type of orval's code fits such a list
        help_text="Names of presets that it accepts; all if left out.",
    )
    seats = StrictListField(
        child=StrictIntegerField(min_value=2, max_value=MAX_SEATS),
        max_length=MAX_SEATS - 1,
        default=[*range(2, MAX_SEATS + 1)],
        help_text="Numbers of seats at a table that it accepts; all if left out.",
    )
    turn_seconds_min = StrictIntegerField(
        min_value=1,
        max_value=LONGEST_TURN,
        allow_null=True,
        default=None,
        help_text="The shortest time limit that it accepts, in seconds; null for any.",
    )
    untimed = StrictBooleanField(default=True, help_text="Whether it plays without a clock.")
    capacity = StrictIntegerField(
        min_value=0, max_value=MOST_CAPACITY, help_text="How many more games it accepts now."
    )


class BotOfferSerializer(StrictSerializer):
    """The presets that a bot plays."""

    presets = StrictListField(
        child=StrictChoiceField(choices=list(PRESETS)),
        max_length=len(PRESETS),
        help_text="Names of presets.",
    )
