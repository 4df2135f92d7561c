"""Games in a batch with public knowledge, as in ``games.bots.knowledge`` and ``habits``."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.bots.batch import BatchGames, Bits, Flags, Ints
from games.bots.knowledge import NEVER
from games.engine.cards import RANKS

SUITS = 4
CARD_BITS = np.uint64(1) << np.arange(SUITS * len(RANKS), dtype=np.uint64)
LOWEST = CARD_BITS[::SUITS]
"""The lowest card of each rank."""
RANK_BITS = np.uint64(15) * LOWEST
_EACH_RANK = LOWEST.sum()
_NONE, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)


class KnownGames(BatchGames):
    """Batch games with public knowledge. Arrays by seat are flat: row ``seat * tables + table``.

    ``known`` and ``places`` of the batch, which only ``observe`` reads, are not kept.
    """

    def __init__(self, preset: str, *, seats: int, tables: int, seed: int, **options: Any) -> None:
        """Deal at every table."""
        rows = self.rows = seats * tables
        self.seen: Bits = np.zeros(rows, np.uint64)
        """Cards that the seat certainly holds."""
        self.holds: Bits = np.zeros(rows, np.uint64)
        """The lowest card of each rank of which it certainly holds one more."""
        self.lacking: Bits = np.zeros(rows, np.uint64)
        """Cards that it certainly lacked after its last draw face down."""
        self.draws = np.zeros(rows, np.int8)
        self.careless: Flags = np.zeros(rows, np.bool_)
        self.lacked = np.full((len(CARD_BITS), rows), NEVER, np.int8)
        """By card, ``draws`` when the seat last lacked it."""
        self.passed = np.full((len(RANKS), rows), NEVER, np.int8)
        """By rank, ``draws`` when the seat last passed over a certain hit."""
        self._actions: Ints = np.zeros(tables, np.int64)
        super().__init__(preset, seats=seats, tables=tables, seed=seed, **options)

    @property
    def is_by_rank(self) -> bool:
        """Whether seats ask for ranks."""
        return self.rules.ask_by == "rank"

    @property
    def is_by_suit(self) -> bool:
        """Whether it matters which cards of a rank a seat lacks; else :attr:`lacked` has only the
        first of each rank.
        """
        return not self.is_by_rank or self.rules.transfer == "one"

    def step(self, actions: NDArray[np.integer[Any]], tables: Flags | None = None) -> Flags:
        """Let the seats to act ask, as the batch does."""
        self._actions = np.asarray(actions, np.int64)
        return super().step(actions, tables)

    def rows_to_act(self, tables: Ints) -> tuple[Ints, Ints]:
        """Return the rows of the seats to act, and by place those of the others, from the left."""
        mine = self.turn[tables] * self.tables + tables
        places = np.arange(1, self.seats)[:, None] * self.tables
        return mine, (mine + places) % self.rows

    def _deal(self, i: Ints) -> None:
        rows = (np.arange(self.seats)[:, None] * self.tables + i).reshape(-1)
        for array in (self.seen, self.holds, self.lacking, self.draws, self.careless):
            array[rows] = 0
        self.lacked[:, rows] = self.passed[:, rows] = NEVER
        super()._deal(i)

    def _remember_asks(self, mine: Ints, theirs: Ints, rank: Ints, given: Bits) -> None:
        of_rank, lowest = RANK_BITS.take(rank), LOWEST.take(rank)
        self._note_habits(mine, theirs, of_rank, lowest)
        is_unseen = (self.seen.take(mine) & of_rank) == 0
        self.holds[mine] |= np.where(is_unseen, lowest, _NONE)
        seen = self.seen.take(theirs)
        self.seen[mine] |= given
        self.seen[theirs] = seen & ~given
        is_lost = (given & ~seen) != 0
        if self.is_by_rank:
            is_lost |= (given == 0) | (self.rules.transfer == "all")
        self.holds[theirs] &= ~np.where(is_lost, lowest, _NONE)
        if not self.is_by_rank:
            card = self._actions[mine % self.tables] % self.width
            self._lacks(theirs, card)
            self._lacks(mine, card)  # no bluffs: the asker lacks the card
        elif self.rules.transfer == "all":
            self.lacking[theirs] |= of_rank
            self.lacked[rank * SUITS, theirs] = self.draws.take(theirs)
        else:  # the lowest suit is given, so that there was no lower one
            lacks = of_rank & (given | (given - _ONE))
            for suit in range(SUITS):
                here = np.flatnonzero(lacks & (lowest << np.uint64(suit)))
                self._lacks(theirs[here], rank[here] * SUITS + suit)

    def _lacks(self, rows: Ints, card: Ints) -> None:
        self.lacking[rows] |= CARD_BITS.take(card)
        self.lacked[card, rows] = self.draws.take(rows)

    def _note_habits(self, mine: Ints, theirs: Ints, of_rank: Bits, lowest: Bits) -> None:
        sure = self.seen.take(theirs) & of_rank
        if self.is_by_rank:
            sure |= self.holds.take(theirs) & lowest
        unsure = np.flatnonzero(sure == 0)
        mine, lowest = mine[unsure], lowest[unsure]
        seen, held = np.zeros(mine.size, np.uint64), np.zeros(mine.size, np.uint64)
        for place in range(1, self.seats):
            other = (mine + place * self.tables) % self.rows
            seen |= self.seen.take(other)
            if self.is_by_rank:
                held |= self.holds.take(other)
        passed = (_ranks_of(seen) | held) & ~lowest
        own = _ranks_of(self.seen.take(mine)) | self.holds.take(mine)
        self.careless[mine] |= (passed & own) != 0
        passed &= ~own
        some = np.flatnonzero(passed)
        rows = mine[some]
        is_passed = (passed[some] & LOWEST[:, None]) != 0
        before = self.passed.take(rows, axis=1)
        self.passed[:, rows] = np.where(is_passed, self.draws.take(rows), before)

    def _remember_draws(self, mine: Ints, rank: Ints, is_catch: Flags) -> None:
        tables = mine % self.tables
        card = self.packs[tables, self.drawn[tables] - 1]
        self.seen[mine[is_catch]] |= CARD_BITS.take(card[is_catch])
        rows = mine[~is_catch]
        self._draw_unseen(rows)
        if not self.is_by_rank:
            self._lacks(rows, self._actions[tables[~is_catch]] % self.width)

    def _draw_unseen(self, rows: Ints) -> None:
        self.draws[rows] += 1
        self.lacking[rows] = 0

    def _draw(self, i: Ints) -> None:
        super()._draw(i)
        self._draw_unseen(self.turn[i] * self.tables + i)

    def _lay(self, i: Ints, rows: Ints, rank: Ints, held: Bits) -> Bits:
        laid = super()._lay(i, rows, rank, held)
        self.seen[rows] &= ~laid
        self.holds[rows] &= ~LOWEST.take(rank)
        return laid


def _ranks_of(cards: Bits) -> Bits:
    """Return the lowest card of each rank of the cards."""
    some = cards | cards >> _ONE
    ranks: Bits = (some | some >> _TWO) & _EACH_RANK
    return ranks
