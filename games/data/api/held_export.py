"""Export games as lines, in pieces that the server asks for as fast as the reader takes them.

Django answers each piece as a slow request of its address. A piece is bounded in games and bytes
and ends with the cursor of the next, so no process holds more than a piece.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import orjson
from django.utils import timezone

from api_kit import ndjson
from api_kit.ndjson import KEEP_ALIVE
from api_kit.problems import problem_of
from games.data.api import bodies
from games.data.selection import Batch
from games.engine.refusals import MalformedEntry, NewerSchema
from games.live.connection_registry import ConnectionRegistry
from games.live.exchange import Exchange, WholeResponse
from games.log import transcripts
from games.log.entries import fault
from games.log.models import Game
from games.log.refusals import REFUSALS, GameNotFound
from games.play import game_details, visibility
from games.play.api import game_answers
from games.play.game_details import GameDetails
from games.play.refusals import SpectatorsBarred

AFTER = "gofish.export_after"
"""The key of the environment with the cursor of the next piece.

No header of a client can set it.
"""


class ExportPiece(NamedTuple):
    """A part of an export: its lines, and the cursor of the next piece, None for the last one."""

    lines: bytes
    next: str | None


def end(cursor: str | None) -> bytes:
    """Return the last line of an answer: where to continue, or None for the end of the export."""
    return ndjson.line({"next": cursor})


def read(body: bytes) -> ExportPiece:
    """Split the last line from the others."""
    start = body.rfind(b"\n", 0, -1) + 1
    return ExportPiece(body[:start], orjson.loads(body[start:])["next"])


SEND_SECONDS = 60.0
"""Time in which a reader takes a piece. The connection of a slower one is closed."""
KEEP_ALIVE_SECONDS = 15.0


class Left(Exception):
    """The reader has left."""


@dataclass(frozen=True, slots=True)
class HeldExport:
    """A hold: sends the pieces of an export until its end.

    If a piece fails, because the server stops or the token was revoked, the last line says where
    to continue.
    """

    registry: ConnectionRegistry

    async def __call__(self, exchange: Exchange) -> None:
        """Send the rest; end early if the reader leaves or is too slow."""
        leaving = asyncio.ensure_future(exchange.receive())
        assert exchange.answer is not None
        piece = read(exchange.answer.body)
        start = exchange.answer._replace(body=piece.lines)
        with suppress(TimeoutError, Left):
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await start.send(exchange.send, more=True)
                while piece.next is not None and not self.registry.is_closed:
                    answer = await _next(exchange, piece.next, leaving)
                    if answer.status != 200:
                        break
                    piece = read(answer.body)
                    await _send(exchange, piece.lines)
                await _send(exchange, end(piece.next), more=False)
            finally:
                leaving.cancel()


async def _next(exchange: Exchange, cursor: str, leaving: asyncio.Future[Any]) -> WholeResponse:
    """Return the next piece, and send empty lines meanwhile."""
    answering = asyncio.ensure_future(exchange.ask_again({AFTER: cursor}))
    while not answering.done():
        await asyncio.wait(
            (answering, leaving), timeout=KEEP_ALIVE_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        if leaving.done():
            answering.cancel()
            raise Left
        if not answering.done():
            await _send(exchange, KEEP_ALIVE)
    return answering.result()


async def _send(exchange: Exchange, body: bytes, *, more: bool = True) -> None:
    async with asyncio.timeout(SEND_SECONDS):
        await exchange.send({"type": "http.response.body", "body": body, "more_body": more})


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
        cursor = bodies.to_text(entry.position, export)
        member, value = (
            _summary(entry.game, details)
            if content == "summaries"
            else _transcript(entry.game, reader_id, newest)
        )
        written += _line(entry.id, member, value, cursor)
        if len(written) >= MOST_BYTES and number < len(batch.entries):
            return bytes(written), cursor
    following = None if batch.last is None else bodies.to_text(batch.last, export)
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
        return _error(GameNotFound)
    if game.pk not in details:
        return _error(NewerSchema.code)
    try:
        return "game", orjson.dumps(game_answers.game(details[game.pk], now=timezone.now()))
    except MalformedEntry as error:
        return _error(error.code)


def _transcript(game: Game | None, reader_id: int | None, newest: int) -> tuple[str, bytes]:
    """Return the member of a line with a transcript and its JSON, or with an error."""
    if game is None:
        return _error(GameNotFound)
    if not visibility.may_watch(game, reader_id):
        return _error(SpectatorsBarred)
    try:
        return "transcript", transcripts.write(game, with_names=True, newest=newest).rstrip()
    except REFUSALS as refusal:
        # Without the sentence of the refusal: that of a malformed log can name a card.
        return _error(refusal)


def _error(refusal: Any) -> tuple[str, bytes]:
    return "error", orjson.dumps(fault(problem_of(refusal)))
