"""Sample states of the game of OpenSpiel that look the same to a seat, for IS-MCTS."""

from collections.abc import Callable
from random import Random
from typing import Any

from games.analysis.knowledge import constraints, reading, sampling
from games.engine.cards import Seat

CHANCE = -1
"""The player who names cards in OpenSpiel."""
SWAPS = 300
"""The swaps that make a sampled deal random."""


def resampler(rng: Random) -> Callable[[Any, Seat], Any]:
    """Return a function for IS-MCTS: a state that looks the same to a seat, from what it saw.

    All deals that fit are about equally likely. Endgames and jokers are not covered.
    """

    def resample(state: Any, player: Seat) -> Any:
        game, events = state.get_game(), state.position.events
        seen = reading.seen_since_deal(events, game.setup.rules, player)
        deal = reading.read_deal(seen, game.setup.rules)
        parts = constraints.rank_parts(deal)
        cards = sampling.sample_deal(deal.slots, parts, swaps=SWAPS, random=rng)
        hidden = {(slot.seat, slot.time): cards[number] for number, slot in enumerate(deal.slots)}
        for named in hidden.values():
            rng.shuffle(named)
        world = game.new_initial_state()
        dealer, dealt = seen[0]["dealer"], sum(seen[0]["counts"])
        draws = iter(
            [(event["seat"], at) for at, event in enumerate(seen) if event["type"] == "card_drawn"]
        )
        named_by_chance = 0
        for step in state.full_history():
            action = step.action
            if step.player == CHANCE:
                if 0 < named_by_chance <= dealt:
                    source = (dealer + named_by_chance) % len(seen[0]["counts"]), 0
                else:
                    source = next(draws) if named_by_chance else (None, -1)
                if hidden.get(source):
                    action = hidden[source].pop()
                named_by_chance += 1
            world.apply_action(action)
        return world

    return resample
