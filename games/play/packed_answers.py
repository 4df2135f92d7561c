"""Read the compressed answers that release 0.2 stored for retries. Goes with release 0.4."""

from pathlib import Path

import orjson
from zstandard import FORMAT_ZSTD1_MAGICLESS, ZstdCompressionDict, ZstdDecompressor, ZstdError

from games.engine.refusals import MalformedEntry, NewerSchema

DICTIONARY = 1
"""The number of the only dictionary that was in use."""


def unpack(number: int, packed: bytes) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body that were compressed with the dictionary of this number.

    :raises NewerSchema: if this code does not have the dictionary.
    :raises MalformedEntry: if the row is damaged.
    """
    if number > DICTIONARY:
        raise NewerSchema("Newer code has stored the answer to this request. Repeat it later.")
    try:
        dictionary = ZstdCompressionDict(
            Path(__file__).with_name(f"packed_answers_{number}.zdict").read_bytes()
        )
        reader = ZstdDecompressor(dict_data=dictionary, format=FORMAT_ZSTD1_MAGICLESS)
        headers, _, body = reader.decompress(packed).partition(b"\n")
        return orjson.loads(headers), body
    except (OSError, ValueError, ZstdError) as error:
        raise MalformedEntry(f"The stored answer is damaged: {error}") from None
