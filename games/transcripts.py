"""Finished games as portable documents: written, read back and imported from other servers."""

from typing import Any

import orjson
from django.db import transaction
from django.utils import timezone

from games import ids, move_log
from games.engine import codec
from games.engine.chain import time_text
from games.engine.refusals import Malformed
from games.engine.verify import (
    TRANSCRIPT_FORMAT,
    TRANSCRIPT_VERSION,
    Verdict,
    outcome,
    stored_moves,
    verify_transcript,
)
from games.models import Game, Status
from games.move_log import Tail
from games.refusals import NotOverYet

MEDIA_TYPE = "application/vnd.gofish.transcript+json"

Json = dict[str, Any]


class TranscriptBroken(Malformed):
    """A transcript that does not hold cannot be imported."""

    code = "transcript_broken"


def write(game: Game) -> bytes:
    """Return the transcript of a finished game, canonical JSON: the same bytes on every server.

    :raises NotOverYet: while the seed is secret.
    """
    if game.status != Status.OVER:
        raise NotOverYet("The transcript holds the seed, so it is there once the game is over.")
    state = move_log.load(game.pk).state
    document = {
        "format": TRANSCRIPT_FORMAT,
        "version": TRANSCRIPT_VERSION,
        "game": game.public_id,
        "preset": game.preset,
        "overlays": game.overlays,
        "seats": _players(game, state.seats),
        "commitment": game.commitment,
        "seed": bytes(game.seed).hex(),
        **outcome(state),
        "moves": [
            {
                "number": move.number,
                "seat": move.seat,
                "at": time_text(move.at),
                "schema": move.schema,
                "command": orjson.loads(move.command),
                "events": orjson.loads(move.events),
                "digest": move.digest.hex(),
            }
            for move in move_log.stored(game.pk)
        ],
    }
    return codec.canonical(document).encode("ascii") + b"\n"


def import_game(transcript: Json) -> tuple[Game, Verdict]:
    """Bring a finished game from another server under a new id. It counts in nobody's results.

    :raises MalformedEntry: if it is no transcript.
    :raises TranscriptBroken: if it does not hold, or its rules version is unknown here.
    """
    verdict = verify_transcript(transcript)
    if verdict.failure is not None:
        raise TranscriptBroken(verdict.failure.reason)
    if verdict.scope != "full":
        raise TranscriptBroken("Its rules version is unknown here.")
    moves = stored_moves(transcript)
    now = timezone.now()
    with transaction.atomic():
        game = Game.objects.create(
            id=ids.new_id(now),
            status=Status.OVER,
            preset=str(transcript.get("preset", ""))[:32],
            overlays=list(transcript.get("overlays", [])),
            rules=codec.canonical(codec.rules_to_json(verdict.state.rules)),
            seat_count=verdict.state.seats,
            seed=bytes.fromhex(transcript["seed"]),
            commitment=transcript["commitment"],
            created_at=moves[0].at,
            finished_at=moves[-1].at,
            imported_from={
                "game": str(transcript.get("game", "")),
                "seats": transcript.get("seats", []),
            },
        )
        move_log.copy(game.pk, moves)
        tail = Tail(game.pk, bytes(game.seed), len(moves), moves[-1].digest, verdict.state, None)
        move_log.store_position(tail, is_new=True)
    return game, verdict


def _players(game: Game, seats: int) -> list[Json]:
    """Return who sat where; null where the account is closed."""
    if game.imported_from is not None:
        imported: list[Json] = game.imported_from["seats"]
        return imported
    names = {
        seat.number: seat.account.username
        for seat in game.seats.select_related("account")
        if seat.account.is_active
    }
    return [{"seat": seat, "player": names.get(seat)} for seat in range(seats)]
