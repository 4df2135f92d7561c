"""Play a bot against built-in ones in this process. It needs ``gofishkit[local]``."""

import multiprocessing
from collections.abc import Iterator
from functools import partial
from itertools import repeat
from random import Random
from typing import Any, NamedTuple

from games.bots.levels import LEVELS
from games.bots.local_game import LocalGame
from games.engine.refusals import Refusal
from games.engine.rule_sets import compose
from games.engine.shuffle import SEED_BYTES
from gofishkit.bots.actions import MOST_REFUSALS, BotFailed, Json, checked, random_action
from gofishkit.bots.child import load
from gofishkit.bots.process import BotProcess, Limits

LONGEST_GAME = 20_000
"""Actions. A game that takes more is broken off, and no player wins it."""
SHOWN_REFUSALS = 5


class Contest(NamedTuple):
    """A bot on each seat in turn, against rivals of one level."""

    target: str
    """``module:function``, or empty for ``command``."""
    command: tuple[str, ...] = ()
    against: str = "memory"
    preset: str = "classic"
    seats: int = 2
    seed: str = "1"
    seconds: float = Limits().seconds


class LocalResult(NamedTuple):
    """How one game ended for the bot."""

    share: float
    refusals: tuple[str, ...]


class Opponent:
    """The bot under test: a function of this process, or a program with its limits."""

    def __init__(self, contest: Contest) -> None:
        self._choose = load(contest.target) if contest.target else None
        self._process = BotProcess(contest.command, Limits(seconds=contest.seconds))

    def act(self, game: LocalGame, seat: int, seed: str) -> list[str]:
        """Make one action of the bot, or a random one; return why its choices were refused."""
        view, history, refusals = game.view(seat), game.history(seat), list[str]()
        for _ in range(MOST_REFUSALS):
            try:
                game.act(self._chosen(view, history, seed, "".join(refusals[-1:])))
            except BotFailed as error:
                refusals.append(str(error))
            except Refusal as refusal:
                refusals.append(f"{refusal.code}: {refusal}")
            else:
                return refusals
        game.act(random_action(view, Random(seed)))
        return refusals

    def end(self) -> None:
        """End the program, if the bot is one."""
        self._process.end()

    def _chosen(self, view: Json, history: list[Json], seed: str, refused: str) -> Json:
        if self._choose is None:
            return self._process.choose(view, history, seed=seed, refused=refused)
        try:
            return checked(self._choose(view, history, Random(seed)), view)
        except BotFailed:
            raise
        except Exception as error:  # whatever a bot raises
            raise BotFailed(f"{type(error).__name__}: {error}") from error


def play(contest: Contest, games: int, *, processes: int = 1) -> Iterator[LocalResult]:
    """Yield the result of each game, in any order; a number of a game determines its cards.

    :raises ImportError: if there is no such bot.
    :raises KeyError: if there is no such level.
    :raises RulesRefused: if the preset cannot be played at this number of seats.
    """
    LEVELS[contest.against]
    compose(contest.preset).check(seats=contest.seats)
    if processes == 1 or games < processes:
        yield from _play_some(contest, range(games))
        return
    parts = [range(first, games, 4 * processes) for first in range(4 * processes)]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for results in pool.imap_unordered(partial(_play_all, contest), parts):
            yield from results


def _play_all(contest: Contest, numbers: range) -> list[LocalResult]:
    return [*_play_some(contest, numbers)]


def _play_some(contest: Contest, numbers: range) -> Iterator[LocalResult]:
    bot = Opponent(contest)
    try:
        yield from map(_play_one, repeat(contest), repeat(bot), numbers)
    finally:
        bot.end()


def _play_one(contest: Contest, bot: Opponent, number: int) -> LocalResult:
    rng = Random(f"{contest.seed} {number}")
    rules, mine = compose(contest.preset), number % contest.seats
    game = LocalGame(rules, seats=contest.seats, seed=rng.randbytes(SEED_BYTES))
    rival: Any = LEVELS[contest.against]
    refusals: list[str] = []
    for action in range(LONGEST_GAME):
        seat = game.to_act
        if seat is None:
            return LocalResult(game.shares()[mine], tuple(refusals[:SHOWN_REFUSALS]))
        if seat == mine:
            refusals += bot.act(game, seat, f"{contest.seed} {number} {action}")
        else:
            game.act(rival(game.view(seat), game.history(seat), rng))
    return LocalResult(0.0, ("the game did not end",))
