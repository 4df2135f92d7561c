"""Fill a database with finished games of bots, to measure `manage.py dump_games` with.

    DATABASE_URL=sqlite:///$PWD/var/dump.sqlite3 python -m bench.dumped_games --games 20000

Plays ``--distinct`` games between built-in bots, some of which sit there as players, and stores
copies of them under new ids. The games ended in the month before.
"""

import argparse
import itertools
import os
from datetime import datetime, timedelta
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402
from tqdm import tqdm  # noqa: E402

from accounts.models import User  # noqa: E402
from games import ids  # noqa: E402
from games.bots import levels  # noqa: E402
from games.bots.local_game import LocalGame  # noqa: E402
from games.engine import codec, move_texts, shuffle  # noqa: E402
from games.engine.presets import PRESETS  # noqa: E402
from games.engine.rule_sets import compose  # noqa: E402
from games.engine.transcript import StoredMove  # noqa: E402
from games.log import writer  # noqa: E402
from games.log.heads import GameHead  # noqa: E402
from games.models import Game, GameStatus, Seat  # noqa: E402

PLAYERS = 200
NO_DIGEST = bytes(32)
"""Dumps read no digest, so these logs have none."""


def main() -> None:
    """Migrate the database and fill it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--distinct", type=int, default=2_000)
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    rng = Random(5)
    at = timezone.now().replace(day=1, hour=0, minute=0, second=0, microsecond=0) - timedelta(
        days=20
    )
    players = [User.objects.create(username=f"Player{number}") for number in range(PLAYERS)]
    # Players who all play as well as each other would answer no question.
    skills = [rng.choice([*levels.LEVELS]) for _ in players]
    copies = -(-options.games // options.distinct)
    times = (at + timedelta(seconds=30 * number) for number in itertools.count())
    with tqdm(total=copies * options.distinct, unit="game", disable=None) as bar:
        for _ in range(options.distinct):
            preset, seats = rng.choice([*PRESETS]), rng.randint(2, 4)
            seated = rng.sample(range(PLAYERS), seats)
            bots = {
                seat: rng.choice([*levels.LEVELS]) for seat in range(1, seats) if rng.random() < 0.3
            }
            played = play(
                preset, [bots.get(seat, skills[who]) for seat, who in enumerate(seated)], rng
            )
            with transaction.atomic():
                for _ in range(copies):
                    store(played, preset, [players[who] for who in seated], bots, next(times))
                    bar.update()


def play(preset: str, chosen: list[str], rng: Random) -> LocalGame:
    """Play a game between bots of these levels to its end."""
    seats = len(chosen)
    game = LocalGame(compose(preset), seats=seats, seed=rng.randbytes(shuffle.SEED_BYTES))
    while (seat := game.to_act) is not None:
        game.act(levels.choose(chosen[seat], game.view(seat), game.history(seat), rng))
    return game


def store(
    played: LocalGame, preset: str, players: list[User], bots: dict[int, str], at: datetime
) -> None:
    """Store a finished game with these players, except where a bot sits."""
    state, moves = played.state, played.moves
    game = Game.objects.create(
        id=ids.new_id(at),
        status=GameStatus.OVER,
        preset=preset,
        rules=codec.rules_to_text(state.rules),
        seat_count=state.seats,
        seed=played.seed,
        commitment=state.commitment,
        created_at=at,
        finished_at=at + timedelta(minutes=5),
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=seat, bot=bots[seat])
        if seat in bots
        else Seat(game=game, number=seat, account=player)
        for seat, player in enumerate(players)
    )
    writer.copy(
        game.pk,
        [
            StoredMove(
                number,
                move.seat,
                at + timedelta(seconds=number),
                move_texts.NEWEST,
                *move_texts.write(move.command, move.events),
                NO_DIGEST,
            )
            for number, move in enumerate(moves, start=1)
        ],
    )
    head = GameHead(game.pk, played.seed, len(moves), NO_DIGEST, state, None)
    writer.store_position(head, is_new=True)


if __name__ == "__main__":
    main()
