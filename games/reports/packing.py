"""Pack the JSON of an analysis for the database, and unpack it, both within limits."""

import zstandard

MOST_BYTES = 1024 * 1024
"""The longest JSON of an analysis. An ask takes about 250 bytes, a game about 50 to 300 of them."""
LEVEL = 9


class AnalysisTooLong(Exception):
    """The JSON of an analysis is longer than ``MOST_BYTES``."""


class DamagedAnalysis(Exception):
    """The stored analysis is damaged. `manage.py rebuild_analyses GAME --all` restores it."""


def pack(text: bytes) -> bytes:
    """Compress the JSON of an analysis.

    :raises AnalysisTooLong: if it is too long to be stored.
    """
    if len(text) > MOST_BYTES:
        raise AnalysisTooLong
    return zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).compress(text)


def unpack(data: bytes) -> bytes:
    """Return the JSON of a packed analysis.

    :raises DamagedAnalysis: if the data is damaged, or is longer than ``MOST_BYTES``.
    """
    try:
        if zstandard.frame_content_size(data) > MOST_BYTES:
            raise DamagedAnalysis
        return zstandard.ZstdDecompressor().decompress(data)
    except zstandard.ZstdError:
        raise DamagedAnalysis from None
