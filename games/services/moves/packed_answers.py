"""Compress the answers that are stored for retries, with a dictionary of what they share.

A dictionary is a file next to this module and has a number, which each row repeats. It is never
changed or removed: a better one gets the next number. ``bench.answer_dictionary`` trains it.
"""

import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import orjson
import zstandard
from zstandard import ZstdCompressionDict, ZstdCompressor, ZstdDecompressor

from games.engine.refusals import MalformedEntry, NewerSchema

NEWEST = 1
"""The number of the dictionary that answers are compressed with."""
LEVEL = 3
"""Level 6 takes almost four times the processor time and saves a tenth of the bytes."""

_PARAMETERS = zstandard.ZstdCompressionParameters.from_level(
    LEVEL, format=zstandard.FORMAT_ZSTD1_MAGICLESS, write_dict_id=False, write_content_size=True
)
_of_thread = threading.local()


def pack(headers: Mapping[str, str], body: bytes) -> bytes:
    """Return the headers and the body of an answer, compressed with the newest dictionary."""
    packed: bytes = _compressor().compress(orjson.dumps(dict(headers)) + b"\n" + body)
    return packed


def unpack(number: int, packed: bytes) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body that were compressed with the dictionary of this number.

    :raises NewerSchema: if this code does not have the dictionary.
    :raises MalformedEntry: if the row is damaged.
    """
    if number > NEWEST:
        raise NewerSchema("Newer code has stored the answer to this request. Repeat it later.")
    try:
        reader = ZstdDecompressor(
            dict_data=dictionary(number), format=zstandard.FORMAT_ZSTD1_MAGICLESS
        )
        headers, _, body = reader.decompress(packed).partition(b"\n")
        return orjson.loads(headers), body
    except (OSError, ValueError, zstandard.ZstdError) as error:
        raise MalformedEntry(f"The stored answer is damaged: {error}") from None


@cache
def dictionary(number: int) -> ZstdCompressionDict:
    """Return the dictionary of a number, ready to compress with."""
    loaded = ZstdCompressionDict(path_of(number).read_bytes())
    loaded.precompute_compress(compression_params=_PARAMETERS)
    return loaded


def path_of(number: int) -> Path:
    """Return the file of the dictionary of a number."""
    return Path(__file__).with_name(f"packed_answers_{number}.zdict")


def _compressor() -> ZstdCompressor:
    """Return this thread's compressor: two threads must not use the same at once."""
    compressor: ZstdCompressor | None = getattr(_of_thread, "compressor", None)
    if compressor is None:
        compressor = ZstdCompressor(dict_data=dictionary(NEWEST), compression_params=_PARAMETERS)
        _of_thread.compressor = compressor
    return compressor
