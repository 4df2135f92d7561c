"""Import a finished game from another server, under a new id, if its transcript verifies.

An imported game counts in no player's results.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import report, strict_json
from games.engine.refusals import MalformedEntry
from games.log import transcripts
from games.log.refusals import AlreadyImported, TranscriptBroken


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="the transcript, a JSON file")
        parser.add_argument(
            "--receipts",
            metavar="FILE",
            type=Path,
            help="receipts recorded during play, a JSON file; the log must match them",
        )

    def handle(self, *args: Any, file: Path, receipts: Path | None, **options: Any) -> None:
        document = _load(file)
        recorded = None if receipts is None else _load(receipts)
        try:
            game, verdict = transcripts.import_game(document, recorded)
        except (MalformedEntry, TranscriptBroken, AlreadyImported) as refusal:
            raise CommandError(f"{file} was not imported. {refusal}") from None
        self.stdout.write(
            f"{verdict.moves} moves verified. Imported as {game.public_id}"
            f" (its id there was {document['game']})."
        )
        for line in report.describe_proof(verdict):
            self.stdout.write(line)


def _load(file: Path) -> Any:
    """Return the JSON value in a file."""
    try:
        return strict_json.loads(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{file} is not JSON: {error}") from None
