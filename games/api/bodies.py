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
    """The level of a built-in bot."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=list(LEVELS), **options)


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


class EmptySerializer(StrictSerializer):
    """An empty object, or no body."""


def _type(name: str) -> StrictChoiceField:
    """Return the optional member ``type``, so that an action is accepted as ``legal_actions`` lists it."""

    @extend_schema_field({"type": "string", "const": name})
    class Type(StrictChoiceField):
        pass

    return Type(choices=[name], required=False, help_text="As in `legal_actions`; optional.")


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
        super().__init__(default=list, help_text="Applied to the preset in this order.")

    def to_internal_value(self, data: Any) -> list[str]:
        """Read the names.

        :raises ValidationError: if a name occurs twice.
        """
        names: list[str] = super().to_internal_value(data)
        if len(set(names)) < len(names):
            raise serializers.ValidationError("Name each overlay once.", code="duplicate")
        return names


class NewGameSerializer(StrictSerializer):
    """The rules and the number of seats."""

    preset = StrictChoiceField(choices=list(PRESETS), default="classic")
    overlays = OverlaysField()
    options = OptionsField(
        default=dict, help_text="Single options; they override the preset and the overlays."
    )
    seats = StrictIntegerField(
        min_value=2, max_value=MAX_SEATS, help_text="The game starts when all seats are taken."
    )
    visibility = StrictChoiceField(
        choices=["public", "private"],
        default="public",
        help_text="A private game is not listed. Players join with its code or by invitation.",
    )
    spectators = StrictBooleanField(default=True, help_text="Whether others may watch.")
    allow_bots = StrictBooleanField(default=True, help_text="Whether bots may take seats.")
    turn_seconds = StrictIntegerField(
        min_value=SHORTEST_TURN,
        max_value=LONGEST_TURN,
        allow_null=True,
        default=None,
        help_text="Seconds for each action that the game waits for; null for no time limit.",
    )
    on_abandon = StrictChoiceField(
        choices=list(ON_ABANDON),
        default="end",
        help_text="When a player leaves, the game ends, or a built-in bot takes over the seat.",
    )
    stand_in = LevelField(
        required=False,
        help_text=f"Level of stand-ins if `on_abandon` is `stand_in`; `{STAND_IN}` by default.",
    )
    bots = StrictListField(
        child=LevelField(),
        default=list,
        max_length=MAX_SEATS - 1,
        help_text="Levels of the built-in bots on the seats after yours.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that the bots fit, and that ``stand_in`` is given only with ``on_abandon=stand_in``."""
        if len(attrs["bots"]) >= attrs["seats"]:
            detail = f"At most {attrs['seats'] - 1} bots fit in this game."
            raise serializers.ValidationError({"bots": detail}, code="too_many")
        if attrs["on_abandon"] == "stand_in":
            attrs.setdefault("stand_in", STAND_IN)
        elif "stand_in" in attrs:
            detail = "Leave it out, or set on_abandon to stand_in."
            raise serializers.ValidationError({"stand_in": detail}, code="not_applicable")
        return attrs


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


class EntropySerializer(StrictSerializer):
    """Entropy for the deal."""

    entropy = EntropyField()


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


class LobbyQuerySerializer(QuerySerializer):
    """Which games to list."""

    status = serializers.ChoiceField(
        choices=GameStatus.choices, required=False, help_text="Only games with this status."
    )
    preset = serializers.ChoiceField(
        choices=list(PRESETS), required=False, help_text="Only games of this preset."
    )
    mine = serializers.BooleanField(
        required=False, help_text="Only games in which the caller has a seat."
    )
    invited = serializers.BooleanField(
        required=False, help_text="Only games to which the caller is invited."
    )
    cursor = serializers.CharField(required=False, help_text="From `next` or `previous`.")
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_GAMES, default=20, help_text="Games per page."
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
        min_value=1, max_value=MOST_MOVES, default=MOST_MOVES, help_text="Moves per page."
    )
    wait = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_WAIT,
        default=0,
        help_text="Seconds to wait for a move if there is none yet.",
    )


class StreamQuerySerializer(QuerySerializer):
    """Where a stream begins; `ticket` authenticates the caller."""

    after = serializers.CharField(
        required=False, help_text="The last move number you have; `Last-Event-ID` takes precedence."
    )
    ticket = serializers.CharField(required=False, help_text="Instead of a bearer token.")
