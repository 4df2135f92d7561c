"""Rules of the lobby: a game is opened, seats are taken and left, and the game starts or is
closed.
"""

from games.engine.commands import AddEntropy, Close, Create, LeaveSeat, Start, TakeSeat
from games.engine.events import Closed, Created, EntropyAdded, SeatLeft, SeatTaken, Started
from games.engine.evolve import record
from games.engine.refusals import (
    AlreadyStarted,
    BadEntropy,
    EntropyAlreadyGiven,
    GameFull,
    NoSuchSeat,
    OptionError,
    RulesRefused,
    SeatEmpty,
    SeatTakenAlready,
    TooFewSeats,
    TooManySeatings,
)
from games.engine.rules import RULES_VERSION
from games.engine.shuffle import MAX_ENTROPY_LENGTH, is_entropy
from games.engine.state import people_of
from games.engine.table import Table

MOST_SEATINGS = 200
"""How often the seats of one lobby may be taken, by people and bots.

This bounds the log of a lobby to ``MOST_LOBBY_MOVES``: each time a seat is left or adds entropy, it
was taken before. Leaving, adding entropy and starting therefore need no limit of their own.
"""
MOST_LOBBY_MOVES = 3 * MOST_SEATINGS + 2
LONGEST_TURN = 24 * 3600  # seconds


def create(table: Table, command: Create) -> None:
    """Open the game if its rules can be played at its number of seats, with this dealer and this
    clock.

    A server may allow less: here stands what a log can hold that another server has written.
    """
    if table.phase != "new":
        raise AlreadyStarted("This game already exists.")
    rules, seats, commitment, dealer, turn_seconds, on_abandon, stand_in, aids, rated = command
    rules.check(seats=seats)
    if dealer is not None and not 0 <= dealer < seats:
        raise NoSuchSeat(f"The seats of this game are 0 to {seats - 1}.")
    if turn_seconds is not None and not 1 <= turn_seconds <= LONGEST_TURN:
        range_ = f"turn_seconds must be a whole number from 1 to {LONGEST_TURN}."
        raise RulesRefused((OptionError("turn_seconds", "out_of_range", range_),))
    record(
        table,
        Created(
            rules,
            RULES_VERSION,
            seats,
            commitment,
            dealer,
            turn_seconds,
            on_abandon,
            stand_in,
            aids,
            rated,
        ),
    )


def take_seat(table: Table, command: TakeSeat) -> None:
    """Seat a player or a built-in bot on an empty seat."""
    _need_lobby(table)
    if table.taken == (1 << table.seats) - 1:
        raise GameFull("Every seat of this game is taken.")
    if not 0 <= command.seat < table.seats:
        raise NoSuchSeat(f"The seats of this game are 0 to {table.seats - 1}.")
    if _is_taken(table, command.seat):
        raise SeatTakenAlready(f"Seat {command.seat} is taken.")
    if table.seatings >= MOST_SEATINGS:
        raise TooManySeatings(
            f"The limit of {MOST_SEATINGS} seatings of this lobby is reached. Open another game."
        )
    if command.entropy is not None:
        _check_entropy(command.entropy)
    record(table, SeatTaken(command.seat, command.entropy, command.bot))


def add_entropy(table: Table, command: AddEntropy) -> None:
    """Add a seat's entropy, which goes into every pack of the game; once per seat."""
    _need_lobby(table)
    _need_seated(table, command.seat)
    if any(seat == command.seat for seat, _ in table.entropy):
        raise EntropyAlreadyGiven(f"Seat {command.seat} has already added entropy.")
    _check_entropy(command.entropy)
    record(table, EntropyAdded(command.seat, command.entropy))


def leave_seat(table: Table, command: LeaveSeat) -> None:
    """Empty a seat and discard its entropy; when the last person leaves, the bots leave too."""
    _need_lobby(table)
    _need_seated(table, command.seat)
    record(table, SeatLeft(command.seat))
    if not people_of(table):
        for seat in range(table.seats):
            if _is_taken(table, seat):
                record(table, SeatLeft(seat))


def start(table: Table, command: Start) -> None:
    """Start with the seats taken, numbered again without gaps, if the rules allow their number."""
    _need_lobby(table)
    taken = tuple(seat for seat in range(table.seats) if table.taken >> seat & 1)
    if errors := table.rules.errors(seats=len(taken)):
        raise TooFewSeats(f"Seats taken: {len(taken)}. {errors[0].detail}")
    record(table, Started(taken, command.rated))


def close(table: Table, command: Close) -> None:
    """Close the lobby for good."""
    _need_lobby(table)
    if command.reason == "empty" and table.taken:
        raise SeatTakenAlready("This lobby is not empty.")
    record(table, Closed(command.reason))


def _check_entropy(text: str) -> None:
    if not is_entropy(text):
        raise BadEntropy(
            f"Entropy is a text of 1 to {MAX_ENTROPY_LENGTH} characters, without control characters and line breaks."
        )


def _need_lobby(table: Table) -> None:
    if table.phase != "lobby":
        raise AlreadyStarted("The game has already started: its seats are final.")


def _need_seated(table: Table, seat: int) -> None:
    if not _is_taken(table, seat):
        raise SeatEmpty(f"Seat {seat} is empty.")


def _is_taken(table: Table, seat: int) -> bool:
    return 0 <= seat < table.seats and bool(table.taken >> seat & 1)
