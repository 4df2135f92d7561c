"""Write games as lines of an export."""

from typing import Literal

import orjson

from games.api.exports import cursors
from games.api.games import render
from games.api.problems import PROBLEMS
from games.engine.refusals import Refusal
from games.log import transcripts
from games.models import Game
from games.queries.exports import Batch, Entry
from games.refusals import GameNotFound, SpectatorsBarred

Content = Literal["transcripts", "summaries"]

MOST_BYTES = 256 * 1024
"""A piece ends with the first line that reaches this size."""


def piece(
    batch: Batch, content: Content, reader_id: int | None, *, export: str
) -> tuple[bytes, str | None]:
    """Return the lines of a batch, up to ``MOST_BYTES``, and the cursor of the next piece."""
    written = bytearray()
    for number, entry in enumerate(batch.entries, 1):
        cursor = cursors.to_text(entry.position, export)
        written += _line(entry, content, reader_id, cursor)
        if len(written) >= MOST_BYTES and number < len(batch.entries):
            return bytes(written), cursor
    following = None if batch.last is None else cursors.to_text(batch.last, export)
    return bytes(written), following


def _line(entry: Entry, content: Content, reader_id: int | None, cursor: str) -> bytes:
    member, value = _content(entry.game, content, reader_id)
    return b'{"id":%b,"%b":%b,"cursor":%b}\n' % (
        orjson.dumps(entry.id),
        member.encode(),
        value,
        orjson.dumps(cursor),
    )


def _content(game: Game | None, content: Content, reader_id: int | None) -> tuple[str, bytes]:
    """Return the member of a line and its JSON; an error if the game cannot be exported."""
    try:
        if game is None:
            raise GameNotFound
        if content == "summaries":
            return "game", orjson.dumps(render.game(game, reader_id))
        _check_watches(game, reader_id)
        return "transcript", transcripts.write(game).rstrip()
    except Refusal as refusal:
        # Without the sentence of the refusal: that of a malformed log can name a card.
        problem = PROBLEMS[refusal.code]
        return "error", orjson.dumps({"code": problem.code, "detail": problem.meaning})


def _check_watches(game: Game, reader_id: int | None) -> None:
    """Check that the reader may see the moves of a game that they may see, as for one transcript.

    :raises SpectatorsBarred: if only its players may watch.
    """
    seats = game.seats.all()
    is_player = reader_id is not None and any(seat.account_id == reader_id for seat in seats)
    if not game.has_spectators and not is_player:
        raise SpectatorsBarred("Only the players of this game may watch it.")
