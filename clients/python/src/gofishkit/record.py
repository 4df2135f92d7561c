"""What a player has seen of a game: the view and the public history, without I/O."""

from collections import deque
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from gofishkit.api import types


class GameRecord:
    """The view and the history of a game, which frames and answers to commands bring up to date."""

    def __init__(self, game_id: str) -> None:
        self.id = game_id
        self.view: types.State | None = None
        """The latest state; None before the first."""
        self.history: list[types.Event] = []
        """All events as this player saw them, oldest first."""
        self.last = 0
        """Number of the last move in the history."""
        self.waiting: deque[types.Move] = deque()
        """Moves in the history that no loop has been given yet."""
        self._ahead = 0.0

    @property
    def is_up_to_date(self) -> bool:
        """Whether view and history belong to the same moment."""
        return self.view is not None and self.view["version"] == self.last

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for this player, and the view shows what they know."""
        if self.view is None or not self.is_up_to_date or self.view["you"] is None:
            return False
        return self.view["to_act"] == self.view["you"]

    @property
    def is_over(self) -> bool:
        """Whether the game is over, or was closed in its lobby."""
        return self.view is not None and self.view["phase"] in ("over", "closed")

    def seconds_left(self, now: datetime) -> float | None:
        """Return the seconds until the deadline by the server's clock, or None without one."""
        deadline = None if self.view is None else self.view["deadline"]
        if deadline is None:
            return None
        return _time(deadline).timestamp() - (now.timestamp() + self._ahead)

    def take_frame(self, frame: Mapping[str, Any], now: datetime) -> None:
        """Add what a frame of the stream says; ignore frames of unknown types."""
        kind, data = frame.get("type"), frame["data"]
        if kind == "state":
            self.take_view(data)
        elif kind == "move":
            self.take_move(data)
            if "state" in data:
                self.take_view(data["state"])
        elif kind == "time":
            self._ahead = (_time(data["now"]) - now).total_seconds()

    def take_answer(self, answer: types.CommandAnswer) -> None:
        """Add what the answer to a command of this player says."""
        for move in answer["moves"]:
            self.take_move(move)
        self.take_view(answer["state"])

    def take_view(self, view: types.State) -> None:
        """Keep a view unless a later one is known."""
        if self.view is None or view["version"] >= self.view["version"]:
            self.view = view

    def take_move(self, move: types.Move) -> None:
        """Add a move if it is the next one; a later one comes again in its place."""
        if move["number"] == self.last + 1:
            self.last += 1
            self.history += move["events"]
            self.waiting.append(move)


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)
