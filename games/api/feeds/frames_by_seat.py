"""Some moves of a game as frames, for readers on any seat."""

from games.api.feeds import frames
from games.api.feeds.frames import Frame, FrameWriter
from games.engine.cards import Seat
from games.engine.rules import Rules
from games.log.heads import GameHead
from games.log.reader import LoggedMove
from games.services.moves import seats


class FramesBySeat:
    """Some moves as frames, rendered when the first reader of a seat needs them, and written once
    for each format.

    With the head after the last move, that move can carry the state; it is rendered once per seat
    too.
    """

    def __init__(
        self, moves: tuple[LoggedMove, ...], rules: Rules, head: GameHead | None = None
    ) -> None:
        self.first, self.last = (moves[0].number, moves[-1].number) if moves else (0, 0)
        self.departures = tuple(
            (move.number, seat, has_left)
            for move in moves
            for seat, has_left in seats.departures(move.events)
        )
        """The moves in which a player left or came back, oldest first: number, seat, and whether it
        left.
        """
        self._moves, self._rules, self._head = moves, rules, head
        self._frames: dict[Seat | None, list[Frame]] = {}
        self._newest: dict[Seat | None, Frame] = {}
        self._written: dict[tuple[FrameWriter, Seat | None, int, int, bool], bytes] = {}

    def between(
        self,
        after: int,
        until: int,
        viewer: Seat | None,
        writer: FrameWriter,
        *,
        with_state: bool = False,
    ) -> bytes:
        """Return the written frames of the moves after one number, up to another.

        ``with_state`` adds the viewer's state to the last move, if the head was read with it.
        """
        start, end = max(after + 1 - self.first, 0), until + 1 - self.first
        newest = self._newest_of(viewer) if with_state and until == self.last else None
        key = writer, viewer, start, end, newest is not None
        if key not in self._written:
            shown = self._of(viewer)[start:end]
            if newest is not None:
                shown[-1] = newest
            self._written[key] = b"".join(map(writer.write, shown))
        return self._written[key]

    def _of(self, viewer: Seat | None) -> list[Frame]:
        if viewer not in self._frames:
            self._frames[viewer] = [frames.move(m, viewer, self._rules) for m in self._moves]
        return self._frames[viewer]

    def _newest_of(self, viewer: Seat | None) -> Frame | None:
        if self._head is not None and viewer not in self._newest:
            head = self._head._replace(seat=viewer)
            self._newest[viewer] = frames.newest_move(self._moves[-1], head)
        return self._newest.get(viewer)
