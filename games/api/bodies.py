"""The JSON bodies and query parameters of game operations, checked for shape; legality is the engine's."""

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
    StrictObjectField,
    StrictSerializer,
)
from games.engine.cards import CARD_TEXTS, RANKS, parse_card, parse_rank
from games.engine.commands import LEVELS, MISDEAL_REASONS, ON_ABANDON
from games.engine.lobby import LONGEST_TURN
from games.engine.options import MAX_SEATS, OPTIONS
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.shuffle import ENTROPY_PATTERN, MAX_ENTROPY_LENGTH
from games.models import GameStatus
from games.queries.visibility import CODE_LENGTH

MOST_MOVES = 500
SHORTEST_TURN = 5  # seconds
MOST_GAMES = 100
STAND_IN = "memory"
LONGEST_WAIT = 60  # seconds


class CardField(StrictChoiceField):
    """A card's text, read as the engine's number."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=CARD_TEXTS, **options)

    def to_internal_value(self, data: Any) -> Any:
        """Read the card."""
        return parse_card(super().to_internal_value(data))


class RankField(StrictChoiceField):
    """A rank's character, read as the engine's number."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=list(RANKS), **options)

    def to_internal_value(self, data: Any) -> Any:
        """Read the rank."""
        return parse_rank(super().to_internal_value(data))


class SeatField(StrictIntegerField):
    """A seat's number, from 0."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=MAX_SEATS - 1, **options)


class CardsField(StrictListField):
    """A list of cards."""

    child = CardField()

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=len(CARD_TEXTS), **options)


class LevelField(StrictChoiceField):
    """How well a built-in bot plays."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=list(LEVELS), **options)


class EntropyField(StrictCharField):
    """Anything a player cannot have foreseen, without control characters and line breaks."""

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


class EmptySerializer(StrictSerializer):
    """An empty object, or no body."""


def _type(name: str) -> StrictChoiceField:
    """Let an action be sent just as ``legal_actions`` lists it."""

    @extend_schema_field({"type": "string", "const": name})
    class Type(StrictChoiceField):
        pass

    return Type(choices=[name], required=False, help_text="As in `legal_actions`; may be left out.")


@extend_schema_field(
    {
        "type": "object",
        "properties": {
            option.name: {"description": f"{option.meaning} ({option.source})", **option.schema}
            for option in OPTIONS.values()
        },
        "additionalProperties": False,
    }
)
class OptionsField(StrictObjectField):
    """Values of options by name; the engine checks them."""


@extend_schema_field(
    {
        "type": "array",
        "items": {"type": "string", "enum": list(OVERLAYS)},
        "uniqueItems": True,
    }
)
class OverlaysField(StrictListField):
    """Names of overlays, each once."""

    child = StrictChoiceField(choices=list(OVERLAYS))

    def __init__(self) -> None:
        super().__init__(default=list, help_text="Laid over the preset in this order.")

    def to_internal_value(self, data: Any) -> list[str]:
        """Read the names.

        :raises ValidationError: if one stands there twice.
        """
        names: list[str] = super().to_internal_value(data)
        if len(set(names)) < len(names):
            raise serializers.ValidationError("Name each overlay once.", code="duplicate")
        return names


class NewGameSerializer(StrictSerializer):
    """The rules and the number of seats."""

    preset = StrictChoiceField(choices=list(PRESETS), default="classic")
    overlays = OverlaysField()
    options = OptionsField(default=dict, help_text="Single options over both.")
    seats = StrictIntegerField(
        min_value=2, max_value=MAX_SEATS, help_text="The game starts when they are full."
    )
    visibility = StrictChoiceField(
        choices=["public", "private"],
        default="public",
        help_text="A private game is entered with its code or by invitation, and listed nowhere.",
    )
    spectators = StrictBooleanField(default=True, help_text="Whether others may watch.")
    allow_bots = StrictBooleanField(default=True, help_text="Whether bots may take seats.")
    turn_seconds = StrictIntegerField(
        min_value=SHORTEST_TURN,
        max_value=LONGEST_TURN,
        allow_null=True,
        default=None,
        help_text="Time for each action that the game waits for; null plays without a clock.",
    )
    on_abandon = StrictChoiceField(
        choices=list(ON_ABANDON),
        default="end",
        help_text="When a player leaves: the game ends, or a stand-in plays his seat on.",
    )
    stand_in = LevelField(
        required=False,
        help_text=f"How well stand-ins play, with `on_abandon` `stand_in`: `{STAND_IN}` if not given.",
    )
    bots = StrictListField(
        child=LevelField(),
        default=list,
        max_length=MAX_SEATS - 1,
        help_text="Built-in bots by level, seated next to you.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """No more bots than seats, and a stand-in's level only where there may be one."""
        if len(attrs["bots"]) >= attrs["seats"]:
            detail = f"Beside you there is room for {attrs['seats'] - 1}."
            raise serializers.ValidationError({"bots": detail}, code="too_many")
        if attrs["on_abandon"] == "stand_in":
            attrs.setdefault("stand_in", STAND_IN)
        elif "stand_in" in attrs:
            detail = "There are stand-ins only with on_abandon stand_in."
            raise serializers.ValidationError({"stand_in": detail}, code="not_applicable")
        return attrs


class JoinSerializer(StrictSerializer):
    """Which seat, entropy for the deal, and the code of a private game."""

    join_code = StrictCharField(
        required=False, max_length=CODE_LENGTH, help_text="Needed without an invitation."
    )

    seat = SeatField(required=False, help_text="The lowest empty seat if not given.")
    entropy = EntropyField(required=False)


class SeatedBotSerializer(StrictSerializer):
    """How well it plays, and where it sits."""

    level = LevelField(default="memory")
    seat = SeatField(required=False, help_text="The lowest empty seat if not given.")


class InvitationSerializer(StrictSerializer):
    """Who is invited."""

    player = StrictCharField(max_length=LONGEST, help_text="Username.")


class EntropySerializer(StrictSerializer):
    """Entropy for the deal."""

    entropy = EntropyField()


class AskSerializer(StrictSerializer):
    """Whom to ask, and for a rank or, with `ask_by=card`, for a card."""

    type = _type("ask")
    target = SeatField()
    rank = RankField(required=False)
    card = CardField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of rank and card."""
        if ("rank" in attrs) == ("card" in attrs):
            raise serializers.ValidationError({"rank": "Give a rank or a card, one of the two."})
        if attrs.get("card", 0) >= 4 * len(RANKS):
            raise serializers.ValidationError({"card": "Nobody asks for a joker."})
        return attrs


class AnswerSerializer(StrictSerializer):
    """The cards handed over; none say go fish."""

    type = _type("answer")
    cards = CardsField()


class DeclareSerializer(StrictSerializer):
    """The cards of a book."""

    type = _type("declare")
    cards = CardsField()


class EndTurnSerializer(StrictSerializer):
    """Nothing but the type, or no body."""

    type = _type("end_turn")


class ResignSerializer(StrictSerializer):
    """Nothing but the type, or no body."""

    type = _type("resign")


class ExposeSerializer(StrictSerializer):
    """A card of one's hand."""

    type = _type("expose")
    card = CardField()


class CutSerializer(StrictSerializer):
    """How many cards go below."""

    type = _type("cut")
    position = StrictIntegerField(min_value=1, max_value=len(CARD_TEXTS) - 1)


class MisdealSerializer(StrictSerializer):
    """What went wrong."""

    type = _type("misdeal")
    reason = StrictChoiceField(choices=list(MISDEAL_REASONS))


class LobbyQuerySerializer(QuerySerializer):
    """Which games to list."""

    status = serializers.ChoiceField(
        choices=GameStatus.choices, required=False, help_text="Only games that are there."
    )
    preset = serializers.ChoiceField(
        choices=list(PRESETS), required=False, help_text="Only games by these rules."
    )
    mine = serializers.BooleanField(
        required=False, help_text="Only games in which the caller has a seat."
    )
    invited = serializers.BooleanField(
        required=False, help_text="Only games to which the caller is invited."
    )
    cursor = serializers.CharField(required=False, help_text="From `next` or `previous`.")
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_GAMES, default=20, help_text="Games to a page."
    )


class ReplayQuerySerializer(QuerySerializer):
    """Which position to show."""

    at = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The position after this move."
    )


class MovesQuerySerializer(QuerySerializer):
    """Which moves to read."""

    after = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=0, help_text="The last move number you have."
    )
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_MOVES, default=MOST_MOVES, help_text="Moves to a page."
    )
    wait = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_WAIT,
        default=0,
        help_text="Seconds to wait for a move if there is none.",
    )


class StreamQuerySerializer(QuerySerializer):
    """Where a stream begins; `ticket` is for the authentication."""

    after = serializers.CharField(
        required=False, help_text="The last move number you have; `Last-Event-ID` goes before it."
    )
    ticket = serializers.CharField(required=False, help_text="In the place of a bearer token.")
