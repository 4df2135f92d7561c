"""The asks of a game with their positions: what was legal, provable and likely."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.analysis.knowledge import posterior
from games.analysis.knowledge.reading import seen_since_deal
from games.analysis.knowledge.support import KnowledgeUnavailable, check_supported
from games.analysis.values.ask_value import AskPosition
from games.analysis.values.following import Follower
from games.bots.features import Features
from games.data.selection import DumpedPlayer
from games.engine import legal
from games.engine.cards import CARD_TEXTS, RANKS, hand_texts
from games.engine.commands import Ask
from games.engine.events import Asked, CardsGiven, Event, GoFish, SeatRestored, StandInSeated
from games.engine.rules import Rules
from games.log.reader import LoggedMove

Json = dict[str, Any]


def rows(
    rules: Rules,
    seats: int,
    moves: Iterable[LoggedMove],
    players: Sequence[DumpedPlayer],
    *,
    exact: bool,
) -> Iterator[Json]:
    """Yield the asks of a game, oldest first, as rows of the table of asks.

    ``exact`` adds the chances over all deals that fit what the seat saw.
    """
    follower = Follower(rules, seats)
    is_covered = _is_covered(rules)
    happened: list[Event] = []
    playing = list(players)
    row: Json | None = None
    for move in moves:
        for event in move.events:
            match event:
                case Asked(seat):
                    if row is not None:
                        yield row
                    possible = legal.asks(follower.table, seat)
                    row = {
                        "move": move.number,
                        "by_referee": move.seat is None,
                        **_asked(event, playing[seat]),
                        **_position(follower, event, possible, is_covered=is_covered),
                    }
                    if exact and is_covered:
                        row |= _exact(happened, event, possible, rules, seats)
                case CardsGiven() | GoFish():
                    assert row is not None, "an ask comes before"
                    row["hit"] = isinstance(event, CardsGiven)
                case StandInSeated(seat, bot):
                    playing[seat] = DumpedPlayer(bot or "random", "built_in")
                case SeatRestored(seat):
                    playing[seat] = players[seat]
                case _:
                    pass
            follower.follow(event)
            if exact:
                happened.append(event)
    if row is not None:
        yield row


def _asked(asked: Asked, player: DumpedPlayer) -> Json:
    return {
        "seat": asked.seat,
        "player": player.name,
        "kind": player.kind,
        "target": asked.target,
        "rank": RANKS[asked.rank],
        "card": None if asked.card is None else CARD_TEXTS[asked.card],
    }


def _position(
    follower: Follower, asked: Asked, possible: Sequence[Ask], *, is_covered: bool
) -> Json:
    table = follower.table
    position = AskPosition(follower, asked.seat)
    features = [position.features(ask) for ask in possible]
    made = Ask(asked.seat, asked.target, asked.rank, asked.card)
    return {
        "hands": ["".join(hand_texts(hand)) for hand in table.hands],
        "books": [len(books) for books in table.books],
        "stock": len(table.stock),
        "legal": [_text(ask) for ask in possible],
        "chosen": possible.index(made) if made in possible else None,
        "provable": [_provable(each, asked) for each in features] if is_covered else None,
        "odds": [each.chance for each in features],
    }


def _exact(
    happened: Sequence[Event], asked: Asked, possible: Iterable[Ask], rules: Rules, seats: int
) -> Json:
    seen = seen_since_deal(happened, rules, asked.seat)
    try:
        known = posterior.knowledge(seen, rules, seats=seats)
    except KnowledgeUnavailable:
        return {}
    by_rank = {(place.seat, place.rank): place.chance for place in known.ranks}
    by_card = {place.card: place.seats for place in known.cards}
    chances = [
        by_rank[ask.target, ask.rank] if ask.card is None else by_card[ask.card][ask.target]
        for ask in possible
    ]
    return {"exact": chances, "exact_error": known.error}


def _is_covered(rules: Rules) -> bool:
    """Return whether what is certain is certain under these rules."""
    try:
        check_supported(rules)
    except KnowledgeUnavailable:
        return False
    return True


def _provable(features: Features, asked: Asked) -> str | None:
    is_sure = features.chance >= 1 if asked.card is not None else features.known
    if is_sure:
        return "hit"
    return None if features.chance else "miss"


def _text(ask: Ask) -> str:
    wanted = RANKS[ask.rank] if ask.card is None else CARD_TEXTS[ask.card]
    return f"{ask.target}:{wanted}"
