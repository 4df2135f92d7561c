"""Write games as lines of an export."""

from collections.abc import Mapping
from typing import Literal

import orjson
from django.utils import timezone

from games.data.api.exports import cursors
from games.data.exports import Batch
from games.engine.refusals import MalformedEntry, NewerSchema
from games.log import transcripts
from games.log.models import Game
from games.play import game_details, visibility
from games.play.api.games import answers
from games.play.api.positions.members import fault
from games.play.api.problems import PROBLEMS
from games.play.game_details import GameDetails
from games.play.refusals import REFUSALS, GameNotFound, SpectatorsBarred

Content = Literal["transcripts", "summaries"]

MOST_BYTES = 256 * 1024
"""A piece ends with the first line that reaches this size."""


def piece(
    batch: Batch, content: Content, reader_id: int | None, export: str, *, newest: int
) -> tuple[bytes, str | None]:
    """Return the lines of a batch, up to ``MOST_BYTES``, and the cursor of the next piece.

    ``newest`` is the newest version of transcripts that the reader knows.
    """
    written = bytearray()
    games = [entry.game for entry in batch.entries if entry.game is not None]
    summaries = game_details.details(games if content == "summaries" else [], reader_id)
    details = {summary.game.pk: summary for summary in summaries}
    for number, entry in enumerate(batch.entries, 1):
        cursor = cursors.to_text(entry.position, export)
        member, value = (
            _summary(entry.game, details)
            if content == "summaries"
            else _transcript(entry.game, reader_id, newest)
        )
        written += _line(entry.id, member, value, cursor)
        if len(written) >= MOST_BYTES and number < len(batch.entries):
            return bytes(written), cursor
    following = None if batch.last is None else cursors.to_text(batch.last, export)
    return bytes(written), following


def _line(game_id: str, member: str, value: bytes, cursor: str) -> bytes:
    return b'{"id":%b,"%b":%b,"cursor":%b}\n' % (
        orjson.dumps(game_id),
        member.encode(),
        value,
        orjson.dumps(cursor),
    )


def _summary(game: Game | None, details: Mapping[int, GameDetails]) -> tuple[str, bytes]:
    """Return the member of a line with a game and its JSON; an error if it cannot be read."""
    if game is None:
        return _error(GameNotFound.code)
    if game.pk not in details:
        return _error(NewerSchema.code)
    try:
        return "game", orjson.dumps(answers.game(details[game.pk], now=timezone.now()))
    except MalformedEntry as error:
        return _error(error.code)


def _transcript(game: Game | None, reader_id: int | None, newest: int) -> tuple[str, bytes]:
    """Return the member of a line with a transcript and its JSON; an error if there is none to
    read.
    """
    if game is None:
        return _error(GameNotFound.code)
    if not visibility.may_watch(game, reader_id):
        return _error(SpectatorsBarred.code)
    try:
        return "transcript", transcripts.write(game, with_names=True, newest=newest).rstrip()
    except REFUSALS as refusal:
        # Without the sentence of the refusal: that of a malformed log can name a card.
        return _error(refusal.code)


def _error(code: str) -> tuple[str, bytes]:
    problem = PROBLEMS[code]
    return "error", orjson.dumps(fault(problem))
