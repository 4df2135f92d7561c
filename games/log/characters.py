"""The names and pictures of built-in bots.

Who sits in a seat follows from the game and the seat, so nothing is stored, and games of every age
have them. Pictures are sea animals that no player can choose.
"""

from typing import NamedTuple


class Character(NamedTuple):
    """A name, the same in all languages, and the name of a drawing in ``web/players``."""

    name: str
    picture: str


CHARACTERS = (
    Character("Otto", "octopus"),
    Character("Carla", "crab"),
    Character("Tara", "turtle"),
    Character("Juno", "jellyfish"),
    Character("Stella", "starfish"),
    Character("Wanda", "whale"),
    Character("Sid", "squid"),
    Character("Lars", "lobster"),
    Character("Pippa", "penguin"),
    Character("Sami", "seal"),
    Character("Nils", "snail"),
)
"""A prime number of them: then every step from seat to seat meets each once."""


def of_seat(game_id: int, seat: int) -> Character:
    """Return who plays a seat, from 0, if a built-in bot does. No two seats of a game share one.

    >>> [of_seat(123, seat).name for seat in range(3)]
    ['Juno', 'Wanda', 'Pippa']
    """
    steps, start = divmod(game_id, len(CHARACTERS))
    step = 1 + steps % (len(CHARACTERS) - 1)
    return CHARACTERS[(start + seat * step) % len(CHARACTERS)]
