"""Codes of places and parties: 10 characters, of which only keyed digests are stored.

The names that pupils have, such as *Brave seahorse*: a quality, and the fish of their picture.

No text of a child is ever stored. A class has at most 60 names of the list of its language.
"""

import secrets
from collections.abc import Collection, Mapping
from functools import cache
from random import Random

from django.utils.crypto import salted_hmac

from accounts.preferences import PICTURES
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
    ("Brave", "Quick", "Calm", "Clever", "Cheerful", "Lucky", "Proud", "Gentle", "Curious", "Merry"),
    {picture: picture for picture in PICTURES[:12]},
)
_GERMAN = (
    ("Mutig", "Schnell", "Ruhig", "Klug", "Fröhlich", "Lustig", "Stolz", "Sanft", "Munter", "Flink"),
    {
        "er": {"Kaiserfisch": "angelfish", "Anglerfisch": "anglerfish", "Clownfisch": "clownfish", "Aal": "eel",
               "Goldfisch": "goldfish", "Kugelfisch": "pufferfish", "Rochen": "ray", "Hai": "shark",
               "Mondfisch": "sunfish", "Schwertfisch": "swordfish"},
        "e": {"Flunder": "flounder"},
        "es": {"Seepferdchen": "seahorse"},
    },
)
_SPANISH = (
    (("valiente", "valiente"), ("veloz", "veloz"), ("tranquil", "o/a"), ("list", "o/a"), ("alegre", "alegre"),
     ("feliz", "feliz"), ("amable", "amable"), ("curios", "o/a"), ("paciente", "paciente"), ("simpátic", "o/a")),
    (
        {"Pez ángel": "angelfish", "Rape": "anglerfish", "Pez payaso": "clownfish", "Pez dorado": "goldfish",
         "Pez globo": "pufferfish", "Caballito de mar": "seahorse", "Tiburón": "shark", "Pez luna": "sunfish",
         "Pez espada": "swordfish"},
        {"Anguila": "eel", "Platija": "flounder", "Raya": "ray"},
    ),
)
# fmt: on


@cache
def of(language: str) -> Mapping[str, str]:
    """Return the picture by name of all names of a language, each at most 30 characters."""
    match ClassLanguage(language):
        case ClassLanguage.EN:
            qualities, pictures = _ENGLISH
            return {
                f"{quality} {fish}": pictures[fish] for quality in qualities for fish in pictures
            }
        case ClassLanguage.DE:
            return {
                f"{quality}{ending} {fish}": picture
                for quality in _GERMAN[0]
                for ending, pictures in _GERMAN[1].items()
                for fish, picture in pictures.items()
            }
        case ClassLanguage.ES:
            return {
                f"{fish} {_agreeing(*quality, gender)}": picture
                for quality in _SPANISH[0]
                for gender, pictures in enumerate(_SPANISH[1])
                for fish, picture in pictures.items()
            }


def draw(language: str, count: int, *, taken: Collection[str], chance: Random) -> list[str]:
    """Return names of a list that are not taken, by lot; fewer if there are not enough."""
    free = [name for name in of(language) if name not in taken]
    return chance.sample(free, min(count, len(free)))


def _agreeing(stem: str, ending: str, gender: int) -> str:
    return stem + ending.split("/")[gender] if "/" in ending else stem
