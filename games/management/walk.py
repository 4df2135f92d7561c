"""Visit games or accounts in the order of their ids, in batches, for commands that can be
resumed.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from tqdm import tqdm

from games.log import ids
from games.log.models import Game

PrintLine = Callable[[str], None]
BATCH = 500
STOPPED = 130
"""Exit status after Ctrl-C: 128 + SIGINT."""


def add_arguments(parser: ArgumentParser, *, without: str = "default: all games") -> None:
    """Add the arguments that choose games; ``without`` says what happens without an id."""
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"ids of games; {without}")
    parser.add_argument(
        "--after", metavar="GAME", help="only games with a greater id, to resume after it"
    )


def chosen(texts: Sequence[str], *, after: str | None) -> QuerySet[Game]:
    """Return the games that the arguments choose, by id.

    :raises CommandError: if an id is invalid, or no game has it.
    """
    games = Game.objects.order_by("pk")
    if texts:
        wanted = {read_id(text): text for text in texts}
        missing = wanted.keys() - set(games.filter(pk__in=wanted).values_list("pk", flat=True))
        if missing:
            raise CommandError(
                f"No game has the id {', '.join(wanted[pk] for pk in sorted(missing))}."
            )
        games = games.filter(pk__in=wanted)
    return games if after is None else games.filter(pk__gt=read_id(after))


def each(
    rows: QuerySet[Any],
    visit: Callable[[int, PrintLine], None],
    *,
    command: BaseCommand,
    title: str,
    unit: str = "game",
    name: Callable[[int], str] = ids.to_text,
) -> int:
    """Call ``visit`` with each id and a function that prints a line; return the number of rows.

    Shows a progress bar on a terminal. If it is stopped, it prints the id to resume after, as
    ``name`` writes it.
    """
    count, last = 0, None
    with tqdm(total=rows.count(), desc=title, unit=unit, disable=None) as bar:

        def print_line(line: str) -> None:
            bar.clear()
            command.stdout.write(line)
            command.stdout.flush()

        try:
            while batch := _batch(rows, last):
                for row_id in batch:
                    visit(row_id, print_line)
                    count, last = count + 1, row_id
                    bar.update()
        except BaseException as error:
            if last is not None:
                bar.clear()
                command.stderr.write(
                    f"Stopped after {count} {unit}s. Resume with: --after {name(last)}"
                )
            if isinstance(error, KeyboardInterrupt):
                sys.exit(STOPPED)
            raise
    return count


def read_id(text: str) -> int:
    """Parse the public id of a game.

    :raises CommandError: if it is not a valid id.
    """
    game_id = ids.from_text(text)
    if game_id is None:
        raise CommandError(
            f"{text!r} is not a game id. A game id has {ids.LENGTH} letters and digits."
        )
    return game_id


def _batch(rows: QuerySet[Any], last: int | None) -> list[int]:
    """Return the next ids. Queries by key, so that a run of hours holds no open cursor."""
    rest = rows if last is None else rows.filter(pk__gt=last)
    return list(rest.values_list("pk", flat=True)[:BATCH])
