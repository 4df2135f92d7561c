"""Make the dumps of a release.

    python -m tests.releases.make VERSION [--replace]

This is no management command: it plays over the API with the clients of the tests, starts database
servers, and has no use on a server. Each dump is played by a process of its own, since the code
decides at its start for one kind of database.
"""

import logging
import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import django

from tests.postgres import postgres
from tests.releases import dumps
from tests.releases.dumps import VENDORS, Vendor

SEED = 1
CLIENT = Path(__file__).parents[2] / "clients/python/src"
"""The package that answers the challenges of webhooks."""
_VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+(\.dev[0-9]+)?")


def main(arguments: list[str]) -> int:
    """Make the dumps of a release for each kind of database; one that is there stays."""
    parser = ArgumentParser(prog="python -m tests.releases.make")
    parser.add_argument("version", help="such as 0.1.0, or 0.1.0.dev1 between releases")
    parser.add_argument("--replace", action="store_true", help="although there are dumps of it")
    parser.add_argument("--only", choices=VENDORS, help="play on DATABASE_URL, which is empty")
    options = parser.parse_args(arguments)
    if not _VERSION.fullmatch(options.version):
        parser.error(f"{options.version!r} is no version such as 0.1.0 or 0.1.0.dev1")
    if options.only:
        _make(options.version, options.only, os.environ["DATABASE_URL"])
        return 0
    if dumps.path_of(options.version, "sqlite").exists() and not options.replace:
        parser.error(f"there are dumps of {options.version}; --replace makes others")
    for vendor in VENDORS:
        with ExitStack() as stack:
            url = _empty_database(vendor, stack)
            command = [sys.executable, "-m", "tests.releases.make", options.version]
            environ = os.environ | {"DATABASE_URL": url, "PYTHONPATH": str(CLIENT)}
            subprocess.run([*command, "--only", vendor], env=environ, check=True)
    return 0


def _empty_database(vendor: Vendor, stack: ExitStack) -> str:
    if vendor == "postgresql":
        return stack.enter_context(postgres())
    folder = stack.enter_context(TemporaryDirectory(prefix="gofish-release-"))
    return f"sqlite:///{folder}/release.sqlite3"


def _make(version: str, vendor: Vendor, url: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
    django.setup()
    logging.disable(logging.WARNING)
    from django.core.management import call_command
    from django.test.utils import setup_test_environment
    from django.utils import timezone

    from tests.releases import story

    setup_test_environment()  # letters are kept in memory
    call_command("migrate", verbosity=0)
    world = story.World(Random(SEED))
    story.fill(world)
    notes = {
        "made_at": timezone.now().isoformat(),
        "tokens": {player.account: player.secret for player in world.players.values()},
        "retries": world.retries,
        "transcripts": story.transcript_digests(),
        "receipts": story.receipts(),
    }
    path = dumps.write(version, vendor, dumps.dump(url), notes)
    sys.stdout.write(f"{path.relative_to(Path.cwd())}: {path.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
