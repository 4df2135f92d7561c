"""A bot that remembers public events, all or the last ones, and estimates nothing else."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.bots.duties import asks_or_duty
from games.bots.knowledge import CARD_OF, RANK_OF, Knowledge, recall

Json = dict[str, Any]


def choose(
    view: Mapping[str, Any], history: Sequence[Json], rng: Random, *, span: int | None = None
) -> Json:
    """Return one of the ``legal_actions``: an ask that cannot miss, else one that was not refused
    before.

    ``span`` is the number of asks to remember; None for all.

    :raises IndexError: if the view's seat has nothing to do.
    """
    actions = asks_or_duty(view, rng)
    if actions[0]["type"] != "ask":
        return actions[0]
    knowledge = recall(history, seats=len(view["seats"]), span=span)
    weighed = [(promise(action, knowledge, view), action) for action in actions]
    best = max(cards for cards, _ in weighed)
    return rng.choice([action for cards, action in weighed if cards == best])


def promise(ask: Json, knowledge: Knowledge, view: Mapping[str, Any]) -> int:
    """Return how many cards are certain to be given; else 0 if some are possible, or -1."""
    target = ask["target"]
    open_hand = view["seats"][target]["hand"]
    if "card" in ask:
        wanted = [CARD_OF[ask["card"]]]
        has_more = False
    else:
        rank = RANK_OF[ask["rank"]]
        wanted = list(range(4 * rank, 4 * rank + 4))
        has_more = open_hand is None and knowledge.holds[target][rank]
    if open_hand is not None:
        held = sum(CARD_OF[card] in wanted for card in open_hand)
        return held or -1
    sure = sum(knowledge.seen[target] >> card & 1 for card in wanted) + has_more
    if sure:
        return sure
    hidden = view["seats"][target]["hand_size"] - knowledge.seen[target].bit_count()
    return 0 if any(knowledge.may_hold(target, card, hidden) for card in wanted) else -1
