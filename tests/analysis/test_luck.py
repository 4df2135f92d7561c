"""Luck is zero on average, and explains most of how far results spread."""

from functools import cache
from itertools import product
from math import sqrt
from statistics import fmean, variance

import pytest

from bench import judged_games
from games.analysis.luck import draw_luck
from games.analysis.report import luck_of
from games.analysis.values import weights
from games.analysis.values.following import Follower
from games.analysis.values.full_value import FullValue
from games.analysis.values.situation import Situation, after_draw, situation_of
from games.engine.cards import RANKS
from games.engine.events import CardDrawn
from games.engine.rule_sets import compose
from tests.profiles import sized

SEATS = (2, 3, 4)
GAMES = sized(8, nightly=10_000)
DRAWS = 3
LEVELS = ("random", "forgetful", "memory", "expert")


@cache
def games(seats: int) -> tuple[list[FullValue], list[FullValue]]:
    """Return the results and the luck of games; each has players of its own."""
    results, luck = [], []
    tables = [*product(LEVELS[-2:] if seats == 4 else LEVELS, repeat=seats)]
    for number in range(GAMES):
        rules = compose(weights.PRESETS_COVERED[number % 2])
        players = tables[number // 2 % len(tables)]
        played = judged_games.play(rules, players, f"luck {seats} {number}")
        results.append(FullValue(played.shares, played.margins))
        luck.append(luck_of(played.record))
    return results, luck


@pytest.mark.parametrize("seats", SEATS)
def test_luck_is_zero_on_average(seats: int) -> None:
    _, luck = games(seats)

    for values in ([each.shares[0] for each in luck], [each.margins[0] for each in luck]):
        assert abs(fmean(values)) < 3 * sqrt(variance(values) / len(values))


@pytest.mark.parametrize("seats", SEATS)
def test_the_luck_of_each_draw_is_zero_over_the_stock(seats: int) -> None:
    record = judged_games.play(compose("bicycle"), ["memory"] * seats, "stock").record
    follower, models = Follower(record.rules, seats), weights.models_for(seats)
    draws = 0
    for event in [event for move in record.moves for event in move.events]:
        if isinstance(event, CardDrawn) and draws < DRAWS:
            draws += 1
            before = situation_of(follower)
            asked = follower.table.asked
            rank = asked.rank if asked and event.reason == "fish" else None
            found = [
                (count, draw_luck(models, before, event.seat, drawn, rank))
                for drawn, count in enumerate(before.stock)
                if count
            ]
            for network, seat in product(range(len(models.full)), range(seats)):
                mean = sum(count * luck[network].shares[seat] for count, luck in found)
                assert mean == pytest.approx(0, abs=1e-9)
        follower.follow(event)
    assert draws == DRAWS


def situation(*, hand: str, stock: str, has_book_bonus: bool = False) -> Situation:
    """Return a situation in which seat 0 of two has the turn."""
    mine, left = (tuple(text.count(rank) for rank in RANKS) for text in (hand, stock))
    none = (0,) * len(RANKS)
    others = tuple(4 - a - b for a, b in zip(mine, left, strict=True))
    return Situation((mine, others), (none, none), left, (0, 0), 0, has_book_bonus)


@pytest.mark.parametrize(
    "drawn, asked, has_book_bonus, turn",
    [
        ("7", "7", False, 0),
        ("8", "7", False, 1),
        ("9", "7", False, 1),
        ("9", "7", True, 0),
        ("8", None, False, 0),
    ],
    ids=["a catch", "a miss", "a book", "a book with its bonus", "an empty hand"],
)
def test_whose_turn_follows_a_draw(
    drawn: str, asked: str | None, has_book_bonus: bool, turn: int
) -> None:
    before = situation(hand="7999", stock="789", has_book_bonus=has_book_bonus)

    after = after_draw(before, 0, RANKS.index(drawn), None if asked is None else RANKS.index(asked))

    assert after.turn == turn
    assert sum(after.stock) == 2
    assert after.books == ((1, 0) if drawn == "9" else (0, 0))


@pytest.mark.parametrize("seats", SEATS)
def test_features_see_what_the_engine_does_after_a_draw(seats: int) -> None:
    record = judged_games.play(compose("bicycle"), ["expert"] * seats, "draws").record
    follower = Follower(record.rules, seats)
    compared = 0
    for move in record.moves:
        after = None
        for event in move.events:
            if isinstance(event, CardDrawn):
                asked = follower.table.asked
                rank = asked.rank if asked and event.reason == "fish" else None
                after = after_draw(situation_of(follower), event.seat, event.card // 4, rank)
            follower.follow(event)
        if after is not None and follower.table.phase != "over":
            compared += 1
            assert situation_of(follower)._replace(turn=0) == after._replace(turn=0)
    assert compared > 10
