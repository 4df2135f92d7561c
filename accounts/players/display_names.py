"""Display names: what a player is called on the screen, next to the unique username.

Two accounts may have the same display name. None may look like the username of another account
when it is set, nor like a name of the service.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts import locks, names, reserved_names
from accounts.models import User
from accounts.players import scripts
from accounts.refusals import DisplayNameRefused

LONGEST = 30
LONGEST_SENT = 120
"""Characters of a name before it is normalised."""
MOST_MARKS = 2
"""Combining marks on one letter: more can cover the lines above and below."""

# fmt: off
_ROLES = (
    "admin", "administrator", "gofish", "moderator", "official", "referee", "root", "security",
    "staff", "superuser", "support", "system",
)
# fmt: on
# Letters, marks and symbols that cannot be seen: fillers, joiners, selectors, blanks.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    map(chr, range(0x180B, 0x1810)),
    map(chr, range(0xFE00, 0xFE10)),
    map(chr, range(0xE0100, 0xE01F0)),
)
_BETWEEN_WORDS = re.compile(r"[^\w!|@$]+|_")
_SYMBOLS_FOR_LETTERS = str.maketrans("!|@$", "llas")
_ROLE_SKELETONS = frozenset(map(names.skeleton, _ROLES))


def normalised(text: str) -> str:
    """Return a name in Unicode's form NFKC, with single spaces and none at its ends.

    >>> normalised("  Ann  \N{FULLWIDTH LATIN CAPITAL LETTER B} ")
    'Ann B'
    """
    return " ".join(filter(None, unicodedata.normalize("NFKC", text).split(" ")))


def check_form(name: str) -> None:
    """Check the form of a normalised name, without the database.

    :raises ValidationError: it is empty or too long (``bad_length``), has no letter or digit
        (``no_letter``), has invisible characters (``hidden_characters``) or letters of several
        scripts (``mixed_scripts``).
    """
    if any(map(_is_hidden, name)) or _has_stacked_marks(name):
        raise ValidationError("Use visible characters only.", code="hidden_characters")
    if not 1 <= len(name) <= LONGEST:
        raise ValidationError(f"Use 1 to {LONGEST} characters.", code="bad_length")
    if not any(map(str.isalnum, name)):
        raise ValidationError("Use at least one letter or digit.", code="no_letter")
    if scripts.are_mixed(name):
        raise ValidationError("Use the letters of one alphabet.", code="mixed_scripts")


def check_free(name: str, user: User) -> None:
    """Check that an account may have a normalised name.

    :raises DisplayNameRefused: it looks like a name of the service, or like another username.
    """
    reduced = _skeleton(name)
    if reduced == names.skeleton(user.username):
        return
    words = {*name.split(), *_BETWEEN_WORDS.split(name)}
    is_role = any(_skeleton(word) in _ROLE_SKELETONS for word in words)
    if is_role or names.is_reserved(reduced) or reserved_names.is_replaced(reduced):
        raise DisplayNameRefused("The service reserves this name, or one that looks like it.")
    if reduced.isascii() and User.objects.filter(skeleton=reduced).exists():
        raise DisplayNameRefused("This name looks like the username of another account.")


def change(user: User, name: str) -> None:
    """Store a normalised name of the right form; an empty one removes it.

    :raises DisplayNameRefused: it looks like a name of the service, or like another username.
    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    with transaction.atomic():
        current = locks.lock_active(user.pk)
        if name:
            check_free(name, current)
        user.display_name = name
        user.save(update_fields=["display_name"])


def _skeleton(name: str) -> str:
    """Return the form of ``names.skeleton`` for a name in any script, without its punctuation."""
    twin = scripts.latin_twin(name).translate(_SYMBOLS_FOR_LETTERS)
    return names.skeleton("".join(filter(str.isalnum, twin)))


def _is_hidden(character: str) -> bool:
    category = unicodedata.category(character)
    is_space = category == "Zs" and character != " "
    return category[0] == "C" or category in ("Zl", "Zp", "Me") or is_space or character in _BLANK


def _has_stacked_marks(name: str) -> bool:
    """Return whether the name begins with a combining mark, or a letter has too many."""
    marks = MOST_MARKS  # none may come first
    for character in name:
        marks = marks + 1 if unicodedata.category(character) == "Mn" else 0
        if marks > MOST_MARKS:
            return True
    return False
