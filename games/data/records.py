"""Write a finished game as a record of a dump, and as rows of its tables.

A row of an ask has its position: what was legal, provable and likely. Each record is built up from
what may be published: no id, name, text of a player, seed, digest or time of day is ever in it.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from games.analysis.knowledge import posterior
from games.analysis.knowledge.reading import seen_since_deal
from games.analysis.knowledge.support import KnowledgeUnavailable, check_supported
from games.analysis.values.ask_value import AskPosition
from games.analysis.values.following import Follower
from games.analysis.values.weights import VERSION
from games.bots.features import Features
from games.data.selection import DumpedPlayer, players_of
from games.engine import codec, events, legal, ruling
from games.engine.cards import CARD_TEXTS, RANKS, hand_texts
from games.engine.commands import Ask
from games.engine.events import Asked, CardsGiven, Event, GoFish, SeatRestored, StandInSeated
from games.engine.rules import Rules
from games.log import head_reader
from games.log.heads import GameHead
from games.log.models import Game
from games.log.reader import LoggedMove
from games.reports import stored_analyses

Json = dict[str, Any]


def ask_rows(
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


PUBLISHED = (
    events.DealerDrawn,
    events.PackCut,
    events.Dealt,
    events.Asked,
    events.CardsGiven,
    events.GoFish,
    events.CardDrawn,
    events.BookMade,
    events.BookVoided,
    events.BookDiscarded,
    events.TurnContinues,
    events.TurnClosing,
    events.PlayerSkipped,
    events.TurnPassed,
    events.Irregularity,
    events.CardExposed,
    events.Misdealt,
    events.Resigned,
    events.Abandoned,
    events.TimedOut,
    events.StandInSeated,
    events.GameOver,
)
"""The events in dumps: those of the play. Others have texts of players, secrets or ids."""


class DumpedGame(NamedTuple):
    """A game to write: its number in the dump, and what the log says."""

    number: int
    game: Game
    head: GameHead
    moves: Sequence[LoggedMove]
    players: Sequence[DumpedPlayer]


def read(game: Game, number: int, *, key: bytes) -> DumpedGame:
    """Read a finished game, also from the archive.

    :raises MalformedEntry: if it cannot be read.
    """
    head = head_reader.load(game.pk)
    moves = list(stored_analyses.moves_of(head))
    return DumpedGame(number, game, head, moves, players_of(game.pk, key=key))


def record(dumped: DumpedGame) -> Json:
    """Return the record of a game: a line of the file of games."""
    played = [(move, [codec.to_json(event) for event in _published(move)]) for move in dumped.moves]
    return {
        **_about(dumped),
        "rules": codec.rules_to_json(dumped.head.state.rules),
        "players": [player._asdict() for player in dumped.players],
        "moves": [
            {"number": move.number, "seat": move.seat, "events": happened}
            for move, happened in played
            if happened
        ],
    }


def rows(dumped: DumpedGame, *, exact: bool) -> dict[str, list[Json]]:
    """Return the rows of a game in each table of ``tables.TABLES``."""
    analysis = stored_analyses.find(dumped.game.pk, model=VERSION)
    data = None if analysis is None else analysis.data
    judged: Json = {} if data is None else json.loads(stored_analyses.unpack(bytes(data)))
    rules, seats = dumped.head.state.rules, dumped.head.state.seats
    in_game = {
        **_about(dumped),
        "rules": codec.canonical(codec.rules_to_json(rules)),
        "players": [player.name for player in dumped.players],
        "kinds": [player.kind for player in dumped.players],
        "luck": [each["luck"]["value"] for each in judged["players"]] if judged else None,
    }
    costs = {ask["number"]: ask["cost"] for ask in judged.get("asks", ())}
    asked = ask_rows(rules, seats, dumped.moves, dumped.players, exact=exact)
    return {
        "games": [in_game],
        "moves": [{"game": dumped.number, **row} for row in _event_rows(dumped.moves)],
        "asks": [{"game": dumped.number, **row, "cost": costs.get(row["move"])} for row in asked],
    }


def _about(dumped: DumpedGame) -> Json:
    """Return what a record and a row of the table of games have alike."""
    game, state = dumped.game, dumped.head.state
    assert game.finished_at is not None and state.result is not None, "the game is over"
    return {
        "game": dumped.number,
        "date": game.finished_at.date(),
        "preset": game.preset,
        "overlays": game.overlays,
        "seats": state.seats,
        "turn_seconds": state.turn_seconds,
        "rated": bool(state.rated),
        "left": [seat for seat in range(state.seats) if state.left >> seat & 1],
        "reason": state.result.reason,
        "scores": ruling.scores(state),
        "winners": ruling.counted(state),
        "ruled": bool(state.rulings),
    }


def _published(move: LoggedMove) -> Iterator[Event]:
    return (event for event in move.events if isinstance(event, PUBLISHED))


def _event_rows(moves: Iterable[LoggedMove]) -> Iterator[Json]:
    for move in moves:
        for event in _published(move):
            shown = codec.to_json(event)
            cards = shown.get("cards") or [
                shown[name] for name in ("card", "pack") if name in shown
            ]
            yield {
                "move": move.number,
                "by": move.seat,
                "type": shown["type"],
                "seat": shown.get("seat", shown.get("dealer")),
                "to": shown.get("to", shown.get("target")),
                "rank": shown.get("rank"),
                "cards": "".join(cards) or None,
                "reason": shown.get("reason"),
            }
