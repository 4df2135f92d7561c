"""What an account may be called, and which two names look alike. Pure text, no database."""

import secrets
import unicodedata

from django.core.validators import RegexValidator

SHORTEST = 3
LONGEST = 30

is_username = RegexValidator(
    r"\A[A-Za-z][A-Za-z0-9_-]{2,29}\Z",
    f"Use {SHORTEST} to {LONGEST} letters, digits, '_' or '-', starting with a letter.",
    code="bad_username",
)

# Must agree with User.skeleton, which the database computes.
LOOK_ALIKES = {"_": "", "-": "", "0": "o", "1": "l", "i": "l"}

GUEST_PREFIX = "guest-"
DELETED_PREFIX = "deleted-"
_LETTERS = "bcdfghjkmnpqrstvwxyz23456789"  # nothing to misread, and no words

# What cannot be seen, or changes how its neighbours are shown: controls, zero widths, overrides.
is_visible = RegexValidator(
    r"\A[^\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+\Z",
    "Use characters that can be seen.",
    code="hidden_characters",
)

# fmt: off
_RESERVED = (
    "admin", "administrator", "anonymous", "api", "bot", "deleted", "everyone", "gofish", "me",
    "moderator", "nobody", "null", "owner", "referee", "root", "security", "server", "spectator",
    "staff", "superuser", "support", "system", "undefined", "unknown", "you",
)
# fmt: on


def canonical(typed: str) -> str:
    """Return the one form in which a typed name is looked up and its wrong passwords are counted.

    Two spellings that find the same account have the same form: its name in lower case.

    >>> canonical(" \N{FULLWIDTH LATIN CAPITAL LETTER A}NN")
    'ann'
    """
    return unicodedata.normalize("NFKC", typed).strip().casefold()


def skeleton(username: str) -> str:
    """Reduce a name to what two look-alikes share.

    >>> skeleton("Ann_1") == skeleton("annI")
    True
    """
    return username.lower().translate(_FOLD)


def is_reserved(username: str) -> bool:
    """Tell whether a name belongs to the service, or would pass for one that does."""
    reduced = skeleton(username)
    return reduced in _RESERVED_SKELETONS or reduced.startswith(_RESERVED_PREFIXES)


def invent(prefix: str) -> str:
    """Make up a name such as ``guest-k7wq2fxm``; one in 10¹¹ is taken already."""
    return prefix + "".join(secrets.choice(_LETTERS) for _ in range(8))


_FOLD = str.maketrans(LOOK_ALIKES)
_RESERVED_SKELETONS = frozenset(skeleton(name) for name in _RESERVED)
_RESERVED_PREFIXES = (skeleton(GUEST_PREFIX), skeleton(DELETED_PREFIX))
