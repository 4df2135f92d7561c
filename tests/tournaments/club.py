"""Tournaments for tests: players who enter, a worker that acts in time, games to the end."""

from datetime import timedelta
from itertools import count
from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.log.models import GameStatus
from games.tournaments import entering, hosting, progress, worker
from games.tournaments.hosting import NewTournament
from games.tournaments.models import Entrant, Tournament, TournamentTable
from tests.ratings import rated

_numbers = count(1)
BEGIN = timedelta(hours=1)


def person(name: str = "Member") -> User:
    """Return a new registered person."""
    return User.objects.create_user(f"{name}{next(_numbers)}")


def bot(owner: User) -> User:
    """Return a new bot of a person."""
    return User.objects.create_user(f"Machine{next(_numbers)}", is_bot=True, owner=owner)


def terms(**changed: Any) -> NewTournament:
    """Return the terms of a small tournament of rounds for people."""
    usual: dict[str, Any] = {
        "name": "Club evening",
        "format": "rounds",
        "preset": "pagat",
        "overlays": [],
        "seats": 2,
        "turn_seconds": 60,
        "starts_at": timezone.now() + BEGIN,
        "players_min": 2,
        "players_max": 100,
        "entry": "open",
        "kinds": "people",
        "rated": False,
        "rounds": 3,
        "minutes": None,
        "late_until": 0,
    }
    return NewTournament(**usual | changed)


class Club:
    """A tournament with its players, and a clock that tests move."""

    def __init__(
        self, players: int = 4, *, users: list[User] | None = None, **changed: Any
    ) -> None:
        self.host = person("Host")
        self.id = hosting.create(self.host.pk, terms(**changed)).pk
        self.users = users or [person() for _ in range(players)]
        for user in self.users:
            entering.join(user.pk, self.id)
        self.now = timezone.now()

    @property
    def row(self) -> Tournament:
        """The tournament as it is stored."""
        return Tournament.objects.get(pk=self.id)

    @property
    def tables(self) -> list[TournamentTable]:
        """All tables, by round and number."""
        rows = TournamentTable.objects.filter(tournament_id=self.id)
        return list(rows.order_by("round", "number"))

    def entrant(self, user: User) -> Entrant:
        """Return a player's entry."""
        return Entrant.objects.get(tournament_id=self.id, account=user)

    def standings(self) -> list[tuple[Any, ...]]:
        """Return the lines of all players, best first."""
        rows = Entrant.objects.filter(tournament_id=self.id).order_by("rank")
        return list(rows.values_list("number", "place", "points", "games", "rests"))

    def wait(self, passed: timedelta = timedelta()) -> None:
        """Let time pass, and the worker do all that is due then."""
        self.now += passed
        while worker.step(now=self.now):
            pass

    def start(self) -> None:
        """Let the time of the start come."""
        self.wait(BEGIN)

    def confirm(self, *absent: User) -> None:
        """Let all players confirm but the absent ones, and the time to confirm be over."""
        for user in self.users:
            if user not in absent:
                entering.confirm(user.pk, self.id)
        self.wait(timedelta(seconds=61))

    def play_tables(self, *, seed: int = 0) -> None:
        """Play all open games of the tournament to their end, and let the results be taken."""
        for table in self.tables:
            if table.game is not None and table.game.status == GameStatus.RUNNING:
                rated.play_on(table.game.pk, rng=Random(seed + table.number))
        self.wait(progress.pause_of(self.row))

    def play_round(self, *absent: User, seed: int = 0) -> None:
        """Confirm a round and play it."""
        self.confirm(*absent)
        self.play_tables(seed=seed)
