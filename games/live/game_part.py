"""The part of one game in a stream of several games: each of its frames names the game."""

from collections.abc import Callable
from typing import NamedTuple

from games.live import frames
from games.live.answers import EndReason
from games.live.frames import Frame, FrameFormat
from games.live.stream import Stream, StreamCredentials
from games.log import ids

_MEMBER = b'{"game":'


class GameFrameFormat(NamedTuple):
    """A format whose frames name their game as the first member of ``data``."""

    format: FrameFormat
    game: str

    def write(self, frame: Frame) -> bytes:
        """Return a frame as bytes. A state names its game itself."""
        if not frame.data.startswith(_MEMBER):
            data = b'%b"%b",%b' % (_MEMBER, self.game.encode(), frame.data[1:])
            frame = frame._replace(data=data)
        return self.format.write(frame)


class GamePart:
    """Sends the frames of a game to a shared stream, until the game or the stream has ended."""

    __slots__ = ("_has_ended", "_on_end", "_whole", "format", "game_id")

    def __init__(self, whole: Stream, game_id: int, *, on_end: Callable[[int], None]) -> None:
        self.game_id = game_id
        self.format = GameFrameFormat(whole.format, ids.to_text(game_id))
        self._whole, self._on_end = whole, on_end
        self._has_ended = False

    @property
    def credentials(self) -> StreamCredentials:
        """What must stay valid for the shared stream."""
        return self._whole.credentials

    @property
    def has_ended(self) -> bool:
        """Whether nothing more is sent."""
        return self._has_ended or self._whole.has_ended

    def send(self, frame: Frame) -> None:
        """Send a frame as :meth:`push` does."""
        self.push(self.format.write(frame))

    def push(self, written: bytes) -> None:
        """Send written frames after all earlier ones of the shared stream."""
        if not self._has_ended:
            self._whole.push(written)

    def end(self, reason: EndReason) -> None:
        """Send the last frame of the game; the shared stream stays open."""
        if not self.has_ended:
            self.send(frames.end(reason))
            self._has_ended = True
            self._on_end(self.game_id)

    async def sent(self) -> None:
        """Wait until all frames so far are sent."""
        await self._whole.sent()
