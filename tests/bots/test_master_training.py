"""What the training of ``master`` computes in arrays is what the bots compute in a game."""

from random import Random
from typing import Any

import pytest

from games.bots import expert, from_memory
from games.bots.knowledge import recall
from games.engine.cards import CARD_TEXTS, RANKS
from games.engine.evolve import replay
from games.engine.view import event_view, state_view

np = pytest.importorskip("numpy", reason="the extra of requirements/learn.in is not installed")

from bench import train_master  # noqa: E402
from bench.master.ask_arrays import asks_at  # noqa: E402
from bench.master.field import promises  # noqa: E402
from bench.master.known_games import KnownGames  # noqa: E402

Json = dict[str, Any]
TABLES = 6


@pytest.mark.parametrize(
    ("preset", "seats"),
    [
        *(("classic", seats) for seats in (2, 3, 6)),
        *(("bicycle", 4), ("pagat", 2), ("pagat", 4), ("pagat_authors", 5)),
        *(("pairs", 2), ("pairs", 4), ("bicycle_authors", 2), ("bicycle_authors", 3)),
    ],
)
def test_arrays_have_the_features_and_the_promises_of_the_bots(preset: str, seats: int) -> None:
    games = KnownGames(preset, seats=seats, tables=TABLES, seed=seats, keeps_asks=True)
    rng = Random(preset)
    for number in range(60):
        asks = asks_at(games, np.arange(TABLES))
        table = number % TABLES
        you = int(games.turn[table])
        events = games.events(table)
        view = state_view(replay(events), you)
        history = [event_view(event, you, games.rules) for event in events]
        position = expert.ask_features(view, history)
        knowledge = recall(history, seats=seats)
        first = asks.starts[table]
        here = range(first, first + asks.counts[table])
        promised = promises(games, np.array([table]))[0]
        for ask in here:
            action = int(asks.actions[ask])
            written = _written(games, action, you)
            assert written in view["legal_actions"]
            wanted = np.array(position.features(written), float)
            np.testing.assert_allclose(asks.features[:, ask], wanted, atol=1e-4)
            assert promised[action] == from_memory.promise(written, knowledge, view)
        assert len(here) == sum(action["type"] == "ask" for action in view["legal_actions"])
        # Certain hits and other asks, so that seats know much and some are careless.
        scores = asks.features[8] * (rng.random() < 0.8) + games.rng.random(len(asks.actions)) / 2
        starts = asks.starts.tolist()
        chosen = [
            start + int(scores[start : start + count].argmax())
            for start, count in zip(starts, asks.counts.tolist(), strict=True)
        ]
        games.deal(games.step(asks.actions[chosen]))


def test_the_same_seed_trains_the_same_network() -> None:
    task = train_master.Task("classic", seats=2, games=350, seed=3, tables=64)

    (network, _), (again, _) = train_master.train(task), train_master.train(task)
    other, _ = train_master.train(task._replace(seed=4))

    assert network == again != other


def _written(games: KnownGames, action: int, seat: int) -> Json:
    ask = games.command(action, seat)
    if games.is_by_rank:
        return {"type": "ask", "target": ask.target, "rank": RANKS[ask.rank]}
    assert ask.card is not None
    return {"type": "ask", "target": ask.target, "card": CARD_TEXTS[ask.card]}
