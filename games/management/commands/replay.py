"""Print the table of a game, or of a notation (GFN), after a move, with that move in words.

Shows every hand and the next card of the stock, unless --seat is given.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.data import narration
from games.engine import move_texts
from games.engine.cards import parse_card, parse_rank
from games.engine.chain import time_text
from games.engine.evolve import evolve
from games.engine.refusals import MalformedEntry
from games.engine.state import NEW
from games.engine.view import Viewer, state_view
from games.log import head_reader, ids, replay
from games.log.reader import LoggedMove
from games.log.refusals import GameNotFound, NoSuchMove
from games.log.replay import Replayed
from games.notation import reader, syntax

Json = Mapping[str, Any]

HIDDEN = "▒▒"
TO_ACT = "▶"


def draw(view: Json) -> list[str]:
    """Return the lines of a state, from a view that ``engine.view.state_view`` returns.

    ::

        Deal 1 · stock 38 (next 9♣) · seat 0 deals · seat 1 to ask
          Seat 0   5 cards   2♣ 2♥ 7♠ Q♦ A♣   books: kings, fours
        ▶ Seat 1   3 cards   ▒▒ ▒▒ ▒▒
    """
    return [_summary(view), *(_seat(view, seat) for seat in view["seats"]), *_rest(view)]


def _summary(view: Json) -> str:
    parts = [f"Deal {view['deal']}" if view["deal"] else "Before the deal"]
    if view["deal"]:
        stock = f"stock {view['stock']}"
        parts.append(
            f"{stock} (next {_cards(view['stock_cards'][:1])})" if view["stock_cards"] else stock
        )
    if view["dealer"] is not None:
        parts.append(f"seat {view['dealer']} deals")
    if view["to_act"] is not None:
        doing = "close" if view["phase"] == "closing" else view["phase"]
        parts.append(f"seat {view['to_act']} to {doing}")
    else:
        parts.append(
            {"over": "over", "lobby": "waiting for players", "closed": "closed"}.get(
                view["phase"], "the referee to act"
            )
        )
    return " · ".join(parts)


def _seat(view: Json, seat: Json) -> str:
    mark = TO_ACT if seat["seat"] == view["to_act"] else " "
    if not seat["taken"]:
        return f"{mark} Seat {seat['seat']}   empty"
    if not view["deal"]:
        return f"{mark} Seat {seat['seat']}   taken"
    hand = [HIDDEN] * seat["hand_size"] if seat["hand"] is None else [_cards(seat["hand"])]
    size = f"{seat['hand_size']:2} card{' ' if seat['hand_size'] == 1 else 's'}"
    notes = [
        f"books: {_books(seat['books'])}" if seat["books"] else "",
        f"points: {seat['total']}" if view["series"] or seat["total"] else "",
        f"barred: {_ranks(seat['barred'])}" if seat["barred"] else "",
        f"misses {seat['misses_turns']} of its turns" if seat["misses_turns"] else "",
        "has left" if seat["left"] else "",
    ]
    line = [f"{mark} Seat {seat['seat']}", size, " ".join(hand), *filter(None, notes)]
    return "   ".join(filter(None, line))


def _rest(view: Json) -> Iterator[str]:
    for title, books in (("Void", view["void"]), ("Lost to the fish penalty", view["discards"])):
        if books:
            yield f"  {title}: {_books(books)}"


def _books(books: list[Json]) -> str:
    return ", ".join(
        "face down" if book["rank"] is None else _ranks([book["rank"]]) for book in books
    )


def _ranks(ranks: list[str]) -> str:
    return ", ".join(narration.ranks(parse_rank(rank)) for rank in ranks)


def _cards(cards: list[str]) -> str:
    return " ".join(narration.card(parse_card(text)) for text in cards)


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
            head = head_reader.load(game_id)
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
        self.stdout.write("\n".join([title, text, *draw(state_view(state, viewer)), ""]))


def _read(file: Path) -> list[Replayed]:
    """Return the moves of a notation and the positions after them."""
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
