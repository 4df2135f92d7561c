"""Usernames: which are valid, which are reserved, and which look alike. No database access."""

import secrets
import unicodedata

from django.core.validators import RegexValidator

SHORTEST = 3
LONGEST = 30
LONGEST_TYPED = 150
"""Characters of a name that is looked up, before it is normalised."""

is_username = RegexValidator(
    r"\A[A-Za-z][A-Za-z0-9_-]{2,29}\Z",
    f"Use {SHORTEST} to {LONGEST} letters, digits, '_' or '-', starting with a letter.",
    code="bad_username",
)

# Must agree with User.skeleton, which the database computes.
LOOK_ALIKES = {"_": "", "-": "", "0": "o", "1": "l", "i": "l"}

GUEST_PREFIX = "guest-"
DELETED_PREFIX = "deleted-"
PUPIL_PREFIX = "pupil-"
PLAYER_PREFIX = "player-"
"""The beginning of usernames that replace abusive ones."""
_LETTERS = "bcdfghjkmnpqrstvwxyz23456789"  # without look-alikes, and without vowels: no words

HIDDEN = "Use no invisible characters, except joiners where a script spells with them."

# Invisible characters where spelling needs them, and nowhere else (compare UAX 31, 2.3).
_JOINERS = (
    r"(?V1)"
    # between letters of Arabic, such as Persian, and of Syriac
    r"(?<=[[\p{L}\p{M}]&&[\p{scx=Arab}\p{scx=Syrc}]])\u200c(?=[\p{L}&&[\p{scx=Arab}\p{scx=Syrc}]])"
    # after or before the sign that takes the vowel of an Indic letter away
    r"|(?<=\p{InSC=Virama})[\u200c\u200d](?=[\p{InSC=Consonant}\p{InSC=Vowel_Independent}])"
    r"|(?<=\p{InSC=Consonant})[\u200c\u200d](?=\p{InSC=Virama}\p{InSC=Consonant})"
    # the vowel separator and the selectors of Mongolian, the variants of Chinese characters
    r"|(?<=[\p{L}&&\p{Mong}])[\u180b-\u180f](?=[\p{L}&&\p{Mong}])"
    r"|(?<=\p{Han})[\U000e0100-\U000e01ef]"
)
# Invisible characters and those that change their neighbours: controls, overrides. As in
# ``shuffle.ENTROPY_PATTERN``, U+2028 and U+2029 are not written.
is_visible = RegexValidator(
    r"\A(?:[^\u0000-\u001f\u007f-\u009f\u00ad\u061c\u2000-\u202f\u2060-\u206f\ufeff]"
    r"|[\u2000-\u200a\u2010-\u2027\u202f])+\Z",
    "Use visible characters only.",
    code="hidden_characters",
)

# fmt: off
_RESERVED = (
    "admin", "administrator", "anonymous", "api", "bot", "deleted", "everyone", "gofish", "lookup",
    "me", "moderator", "nobody", "null", "owner", "referee", "root", "security", "server", "spectator",
    "staff", "superuser", "support", "system", "undefined", "unknown", "you",
)
# fmt: on


def without_joiners(text: str) -> str:
    """Return a text without the invisible characters that its spelling needs."""
    import regex  # it takes 2 MB, and the referee and most servers check no name

    return regex.sub(_JOINERS, "", text)


def canonical(typed: str) -> str:
    """Return the form of a typed name for looking up its account and counting wrong passwords.

    All spellings that find the same account have the same form: its username in lower case. A text
    of more than ``LONGEST_TYPED`` characters names no account, and stays as it is: the time to
    normalise a text of combining marks grows with the square of its length.

    >>> canonical(" \N{FULLWIDTH LATIN CAPITAL LETTER A}NN")
    'ann'
    """
    if len(typed) > LONGEST_TYPED:
        return typed
    return unicodedata.normalize("NFKC", typed).strip().casefold()


def skeleton(username: str) -> str:
    """Return a form that is the same for two names that look alike.

    >>> skeleton("Ann_1") == skeleton("annI")
    True
    """
    return username.lower().translate(_FOLD)


def is_reserved(username: str) -> bool:
    """Return whether a name is reserved for the service, or looks like a reserved one."""
    reduced = skeleton(username)
    return reduced in _RESERVED_SKELETONS or reduced.startswith(_RESERVED_PREFIXES)


def invent(prefix: str) -> str:
    """Return a random name such as ``guest-k7wq2fxm``, one of 28⁸."""
    return prefix + "".join(secrets.choice(_LETTERS) for _ in range(8))


_FOLD = str.maketrans(LOOK_ALIKES)
_RESERVED_SKELETONS = frozenset(skeleton(name) for name in _RESERVED)
_RESERVED_PREFIXES = tuple(map(skeleton, (GUEST_PREFIX, DELETED_PREFIX, PUPIL_PREFIX)))
