"""Follow a game event by event: the cards of all, and what is certain from public events."""

from games.bots.habits import Habits
from games.bots.knowledge import Knowledge
from games.engine import view
from games.engine.events import Asked, Dealt, Event
from games.engine.evolve import record
from games.engine.rules import Rules
from games.engine.state import NEW
from games.engine.table import Table


class Follower:
    """The position after the events so far.

    ``knowledge`` and ``habits`` are public: all seats could know them. They begin with each deal.
    """

    def __init__(self, rules: Rules, seats: int) -> None:
        self.table = Table(NEW)
        self.rules = rules.as_options()
        self._rules = rules
        self._seats = seats
        self._forget()

    def follow(self, event: Event) -> None:
        """Apply the next event."""
        record(self.table, event)
        self.table.events.clear()
        if isinstance(event, Dealt):
            self._forget()
        seen = view.event_view(event, None, self._rules)
        if isinstance(event, Asked):
            self.habits.note(seen, self.knowledge)
        self.knowledge.learn((seen,))

    def _forget(self) -> None:
        self.knowledge = Knowledge(self.rules, self._seats)
        self.habits = Habits(self.rules, self._seats)
