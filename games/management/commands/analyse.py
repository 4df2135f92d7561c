"""Analyse a finished game, or a transcript in a file, and print a table. Stores nothing.

Shows what each ask cost, the accuracy and luck of each seat, and the moves that decided.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.analysis import reading, table
from games.analysis.record import Record
from games.analysis.report import Analysis, AnalysisUnavailable, analyse
from games.engine import strict_json, transcript_reader
from games.engine.refusals import MalformedEntry
from games.log import ids
from games.log.refusals import GameNotFound
from games.reports import stored_analyses


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "game", metavar="GAME", help="id of a game, or the file of a transcript"
        )

    def handle(self, *args: Any, game: str, **options: Any) -> None:
        try:
            analysis = _analyse(_record(game))
        except (AnalysisUnavailable, MalformedEntry) as error:
            raise CommandError(str(error)) from None
        for line in table.lines(analysis):
            self.stdout.write(line)


def _record(game: str) -> Record:
    """Return the record of a stored game or of a transcript.

    :raises CommandError: if there is neither.
    :raises MalformedEntry: if it cannot be read.
    """
    game_id = ids.from_text(game)
    try:
        if game_id is not None:
            return stored_analyses.of_game(game_id)
        value = strict_json.loads(Path(game).read_bytes())
        return reading.from_transcript(transcript_reader.read(value))
    except GameNotFound:
        raise CommandError("No game has this id.") from None
    except OSError as error:
        raise CommandError(f"{game} is no id of a game, and no file: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{game} is not JSON: {error}") from None


def _analyse(record: Record) -> Analysis:
    """Analyse with a progress bar on a terminal."""
    with tqdm(desc="Analysing", unit="move", disable=None, leave=False) as bar:

        def show(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        return analyse(record, show)
