"""The master takes the network for what the rules do, and else plays as the expert."""

from random import Random

import pytest

from games.bots import expert, master, value_network
from games.bots.features import Features
from games.bots.local_game import LocalGame
from games.bots.master import Trained
from games.bots.value_network import ValueNetwork
from games.engine.rule_sets import compose
from games.engine.shuffle import SEED_BYTES

PASSES = {"turn_passes_to": "asked"}


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> dict[str, ValueNetwork]:
    """Let the master have an empty network for each of these names."""
    names = ("classic 2", "classic 4", "classic 6", "bicycle 4", "bicycle_authors 2", "pagat 2")
    found = {name: ValueNetwork([], [], [float(number)]) for number, name in enumerate(names)}
    trained = [
        Trained(compose(name.split()[0]).as_options(), int(name.split()[1]), network)
        for name, network in found.items()
    ]
    monkeypatch.setattr(master, "_networks", lambda: trained)
    return found


@pytest.mark.parametrize(
    ("preset", "overlays", "options", "seats", "name"),
    [
        ("classic", [], {}, 2, "classic 2"),
        ("classic", [], {}, 4, "classic 4"),
        ("classic", [], {}, 3, "classic 4"),  # not that for two seats
        ("classic", [], {}, 5, "classic 4"),  # the smaller one of two
        ("classic", ["honour"], {}, 6, "classic 6"),
        ("classic", [], {"extra_turn_on_book": True}, 4, "classic 4"),
        ("bicycle", [], {"extra_turn_on_book": False}, 4, "bicycle 4"),
        ("bicycle", [], {}, 2, "classic 2"),  # the nearest rules that have one
        ("pagat", [], {"turn_passes_to": "left"}, 2, "classic 2"),
        ("classic", [], PASSES, 2, "pagat 2"),
        ("classic", [], PASSES, 4, None),
        ("pairs", [], {}, 4, None),
        ("classic", ["pairs"], {}, 2, None),
        ("bicycle_authors", [], {}, 2, "bicycle_authors 2"),
        ("classic", ["specific_card"], {}, 2, None),  # by card, but with a stock
        ("pagat_authors", [], {}, 2, None),
    ],
)
def test_the_network_is_for_what_the_rules_do(
    networks: dict[str, ValueNetwork],
    preset: str,
    overlays: list[str],
    options: dict[str, object],
    seats: int,
    name: str | None,
) -> None:
    rules = compose(preset, overlays, options).as_options()

    found = master.network_for(rules, seats=seats)

    experts = value_network.network_for(rules, seats=seats)
    assert found is (experts if name is None else networks[name])


def test_without_a_network_for_the_rules_it_plays_as_the_expert() -> None:
    game = LocalGame(compose("classic", ["specific_card"]), seats=2, seed=bytes(SEED_BYTES))

    while (seat := game.to_act) is not None:
        view, history = game.view(seat), game.history(seat)
        action = master.choose(view, history, Random(3))
        assert action == expert.choose(view, history, Random(3))
        game.act(action)


def test_every_network_has_a_preset_and_values_each_feature() -> None:
    for rules, seats, network in master._networks():
        assert rules["players_min"] <= seats <= rules["players_max"]
        assert {len(weights) for weights in network.weights} == {len(Features._fields)}
        assert len(network.weights) == len(network.offsets) == len(network.counts)
