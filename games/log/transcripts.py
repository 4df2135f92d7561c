"""Write finished games as transcripts, and import transcripts from other servers."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.engine import codec, move_texts, receipts, transcript, transcript_reader
from games.engine.events import Created
from games.engine.refusals import GameClosed
from games.engine.report import describe
from games.engine.state import State
from games.engine.transcript import Header, StoredMove
from games.engine.verification import Verification
from games.engine.verify import verify_transcript
from games.log import head_reader, ids, reader, writer
from games.log.heads import GameHead
from games.log.models import Game, GameStatus, Position, Seat
from games.log.refusals import (
    AlreadyImported,
    NotOverYet,
    TranscriptBroken,
    TranscriptVersionTooLow,
)
from games.notation import writer as notation_writer
from games.notation.writer import PartialHeader

MEDIA_TYPE = "application/vnd.gofish.transcript+json"


def write(game: Game, *, with_names: bool = False, newest: int = transcript.VERSIONS[-1]) -> bytes:
    """Return the transcript of a finished game, canonical JSON: the same bytes on every server.

    ``with_names`` adds the names of the players as annotations, which nothing proves and imports
    ignore. ``newest`` is the newest version that its reader knows.

    :raises GameClosed: if the game was closed in its lobby, so that no card was dealt.
    :raises NotOverYet: while the seed is secret.
    :raises TranscriptVersionTooLow: if the log needs a newer version than ``newest``.
    """
    header, moves, state = _log_of(game)
    names = _annotations(header.players) if with_names else None
    if (needed := transcript.version_of(moves)) > newest:
        raise TranscriptVersionTooLow(
            f"The log of this game needs version {needed} of transcripts. Ask with version={needed}, "
            "and read it with a program that knows this version."
        )
    return transcript.write(header, moves, state, annotations=names)


def write_notation(game: Game) -> str:
    """Return the notation (GFN) of a finished game. Raises as :func:`write`."""
    header, moves, _ = _log_of(game)
    return notation_writer.write(header, moves, annotations=_annotations(header.players))


def write_partial_notation(game: Game, head: GameHead) -> str:
    """Return the notation of a game as its viewer at the head sees it, with hidden cards hidden.

    :raises GameClosed: if the game was closed in its lobby.
    """
    if game.status == GameStatus.CLOSED:
        raise GameClosed
    players = _players(game, head.state.seats)
    moves = reader.read(head.game_id, after=0, until=head.version, limit=head.version)
    return notation_writer.write_partial(
        PartialHeader(game.public_id, game.preset, game.overlays, players),
        [(move.seat, move.events) for move in moves],
        viewer=head.viewer,
        rules=head.state.rules,
    )


def _log_of(game: Game) -> tuple[Header, tuple[StoredMove, ...], State]:
    if game.status == GameStatus.CLOSED:
        raise GameClosed
    if game.status != GameStatus.OVER:
        raise NotOverYet("The transcript contains the seed. Ask again when the game is over.")
    head = head_reader.load(game.pk)
    header = Header(
        game=game.public_id,
        preset=game.preset,
        overlays=game.overlays,
        players=_players(game, head.state.seats),
        commitment=game.commitment,
        seed=bytes(game.seed),
    )
    return header, tuple(reader.stored(game.pk)), head.state


def import_game(value: Any, noted: Any = None) -> tuple[Game, Verification]:
    """Import a finished game from another server under a new id. It counts in no player's results.

    ``noted`` is the JSON value of a receipts file; the log is compared with it.

    :raises MalformedEntry: if the value is not a transcript, or ``noted`` not receipts.
    :raises TranscriptBroken: if the transcript is invalid, or this server does not know its rules
        version.
    :raises AlreadyImported: if it was imported before, or the game was played here.
    """
    document = transcript_reader.read(value)
    verdict = verify_transcript(document, None if noted is None else receipts.read(noted))
    if not verdict.holds:
        raise TranscriptBroken(describe(verdict)[0])
    if verdict.scope != "full":
        raise TranscriptBroken(
            "This server does not know its rules version, so it cannot check the moves."
        )
    header, moves = document.header, document.moves
    now = timezone.now()
    end = moves[-1].digest
    if Position.objects.filter(game=ids.from_text(header.game), digest=end).exists():
        raise AlreadyImported(f"This server already has the game as {header.game}.")
    with _once(end):
        game = Game.objects.create(
            id=ids.new_id(now),
            status=GameStatus.OVER,
            preset=header.preset,
            overlays=header.overlays,
            rules=codec.rules_to_text(verdict.state.rules),
            seat_count=verdict.state.seats,
            seed=header.seed,
            commitment=header.commitment,
            turn_seconds=verdict.state.turn_seconds,
            on_abandon=verdict.state.on_abandon,
            aids=bool(_opening(moves[0]).aids),
            created_at=moves[0].at,
            finished_at=moves[-1].at,
            imported_from={
                "game": header.game,
                "players": header.players,
                "digest": end.hex(),
            },
        )
        writer.copy(game.pk, moves)
        head = GameHead(game.pk, header.seed, len(moves), end, verdict.state, None)
        writer.store_position(head, is_new=True)
    return game, verdict


def _opening(first: StoredMove) -> Created:
    [created] = move_texts.events_from_json(json.loads(first.events), first.schema)
    return cast(Created, created)


@contextmanager
def _once(end: bytes) -> Iterator[None]:
    """Turn the database's refusal of a second game with this digest into ``AlreadyImported``."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        before = Game.objects.filter(imported_from__digest=end.hex()).first()
        if before is None:
            raise
        raise AlreadyImported(f"This server already has the game as {before.public_id}.") from None


def _annotations(players: Sequence[str | None]) -> dict[str, Any]:
    """Return the names of the players by seat; None for closed accounts and built-in bots."""
    return {"players": [{"seat": seat, "username": name} for seat, name in enumerate(players)]}


def usernames(game_id: int) -> "QuerySet[Seat, tuple[int, str]]":
    """Find the seats of a game and their usernames, but for closed accounts and bots."""
    seats = Seat.objects.filter(game=game_id, account__is_active=True).order_by("number")
    return seats.values_list("number", "account__username")


def _players(game: Game, seats: int) -> list[str | None]:
    """Return the usernames by seat; None for closed accounts and for built-in bots."""
    if game.imported_from is not None:
        imported: list[str | None] = game.imported_from["players"]
        return imported
    names = dict(usernames(game.pk))
    return [names.get(seat) for seat in range(seats)]
