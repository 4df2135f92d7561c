r"""Compress the moves of a game in chunks, so that a part can be read by itself, and read them.

    version, 1 byte ‖ chunks of 256 moves, each: the digest before it, but not before the first
    ‖ length of the frame, 4 bytes ‖ frame of Zstandard ‖ length of the times, 4 bytes ‖ times

A frame names its size and its dictionary. Both are checked before it is decompressed, so that no
row takes more memory than the texts of a chunk can have.
"""

import struct
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import zstandard
from zstandard import ZstdCompressionDict

from games.engine import chain
from games.engine.transcript import StoredMove
from games.log.archive import columns
from games.log.archive.columns import MOST_CHARACTERS, MOST_MOVES
from games.log.archive.errors import ArchiveDamaged

VERSION = b"\x01"
LEVEL = 19
DIGEST_BYTES = 32
_LENGTH = struct.Struct(">I")


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
    times: bytes


def write(
    moves: Iterable[StoredMove], commitment: str, dictionary: ZstdCompressionDict | None
) -> bytes:
    """Compress the moves of a game, oldest first.

    :raises Unarchivable: if a text is not canonical JSON, or is too long.
    """
    compressor = zstandard.ZstdCompressor(level=LEVEL, dict_data=dictionary)
    rest = iter(moves)
    data, before = bytearray(VERSION), b""
    while chunk := list(islice(rest, MOST_MOVES)):
        texts, times = columns.write(chunk, commitment)
        for part in (compressor.compress(texts), times):
            before += _LENGTH.pack(len(part)) + part
        data += before
        before = chunk[-1].digest
    return bytes(data)


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
    texts = _decompressed(chunk.frame, log.dictionary)
    moves = list(
        columns.read(
            texts,
            chunk.times,
            first=chunk.first,
            count=chunk.moves,
            previous=chunk.before,
            seed=log.seed,
            commitment=log.commitment,
        )
    )
    if moves[-1].digest != chunk.after:
        raise ArchiveDamaged(
            f"The archived moves {chunk.first} to {moves[-1].number} do not lead to the digest "
            "that was stored with them."
        )
    yield from moves


def _chunks(log: ArchivedLog) -> Iterator[_Chunk]:
    if log.data[:1] != VERSION:
        raise ArchiveDamaged(
            f"This code reads archived games of version {VERSION[0]}, not {log.data[:1].hex()}."
        )
    place, before = 1, chain.genesis(log.commitment)
    for first in range(1, log.moves + 1, MOST_MOVES):
        frame, place = _part(log.data, place)
        times, place = _part(log.data, place)
        count, after = min(MOST_MOVES, log.moves - first + 1), log.digest
        if first + count <= log.moves:
            after = log.data[place : place + DIGEST_BYTES]
            place += DIGEST_BYTES
        yield _Chunk(first, count, before, after, frame, times)
        before = after
    if place != len(log.data):
        raise ArchiveDamaged("More follows after the last chunk of the archived game.")


def _part(data: bytes, place: int) -> tuple[bytes, int]:
    """Return the part whose length is at a place, and the place after it."""
    begin = place + _LENGTH.size
    if begin > len(data):
        raise ArchiveDamaged("The archived game ends too early.")
    end = begin + _LENGTH.unpack_from(data, place)[0]
    if end > len(data):
        raise ArchiveDamaged("The archived game ends too early.")
    return data[begin:end], end


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
