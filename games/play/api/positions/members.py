"""Types of members that many answers have, and how answers are filled from rows."""

from datetime import datetime
from functools import partial
from typing import Annotated, Any, TypedDict, TypeVar, cast, get_args

from rest_framework.fields import FloatField, IntegerField

from api_kit.problems import Problem
from games.bots import levels
from games.engine import commands, events, verification
from games.engine.cards import CARD_TEXTS, RANKS
from games.engine.chain import time_text
from games.engine.presets import OVERLAYS, PRESETS
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
PHASES = ("lobby", "closed", "cut", "ask", "answer", "closing", "over")
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


def time_or_none(at: datetime | None) -> str | None:
    """Return a time as it is rendered."""
    return None if at is None else time_text(at)


def id_or_none(game_id: int | None) -> str | None:
    """Return a game's id as it is rendered."""
    return None if game_id is None else ids.to_text(game_id)
