"""A player who reckons with hidden cards, and has learned from games what an ask is worth by its signs."""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.bots.duties import asks_or_duty
from games.bots.feature_extraction import AskFeatures
from games.bots.features import Features
from games.bots.habits import watch
from games.bots.odds import reckon
from games.bots.value_network import ValueNetwork, network_for

Json = dict[str, Any]


def choose(view: Json, history: Sequence[Json], rng: Random) -> Json:
    """Return one of the view's ``legal_actions``.

    :raises IndexError: if the view's seat has nothing to do.
    """
    judgement = network_for(history[0]["rules"], seats=len(view["seats"]))
    return choose_by(judgement, view, history, rng)


def choose_by(judgement: ValueNetwork, view: Json, history: Sequence[Json], rng: Random) -> Json:
    """Return the choice of a player who judges like this."""
    actions = asks_or_duty(view, rng)
    if len(actions) == 1:
        return actions[0]
    worths = weigh(judgement, outlook(view, history), actions)
    best = max(worths)
    return rng.choice([ask for worth, ask in zip(worths, actions, strict=True) if worth == best])


def weigh(judgement: ValueNetwork, position: AskFeatures, asks: Sequence[Json]) -> list[float]:
    """Return what each ask is worth."""
    # Asks for cards of which the same is known look alike.
    known: dict[Features, float] = {}
    worths = []
    for ask in asks:
        signs = position.signs(ask)
        if signs not in known:
            known[signs] = judgement.of(signs)
        worths.append(known[signs])
    return worths


def outlook(view: Json, history: Sequence[Json]) -> AskFeatures:
    """Return the position as the seat sees it whose view and turn this is."""
    rules = history[0]["rules"]
    knowledge, habits = watch(history, seats=len(view["seats"]))
    odds = reckon(view, knowledge, rules, habits)
    return AskFeatures(view, knowledge, habits, odds, rules)
