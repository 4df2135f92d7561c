"""Whole games of random valid rules, played move by move by players of several tempers.

A :class:`Setting` fixes everything: the same setting always plays the same game.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Any, Literal, NamedTuple, get_args

from hypothesis import strategies as st

from games.engine import legal, referee, shuffle
from games.engine.cards import JOKERS, Card, Seat, cards_in, of_rank
from games.engine.commands import (
    MISDEAL_REASONS,
    Abandon,
    Answer,
    Ask,
    Command,
    Create,
    Cut,
    Declare,
    EndTurn,
    Expose,
    Misdeal,
    OnAbandon,
    Resign,
    Rule,
    TakeSeat,
)
from games.engine.decide import step
from games.engine.events import Event
from games.engine.options import MAX_SEATS, OPTIONS
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.refusals import Refusal, RulesRefused
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.state import NEW, State
from games.engine.table import Table

Temper = Literal["fair", "careless", "hostile"]
"""Fair players do what is listed as legal; careless ones commit offences; hostile ones try anything
at all.
"""

TEMPERS: tuple[Temper, ...] = get_args(Temper)
Tries = Callable[[State, Seat], Iterator[Command]]
"""What a seat could try, of one kind."""
SHORT_STALEMATE = st.integers(1, 60)
LONGEST_GAME = 200_000


class Setting(NamedTuple):
    """All that decides a game."""

    rules: Rules
    seats: int
    seed: int
    temper: Temper
    turn_seconds: int | None = None
    on_abandon: OnAbandon = "end"


class Move(NamedTuple):
    """One accepted command and the positions around it."""

    before: State
    command: Command
    events: tuple[Event, ...]
    after: State


def _values(schema: Any) -> st.SearchStrategy[Any]:
    """Return the values of one option."""
    if "oneOf" in schema:
        return st.one_of(*(_values(form) for form in schema["oneOf"]))
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(schema["minimum"], schema.get("maximum", 400))
    numbers = [str(number) for number in range(2, MAX_SEATS + 1)]
    return st.dictionaries(st.sampled_from(numbers), st.integers(1, 26), min_size=1)


def options() -> st.SearchStrategy[dict[str, Any]]:
    """Return option values that are each in range, and need not fit together."""
    return st.fixed_dictionaries(
        {}, optional={name: _values(option.schema) for name, option in OPTIONS.items()}
    )


@st.composite
def rules_and_seats(draw: st.DrawFn) -> tuple[Rules, int]:
    """Draw rules that can be played at the number of seats: a preset, overlays and single
    options.
    """
    preset = draw(st.sampled_from(sorted(PRESETS)))
    suitable = [name for name, laid in OVERLAYS.items() if not laid.over or preset in laid.over]
    overlays = draw(st.lists(st.sampled_from(suitable), max_size=3, unique=True))
    wanted = draw(options())
    wanted.setdefault("stalemate_limit", draw(SHORT_STALEMATE))
    seats = draw(st.integers(2, MAX_SEATS))
    while True:
        try:
            return compose(preset, overlays, wanted).check(seats=seats), seats
        except RulesRefused as refused:
            at_fault = {error.option for error in refused.errors}
        # Take back what is at fault: single options first, then overlays, then the number of seats.
        if at_fault & wanted.keys():
            wanted = {name: value for name, value in wanted.items() if name not in at_fault}
        elif overlays:
            overlays.pop()
        elif wanted:
            wanted = {}
        else:
            seats = PRESETS[preset].options.get("players_max", 2)


@st.composite
def settings_of_games(draw: st.DrawFn) -> Setting:
    """Draw everything that decides a game."""
    rules, seats = draw(rules_and_seats())
    seed = draw(st.integers(0, 2**32 - 1))
    temper = draw(st.sampled_from(TEMPERS))
    turn_seconds = draw(st.sampled_from([None, 30]))
    on_abandon = draw(st.sampled_from(get_args(OnAbandon)))
    return Setting(rules, seats, seed, temper, turn_seconds, on_abandon)


def play(setting: Setting) -> Iterator[Move]:
    """Play a game from its first move, and yield each move as it is made.

    :raises AssertionError: if the game does not end.
    """
    rng = Random(setting.seed)
    seed = rng.randbytes(shuffle.SEED_BYTES)
    state = NEW
    for command in _opening(setting, shuffle.commitment(seed)):
        move = _move(state, command)
        yield move
        state = move.after
    for _ in range(LONGEST_GAME):
        if state.is_over:
            return
        command = _next(state, seed, setting.temper, rng)
        move = _move(state, command)
        yield move
        state = move.after
    raise AssertionError(f"the game does not end: {setting}")


def attempts(state: State, seat: Seat) -> Iterator[Command]:
    """Yield everything that a seat could try at a table, legal or not; each command once."""
    yield from _asks(state, seat)
    yield from _answers(state, seat)
    yield from _declarations(state, seat)
    yield EndTurn(seat)
    for card in range(54):
        yield Expose(seat, card)
    for position in range(-1, state.rules.pack_size + 2):
        yield Cut(seat, position)
    for reason in MISDEAL_REASONS:
        yield Misdeal(seat, reason)
    yield Resign(seat)


def _opening(setting: Setting, commitment: str) -> Iterator[Command]:
    yield Create(
        setting.rules,
        setting.seats,
        commitment,
        turn_seconds=setting.turn_seconds,
        on_abandon=setting.on_abandon,
    )
    for seat in range(setting.seats):
        yield TakeSeat(seat, f"entropy of {seat}" if seat % 2 else None)


def _move(state: State, command: Command) -> Move:
    events, after = step(state, command)
    return Move(state, command, events, after)


def _next(state: State, seed: bytes, temper: Temper, rng: Random) -> Command:
    """Return what comes next: the referee's move, a try out of the ordinary, or a move as
    listed.
    """
    command = referee.next_command(state, seed)
    if command is not None:
        return command
    late = referee.time_out(state, seed) if state.turn_seconds is not None else None
    if late is not None and rng.random() < 0.03:
        return late
    if state.phase == "cut" and rng.random() < 0.5:
        return referee.cut_for(state, seed)
    if temper != "fair" and rng.random() < 0.2:
        tried = _try(state, temper, rng)
        if tried is not None:
            return tried
    return _legal(state, rng)


def _legal(state: State, rng: Random) -> Command:
    seat = state.to_act()
    assert seat is not None, "the game waits for no seat"
    listed = legal.legal_commands(Table(state), seat)
    earnest = [each for each in listed if not isinstance(each, Resign | Misdeal | Expose)]
    assert earnest, "the seat to act can do nothing but resign"
    asks = [each for each in earnest if isinstance(each, Ask)]
    # Books are sometimes kept back, so that they become void, or are completed by a later card.
    return rng.choice(asks if asks and rng.random() < 0.6 else earnest)


def _try(state: State, temper: Temper, rng: Random) -> Command | None:
    """Return one command out of the ordinary if it is accepted; giving up is rare, so that games go
    on.
    """
    seat = rng.randrange(state.seats)
    asked = state.to_act()
    kinds: list[Tries] = [_asks, _showings]
    if temper == "hostile":
        kinds.append(_declarations)
    if state.phase == "answer" and asked is not None and rng.random() < 0.5:
        seat, kinds = asked, [_answers]
    elif rng.random() < 0.02:
        kinds = [_farewells]
    tried = list(rng.choice(kinds)(state, seat))
    for command in rng.sample(tried, min(3, len(tried))):
        try:
            step(state, command)
        except Refusal:
            continue
        return command
    return None


def _asks(state: State, seat: Seat) -> Iterator[Ask]:
    for target in range(-1, state.seats + 1):
        for rank in range(13):
            yield Ask(seat, target, rank)
        for card in range(54):
            yield Ask(seat, target, card // 4, card)
    yield Ask(seat, (seat + 1) % state.seats, 0, 51)


def _answers(state: State, seat: Seat) -> Iterator[Answer]:
    """Yield each part of what was asked for, one card more, and one card twice."""
    hand = state.hands[seat] if state.hands else 0
    due = of_rank(hand, state.asked.rank) if state.asked else 0
    naming = cards_in(due)
    for count in range(len(naming) + 1):
        for named in combinations(naming, count):
            yield Answer(seat, named)
    for other in cards_in(hand & ~due)[:2]:
        yield Answer(seat, (*naming, other))
    for missing in (0, 51):
        if not hand >> missing & 1:
            yield Answer(seat, (*naming, missing))
    if naming:
        yield Answer(seat, (naming[0], naming[0]))


def _declarations(state: State, seat: Seat) -> Iterator[Declare]:
    """Yield each choice of up to a book's cards of one rank with jokers, and some that mix
    ranks.
    """
    hand = state.hands[seat] if state.hands else 0
    jokers = hand & JOKERS
    size = state.rules.book_size
    seen: set[tuple[Card, ...]] = set()
    for rank in range(13):
        pool = cards_in(of_rank(hand, rank) | jokers)
        for count in range(size + 2):
            seen.update(combinations(pool, count))
    held = cards_in(hand)
    seen.update(tuple(held[place : place + size]) for place in range(len(held)))
    seen.update((card,) * size for card in held[:1])
    seen.add(tuple(range(size)))
    for cards in sorted(seen):
        yield Declare(seat, cards)


def _showings(state: State, seat: Seat) -> Iterator[Expose]:
    for card in cards_in(state.hands[seat] if state.hands else 0):
        yield Expose(seat, card)


def _farewells(state: State, seat: Seat) -> Iterator[Command]:
    yield Misdeal(seat, "exposed_card")
    yield Misdeal(seat, "too_few_cards")
    yield Resign(seat)
    yield Abandon(seat)
    for case in (1, 2):
        yield Rule(case, "seat_removed", seat)
        yield Rule(case, "dismissed")
    yield Rule(1, "annulled")
