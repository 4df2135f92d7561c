"""Write a finished game as a record of a dump, and as rows of its tables.

Each record is built up from what may be published: no id, name, text of a player, seed, digest or
time of day is ever in it.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from games.analysis.values.weights import VERSION
from games.data import asks
from games.data.selection import DumpedPlayer, players_of
from games.engine import codec, events, ruling
from games.engine.events import Event
from games.log import heads
from games.log.heads import GameHead
from games.log.models import Game
from games.log.reader import LoggedMove
from games.reports import packing, records, stored

Json = dict[str, Any]

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
    head = heads.load(game.pk)
    moves = list(records.moves_of(head))
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
    """Return the rows of a game in each table of ``columns.TABLES``."""
    analysis = stored.find(dumped.game.pk, model=VERSION)
    data = None if analysis is None else analysis.data
    judged: Json = {} if data is None else json.loads(packing.unpack(bytes(data)))
    rules, seats = dumped.head.state.rules, dumped.head.state.seats
    in_game = {
        **_about(dumped),
        "rules": codec.canonical(codec.rules_to_json(rules)),
        "players": [player.name for player in dumped.players],
        "kinds": [player.kind for player in dumped.players],
        "luck": [each["luck"]["value"] for each in judged["players"]] if judged else None,
    }
    costs = {ask["number"]: ask["cost"] for ask in judged.get("asks", ())}
    asked = asks.rows(rules, seats, dumped.moves, dumped.players, exact=exact)
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
