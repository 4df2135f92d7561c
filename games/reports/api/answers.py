"""Analyses, the jobs that compute them, and what a seat could know, in answers."""

from math import ceil
from typing import Annotated, TypedDict, get_args

import orjson
from django.http import HttpResponse
from rest_framework.request import Request

from api_kit.answers import WRITTEN, shape
from games.analysis.knowledge.posterior import Method, Place, SeatKnowledge
from games.analysis.report.shapes import Analysis, Certainty
from games.engine import ruling
from games.engine.cards import card_text, rank_text
from games.log import ids
from games.log.entries import Card, Chance, FromOne, FromZero, Rank, Seat, StandardError
from games.log.heads import GameHead
from games.play.api.game_reading import is_current
from games.ratings.api.rating_members import FAMILY_NAMES
from games.reports import stored_analyses
from games.reports.models import GameAnalysis
from games.reports.refusals import AnalysisGivenUp

CERTAINTIES_OF_ASKS = get_args(Certainty)
WAITING = ("queued", "running")
DONE = ("done",)
WRITTEN["family"] = Annotated[str, FAMILY_NAMES]


class StoredAnalysis(TypedDict):
    """The analysis of a game."""

    game: str
    status: Annotated[str, DONE]
    model: Annotated[str, "The version of the models that made it."]
    annulled: Annotated[
        bool, "Whether a ruling annulled the game, so that it counts for no player."
    ]
    analysis: Annotated[orjson.Fragment, shape(Analysis)]


class WaitingAnalysis(TypedDict):
    """An analysis that is not computed yet."""

    game: str
    status: Annotated[str, WAITING]
    ahead: Annotated[FromZero, "Analyses that are computed before this one."]


SOON_SECONDS = 2
LATER_SECONDS = 10
"""When to ask again, with and without other jobs before this one."""


def answer(request: Request, head: GameHead, analysis: GameAnalysis) -> HttpResponse:
    """Return the analysis, 304 if the caller has it, or 202 while it is computed.

    :raises AnalysisGivenUp: if it is damaged.
    """
    if analysis.data is None:
        return _waiting(head, analysis)
    is_annulled = any(
        ruled.kind == "annulled" for ruled in ruling.standing(head.state.rulings).values()
    )
    made = "" if analysis.finished_at is None else f"-{analysis.finished_at.timestamp():.6f}"
    etag = f'"{analysis.pk}{made}{"-annulled" if is_annulled else ""}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if request.method != "POST" and is_current(request, etag):
        return HttpResponse(status=304, headers=headers)
    try:
        text = stored_analyses.unpack(bytes(analysis.data))
    except stored_analyses.DamagedAnalysis:
        raise AnalysisGivenUp("The stored analysis is damaged.") from None
    content = StoredAnalysis(
        game=ids.to_text(head.game_id),
        status=analysis.status,
        model=analysis.model,
        annulled=is_annulled,
        analysis=orjson.Fragment(text),
    )
    return HttpResponse(orjson.dumps(content), headers=headers, content_type="application/json")


def _waiting(head: GameHead, job: GameAnalysis) -> HttpResponse:
    ahead = stored_analyses.ahead_of(job)
    content = WaitingAnalysis(game=ids.to_text(head.game_id), status=job.status, ahead=ahead)
    return HttpResponse(
        orjson.dumps(content),
        status=202,
        content_type="application/json",
        headers={
            "Retry-After": str(LATER_SECONDS if ahead else SOON_SECONDS),
            "Cache-Control": "no-store",
        },
    )


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
        "`exact`: all deals were counted. `sampled`: chances have an error, and only facts that "
        "follow from one rank or from a full hand are certain.",
    ]
    error: Annotated[StandardError, "Greatest standard error of a chance; 0 if exact."]
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
