"""Listeners for the tests: each holds one stream open and reads its frames."""

import json
import time
from collections.abc import Callable
from datetime import datetime
from types import TracebackType
from typing import Any, NamedTuple

import httpx

from api_kit.ndjson import NDJSON
from tests.players import API, Player
from tests.timeouts import PATIENCE


class Frame(NamedTuple):
    """One server-sent event."""

    event: str
    data: Any
    id: int | None


class Listener:
    """One stream: ``with Listener(address, f"/games/{game}/stream", ann) as stream``."""

    def __init__(
        self,
        address: str,
        path: str,
        player: Player | None = None,
        body: object = None,
        **headers: str,
    ) -> None:
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        if player is not None and player.secret is not None:
            fields["Authorization"] = f"Bearer {player.secret}"
        self._client = httpx.Client(timeout=PATIENCE)
        method = "GET" if body is None else "POST"
        request = self._client.build_request(
            method, address + API + path, headers=fields, json=body
        )
        self.response = self._client.send(request, stream=True)
        self._lines = self.response.iter_lines()
        self.heartbeats = 0
        self.times: list[datetime] = []
        """The server's clock in each frame of type ``time``, which other methods skip."""
        self.clocks: list[Any] = []
        """What these frames say of clocks that were changed without a move."""
        self.players: list[Any] = []
        """The players in each frame of type ``players``, which other methods skip."""

    def __enter__(self) -> "Listener":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.response.close()
        self._client.close()

    @property
    def code(self) -> str:
        """The code of the problem that was answered instead of a stream."""
        assert self.response.headers["content-type"] == "application/problem+json"
        code: str = json.loads(self.response.read())["code"]
        return code

    def frame(self) -> Frame | None:
        """Return the next frame, or None at the stream's end.

        :raises TimeoutError: nothing but heartbeats came.
        """
        deadline = time.monotonic() + PATIENCE
        while (frame := self._any_frame()) is not None and self._is_kept_apart(frame):
            if time.monotonic() > deadline:
                raise TimeoutError
        return frame

    def read_times(self, count: int) -> None:
        """Read an idle stream until the server's clock has come so often."""
        while len(self.times) < count:
            frame = self._any_frame()
            assert frame is not None and self._is_kept_apart(frame)

    def players_until(self, is_shown: Callable[[Any], bool]) -> Any:
        """Read on until a frame shows such players, and return them.

        :raises TimeoutError: if none came.
        """
        deadline = time.monotonic() + PATIENCE
        while (frame := self._any_frame()) is not None and time.monotonic() < deadline:
            if (
                self._is_kept_apart(frame)
                and frame.event == "players"
                and is_shown(self.players[-1])
            ):
                return self.players[-1]
        raise TimeoutError

    def _is_kept_apart(self, frame: Frame) -> bool:
        """Return whether a frame says no news of the game, and keep what it says."""
        if frame.event == "time":
            self.times.append(datetime.fromisoformat(frame.data.pop("now")))
            self.clocks += [frame.data] if frame.data else []
        elif frame.event == "players":
            assert frame.id is None and [*frame.data] in (["players"], ["game", "players"])
            self.players.append(frame.data["players"])
        return frame.event in ("time", "players")

    def _any_frame(self) -> Frame | None:
        fields: dict[str, str] = {}
        for line in self._lines:
            if line == ":":
                self.heartbeats += 1
            elif line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif fields:
                number = int(fields["id"]) if "id" in fields else None
                return Frame(fields["event"], json.loads(fields["data"]), number)
        return None

    def frames(self, count: int) -> list[Frame]:
        """Return the next ``count`` frames."""
        found = [self.frame() for _ in range(count)]
        return [frame for frame in found if frame is not None]

    def rest(self) -> list[Frame]:
        """Return all frames up to the stream's end."""
        frames = []
        while frame := self.frame():
            frames.append(frame)
        return frames


class LineListener(Listener):
    """One stream of newline-delimited JSON; an empty line counts as a heartbeat."""

    def __init__(
        self,
        address: str,
        path: str,
        player: Player | None = None,
        body: object = None,
        **headers: str,
    ) -> None:
        super().__init__(address, path, player, body, **({"Accept": NDJSON} | headers))

    def _any_frame(self) -> Frame | None:
        for line in self._lines:
            if line:
                shown = json.loads(line)
                assert list(shown) in (["type", "data"], ["type", "id", "data"])
                return Frame(shown["type"], shown["data"], shown.get("id"))
            self.heartbeats += 1
        return None
