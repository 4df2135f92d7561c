"""Fields of request bodies that several operations share: cards, ranks, seats, levels."""

from typing import Any

from api_kit.serializers import StrictChoiceField, StrictIntegerField, StrictListField
from games.bots.levels import LEVELS
from games.engine.cards import CARD_TEXTS, RANKS, parse_card, parse_rank
from games.engine.options import MAX_SEATS


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
