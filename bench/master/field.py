"""Tables at which a learner sits among rivals, all played at once."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.master.ask_arrays import FEATURES, Asks, Floats, asks_at
from bench.master.known_games import CARD_BITS, LOWEST, RANK_BITS, SUITS, KnownGames
from bench.master.nets import Net
from games.bots.batch import Flags, Ints

LEARNER = 0
_HAIR = 1e-6
"""Less than the difference of two values that are not equal."""


class Lesson(NamedTuple):
    """What the learner did in one step, at the tables where it was to act."""

    tables: Ints
    asks: Asks
    chosen: Ints
    """The number of the chosen ask of each table among all asks."""
    best: Ints
    log_chances: Floats
    """Of the chosen asks."""


_NO_TABLES: Ints = np.zeros(0, np.int64)
NO_ASKS = Asks(np.zeros((FEATURES, 0), np.float32), *[_NO_TABLES] * 3)
_NO_LESSON = Lesson(_NO_TABLES, NO_ASKS, _NO_TABLES, _NO_TABLES, np.zeros(0, np.float32))


class Ends(NamedTuple):
    """The games that ended in one step: the learner's part of the win, and its lead in books."""

    tables: Ints
    shares: Floats
    leads: Floats


class Field:
    """Tables with players; a player is a network, ``"memory"`` or ``"random"``.

    The first is the learner, which sits at one seat of each table. It chooses by the odds that its
    values are the logarithms of if it ``explores``; all other networks ask for the highest value.
    """

    def __init__(
        self, games: KnownGames, players: Sequence[Net | str], mix: Sequence[float], explores: bool
    ) -> None:
        """Deal; ``mix`` has how often each rival plays all other seats of a table."""
        self.games, self.players, self._explores = games, [*players], explores
        self._mix = np.cumsum(mix) / np.sum(mix)
        self._who = np.zeros((games.seats, games.tables), np.int8)
        self.seat = games.rng.integers(games.seats, size=games.tables)
        """The learner's seat by table."""
        self.whim = 0.0
        """How often the learner asks at random."""
        self._all = np.arange(games.tables)
        self._seat_players(self._all)

    def step(self, active: Flags | None = None) -> tuple[Lesson, Ends]:
        """Let all active tables ask once. Where a game ended, the next one is dealt."""
        games = self.games
        who = self._who[games.turn, self._all]
        if active is not None:
            who[~active] = -1
        tables_of = [np.flatnonzero(who == number) for number in range(len(self.players))]
        actions = np.zeros(games.tables, np.int64)
        valuing = [
            tables
            for tables, player in zip(tables_of, self.players, strict=True)
            if isinstance(player, Net) and tables.size
        ]
        # All at once takes less than player by player.
        asks = asks_at(games, np.concatenate(valuing)) if valuing else None
        lesson, start = _NO_LESSON, 0
        for number, player in enumerate(self.players):
            tables = tables_of[number]
            if not tables.size:
                continue
            if asks and isinstance(player, Net):
                part = _part(asks, start, start + tables.size)
                start += tables.size
                values = player.values(player.units(part.features))
                if number == LEARNER:
                    lesson = self._lesson(tables, part, values)
                    chosen = lesson.chosen if self._explores else lesson.best
                else:
                    chosen = self._best(part, values)
                actions[tables] = part.actions[chosen]
            else:
                actions[tables] = self._simple(tables, knows=player == "memory")
        games.step(actions, active)
        over = games.is_over if active is None else games.is_over & active
        ends = self._ends(np.flatnonzero(over))
        if ends.tables.size:
            games.deal(over)
            self._seat_players(ends.tables)
        return lesson, ends

    def _seat_players(self, tables: Ints) -> None:
        """Let the learner take the next seat, and draw its rivals."""
        seat = self.seat[tables] = (self.seat[tables] + 1) % self.games.seats
        drawn = self.games.rng.random(tables.size)
        self._who[:, tables] = 1 + np.searchsorted(self._mix, drawn, side="right")
        self._who[seat, tables] = LEARNER

    def _lesson(self, tables: Ints, asks: Asks, values: Floats) -> Lesson:
        best = self._best(asks, values)
        noise = self.games.rng.standard_exponential(len(values), np.float32)
        if self.whim:
            is_whim = self.games.rng.random(len(tables)) < self.whim
            values = np.where(np.repeat(is_whim, asks.counts), np.float32(0), values)
        chosen = _highest(asks, values - np.log(noise + np.float32(1e-20)))
        return Lesson(tables, asks, chosen, best, np.log(chances(asks, values)[chosen]))

    def _best(self, asks: Asks, values: Floats) -> Ints:
        return _highest(asks, values + _HAIR * self.games.rng.random(len(values), np.float32))

    def _simple(self, tables: Ints, *, knows: bool) -> Ints:
        """Return an ask of ``memory``, or any ask, at each table."""
        games = self.games
        mine, others = games.rows_to_act(tables)
        hands = games.hands.reshape(-1)
        hand = hands.take(mine)[:, None]
        can_ask = (hand & RANK_BITS) != 0
        if not games.is_by_rank:
            can_ask = np.repeat(can_ask, SUITS, axis=1)
            can_ask &= ((games.in_play.take(tables)[:, None] & ~hand) & CARD_BITS) != 0
        scores = games.rng.random((tables.size, games.num_actions), np.float32)
        if knows:
            scores += promises(games, tables)
        for place, row in enumerate(others):
            is_legal = can_ask & (hands.take(row) != 0)[:, None]
            scores[:, place * games.width : (place + 1) * games.width][~is_legal] = -9
        actions: Ints = scores.argmax(axis=1)
        return actions

    def _ends(self, tables: Ints) -> Ends:
        if not tables.size:
            return Ends(tables, np.zeros(0, np.float32), np.zeros(0, np.float32))
        games, seat = self.games, self.seat[tables]
        shares = games.shares()[tables, seat].astype(np.float32)
        books = games.books[:, tables]
        mine = books[seat, np.arange(tables.size)]
        leads = mine - (books.sum(axis=0) - mine) / (games.seats - 1)
        return Ends(tables, shares, leads.astype(np.float32))


def promises(games: KnownGames, tables: Ints) -> NDArray[np.int8]:
    """Return what ``games.bots.from_memory.promise`` does, by table and action."""
    _, others = games.rows_to_act(tables)
    wanted = RANK_BITS if games.is_by_rank else CARD_BITS
    promised = np.empty((tables.size, games.num_actions), np.int8)
    for place, row in enumerate(others):
        seen, lacking = games.seen.take(row)[:, None], games.lacking.take(row)[:, None]
        has_hidden = games.hands.reshape(-1).take(row)[:, None] != seen
        sure = np.bitwise_count(seen & wanted).astype(np.int8)
        if games.is_by_rank:
            sure += (games.holds.take(row)[:, None] & LOWEST) != 0
        can_have = has_hidden & ((lacking & wanted) != wanted)
        part = np.where(sure > 0, sure, can_have - np.int8(1))
        promised[:, place * games.width : (place + 1) * games.width] = part
    return promised


def chances(asks: Asks, values: Floats) -> Floats:
    """Return the chance of each ask, with values as logarithms of odds."""
    odds: Floats = np.exp(values - np.repeat(np.maximum.reduceat(values, asks.starts), asks.counts))
    odds /= np.repeat(np.add.reduceat(odds, asks.starts), asks.counts)
    return odds


def _highest(asks: Asks, scores: Floats) -> Ints:
    """Return the number of the first ask of each table that has the highest score there."""
    highest = np.maximum.reduceat(scores, asks.starts)
    found = np.flatnonzero(scores == np.repeat(highest, asks.counts))
    return found[np.searchsorted(found, asks.starts)]


def _part(asks: Asks, start: int, stop: int) -> Asks:
    """Return the asks of some of the tables."""
    counts = asks.counts[start:stop]
    first = int(asks.starts[start])
    asked = slice(first, first + int(counts.sum()))
    return Asks(
        asks.features[:, asked], asks.actions[asked], counts, asks.starts[start:stop] - first
    )
