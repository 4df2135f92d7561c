"""A player who reckons with hidden cards: the ask after which most books are to be expected, one ask ahead."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.bots.duties import asks_or_duty
from games.bots.knowledge import CARD_OF, RANK_OF, recall
from games.bots.odds import reckon
from games.bots.prospects import Outlook, Prospect
from games.bots.worth import Worth, worth_for
from games.engine.cards import RANK_CARDS, RANKS, Card, Rank, Seat, cards_in

Json = dict[str, Any]

_UNKNOWN = (0.0, 0.0)


def choose(view: Json, history: Sequence[Json], rng: Random) -> Json:
    """Return one of the view's ``legal_actions``.

    :raises IndexError: if the view's seat has nothing to do.
    """
    rules = history[0]["rules"]
    return choose_by(worth_for(rules, seats=len(view["seats"])), view, history, rng)


def choose_by(worth: Worth, view: Json, history: Sequence[Json], rng: Random) -> Json:
    """Return the choice of a player who holds positions to be worth so much."""
    actions = asks_or_duty(view, rng)
    if len(actions) == 1:
        return actions[0]
    expected = Expectation(worth, outlook(view, history), history[0]["rules"])
    weighed = [(expected.of(action), action) for action in actions]
    best = max(weight for weight, _ in weighed)
    return rng.choice([action for weight, action in weighed if weight == best])


def outlook(view: Json, history: Sequence[Json]) -> Outlook:
    """Return the position as the seat sees it whose view this is."""
    knowledge = recall(history, seats=len(view["seats"]))
    odds = reckon(view, knowledge, history[0]["rules"])
    return Outlook(view["you"], knowledge, odds, stock=view["stock"])


class Expectation:
    """What is to be expected of each ask in one position."""

    def __init__(self, worth: Worth, outlook: Outlook, rules: Json) -> None:
        self._worth = worth
        self._outlook = outlook
        self._book_size: int = rules["book_size"]
        self._gives_one = rules["ask_by"] == "card" or rules["transfer"] == "one"
        self._prospects = [outlook.prospect(rank) for rank in range(len(RANKS))]
        self._mine = [self._of(each, is_mine=True) for each in self._prospects]
        self._others = [self._of(each, is_mine=False) for each in self._prospects]
        self._if_mine = sum(self._mine)
        self._if_others = sum(self._others)

    def of(self, ask: Json) -> float:
        """Return what the position is worth after the ask, over all that may come of it."""
        target = ask["target"]
        card = CARD_OF[ask["card"]] if "card" in ask else None
        rank = RANK_OF[ask["rank"]] if card is None else card // 4
        rest_mine = self._if_mine - self._mine[rank]
        rest_others = self._if_others - self._others[rank]
        expected = 0.0
        for chance, given, after in self._outcomes(target, rank, card):
            if given:
                expected += chance * (rest_mine + self._with_more(after, given))
                continue
            catch = self._chance_of_catch(target, rank, card)
            caught = after._replace(unseen=max(0, after.unseen - 1))
            expected += chance * catch * (rest_mine + self._with_more(caught, 1))
            expected += chance * (1 - catch) * (rest_others + self._of(after, is_mine=False))
        return expected

    def _outcomes(
        self, target: Seat, rank: Rank, card: Card | None
    ) -> Iterator[tuple[float, int, Prospect]]:
        """Yield what the target may answer: the chance, the cards given, and the rank without these."""
        odds = self._outlook.odds
        before = self._prospects[rank]
        without = self._outlook.prospect(rank, without=target)
        certain = (odds.certain[target] & RANK_CARDS[rank]).bit_count()
        if card is None:
            for hidden, chance in enumerate(odds.counts(target, rank)):
                held = certain + hidden
                given = min(held, 1) if self._gives_one else held
                yield (
                    chance,
                    given,
                    before._replace(
                        told=max(1, before.told),
                        exposed=max(without.exposed, held - given),
                        unseen=max(0, before.unseen - hidden),
                        chance=without.chance,
                    ),
                )
            return
        is_certain = odds.certain[target] >> card & 1
        chance = odds.of_card(target, card)
        after = before._replace(
            told=max(1, before.told), exposed=max(without.exposed, certain - is_certain)
        )
        yield chance, 1, after._replace(unseen=max(0, before.unseen + is_certain - 1))
        yield 1 - chance, 0, after

    def _with_more(self, prospect: Prospect, cards: int) -> float:
        """Return what the rank is worth with these cards, seen by all, in hand at one's own turn."""
        books, held = divmod(prospect.held + cards, self._book_size)
        told = 0 if books else prospect.told + cards
        return books + self._of(prospect._replace(held=held, told=told), is_mine=True)

    def _of(self, prospect: Prospect, *, is_mine: bool) -> float:
        if prospect.is_over:
            return 0.0
        kind = self._outlook.kind(prospect, is_mine=is_mine)
        least, more = self._worth.get(kind, _UNKNOWN)
        return least + more * prospect.chance

    def _chance_of_catch(self, target: Seat, rank: Rank, card: Card | None) -> float:
        """Return the chance that the top of the stock is what the target has just denied to hold."""
        outlook, odds = self._outlook, self._outlook.odds
        if not outlook.stock:
            return 0.0
        in_stock = 0.0
        for each in cards_in(odds.unseen & RANK_CARDS[rank]) if card is None else (card,):
            elsewhere = sum(odds.chances[other][each] for other in outlook.others)
            denied = odds.chances[target][each]
            if odds.unseen >> each & 1 and denied < 1:
                in_stock += max(0.0, 1 - elsewhere) / (1 - denied)
        return min(1.0, in_stock / outlook.stock)
