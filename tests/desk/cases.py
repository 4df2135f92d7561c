"""Disputes for tests, and finished games to dispute: honest and cheated."""

from collections.abc import Sequence
from random import Random

from django.utils import timezone

from games.desk import filing
from games.desk.models import Dispute
from games.engine import commands, legal, referee, shuffle
from games.engine.cards import Seat
from games.engine.commands import Ask, Command
from games.engine.decide import step
from games.engine.rules import Rules
from games.engine.state import NEW, State
from games.engine.table import Table
from tests.players import Player, guest
from tests.tables import SEED, Script, number_of, store


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
