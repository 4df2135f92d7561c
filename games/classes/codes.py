"""Codes of places and parties: 10 characters, of which only keyed digests are stored.

The names that pupils have, such as *Blue heron*: a colour or a quality, and an animal.

No text of a child is ever stored. A class has at most 60 names of the list of its language.
"""

import secrets
from collections.abc import Collection
from functools import cache
from random import Random

from django.utils.crypto import salted_hmac

from games.classes.models import ClassLanguage
from games.play.visibility import CODE_ALPHABET

LENGTH = 10
LONGEST_TYPED = 40

_SALT = "games.classes.codes"


def new() -> str:
    """Return a code of 50 random bits."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(LENGTH))


def digest(typed: str) -> bytes:
    """Return the stored digest of a code, in any case, with any spaces and hyphens."""
    code = typed.upper().replace("-", "").replace(" ", "")
    return salted_hmac(_SALT, code, algorithm="sha256").digest()


# fmt: off
_ENGLISH = (
    ("Blue", "Green", "Red", "Golden", "Silver", "Brave", "Quick", "Calm", "Clever", "Cheerful"),
    ("heron", "otter", "fox", "owl", "robin", "badger", "hare", "seal", "swan", "tiger", "turtle",
     "whale", "panda", "lynx", "falcon", "dolphin"),
)
_GERMAN = (
    ("Blau", "Grün", "Rot", "Golden", "Silbern", "Mutig", "Schnell", "Ruhig", "Klug", "Fröhlich"),
    (("er", "Reiher Otter Fuchs Dachs Hase Schwan Tiger Wal Panda Luchs Falke Delfin"),
     ("e", "Eule Robbe Ente Biene Möwe Amsel")),
)
_SPANISH = (
    (("azul", "azul"), ("verde", "verde"), ("roj", "o/a"), ("dorad", "o/a"), ("platead", "o/a"),
     ("valiente", "valiente"), ("veloz", "veloz"), ("tranquil", "o/a"), ("list", "o/a"), ("alegre", "alegre")),
    ("Zorro Búho Tejón Cisne Tigre Panda Lince Halcón Delfín Oso",
     "Garza Nutria Liebre Foca Tortuga Ballena Abeja Gaviota"),
)
# fmt: on


@cache
def of(language: str) -> tuple[str, ...]:
    """Return all names of a language, each at most 30 characters."""
    match ClassLanguage(language):
        case ClassLanguage.EN:
            qualities, animals = _ENGLISH
            return tuple(f"{quality} {animal}" for quality in qualities for animal in animals)
        case ClassLanguage.DE:
            return tuple(
                f"{quality}{ending} {animal}"
                for quality in _GERMAN[0]
                for ending, animals in _GERMAN[1]
                for animal in animals.split()
            )
        case ClassLanguage.ES:
            return tuple(
                f"{animal} {_agreeing(*quality, gender)}"
                for quality in _SPANISH[0]
                for gender, animals in enumerate(_SPANISH[1])
                for animal in animals.split()
            )


def draw(language: str, count: int, *, taken: Collection[str], chance: Random) -> list[str]:
    """Return names of a list that are not taken, by lot; fewer if there are not enough."""
    free = [name for name in of(language) if name not in taken]
    return chance.sample(free, min(count, len(free)))


def _agreeing(stem: str, ending: str, gender: int) -> str:
    return stem + ending.split("/")[gender] if "/" in ending else stem
