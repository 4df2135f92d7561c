"""Compress the moves of a game in chunks, so that a part can be read by itself, and read them.

    version, 1 byte ‖ chunks of 256 moves, each: the digest before it, but not before the first
    ‖ length of the frame, 4 bytes ‖ frame of Zstandard

A frame is a line a move: microseconds since the move before (in the first line since 1970), seat,
schema, command and events, separated by tabs. Digests are not written: they follow from the lines
and the seed.

A frame names its size and its dictionary. Both are checked before it is decompressed, so that no
row takes more memory than the texts of a chunk can have.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import NamedTuple

import zstandard
from zstandard import ZstdCompressionDict

from games.engine import chain
from games.engine.refusals import MalformedEntry
from games.engine.transcript import StoredMove


class ArchiveUnreadable(MalformedEntry):
    """An archived game cannot be read."""


class ArchiveDamaged(ArchiveUnreadable):
    """The row of an archived game is not what was archived."""


class DictionaryLost(ArchiveUnreadable):
    """The dictionary of an archived game is missing, or is not the one it was compressed with."""


class Unarchivable(Exception):
    """The log of a game cannot be archived; ``str()`` is the reason."""


MOST_MOVES = 256
"""Maximum number of moves in a chunk."""
MOST_CHARACTERS = 2 * 1024**2
"""Maximum length of their texts: 8 kB a move, where the longest known has 4."""
VERSION = b"\x01"
LEVEL = 19
DIGEST_BYTES = 32
_LENGTH = struct.Struct(">I")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class ArchivedLog(NamedTuple):
    """An archived game as it is stored, with what is needed to read it."""

    moves: int
    digest: bytes
    """The digest of the last move."""
    data: bytes
    dictionary: ZstdCompressionDict | None
    seed: bytes
    commitment: str


class _Chunk(NamedTuple):
    """A part of an archived game, still compressed."""

    first: int
    moves: int
    before: bytes
    """The digest before the first move."""
    after: bytes
    """The digest of the last move."""
    frame: bytes


def write(moves: Iterable[StoredMove], dictionary: ZstdCompressionDict | None) -> bytes:
    """Compress the moves of a game, oldest first.

    A line break in a text, which canonical JSON does not have, is found when they are read.

    :raises Unarchivable: if the texts of a chunk are too long.
    """
    compressor = zstandard.ZstdCompressor(level=LEVEL, dict_data=dictionary)
    rest = iter(moves)
    data, before = bytearray(VERSION), b""
    while chunk := list(islice(rest, MOST_MOVES)):
        frame = compressor.compress(lines(chunk))
        data += before + _LENGTH.pack(len(frame)) + frame
        before = chunk[-1].digest
    return bytes(data)


def lines(moves: Sequence[StoredMove]) -> bytes:
    """Return the lines of up to ``MOST_MOVES`` moves.

    :raises Unarchivable: if they are too long.
    """
    written, before = list[str](), _EPOCH
    for _, seat, at, schema, command, events, _ in moves:
        waited = (at - before) // _MICROSECOND
        written.append(f"{waited}\t{'' if seat is None else seat}\t{schema}\t{command}\t{events}")
        before = at
    text = "\n".join(written).encode()
    if len(text) > MOST_CHARACTERS:
        raise Unarchivable(f"Its moves have more than {MOST_CHARACTERS} characters.")
    return text


def read(log: ArchivedLog, *, after: int = 0, until: int | None = None) -> Iterator[StoredMove]:
    """Yield the moves with a number above ``after`` and up to ``until``, oldest first.

    Decompresses only the chunks that have them, one at a time.

    :raises ArchiveDamaged: if the row is not what was archived.
    """
    last = log.moves if until is None else min(until, log.moves)
    for chunk in _chunks(log):
        if chunk.first > last:
            return
        if chunk.first + chunk.moves - 1 <= after:
            continue
        for move in _moves(log, chunk):
            if after < move.number <= last:
                yield move


def _moves(log: ArchivedLog, chunk: _Chunk) -> Iterator[StoredMove]:
    """Yield the moves of a chunk if the chain of their digests leads to the one after it."""
    try:
        moves = list(_read(log, chunk))
    except (OverflowError, ValueError) as error:
        raise ArchiveDamaged(f"The archived moves cannot be read: {error}.") from None
    if moves[-1].digest != chunk.after:
        raise ArchiveDamaged(
            f"The archived moves {chunk.first} to {moves[-1].number} do not lead to the digest "
            "that was stored with them."
        )
    yield from moves


def _read(log: ArchivedLog, chunk: _Chunk) -> Iterator[StoredMove]:
    text = _decompressed(chunk.frame, log.dictionary).decode()
    numbers = range(chunk.first, chunk.first + chunk.moves)
    at, digest = _EPOCH, chunk.before
    for number, line in zip(numbers, text.split("\n", chunk.moves), strict=True):
        waited, seat_text, schema_text, command, events = line.split("\t", 4)
        at += int(waited) * _MICROSECOND
        seat, schema = int(seat_text) if seat_text else None, int(schema_text)
        written = number, seat, at, schema, command, events
        digest = chain.next_digest(digest, *written, seed=log.seed)
        yield StoredMove(*written, digest)


def _chunks(log: ArchivedLog) -> Iterator[_Chunk]:
    if log.data[:1] != VERSION:
        raise ArchiveDamaged(
            f"This code reads archived games of version {VERSION[0]}, not {log.data[:1].hex()}."
        )
    place, before = 1, chain.genesis(log.commitment)
    for first in range(1, log.moves + 1, MOST_MOVES):
        begin = place + _LENGTH.size
        if begin > len(log.data):
            raise ArchiveDamaged("The archived game ends too early.")
        place = begin + _LENGTH.unpack_from(log.data, place)[0]
        if place > len(log.data):
            raise ArchiveDamaged("The archived game ends too early.")
        frame = log.data[begin:place]
        count, after = min(MOST_MOVES, log.moves - first + 1), log.digest
        if first + count <= log.moves:
            after = log.data[place : place + DIGEST_BYTES]
            place += DIGEST_BYTES
        yield _Chunk(first, count, before, after, frame)
        before = after
    if place != len(log.data):
        raise ArchiveDamaged("More follows after the last chunk of the archived game.")


def _decompressed(frame: bytes, dictionary: ZstdCompressionDict | None) -> bytes:
    try:
        found = zstandard.get_frame_parameters(frame)
        if not 0 < found.content_size <= MOST_CHARACTERS:
            raise ArchiveDamaged("An archived chunk is larger than moves can be.")
        if found.dict_id != (0 if dictionary is None else dictionary.dict_id()):
            raise ArchiveDamaged(
                f"An archived chunk was compressed with dictionary {found.dict_id}."
            )
        decompressor = zstandard.ZstdDecompressor(
            dict_data=dictionary, max_window_size=2 * MOST_CHARACTERS
        )
        return decompressor.decompress(frame, allow_extra_data=False)
    except zstandard.ZstdError as error:
        raise ArchiveDamaged(f"An archived chunk cannot be decompressed: {error}.") from None
