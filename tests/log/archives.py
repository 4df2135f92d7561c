"""Finished games for tests of the archive, and commands on it."""

from io import StringIO
from random import Random
from typing import Any

from django.core.management import call_command
from django.utils import timezone

from games.engine.transcript import StoredMove
from games.log import archiving, reader
from games.log.archiving import Archived
from games.log.models import ArchivedGame, Move
from games.management.commands.archive_games import archivable
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
