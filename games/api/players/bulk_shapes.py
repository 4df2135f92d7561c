"""Bodies and answers about many players at once, and about the caller's open games."""

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
from games.api.players.shapes import ProfileSerializer, ResultsSerializer
from games.api.positions.shapes import AnySerializer, seat_field
from games.engine.lobby import LONGEST_TURN
from games.engine.options import MAX_SEATS
from games.engine.presets import PRESETS
from games.models import GameStatus
from games.queries.lists.own_statistics import MIXED
from games.queries.lists.players import MOST_BOTS

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
        help_text="Each once; case does not matter. Unknown names get an entry with an error.",
    )


class LookupErrorSerializer(AnySerializer):
    """Why a name has no player."""

    code = serializers.CharField(help_text="As in a problem document.")
    detail = serializers.CharField()


def _playing() -> serializers.CharField:
    return serializers.CharField(
        allow_null=True,
        required=False,
        help_text="The public game that they play now, if they are online and others may watch it.",
    )


class LookupEntrySerializer(AnySerializer):
    """A name with its player, or with an error."""

    username = serializers.CharField(help_text="As sent.")
    player = ProfileSerializer(required=False)
    online = serializers.BooleanField(
        required=False, help_text="Seen within 90 seconds at a table or on a stream."
    )
    playing = _playing()
    error = LookupErrorSerializer(required=False)


class LookupSerializer(AnySerializer):
    """An entry for each name, in the order of the names."""

    players = LookupEntrySerializer(many=True)


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
        help_text="Names of presets; all if left out.",
    )
    seats = StrictListField(
        child=StrictIntegerField(min_value=2, max_value=MAX_SEATS),
        max_length=MAX_SEATS - 1,
        default=[*range(2, MAX_SEATS + 1)],
        help_text="Numbers of seats of a table; all if left out.",
    )
    turn_seconds_min = StrictIntegerField(
        min_value=1,
        max_value=LONGEST_TURN,
        allow_null=True,
        default=None,
        help_text="The shortest turn that it accepts; null for any.",
    )
    untimed = StrictBooleanField(default=True, help_text="Whether it plays without a clock.")
    capacity = StrictIntegerField(
        min_value=0, max_value=MOST_CAPACITY, help_text="How many more games it accepts now."
    )


class BotStatusSerializer(AnySerializer):
    """What a bot accepts now."""

    presets = serializers.ListField(child=serializers.ChoiceField(choices=list(PRESETS)))
    seats = serializers.ListField(child=serializers.IntegerField())
    turn_seconds_min = serializers.IntegerField(allow_null=True)
    untimed = serializers.BooleanField()
    capacity = serializers.IntegerField()
    expires_at = serializers.DateTimeField(help_text="Unless the bot announces it again, UTC.")


class OnlineBotSerializer(AnySerializer):
    """A bot account that was seen within 90 seconds."""

    username = serializers.CharField()
    owner = serializers.CharField(allow_null=True)
    presets = serializers.ListField(
        child=serializers.ChoiceField(choices=list(PRESETS)),
        allow_null=True,
        help_text="The presets that it plays: those it announces, else those its owner named, else null.",
    )
    playing = _playing()
    status = BotStatusSerializer(
        allow_null=True, help_text="What it announces itself; null if it did not within 90 seconds."
    )


class OnlineBotsSerializer(AnySerializer):
    """The bots that are online, the last seen first."""

    bots = OnlineBotSerializer(many=True)


class BotOfferSerializer(StrictSerializer):
    """The presets that a bot plays."""

    presets = StrictListField(
        child=StrictChoiceField(choices=list(PRESETS)),
        max_length=len(PRESETS),
        help_text="Names of presets.",
    )


class OwnGameSerializer(AnySerializer):
    """An open game in which the caller has a seat."""

    game = serializers.CharField()
    status = serializers.ChoiceField(choices=GameStatus.choices)
    preset = serializers.ChoiceField(choices=list(PRESETS))
    seat = seat_field()
    version = serializers.IntegerField(help_text="Number of the last move.")
    your_turn = serializers.BooleanField(help_text="Whether the game waits for you.")
    deadline = serializers.DateTimeField(
        allow_null=True,
        help_text="When the referee acts for the seat that the game waits for, or closes the lobby.",
    )


class OwnResultsSerializer(ResultsSerializer):
    """The caller's results in the games of a preset against built-in bots of a level."""

    bots = serializers.CharField(
        allow_null=True,
        help_text=f"Level of the built-in bots at the table, `{MIXED}` for several. Null for games "
        "without built-in bots.",
    )


class OwnStatisticsSerializer(AnySerializer):
    """The caller's results, by preset and level."""

    newest = serializers.IntegerField(
        help_text="Only so many of your newest games are looked at, whether they count or not."
    )
    results = OwnResultsSerializer(many=True)


class OwnGamesSerializer(AnySerializer):
    """The open games of the caller, those that wait for them first."""

    games = OwnGameSerializer(many=True)
