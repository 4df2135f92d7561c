"""Write a transcript, or what one viewer sees of a game, as notation."""

import json
from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from games.engine import chain, codec, move_texts
from games.engine.cards import Seat, parse_card
from games.engine.events import CardDrawn, Dealt, Event
from games.engine.rules import Rules
from games.engine.transcript import Header, StoredMove
from games.engine.view import event_view
from games.notation import syntax, words
from games.notation.words import HIDDEN, Context

_WIDTH = 96
_MICROSECOND = timedelta(microseconds=1)


class PartialHeader(NamedTuple):
    """What the headers of a partial form say of a game."""

    game: str
    preset: str
    overlays: Sequence[str]
    players: Sequence[str | None]


def write(
    header: Header, moves: Sequence[StoredMove], *, annotations: dict[str, Any] | None = None
) -> str:
    """Return the notation of a finished game.

    :raises MalformedEntry: if a move is not one that this code knows.
    """
    created = json.loads(moves[0].events)[0]
    options = created[1] if isinstance(created, list) else created["rules"]
    context = Context(codec.rules_from_json(options), options)
    named = []
    for move in moves:
        texts = json.loads(move.command), json.loads(move.events)
        command, events = move_texts.read(*texts, move.schema)
        named.append(words.write(command, move.seat, events, context))
    schemas = [f"{schema}x{len(list(run))}" for schema, run in groupby(m.schema for m in moves)]
    headers = {
        **_headers(header, options),
        "Schema": str(moves[0].schema) if len(schemas) == 1 else " ".join(schemas),
        "Seed": header.seed.hex(),
        "Digest": moves[-1].digest.hex(),
        **({} if annotations is None else {"Annotations": codec.canonical(annotations)}),
    }
    return _text(headers, named) + f"\n{syntax.TIMES}\n{_lines(_times(moves))}\n"


def write_partial(
    opening: PartialHeader,
    moves: Iterable[tuple[Seat | None, Sequence[Event]]],
    *,
    viewer: Seat | None,
    rules: Rules,
) -> str:
    """Return the notation of a game as a seat, or a spectator, sees it: authors and events of its
    moves, with ``??`` for hidden cards.
    """
    options = codec.rules_to_json(rules)
    context = Context(rules, options)
    named = [
        words.write(None, seat, tuple(_seen(event, viewer, rules) for event in events), context)
        for seat, events in moves
    ]
    headers = _headers(opening, options) | {syntax.PARTIAL: "-" if viewer is None else str(viewer)}
    return _text(headers, named)


def _seen(event: Event, viewer: Seat | None, rules: Rules) -> Event:
    """Return an event with the cards that the viewer sees, as ``view`` decides it."""
    match event:
        case CardDrawn():
            card = event_view(event, viewer, rules)["card"]
            return event._replace(card=HIDDEN if card is None else parse_card(card))
        case Dealt():
            return event._replace(pack=_seen_pack(event, event_view(event, viewer, rules)["hands"]))
        case _:
            return event


def _seen_pack(event: Dealt, hands: Sequence[list[str] | None]) -> tuple[int, ...]:
    """Return a pack that deals these hands, each in the order of its cards: in which order they
    were dealt is shown to no player.
    """
    seats, rest = len(hands), [iter(hand or ()) for hand in hands]
    pack = [HIDDEN] * len(event.pack)
    place = 0
    for dealt in range(max(event.counts)):
        for seat in (seat % seats for seat in range(event.dealer + 1, event.dealer + 1 + seats)):
            if event.counts[seat] > dealt:
                pack[place] = parse_card(next(rest[seat])) if hands[seat] else HIDDEN
                place += 1
    return tuple(pack)


def _headers(opening: PartialHeader | Header, options: dict[str, Any]) -> dict[str, str]:
    return {
        "GFN": syntax.VERSION,
        "Game": opening.game,
        "Preset": opening.preset,
        "Overlays": " ".join(opening.overlays),
        "Players": codec.canonical(list(opening.players)),
        "Rules": codec.canonical(options),
    }


def _times(moves: Sequence[StoredMove]) -> list[str]:
    """Return the time of the first move, then microseconds since the move before."""
    gaps = (after.at - before.at for before, after in pairwise(moves))
    return [chain.time_text(moves[0].at), *(str(gap // _MICROSECOND) for gap in gaps)]


def _text(headers: dict[str, str], moves: Iterable[Sequence[str]]) -> str:
    lines = "".join(f"{name}: {headers[name]}\n" for name in syntax.HEADERS if name in headers)
    return f"{lines}\n{_lines(word for move in moves for word in move)}\n"


def _lines(named: Iterable[str]) -> str:
    """Return words on lines of some width; a longer word has a line of its own."""
    lines: list[str] = []
    line: list[str] = []
    width = 0
    for word in named:
        if line and width + len(word) >= _WIDTH:
            lines.append(" ".join(line))
            line, width = [], 0
        line.append(word)
        width += len(word) + 1
    return "\n".join([*lines, " ".join(line)])
