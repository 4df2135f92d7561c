"""Many games at once are those of the engine, and refuse what cannot be played."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import legal
from games.engine.decide import step
from games.engine.evolve import replay
from games.engine.presets import PRESETS
from games.engine.refusals import RulesRefused
from games.engine.state import State
from games.engine.table import Table
from games.engine.view import event_view, state_view
from tests.profiles import sized

np = pytest.importorskip("numpy", reason="the extra of requirements/learn.in is not installed")

from games.bots.batch import BatchGames, observed  # noqa: E402

OVERLAYS = ("pairs", "open_hand", "pointed_questions", "specific_card", "bluff")
TABLES = 6


@st.composite
def batches(draw: st.DrawFn) -> BatchGames:
    """Return games of a preset, perhaps with an overlay and other options."""
    preset = draw(st.sampled_from([*PRESETS]))
    seats = draw(st.integers(2, 6))
    options = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "transfer": st.sampled_from(["all", "one"]),
                "turn_passes_to": st.sampled_from(["left", "asked"]),
                "on_empty_hand": st.sampled_from(["draw_one", "skip"]),
                "mid_turn_empty": st.sampled_from(["draw_and_continue", "end_turn"]),
                "end_on_empty_hand": st.sampled_from(["never", "while_stock", "always"]),
                "end_on_empty_stock": st.booleans(),
                "extra_turn_on_book": st.booleans(),
                "tie_break": st.sampled_from(["shared", "fewest_cards"]),
                "hand_size": st.integers(1, 8),
                "stalemate_limit": st.integers(1, 40),
            },
        )
    )
    overlays = draw(st.lists(st.sampled_from(OVERLAYS), max_size=1))
    seed = draw(st.integers(0, 2**32))
    try:
        return BatchGames(
            preset,
            seats=seats,
            tables=TABLES,
            overlays=overlays,
            options=options,
            seed=seed,
            keeps_asks=True,
        )
    except RulesRefused:
        return BatchGames(preset, seats=2, tables=TABLES, seed=seed, keeps_asks=True)


def compare(games: BatchGames, masks: Any, table: int, state: State) -> None:
    """Compare a table with a state of the engine."""
    assert games.is_over[table] == state.is_over
    assert [*games.hands[:, table].tolist()] == [*state.hands]
    assert int(games.in_play[table]) == state.in_play
    assert games.books[:, table].tolist() == [len(laid) for laid in state.books]
    assert tuple(games.packs[table, games.drawn[table] :].tolist()) == state.stock
    if state.is_over:
        assert state.result is not None
        won = [seat in state.result.winners for seat in range(state.seats)]
        assert games.shares()[table].tolist() == [share / sum(won) for share in won]
        return
    assert state.turn is not None
    assert (games.turn[table], games.idle_asks[table]) == (state.turn, state.idle_asks)
    asks = {games.command(number, state.turn) for number in np.flatnonzero(masks[table]).tolist()}
    assert asks == {*legal.asks(Table(state), state.turn)}


@settings(max_examples=sized(8, nightly=1_000))
@given(batches())
def test_each_ask_leads_to_the_state_of_the_engine(games: BatchGames) -> None:
    states = [replay(games.events(table)) for table in range(TABLES)]
    for _ in range(sized(40, nightly=300)):
        masks, actions = games.masks(), games.sample()
        for table, action in enumerate(actions.tolist()):
            state = states[table]
            compare(games, masks, table, state)
            assert state.turn is not None
            states[table] = step(state, games.command(action, state.turn))[1]
        over = games.step(actions).copy()
        for table in np.flatnonzero(over).tolist():
            compare(games, masks, table, states[table])
            assert replay(games.events(table)) == states[table]
        games.deal(over)
        for table in np.flatnonzero(over).tolist():
            states[table] = replay(games.events(table))


@settings(max_examples=sized(6, nightly=300))
@given(batches())
def test_what_all_could_know_is_true(games: BatchGames) -> None:
    ranks = np.uint64(15) << np.arange(0, 52, 4, dtype=np.uint64)
    for _ in range(100):
        held = np.bitwise_count(games.hands[:, :, None] & ranks)
        assert (games.known <= held).all()
        assert (held <= games.known + games.places).all()
        games.deal(games.step(games.sample()))


def test_the_same_seed_plays_the_same_games() -> None:
    one, two = (BatchGames(tables=3, seed=9) for _ in range(2))
    for games in (one, two) * 100:
        games.deal(games.step(games.sample()))

    assert (one.hands == two.hands).all() and (one.dealer == two.dealer).all()


@pytest.mark.parametrize("preset, seats", [("classic", 4), ("pairs", 3), ("bicycle_authors", 2)])
def test_a_view_and_a_history_give_the_same_observation(preset: str, seats: int) -> None:
    games = BatchGames(preset, seats=seats, tables=2, seed=4, keeps_asks=True)
    for _ in range(70):
        if not games.is_over[0]:
            events, you = games.events(0), int(games.turn[0])
            seen = state_view(replay(events), you)
            history = [event_view(event, you, games.rules) for event in events]
            assert observed(seen, history).tolist() == games.observe()[0].tolist()
        games.deal(games.step(games.sample()))


@pytest.mark.parametrize(
    "parameters",
    [
        {"preset": "whist"},
        {"preset": "bicycle", "seats": 6},
        {"seats": 7},
        {"overlays": ["honour"]},
        {"overlays": ["series"]},
        {"overlays": ["wild_cards"]},
        {"overlays": ["fish_penalty"]},
    ],
)
def test_rules_that_cannot_be_played_are_refused(parameters: dict[str, Any]) -> None:
    with pytest.raises(RulesRefused):
        BatchGames(**parameters)


@pytest.mark.parametrize("actions", [[0], [0.5, 0.5], [-1, 0], [13, 0]])
def test_what_is_not_an_action_for_each_table_is_refused(actions: list[Any]) -> None:
    games = BatchGames(tables=2, seed=1)
    with pytest.raises(ValueError, match="action"):
        games.step(np.array(actions))


@pytest.mark.parametrize("preset", ["classic", "bicycle_authors"])
def test_a_masked_action_changes_no_table(preset: str) -> None:
    games = BatchGames(preset, tables=50, seed=1)
    for masked in np.flatnonzero(~games.masks()[7]).tolist():
        actions = games.sample()
        actions[7] = masked
        before = games.hands.copy()
        with pytest.raises(ValueError, match="table 7 is not legal"):
            games.step(actions)
        assert (games.hands == before).all() and not games.idle_asks.any()
