"""Split the text of a notation into headers, the words of moves, and times; check nothing else."""

import re
from typing import NamedTuple, NoReturn

from games.engine.refusals import MalformedEntry

MEDIA_TYPE = "text/x-gfn"
VERSION = "1"
START = b"GFN"
"""The first bytes of every notation, which no JSON begins with."""
HEADERS = (
    "GFN",
    "Game",
    "Preset",
    "Overlays",
    "Players",
    "Viewer",
    "Rules",
    "Schema",
    "Seed",
    "Digest",
    "Annotations",
    "Receipts",
)
"""In the order in which they are written; each stands at most once."""
PARTIAL = "Viewer"
"""The header of the partial form, in which cards hidden from the viewer are ``??``."""
TIMES = "Times:"

_SEAT, _RANK, _CARD = "[0-5]", "[2-9TJQKA]", r"(?:[2-9TJQKA][CDHS]|[BR]J|\?\?)"
_EVENT = (
    rf"\+[CDHS]++|[~!^]{_CARD}|fish|{_SEAT}?#{_RANK}[CDHSBR]*+|>{_SEAT}(?::[a-z_]++)?|-{_SEAT}"
    r"|[a-z_]++\(\S*\)"
)
_WORDS = re.compile(
    rf"\s*+(?:(?:{_SEAT}>{_SEAT}:{_RANK}[CDHS]?|\.?(?:{_EVENT})|@[-0-5])(?:\s++|\Z))*+"
)
_HEADER = re.compile(r"([A-Za-z]{1,20}):[ ]?([^\n]*)\n")
_NOT_PRINTABLE = re.compile(r"[^\n -~]")
_TIMES = re.compile(rf"(?:\A|(?<=\n)){TIMES}")

Move = list[str]


class NoNotation(MalformedEntry):
    """The text is not a notation; ``line`` and ``column`` count from 1."""

    def __init__(self, line: int, column: int, fault: str) -> None:
        super().__init__(f"Line {line}, column {column}: {fault}")
        self.line, self.column, self.fault = line, column, fault


class Notation(NamedTuple):
    """The parts of a notation, as they are written."""

    headers: dict[str, str]
    moves: list[Move]
    """Each move by its words; the first one says what was done."""
    times: list[str]
    text: str

    @property
    def is_partial(self) -> bool:
        """Whether it shows a game as one viewer sees it."""
        return PARTIAL in self.headers


def parse(given: str | bytes) -> Notation:
    """Split a text.

    :raises NoNotation: at the first character that is not notation.
    """
    text = _ascii(given)
    headers, start = _headers(text)
    block = _TIMES.search(text, start)
    end = block.start() if block else len(text)
    valid = _WORDS.match(text, start, end)
    if valid is None or valid.end() != end:
        refuse(text, valid.end() if valid else start, "is not a word of the notation.")
    moves: list[Move] = []
    for word in text[start:end].split():
        if word[0] == "." or word[1:2] == ">":
            moves.append([word])
        elif moves:
            moves[-1].append(word)
        else:
            refuse(
                text, text.index(word, start), "must begin a move: an ask, or a word after a dot."
            )
    return Notation(headers, moves, text[block.end() :].split() if block else [], text)


def refuse(text: str, offset: int, fault: str) -> NoReturn:
    """Raise ``NoNotation`` for the word at an offset."""
    word = text[offset:].split(maxsplit=1)
    shown = f'"{word[0][:40]}" ' if word else "The end "
    raise NoNotation(*place(text, offset), shown + fault)


def place(text: str, offset: int) -> tuple[int, int]:
    """Return line and column of an offset, from 1."""
    before = text.rfind("\n", 0, offset)
    return text.count("\n", 0, offset) + 1, offset - before


def offset_of(notation: Notation, move: int, word: int = 0) -> int:
    """Return where a word of a move stands in the text; moves and words count from 0."""
    at = sum(map(len, notation.moves[:move])) + word
    _, start = _headers(notation.text)
    for count, found in enumerate(re.finditer(r"\S+", notation.text[start:])):
        if count == at:
            return start + found.start()
    return len(notation.text)


def offset_of_header(notation: Notation, name: str) -> int:
    """Return where the value of a header stands in the text."""
    found = re.search(rf"^{name}: ?", notation.text, re.MULTILINE)
    return found.end() if found else 0


def _ascii(given: str | bytes) -> str:
    text = given.decode("latin-1") if isinstance(given, bytes) else given
    text = text.replace("\r\n", "\n")
    if other := _NOT_PRINTABLE.search(text):
        raise NoNotation(*place(text, other.start()), "A notation is printable ASCII text.")
    return text


def _headers(text: str) -> tuple[dict[str, str], int]:
    """Return the headers and where the moves start: after the first empty line."""
    headers: dict[str, str] = {}
    at = 0
    while found := _HEADER.match(text, at):
        name, value = found.groups()
        if at == 0 and (name, value) != ("GFN", VERSION):
            break
        if name not in HEADERS:
            refuse(text, at, f"is no header of GFN {VERSION}.")
        if name in headers:
            refuse(text, at, "stands twice.")
        headers[name] = value
        at = found.end()
    if not headers:
        raise NoNotation(1, 1, f'A notation begins with the line "GFN: {VERSION}".')
    if not text.startswith("\n", at):
        refuse(text, at, "is no header, and no empty line ends the headers.")
    return headers, at + 1
