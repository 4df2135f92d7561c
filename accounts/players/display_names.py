"""Display names: what a player is called on the screen, next to the unique username.

Only the username tells who a player is: two display names may be the same, or look alike. A display
name may not be a name of the service or of its staff.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts import locks, names, reserved_names
from accounts.models import User
from accounts.refusals import DisplayNameRefused

LONGEST = 30
LONGEST_SENT = 120
"""Characters of a name before it is normalised."""
MOST_MARKS = 2
"""Combining marks on one letter: more can cover the lines above and below."""

# fmt: off
_ROLES = (
    "admin", "administrator", "gofish", "mod", "moderator", "official", "referee", "root",
    "security", "staff", "superuser", "support", "system",
    "administratorin", "kundendienst", "moderation", "moderatorin", "offiziell", "schiedsrichter",
    "schiedsrichterin", "sicherheit", "spielleiter", "spielleiterin", "spielleitung",
    "administrador", "administradora", "arbitra", "arbitro", "moderador", "moderadora", "oficial",
    "seguridad", "sistema", "soporte",
)
# fmt: on
# Letters, marks and symbols that cannot be seen: fillers, joiners, selectors, blanks.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    map(chr, range(0x180B, 0x1810)),
    map(chr, range(0xFE00, 0xFE10)),
    map(chr, range(0xE0100, 0xE01F0)),
)
_BETWEEN_WORDS = re.compile(r"[\W_]+")
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
        (``no_letter``), or has invisible characters (``hidden_characters``).
    """
    if any(map(_is_hidden, name)) or _has_stacked_marks(name):
        raise ValidationError("Use visible characters only.", code="hidden_characters")
    if not 1 <= len(name) <= LONGEST:
        raise ValidationError(f"Use 1 to {LONGEST} characters.", code="bad_length")
    if not any(map(str.isalnum, name)):
        raise ValidationError("Use at least one letter or digit.", code="no_letter")


def check_free(name: str, user: User) -> None:
    """Check that an account may have a normalised name.

    :raises DisplayNameRefused: it is a name of the service or its staff, or was replaced.
    """
    bare = _without_marks(name)
    reduced = names.skeleton(_BETWEEN_WORDS.sub("", bare))
    if reduced == names.skeleton(user.username):
        return
    is_role = not _ROLE_SKELETONS.isdisjoint(map(names.skeleton, _BETWEEN_WORDS.split(bare)))
    if is_role or names.is_reserved(reduced) or reserved_names.is_replaced(reduced):
        raise DisplayNameRefused("The service reserves this name. Choose another.")


def change(user: User, name: str) -> None:
    """Store a normalised name of the right form; an empty one removes it.

    :raises DisplayNameRefused: it is a name of the service or its staff, or was replaced.
    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    with transaction.atomic():
        current = locks.lock_active(user.pk)
        if name:
            check_free(name, current)
        user.display_name = name
        user.save(update_fields=["display_name"])


def _without_marks(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name)
    return "".join(character for character in decomposed if not unicodedata.combining(character))


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
