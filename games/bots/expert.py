"""A bot that estimates hidden cards, and values asks with a network trained on games."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.bots.duties import asks_or_duty
from games.bots.feature_extraction import AskFeatures
from games.bots.features import Features
from games.bots.habits import Habits, observe
from games.bots.knowledge import Knowledge
from games.bots.odds import estimate
from games.bots.value_network import ValueNetwork, network_for

Json = dict[str, Any]


def choose(view: Mapping[str, Any], history: Sequence[Json], rng: Random) -> Json:
    """Return one of the view's ``legal_actions``.

    :raises IndexError: if the view's seat has nothing to do.
    """
    network = network_for(history[0]["rules"], seats=len(view["seats"]))
    return choose_with(network, view, history, rng)


def choose_with(
    network: ValueNetwork, view: Mapping[str, Any], history: Sequence[Json], rng: Random
) -> Json:
    """Return the choice of a player who values asks with this network."""
    actions = asks_or_duty(view, rng)
    if len(actions) == 1:
        return actions[0]
    values = ask_values(network, ask_features(view, history), actions)
    best = max(values)
    return rng.choice([ask for value, ask in zip(values, actions, strict=True) if value == best])


def ask_values(network: ValueNetwork, position: AskFeatures, asks: Sequence[Json]) -> list[float]:
    """Return the value of each ask."""
    # Asks with equal features have equal values, so that each is computed once.
    known: dict[Features, float] = {}
    values = []
    for ask in asks:
        features = position.features(ask)
        if features not in known:
            known[features] = network.value(features)
        values.append(known[features])
    return values


def ask_features(view: Mapping[str, Any], history: Sequence[Json]) -> AskFeatures:
    """Return the features of the asks that this view's seat can make."""
    knowledge, habits = observe(history, seats=len(view["seats"]))
    return features_from(view, history[0]["rules"], knowledge, habits)


def features_from(
    view: Mapping[str, Any], rules: Json, knowledge: Knowledge, habits: Habits
) -> AskFeatures:
    """Return the features of the asks that this view's seat can make, from what it observed."""
    odds = estimate(view, knowledge, rules, habits)
    return AskFeatures(view, knowledge, habits, odds, rules)
