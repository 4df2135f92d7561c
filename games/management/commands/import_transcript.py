"""Bring a finished game from another server, under a new id, if its transcript holds.

An imported game counts in nobody's results.
"""

from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import transcripts
from games.engine.refusals import MalformedEntry
from games.transcripts import AlreadyImported, TranscriptBroken


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a transcript as JSON")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            game, verdict = transcripts.import_game(orjson.loads(file.read_bytes()))
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        except orjson.JSONDecodeError as error:
            raise CommandError(f"{file} is not JSON: {error}.") from None
        except (MalformedEntry, TranscriptBroken, AlreadyImported) as refusal:
            raise CommandError(f"{file} was not imported. {refusal}") from None
        self.stdout.write(f"{game.public_id}  {verdict.moves} moves verified and imported.")
