"""What the runner remembers of its account and its games, in a file for its owner only."""

import json
import os
import tempfile
import threading
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Self, TextIO
from urllib.parse import urlsplit

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]


class UnusableFile(Exception):
    """The file of the runner cannot be used; the message says why and what to do."""


class RunnerFile:
    """The token of a guest, and how far a run of games got.

    The file is replaced after each change, so that a killed runner continues where it was.
    """

    def __init__(self, file: Path, content: dict[str, Any], lock: TextIO) -> None:
        self._file, self._content, self._lock = file, content, lock
        self._writing = threading.Lock()

    @classmethod
    def open(cls, file: Path, server: str) -> Self:
        """Read the file, or prepare a new one.

        Only one runner uses it at a time: two would play each game of the run together.

        :raises UnusableFile: if others may read it, another runner uses it, or it is of another
            server.
        """
        content: dict[str, Any] = {"server": server, "token": None, **_new_run()}
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            lock = locked(file.with_name(f"{file.name}.lock"))
            kept = file.read_bytes() if file.exists() else None
        except OSError as error:
            raise UnusableFile(f"{file} cannot be used: {error.strerror}.") from error
        try:
            content |= {} if kept is None else _read(kept, content, file)
        except UnusableFile:
            lock.close()
            raise
        return cls(file, content, lock)

    def close(self) -> None:
        """Let another runner use the file."""
        self._lock.close()

    @property
    def token(self) -> str | None:
        """The token of the guest, if there is one."""
        token: str | None = self._content["token"]
        return token

    def key(self, number: int) -> str:
        """Return the key by which the game with this number is found, again after a kill.

        A game that was forgotten is not found again: another key finds its successor.
        """
        left = self._content["left"].get(str(number), 0)
        return f"{self._content['run']}-{number}" + (f"-{left}" if left else "")

    def keep_token(self, token: str) -> None:
        """Store the token of a guest."""
        self._write(token=token)

    def game(self, number: int) -> str | None:
        """Return the game with this number of the run, if it was found."""
        found: str | None = self._content["games"].get(str(number))
        return found

    def keep_game(self, number: int, game: str) -> None:
        """Store which game is the one with this number."""
        with self._writing:
            self._content["games"][str(number)] = game
        self._write()

    def playing(self) -> list[int]:
        """Return the numbers of games that were found and are not over."""
        with self._writing:
            return [int(n) for n in self._content["games"] if n not in self._content["results"]]

    def results(self) -> dict[int, float]:
        """Return the share of the win by number, of games that are over."""
        return {int(number): share for number, share in self._content["results"].items()}

    def keep_result(self, number: int, share: float) -> None:
        """Store how a game ended."""
        with self._writing:
            self._content["results"][str(number)] = share
        self._write()

    def forget_game(self, number: int) -> None:
        """Forget a game, so that another takes its number."""
        with self._writing:
            left: dict[str, int] = self._content["left"]
            left[str(number)] = left.get(str(number), 0) + 1
            self._content["games"].pop(str(number), None)
        self._write()

    def finish(self) -> None:
        """End the run: the next one plays new games."""
        self._write(**_new_run())

    def unfinished(self, numbers: Iterable[int]) -> list[int]:
        """Return the numbers without a result; those with a game first."""
        results = self.results()
        left = [number for number in numbers if number not in results]
        return sorted(left, key=lambda number: (self.game(number) is None, number))

    def _write(self, **changes: Any) -> None:
        with self._writing:
            self._content |= changes
            handle, unnamed = tempfile.mkstemp(dir=self._file.parent)  # created with mode 0600
            with open(handle, "w") as written:
                json.dump(self._content, written)
            os.replace(unnamed, self._file)


def default_file(server: str, bot: str) -> Path:
    """Return where the runner remembers a bot on a server, by default."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    name = "".join(c if c.isalnum() else "-" for c in f"{urlsplit(server).netloc}-{bot}")
    return Path(state) / "gofish" / f"{name[:100]}.json"


def locked(file: Path) -> TextIO:
    """Open a file and lock it until this process ends, also by a kill.

    :raises UnusableFile: if another process has locked it.
    :raises OSError: if it cannot be opened.
    """
    lock = open(file, "w")  # noqa: SIM115 - open as long as the process
    if fcntl is not None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            kept = file.with_suffix("")
            raise UnusableFile(
                f"Another process uses {kept}. Stop it, or name another file."
            ) from None
    return lock


def _read(text: bytes, expected: Mapping[str, Any], file: Path) -> dict[str, Any]:
    """Return what the file has of the expected content.

    :raises UnusableFile: if others may read it, or it is not a file of this runner and server.
    """
    if os.name == "posix" and file.stat().st_mode & 0o077:
        raise UnusableFile(f"Others may read {file}, which contains a token. Run: chmod 600 {file}")
    try:
        content = json.loads(text)
    except ValueError:
        content = None
    if not isinstance(content, dict) or any(
        not isinstance(content[name], str if value is None else type(value))
        for name, value in expected.items()
        if content.get(name) is not None
    ):
        raise UnusableFile(f"{file} is not a file of the runner. Delete it to start again.")
    if content.get("server", expected["server"]) != expected["server"]:
        raise UnusableFile(f"{file} is of {content['server']}. Name another file.")
    return {name: content[name] for name in expected if content.get(name) is not None}


def _new_run() -> dict[str, Any]:
    return {"run": uuid.uuid4().hex, "games": {}, "results": {}, "left": {}}
