"""Pack the JSON of an analysis for the database, and unpack it, both within limits."""

import zstandard

MOST_BYTES = 1024 * 1024
"""The longest JSON of an analysis. An ask takes about 250 bytes, a game about 50 to 300 of them."""
LEVEL = 9


class AnalysisTooLong(Exception):
    """The JSON of an analysis is longer than ``MOST_BYTES``."""


def pack(text: bytes) -> bytes:
    """Compress the JSON of an analysis.

    :raises AnalysisTooLong: if it is too long to be stored.
    """
    if len(text) > MOST_BYTES:
        raise AnalysisTooLong
    return zstandard.ZstdCompressor(level=LEVEL).compress(text)


def unpack(data: bytes) -> bytes:
    """Return the JSON of a packed analysis.

    :raises ZstdError: if the data is damaged, or is longer than ``MOST_BYTES``.
    """
    if zstandard.frame_content_size(data) > MOST_BYTES:
        raise zstandard.ZstdError("The analysis is longer than the limit.")
    return zstandard.ZstdDecompressor().decompress(data)
