"""The file of a run: its settings, every answer and every result, a line of JSON each.

It only grows. A line that was cut is dropped at the next start. A request is written before it is
sent, so that what a cut lost is booked as if it had been answered at full length.
"""

import hashlib
import json
import os
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self, TextIO

from gofishkit.bots.memory import UnusableFile, locked
from gofishkit.eval.budget import Tokens
from gofishkit.eval.prompts import FORMS, TEXTS, VERSION
from gofishkit.eval.settings import Settings, UnusableSettings
from gofishkit.eval.wording import SAYINGS

Json = dict[str, Any]

FORMAT = 1
BEGINNING = b'{"run"'
MOST_BYTES = 4 * 1024**3
"""A longer file is not read."""


class Kept(NamedTuple):
    """An answer in the file."""

    digest: str
    """Of its prompt."""
    text: str


class Totals:
    """What the requests of a run used, over all its starts."""

    def __init__(self) -> None:
        self.sent = 0
        self.answers = 0
        self.answered = Tokens()
        self.bytes = 0
        """Of the prompts that were answered."""
        self.estimated = 0
        """Answers whose tokens the endpoint did not report; they are counted as the most."""
        self.excess = 0
        """Tokens that the endpoint reported beyond the most that requests could use."""
        self.lost = Tokens()
        """Tokens of requests without an answer."""
        self.faults = Counter[str]()
        self.open: dict[str, Tokens] = {}
        """Requests that were sent and have neither an answer nor a fault."""

    def used(self) -> Tokens:
        """Return all tokens."""
        total = self.answered.plus(self.lost)
        for tokens in self.open.values():
            total = total.plus(tokens)
        return total

    def take(self, line: Json) -> None:
        """Count a line of the file."""
        if "send" in line:
            self.sent += 1
            self.open[line["send"]] = Tokens(*line["most"])
            return
        self.open.pop(line["id"], None)
        tokens = Tokens(*line["tokens"])
        if "fault" in line:
            self.faults[line["fault"]] += 1
            self.lost = self.lost.plus(tokens)
            return
        self.answers += 1
        self.answered = self.answered.plus(tokens)
        self.bytes += line["bytes"]
        self.estimated += line["estimated"]
        self.excess += line["excess"]


class Journal:
    """A file of a run that is open for one process."""

    def __init__(self, file: Path, header: Json, lock: TextIO | None) -> None:
        self.file, self.header = file, header
        self.settings = Settings.from_json(header["settings"])
        self.totals = Totals()
        self.starts: list[Json] = []
        self.results: dict[int, Json] = {}
        """By number of the game."""
        self.games: dict[int, str] = {}
        """By number the id of a game on a server."""
        self._kept: dict[str, Kept] = {}
        self._lock = lock
        self._written: TextIO | None = None

    @classmethod
    def start(cls, file: Path, settings: Settings, version: str) -> Self:
        """Begin a run, or continue the one in the file.

        :raises UnusableFile: if the file is of another run or version, or another process uses it.
        """
        header = {
            "format": FORMAT,
            "id": uuid.uuid4().hex,
            "gofishkit": version,
            "prompts": prompts_document(),
            "settings": json.loads(json.dumps(settings.to_json())),
        }
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            lock = locked(file.with_name(f"{file.name}.lock"))
        except OSError as error:
            raise UnusableFile(f"{file} cannot be used: {error.strerror}.") from error
        try:
            if file.exists() and file.stat().st_size:
                _drop_cut_line(file)
            if not file.exists() or not file.stat().st_size:
                file.write_text(json.dumps({"run": header}) + "\n")
            journal = cls._read(file, lock)
        except OSError as error:
            lock.close()
            raise UnusableFile(f"{file} cannot be used: {error.strerror}.") from error
        except UnusableFile:
            lock.close()
            raise
        try:
            _check_same(journal.header, header, file)
        except UnusableFile:
            journal.close()
            raise
        return journal

    @classmethod
    def read(cls, file: Path) -> Self:
        """Read a run without changing it.

        :raises UnusableFile: if it is none of this version.
        """
        try:
            return cls._read(file, None)
        except OSError as error:
            raise UnusableFile(f"{file} cannot be read: {error.strerror}.") from error

    @classmethod
    def _read(cls, file: Path, lock: TextIO | None) -> Self:
        lines = _lines(file)
        header = next(lines, {}).get("run")
        if not isinstance(header, dict) or "format" not in header:
            raise UnusableFile(f"{file} is not a run of gofish eval. Name another file.")
        if header["format"] != FORMAT:
            raise UnusableFile(
                f"{file} has the format {header['format']!r} of another version; this one reads "
                f"{FORMAT}. Read it with gofishkit {header.get('gofishkit')}."
            )
        try:
            journal = cls(file, header, lock)
            for line in lines:
                journal._take(line)
            if lock is not None:
                journal._written = file.open("a")
        except (KeyError, TypeError, ValueError, AttributeError, UnusableSettings):
            raise UnusableFile(
                f"{file} is damaged, or was written by another version. Begin a new file."
            ) from None
        return journal

    def close(self) -> None:
        """Let another process use the file."""
        for file in (self._written, self._lock):
            if file is not None:
                file.close()

    def kept(self, name: str) -> Kept | None:
        """Return the answer to a request, if the file has it."""
        return self._kept.get(name)

    def write(self, line: Json) -> None:
        """Add a line, and count it."""
        assert self._written is not None, "the file was opened for reading"
        self._written.write(json.dumps(line) + "\n")
        self._written.flush()
        self._take(line)

    def _take(self, line: Json) -> None:
        if "start" in line:
            self.starts.append(line["start"])
        elif "over" in line:
            self.results[int(line["over"])] = line["result"]
        elif "game" in line:
            self.games[int(line["number"])] = str(line["game"])
        else:
            self.totals.take(line)
            if "text" in line:
                self._kept[line["name"]] = Kept(line["digest"], line["text"])


def prompts_document() -> Json:
    """Return the version and all texts of the prompts, which a run stores."""
    texts = {
        "texts": TEXTS,
        "forms": FORMS,
        "rules": [
            [option, [[value, text] for value, text in sayings.items()]]
            for option, sayings in SAYINGS
        ],
    }
    digest = hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16]
    return {"version": VERSION, "digest": digest, **texts}


def _lines(file: Path) -> Iterator[Json]:
    """Yield the whole lines of a file."""
    if file.stat().st_size > MOST_BYTES:
        raise UnusableFile(f"{file} is longer than {MOST_BYTES} bytes.")
    with file.open("rb") as opened:
        for line in opened:
            if not line.endswith(b"\n"):
                return
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                found = None
            if not isinstance(found, dict):
                raise UnusableFile(f"{file} is not a run of gofish eval. Name another file.")
            yield found


def _drop_cut_line(file: Path) -> None:
    """Remove a last line that a kill or a full disk cut off."""
    with file.open("rb+") as opened:
        if opened.read(len(BEGINNING)) != BEGINNING:
            raise UnusableFile(f"{file} is not a run of gofish eval. Name another file.")
        length = opened.seek(0, os.SEEK_END)
        while length:
            step = min(length, 65_536)
            opened.seek(length - step)
            end = opened.read(step).rfind(b"\n")
            length -= step
            if end >= 0:
                length += end + 1
                break
        opened.truncate(length)


def _check_same(kept: Json, wanted: Json, file: Path) -> None:
    for name in ("gofishkit", "prompts"):
        if kept[name] != wanted[name]:
            was, now = kept[name], wanted[name]
            if name == "prompts":
                was, now = was["version"], now["version"]
            raise UnusableFile(
                f"{file} was begun with another version ({name} {was}, now {now}): answers of both "
                "cannot be compared. Begin a new file."
            )
    for name, value in wanted["settings"].items():
        if kept["settings"][name] != value:
            raise UnusableFile(
                f"{file} was begun with {name}={kept['settings'][name]!r}, not {value!r}. Start the "
                "same command again, or begin a new file."
            )
