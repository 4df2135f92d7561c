"""Members that many answers have: events, commands and rules, from the engine's own types.

The schema cannot drift from the log: a field added to an event appears in the schema by itself.
"""

from datetime import datetime
from functools import partial
from types import NoneType
from typing import (
    Annotated,
    Any,
    Literal,
    TypedDict,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from drf_spectacular.utils import (
    extend_schema_field,
    extend_schema_serializer,
    inline_serializer,
)
from rest_framework import serializers
from rest_framework.fields import FloatField, IntegerField, ListField

from api_kit.answers import WRITTEN, AnyField, field, one_of, shape
from api_kit.problems import Problem
from games.bots import levels
from games.engine import codec, commands, events, verification
from games.engine.cards import CARD_TEXTS, RANKS
from games.engine.chain import time_text
from games.engine.options import OPTIONS
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.rules import Rules
from games.engine.visible import CardDrawnEvent, DealtEvent
from games.log import ids

Json = dict[str, Any]
Answer = TypeVar("Answer")

# The choices that have a name in the schema (setting ENUM_NAME_OVERRIDES).
CARDS = (*CARD_TEXTS,)
RANK_TEXTS = (*RANKS,)
DRAW_REASONS = get_args(events.DrawReason)
CONTINUE_REASONS = get_args(events.ContinueReason)
PASS_REASONS = get_args(events.PassReason)
CLOSING_REASONS = get_args(events.ClosingReason)
CLOSE_REASONS = get_args(commands.CloseReason)
SKIP_REASONS = get_args(events.SkipReason)
VOID_REASONS = get_args(events.VoidReason)
END_REASONS = get_args(events.EndReason)
MISDEAL_REASONS = (*commands.MISDEAL_REASONS,)
PENALTIES = get_args(events.Penalty)
CHECKS = (*verification.CHECKS,)
VERDICT_SCOPES = ("full", "chain")
VISIBILITIES = ("public", "private")
PRESET_NAMES = (*PRESETS,)
OVERLAY_NAMES = (*OVERLAYS,)
LEVELS = (*levels.LEVELS,)
OFFENCES = get_args(events.Offence)
RULING_KINDS = get_args(commands.RulingKind)

FromZero = Annotated[int, partial(IntegerField, min_value=0)]
Seat = FromZero
Card = Annotated[str, CARDS]
Rank = Annotated[str, RANK_TEXTS]
Level = Annotated[str, LEVELS]
Preset = Annotated[str, PRESET_NAMES]
RulingKind = Annotated[str, RULING_KINDS]
GameId = Annotated[str, "The game's id."]
Username = Annotated[str, "Username."]
FromOne = Annotated[int, partial(IntegerField, min_value=1)]
Chance = Annotated[float, partial(FloatField, min_value=0, max_value=1)]
StandardError = Annotated[float, partial(FloatField, min_value=0)]
SeatAndCard = Annotated[list[Any], partial(ListField, min_length=2, max_length=2)]
WRITTEN.update(
    {
        "seat": Seat,
        "rank": Rank,
        "card": Card,
        "hand": list[Card],
        "cards": list[Card],
        "level": Level,
        "move": FromOne,
        "count": FromZero,
        "chance": Chance,
        "error": StandardError,
        "rounds": list[list[SeatAndCard]],
    }
)


class Fault(TypedDict):
    """Why there is no answer for one of several things."""

    code: Annotated[str, "As in a problem document."]
    detail: str


def fill(answer: type[Answer], source: object, /, **others: Any) -> Answer:
    """Return an answer with ``others``, and else the attributes of a row that have its names.

    For what every reader of the answer may see.

    :raises AttributeError: the row does not have one.
    :raises TypeError: the answer has no member with the name of one of the ``others``.
    """
    if unknown := others.keys() - answer.__annotations__.keys():
        raise TypeError(f"{answer.__name__} has no {unknown}.")
    members = {}
    for name in answer.__annotations__:
        value = others[name] if name in others else getattr(source, name)
        members[name] = time_text(value) if isinstance(value, datetime) else value
    return cast(Answer, members)


def fault(problem: Problem) -> Fault:
    """Return a problem as a part of an answer."""
    return {"code": problem.code, "detail": problem.meaning}


def id_or_none(game_id: int | None) -> str | None:
    """Return a game's id as it is rendered."""
    return None if game_id is None else ids.to_text(game_id)


@extend_schema_field(dict(OPTIONS["deal_table"].schema))
class DealTableField(serializers.JSONField):
    """All cards, or cards per player by the number of players."""


class RulesSerializer(serializers.Serializer[Any]):
    """Every option of a game; GET /rulesets/{preset} has the JSON Schema of each."""

    def to_representation(self, instance: Any) -> Any:
        """Return the rules as the codec rendered them."""
        return instance

    def get_fields(self) -> dict[str, AnyField]:
        return {
            name: DealTableField() if name == "deal_table" else field(hint)
            for name, hint in get_type_hints(Rules).items()
        }


@extend_schema_serializer(component_name="Rules")
class SentRulesSerializer(RulesSerializer):
    """Options of a game; one that is missing has its default."""

    def get_fields(self) -> dict[str, AnyField]:
        fields = super().get_fields()
        for each in fields.values():
            each.required = False
        return fields


def _field(hint: Any, *, is_optional: bool) -> AnyField:
    """Describe one field of an event or a command by its type.

    :raises KeyError: no field is known for this type.
    """
    options: dict[str, Any] = {"required": False} if is_optional else {}
    kinds = [kind for kind in get_args(hint) if kind is not NoneType]
    if NoneType in get_args(hint) and len(kinds) == 1:
        [hint] = kinds
    if hint is Rules:
        return RulesSerializer(**options)
    if get_origin(hint) is tuple:
        child = get_args(hint)[0]
        return field(list[child if get_origin(child) is Literal else int], **options)  # type: ignore[misc]
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


Event = Annotated[Json, lambda **_: one_of("Event", EVENT_SHAPES)]
WRITTEN[commands.Command] = Annotated[Json, lambda **_: one_of("Action", ACTION_SHAPES)]
for _kind in (events.Asked, events.GameOver, events.SeriesOver, events.Ruled):
    WRITTEN[_kind] = Annotated[Json, type(EVENT_SHAPES[codec.TYPE_NAMES[_kind]])]
AnyRules = Annotated[Json, RulesSerializer]
"""All options of a game."""
