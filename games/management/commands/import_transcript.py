"""Bring a finished game from another server, under a new id, if its transcript holds.

An imported game counts in nobody's results.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from games.engine import report, strict_json
from games.engine.refusals import MalformedEntry
from games.log import transcripts
from games.log.transcripts import AlreadyImported, TranscriptBroken
from games.models import Game


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a transcript as JSON")
        parser.add_argument(
            "--receipts",
            metavar="FILE",
            type=Path,
            help="what was noted during play: the log must agree with it",
        )

    def handle(self, *args: Any, file: Path, receipts: Path | None, **options: Any) -> None:
        document = _load(file)
        noted = None if receipts is None else _load(receipts)
        try:
            game, verdict = transcripts.import_game(document, noted)
        except (MalformedEntry, TranscriptBroken, AlreadyImported) as refusal:
            raise CommandError(f"{file} was not imported. {refusal}") from None
        except DatabaseError:
            if Game._meta.db_table in connection.introspection.table_names():
                raise
            raise CommandError("The database has no tables: run manage.py migrate first.") from None
        self.stdout.write(
            f"{verdict.moves} moves verified. Imported as {game.public_id}"
            f" (there it was {document['game']})."
        )
        for line in report.describe_proof(verdict):
            self.stdout.write(line)


def _load(file: Path) -> Any:
    """Return the JSON value in a file.

    :raises CommandError: if there is none.
    """
    try:
        return strict_json.loads(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{file} is not JSON: {error}") from None
