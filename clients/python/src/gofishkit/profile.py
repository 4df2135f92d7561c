"""How well seats of a local game used what all players could know. Needs ``gofishkit[local]``."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from games.bots.from_memory import promise
from games.bots.knowledge import Knowledge
from games.engine.rules import Rules

Json = dict[str, Any]


class Profile(NamedTuple):
    """How often players asked, and how."""

    asks: int = 0
    hits: int = 0
    hopeless: int = 0
    """Asks that could not hit by the public history."""
    overlooked: int = 0
    """Asks that missed, though another legal ask was certain to hit by the public history."""

    @classmethod
    def total(cls, profiles: Iterable[Self]) -> Self:
        """Return the sum of profiles."""
        return cls(*map(sum, zip(*profiles, strict=True)))


class Observer:
    """Follows the public history of a game, and keeps a profile of each seat."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self._rules, self._seats, self._read = rules, seats, 0
        self._is_sure_left = False
        self.profiles = [Profile()] * seats
        self._forget()

    def note(self, view: Mapping[str, Any], history: Sequence[Json]) -> None:
        """Follow the game after an action; ``view`` is what its player saw before it, ``history``
        all events so far as any viewer saw them.
        """
        for event in history[self._read :]:
            match event:
                case {"type": "dealt"}:
                    self._forget()
                case {"type": "asked", "seat": seat}:
                    self._note_ask(seat, event, view)
                case {"type": "cards_given", "to": seat}:
                    self._add(seat, hits=1)
                    self._is_sure_left = False
                case {"type": "go_fish", "to": seat}:
                    self._add(seat, overlooked=int(self._is_sure_left))
                    self._is_sure_left = False
                case _:
                    pass
            self._knowledge.learn((event,))
        self._read = len(history)

    def _note_ask(self, seat: int, ask: Json, view: Mapping[str, Any]) -> None:
        others = (action for action in view["legal_actions"] if action["type"] == "ask")
        best = max((promise(other, self._knowledge, view) for other in others), default=0)
        own = promise(ask, self._knowledge, view)
        self._is_sure_left = best > 0 >= own
        self._add(seat, asks=1, hopeless=int(own < 0))

    def _add(self, seat: int, **counts: int) -> None:
        self.profiles[seat] = Profile.total((self.profiles[seat], Profile(**counts)))

    def _forget(self) -> None:
        self._knowledge = Knowledge(self._rules.as_options(), self._seats)
