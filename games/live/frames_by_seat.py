"""Some moves of a game as frames, for readers on any seat."""

from games.engine.cards import Seat
from games.engine.rules import Rules
from games.live.frames import Frame, FrameWriter
from games.log.heads import GameHead
from games.log.reader import LoggedMove
from games.play import seats
from games.play.api.positions.spliced import SplicedMove, SplicedPosition


class FramesBySeat:
    """Some moves as frames, rendered when the first reader of a seat needs them, and written once
    for each format. What all viewers see is rendered once.

    With the head after the last move, that move can carry the state.
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
        self._moves = [SplicedMove(move, rules) for move in moves]
        self._head = head
        self._position: SplicedPosition | None = None
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
        head = self._head if with_state and until == self.last else None
        key = writer, viewer, start, end, head is not None
        if key not in self._written:
            shown = [
                Frame("move", move.json(viewer), move.number)
                for move in self._moves[start : end if head is None else end - 1]
            ]
            if head is not None:
                shown.append(self._newest(head._replace(seat=viewer)))
            self._written[key] = b"".join(map(writer.write, shown))
        return self._written[key]

    def _newest(self, head: GameHead) -> Frame:
        """Return the last move with the state after it, for the viewer at the head."""
        if self._position is None:
            self._position = SplicedPosition(head)
        move = self._moves[-1].json(head.viewer)
        state = self._position.json(head.viewer, last_move=move)
        return Frame("move", b'%b,"state":%b}' % (move[:-1], state), self.last)
