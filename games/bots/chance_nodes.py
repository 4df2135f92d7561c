"""A game whose dealer, deals and draws are outcomes of chance, one card at a time.

The engine draws from the top of a stock in a fixed order. Here the stock has no order: a command
runs until it draws a card that chance has not named, and waits for it. For search programs, which
have to visit every outcome.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine import dealing
from games.engine.cards import RANK_CARDS, RANKS, Card, full_pack
from games.engine.commands import Command, Create, Deal, DrawDealer, Start, TakeSeat
from games.engine.decide import execute, step
from games.engine.events import CardDrawn, Dealt, Event
from games.engine.evolve import record
from games.engine.refusals import OptionError, RulesRefused
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.state import NEW, Book, State
from games.engine.table import Table

WITHOUT_CEREMONY = {
    "dealer_selection": "random",
    "cut_by_right": False,
    "redeal_on_exposed": False,
}
"""Of a shuffled pack, neither the cut nor a misdeal nor the draw for dealer changes any chance."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is the same in all games: the rules, the seats, and how many ranks are in play."""

    rules: Rules
    seats: int
    open_ranks: int = len(RANKS)

    @property
    def pack(self) -> Sequence[Card]:
        """The cards in play: those of the highest ranks, and jokers."""
        return full_pack(self.rules.joker_count)[4 * (len(RANKS) - self.open_ranks) :]

    @property
    def most_moves(self) -> int:
        """An upper bound of the number of actions in a game, without those of chance."""
        progress = self.rules.pack_size * (1 + 1 / self.rules.book_size)
        return int(progress + 1) * (self.rules.stalemate_limit + 1)


def prepare(
    preset: str = "classic",
    *,
    seats: int = 2,
    overlays: Sequence[str] = (),
    options: dict[str, Any] | None = None,
    open_ranks: int = len(RANKS),
) -> Setup:
    """Return the setup of a preset, or of its endgames if fewer ranks are open.

    In an endgame the books of all other ranks are laid, by the seats in turn. The dealer is always
    drawn at random, and there is neither a cut nor a misdeal, whatever the options say.

    :raises RulesRefused: if the rules cannot be played, at this number of seats or in this form.
    """
    rules = compose(preset, overlays, (options or {}) | WITHOUT_CEREMONY).check(seats=seats)
    setup = Setup(rules, seats, open_ranks)
    if rules.referee == "honour" or rules.target_score is not None:
        _refuse("overlays", "Neither honour mode nor a series can be played with explicit chance.")
    if not 1 <= open_ranks <= len(RANKS):
        _refuse("open_ranks", f"The number of open ranks is 1 to {len(RANKS)}.")
    if open_ranks < len(RANKS) and sum(rules.hand_counts(seats=seats, dealer=0)) > len(setup.pack):
        _refuse("hand_size", "The open ranks have too few cards. Set a smaller hand_size.")
    return setup


def _refuse(option: str, detail: str) -> None:
    raise RulesRefused((OptionError(option, "conflict", detail),))


@dataclass(frozen=True, slots=True)
class Node:
    """A position at which a seat or chance acts, or the game is over; it never changes."""

    setup: Setup
    state: State
    events: tuple[Event, ...]
    """All events so far with every card, oldest first."""
    running: Command | None = None
    """The command that waits for a card."""
    before: State = NEW
    """The state before that command."""
    past: int = 0
    """The number of events before that command."""
    cards: tuple[Card, ...] = ()
    """The cards that chance has named since that command."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Node":
        return self

    @property
    def is_chance(self) -> bool:
        """Whether chance acts next."""
        return self.running is not None or self.state.phase == "dealer"

    def outcomes(self) -> list[int]:
        """Return what chance can name, all equally likely: a dealer's seat or a card, ascending."""
        if self.state.phase == "dealer":
            return list(range(self.setup.seats))
        if self.state.phase == "deal":
            return [card for card in self.setup.pack if card not in self.cards]
        return sorted(self.state.stock)

    def after_chance(self, outcome: int) -> "Node":
        """Return the position after chance named this.

        :raises ValueError: if it is not one of the outcomes.
        """
        if not self.is_chance or outcome not in self.outcomes():
            raise ValueError(f"Chance cannot name {outcome} here.")
        if self.state.phase == "dealer":
            events, state = step(self.state, DrawDealer(outcome))
            position = Node(self.setup, state, self.events + events)
            return position._run(Deal(()), ())
        assert self.running is not None
        began = replace(self, state=self.before, events=self.events[: self.past])
        return began._run(self.running, (*self.cards, outcome))

    def after(self, command: Command) -> "Node":
        """Return the position after a seat's command, or at the first card that it draws.

        :raises Refusal: if the command is refused.
        """
        assert not self.is_chance
        return self._run(command, ())

    def _run(self, command: Command, cards: tuple[Card, ...]) -> "Node":
        """Run a command as far as these cards go."""
        counts = self._counts() if isinstance(command, Deal) else ()
        waiting = replace(
            self, running=command, before=self.state, past=len(self.events), cards=cards
        )
        if len(cards) < sum(counts):
            return waiting
        left = self.setup.pack if counts else self.state.stock
        order = (*cards, *(card for card in left if card not in cards))
        table = Table(self.state)
        if counts:
            assert table.dealer is not None
            self._deal(table, Dealt(table.dealer, order, counts))
            dealing.begin_play(table)
        else:
            table.stock = order
            execute(table, command)
        events = table.take_events()
        draws = [place for place, event in enumerate(events) if isinstance(event, CardDrawn)]
        named = len(cards) - sum(counts)
        if len(draws) <= named:
            return Node(self.setup, table.freeze(), self.events + events)
        events = events[: draws[named]]
        return replace(waiting, state=self._replayed(order, events), events=self.events + events)

    def _counts(self) -> tuple[int, ...]:
        dealer = self.state.dealer
        assert dealer is not None
        return self.setup.rules.hand_counts(seats=self.setup.seats, dealer=dealer)

    def _deal(self, table: Table, dealt: Dealt) -> None:
        record(table, dealt)
        for rank in range(len(RANKS) - self.setup.open_ranks):
            table.books[rank % table.seats] += (Book(rank, RANK_CARDS[rank]),)

    def _replayed(self, order: tuple[Card, ...], events: Sequence[Event]) -> State:
        table = Table(self.state)
        table.stock = order
        for event in events:
            if isinstance(event, Dealt):
                self._deal(table, event)
            else:
                record(table, event)
        return table.freeze()


def start(setup: Setup) -> Node:
    """Return the first position, at which chance names the dealer."""
    opening: tuple[Command, ...] = (
        Create(setup.rules, setup.seats, commitment=""),
        *(TakeSeat(seat) for seat in range(setup.seats)),
        Start(),
    )
    state, events = NEW, tuple[Event, ...]()
    for command in opening:
        caused, state = step(state, command)
        events += caused
    return Node(setup, state, events)
