"""The strongest bot: it values asks as the expert does, with a network of its own for the game.

``bench/train_master.py`` trains a network for each of some presets and numbers of seats. A game
with other rules takes the one whose preset plays most like it: see :func:`network_for`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from games.bots import expert, value_network
from games.bots.value_network import ValueNetwork
from games.engine.rule_sets import compose

Json = dict[str, Any]

ALIKE = ("ask_by", "book_size", "turn_passes_to")
"""Options that a network's preset shares with the game, next to whether all cards are dealt."""


class Trained(NamedTuple):
    """A network, with the rules and the number of seats that it was trained for."""

    rules: Json
    seats: int
    network: ValueNetwork


def choose(view: Mapping[str, Any], history: Sequence[Json], rng: Random) -> Json:
    """Return one of the view's ``legal_actions``.

    :raises IndexError: if the view's seat has nothing to do.
    """
    network = network_for(history[0]["rules"], seats=len(view["seats"]))
    return expert.choose_with(network, view, history, rng)


def network_for(rules: Json, *, seats: int) -> ValueNetwork:
    """Return the network for the rules: that of the preset that plays the same options.

    Other rules take the network of the preset that differs in the fewest options, of those that are
    ``ALIKE``; then that of the nearest number of seats, the smaller one of two. Networks for two
    seats play only there. Without such a network, it is the expert's.
    """
    nearest = min(
        (trained for trained in _networks() if _fits(trained, rules, seats)),
        key=lambda trained: (
            sum(rules.get(name) != value for name, value in trained.rules.items()),
            abs(trained.seats - seats),
            trained.seats,
        ),
        default=None,
    )
    if nearest is None:
        return value_network.network_for(rules, seats=seats)
    return nearest.network


def _fits(trained: Trained, rules: Json, seats: int) -> bool:
    return (
        (trained.seats == 2) == (seats == 2)
        and (trained.rules["deal_table"] == "all") == (rules["deal_table"] == "all")
        and all(trained.rules[name] == rules[name] for name in ALIKE)
    )


@cache
def _networks() -> Sequence[Trained]:
    found = []
    for name, network in value_network.networks("master_networks").items():
        preset, seats = name.split()
        found.append(Trained(compose(preset).as_options(), int(seats), network))
    return found
