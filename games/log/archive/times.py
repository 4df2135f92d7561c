"""Write the times of moves in few bits, and read them.

    first, 7 bytes ‖ width, 1 byte ‖ least, 8 bytes, if negative ‖ the others, in bits

The first is in microseconds since 1970. Each other is the difference to the one before, less the
least of them: a Golomb-Rice code, whose low bits have the width that makes them shortest. Times to
the microsecond hardly compress otherwise.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_FIRST_BYTES, _LEAST_BYTES = 7, 8
_HAS_LEAST = 0x80
_WIDTHS = range(41)
_MOST_ONES = 24
"""From so many ones on, the whole number follows, so that one long wait costs little."""
_WHOLE_BITS = 64


def write(times: Sequence[datetime]) -> bytes:
    """Return the bytes of one or more times."""
    first = (times[0] - _EPOCH) // _MICROSECOND
    steps = [(later - earlier) // _MICROSECOND for earlier, later in pairwise(times)]
    least = min([0, *steps])
    numbers = [step - least for step in steps]
    width = min(_WIDTHS, key=lambda width: sum(_length(number, width) for number in numbers))
    bits = "".join(_bits(number, width) for number in numbers)
    bits += "0" * (-len(bits) % 8)
    head = first.to_bytes(_FIRST_BYTES, "big", signed=True)
    if least:
        head += bytes([width | _HAS_LEAST]) + least.to_bytes(_LEAST_BYTES, "big", signed=True)
    else:
        head += bytes([width])
    return head + int(bits or "0", 2).to_bytes(len(bits) // 8, "big")


def read(data: bytes, count: int) -> list[datetime]:
    """Return ``count`` times.

    :raises ValueError: if these are not the bytes of so many times.
    :raises OverflowError: if a time is out of range.
    """
    place = _FIRST_BYTES + 1
    if len(data) < place or len(data) > place + _LEAST_BYTES + count * 12:
        raise ValueError("the times have the wrong length")
    microseconds = int.from_bytes(data[:_FIRST_BYTES], "big", signed=True)
    width, least = data[_FIRST_BYTES] & ~_HAS_LEAST, 0
    if data[_FIRST_BYTES] & _HAS_LEAST:
        least = int.from_bytes(data[place : place + _LEAST_BYTES], "big", signed=True)
        place += _LEAST_BYTES
    if width not in _WIDTHS:
        raise ValueError("the times have an unknown width")
    bits = bin(int.from_bytes(b"\1" + data[place:], "big"))[3:]
    found, place = [_EPOCH + microseconds * _MICROSECOND], 0
    for _ in range(count - 1):
        number, place = _number(bits, place, width)
        found.append(found[-1] + (number + least) * _MICROSECOND)
    if len(bits) - place >= 8 or "1" in bits[place:]:
        raise ValueError("more follows after the last time")
    return found


def _length(number: int, width: int) -> int:
    ones = number >> width
    return ones + 1 + width if ones < _MOST_ONES else _MOST_ONES + _WHOLE_BITS


def _bits(number: int, width: int) -> str:
    ones = number >> width
    if ones >= _MOST_ONES:
        return "1" * _MOST_ONES + f"{number:0{_WHOLE_BITS}b}"
    low = number & ((1 << width) - 1)
    return "1" * ones + "0" + (f"{low:0{width}b}" if width else "")


def _number(bits: str, place: int, width: int) -> tuple[int, int]:
    """Return the number that begins at a place, and the place after it."""
    zero = bits.find("0", place, place + _MOST_ONES)
    if zero < 0:
        place, ones, width = place + _MOST_ONES, 0, _WHOLE_BITS
    else:
        place, ones = zero + 1, zero - place
    low = bits[place : place + width]
    if len(low) < width:
        raise ValueError("times are missing")
    return (ones << width) + int(low or "0", 2), place + width
