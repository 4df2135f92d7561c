"""The provable deal: compute pack orders from a committed seed and the players' entropy.

Version 1, which never changes:

- commitment = SHA-256("gofish-seed-1" ‖ seed), shown before any player adds entropy.
- stream(label) = HMAC-SHA-256(seed, "gofish-1 " ‖ label ‖ " " ‖ entropy ‖ " " ‖ block) for block 0,
  1, 2 … Here entropy is the hexadecimal SHA-256 of the contributions of the seats taken at the
  start, in the order given: at most one per seat, each as "seat:text" in UTF-8 and a newline. No
  text has a control character or a line break.
- A number below n is read from the stream as 4 bytes, big endian. It is read again while it is not
  below the largest multiple of n up to 2³², so that every number is equally likely.
- A pack is shuffled from its last place down to its second: place i is exchanged with a number
  below i + 1.

Labels: "dealer" for the first dealer, "deal K" for the K-th pack of a game (misdeals included),
"cut K" for a cut by the referee.
"""

import hmac
import re
from collections.abc import Iterator
from hashlib import sha256

from games.engine.cards import Pack, Seat, full_pack

SEED_BYTES = 32
MAX_ENTROPY_LENGTH = 128
"""The longest contribution, in code points."""
ENTROPY_PATTERN = r"^(?:[^\x00-\x1f\x7f-\x9f\u2000-\u202f]|[\u2000-\u2027\u202a-\u202f])+$"
"""With line breaks, two lists of contributions could have the same digest.

U+2028 and U+2029 are not written: they end a regular expression that a generator copies to code.
"""

_ENTROPY = re.compile(rf"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{{1,{MAX_ENTROPY_LENGTH}}}")

Entropy = tuple[tuple[Seat, str], ...]
"""Contributions in the order given: the lobby's seat number and the text."""


def commitment(seed: bytes) -> str:
    """Return the commitment to a seed, 64 hexadecimal digits; it is published when a game is
    created.

    >>> commitment(bytes(32))[:16]
    'a1ff605b7109ce16'
    """
    return sha256(b"gofish-seed-1" + seed).hexdigest()


def is_entropy(text: str) -> bool:
    """Return whether a text can be a contribution. A lone surrogate cannot: it has no UTF-8 form.

    >>> is_entropy("seven herrings, 7 °C"), is_entropy("a line\\n1:and another"), is_entropy("")
    (True, False, False)
    """
    return _ENTROPY.fullmatch(text) is not None


def shuffled_pack(seed: bytes, entropy: Entropy, label: str, *, joker_count: int) -> Pack:
    """Return the order of the pack under a label; index 0 is the top."""
    pack = list(full_pack(joker_count))
    words = _words(seed, entropy, label)
    for place in range(len(pack) - 1, 0, -1):
        other = _below(words, place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    return tuple(pack)


def number_below(seed: bytes, entropy: Entropy, label: str, *, bound: int) -> int:
    """Return the number from 0 to ``bound`` - 1 that the seed gives under a label."""
    return _below(_words(seed, entropy, label), bound)


def cut_pack(pack: Pack, position: int) -> Pack:
    """Return the pack with its first ``position`` cards put below the others."""
    return pack[position:] + pack[:position]


def _words(seed: bytes, entropy: Entropy, label: str) -> Iterator[int]:
    """Yield the numbers of 32 bits of a label's stream."""
    given = "".join(f"{seat}:{text}\n" for seat, text in entropy)
    prefix = f"gofish-1 {label} {sha256(given.encode()).hexdigest()} "
    block = 0
    while True:
        stream = hmac.digest(seed, f"{prefix}{block}".encode(), "sha256")
        for start in range(0, len(stream), 4):
            yield int.from_bytes(stream[start : start + 4], "big")
        block += 1


def _below(words: Iterator[int], bound: int) -> int:
    """Return the next number below ``bound``, without modulo bias."""
    limit = 2**32 - 2**32 % bound
    return next(word for word in words if word < limit) % bound
