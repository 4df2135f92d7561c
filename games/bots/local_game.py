"""Play a game in this process, without a database: for bots and for training."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.engine import referee, shuffle, view
from games.engine.cards import Seat
from games.engine.commands import Command, Create, TakeSeat
from games.engine.decide import step
from games.engine.events import Event
from games.engine.rules import Rules
from games.engine.state import NEW, State

Json = dict[str, Any]


class PlayedMove(NamedTuple):
    """A move: its author, None for the referee, its command, and its events, oldest first."""

    seat: Seat | None
    command: Command
    events: tuple[Event, ...]


class LocalGame:
    """A game from its deal on; the seed decides everything except the players' actions."""

    def __init__(self, rules: Rules, *, seats: int, seed: bytes) -> None:
        """Open the game, take every seat and deal.

        :raises RulesRefused: if the rules cannot be played at this number of seats.
        """
        self.state: State = NEW
        self.seed = seed
        self.moves: list[PlayedMove] = []
        """All moves so far, oldest first, with every card."""
        self._events: list[Event] = []
        self._seen: list[list[Json]] = [[] for _ in range(seats)]
        self._read = [0] * seats
        commitment = shuffle.commitment(seed)
        self._execute(Create(rules.check(seats=seats), seats, commitment))
        for seat in range(seats):
            self._execute(TakeSeat(seat), seat)

    @property
    def to_act(self) -> Seat | None:
        """The seat that the game waits for; None when it is over."""
        return self.state.to_act()

    @property
    def events(self) -> Sequence[Event]:
        """All events so far with every card, oldest first."""
        return self._events

    def act(self, action: Json) -> None:
        """Let the seat that the game waits for take one of its ``legal_actions``.

        :raises Refusal: if it is not one of them.
        """
        seat = self.to_act
        assert seat is not None, "the game is over"
        self._execute(view.command_of(action, seat), seat)

    def view(self, seat: Seat) -> Json:
        """Return the state as the seat sees it."""
        return view.state_view(self.state, seat)  # type: ignore[return-value]  # one kind of Json

    def history(self, seat: Seat) -> list[Json]:
        """Return the events as the seat saw them, oldest first."""
        seen = self._seen[seat]
        rules = self.state.rules
        seen += (view.event_view(event, seat, rules) for event in self._events[self._read[seat] :])
        self._read[seat] = len(self._events)
        return seen

    def shares(self) -> tuple[float, ...]:
        """Return by seat the share of the win of a finished game or series; the shares sum to 1."""
        return shares(self.state)

    def _execute(self, command: Command, seat: Seat | None = None) -> None:
        due: Command | None = command
        while due is not None:
            events, self.state = step(self.state, due)
            self._events += events
            self.moves.append(PlayedMove(seat, due, events))
            due, seat = referee.next_command(self.state, self.seed), None


def shares(state: State) -> tuple[float, ...]:
    """Return by seat the share of the win of a finished game or series; 0 before the end."""
    outcome = state.series or state.result
    winners = () if outcome is None else outcome.winners
    return tuple((seat in winners) / len(winners) for seat in range(state.seats))
