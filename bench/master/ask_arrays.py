"""The expert's features of all legal asks at many tables, as in ``games.bots.feature_extraction``.

Arrays have the table last, so that numpy's loops are long. Ranks are the axis before it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.master.known_games import CARD_BITS, LOWEST, RANK_BITS, SUITS, KnownGames
from games.bots.batch import PACK, Bits, Flags, Ints
from games.bots.features import Features
from games.bots.habits import OVERSIGHT
from games.bots.odds import ROUNDS
from games.engine.cards import RANKS

Floats = NDArray[np.float32]

FEATURES = len(Features._fields)
_TINY = np.float32(1e-30)


class Asks(NamedTuple):
    """The legal asks at some tables, in the order of the tables and actions."""

    features: Floats
    """In the shape (features, asks)."""
    actions: Ints
    counts: Ints
    """The number of asks at each table."""
    starts: Ints
    """The first ask of each table."""


class _Seen(NamedTuple):
    """What the seats to act see. By rank, or by place and rank, of the others from the left."""

    mine: Ints
    others: Ints
    held: Floats
    sizes: Floats
    certain: Floats
    holds: Flags
    unseen: Bits
    stock: Floats


def asks_at(games: KnownGames, tables: Ints) -> Asks:
    """Return the asks of the seats to act at these tables."""
    mine, others = games.rows_to_act(tables)
    hands = games.hands.reshape(-1)
    hand, seen = hands.take(mine), games.seen.take(others)
    see = _Seen(
        mine,
        others,
        held=_by_rank(hand),
        sizes=np.bitwise_count(hands.take(others)).astype(np.float32),
        certain=_by_rank(seen),
        holds=(games.holds.take(others)[:, None] & LOWEST[:, None]) != 0,
        unseen=games.in_play.take(tables) & ~hand & ~np.bitwise_or.reduce(seen, axis=0),
        stock=(PACK - games.drawn.take(tables)).astype(np.float32),
    )
    can_ask = see.sizes[:, None] > 0
    if games.is_by_rank:
        is_legal = can_ask & (see.held > 0)
    else:
        wanted = ((games.in_play.take(tables) & ~hand) & CARD_BITS[:, None]) != 0
        is_legal = can_ask & (wanted & np.repeat(see.held > 0, SUITS, axis=0))
    is_legal = np.ascontiguousarray(is_legal.reshape(games.num_actions, -1).T)
    at, actions = np.nonzero(is_legal)
    counts = is_legal.sum(axis=1)
    starts = np.cumsum(counts) - counts
    return Asks(_features(games, see, at, actions), actions, counts, starts)


def _features(games: KnownGames, see: _Seen, at: Ints, actions: Ints) -> Floats:
    """Return the features of the asks; ``at`` has the place of each ask's table among these."""
    ranks, places, tables = len(RANKS), games.seats - 1, len(see.mine)
    count, chances = _chances(games, see)
    unseen = count.sum(axis=1)
    by_rank, by_place, of_place = (
        np.empty((13, ranks, tables), np.float32),
        np.empty((14, places, ranks, tables), np.float32),
        np.empty((5, places, tables), np.float32),
    )
    passes_to_asked = games.rules.turn_passes_to == "asked"
    after = [place if passes_to_asked else 0 for place in range(places)]

    # The gain of an ask.
    one = 1 - chances
    some = 1 - (one.prod(axis=2) if games.is_by_suit else _power(one[:, :, 0], unseen))
    is_likely = see.holds & (some > 1e-7)
    known = see.certain + (see.holds & (unseen > 0))
    is_sure = known > 0
    has = np.where(is_sure, np.float32(1), some)
    left = np.maximum(0, 1 - chances.sum(axis=0)) * count
    catch = left.sum(axis=1) / np.maximum(see.stock, 1)
    np.minimum(catch, 1, out=catch)
    catch *= see.stock > 0
    by_place[0] = has
    by_place[1] = known / 3
    if games.rules.transfer == "one":
        found = np.where((see.certain > 0) | is_likely, np.float32(1), some)
        by_place[2], by_place[3] = found, found / 3
    elif games.is_by_rank:
        scale = 1 / np.where(is_likely, some, np.float32(1))
        is_last = see.certain + unseen + see.held == games.rules.book_size
        by_place[2] = is_last * _power(chances[:, :, 0], unseen) * scale
        by_place[3] = (see.certain + unseen * chances[:, :, 0] * scale) / 3
    by_place[4] = 5 * catch
    by_place[5] = has + (1 - has) * catch

    # Who else has the rank.
    elsewhere = has.sum(axis=0)
    for place in range(places):
        rest = [other for other in range(places) if other != place]
        by_place[6, place] = elsewhere - has[place]
        by_place[7, place] = np.maximum.reduce(known[rest], axis=0) / 3 if rest else 0
        by_place[8, place] = np.maximum.reduce(has[rest], axis=0) if rest else 0
        by_place[9, place] = 0 if after[place] == place else has[after[place]]

    # What the others can take.
    mine_seen, mine_held = games.seen.take(see.mine), games.holds.take(see.mine)
    public = _by_rank(mine_seen) + ((mine_held & LOWEST[:, None]) != 0)
    lost = np.minimum(see.held, public)
    taken = is_sure * lost
    may_take = (has - is_sure) * lost
    for number, part in (10, taken), (11, may_take):
        of_others = part.sum(axis=1)[:, None] - part
        by_place[number] = of_others[after]
        by_place[number + 2] = of_others.sum(axis=0) - of_others[after]
    by_place[10:] /= 2

    # The asker's ranks.
    is_held = see.held > 0
    rest_unseen = np.maximum(0, unseen - see.holds.sum(axis=0, dtype=np.float32))
    is_sure_rank = is_held * is_sure.any(axis=0)
    sure_cards = is_held * known.sum(axis=0)
    is_whole = is_held * (rest_unseen == 0)
    best = np.where(is_held, (has - is_sure).max(axis=0), np.float32(-1))
    third, second, first = np.sort(best, axis=0)[-3:]
    by_rank[0], by_rank[1], by_rank[2] = see.held == 1, see.held == 2, see.held > 2
    by_rank[3] = public == 0
    by_rank[4] = (public > 0) & (public < see.held)
    by_rank[5] = public >= see.held
    by_rank[6] = rest_unseen / 4
    by_rank[7] = rest_unseen == 0
    by_rank[8] = (is_sure_rank.sum(axis=0) - is_sure_rank) / np.float32(2)
    by_rank[9] = (sure_cards.sum(axis=0) - sure_cards) / 4
    by_rank[10] = is_whole.sum(axis=0) - is_whole
    by_rank[11] = np.maximum(0, np.where(best >= first, second, first))
    by_rank[12] = np.maximum(0, np.where(best >= second, third, second))

    careless = games.careless.take(see.others)
    of_place[0] = see.sizes / 8
    for place in range(places):
        of_place[1, place] = place == after[place]
        of_place[2, place] = (place - after[place] + 1) / games.seats
        of_place[3, place] = see.sizes[after[place]] / 8
    of_place[4] = careless
    of_game = _of_the_game(games, see, lost, careless)

    asked, rank = actions // games.width, actions % games.width // (games.width // ranks)
    x = np.empty((FEATURES, len(at)), np.float32)
    _take(by_rank, rank * tables + at, x[:8], x[25:30])
    _take(by_place, (asked * ranks + rank) * tables + at, x[8:14], x[17:25])
    _take(of_place, asked * tables + at, x[14:17], x[41:])
    _take(of_game, at, x[30:41])
    if not games.is_by_rank:
        _of_cards(games, see, chances, left, x, at, actions)
    return x


def _take(facts: Floats, index: Ints, *parts: Floats) -> None:
    """Write the facts with these flat numbers into the parts, one after the other."""
    flat, start = facts.reshape(len(facts), -1), 0
    for part in parts:
        flat[start : start + len(part)].take(index, axis=1, out=part, mode="clip")
        start += len(part)


def _of_cards(
    games: KnownGames,
    see: _Seen,
    chances: Floats,
    left: Floats,
    x: Floats,
    at: Ints,
    actions: Ints,
) -> None:
    """Write the features that differ by card where seats ask for cards."""
    place, card = actions // games.width, actions % games.width
    is_certain = (games.seen[see.others[place, at]] & CARD_BITS[card]) != 0
    chance = chances.reshape(len(chances), PACK, -1)[place, card, at]
    chance[is_certain] = 1
    catch = left.reshape(PACK, -1)[card, at] / np.maximum(see.stock, 1)[at]
    catch = np.minimum(catch, 1) * (see.stock > 0)[at]
    x[8], x[11], x[12] = chance, chance / 3, 5 * catch
    x[10] = chance * (see.held[card // SUITS, at] >= games.rules.book_size - 1)
    x[13] = chance + (1 - chance) * catch


def _of_the_game(games: KnownGames, see: _Seen, lost: Floats, careless: Flags) -> Floats:
    books = games.books.reshape(-1)
    mine, theirs = books.take(see.mine), books.take(see.others)
    hand = see.held.sum(axis=0)
    facts = [
        see.stock / 30,
        see.stock == 0,
        1 / (1 + see.stock),
        see.stock <= 7,
        hand / 10,
        (mine - theirs.max(axis=0)) / 3,
        1 - (mine + theirs.sum(axis=0)) * games.rules.book_size / PACK,
        (see.held > 0).sum(axis=0) / 6,
        lost.sum(axis=0) / 6,
        see.sizes.mean(axis=0) / 8,
        careless.mean(axis=0),
    ]
    return np.array(facts, np.float32)


def _chances(games: KnownGames, see: _Seen) -> tuple[Floats, Floats]:
    """Return how many cards of a rank are unseen, and by place the chance of each of them.

    The shapes are (ranks, suits, tables) and (places, ranks, suits, tables). There is one suit for
    all where a seat lacks either all unseen cards of a rank or none.
    """
    ranks, places, tables = len(RANKS), games.seats - 1, len(see.mine)
    if games.is_by_suit:
        suits, lacked_all = SUITS, games.lacked
        count = ((see.unseen & CARD_BITS[:, None]) != 0).astype(np.float32)
    else:
        suits, lacked_all = 1, games.lacked[::SUITS]
        count = _by_rank(see.unseen)
    count = count.reshape(ranks, suits, tables)
    chances = np.empty((places, ranks, suits, tables), np.float32)
    shares = np.empty((places + 1, ranks, suits, tables), np.float32)
    rows = np.empty((places + 1, tables), np.float32)
    for place, row in enumerate(see.others):
        hidden = see.sizes[place] - see.certain[place].sum(axis=0)
        draws = games.draws.take(row).astype(np.float32)
        lacked = lacked_all.take(row, axis=1).reshape(ranks, suits, tables)
        can_be = np.where(lacked < 0, hidden, np.minimum(hidden, draws - lacked))
        is_open = (can_be > 0) & (count > 0)
        open_cards = (is_open * count).sum(axis=1)
        is_held = see.holds[place] & (open_cards > 0)
        np.multiply(is_open, (is_held / np.maximum(open_cards, 1))[:, None], out=chances[place])
        rows[place] = np.maximum(0, hidden - is_held.sum(axis=0))
        passed = games.passed.take(row, axis=1)
        has_passed = (passed >= 0) & ~games.careless.take(row)
        over = np.maximum(can_be - (draws - passed)[:, None], 0) * has_passed[:, None]
        can_be -= np.float32(1 - OVERSIGHT) * over
        if games.rules.book_size == 2:  # a second card would have made a pair
            can_be *= ~(see.holds[place] | (see.certain[place] > 0))[:, None]
        np.multiply(can_be, count, out=shares[place])
    np.multiply(see.stock, count, out=shares[places])
    rows[places] = see.stock
    columns = (np.maximum(0, 1 - chances.sum(axis=0)) * count).reshape(-1, tables)
    flat = shares.reshape(places + 1, -1, tables)
    for _ in range(ROUNDS):
        flat *= (rows / np.maximum(flat.sum(axis=1), _TINY))[:, None]
        flat *= columns / np.maximum(flat.sum(axis=0), _TINY)
    chances += shares[:places] / np.maximum(count, 1)
    np.minimum(chances, 1, out=chances)
    return count, chances


def _by_rank(cards: Bits) -> Floats:
    """Return the number of cards of each rank; ranks are the last axis but one."""
    return np.bitwise_count(cards[..., None, :] & RANK_BITS[:, None]).astype(np.float32)


def _power(base: Floats, exponent: Floats) -> Floats:
    """Return powers with whole exponents from 0 to 4."""
    square = base * base
    high = np.where(exponent == 3, square * base, square * square)
    low = np.where(exponent == 0, np.float32(1), base)
    return np.where(exponent > 2, high, np.where(exponent == 2, square, low))
