"""Events, commands and rules described for the schema from the engine's own types.

The schema cannot drift from the log: a field added to an event appears in the schema by itself.
"""

from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from drf_spectacular.utils import (
    PolymorphicProxySerializer,
    extend_schema_field,
    extend_schema_serializer,
    inline_serializer,
)
from rest_framework import serializers
from rest_framework.fields import Field

from games.bots import levels
from games.engine import codec, commands, events, verification
from games.engine.cards import CARD_TEXTS, RANKS
from games.engine.options import OPTIONS
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.rules import Rules

AnySerializer = serializers.Serializer[Any]
AnyField = Field[Any, Any, Any, Any]

# The choices that have a name in the schema (setting ENUM_NAME_OVERRIDES).
CARDS = [*CARD_TEXTS]
RANK_TEXTS = [*RANKS]
DRAW_REASONS = [*get_args(events.DrawReason)]
CONTINUE_REASONS = [*get_args(events.ContinueReason)]
PASS_REASONS = [*get_args(events.PassReason)]
CLOSING_REASONS = [*get_args(events.ClosingReason)]
CLOSE_REASONS = [*get_args(commands.CloseReason)]
SKIP_REASONS = [*get_args(events.SkipReason)]
VOID_REASONS = [*get_args(events.VoidReason)]
END_REASONS = [*get_args(events.EndReason)]
MISDEAL_REASONS = [*commands.MISDEAL_REASONS]
PENALTIES = [*get_args(events.Penalty)]
CHECKS = [*verification.CHECKS]
VERDICT_SCOPES = ["full", "chain"]
PHASES = ["lobby", "closed", "cut", "ask", "answer", "closing", "over"]
VISIBILITIES = ["public", "private"]
PRESET_NAMES = [*PRESETS]
OVERLAY_NAMES = [*OVERLAYS]
LEVELS = [*levels.LEVELS]
OFFENCES = [*get_args(events.Offence)]
RULING_KINDS = [*get_args(commands.RulingKind)]


def card_field(**options: Any) -> AnyField:
    """Describe a card."""
    return serializers.ChoiceField(choices=CARDS, **options)


def cards_field(**options: Any) -> AnyField:
    """Describe cards."""
    return serializers.ListField(child=card_field(), **options)


def level_field(**options: Any) -> AnyField:
    """Describe the level of a built-in bot."""
    return serializers.ChoiceField(choices=LEVELS, **options)


def rank_field(**options: Any) -> AnyField:
    """Describe a rank."""
    return serializers.ChoiceField(choices=RANK_TEXTS, **options)


def seat_field(**options: Any) -> AnyField:
    """Describe a seat's number."""
    return serializers.IntegerField(min_value=0, **options)


@extend_schema_field(dict(OPTIONS["deal_table"].schema))
class DealTableField(serializers.JSONField):
    """All cards, or cards per player by the number of players."""


class RulesSerializer(AnySerializer):
    """Every option of a game; GET /rulesets/{preset} has the JSON Schema of each."""

    def to_representation(self, instance: Any) -> Any:
        """Return the rules as the codec rendered them."""
        return instance

    def get_fields(self) -> dict[str, AnyField]:
        """Return one field per option, as the engine's rules declare them."""
        return {name: _option(hint) for name, hint in get_type_hints(Rules).items()}


@extend_schema_serializer(component_name="Rules")
class SentRulesSerializer(RulesSerializer):
    """Options of a game; one that is missing has its default."""

    def get_fields(self) -> dict[str, AnyField]:
        """Return one field per option, none of which a client must send."""
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


def _option(hint: Any) -> AnyField:
    parts = get_args(hint)
    if hint is bool:
        return serializers.BooleanField()
    if get_origin(hint) is Literal:
        return serializers.ChoiceField(choices=list(parts))
    if hint is int or type(None) in parts:
        return serializers.IntegerField(allow_null=type(None) in parts)
    return DealTableField()


_BY_MARK = {
    "seat": seat_field,
    "rank": rank_field,
    "card": card_field,
    "hand": cards_field,
    "cards": cards_field,
    "level": level_field,
}
_BY_TYPE: dict[Any, type[AnyField]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    str: serializers.CharField,
}


def _field(name: str, hint: Any, *, is_optional: bool) -> AnyField:
    """Describe one field of an event or a command by its type.

    :raises KeyError: no field is known for this type.
    """
    options: dict[str, Any] = {"required": False} if is_optional else {}
    kinds = [kind for kind in get_args(hint) if kind is not NoneType]
    if NoneType in get_args(hint) and len(kinds) == 1:
        [hint] = kinds
    marks = [mark for part in (hint, *get_args(hint)) for mark in getattr(part, "__metadata__", ())]
    if get_origin(hint) is tuple:
        child = get_args(hint)[0]
        if get_origin(child) is Literal:
            choices = serializers.ChoiceField(choices=list(get_args(child)))
            return serializers.ListField(child=choices, **options)
        return serializers.ListField(child=serializers.IntegerField(), **options)
    if marks and marks[0] in _BY_MARK:
        return _BY_MARK[marks[0]](**options)
    if marks:  # rounds of the draw for dealer: [seat, card] pairs
        pair = serializers.ListField(min_length=2, max_length=2)
        return serializers.ListField(child=serializers.ListField(child=pair), **options)
    if hint is Rules:
        return RulesSerializer(**options)
    if get_origin(hint) is Literal:
        return serializers.ChoiceField(choices=list(get_args(hint)), **options)
    return _BY_TYPE[hint](**options)


def _shape(kind: type[Any], *, without: str = "") -> AnySerializer:
    """Describe an event or a command as the codec writes it."""
    hints = get_type_hints(kind, include_extras=True)
    fields: dict[str, Any] = {"type": serializers.ChoiceField(choices=[codec.TYPE_NAMES[kind]])}
    for name, hint in hints.items():
        if name != without:
            is_either = (kind, name) == (commands.Ask, "rank")  # a rank, or a card in its place
            is_optional = is_either or NoneType in get_args(hint)
            fields[name] = _field(name, hint, is_optional=is_optional)
    return inline_serializer(kind.__name__ + ("Action" if without else "Event"), fields)


def _dealt() -> AnySerializer:
    return inline_serializer(
        "DealtEvent",
        {
            "type": serializers.ChoiceField(choices=["dealt"]),
            "dealer": seat_field(),
            "counts": serializers.ListField(child=serializers.IntegerField()),
            "stock": serializers.IntegerField(),
            "hands": serializers.ListField(
                child=serializers.ListField(child=card_field(), allow_null=True),
                help_text="By seat; null where the viewer may not see the hand.",
            ),
        },
    )


def _card_drawn() -> AnySerializer:
    return inline_serializer(
        "CardDrawnEvent",
        {
            "type": serializers.ChoiceField(choices=["card_drawn"]),
            "seat": seat_field(),
            "card": card_field(allow_null=True, help_text="Null where the viewer may not see it."),
            "reason": serializers.ChoiceField(choices=DRAW_REASONS),
            "public": serializers.BooleanField(help_text="A catch, shown to all."),
        },
    )


def _event_shape(kind: type[Any]) -> AnySerializer:
    """Describe an event as ``view`` shows it; two types have hidden parts."""
    special = {events.Dealt: _dealt, events.CardDrawn: _card_drawn}
    return special[kind]() if kind in special else _shape(kind)


EVENT_SHAPES: dict[str, AnySerializer | type[AnySerializer]] = {
    codec.TYPE_NAMES[kind]: _event_shape(kind) for kind in get_args(events.Event)
}
ACTION_SHAPES: dict[str, AnySerializer | type[AnySerializer]] = {
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


def event_shape(name: str, **options: Any) -> Any:
    """Describe an event of one type."""
    kind: Any = type(EVENT_SHAPES[name])
    return kind(**options)


def event_field() -> Any:
    """Describe an event of any type."""
    return PolymorphicProxySerializer("Event", EVENT_SHAPES, "type")


def action_field() -> Any:
    """Describe a command that the reader may send."""
    return PolymorphicProxySerializer("Action", ACTION_SHAPES, "type")
