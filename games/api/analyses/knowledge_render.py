"""Render what a seat could know as JSON."""

from math import ceil
from typing import Any

from games import ids
from games.analysis.knowledge.posterior import SeatKnowledge
from games.engine.cards import Seat, card_text, rank_text

Json = dict[str, Any]

DIGITS = 4
"""Chances are rounded to this many digits."""


def knowledge(game_id: int, number: int, seat: Seat, known: SeatKnowledge) -> Json:
    """Return what a seat could know after a move."""
    return {
        "game": ids.to_text(game_id),
        "number": number,
        "seat": seat,
        "method": known.method,
        "error": ceil(known.error * 10**DIGITS) / 10**DIGITS,
        "cards": [
            {
                "card": card_text(place.card),
                "place": place.place,
                "seat": place.seat,
                "chances": {
                    "seats": [round(chance, DIGITS) for chance in place.seats],
                    "stock": round(place.stock, DIGITS),
                },
            }
            for place in known.cards
        ],
        "ranks": [
            {
                "rank": rank_text(row.rank),
                "seat": row.seat,
                "holds": row.holds,
                "chance": round(row.chance, DIGITS),
                "because": list(row.because),
            }
            for row in known.ranks
        ],
    }
