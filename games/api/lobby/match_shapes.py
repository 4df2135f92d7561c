"""Request bodies and answers of quick match."""

from typing import Any

from rest_framework import serializers

from api_kit.serializers import (
    QuerySerializer,
    StrictBooleanField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
)
from games.api.games.bodies import OverlaysField
from games.api.live.long_polls import LONGEST_WAIT
from games.api.positions.shapes import level_field
from games.api.requests.fields import LevelField
from games.engine.options import MAX_SEATS
from games.engine.presets import OVERLAYS, PRESETS

LONGEST_MATCH_WAIT = 300  # seconds


class NewMatchSerializer(StrictSerializer):
    """Which table, and how long to wait for people."""

    preset = StrictChoiceField(choices=list(PRESETS), default="classic")
    overlays = OverlaysField()
    seats = StrictIntegerField(min_value=2, max_value=MAX_SEATS)
    rated = StrictBooleanField(
        default=True,
        help_text="Whether the game may be rated. It is if all are registered people, or all are "
        "bots. Those who want no rated game sit together.",
    )
    wait_seconds = StrictIntegerField(
        min_value=0,
        max_value=LONGEST_MATCH_WAIT,
        default=20,
        help_text="How long to wait for people before bots take the empty seats.",
    )
    level = LevelField(
        default="memory",
        help_text="Level of these bots; the player who has waited longest decides.",
    )


class MatchQuerySerializer(QuerySerializer):
    """How long to wait for a seat."""

    wait = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_WAIT,
        default=0,
        help_text="Seconds to wait for a seat if you have none yet.",
    )


class MatchWindowSerializer(serializers.Serializer[Any]):
    """How different the ratings of your opponents may be. It widens while you wait."""

    rating = serializers.FloatField(help_text="Yours.")
    width = serializers.FloatField(
        help_text="The largest difference. That of an opponent who has waited longer may be wider."
    )
    widens_at = serializers.DateTimeField(help_text="When it is wider or gone, UTC.")


class MatchSerializer(serializers.Serializer[Any]):
    """A request for a table, and the game that it led to."""

    id = serializers.CharField()
    status = serializers.ChoiceField(choices=["waiting", "seated"])
    preset = serializers.ChoiceField(choices=list(PRESETS))
    overlays = serializers.ListField(child=serializers.ChoiceField(choices=list(OVERLAYS)))
    seats = serializers.IntegerField()
    level = level_field()
    rated = serializers.BooleanField(
        help_text="Whether you agreed to a rated game. The game says whether it is rated."
    )
    until = serializers.DateTimeField(help_text="When bots fill the table at the latest, UTC.")
    waiting = serializers.IntegerField(help_text="People who wait for this table, including you.")
    window = MatchWindowSerializer(
        allow_null=True,
        help_text="Whom you are seated with; null if anyone fits, because your rating is "
        "provisional, there is none for these rules, or you have waited long enough.",
    )
    game = serializers.CharField(allow_null=True, help_text="The game's id, once you are seated.")
