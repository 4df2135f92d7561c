"""What the runner remembers of its account and its games, in a file for its owner only."""

import json
import os
import tempfile
import threading
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit


class UnusableFile(Exception):
    """The file of the runner cannot be used; the message says why and what to do."""


class RunnerFile:
    """The token of a guest, and how far a run of games got.

    The file is replaced after each change, so that a killed runner continues where it was.
    """

    def __init__(self, file: Path, content: dict[str, Any]) -> None:
        self._file, self._content = file, content
        self._writing = threading.Lock()

    @classmethod
    def open(cls, file: Path, server: str) -> Self:
        """Read the file, or prepare a new one.

        :raises UnusableFile: if others may read it, or it is of another server.
        """
        content: dict[str, Any] = {"server": server, "token": None, **_new_run()}
        if file.exists():
            if os.name == "posix" and file.stat().st_mode & 0o077:
                raise UnusableFile(
                    f"Others may read {file}, which contains a token. Run: chmod 600 {file}"
                )
            try:
                content |= json.loads(file.read_text())
            except ValueError as error:
                raise UnusableFile(f"{file} cannot be read. Delete it to start again.") from error
            if content["server"] != server:
                raise UnusableFile(f"{file} is of {content['server']}. Name another file.")
        file.parent.mkdir(parents=True, exist_ok=True)
        return cls(file, content)

    @property
    def token(self) -> str | None:
        """The token of the guest, if there is one."""
        token: str | None = self._content["token"]
        return token

    @property
    def run(self) -> str:
        """Name of the run, from which the keys of its commands follow."""
        return str(self._content["run"])

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


def _new_run() -> dict[str, Any]:
    return {"run": uuid.uuid4().hex, "games": {}, "results": {}}
