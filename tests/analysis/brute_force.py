"""Random games, and the knowledge of a seat by trying every deal in the engine itself.

To keep the deals few, most hidden cards are shown to the seat: as if the pack were small.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import factorial, prod
from random import Random
from typing import NamedTuple

from games.analysis.knowledge.reading import Json
from games.engine import referee
from games.engine.cards import Seat, card_text, hand_texts
from games.engine.commands import Ask, Command, Create, Deal, TakeSeat
from games.engine.decide import execute, step
from games.engine.events import CardDrawn, Dealt, Event
from games.engine.evolve import deal_hands
from games.engine.legal import legal_commands
from games.engine.refusals import Refusal
from games.engine.rules import Rules
from games.engine.state import NEW, State
from games.engine.table import Table
from games.engine.view import event_view

Origins = tuple[int, ...]
"""Places of the pack."""


class Played(NamedTuple):
    """One deal of a game: the state before it, its commands and their events."""

    before: State
    commands: list[Command]
    events: list[list[Event]]
    state: State


def play(rules: Rules, *, seats: int, random: Random, asks: int) -> Played:
    """Play random asks after the deal, at most this many."""
    state = NEW
    opening: list[Command] = [Create(rules, seats, "0" * 64), *map(TakeSeat, range(seats))]
    for command in opening:
        state = step(state, command)[1]
    seed = random.randbytes(32)
    while state.phase != "deal":
        following = referee.next_command(state, seed)
        assert following is not None, "these rules have no cut"
        state = step(state, following)[1]
    before = state
    commands: list[Command] = []
    events = []
    deal = referee.next_command(state, seed)
    assert deal is not None
    while True:
        made, state = step(state, deal)
        commands.append(deal)
        events.append(list(made))
        if state.is_over or len(commands) > asks:
            return Played(before, commands, events, state)
        assert state.turn is not None
        choices = legal_commands(Table(state), state.turn)
        deal = random.choice([choice for choice in choices if isinstance(choice, Ask)])


def seen_with(played: Played, viewer: Seat, doubtful: Sequence[Origins]) -> list[Json]:
    """Return the deal's events as the viewer saw them, with all cards but those in doubt."""
    hidden = {place for places in doubtful for place in places}
    rules = played.state.rules
    dealt = played.events[0][0]
    assert isinstance(dealt, Dealt)
    next_card = sum(dealt.counts)
    found = []
    for event in (event for events in played.events for event in events):
        seen = event_view(event, viewer, rules)
        if isinstance(event, Dealt):
            rows = zip(deal_hands(event), hand_places(event), strict=True)
            seen["hands"] = [
                None if places[:1] and places[0] in hidden else hand_texts(hand)
                for hand, places in rows
            ]
        elif isinstance(event, CardDrawn):
            if next_card not in hidden:
                seen["card"] = card_text(event.card)
            next_card += 1
        found.append(seen)
    return found


def doubtful_places(played: Played, viewer: Seat, random: Random, *, most: int) -> list[Origins]:
    """Choose origins that are in doubt: a dealt hand, late draws, and what is left of the stock.

    Each has all its places of the pack; together they have at most ``most`` deals.
    """
    dealt = played.events[0][0]
    assert isinstance(dealt, Dealt)
    place = sum(dealt.counts)
    draws: list[Origins] = []
    for event in (event for events in played.events for event in events):
        if isinstance(event, CardDrawn):
            if not event.public and event.seat != viewer:
                draws.append((place,))
            place += 1
    hands = [places for seat, places in enumerate(hand_places(dealt)) if seat != viewer]
    chosen = [tuple(range(place, 52))] if place < 52 else []
    options = [*hands, *draws[-6:]] if random.random() < 0.5 else [*draws[-9:]]
    random.shuffle(options)
    for option in options:
        if number_of_deals([*chosen, option]) <= most:
            chosen.append(option)
    return sorted(chosen)


def number_of_deals(groups: Sequence[Origins]) -> int:
    """Return in how many ways the cards of these places can be shared out."""
    total = sum(map(len, groups))
    return factorial(total) // prod(factorial(len(group)) for group in groups)


def deals_that_fit(played: Played, groups: Sequence[Origins]) -> Iterator[State]:
    """Yield the end of every deal that gives a spectator the same events, by playing it."""
    deal = played.commands[0]
    assert isinstance(deal, Deal)
    places = [place for group in groups for place in group]
    wanted = [
        [event_view(event, None, played.state.rules) for event in events]
        for events in played.events
    ]
    for cards in _shares([deal.pack[place] for place in places], [len(group) for group in groups]):
        pack = list(deal.pack)
        for place, card in zip(places, cards, strict=True):
            pack[place] = card
        end = _replay(played, tuple(pack), wanted)
        if end is not None:
            yield end


def hand_places(dealt: Dealt) -> list[Origins]:
    """Return by seat the places of the pack that were dealt to it."""
    named = Dealt(dealt.dealer, tuple(range(52)), dealt.counts)
    return [tuple(place for place in range(52) if hand >> place & 1) for hand in deal_hands(named)]


def _replay(
    played: Played, pack: tuple[int, ...], wanted: Sequence[Sequence[Json]]
) -> State | None:
    table = Table(played.before)
    for command, expected in zip([Deal(pack), *played.commands[1:]], wanted, strict=True):
        try:
            execute(table, command)
        except Refusal:
            return None
        events = table.take_events()
        if [event_view(event, None, table.rules) for event in events] != expected:
            return None
    return table.freeze()


def _shares(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[list[int]]:
    if not sizes:
        yield []
        return
    for chosen in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in chosen]
        for others in _shares(rest, sizes[1:]):
            yield [*chosen, *others]
