"""The redaction law for programs that learn: what a seat sees depends on no card hidden from it.

Two worlds are equal to a seat and differ in two cards. `tests/bots/test_open_spiel_game.py` and
`test_kaggle_env.py` compare such pairs for these bridges.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from games.bots.chance_nodes import WITHOUT_CEREMONY
from games.engine.cards import Card, Seat
from games.engine.commands import Deal
from games.engine.decide import step
from games.engine.events import Event
from games.engine.presets import PRESETS
from games.engine.rules import Rules
from games.engine.state import NEW
from tests.engine.test_redaction import public_parts
from tests.profiles import sized

np = pytest.importorskip("numpy", reason="the extra of requirements/learn.in is not installed")
pytest.importorskip("pettingzoo", reason="the extra of requirements/learn.in is not installed")

from games.bots import batch  # noqa: E402
from games.bots.aec import GoFishEnv  # noqa: E402
from games.bots.batch import BatchGames  # noqa: E402
from games.bots.local_game import LocalGame  # noqa: E402

PAIRS = sized(100, nightly=10_000)
TABLES = 50
OF_A_GAME = 3
"""Pairs of a game that are compared, at most."""


def exchanged(pack: Sequence[int], cards: tuple[Card, Card]) -> tuple[int, ...]:
    """Return a pack in which two cards have changed places."""
    other = dict(zip(cards, reversed(cards), strict=True))
    return tuple(other.get(card, card) for card in pack)


def hidden_pair(pack: Sequence[int], hand: int, dealt: int, rng: Random) -> tuple[Card, Card]:
    """Return two cards outside a seat's first hand: one that is drawn soon, and any other."""
    hidden = [card for card in pack if not hand >> card & 1]
    one = rng.choice(pack[dealt : dealt + 3] or hidden)
    return one, rng.choice([card for card in hidden if card != one])


def is_a_pair(one: Sequence[Event], two: Sequence[Event], seat: Seat, rules: Rules) -> bool:
    """Return whether two games have looked the same to a seat so far, by the rules."""
    return public_parts(tuple(one), seat, rules) == public_parts(tuple(two), seat, rules)


class Exchanging:
    """Chance that shuffles as another generator does, but for two cards of each pack."""

    def __init__(self, seed: int, cards: Sequence[tuple[Card, Card]]) -> None:
        self._real, self._cards = np.random.default_rng(seed), cards

    def permuted(self, packs: Any, axis: int) -> Any:
        shuffled = self._real.permuted(packs, axis=axis)
        return np.array(list(map(exchanged, shuffled.tolist(), self._cards)), packs.dtype)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def count_of_dealt(games: BatchGames) -> int:
    return sum(games.rules.hand_counts(seats=games.seats, dealer=0))


def batches(preset: str, seats: int, rng: Random) -> Iterator[tuple[BatchGames, BatchGames, int]]:
    """Yield two batches and a table at which they are a pair for the seat to act."""
    seed = rng.getrandbits(32)
    options: Any = {"seats": seats, "tables": TABLES, "keeps_asks": True}
    games, twin = (BatchGames(preset, **options) for _ in range(2))
    games.rng = np.random.default_rng(seed)
    games.deal()
    viewers = [rng.randrange(seats) for _ in range(TABLES)]
    dealt = count_of_dealt(games)
    cards = [
        hidden_pair(games.packs[table].tolist(), int(games.hands[viewer, table]), dealt, rng)
        for table, viewer in enumerate(viewers)
    ]
    chance: Any = Exchanging(seed, cards)
    twin.rng = chance
    twin.deal()
    left = dict.fromkeys(range(TABLES), OF_A_GAME)
    for _ in range(60):
        for table in [*left]:
            viewer, is_over = viewers[table], games.is_over[table] or twin.is_over[table]
            if not left[table] or is_over:
                del left[table]
            elif games.turn[table] == viewer and rng.random() < 0.3:
                left[table] -= 1
                if is_a_pair(games.events(table), twin.events(table), viewer, games.rules):
                    yield games, twin, table
                else:
                    del left[table]
        actions, masks = games.sample(), twin.masks()
        chosen = np.isin(np.arange(TABLES), [*left])
        chosen &= masks[np.arange(TABLES), actions] & ~games.is_over
        left = {table: count for table, count in left.items() if chosen[table]}
        if not left:
            return
        games.step(actions, chosen)
        twin.step(actions, chosen)


def compare_batches(wanted: int) -> None:
    """Compare this many pairs of tables.

    :raises AssertionError: at the first that differs.
    """
    rng, compared = Random(3), 0
    while compared < wanted:
        preset, seats = rng.choice([*PRESETS]), rng.choice([2, 4])
        for games, twin, table in batches(preset, seats, rng):
            assert games.observe()[table].tobytes() == twin.observe()[table].tobytes()
            assert games.masks()[table].tobytes() == twin.masks()[table].tobytes()
            compared += 1


@cache
def tables_of_pettingzoo(preset: str, seats: int) -> tuple[GoFishEnv, GoFishEnv]:
    one, two = (GoFishEnv(preset, seats=seats, options=WITHOUT_CEREMONY) for _ in range(2))
    return one, two


def with_exchanged(game: LocalGame, cards: tuple[Card, Card]) -> None:
    """Deal again, with two cards of the pack exchanged."""
    game.state = NEW
    game._events.clear()
    for move in game.moves:
        command = move.command
        if isinstance(command, Deal):
            command = Deal(exchanged(command.pack, cards))
        events, game.state = step(game.state, command)
        game._events += events


def compare_pettingzoo(wanted: int) -> None:
    """Compare this many pairs of environments for a seat, at any turn.

    :raises AssertionError: at the first that differs.
    """
    rng, compared = Random(4), 0
    while compared < wanted:
        seats, seed = rng.choice([2, 4]), rng.getrandbits(32)
        env, twin = tables_of_pettingzoo(rng.choice([*PRESETS]), seats)
        env.reset(seed=seed)
        twin.reset(seed=seed)
        viewer = rng.randrange(seats)
        if env.game.to_act is None:
            continue
        pack = next(move.command.pack for move in env.game.moves if isinstance(move.command, Deal))
        dealt = len(pack) - len(env.game.state.stock)
        hand = env.game.state.hands[viewer]
        with_exchanged(twin.game, hidden_pair(pack, hand, dealt, rng))
        agent, left = env.possible_agents[viewer], OF_A_GAME
        while left:
            if None in (env.game.to_act, twin.game.to_act):
                break
            if rng.random() < 0.2:
                if not is_a_pair(env.game.events, twin.game.events, viewer, env.rules):
                    break
                seen, shown = env.observe(agent), twin.observe(agent)
                assert {name: part.tobytes() for name, part in seen.items()} == {
                    name: part.tobytes() for name, part in shown.items()
                }
                compared, left = compared + 1, left - 1
            _, legal = env.turn()
            action = rng.choice([*legal])
            if action not in twin.turn()[1]:
                break
            env.step(action)
            twin.step(action)


def test_a_batch_shows_nothing_of_hidden_cards() -> None:
    compare_batches(PAIRS)


def test_pettingzoo_shows_nothing_of_hidden_cards() -> None:
    compare_pettingzoo(PAIRS)


def first_drawn(games: BatchGames) -> Any:
    """Return the first card that each table drew from its stock, 0 before that."""
    dealt = count_of_dealt(games)
    return games.packs[:, min(dealt, batch.PACK - 1)] * (games.drawn > dealt)


def a_draw_in_the_observation(games: BatchGames, real: Any) -> Any:
    seen = real(games)
    seen[:, 0] += first_drawn(games)
    return seen


def a_draw_in_the_mask(games: BatchGames, real: Any) -> Any:
    masks = real(games)
    masks[np.arange(games.tables), first_drawn(games) % games.num_actions] = False
    return masks


def a_draw_in_what_is_known(
    games: BatchGames, mine: Any, rank: Any, is_catch: Any, real: Any
) -> None:
    is_first = games.drawn[mine % games.tables] == count_of_dealt(games) + 1
    real(games, mine, rank, is_catch | is_first)


@pytest.mark.parametrize(
    "name, leak",
    [
        ("observe", a_draw_in_the_observation),
        ("masks", a_draw_in_the_mask),
        ("_remember_draws", a_draw_in_what_is_known),
    ],
)
def test_a_leak_of_a_single_draw_by_a_batch_is_found(
    name: str, leak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(batch.BatchGames, name)
    monkeypatch.setattr(batch.BatchGames, name, lambda *values: leak(*values, real))

    with pytest.raises(AssertionError):
        compare_batches(PAIRS)
