"""Print the table of a game after a move, with that move in words.

Shows every hand and the next card of the stock, unless --seat is given.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.chain import time_text
from games.engine.view import Viewer, state_view
from games.log import heads, replay
from games.log.replay import Replayed
from games.management.walk import read_id
from games.refusals import GameNotFound, NoSuchMove
from games.text import ascii_table, narration


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME", help="id of the game, 11 letters and digits")
        moment = parser.add_mutually_exclusive_group()
        moment.add_argument(
            "--at", type=int, metavar="N", help="after this move, instead of the last"
        )
        moment.add_argument("--all", action="store_true", help="after each move, in order")
        parser.add_argument("--seat", type=int, metavar="S", help="only what this seat could see")

    def handle(
        self, *args: Any, game: str, at: int | None, seat: int | None, **options: Any
    ) -> None:
        game_id = read_id(game)
        try:
            head = heads.load(game_id)
            if seat is not None and not 0 <= seat < head.state.seats:
                raise CommandError(f"This game has seats 0 to {head.state.seats - 1}.")
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
