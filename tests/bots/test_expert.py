"""How the expert tells asks apart, and that what it has learned serves it."""

from random import Random
from typing import Any

import pytest

from games.bots import expert, from_memory
from games.bots.local_game import LocalGame
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
