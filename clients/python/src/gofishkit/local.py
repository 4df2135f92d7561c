"""Play a bot against built-in ones without a server. It needs ``gofishkit[local]``.

The games of a deal have the same cards, with the bot on another seat in each.
"""

import multiprocessing
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from itertools import repeat
from random import Random
from typing import Any, NamedTuple

from games.analysis.reading import from_local
from games.analysis.report import AnalysisUnavailable, luck_of, supported
from games.bots.levels import LEVELS
from games.bots.local_game import LocalGame
from games.engine.refusals import Refusal
from games.engine.rule_sets import compose
from games.engine.shuffle import SEED_BYTES
from games.engine.state import State
from gofishkit.bots.actions import MOST_REFUSALS, BotFailed, Json, random_action
from gofishkit.bots.process import BotProcess, Limits, Noise, python_command
from gofishkit.printing import printable
from gofishkit.profile import Observer, Profile
from gofishkit.recording import transcript_of

LONGEST_GAME = 20_000
"""Actions. A game that takes more is broken off, and no player wins it."""


class Contest(NamedTuple):
    """A bot on each seat in turn, against rivals of one level."""

    target: str
    """``module:function``, or empty for ``command``."""
    command: tuple[str, ...] = ()
    """A program."""
    against: str = "memory"
    preset: str = "classic"
    seats: int = 2
    seed: str = "1"
    seconds: float = Limits().seconds
    has_luck: bool = True
    """Whether to compute the luck of the cards, which takes longer than the game."""
    recorded_at: datetime | None = None
    """The time of all moves in transcripts; without one there are none."""

    @property
    def name(self) -> str:
        """The name of the bot."""
        return self.target or printable(" ".join(self.command))


class Fault(NamedTuple):
    """A choice of the bot that was not played."""

    is_refusal: bool
    """Whether the rules refused it; else it was no action."""
    reason: str


class LocalResult(NamedTuple):
    """How one game ended for the bot."""

    deal: int
    share: float
    margin: float
    """Its books less the mean of all seats."""
    luck: float | None
    """The part of the margin that the cards gave; None without a model."""
    failed: int
    """Choices that were no action: the bot raised, hung or exited."""
    refused: int
    """Choices that the rules refused."""
    reasons: tuple[str, ...]
    """Why, of each of these."""
    bot: Profile
    rivals: Profile
    transcript: str | None


class Opponent:
    """The bot under test, in a process of its own as on a server."""

    def __init__(self, contest: Contest) -> None:
        command = python_command(contest.target) if contest.target else contest.command
        self._noise = Noise()
        self._process = BotProcess(command, Limits(seconds=contest.seconds), self._noise)

    def act(self, game: LocalGame, view: Json, seed: str) -> list[Fault]:
        """Make one action of the bot, or a random one after faults; return the faults."""
        history, faults, reason = game.history(view["you"]), list[Fault](), ""
        for _ in range(MOST_REFUSALS):
            try:
                game.act(self._process.choose(view, history, seed=seed, refused=reason))
            except BotFailed as error:
                reason = str(error)
                faults.append(Fault(is_refusal=False, reason=reason))
            except Refusal as refusal:
                reason = f"{refusal.code}: {refusal}"
                faults.append(Fault(is_refusal=True, reason=reason))
            else:
                return faults
        game.act(random_action(view, Random(seed)))
        return faults

    def end(self) -> None:
        """End its process."""
        self._process.end()
        self._noise.report()


def play(contest: Contest, games: int, *, processes: int = 1) -> Iterator[LocalResult]:
    """Return an iterator of the result of each game, in any order; the number of a game determines
    its cards and the seat of the bot.

    :raises KeyError: if there is no such level.
    :raises RulesRefused: if the preset cannot be played at this number of seats.
    """
    LEVELS[contest.against]
    compose(contest.preset).check(seats=contest.seats)
    return _played(contest, games, processes)


def _played(contest: Contest, games: int, processes: int) -> Iterator[LocalResult]:
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
    deal, mine = divmod(number, contest.seats)
    rng = Random(f"{contest.seed} {deal}")
    game = LocalGame(compose(contest.preset), seats=contest.seats, seed=rng.randbytes(SEED_BYTES))
    rival: Any = LEVELS[contest.against]
    observer, faults = Observer(game.state.rules, contest.seats), list[Fault]()
    for action in range(LONGEST_GAME):
        seat = game.to_act
        if seat is None:
            break
        view = game.view(seat)
        if seat == mine:
            faults += bot.act(game, view, f"{contest.seed} {number} {action}")
        else:
            game.act(rival(view, game.history(seat), rng))
        observer.note(view, game.history(0))
    else:
        faults.append(Fault(is_refusal=False, reason="the game did not end"))
    refused = sum(fault.is_refusal for fault in faults)
    return LocalResult(
        deal=deal,
        share=game.shares()[mine],
        margin=margin(game.state, mine),
        luck=_luck(game, mine) if contest.has_luck else None,
        failed=len(faults) - refused,
        refused=refused,
        reasons=tuple(fault.reason for fault in faults),
        bot=observer.profiles[mine],
        rivals=Profile.total(
            profile for seat, profile in enumerate(observer.profiles) if seat != mine
        ),
        transcript=_transcript(contest, game, number, mine),
    )


def margin(state: State, seat: int) -> float:
    """Return the books of a seat less the mean of all seats; 0 before the end."""
    points = state.series.totals if state.series else state.result.scores if state.result else ()
    return points[seat] - sum(points) / len(points) if points else 0.0


def _luck(game: LocalGame, seat: int) -> float | None:
    try:
        supported(game.state.rules, game.state.seats)
    except AnalysisUnavailable:
        return None
    return luck_of(from_local(game)).margins[seat] if game.state.is_over else 0.0


def _transcript(contest: Contest, game: LocalGame, number: int, mine: int) -> str | None:
    if contest.recorded_at is None or not game.state.is_over:
        return None
    players = [contest.name if seat == mine else contest.against for seat in range(contest.seats)]
    return transcript_of(
        game, number=number, preset=contest.preset, players=players, at=contest.recorded_at
    )
