"""Staff accounts, and clients that are logged in to the desk.

Disputes for tests, and finished games to dispute: honest and cheated.

Steps for tests of figures: from packs that a test names, or of whole random games.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.desk import filing
from games.desk.models import Dispute
from games.desk.review.records import Step
from games.engine import commands, legal, referee, shuffle
from games.engine.cards import Seat
from games.engine.commands import Ask, Command
from games.engine.decide import step
from games.engine.rules import Rules
from games.engine.state import NEW, State
from games.engine.table import Table
from games.log.reader import LoggedMove
from tests import builders
from tests.engine.games import Setting, play
from tests.players import Player, guest
from tests.tables import SEED, Script, number_of, script, store

PASSWORD = "sits-at-the-desk"


def staff(name: str, *groups: str, may: tuple[str, ...] = ()) -> User:
    """Create a staff account in these groups, with the permissions ``may`` in addition."""
    install_groups()
    user = User.objects.create_user(name, password=PASSWORD, is_staff=True)
    user.groups.set([Group.objects.get(name=group) for group in groups])
    user.user_permissions.set(Permission.objects.filter(codename__in=may))
    return user


def install_groups() -> None:
    """Create the groups if they are missing: a transactional test empties every table."""
    if not Group.objects.exists():
        migration = import_module("games.desk.migrations.0002_groups")
        migration.create(apps, SimpleNamespace(connection=connection))


def at_desk(name: str, *groups: str, may: tuple[str, ...] = ()) -> Client:
    """Return a client that is logged in as a new staff account."""
    client = Client(SERVER_NAME="localhost")
    user = staff(name, *groups, may=may)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def finished() -> tuple[str, list[Player]]:
    """Store a classic game of two that has just ended, and return it with its players by seat."""
    players = [guest(), guest()]
    return store(_played(2, Random(3)), players, begin=timezone.now()), players


def filed(
    game: str,
    by: Player,
    *,
    against: Seat | None = 0,
    move: int | None = 12,
    reason: str = "cheating_or_collusion",
    words: str = "Seat 0 knew my cards.",
) -> Dispute:
    """File a complaint about a game."""
    return filing.file(
        number_of(game),
        by.account,
        move_number=move,
        reason=reason,
        words=words,
        against=against,
        now=timezone.now(),
    )


def cheated(players: Sequence[Player], *, cheat: Seat = 0) -> str:
    """Store a classic game in which one seat knows all hands, and return its id."""
    rng = Random(17)
    script = _played(len(players), rng, cheat=cheat)
    return store(script, players, seconds=[rng.uniform(1, 9) for _ in script])


def _played(seats: int, rng: Random, *, cheat: Seat | None = None) -> Script:
    """Return a whole classic game at random; a seat that cheats knows all hands."""
    script: list[tuple[Seat | None, Command]] = []
    state = NEW
    opening = commands.Create(Rules(), seats, shuffle.commitment(SEED))
    lobby: list[Command] = [opening]
    lobby += (commands.TakeSeat(seat, f"of {seat}") for seat in range(seats))
    for command in lobby:
        script.append((getattr(command, "seat", None), command))
        _, state = step(state, command)
    while not state.is_over:
        due = referee.next_command(state, SEED)
        seat = state.to_act() if due is None else None
        command = _choice(state, cheat, rng) if due is None else due
        script.append((seat, command))
        _, state = step(state, command)
    return script


def _choice(state: State, cheat: Seat | None, rng: Random) -> Command:
    seat = state.to_act()
    assert seat is not None
    listed = legal.legal_commands(Table(state), seat)
    asks = [command for command in listed if isinstance(command, Ask)]
    hits = [ask for ask in asks if state.hands[ask.target] >> 4 * ask.rank & 15]
    return rng.choice(hits if seat == cheat and hits else asks)


BEGIN = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)


def steps_of(setting: Setting) -> Iterator[Step]:
    """Play a game by its setting."""
    for number, move in enumerate(play(setting), 1):
        seat = getattr(move.command, "seat", None)
        logged = LoggedMove(number, seat, move.command, move.events, BEGIN, b"")
        yield Step(logged, move.before, move.after)


def dealt(pack: str, *played: Command, seats: int = 2, each: int = 2, **options: Any) -> list[Step]:
    """Deal ``each`` cards to every seat, one to each in turn from seat 0, and play on from
    there.
    """
    rules = builders.rules("classic", hand_size=each, **options)
    return replayed(script(rules, seats, builders.pack(pack), *played))


def replayed(
    moves: Sequence[tuple[int | None, Command]],
    *,
    start: State = NEW,
    seconds: Sequence[float] = (),
) -> list[Step]:
    """Play moves on; the last ones come so many seconds after the move before, the others at
    once.
    """
    waits = [0.0] * (len(moves) - len(seconds)) + list(seconds)
    steps, state, at = [], start, BEGIN
    for number, ((seat, command), wait) in enumerate(zip(moves, waits, strict=True), 1):
        at += timedelta(seconds=wait)
        events, after = step(state, command)
        steps.append(Step(LoggedMove(number, seat, command, events, at, b""), state, after))
        state = after
    return steps
