"""A process that finishes rated games of new people as fast as it can.

python -m tests.ratings.finishing GAMES
"""

import sys
from itertools import count

import django


def main(games: str) -> None:
    """Finish so many games, each of two of six new people, and print their ids."""
    django.setup()
    import os

    from tests.ratings import rated

    rated._numbers = count(os.getpid() * 1_000_000)
    people = [rated.person() for _ in range(6)]
    for n in range(int(games)):
        game_id = rated.won(people[n % 6], people[(n + 1 + n // 6 % 5) % 6])
        sys.stdout.write(f"{game_id}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
