"""What a seat could know, in answers."""

from functools import partial
from math import ceil
from typing import Annotated, TypedDict, get_args

from rest_framework.fields import FloatField

from games.analysis.knowledge.posterior import Method, Place, SeatKnowledge
from games.engine.cards import card_text, rank_text
from games.log import ids
from games.play.api.positions.members import Card, Chance, FromOne, Rank, Seat

METHODS = get_args(Method)
PLACES = get_args(Place)


class PlaceChances(TypedDict):
    """The chances of the places of a card; all 0 for a laid card."""

    seats: Annotated[list[Chance], "By seat."]
    stock: Chance


class KnownCard(TypedDict):
    """Where a card certainly or possibly is."""

    card: Card
    place: Annotated[str | None, PLACES, "Its certain place; null if there is none."]
    seat: Annotated[Seat | None, "The seat that certainly holds it."]
    chances: PlaceChances


class KnownRank(TypedDict):
    """Whether a seat holds at least one card of a rank."""

    rank: Rank
    seat: Seat
    holds: Annotated[bool | None, "Null if it is not certain."]
    chance: Chance
    because: Annotated[list[int], "Moves that prove it; empty if none alone do."]


class KnowledgeJson(TypedDict):
    """What a seat that remembers everything could know after a move."""

    game: str
    number: Annotated[FromOne, "Number of the move."]
    seat: Seat
    method: Annotated[
        str,
        METHODS,
        "`exact`: all deals were counted. `sampled`: chances have an error, and certain is only "
        "what follows from one rank or from a full hand.",
    ]
    error: Annotated[
        float, partial(FloatField, min_value=0), "Greatest standard error of a chance; 0 if exact."
    ]
    cards: Annotated[list[KnownCard], "All cards; empty while none are dealt."]
    ranks: Annotated[list[KnownRank], "By rank, then by seat."]


DIGITS = 4
"""Chances are rounded to this many digits."""


def knowledge(game_id: int, number: int, seat: Seat, known: SeatKnowledge) -> KnowledgeJson:
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
