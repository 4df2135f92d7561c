"""Bodies of the commands at the table, checked for shape; legality is the engine's."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api_kit.serializers import StrictChoiceField, StrictIntegerField, StrictSerializer
from games.engine.cards import CARD_TEXTS, RANKS
from games.engine.commands import MISDEAL_REASONS
from games.play.api.requests.fields import CardField, CardsField, RankField, SeatField


def _type(name: str) -> StrictChoiceField:
    """Return the optional member ``type``, so that an action is accepted as ``legal_actions`` lists
    it.
    """

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
