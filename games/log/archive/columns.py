r"""Write moves as text and times that compress well, and read them: the same bytes again.

The moves of a game repeat a few forms with other seats, ranks and cards. So each move is split into
its template and its values. A value is a number, or a text of one or two characters; the template
has a placeholder for each of its characters. Templates are listed once:

    templates, each ended by "\n" ‖ "\0" ‖ the number of its template, a byte a move ‖ values

Times are apart, because they hardly compress (``times``). Digests are not written: they follow from
the texts and the seed. The commitment, which the first move repeats, is a placeholder too.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from games.engine import chain
from games.engine.cards import Seat
from games.engine.transcript import StoredMove
from games.log.archive import times as bits_of_times
from games.log.archive.errors import ArchiveDamaged, Unarchivable

MOST_MOVES = 256
"""Maximum number of moves that are written together."""
MOST_CHARACTERS = 2 * 1024**2
"""Maximum length of their texts: 8 kB a move, where the longest known has 4."""

_PLACEHOLDER, _IMPLIED, _COMMITMENT = "\x01", "\x02", "\x03"
_VALUE = re.compile(r'(?<=[:,\[\t])(?:"[^"\\]{1,2}"|\d+)(?=[\],}\t\n])')
_FORBIDDEN = re.compile(r"[^\x20-\x7e]")


def write(moves: Sequence[StoredMove], commitment: str) -> tuple[bytes, bytes]:
    """Return the texts and the times of up to ``MOST_MOVES`` moves.

    :raises Unarchivable: if a text is not the ASCII of canonical JSON, or is too long.
    """
    templates: dict[str, int] = {}
    order, values, length = bytearray(), list[str](), 0
    for move in moves:
        line = _line(move)
        length += len(line)
        line = line.replace(commitment, _COMMITMENT)
        order.append(templates.setdefault(_VALUE.sub(_hide, line), len(templates)))
        values += (found.strip('"') for found in _VALUE.findall(line))
    if length > MOST_CHARACTERS:
        raise Unarchivable(f"Its moves have more than {MOST_CHARACTERS} characters.")
    texts = "".join(templates).encode("ascii") + b"\0" + bytes(order)
    times = bits_of_times.write([move.at for move in moves])
    return texts + "".join(values).encode("ascii"), times


def read(
    texts: bytes,
    times: bytes,
    *,
    first: int,
    count: int,
    previous: bytes,
    seed: bytes,
    commitment: str,
) -> Iterator[StoredMove]:
    """Yield the ``count`` moves from the number ``first`` on, with their digests.

    ``previous`` is the digest before the first.

    :raises ArchiveDamaged: if these are not the texts and times of so many moves.
    """
    try:
        yield from _read(texts, times, range(first, first + count), previous, seed, commitment)
    except (IndexError, OverflowError, ValueError) as error:
        raise ArchiveDamaged(f"The archived moves cannot be read: {error}.") from None


def _read(
    texts: bytes, times: bytes, numbers: range, previous: bytes, seed: bytes, commitment: str
) -> Iterator[StoredMove]:
    listed, _, rest = texts.partition(b"\0")
    templates = [line.split(_PLACEHOLDER) for line in listed.decode("ascii").split("\n")]
    order, values = rest[: len(numbers)], iter(rest[len(numbers) :].decode("ascii"))
    left, found = MOST_CHARACTERS, bits_of_times.read(times, len(numbers))
    for number, chosen, at in zip(numbers, order, found, strict=True):
        line = _filled(templates[chosen], values)
        left -= len(line) + line.count(_COMMITMENT) * len(commitment)
        if left < 0:
            raise ValueError("they are longer than moves can be")
        line = line.replace(_COMMITMENT, commitment)
        seat_text, schema_text, command, events = line.split("\t")
        seat: Seat | None = int(seat_text) if seat_text else None
        schema = int(schema_text)
        command = _implied(events) if command == _IMPLIED else command
        text = chain.entry(
            number=number, seat=seat, at=at, schema=schema, command=command, events=events
        )
        previous = chain.next_digest(previous, seed=seed, number=number, entry=text)
        yield StoredMove(number, seat, at, schema, command, events, previous)
    if next(values, None) is not None:
        raise ValueError("more follows after the last move")


def _line(move: StoredMove) -> str:
    """Return the texts of a move, separated by tabs.

    :raises Unarchivable: if one has a character that canonical JSON writes otherwise.
    """
    if _FORBIDDEN.search(move.command) or _FORBIDDEN.search(move.events):
        raise Unarchivable(f"Move {move.number} is not canonical JSON.")
    command = _IMPLIED if _implied(move.events) == move.command else move.command
    seat = "" if move.seat is None else str(move.seat)
    return f"\t{seat}\t{move.schema}\t{command}\t{move.events}\n"


def _implied(events: str) -> str:
    """Return the command that the name of the first event says, as ``asked`` says ``ask``."""
    start, ending, _ = events[1:].partition('ed"}')
    return f'{start}"}}' if ending else ""


def _hide(value: re.Match[str]) -> str:
    text = value[0]
    return f'"{_PLACEHOLDER * (len(text) - 2)}"' if text[0] == '"' else _PLACEHOLDER * len(text)


def _filled(parts: Sequence[str], values: Iterator[str]) -> str:
    """Return a line of a template without its leading tab."""
    given = list(islice(values, len(parts) - 1))
    if len(given) < len(parts) - 1:
        raise ValueError("values are missing")
    pairs = zip(parts, [*given, ""], strict=True)
    return "".join(text for pair in pairs for text in pair).removeprefix("\t")
