"""The expert tells asks apart, and its odds are those of a count of all distributions.

The count is of a small end of a game: few cards are unseen, so every way in which they may lie in
hands and stock can be tried.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from games.bots import expert, from_memory
from games.bots.knowledge import Knowledge, hand_in, recall
from games.bots.local_game import LocalGame
from games.bots.odds import estimate
from games.engine.cards import CARD_TEXTS, RANKS, Card, cards_in, of_rank
from games.engine.rule_sets import compose
from games.engine.shuffle import SEED_BYTES
from tests.bots.seen_events import Json, asked, created, drew, gave, go_fish

MEMORY_SHARE = 0.25
GAMES = 120


def seen(mine: str, sizes: tuple[int, ...], events: list[Json], *, stock: int) -> Any:
    """Return what seat 0 makes of its asks, nothing being laid."""
    hand = mine.split()
    seats = [
        {"hand": hand, "hand_size": len(hand), "books": []},
        *({"hand": None, "hand_size": size, "books": []} for size in sizes),
    ]
    view = {"you": 0, "seats": seats, "stock": stock, "void": [], "discards": []}
    return expert.ask_features(view, [created(), *events])


def ask(target: int, rank: str) -> Json:
    return {"type": "ask", "target": target, "rank": rank}


def test_a_card_seen_is_sure_and_one_refused_is_not_there() -> None:
    events = [
        *[asked(1, 2, "7"), gave(2, 1, "7C")],
        *[asked(0, 1, "9"), go_fish(1, 0), drew(0)],
    ]
    position = seen("7H 9C KC", (6, 4), events, stock=30)

    sure, refused, open_ = (position.features(ask(1, rank)) for rank in "79K")
    assert sure.chance == 1
    assert sure.known == pytest.approx(2 / 3), "the one given and the one asked with"
    assert refused.chance == 0
    assert 0 < open_.chance < 1
    assert refused.sure_ranks == pytest.approx(1 / 2)
    assert sure.sure_ranks == 0


def test_what_others_know_of_a_hand_is_public() -> None:
    position = seen("7H 7S KC", (5, 5), [asked(0, 1, "7"), go_fish(1, 0), drew(0)], stock=30)

    shown, secret = position.features(ask(2, "7")), position.features(ask(2, "K"))
    assert shown.is_partly_public and shown.has_two
    assert secret.is_secret and secret.has_one
    assert secret.others_may_take > 0, "seat 2 may have a seven"
    assert secret.next_may_take == 0, "seat 1 has refused one"
    assert shown.next_may_take == shown.others_may_take == 0


def test_who_holds_the_rest_of_a_rank_completes_the_book() -> None:
    events = [asked(1, 2, "7"), gave(2, 1, "7C", "7D")]
    position = seen("7H KC", (6, 4), events, stock=30)

    assert position.features(ask(1, "7")).completes == 1
    assert position.features(ask(1, "7")).is_all_seen
    assert position.features(ask(1, "K")).completes < 0.1


@pytest.mark.slow
def test_the_expert_alone_wins_more_than_its_share_against_three_with_memory() -> None:
    won = 0.0
    for number in range(GAMES):
        rng = Random(number)
        game = LocalGame(compose("classic"), seats=4, seed=rng.randbytes(SEED_BYTES))
        while (seat := game.to_act) is not None:
            choose = expert.choose if seat == number % 4 else from_memory.choose
            game.act(choose(game.view(seat), game.history(seat), rng))
        won += game.shares()[number % 4]

    assert won / GAMES > MEMORY_SHARE


STOCK = -1
EXACT = 1e-9


World = dict[int, list[Card]]
"""The hidden cards of each seat, and of the stock."""


class Ending(NamedTuple):
    """What seat 0 sees of three: its own cards, how many the others and the stock have, what
    happened.
    """

    mine: str
    sizes: tuple[int, int]
    stock: int
    events: Sequence[Json] = ()
    ranks: str = "78"
    """Ranks in play; all others lie in books."""
    error: float = EXACT
    """How far a chance may be from the truth."""
    overlays: tuple[str, ...] = ()


def miss(seat: int, target: int, what: str) -> list[Json]:
    """Return an ask in vain, and the card drawn for it."""
    return [asked(seat, target, what), go_fish(target, seat), drew(seat)]


ENDINGS = [
    pytest.param(Ending("7C 8C", (3, 2), 1), id="no ask was made"),
    pytest.param(Ending("7C 8C", (3, 2), 1, [drew(1), drew(2)]), id="only draws"),
    pytest.param(
        Ending("7C 8C", (3, 3), 0, [asked(0, 1, "7"), go_fish(1, 0)], error=0.08),
        id="a refusal leaves one place",
    ),
    pytest.param(
        Ending("7C 8C", (2, 2), 2, miss(0, 1, "7"), error=0.01), id="a refusal leaves two places"
    ),
    pytest.param(
        Ending("7C 8C", (2, 2), 2, [*miss(0, 1, "7"), *miss(0, 2, "8")], error=0.02),
        id="two refusals",
    ),
    pytest.param(
        Ending("7C 8C", (3, 2), 1, [*miss(0, 1, "7"), drew(1)], error=0.12),
        id="a draw after a refusal",
    ),
    pytest.param(
        Ending("7C 8C 8D 9C", (3, 3), 2, [*miss(0, 1, "7"), *miss(0, 2, "8")], "789", 0.02),
        id="two refusals among three ranks",
    ),
    pytest.param(
        Ending("7C 8C", (3, 2), 1, miss(1, 0, "8"), error=0.08), id="an ask tells of one card"
    ),
    pytest.param(
        Ending("7C 8C", (2, 2), 2, [*miss(1, 2, "8"), *miss(2, 0, "7")], error=0.08),
        id="asks of both",
    ),
    pytest.param(
        Ending("8C 8D", (3, 2), 1, [asked(1, 0, "7"), gave(0, 1, "7C")], error=0.09),
        id="a card that was given, and the one held before",
    ),
    pytest.param(
        Ending("7C 8C", (3, 2), 1, [drew(1, "8D")], error=0.01), id="a catch shown to all"
    ),
    pytest.param(
        Ending(
            "7C 8C",
            (3, 2),
            1,
            [asked(0, 1, "7H"), go_fish(1, 0)],
            error=0.01,
            overlays=("specific_card",),
        ),
        id="a card asked for in vain",
    ),
]


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_odds_are_those_of_all_worlds_together(ending: Ending) -> None:
    view, knowledge, rules = as_seen(ending)
    odds = estimate(view, knowledge, rules)
    truth = counted(view, knowledge)

    for seat in (1, 2):
        estimated = [odds.of_card(seat, card) for card in range(len(CARD_TEXTS))]
        assert estimated == pytest.approx(truth[seat], abs=ending.error)
        size = view["seats"][seat]["hand_size"]
        assert sum(estimated) == pytest.approx(size, abs=0.25)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_denied_card_has_chance_0_and_a_public_one_chance_1(ending: Ending) -> None:
    view, knowledge, rules = as_seen(ending)
    odds = estimate(view, knowledge, rules)
    worlds = list(worlds_of(view, knowledge))

    for seat in (1, 2):
        denied = set(range(52)) - {card for world in worlds for card in world[seat]}
        excluded = {card for card in denied if not knowledge.may_hold(seat, card, 3)}
        assert not any(odds.chances[seat][card] for card in excluded)
        for rank in range(len(RANKS)):
            assert sum(odds.counts(seat, rank)) == pytest.approx(1)
            if odds.holds[seat][rank]:
                assert odds.counts(seat, rank)[0] == 0
                assert all(any(card // 4 == rank for card in world[seat]) for world in worlds)


def as_seen(ending: Ending) -> tuple[Json, Knowledge, Json]:
    """Return the view of seat 0, what it knows, and the rules."""
    books = [
        {"rank": rank, "cards": [f"{rank}{suit}" for suit in "CDHS"]}
        for rank in RANKS
        if rank not in ending.ranks
    ]
    mine = ending.mine.split()
    seats = [
        {"hand": mine, "hand_size": len(mine), "books": books},
        *({"hand": None, "hand_size": size, "books": []} for size in ending.sizes),
    ]
    view = {"you": 0, "seats": seats, "stock": ending.stock, "void": [], "discards": []}
    knowledge = recall([created(*ending.overlays), *ending.events], seats=3)
    return view, knowledge, compose("classic", ending.overlays).as_options()


def counted(view: Json, knowledge: Knowledge) -> dict[int, list[float]]:
    """Return by seat the share of worlds in which it holds each card."""
    total, held = 0, {seat: [0] * len(CARD_TEXTS) for seat in (1, 2)}
    for world in worlds_of(view, knowledge):
        total += 1
        for seat, counts in held.items():
            for card in (*world[seat], *cards_in(knowledge.seen[seat])):
                counts[card] += 1
    return {seat: [count / total for count in counts] for seat, counts in held.items()}


def worlds_of(view: Json, knowledge: Knowledge) -> Iterator[World]:
    """Yield every way in which the unseen cards may lie, with the places of a hand and of the stock
    distinguished.
    """
    mine = hand_in(view["seats"][0]["hand"])
    books = sum(hand_in(book["cards"]) for book in view["seats"][0]["books"])
    seen = mine | books | knowledge.seen[1] | knowledge.seen[2]
    unseen = [card for card in range(52) if not seen >> card & 1]
    places = [(STOCK, 0)] * view["stock"]
    for seat in (1, 2):
        hidden = view["seats"][seat]["hand_size"] - knowledge.seen[seat].bit_count()
        draws = knowledge.draws[seat]
        # The cards drawn came last: a place is the number of the draw, 0 for cards of the deal.
        places += [(seat, max(0, draws - n)) for n in range(hidden)]
    assert len(places) == len(unseen), "each unseen card has a place"

    def lay(left: tuple[Card, ...], world: World, place: int) -> Iterator[World]:
        if place == len(places):
            if all(
                any(of_rank(1 << card, rank) for card in world[seat])
                for seat in (1, 2)
                for rank in range(len(RANKS))
                if knowledge.holds[seat][rank]
            ):
                yield world
            return
        seat, draw = places[place]
        for card in left:
            if seat == STOCK or draw > knowledge.lacked[seat][card]:
                rest = tuple(other for other in left if other != card)
                yield from lay(rest, {**world, seat: [*world[seat], card]}, place + 1)

    yield from lay(tuple(unseen), {STOCK: [], 1: [], 2: []}, 0)
