"""Q_seat: the win share after an ask, computed from what the asker may know."""

from collections.abc import Sequence
from math import exp

from games.analysis.values.following import Follower
from games.analysis.values.weights import Models
from games.bots.feature_extraction import AskFeatures
from games.bots.features import Features
from games.bots.knowledge import Json
from games.bots.odds import estimate
from games.engine.cards import Seat, card_text, hand_texts, rank_text
from games.engine.commands import Ask
from games.engine.events import Asked


class AskPosition:
    """A position before an ask, as far as the asker may know it."""

    def __init__(self, follower: Follower, seat: Seat) -> None:
        view = _seat_view(follower, seat)
        odds = estimate(view, follower.knowledge, follower.rules, follower.habits)
        self._asks = AskFeatures(view, follower.knowledge, follower.habits, odds, follower.rules)

    def features(self, ask: Ask | Asked) -> Features:
        """Return the features of an ask."""
        wanted = {"rank": rank_text(ask.rank)}
        if ask.card is not None:
            wanted["card"] = card_text(ask.card)
        return self._asks.features({"target": ask.target, **wanted})


def ask_inputs(features: Features, *, has_book_bonus: bool) -> list[float]:
    """Return what the networks read."""
    return [*map(float, features), float(has_book_bonus)]


def win_share(models: Models, inputs: Sequence[float]) -> float:
    """Return the mean of the win share by all networks."""
    total = 0.0
    for network in models.asks:
        total += 1 / (1 + exp(-network.outputs(inputs)[0]))
    return total / len(models.asks)


def _seat_view(follower: Follower, seat: Seat) -> Json:
    """Return what the estimates read of the seat's view; laid books are in the knowledge."""
    table = follower.table
    return {
        "you": seat,
        "stock": len(table.stock),
        "seats": [
            {
                "hand": hand_texts(hand) if number == seat or table.rules.open_hands else None,
                "hand_size": hand.bit_count(),
                "books": [{"cards": None}] * len(table.books[number]),
            }
            for number, hand in enumerate(table.hands)
        ],
        "void": [],
        "discards": [],
    }
