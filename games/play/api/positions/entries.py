"""Events, commands and rules described for the schema from the engine's own types.

The schema cannot drift from the log: a field added to an event appears in the schema by itself.
"""

from types import NoneType
from typing import Annotated, Any, Literal, TypedDict, get_args, get_origin, get_type_hints

from drf_spectacular.utils import (
    PolymorphicProxySerializer,
    extend_schema_field,
    extend_schema_serializer,
    inline_serializer,
)
from rest_framework import serializers

from api_kit.answers import AnyField, field, one_of, shape
from games.engine import codec, commands, events
from games.engine.options import OPTIONS
from games.engine.rules import Rules
from games.play.api.positions.members import DRAW_REASONS, Card, Json, Level, Rank, Seat


@extend_schema_field(dict(OPTIONS["deal_table"].schema))
class DealTableField(serializers.JSONField):
    """All cards, or cards per player by the number of players."""


class RulesSerializer(serializers.Serializer[Any]):
    """Every option of a game; GET /rulesets/{preset} has the JSON Schema of each."""

    def to_representation(self, instance: Any) -> Any:
        """Return the rules as the codec rendered them."""
        return instance

    def get_fields(self) -> dict[str, AnyField]:
        """Return one field per option, as the engine's rules declare them."""
        return {
            name: DealTableField() if name == "deal_table" else field(hint)
            for name, hint in get_type_hints(Rules).items()
        }


@extend_schema_serializer(component_name="Rules")
class SentRulesSerializer(RulesSerializer):
    """Options of a game; one that is missing has its default."""

    def get_fields(self) -> dict[str, AnyField]:
        """Return one field per option, none of which a client must send."""
        fields = super().get_fields()
        for each in fields.values():
            each.required = False
        return fields


_BY_MARK: dict[str, Any] = {
    "seat": Seat,
    "rank": Rank,
    "card": Card,
    "hand": list[Card],
    "cards": list[Card],
    "level": Level,
}


def _field(hint: Any, *, is_optional: bool) -> AnyField:
    """Describe one field of an event or a command by its type.

    :raises KeyError: no field is known for this type.
    """
    options: dict[str, Any] = {"required": False} if is_optional else {}
    kinds = [kind for kind in get_args(hint) if kind is not NoneType]
    if NoneType in get_args(hint) and len(kinds) == 1:
        [hint] = kinds
    marks = [mark for part in (hint, *get_args(hint)) for mark in getattr(part, "__metadata__", ())]
    if hint is Rules:
        return RulesSerializer(**options)
    if get_origin(hint) is tuple:
        child = get_args(hint)[0]
        return field(list[child if get_origin(child) is Literal else int], **options)  # type: ignore[misc]
    if marks and marks[0] in _BY_MARK:
        return field(_BY_MARK[marks[0]], **options)
    if marks:  # rounds of the draw for dealer: [seat, card] pairs
        pair = serializers.ListField(min_length=2, max_length=2)
        return serializers.ListField(child=serializers.ListField(child=pair), **options)
    return field(hint, **options)


def _shape(kind: type[Any], *, without: str = "") -> Any:
    """Describe an event or a command as the codec writes it."""
    hints = get_type_hints(kind, include_extras=True)
    fields: dict[str, Any] = {"type": serializers.ChoiceField(choices=[codec.TYPE_NAMES[kind]])}
    for name, hint in hints.items():
        if name != without:
            is_either = (kind, name) == (commands.Ask, "rank")  # a rank, or a card in its place
            is_optional = is_either or NoneType in get_args(hint)
            fields[name] = _field(hint, is_optional=is_optional)
    return inline_serializer(kind.__name__ + ("Action" if without else "Event"), fields)


# The two events of which `engine.view` hides parts.
class DealtEvent(TypedDict):
    type: Literal["dealt"]
    dealer: Seat
    counts: list[int]
    stock: int
    hands: Annotated[
        list[list[Card] | None], "By seat; null where the viewer may not see the hand."
    ]


class CardDrawnEvent(TypedDict):
    type: Literal["card_drawn"]
    seat: Seat
    card: Annotated[Card | None, "Null where the viewer may not see it."]
    reason: Annotated[str, DRAW_REASONS]
    public: Annotated[bool, "A catch, shown to all."]


_HIDING: dict[Any, Any] = {events.Dealt: DealtEvent, events.CardDrawn: CardDrawnEvent}
EVENT_SHAPES: dict[str, Any] = {
    codec.TYPE_NAMES[kind]: shape(_HIDING[kind])() if kind in _HIDING else _shape(kind)
    for kind in get_args(events.Event)
}
ACTION_SHAPES: dict[str, Any] = {
    codec.TYPE_NAMES[kind]: _shape(kind, without="seat")
    for kind in (
        commands.Ask,
        commands.Answer,
        commands.Declare,
        commands.EndTurn,
        commands.Expose,
        commands.Cut,
        commands.Misdeal,
        commands.Resign,
    )
}


def _any_event(**options: Any) -> PolymorphicProxySerializer:
    return one_of("Event", EVENT_SHAPES)


def _any_action(**options: Any) -> PolymorphicProxySerializer:
    return one_of("Action", ACTION_SHAPES)


Event = Annotated[Json, _any_event]
Action = Annotated[Json, _any_action]
"""A command that the reader may send."""
AskedEvent = Annotated[Json, type(EVENT_SHAPES["asked"])]
GameOverEvent = Annotated[Json, type(EVENT_SHAPES["game_over"])]
SeriesOverEvent = Annotated[Json, type(EVENT_SHAPES["series_over"])]
RuledEvent = Annotated[Json, type(EVENT_SHAPES["ruled"])]
AnyRules = Annotated[Json, RulesSerializer]
"""All options of a game."""
