"""Finished games for tests of the archive, and commands on it."""

import json
from collections.abc import Mapping
from datetime import timedelta
from io import StringIO
from random import Random
from typing import Any

from django.core.management import call_command
from django.utils import timezone

from games.disputes.archivable import archivable
from games.engine import chain, shuffle, transcript_reader
from games.engine.transcript import StoredMove
from games.log import archiving, reader
from games.log.archiving import Archived
from games.models import ArchivedGame, Move
from tests.players import play_out, seated
from tests.tables import number_of


def finished(
    seed: int = 1, preset: str = "classic", *, moves: int | None = None
) -> tuple[Any, ...]:
    """Play a game of two to its end: ``game, ann, bob = finished()``.

    If it is not over after so many ``moves``, the second player resigns.
    """
    game, *players = seated(2, preset)
    play_out(game, players, Random(seed), moves=moves)
    if players[1].state(game)["phase"] != "over":
        assert players[1].post(f"/games/{game}/resign").status_code == 200
    return game, *players


def archive(game: str) -> Archived | None:
    """Archive a game as the command would."""
    now = timezone.now()
    return archiving.archive(
        number_of(game), among=archivable(before=now), dictionary_id=None, now=now
    )


def run(*arguments: str) -> str:
    """Run ``archive_games`` for all games that are over; return what it prints."""
    printed = StringIO()
    call_command("archive_games", "--older-than", "0d", *arguments, stdout=printed)
    return printed.getvalue()


def stored(game: str) -> list[StoredMove]:
    """Return the moves, wherever they are."""
    return list(reader.stored(number_of(game)))


def is_in_log(game: str) -> bool:
    """Return whether the log has moves of a game."""
    return Move.objects.filter(game=number_of(game)).exists()


def is_archived(game: str) -> bool:
    """Return whether the archive has a game."""
    return ArchivedGame.objects.filter(game=number_of(game)).exists()


def of_transcript(document: Mapping[str, Any]) -> list[StoredMove]:
    """Return the moves of a transcript as a server stores them."""
    return list(transcript_reader.read(document).moves)


def long_game(count: int) -> tuple[list[StoredMove], bytes, str]:
    """Return a chain of so many moves, with its seed and commitment. The moves follow no rules."""
    rng = Random(count)
    seed = rng.randbytes(shuffle.SEED_BYTES)
    commitment = shuffle.commitment(seed)
    digest, moves, at = chain.genesis(commitment), [], timezone.now()
    for number in range(1, count + 1):
        seat = None if number % 7 == 0 else rng.randrange(6)
        rank = rng.choice("A23456789TJQK")
        command = json.dumps({"rank": rank, "seat": seat, "type": "ask"}, separators=(",", ":"))
        events = json.dumps(
            [{"rank": rank, "seat": seat, "type": "asked"}, {"card": f"{rank}H", "type": "drew"}],
            separators=(",", ":"),
        )
        at += timedelta(microseconds=rng.randrange(-5, 20_000_000))
        written = number, seat, at, 2, command, events
        digest = chain.next_digest(digest, *written, seed=seed)
        moves.append(StoredMove(*written, digest))
    return moves, seed, commitment
