"""Walking over games in the order of their ids, however many there are, and going on where one stopped."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from tqdm import tqdm

from games import ids
from games.models import Game

PrintLine = Callable[[str], None]
BATCH = 500
STOPPED = 130
"""The exit status after Ctrl-C, as of every program."""


def add_arguments(parser: ArgumentParser) -> None:
    """Let the user name games, or begin after one."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids; all games if none is given")
    parser.add_argument("--after", metavar="GAME", help="only games with a greater id: go on there")


def chosen(texts: Sequence[str], *, after: str | None) -> QuerySet[Game]:
    """Return the games that the user wants.

    :raises CommandError: naming an id that no game has.
    """
    games = Game.objects.order_by("pk")
    if texts:
        wanted = {read_id(text): text for text in texts}
        missing = wanted.keys() - set(games.filter(pk__in=wanted).values_list("pk", flat=True))
        if missing:
            raise CommandError(
                f"There is no game {', '.join(wanted[pk] for pk in sorted(missing))}."
            )
        games = games.filter(pk__in=wanted)
    return games if after is None else games.filter(pk__gt=read_id(after))


def each(
    games: QuerySet[Game],
    visit: Callable[[int, PrintLine], None],
    *,
    command: BaseCommand,
    title: str,
) -> int:
    """Visit the id of every game, with a function that prints a line; return how many there were.

    A bar shows the way on a terminal. Whatever stops the walk, the id to go on with is printed.
    """
    count, last = 0, None
    with tqdm(total=games.count(), desc=title, unit="game", disable=None) as bar:

        def print_line(line: str) -> None:
            bar.clear()
            command.stdout.write(line)
            command.stdout.flush()

        try:
            while batch := _batch(games, last):
                for game_id in batch:
                    visit(game_id, print_line)
                    count, last = count + 1, game_id
                    bar.update()
        except BaseException as error:
            if last is not None:
                bar.clear()
                command.stderr.write(
                    f"Stopped after {count} games. Go on with: --after {ids.to_text(last)}"
                )
            if isinstance(error, KeyboardInterrupt):
                sys.exit(STOPPED)
            raise
    return count


def read_id(text: str) -> int:
    """Read a game's id.

    :raises CommandError: if no game can have it.
    """
    game_id = ids.from_text(text)
    if game_id is None:
        raise CommandError(f"{text!r} is no game id: they are {ids.LENGTH} letters and digits.")
    return game_id


def _batch(games: QuerySet[Game], last: int | None) -> list[int]:
    """Return the next ids; keys and no open cursor, so that a walk of hours holds nothing."""
    rest = games if last is None else games.filter(pk__gt=last)
    return list(rest.values_list("pk", flat=True)[:BATCH])
