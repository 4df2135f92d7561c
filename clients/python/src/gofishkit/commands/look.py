"""`gofish watch` and `gofish replay`: a game in the terminal, move by move."""

import argparse
import os
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gofishkit.client import Client
from gofishkit.commands.bot import FIRST_ATTEMPTS
from gofishkit.errors import NoAnswer, ServiceError, StreamLost
from gofishkit.game import Game
from gofishkit.printing import printable
from gofishkit.retries import Retry

NOT_SHOWN = ("type", "rules", "seat", "commitment", "hands")


def run_look(options: argparse.Namespace) -> int:
    """Print a game; return the exit status."""
    if Path(options.game).is_file():
        print(
            f"{options.game} is a file, and {options.name} reads a game by its id from a server. "
            f"To check a transcript offline: gofish verify {options.game}",
            file=sys.stderr,
        )
        return 1
    retry = Retry() if options.name == "watch" else Retry(attempts=FIRST_ATTEMPTS)
    with Client(options.server, os.environ.get("GOFISH_TOKEN"), retry=retry) as client:
        try:
            if options.name == "watch":
                watch(client, options.game, Console())
            else:
                replay(client, options.game, Console(), pause=max(options.pause, 0.0))
        except (NoAnswer, StreamLost) as error:
            print(
                f"No answer from {options.server}: {error}\n"
                "Is it running? --server URL names another address.",
                file=sys.stderr,
            )
            return 1
        except ServiceError as error:
            print(error, file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            pass
    return 0


def watch(client: Client, game_id: str, console: Console) -> None:
    """Print each move of a game as it is made, and the table after the last one.

    :raises ServiceError: if the game cannot be followed.
    """
    game = Game(client, game_id)
    for move in game:
        console.print(line_of(move))
    console.print(table_of(game.view))


def replay(client: Client, game_id: str, console: Console, *, pause: float) -> None:
    """Print the moves of a game from the first on, with a pause after each, and the last table.

    :raises ServiceError: if the game cannot be read.
    """
    after = 0
    while moves := client.read_moves(game_id, after=after)["moves"]:
        for move in moves:
            console.print(line_of(move))
            time.sleep(pause)
            after = move["number"]
    console.print(table_of(client.read_state(game_id)))


def line_of(move: Mapping[str, Any]) -> str:
    """Return a move as a line: its number, the seat, and what happened."""
    seat = "referee" if move["seat"] is None else f"seat {move['seat']}"
    number, seat = _shown(f"{move['number']:4}"), _shown(f"{seat:8}")
    return f"[dim]{number}[/]  [bold]{seat}[/] {'; '.join(in_words(move['events']))}"


def in_words(events: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return events as texts; unknown ones by their type and members."""
    return [_shown(_in_words(event)) for event in events]


def table_of(view: Mapping[str, Any]) -> Table:
    """Return the table that a view shows: cards, books and points by seat."""
    table = Table(title=_shown(f"{view['game']}: {view['phase']}"))
    for title in ("seat", "cards", "books", "hand"):
        table.add_column(title)
    for seat in view["seats"]:
        is_next = seat["seat"] == view["to_act"]
        books = " ".join(book["rank"] or "?" for book in seat["books"])
        hand = " ".join(seat["hand"] or ())
        name = f"{'> ' if is_next else '  '}{seat['seat']}"
        table.add_row(*map(_shown, (name, str(seat["hand_size"]), books, hand)))
    return table


def _shown(text: str) -> str:
    """Return a text of the server without markup and control characters."""
    return escape(printable(text))


def _in_words(event: Mapping[str, Any]) -> str:
    match event:
        case {"type": "asked", "target": target, "rank": rank}:
            return f"asks seat {target} for {rank}"
        case {"type": "cards_given", "cards": cards, "seat": seat}:
            return f"seat {seat} gives {' '.join(cards)}"
        case {"type": "go_fish"}:
            return "go fish"
        case {"type": "card_drawn", "card": card}:
            return f"draws {card or 'a card'}"
        case {"type": "book_made", "rank": rank}:
            return f"makes a book of {rank or '?'}"
        case {"type": "game_over", "winners": winners, "scores": scores}:
            return f"over, {scores}, won by {', '.join(map(str, winners))}"
        case _:
            members = (f"{name}={value}" for name, value in event.items() if name not in NOT_SHOWN)
            return " ".join([str(event["type"]), *members])
