"""Many players with ratings and rated games on PostgreSQL, written by SQL alone."""

from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.models import Game, RatedGame
from tests.ratings.rows import live, person, rated_game

BATCH = 2_000
EVERY = 200
"""The first two players meet in each game whose number this divides."""


def fill(*, players: int, games: int) -> list[str]:
    """Store players, of whom about a third are on the leaderboard, and games of two; return the
    names of the first two players, who have played by far the most.
    """
    first, second = person("First"), person("Second")
    template = rated_game(first, second, places=[0, 1])
    generation, now = live(), timezone.now()
    base = second.account
    for start in range(1, players - 1, BATCH):
        users = [
            User(pk=base + n, username=f"Crowd{n}", skeleton=f"crowd{n}", created_at=now)
            for n in range(start, min(start + BATCH, players - 1))
        ]
        User.objects.bulk_create(users)
    accounts = {"first": first.account, "second": second.account, "base": base, "players": players}
    values: dict[str, int | datetime] = {
        **accounts,
        "generation": generation.pk,
        "game": template.game_id,
        "games": games,
        "since": now - timedelta(days=60),
    }
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # no foreign keys
        for statement in _statements():
            cursor.execute(statement, values)
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")
        cursor.execute("ANALYZE")
    return [first.name, second.name]


def _statements() -> list[str]:
    of_game, of_rated = _columns(Game, "id"), _columns(RatedGame, "number", "game_id")
    games = f"""
        INSERT INTO games_game (id, {of_game}) SELECT id + n, {of_game}
        FROM games_game, generate_series(2, %(games)s) n WHERE id = %(game)s"""  # noqa: S608
    order = f"""
        INSERT INTO games_ratedgame (number, game_id, {of_rated}) SELECT n, game_id + n, {of_rated}
        FROM games_ratedgame, generate_series(2, %(games)s) n WHERE number = 1"""  # noqa: S608
    ratings = """
        INSERT INTO games_rating (generation_id, account_id, family, pool, mu, sigma, games, at)
        SELECT %(generation)s, %(base)s + n, 'go_fish', 'people',
            round((25 + 20 * (random() + random() + random() - 1.5))::numeric, 6),
            4 + 4.3 * random(), 100, %(since)s::timestamptz + random() * interval '60 days'
        FROM generate_series(1, %(players)s - 2) n"""
    certain = "UPDATE games_rating SET sigma = 5 WHERE account_id IN (%(first)s, %(second)s)"
    return [games, order, *_entries(), ratings, certain]


def _entries() -> list[str]:
    seats = {
        "%(first)s": "%(base)s + 1 + n %% (%(players)s - 2)",
        "%(second)s": "%(base)s + 1 + (n + 1 + n / %(players)s) %% (%(players)s - 2)",
    }
    return [
        f"""
        INSERT INTO games_ratingentry (generation_id, account_id, family, number, place,
            mu_before, sigma_before, mu, sigma)
        SELECT %(generation)s, CASE WHEN n %% {EVERY} = 0 THEN {regular} ELSE {other} END,
            'go_fish', n, {place}, 25, 5, 25, 5
        FROM generate_series(2, %(games)s) n"""  # noqa: S608
        for place, (regular, other) in enumerate(seats.items())
    ]


def _columns(model: type[Game] | type[RatedGame], *without: str) -> str:
    names = [field.column for field in model._meta.concrete_fields]
    return ", ".join(name for name in names if name and name not in without)
