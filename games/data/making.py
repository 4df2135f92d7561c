"""Make a dump of the games of a month.

The games are written in parts of ``PART`` games, and the parts are joined at the end. Each part
has a digest of its games. A run that was stopped continues with the parts whose games are still
those to be dumped. So players who opt out meanwhile are not in the dump.
"""

import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import zstandard

from games.data import documents, manifest, records, selection, tables
from games.data import manifest as manifests
from games.data.manifest import Manifest, ManifestUnreadable, PublishedFile
from games.data.tables import TABLES, DumpFailed
from games.engine.refusals import MalformedEntry
from games.log.models import Game
from games.reports.stored_analyses import DamagedAnalysis

PART = 200
"""Games of a part, which is held in memory."""
GAMES = "games.jsonl.zst"
LEVEL = 12
_PART_LEVEL = 3
_BLOCK = 1024 * 1024  # bytes
_DONE = "part.json"
"""Written last in a part: its digest, the numbers of rows, and whether games were left out."""
_MEMBERS = {"digest", "counts", "is_incomplete"}
_Chosen = tuple[int, int]
"""The id of a game, and the number of its moves."""


class Job(NamedTuple):
    """What to dump."""

    month: str
    """Such as ``2026-11``, UTC."""
    has_tables: bool
    has_exact: bool
    license: str
    software: str
    key: bytes

    @property
    def range(self) -> tuple[datetime, datetime]:
        """The start of the month, and that of the next one."""
        first = datetime.strptime(self.month, "%Y-%m").replace(tzinfo=UTC)
        return first, (first + timedelta(days=31)).replace(day=1)

    def described(self) -> dict[str, Any]:
        return {
            "month": self.month,
            "software": self.software,
            "license": self.license,
            "series": selection.series_of(self.key),
            "has_exact": self.has_exact,
            "libraries": {
                "zstandard": zstandard.__version__,
                **(tables.libraries() if self.has_tables else {}),
            },
        }


class DumpProgress(NamedTuple):
    """How the caller follows the work: with the number of games, each number of games done, and
    each game that cannot be read, with the reason.
    """

    total: Callable[[int], None]
    done: Callable[[int], object]
    unreadable: Callable[[Game, str], None]


class Made(NamedTuple):
    """The dump of a month; ``is_new`` is False if the one before has the same files."""

    manifest: Manifest
    is_new: bool


def make(job: Job, directory: Path, *, now: datetime, progress: DumpProgress) -> Made:
    """Write the dump of a month to a new folder of ``directory``; the same call continues one that
    was stopped.

    :raises DumpFailed: if it cannot be written.
    """
    if job.has_tables:
        tables.check_installed()
    work = directory / f"{job.month}.partial"
    try:
        work.mkdir(parents=True, exist_ok=True)
        with _alone(work):
            earlier = manifest.of_month(directory, job.month)
            _check_same_job(work, job)
            _remove_incomplete(work)
            while _write_parts(work, job, now, progress):
                pass  # look again for those who opted out meanwhile
            return _publish(work, job, earlier)
    except ManifestUnreadable as error:
        raise DumpFailed(f"{error} Move it out of {directory}, or use another folder.") from None
    except OSError as error:
        raise DumpFailed(
            f"{error.filename or work} cannot be written: {error.strerror or error}. "
            "Mend that, then run the same command again to continue."
        ) from error


@contextmanager
def _alone(work: Path) -> Iterator[None]:
    """Keep other processes out of the folder."""
    with (work / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DumpFailed(f"Another process writes to {work}. Wait for it.") from None
        yield


def _check_same_job(work: Path, job: Job) -> None:
    """Check that the folder was begun with the same options and versions."""
    path = work / "job.json"
    text = orjson.dumps({"version": manifests.VERSION, **job.described()})
    if path.exists():
        if path.read_bytes() != text:
            raise DumpFailed(
                f"{work} was begun with other options, another key or another version. "
                "Use the same ones to continue, or remove that folder to begin again."
            )
    else:
        _write_whole(path, text)


def _remove_incomplete(work: Path) -> None:
    """Remove the parts of a stopped run that lack games, so that these are read or named again."""
    for part in work.glob("part-*"):
        if (done := _done(part)) is not None and done["is_incomplete"]:
            _remove_part(part)


def _write_parts(work: Path, job: Job, now: datetime, progress: DumpProgress) -> int:
    """Write the parts that are missing, or whose games changed; return how many."""
    since, end = job.range
    games = selection.published(since=since, before=min(end, now))
    progress.total(games.count())
    written = number = last = 0
    while True:
        rest = games.filter(pk__gt=last).values_list("pk", "position__version")
        chosen: list[_Chosen] = list(rest[:PART])
        part = work / f"part-{number:06}"
        if number and not chosen:
            break
        digest = hashlib.sha256(orjson.dumps(chosen)).hexdigest()
        if (done := _done(part)) is not None and done["digest"] == digest:
            progress.done(len(chosen))
        else:
            _write_part(part, job, chosen, number * PART + 1, digest, progress)
            written += 1
        number, last = number + 1, chosen[-1][0] if chosen else last
    for left in sorted(work.glob("part-*"))[number:]:
        _remove_part(left)
    return written


def _done(part: Path) -> dict[str, Any] | None:
    """Return what was written last in a part, or None if it is not whole."""
    try:
        done = json.loads((part / _DONE).read_bytes())
    except (FileNotFoundError, ValueError):
        return None
    return done if isinstance(done, dict) and done.keys() == _MEMBERS else None


def _write_part(
    part: Path, job: Job, chosen: Sequence[_Chosen], first: int, digest: str, progress: DumpProgress
) -> None:
    _remove_part(part)
    part.mkdir()
    games = Game.objects.in_bulk([game_id for game_id, _ in chosen])
    lines: list[bytes] = []
    rows: dict[str, list[Any]] = {name: [] for name in TABLES}
    counts = {"games": 0, "moves": 0}
    for number, (game_id, _) in enumerate(chosen, start=first):
        try:
            dumped = records.read(games[game_id], number, key=job.key)
            line = records.record(dumped)
            of_game = records.rows(dumped, exact=job.has_exact) if job.has_tables else {}
        except (MalformedEntry, DamagedAnalysis) as error:
            progress.unreadable(games[game_id], str(error))
        else:
            lines.append(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
            counts["games"] += 1
            counts["moves"] += len(line["moves"])
            for name, added in of_game.items():
                rows[name] += added
        progress.done(1)
    (part / GAMES).write_bytes(zstandard.compress(b"".join(lines), _PART_LEVEL))
    if job.has_tables:
        tables.write(part, rows)
    is_incomplete = counts["games"] < len(chosen)
    done = {"digest": digest, "counts": counts, "is_incomplete": is_incomplete}
    _write_whole(part / _DONE, orjson.dumps(done))


def _remove_part(part: Path) -> None:
    """Remove a part; if that is interrupted, what is left is no whole part."""
    (part / _DONE).unlink(missing_ok=True)
    shutil.rmtree(part, ignore_errors=True)


def _publish(work: Path, job: Job, earlier: Sequence[Manifest]) -> Made:
    """Join the parts, describe the dump and give it its name, unless nothing has changed."""
    parts = sorted(work.glob("part-*"))
    whole = work / "whole"
    shutil.rmtree(whole, ignore_errors=True)
    whole.mkdir()
    _join_games(parts, whole / GAMES)
    if job.has_tables:
        for name in TABLES:
            tables.join(parts, whole, name)
    counted = [json.loads((part / _DONE).read_bytes())["counts"] for part in parts]
    numbered = [manifests.read_name(each.name) for each in earlier]
    number = max((found[1] for found in numbered if found), default=0) + 1
    replaced = {name for each in earlier for name in (*each.replaces, each.name)}
    made = Manifest(
        name=manifests.name_of(job.month, number),
        **job.described(),
        counts={name: sum(each[name] for each in counted) for name in ("games", "moves")},
        files=[_published(path) for path in sorted(whole.iterdir())],
        replaces=sorted(replaced),
    )
    # All but the name and what is replaced.
    is_new = not earlier or earlier[-1]._replace(name=made.name, replaces=made.replaces) != made
    if is_new:
        for name, text in documents.write(made).items():
            (whole / name).write_text(text)
        whole.rename(work.parent / made.name)
    for part in parts:
        _remove_part(part)
    shutil.rmtree(work)
    return Made(made if is_new else earlier[-1], is_new)


def _join_games(parts: Sequence[Path], target: Path) -> None:
    """Write the records of all parts as one frame, which every reader of Zstandard reads."""
    compressor = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
    with target.open("wb") as file, compressor.stream_writer(file, closefd=False) as joined:
        for part in parts:
            with zstandard.open(part / GAMES, "rb") as lines:
                shutil.copyfileobj(lines, joined, _BLOCK)


def _published(path: Path) -> PublishedFile:
    with path.open("rb") as file:
        return PublishedFile(
            path.name, path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest()
        )


def _write_whole(path: Path, text: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    unfinished = path.with_suffix(".new")
    unfinished.write_bytes(text)
    os.replace(unfinished, path)
