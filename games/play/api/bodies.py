"""Bodies of operations in a lobby and at the table, checked for shape; legality is the engine's."""

from typing import Any

from django.core.validators import RegexValidator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.names import LONGEST
from api_kit.serializers import (
    QuerySerializer,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
)
from games.engine.cards import CARD_TEXTS, RANKS
from games.engine.commands import MISDEAL_REASONS
from games.engine.options import MAX_SEATS
from games.engine.presets import PRESETS
from games.engine.shuffle import ENTROPY_PATTERN, MAX_ENTROPY_LENGTH
from games.play.api.game_bodies import (
    CardField,
    CardsField,
    LevelField,
    NewGameSerializer,
    OverlaysField,
    RankField,
    SeatField,
)
from games.play.api.list_bodies import LONGEST_WAIT
from games.play.invitations import MOST_OF_A_GAME
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
    """Why the player declines."""

    reason = StrictChoiceField(
        choices=DeclineReason.choices,
        required=False,
        help_text="The host sees it: not now, not these rules, not this clock, not with bots, or "
        "another reason.",
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
        help_text="Whether the game may be rated. It is rated if all players are registered people, or "
        "all are bots. Players who do not want a rated game are seated together.",
    )
    wait_seconds = StrictIntegerField(
        min_value=0,
        max_value=LONGEST_MATCH_WAIT,
        default=20,
        help_text="How long to wait for people before bots take the empty seats.",
    )
    level = LevelField(
        default="memory",
        help_text="Level of these bots. The choice of the player who has waited longest counts.",
    )


class MatchQuerySerializer(QuerySerializer):
    """How long to wait for a seat."""

    wait = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_WAIT,
        default=0,
        help_text="Seconds to wait for a seat if you have none yet.",
    )


def _type(name: str) -> StrictChoiceField:
    """Return the optional member ``type``: actions may be sent as ``legal_actions`` lists them."""

    @extend_schema_field({"type": "string", "const": name})
    class Type(StrictChoiceField):
        pass

    return Type(choices=[name], required=False, help_text="As in `legal_actions`; optional.")


class AskSerializer(StrictSerializer):
    """The seat to ask, and a rank or, with `ask_by=card`, a card."""

    type = _type("ask")
    target = SeatField()
    rank = RankField(required=False)
    card = CardField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that there is either a rank or a card."""
        if ("rank" in attrs) == ("card" in attrs):
            raise serializers.ValidationError({"rank": "Give either a rank or a card."})
        if attrs.get("card", 0) >= 4 * len(RANKS):
            raise serializers.ValidationError({"card": "A joker cannot be asked for."})
        return attrs


class AnswerSerializer(StrictSerializer):
    """The cards handed over; an empty list means go fish."""

    type = _type("answer")
    cards = CardsField()


class DeclareSerializer(StrictSerializer):
    """The cards of a book."""

    type = _type("declare")
    cards = CardsField()


class EndTurnSerializer(StrictSerializer):
    """An object with only the type, or no body."""

    type = _type("end_turn")


class ResignSerializer(StrictSerializer):
    """An object with only the type, or no body."""

    type = _type("resign")


class ExposeSerializer(StrictSerializer):
    """A card of your hand."""

    type = _type("expose")
    card = CardField()


class CutSerializer(StrictSerializer):
    """How many cards to move from the top to the bottom."""

    type = _type("cut")
    position = StrictIntegerField(min_value=1, max_value=len(CARD_TEXTS) - 1)


class MisdealSerializer(StrictSerializer):
    """What went wrong in the deal."""

    type = _type("misdeal")
    reason = StrictChoiceField(choices=list(MISDEAL_REASONS))


MOST_OPENED = 100
"""Games that one request opens."""


def _names(help_text: str, most: int) -> StrictListField:
    child = StrictCharField(max_length=LONGEST)
    return StrictListField(child=child, default=list, max_length=most, help_text=help_text)


class OrganisedGameSerializer(NewGameSerializer):
    """A game to open, and who is in it."""

    lesson = None  # type: ignore[assignment]  # DRF: leaves out the field
    take_seat = StrictBooleanField(
        default=True,
        help_text="Whether you take seat 0. Otherwise the first of `own_bots` takes it and is the host.",
    )
    own_bots = _names("Usernames of your bots, which take the next seats.", MAX_SEATS)
    invite = _names("Usernames of players to invite.", MOST_OF_A_GAME)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that the caller or one of their bots takes a seat, and that all players fit."""
        attrs = super().validate(attrs)
        if not attrs["take_seat"] and not attrs["own_bots"]:
            detail = "Name one of your bots, or take a seat."
            raise serializers.ValidationError({"own_bots": detail}, code="required")
        named = sum(len(attrs[member]) for member in ("own_bots", "bots", "invite"))
        if named + attrs["take_seat"] > attrs["seats"]:
            detail = "This game has too few seats for all players that you named."
            raise serializers.ValidationError({"seats": detail}, code="too_few")
        return attrs


class OrganisedGamesSerializer(StrictSerializer):
    """Games to open."""

    games = StrictListField(
        child=OrganisedGameSerializer(), allow_empty=False, min_length=1, max_length=MOST_OPENED
    )
