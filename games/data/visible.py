"""Show invisible characters of people's texts as signs: controls, overrides, fillers.

A right-to-left override can turn a sentence around, and a zero-width space can hide a word from a
search. A reviewer has to see that they are there.
"""

import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

_KEPT = frozenset("\n\r\t")
# Letters and marks without a shape that are in no category of invisible characters.
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    map(chr, range(0x180B, 0x1810)),
    map(chr, range(0xFE00, 0xFE0F)),
    map(chr, range(0xE0100, 0xE01F0)),
)
_SHORT = {
    0x00AD: "SHY",
    0x061C: "ALM",
    0x200B: "ZWSP",
    0x200C: "ZWNJ",
    0x200D: "ZWJ",
    0x200E: "LRM",
    0x200F: "RLM",
    0x2028: "LS",
    0x2029: "PS",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2060: "WJ",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0xFEFF: "BOM",
}


class VisiblePiece(NamedTuple):
    """A part of a text; ``name`` is that of the invisible character that a sign stands for, or
    "".
    """

    text: str
    name: str = ""


def pieces(text: str) -> Iterator[VisiblePiece]:
    """Yield the pieces of a text: what is visible as it is, and a sign for each run of the same
    invisible character.

    >>> [*pieces("a\N{RIGHT-TO-LEFT OVERRIDE}b")][1]
    VisiblePiece(text='RLO', name='RIGHT-TO-LEFT OVERRIDE (U+202E)')
    """
    for hidden, run in groupby(
        text, key=lambda character: character if is_hidden(character) else ""
    ):
        part = "".join(run)
        if not hidden:
            yield VisiblePiece(part)
            continue
        times = f" ×{len(part)}" if len(part) > 1 else ""
        name = unicodedata.name(hidden, "CONTROL CHARACTER")
        yield VisiblePiece(f"{_sign(hidden)}{times}", f"{name} (U+{ord(hidden):04X})")


def plain(text: str) -> str:
    """Return a text with a sign in brackets for each run of the same invisible character.

    >>> plain("a\N{ZERO WIDTH SPACE}b")
    'a[ZWSP]b'
    """
    return "".join(f"[{piece.text}]" if piece.name else piece.text for piece in pieces(text))


def is_hidden(character: str) -> bool:
    """Return whether a character has no shape, or changes its neighbours. Line breaks stay."""
    if character in _KEPT or character == "\ufe0f":  # the selector of coloured emoji
        return False
    return character in _FILLERS or unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")


def _sign(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)  # the pictures of control characters
    return _SHORT.get(code, f"U+{code:04X}")
