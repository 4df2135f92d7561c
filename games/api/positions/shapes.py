"""Serializers of answers that are still described by serializers."""
# ruff: noqa

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from api_kit.answers import field, shape
from games.api.positions import answers, ratings
from games.api.positions.entries import (
    RulesSerializer as RulesSerializer,
    SentRulesSerializer as SentRulesSerializer,
)
from games.api.positions.members import (
    CHECKS as CHECKS,
    RULING_KINDS as RULING_KINDS,
    VERDICT_SCOPES as VERDICT_SCOPES,
    VISIBILITIES as VISIBILITIES,
    Card,
    Level,
    Rank,
    Seat,
)

AnySerializer = serializers.Serializer[Any]
if TYPE_CHECKING:

    class MoveSerializer(AnySerializer): ...

    class PositionSerializer(AnySerializer): ...

    class StateSerializer(AnySerializer): ...

    class CommandAnswerSerializer(AnySerializer): ...

    class SeatedPlayerSerializer(AnySerializer): ...

    class NumbersSerializer(AnySerializer): ...

    class FamilyRatingSerializer(AnySerializer): ...

    class SeatRatingSerializer(AnySerializer): ...

else:
    MoveSerializer = shape(answers.Move)
    PositionSerializer = shape(answers.Position)
    StateSerializer = shape(answers.State)
    CommandAnswerSerializer = shape(answers.CommandAnswer)
    SeatedPlayerSerializer = shape(answers.SeatedPlayer)
    NumbersSerializer = shape(ratings.Numbers)
    FamilyRatingSerializer = shape(ratings.FamilyRating)
    SeatRatingSerializer = shape(ratings.SeatRating)


def seat_field(**options: Any) -> Any:
    return field(Seat, **options)


def rank_field(**options: Any) -> Any:
    return field(Rank, **options)


def card_field(**options: Any) -> Any:
    return field(Card, **options)


def level_field(**options: Any) -> Any:
    return field(Level, **options)
