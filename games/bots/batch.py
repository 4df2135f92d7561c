"""Play many games at once, for training; it needs numpy (the extra ``learn``).

All tables advance by one ask a step. There are no event objects: actions, masks and what seats see
are arrays. Memory is in the arrays: what all seats could know from the asks so far.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.bots.chance_nodes import WITHOUT_CEREMONY
from games.bots.knowledge import memory_start
from games.engine.cards import RANKS, Seat
from games.engine.commands import Ask, Command, Create, Deal, DrawDealer, Start, TakeSeat
from games.engine.decide import step
from games.engine.events import Event
from games.engine.refusals import OptionError, RulesRefused
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.state import NEW

Json = dict[str, Any]
Ints = NDArray[np.int64]
Bits = NDArray[np.uint64]
Flags = NDArray[np.bool_]

MAX_TABLES = 65_536
PACK = 52
PLAYED = {
    *("players_min", "players_max", "deal_table", "hand_size", "book_size", "book_display"),
    *("dealer_selection", "dealer_rotation", "cut_by_right", "redeal_on_exposed"),
    *("ask_by", "ask_held_card", "transfer", "turn_passes_to", "extra_turn_on_book"),
    *("on_empty_hand", "mid_turn_empty", "end_on_empty_hand", "end_on_empty_stock"),
    *("tie_break", "open_hands", "stalemate_limit"),
}
"""The options that a batch plays as the engine does, or that change nothing in it."""
_RANKS = len(RANKS)
_PACK = np.arange(PACK, dtype=np.int8)
_CARD_BITS = np.uint64(1) << np.arange(PACK, dtype=np.uint64)
_RANK_BITS = np.uint64(15) << np.arange(0, PACK, 4, dtype=np.uint64)
_ONE, _TWO = np.uint64(1), np.uint64(2)
_EACH_RANK = np.uint64(((1 << PACK) - 1) // 15)
"""The lowest card of each rank."""


class BatchGames:
    """Games of one set of rules at many tables; each table waits for the seat ``turn``.

    The dealer is drawn at random, and there is neither a cut nor a misdeal, whatever the options
    say. Arrays by seat have the shape (seats, tables). Hands are bit masks of cards. At a table
    that is over, ``turn`` keeps its last value and no action is legal until :meth:`deal`.
    """

    def __init__(
        self,
        preset: str = "classic",
        *,
        seats: int = 2,
        tables: int = 1024,
        overlays: Sequence[str] = (),
        options: Json | None = None,
        seed: int | None = None,
        keeps_asks: bool = False,
    ) -> None:
        """Deal at every table. With ``keeps_asks``, :meth:`events` can list a game's events: all
        asks since the oldest of the games began are kept.

        :raises RulesRefused: if the rules cannot be played, at this number of seats or in a batch.
        :raises ValueError: if the number of tables is not 1 to ``MAX_TABLES``.
        """
        if not 1 <= tables <= MAX_TABLES:
            raise ValueError(f"The number of tables is 1 to {MAX_TABLES}.")
        wanted_rules = compose(preset, overlays, (options or {}) | WITHOUT_CEREMONY)
        self.rules = _checked(wanted_rules.check(seats=seats))
        self.seats, self.tables = seats, tables
        self.width = _RANKS if self.rules.ask_by == "rank" else PACK
        """The number of ranks or cards to ask for; action ``(place - 1) * width + wanted`` asks
        the seat that is so many places to the left, as in ``numbers.Actions``.
        """
        self.num_actions = (seats - 1) * self.width
        self.rng = np.random.default_rng(seed)
        self._all = np.arange(tables)
        self._asks: list[NDArray[np.int16]] | None = [] if keeps_asks else None
        self._began = np.zeros(tables, np.int64)
        self.hands: Bits = np.zeros((seats, tables), np.uint64)
        self.books: Ints = np.zeros((seats, tables), np.int64)
        self.laid = np.zeros((seats, tables, _RANKS), np.int8)
        """The books of each rank."""
        self.known = np.zeros((seats, tables, _RANKS), np.int8)
        """How many cards of each rank the seat certainly holds."""
        self.places = np.zeros((seats, tables, _RANKS), np.int8)
        """How many cards came to the seat unseen since it last lacked the rank."""
        self.packs = np.tile(_PACK, (tables, 1))
        self.drawn: Ints = np.zeros(tables, np.int64)
        """How many cards have left the stock, those dealt counted."""
        self.dealer: Ints = np.zeros(tables, np.int64)
        self.turn: Ints = np.zeros(tables, np.int64)
        self.in_play: Bits = np.zeros(tables, np.uint64)
        self.idle_asks: Ints = np.zeros(tables, np.int64)
        self.is_over: Flags = np.ones(tables, np.bool_)
        actions = np.arange(self.num_actions)
        self._place_of = actions // self.width + 1
        self._rank_of = actions % self.width // (self.width // _RANKS)
        wanted = _RANK_BITS if self.width == _RANKS else _CARD_BITS
        self._wanted_of = np.tile(wanted, seats - 1)
        self.deal()

    def deal(self, tables: Flags | None = None) -> None:
        """Deal new games at these tables, given as a mask, or at all."""
        i = self._all if tables is None else np.flatnonzero(tables)
        while i.size:  # a game can be over with its deal
            self._deal(i)
            i = i[self.is_over[i]]

    def step(self, actions: NDArray[np.integer[Any]], tables: Flags | None = None) -> Flags:
        """Let the seat to act ask at all tables, or at those of a mask; return which are over.

        :raises ValueError: if one of the tables is over or its action is not legal; no table has
            changed then.
        """
        i = self._all if tables is None else np.flatnonzero(tables)
        turn, hands = self.turn[i], self.hands.reshape(-1)
        place, rank, wanted = self._read(np.asarray(actions), i)
        target = self._left(turn, place)
        mine, theirs = turn * self.tables + i, target * self.tables + i
        hand, other, of_rank = hands.take(mine), hands.take(theirs), _RANK_BITS.take(rank)
        self._check(i, hand, other, of_rank, wanted)
        if self._asks is not None:
            asks = np.full(self.tables, -1, np.int16)
            asks[i] = actions[i]
            self._asks.append(asks)

        given = other & wanted
        if self.rules.transfer == "one":
            given &= ~given + _ONE
        hand = hand | given
        other = other ^ given
        hands[theirs] = other
        self.idle_asks[i] += 1
        keeps_turn = given != 0
        self._remember_asks(mine, theirs, rank, given)
        fishers = np.flatnonzero(~keeps_turn & (self.drawn[i] < PACK))
        if fishers.size:
            card = self._take_cards(i[fishers])
            bit = _CARD_BITS.take(card)
            is_catch = (bit & wanted[fishers]) != 0
            hand[fishers] |= bit
            keeps_turn[fishers] = is_catch
            rank[fishers] = card >> 2
            of_rank[fishers] = _RANK_BITS.take(card >> 2)
            self._remember_draws(mine[fishers], card >> 2, is_catch)
        held = hand & of_rank
        booked = np.flatnonzero(np.bitwise_count(held) >= self.rules.book_size)
        if booked.size:
            hand[booked] ^= self._lay(i[booked], mine[booked], rank[booked], held[booked])
            if self.rules.extra_turn_on_book:
                keeps_turn[booked] = True
        hands[mine] = hand

        # At most tables no hand is empty, and the turn stays or passes.
        is_due = self._is_due(slice(None) if tables is None else i)
        taker = target if self.rules.turn_passes_to == "asked" else self._left(turn)
        is_rare = is_due | (hand == 0) | (keeps_turn & (other == 0))
        is_rare |= ~keeps_turn & (hands.take(taker * self.tables + i) == 0)
        self.turn[i] = np.where(keeps_turn | is_rare, turn, taker)
        self.is_over[i[is_due]] = True
        rare = np.flatnonzero(is_rare & ~is_due)
        self._settle(i[rare], keeps_turn[rare], taker[rare])
        return self.is_over

    def sample(self) -> Ints:
        """Return a random legal action for each table, all equally likely; 0 where it is over."""
        counts = self.masks().cumsum(axis=1, dtype=np.int16)
        chosen = self.rng.random(self.tables, np.float32) * counts[:, -1]
        actions: Ints = (counts <= chosen[:, None]).sum(axis=1)
        actions[self.is_over] = 0
        return actions

    def masks(self) -> Flags:
        """Return which actions are legal, in the shape (tables, actions)."""
        hand = self.hands[self.turn, self._all]
        if self.width == _RANKS:
            held = (hand[:, None] & _RANK_BITS) != 0
        else:
            some = hand | hand >> _ONE
            some = (some | some >> _TWO) & _EACH_RANK
            wanted = some * np.uint64(15) & self.in_play
            if self.rules.ask_held_card == "forbid":
                wanted &= ~hand
            held = (wanted[:, None] & _CARD_BITS) != 0
        held &= ~self.is_over[:, None]
        masks = np.empty((self.tables, self.seats - 1, self.width), np.bool_)
        for place in range(1, self.seats):
            other = self.hands[self._left(self.turn, place), self._all]
            np.logical_and(held, (other != 0)[:, None], out=masks[:, place - 1])
        return masks.reshape(self.tables, -1)

    def observe(self) -> NDArray[np.int8]:
        """Return what the seat to act sees, in the shape (tables, numbers); see :meth:`layout`."""
        layout = self.layout()
        seen = np.empty((self.tables, layout["laid"].stop), np.int8)
        hand = self.hands[self.turn, self._all]
        seen[:, layout["hand"]] = np.bitwise_count(hand[:, None] & _RANK_BITS)
        seen[:, layout["stock"].start] = PACK - self.drawn
        for place in range(self.seats):
            seat = self._left(self.turn, place) if place else self.turn
            sizes = np.bitwise_count(self.hands[seat, self._all])
            seen[:, layout[f"hand_size_{place}"].start] = sizes
            seen[:, layout[f"books_{place}"].start] = self.books[seat, self._all]
            seen[:, layout[f"known_{place}"]] = self.known[seat, self._all]
            seen[:, layout[f"places_{place}"]] = self.places[seat, self._all]
        self.laid.sum(axis=0, out=seen[:, layout["laid"]])
        return seen

    def layout(self) -> dict[str, slice]:
        """Return the part of an observation with each name.

        ``hand``: the own cards by rank. ``stock``: its cards. By seat, from the own one:
        ``hand_size``, ``books``, ``known`` and ``places`` by rank, as in the fields of this class.
        ``laid``: the books of all by rank.
        """
        parts = {"hand": slice(_RANKS), "stock": slice(_RANKS, _RANKS + 1)}
        at = _RANKS + 1
        for place in range(self.seats):
            for name, size in ("hand_size", 1), ("books", 1), ("known", _RANKS), ("places", _RANKS):
                parts[f"{name}_{place}"] = slice(at, at + size)
                at += size
        return parts | {"laid": slice(at, at + _RANKS)}

    def shares(self) -> NDArray[np.float64]:
        """Return by table and seat the share of the win, 0 at tables that are not over."""
        books = np.where(self.is_over, self.books, -1)
        wins = books == books.max(axis=0)
        if self.rules.tie_break == "fewest_cards":
            sizes = np.where(wins, np.bitwise_count(self.hands), PACK + 1)
            wins &= sizes == sizes.min(axis=0)
        shares: NDArray[np.float64] = (wins * self.is_over / wins.sum(axis=0)).T
        return shares

    def events(self, table: int) -> tuple[Event, ...]:
        """Return the events of a table's game so far, replayed by the engine.

        :raises ValueError: if the asks were not kept.
        """
        if self._asks is None:
            raise ValueError("The asks were not kept. Pass keeps_asks=True.")
        state, events = NEW, tuple[Event, ...]()
        opening: tuple[Command, ...] = (
            Create(self.rules, self.seats, commitment=""),
            *(TakeSeat(seat) for seat in range(self.seats)),
            Start(),
            DrawDealer(int(self.dealer[table])),
            Deal(tuple(self.packs[table].tolist())),
        )
        for command in opening:
            caused, state = step(state, command)
            events += caused
        for asks in self._asks[self._began[table] :]:
            if asks[table] < 0:
                continue
            assert state.turn is not None
            caused, state = step(state, self.command(int(asks[table]), state.turn))
            events += caused
        return events

    def command(self, action: int, seat: Seat) -> Ask:
        """Return the command of a seat's action."""
        place, wanted = divmod(action, self.width)
        target = (seat + place + 1) % self.seats
        if self.width == _RANKS:
            return Ask(seat, target, wanted)
        return Ask(seat, target, wanted // 4, wanted)

    def _deal(self, i: Ints) -> None:
        """Shuffle, deal one card at a time from the dealer's left, and begin to play."""
        rules, seats = self.rules, self.seats
        packs = self.rng.permuted(np.tile(_PACK, (i.size, 1)), axis=1)
        dealer = self.rng.integers(seats, size=i.size)
        self.packs[i], self.dealer[i] = packs, dealer
        dealt = sum(rules.hand_counts(seats=seats, dealer=0))
        bits = _CARD_BITS.take(packs[:, :dealt].astype(np.int64))
        first = self._left(dealer)
        for place in range(seats):
            hand = np.bitwise_or.reduce(bits[:, place::seats], axis=1)
            self.hands[self._left(first, place) if place else first, i] = hand
        self.drawn[i] = dealt
        self.turn[i] = first
        self.in_play[i] = np.uint64((1 << PACK) - 1)
        self.idle_asks[i] = 0
        self.is_over[i] = False
        for array in self.laid, self.books, self.known:
            array[:, i] = 0
        self.places[:, i] = np.bitwise_count(self.hands[:, i])[:, :, None]
        if self._asks is not None:
            self._began[i] = len(self._asks)
            oldest = int(self._began.min())
            del self._asks[:oldest]
            self._began -= oldest
        held = self.hands[:, i, None] & _RANK_BITS
        seat, at, rank = np.nonzero(np.bitwise_count(held) >= rules.book_size)
        for booked in np.unique(rank):  # one book of a hand at a time
            here = np.flatnonzero(rank == booked)
            j, s = i[at[here]], seat[here]
            laid = self._lay(j, s * self.tables + j, rank[here], held[s, at[here], booked])
            self.hands[s, j] ^= laid
        is_due = self._is_due(i)
        self.is_over[i] = is_due
        i = i[~is_due]
        self._settle(i, np.zeros(i.size, np.bool_), self.turn[i])

    def _read(self, actions: NDArray[np.integer[Any]], i: Ints) -> tuple[Ints, Ints, Bits]:
        """Return whom the actions ask, in places to the left, for what rank and what cards."""
        if actions.shape != (self.tables,) or actions.dtype.kind not in "iu":
            raise ValueError(f"Pass {self.tables} whole numbers, one action for each table.")
        actions = actions[i]
        if i.size and not 0 <= actions.min() <= actions.max() < self.num_actions:
            raise ValueError(f"An action is 0 to {self.num_actions - 1}.")
        place, rank = self._place_of.take(actions), self._rank_of.take(actions)
        return np.asarray(place), np.asarray(rank), np.asarray(self._wanted_of.take(actions))

    def _check(self, i: Ints, hand: Bits, other: Bits, of_rank: Bits, wanted: Bits) -> None:
        """Raise an error if a table is over or an ask is not legal."""
        is_over = self.is_over[i]
        if is_over.any():
            raise ValueError(f"Table {i[is_over][0]} is over. Deal before the next step.")
        is_legal = ((hand & of_rank) != 0) & (other != 0)
        if self.width == PACK:
            is_legal &= (wanted & self.in_play[i]) != 0
            if self.rules.ask_held_card == "forbid":
                is_legal &= (wanted & hand) == 0
        if not is_legal.all():
            raise ValueError(f"The action at table {i[~is_legal][0]} is not legal.")

    def _remember_asks(self, mine: Ints, theirs: Ints, rank: Ints, given: Bits) -> None:
        known, places = self.known.reshape(-1), self.places.reshape(-1)
        asker, asked = mine * _RANKS + rank, theirs * _RANKS + rank
        count = np.bitwise_count(given).astype(np.int8)
        known[asker] = np.maximum(known.take(asker), 1) + count
        if self.width == PACK:
            known[asked] = np.maximum(known.take(asked) - count, 0)
        elif self.rules.transfer == "all":
            known[asked] = places[asked] = 0
        else:
            known[asked] = np.maximum(known.take(asked) - count, 0)
            places[asked] *= given != 0

    def _remember_draws(self, mine: Ints, rank: Ints, is_catch: Flags) -> None:
        self.known.reshape(-1)[mine[is_catch] * _RANKS + rank[is_catch]] += 1
        self.places.reshape(-1, _RANKS)[mine[~is_catch]] += 1

    def _lay(self, i: Ints, rows: Ints, rank: Ints, held: Bits) -> Bits:
        """Lay the books of these cards of a rank; return the cards laid."""
        if self.rules.book_size == 4:
            laid, count = held, np.ones(i.size, np.int8)
        else:
            count = (np.bitwise_count(held) >> 1).astype(np.int8)
            rest = held & (held - _ONE)
            rest &= rest - _ONE  # the lowest two cards are laid
            laid = np.where(count == 2, held, held ^ rest)
        np.bitwise_xor.at(self.in_play, i, laid)  # a table can be here twice, at the deal
        self.idle_asks[i] = 0
        self.books.reshape(-1)[rows] += count
        at = rows * _RANKS + rank
        self.laid.reshape(-1)[at] += count
        known = self.known.reshape(-1)
        known[at] = np.maximum(known[at] - np.bitwise_count(laid).astype(np.int8), 0)
        return laid

    def _is_due(self, i: Ints | slice) -> Flags:
        """Return which of the tables end by the rules (§4.6, §4.17)."""
        rules, is_dry = self.rules, self.drawn[i] >= PACK
        is_due: Flags = (self.in_play[i] == 0) | (self.idle_asks[i] >= rules.stalemate_limit)
        if rules.end_on_empty_hand != "never":
            is_empty = (self.hands[:, i] == 0).any(axis=0)
            is_due |= is_empty if rules.end_on_empty_hand == "always" else is_empty & ~is_dry
        if rules.end_on_empty_stock:
            is_due |= is_dry
        return is_due

    def _settle(self, i: Ints, keeps_turn: Flags, taker: Ints) -> None:
        """Continue the turn of its owner, or give it to the taker, at tables with an empty
        hand; the steps are those of ``turns``.
        """
        draws_at_once = self.rules.mid_turn_empty == "draw_and_continue"
        draws_at_turn = self.rules.on_empty_hand == "draw_one"
        while i.size:
            has_stock = self.drawn[i] < PACK
            filled = (self.hands[:, i] != 0).sum(axis=0)
            is_stuck = ~keeps_turn & ~(has_stock & draws_at_turn) & (filled < 2)
            self.is_over[i[is_stuck]] = True
            i, keeps_turn, taker = i[~is_stuck], keeps_turn[~is_stuck], taker[~is_stuck]
            has_stock, filled = has_stock[~is_stuck], filled[~is_stuck]
            seat = np.where(keeps_turn, self.turn[i], taker)
            may_draw = has_stock & np.where(keeps_turn, draws_at_once, draws_at_turn)
            skipped = ~keeps_turn & ~may_draw & (self.hands[seat, i] == 0)
            while skipped.any():
                seat[skipped] = self._left(seat[skipped])
                skipped &= self.hands[seat, i] == 0
            self.turn[i] = seat
            is_empty = self.hands[seat, i] == 0
            passes = np.where(is_empty, ~may_draw, filled < 2)
            draws = np.flatnonzero(is_empty & may_draw)
            if draws.size:
                self._draw(i[draws])
                is_due = self._is_due(i[draws])
                self.is_over[i[draws]] = is_due
                passes[draws] = (filled[draws] == 0) & ~is_due
            i, taker = i[passes], self._left(seat[passes])
            keeps_turn = np.zeros(i.size, np.bool_)

    def _draw(self, i: Ints) -> None:
        """Draw a card into the empty hands of the seats to act."""
        seat = self.turn[i]
        self.hands[seat, i] = _CARD_BITS.take(self._take_cards(i))
        self.places[seat, i] += 1

    def _take_cards(self, i: Ints) -> Ints:
        """Take the top cards of the stocks of these tables."""
        cards = self.packs.reshape(-1).take(i * PACK + self.drawn[i])
        self.drawn[i] += 1
        self.idle_asks[i] = 0
        return cards.astype(np.int64)

    def _left(self, seat: Ints, places: int | Ints = 1) -> Ints:
        left = seat + places
        left -= self.seats * (left >= self.seats)
        return left


def observed(view: Mapping[str, Any], history: Sequence[Json]) -> NDArray[np.int8]:
    """Return what :meth:`BatchGames.observe` shows to the seat of a view in the same game.

    So a policy that was trained in a batch plays at any table, as a bot of
    ``games.bots.levels.Choose``. ``history`` begins with ``created``.
    """
    rules, seats = history[0]["rules"], view["seats"]
    is_by_rank, gives_all = rules["ask_by"] == "rank", rules["transfer"] == "all"
    known, places = ([[0] * _RANKS for _ in seats] for _ in range(2))
    books, rank = [0] * _RANKS, 0
    for event in history[memory_start(history) :]:
        seat: Any = event.get("seat")
        match event["type"]:
            case "dealt":
                places = [[count] * _RANKS for count in event["counts"]]
            case "asked":
                rank = RANKS.index(event["rank"])
                known[seat][rank] = max(known[seat][rank], 1)
            case "cards_given":
                count = len(event["cards"])
                known[event["to"]][rank] += count
                known[seat][rank] = max(known[seat][rank] - count, 0)
                if is_by_rank and gives_all:
                    known[seat][rank] = places[seat][rank] = 0
            case "go_fish" if is_by_rank:
                known[seat][rank] = places[seat][rank] = 0
            case "card_drawn" if event["public"]:
                known[seat][rank] += 1
            case "card_drawn":
                places[seat] = [count + 1 for count in places[seat]]
            case "book_made":
                laid, count = RANKS.index(event["rank"]), len(event["cards"])
                known[seat][laid] = max(known[seat][laid] - count, 0)
                books[laid] += count // rules["book_size"]
            case _:
                pass
    you = view["you"]
    hand = [card[0] for card in seats[you]["hand"]]
    parts: list[Any] = [[hand.count(rank) for rank in RANKS], [view["stock"]]]
    for place in range(len(seats)):
        seat = (you + place) % len(seats)
        sizes = seats[seat]["hand_size"], len(seats[seat]["books"])
        parts += [sizes, known[seat], places[seat]]
    return np.concatenate([*parts, books]).astype(np.int8)


def _checked(rules: Rules) -> Rules:
    """Return these rules."""
    usual = Rules().as_options()
    errors = [
        OptionError(option, "conflict", f"A batch cannot be played with this {option}.")
        for option, value in rules.as_options().items()
        if option not in PLAYED and value != usual[option]
    ]
    if errors:
        raise RulesRefused(tuple(errors))
    return rules
