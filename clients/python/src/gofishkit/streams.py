"""Lines of a stream as frames, without I/O: what was received, and when to open it again."""

from typing import Any

import httpx

from gofishkit.api.calls import Call
from gofishkit.api.types import FINAL_REASONS
from gofishkit.bodies import MOST_BYTES, document
from gofishkit.errors import StreamLost
from gofishkit.retries import BUSY, UNSURE, Retry, refused, warn_unreached

SILENCE = 45.0
"""Seconds without a byte after which a stream counts as lost: three heartbeats."""
NEWS = ("move", "game")
"""Frames that show that a connection works."""
MANY_GAMES, TV = "/games/stream", "/tv/stream"


class LineSplitter:
    """Whole lines of a stream of bytes. Only line feeds end lines, as in NDJSON."""

    def __init__(self) -> None:
        self._rest = b""

    def take(self, chunk: bytes) -> list[bytes]:
        """Return the lines that the chunk completes.

        :raises httpx.RemoteProtocolError: if a line is too long.
        """
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        if len(self._rest) > MOST_BYTES:
            raise httpx.RemoteProtocolError("A line of the stream is too long.")
        return lines


class Resuming:
    """A stream through all its connections: how often it failed, and when to open it again."""

    def __init__(self, call: Call, retry: Retry) -> None:
        self._first, self._retry, self._failures = call, retry, 0
        self.is_over = False

    def refuse(self, answer: httpx.Response) -> float:
        """Return the seconds to wait after an answer without a stream, whose body has been read.

        :raises Refused: if a retry does not help.
        """
        refusal = refused(answer)
        seconds = refusal.retry_after
        if answer.status_code not in (*BUSY, *UNSURE) or (seconds or 0) > self._retry.longest:
            raise refusal
        return self._pause(refusal, seconds)

    def lose(self, error: httpx.TransportError | None) -> float:
        """Return the seconds to wait after a connection that ended.

        :raises StreamLost: if too many connections in a row brought nothing.
        """
        return self._pause(error, None)

    def read(self, line: bytes) -> Any:
        """Return what a line brings if it is new, else None.

        :raises httpx.RemoteProtocolError: if the line is not of such a stream.
        """
        try:
            return self.take(line) if line.strip() else None
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
            raise httpx.RemoteProtocolError("A line of the stream has another form.") from error

    def take(self, line: bytes) -> Any:
        """Return what a line that is not empty brings, or None. Raises what a wrong form causes."""
        raise NotImplementedError

    def _pause(self, error: Exception | None, seconds: float | None) -> float:
        self._failures += 1
        if self._failures >= self._retry.attempts:
            reason = f": {error}" if str(error or "") else "."
            raise StreamLost(f"{self._first.path} cannot be read{reason}") from None
        warn_unreached(error, self._failures)
        return self._retry.pause(self._failures - 1, seconds)


class FrameStream(Resuming):
    """The frames of a stream of one game, of many games, of TV, or of an account.

    A move of a game is given once, in order: what a connection repeats is skipped, and a gap opens
    a new connection. TV cannot be resumed, so a connection begins wherever its game is.
    """

    def __init__(self, call: Call, retry: Retry) -> None:
        super().__init__(call, retry)
        self._is_tv, self._is_many = call.path == TV, call.path in (TV, MANY_GAMES)
        self._ended, self._heartbeats = set[str](), 0
        self._last: dict[str, int] = {}
        """Number of the last move by game; the key is empty in the stream of one game."""
        if self._is_many:
            self._last |= (call.body or {}).get("after") or {}
        elif (after := call.query.get("after")) is not None:
            self._last[""] = int(after)

    def call(self) -> Call:
        """Return the request for the next connection."""
        self._heartbeats = 0
        if self._is_tv or not self._last:
            return self._first
        if not self._is_many:
            return self._first._replace(query={**self._first.query, "after": str(self._last[""])})
        ids = [each for each in self._first.body["ids"] if each not in self._ended]
        after = {game: number for game, number in self._last.items() if game in ids}
        return self._first._replace(body={**self._first.body, "ids": ids, "after": after})

    def take(self, line: bytes) -> Any:
        """Return the frame of a line if it is new, else None.

        :raises httpx.RemoteProtocolError: if the line is no frame, or a move is missing before it.
        """
        frame = whole(line)
        kind, data = frame.get("type"), frame.get("data")
        if not isinstance(kind, str) or not isinstance(data, dict):
            return None
        game = data.get("game", "") if self._is_many else ""
        if kind == "state" and "id" in frame and (self._is_tv or game not in self._last):
            self._last[game] = int(frame["id"])
        if kind == "move" and not self._take_move(game, data["number"]):
            return None
        if kind == "end":
            self._end(game, data.get("reason"))
        self._note_progress(kind)
        return frame

    def _take_move(self, game: str, number: int) -> bool:
        last = self._last.get(game)
        if last is not None and number <= last:
            return False
        if last is not None and number > last + 1:
            raise httpx.RemoteProtocolError("A move of the stream is missing.")
        self._last[game] = number
        return True

    def _end(self, game: str, reason: object) -> None:
        """Note the end of a game, or of the stream. A reason of a later version ends neither."""
        if not game:
            self.is_over = reason in FINAL_REASONS
        elif not self._is_tv and reason in FINAL_REASONS:
            self._ended.add(game)
            self.is_over = self._ended >= {*self._first.body["ids"]}

    def _note_progress(self, kind: str) -> None:
        """Forget earlier failures if the connection brings more than its first frames."""
        self._heartbeats += kind == "time"
        if kind in NEWS or self._heartbeats > 1:
            self._failures = 0


class LineStream(Resuming):
    """The lines of an export; each is given once."""

    def __init__(self, call: Call, retry: Retry) -> None:
        super().__init__(call, retry)
        self._cursor: str | None = None

    def call(self) -> Call:
        """Return the request for the next connection."""
        if self._cursor is None:
            return self._first
        if self._first.body is None:
            return self._first._replace(query={**self._first.query, "cursor": self._cursor})
        return self._first._replace(body={**self._first.body, "cursor": self._cursor})

    def take(self, line: bytes) -> Any:
        """Return the value of a line, or None.

        :raises httpx.RemoteProtocolError: if the line is not whole.
        """
        value = whole(line)
        self._failures = 0
        if "next" in value and "id" not in value:
            self._cursor, self.is_over = value["next"], value["next"] is None
            return None
        self._cursor = value["cursor"]
        return value


def whole(line: bytes) -> dict[str, Any]:
    """Return the object of a line.

    :raises httpx.RemoteProtocolError: if it is none, because the connection was cut within it.
    """
    try:
        value = document(line)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise httpx.RemoteProtocolError("A line of the stream is not whole.")
    return value
