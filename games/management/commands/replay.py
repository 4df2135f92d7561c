"""Print the table of a game, or of a notation (GFN), after a move, with that move in words.

Shows every hand and the next card of the stock, unless --seat is given.
"""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.data import ascii_table, narration
from games.engine import move_texts
from games.engine.chain import time_text
from games.engine.evolve import evolve
from games.engine.refusals import MalformedEntry
from games.engine.state import NEW
from games.engine.view import Viewer, state_view
from games.log import heads, ids, replay
from games.log.reader import LoggedMove
from games.log.refusals import GameNotFound, NoSuchMove
from games.log.replay import Replayed
from games.notation import reader, syntax


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "game",
            metavar="GAME",
            help="id of the game, 11 letters and digits, or the file of a notation",
        )
        moment = parser.add_mutually_exclusive_group()
        moment.add_argument(
            "--at", type=int, metavar="N", help="after this move, instead of the last"
        )
        moment.add_argument("--all", action="store_true", help="after each move, in order")
        parser.add_argument("--seat", type=int, metavar="S", help="only what this seat could see")

    def handle(
        self, *args: Any, game: str, at: int | None, seat: int | None, **options: Any
    ) -> None:
        file = Path(game)
        if file.is_file():
            played = _read(file)
            _check_seat(seat, played[-1].state.seats)
            last = len(played) if at is None else at
            if not 1 <= last <= len(played):
                raise CommandError(f"This game has moves 1 to {len(played)}.")
            for past in played[0 if options["all"] else last - 1 : last]:
                self._show(f"{file}, move {past.move.number} of {len(played)}", past, seat)
            return
        game_id = ids.from_text(game)
        if game_id is None:
            raise CommandError(f"{game!r} is neither a file nor a game id.")
        try:
            head = heads.load(game_id)
            _check_seat(seat, head.state.seats)
            last = head.version if at is None else at
            for number in range(1 if options["all"] else last, last + 1):
                past = replay.state_at(game_id, number, version=head.version)
                title = f"Game {game}, move {number} of {head.version}, {time_text(past.move.at)}"
                self._show(title, past, seat)
        except GameNotFound:
            raise CommandError("No game has this id.") from None
        except NoSuchMove as refusal:
            raise CommandError(str(refusal)) from None

    def _show(self, title: str, past: Replayed, seat: int | None) -> None:
        state, move = past
        viewer: Viewer = "referee" if seat is None else seat
        if seat is not None and state.phase == "lobby":
            viewer = None  # seats had other numbers in the lobby
        text = narration.sentences(move.events, viewer=viewer, rules=state.rules)
        self.stdout.write(
            "\n".join([title, text, *ascii_table.draw(state_view(state, viewer)), ""])
        )


def _read(file: Path) -> list[Replayed]:
    """Return the moves of a notation and the positions after them.

    :raises CommandError: if it is no notation, or its game is not legal.
    """
    try:
        notation = syntax.parse(file.read_bytes())
        verdict = reader.verify(notation)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
    except MalformedEntry as refusal:
        raise CommandError(f"{file} cannot be replayed. {refusal}") from None
    if verdict.failure is not None:
        raise CommandError(f"{file} cannot be replayed. {verdict.failure.reason}")
    state, played = NEW, []
    for move in reader.read(notation).moves:
        texts = json.loads(move.command), json.loads(move.events)
        command, events = move_texts.read(*texts, move.schema)
        state = evolve(state, events)
        logged = LoggedMove(move.number, move.seat, command, events, move.at, move.digest)
        played.append(Replayed(state, logged))
    return played


def _check_seat(seat: int | None, seats: int) -> None:
    if seat is not None and not 0 <= seat < seats:
        raise CommandError(f"This game has seats 0 to {seats - 1}.")
