"""What a seat could know, for the schema."""

from typing import Any, get_args

from rest_framework import serializers

from games.analysis.knowledge.posterior import Method, Place
from games.api.positions.shapes import card_field, rank_field, seat_field

METHODS = [*get_args(Method)]
PLACES = [*get_args(Place)]

AnySerializer = serializers.Serializer[Any]


def _chance_field(**options: Any) -> serializers.FloatField:
    return serializers.FloatField(min_value=0, max_value=1, **options)


class PlaceChancesSerializer(AnySerializer):
    """The chances of the places of a card; all 0 for a laid card."""

    seats = serializers.ListField(child=_chance_field(), help_text="By seat.")
    stock = _chance_field()


class KnownCardSerializer(AnySerializer):
    """Where a card certainly or possibly is."""

    card = card_field()
    place = serializers.ChoiceField(
        choices=PLACES, allow_null=True, help_text="Its certain place; null if there is none."
    )
    seat = seat_field(allow_null=True, help_text="The seat that certainly holds it.")
    chances = PlaceChancesSerializer()


class KnownRankSerializer(AnySerializer):
    """Whether a seat holds at least one card of a rank."""

    rank = rank_field()
    seat = seat_field()
    holds = serializers.BooleanField(allow_null=True, help_text="Null if it is not certain.")
    chance = _chance_field()
    because = serializers.ListField(
        child=serializers.IntegerField(), help_text="Moves that prove it; empty if none alone do."
    )


class KnowledgeSerializer(AnySerializer):
    """What a seat that remembers everything could know after a move."""

    game = serializers.CharField()
    number = serializers.IntegerField(min_value=1, help_text="Number of the move.")
    seat = seat_field()
    method = serializers.ChoiceField(
        choices=METHODS,
        help_text="`exact`: all deals were counted. `sampled`: chances have an error, and certain "
        "is only what follows from one rank or from a full hand.",
    )
    error = serializers.FloatField(
        min_value=0, help_text="Greatest standard error of a chance; 0 if exact."
    )
    cards = KnownCardSerializer(many=True, help_text="All cards; empty while none are dealt.")
    ranks = KnownRankSerializer(many=True, help_text="By rank, then by seat.")
