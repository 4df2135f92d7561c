"""The form of an archived game: the same moves again, bounded, and damage is detected."""

import json
import struct
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from games.engine import chain, codec
from games.engine.transcript import StoredMove
from games.log.archive import frames
from games.log.archive.errors import ArchiveDamaged, Unarchivable
from games.log.archive.frames import MOST_CHARACTERS, MOST_MOVES, ArchivedLog
from tests.games.archives import long_game, of_transcript

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "transcripts").rglob("*.json"))


def archived(moves: list[StoredMove], seed: bytes, commitment: str) -> ArchivedLog:
    data = frames.write(moves, None)
    return ArchivedLog(len(moves), moves[-1].digest, data, None, seed, commitment)


def short() -> ArchivedLog:
    return archived(*long_game(20))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_kind_of_game_is_read_as_it_was_written(path: Path) -> None:
    document = json.loads(path.read_text())
    moves = of_transcript(document)

    log = archived(moves, bytes.fromhex(document["seed"]), document["commitment"])

    assert list(frames.read(log)) == moves


@pytest.mark.parametrize("count", [1, MOST_MOVES - 1, MOST_MOVES, MOST_MOVES + 1, 1000])
def test_any_part_of_a_long_game_is_read(count: int) -> None:
    moves, seed, commitment = long_game(count)
    log = archived(moves, seed, commitment)

    for after, until in [(0, None), (0, 1), (count - 1, None), (count // 2, count // 2 + 3)]:
        assert list(frames.read(log, after=after, until=until)) == moves[after:until]
    assert list(frames.read(log, after=count)) == []


texts = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)
times = st.datetimes(
    min_value=datetime(1900, 1, 1),  # noqa: DTZ001
    max_value=datetime(2200, 1, 1),  # noqa: DTZ001
    timezones=st.just(UTC),
)


@given(
    st.lists(
        st.tuples(st.none() | st.integers(0, 12), times, st.integers(1, 99), texts, texts),
        min_size=1,
        max_size=8,
    )
)
def test_any_canonical_texts_are_read_as_they_were_written(given: list[tuple]) -> None:  # type: ignore[type-arg]
    digest, moves = bytes(32), []
    for number, (seat, at, schema, command, events) in enumerate(given, 1):
        written = number, seat, at, schema, codec.canonical(command), codec.canonical([events])
        digest = chain.next_digest(digest, *written, seed=b"seed")
        moves.append(StoredMove(*written, digest))

    assert list(frames.read(archived(moves, b"seed", "00" * 32))) == moves


@pytest.mark.parametrize("text", ["a\nb", "a\tb", "a\n1\t\t2\t{}\t", "\t[]"])
def test_a_text_with_the_separators_is_not_read_as_another_one(text: str) -> None:
    [first, *moves], seed, commitment = long_game(3)

    log = archived([first._replace(command=text), *moves], seed, commitment)

    with pytest.raises(ArchiveDamaged):
        list(frames.read(log))


def test_moves_that_are_too_long_are_not_archived() -> None:
    move = StoredMove(1, None, datetime.now(UTC), 2, "{}", f'["{"a" * MOST_CHARACTERS}"]', b"")

    with pytest.raises(Unarchivable, match="more than"):
        frames.write([move], None)


def test_a_changed_byte_is_detected_or_changes_no_move() -> None:
    """Zstandard has bits that mean nothing, such as those that fill its last byte."""
    log = short()
    moves, detected = list(frames.read(log)), 0

    for place in range(len(log.data)):
        data = bytearray(log.data)
        data[place] ^= 1 << (place % 8)
        try:
            assert list(frames.read(log._replace(data=bytes(data)))) == moves
        except ArchiveDamaged:
            detected += 1

    assert detected > 0.9 * len(log.data)


@pytest.mark.parametrize("length", [0, 1, 3, 5, 50, -1, -3])
def test_a_cut_row_is_detected(length: int) -> None:
    log = short()

    with pytest.raises(ArchiveDamaged):
        list(frames.read(log._replace(data=log.data[:length])))


HOSTILE: dict[str, Callable[[ArchivedLog], ArchivedLog]] = {
    "another seed": lambda log: log._replace(seed=bytes(32)),
    "another commitment": lambda log: log._replace(commitment="00" * 32),
    "another digest": lambda log: log._replace(digest=bytes(32)),
    "more moves": lambda log: log._replace(moves=log.moves + 1),
    "fewer moves": lambda log: log._replace(moves=log.moves - 1),
    "many more moves": lambda log: log._replace(moves=2**31 - 1),
    "more bytes": lambda log: log._replace(data=log.data + b"\0"),
    "another version": lambda log: log._replace(data=b"\x02" + log.data[1:]),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_row_of_another_game_is_detected(change: Callable[[ArchivedLog], ArchivedLog]) -> None:
    with pytest.raises(ArchiveDamaged):
        list(frames.read(change(short())))


def row_of(texts: bytes, *, moves: int = 1, with_size: bool = True) -> ArchivedLog:
    """Return a row with these texts, compressed."""
    frame = zstandard.ZstdCompressor(level=19, write_content_size=with_size).compress(texts)
    data = frames.VERSION + struct.pack(">I", len(frame)) + frame
    return ArchivedLog(moves, bytes(32), data, None, bytes(32), "00" * 32)


LARGE = 512 * 1024**2
BOMBS = {
    "a large frame": lambda: row_of(bytes(LARGE)),
    "a frame without its size": lambda: row_of(bytes(LARGE), with_size=False),
    "a million line breaks": lambda: row_of(b"\n" * 1_000_000, moves=MOST_MOVES),
    "a text as long as all may be": lambda: row_of(b"0\t\t2\t{}\t" + b"a" * (MOST_CHARACTERS - 9)),
    "a seat of a million digits": lambda: row_of(b"0\t" + b"1" * 1_000_000 + b"\t2\t{}\t[]"),
    "a wait of a million digits": lambda: row_of(b"1" * 1_000_000 + b"\t\t2\t{}\t[]"),
    "a wait longer than times are": lambda: row_of(b"1" * 4_000 + b"\t\t2\t{}\t[]"),
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS.keys())
def test_a_hostile_row_takes_little_memory(bomb: Callable[[], ArchivedLog]) -> None:
    log = bomb()
    tracemalloc.start()

    with pytest.raises(ArchiveDamaged):
        list(frames.read(log))

    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 16 * MOST_CHARACTERS


def test_random_bytes_are_refused() -> None:
    rng = Random(1)

    for _ in range(500):
        data = frames.VERSION + rng.randbytes(rng.randrange(200))
        with pytest.raises(ArchiveDamaged):
            list(frames.read(short()._replace(data=data)))


def test_times_keep_every_microsecond() -> None:
    moves, seed, commitment = long_game(3)
    steps = [move.at - moves[0].at for move in moves]

    found = list(frames.read(archived(moves, seed, commitment)))

    assert [move.at - found[0].at for move in found] == steps
    assert any(step % timedelta(milliseconds=1) for step in steps)
