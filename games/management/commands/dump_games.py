"""Write the finished public games of a month to files, for research.

A dump is a new folder of the directory, such as 2026-11.1. Stop the command at any time; the same
command continues. Exits with 1 if a game could not be read, which is left out.
"""

import argparse
import re
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from games.data import making
from games.data.making import DumpProgress, Job
from games.data.manifest import LICENSE
from games.data.tables import DumpFailed
from games.log.models import Game
from games.management import walk


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--month", required=True, type=_month, help="such as 2026-11, UTC")
        parser.add_argument(
            "--output", required=True, type=Path, metavar="DIR", help="the directory of dumps"
        )
        parser.add_argument(
            "--parquet",
            action="store_true",
            help="also write tables; needs requirements/data.txt",
        )
        parser.add_argument(
            "--exact",
            action="store_true",
            help="add the chances of each ask over all deals that fit, up to 0.3 s each",
        )
        parser.add_argument(
            "--license",
            default="CC-BY-4.0",
            type=_license,
            metavar="SPDX",
            help="the licence of the dump; default: CC-BY-4.0",
        )

    def handle(
        self,
        *args: Any,
        month: str,
        output: Path,
        parquet: bool,
        exact: bool,
        license: str,  # noqa: A002 - the option's name
        **options: Any,
    ) -> None:
        if exact and not parquet:
            raise CommandError("--exact adds to the tables, so it needs --parquet.")
        if not settings.DUMP_KEY:
            raise CommandError("Set DUMP_KEY, which makes the pseudonyms: see docs/data.md.")
        job = Job(
            month=month,
            has_tables=parquet,
            has_exact=exact,
            license=license,
            software=f"go-fish-service {settings.RELEASE}",
            key=settings.DUMP_KEY.encode(),
        )
        unreadable = 0
        with tqdm(desc="Dumping", unit="game", disable=None) as bar:

            def start(total: int) -> None:
                bar.reset(total)

            def refuse(game: Game, reason: str) -> None:
                nonlocal unreadable
                unreadable += 1
                bar.clear()
                self.stderr.write(f"LEFT OUT  {game.public_id}  {reason}")

            try:
                made, is_new = making.make(
                    job,
                    output,
                    now=timezone.now(),
                    progress=DumpProgress(start, bar.update, refuse),
                )
            except DumpFailed as failed:
                raise CommandError(str(failed)) from None
            except KeyboardInterrupt:
                bar.clear()
                self.stderr.write("Stopped. Run the same command again to continue.")
                sys.exit(walk.STOPPED)
        what = "Written" if is_new else "Nothing has changed since"
        self.stdout.write(
            f"{what}: {output / made.name}. Games: {made.counts['games']}, "
            f"moves: {made.counts['moves']}, bytes: {sum(file.size for file in made.files)}."
        )
        if is_new and made.replaces:
            self.stdout.write(f"It replaces {', '.join(made.replaces)}: remove these.")
        if unreadable:
            sys.exit(1)


def _month(text: str) -> str:
    """Parse a month, such as ``2026-11``."""
    try:
        if not re.fullmatch("20[0-9]{2}-[0-9]{2}", text):
            raise ValueError
        datetime.strptime(text, "%Y-%m")  # noqa: DTZ007 - checks the form only
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a month, such as 2026-11.") from None
    return text


def _license(text: str) -> str:
    """Parse an identifier of SPDX."""
    if not re.fullmatch(LICENSE, text):
        raise argparse.ArgumentTypeError(f"{text!r} is not an SPDX identifier, such as CC0-1.0.")
    return text
