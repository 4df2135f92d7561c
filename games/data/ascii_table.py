"""Draw a view of a state in plain text, for a terminal."""

from collections.abc import Iterator
from typing import Any

from games.data import narration
from games.engine.cards import parse_card, parse_rank

Json = dict[str, Any]

HIDDEN = "▒▒"
TO_ACT = "▶"


def draw(view: Json) -> list[str]:
    """Return the lines of a state, from a view that ``engine.view.state_view`` returns.

    ::

        Deal 1 · stock 38 (next 9♣) · seat 0 deals · seat 1 to ask
          Seat 0   5 cards   2♣ 2♥ 7♠ Q♦ A♣   books: kings, fours
        ▶ Seat 1   3 cards   ▒▒ ▒▒ ▒▒
    """
    return [_summary(view), *(_seat(view, seat) for seat in view["seats"]), *_rest(view)]


def _summary(view: Json) -> str:
    parts = [f"Deal {view['deal']}" if view["deal"] else "Before the deal"]
    if view["deal"]:
        stock = f"stock {view['stock']}"
        parts.append(
            f"{stock} (next {_cards(view['stock_cards'][:1])})" if view["stock_cards"] else stock
        )
    if view["dealer"] is not None:
        parts.append(f"seat {view['dealer']} deals")
    if view["to_act"] is not None:
        doing = "close" if view["phase"] == "closing" else view["phase"]
        parts.append(f"seat {view['to_act']} to {doing}")
    else:
        parts.append(
            {"over": "over", "lobby": "waiting for players", "closed": "closed"}.get(
                view["phase"], "the referee to act"
            )
        )
    return " · ".join(parts)


def _seat(view: Json, seat: Json) -> str:
    mark = TO_ACT if seat["seat"] == view["to_act"] else " "
    if not seat["taken"]:
        return f"{mark} Seat {seat['seat']}   empty"
    if not view["deal"]:
        return f"{mark} Seat {seat['seat']}   taken"
    hand = [HIDDEN] * seat["hand_size"] if seat["hand"] is None else [_cards(seat["hand"])]
    size = f"{seat['hand_size']:2} card{' ' if seat['hand_size'] == 1 else 's'}"
    notes = [
        f"books: {_books(seat['books'])}" if seat["books"] else "",
        f"points: {seat['total']}" if view["series"] or seat["total"] else "",
        f"barred: {_ranks(seat['barred'])}" if seat["barred"] else "",
        f"misses {seat['misses_turns']} of its turns" if seat["misses_turns"] else "",
        "has left" if seat["left"] else "",
    ]
    line = [f"{mark} Seat {seat['seat']}", size, " ".join(hand), *filter(None, notes)]
    return "   ".join(filter(None, line))


def _rest(view: Json) -> Iterator[str]:
    for title, books in (("Void", view["void"]), ("Lost to the fish penalty", view["discards"])):
        if books:
            yield f"  {title}: {_books(books)}"


def _books(books: list[Json]) -> str:
    return ", ".join(
        "face down" if book["rank"] is None else _ranks([book["rank"]]) for book in books
    )


def _ranks(ranks: list[str]) -> str:
    return ", ".join(narration.ranks(parse_rank(rank)) for rank in ranks)


def _cards(cards: list[str]) -> str:
    return " ".join(narration.card(parse_card(text)) for text in cards)
