"""Bodies of the operations in a lobby."""

from typing import Any

from django.core.validators import RegexValidator
from rest_framework import serializers

from accounts.names import LONGEST
from api_kit.serializers import (
    QuerySerializer,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
)
from games.engine.options import MAX_SEATS
from games.engine.presets import PRESETS
from games.engine.shuffle import ENTROPY_PATTERN, MAX_ENTROPY_LENGTH
from games.live.long_polls import LONGEST_WAIT
from games.play.api.games.bodies import OverlaysField
from games.play.api.requests.fields import LevelField, SeatField
from games.play.models import DeclineReason
from games.play.visibility import CODE_LENGTH


class EntropyField(StrictCharField):
    """A player's entropy for the shuffle: text without control characters and line breaks."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            max_length=MAX_ENTROPY_LENGTH,
            validators=[
                RegexValidator(
                    ENTROPY_PATTERN.replace("$", r"\Z"),
                    "Leave out control characters and line breaks.",
                    code="control_character",
                )
            ],
            help_text="Mixed into every shuffle, so that the server alone cannot choose the deal.",
            **options,
        )


class JoinSerializer(StrictSerializer):
    """Which seat, entropy for the deal, and the code of a private game."""

    join_code = StrictCharField(
        required=False,
        max_length=CODE_LENGTH,
        help_text="Required for a private game unless you are invited.",
    )

    seat = SeatField(required=False, help_text="By default the lowest empty seat.")
    entropy = EntropyField(required=False)


class SeatedBotSerializer(StrictSerializer):
    """The level and the seat of the bot."""

    level = LevelField(default="memory")
    seat = SeatField(required=False, help_text="By default the lowest empty seat.")


class InvitationSerializer(StrictSerializer):
    """Who is invited."""

    player = StrictCharField(max_length=LONGEST, help_text="Username.")


class DeclineSerializer(StrictSerializer):
    """Why the invitation is declined."""

    reason = StrictChoiceField(
        choices=DeclineReason.choices,
        required=False,
        help_text="For the host: not now, not these rules, not this clock, not with bots, or another.",
    )


class EntropySerializer(StrictSerializer):
    """Entropy for the deal."""

    entropy = EntropyField()


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
