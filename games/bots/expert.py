"""A player who reckons with hidden cards: the ask after which most books are to be expected, one ask ahead."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

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
    expected = Expectation(worth, outlook(view, history), history[0]["rules"], actions)
    weighed = [(expected.of(action), action) for action in actions]
    best = max(weight for weight, _ in weighed)
    return rng.choice([action for weight, action in weighed if weight == best])


def outlook(view: Json, history: Sequence[Json]) -> Outlook:
    """Return the position as the seat sees it whose view this is."""
    knowledge = recall(history, seats=len(view["seats"]))
    odds = reckon(view, knowledge, history[0]["rules"])
    return Outlook(view["you"], knowledge, odds, stock=view["stock"])


class _Ask(NamedTuple):
    """An ask; none of the card where one asks by rank."""

    target: Seat
    rank: Rank
    card: Card | None


class _Weight(NamedTuple):
    """What an ask is good for: the chance that the turn goes on, and what its rank is then worth more, on average."""

    goes_on: float
    gain: float


class Expectation:
    """What is to be expected of each ask in one position, the best next ask of the same turn reckoned in."""

    def __init__(
        self, worth: Worth, outlook: Outlook, rules: Json, actions: Sequence[Json]
    ) -> None:
        self._worth = worth
        self._outlook = outlook
        self._book_size: int = rules["book_size"]
        self._is_by_rank = rules["ask_by"] == "rank"
        self._gives_one = not self._is_by_rank or rules["transfer"] == "one"
        self._prospects = [outlook.prospect(rank) for rank in range(len(RANKS))]
        self._mine = [self._of(each, is_mine=True) for each in self._prospects]
        self._others = [self._of(each, is_mine=False) for each in self._prospects]
        self._if_mine = sum(self._mine)
        self._if_others = sum(self._others)
        self._asks = [_ask(action) for action in actions]
        self._weights = [
            (ask.rank, self._weigh(ask, self._prospects[ask.rank])) for ask in self._asks
        ]

    def of(self, action: Json) -> float:
        """Return what the position is worth after the ask, over all that may come of it."""
        ask = _ask(action)
        rank = ask.rank
        rest_mine = self._if_mine - self._mine[rank]
        rest_others = self._if_others - self._others[rank]
        expected = 0.0
        for chance, books, after, goes_on in self._outcomes(ask, self._prospects[rank]):
            if goes_on:
                expected += chance * (books + self._continued(ask, after, rest_mine, rest_others))
            else:
                expected += chance * (rest_others + self._of(after, is_mine=False))
        return expected

    def _continued(
        self, asked: _Ask, after: Prospect, rest_mine: float, rest_others: float
    ) -> float:
        """Return what the best next ask is worth, when only the rank asked for stands otherwise than before."""
        if_mine = rest_mine + self._of(after, is_mine=True)
        if_others = rest_others + self._of(after, is_mine=False)
        weights = [weight for rank, weight in self._weights if rank != asked.rank]
        if after.held:
            if self._is_certain(after):
                return if_mine
            weights += [
                self._weigh(ask, after, gone=asked.target)
                for ask in self._asks
                if ask.rank == asked.rank and ask.target != asked.target
            ]
        return max(
            (goes_on * if_mine + (1 - goes_on) * if_others + gain for goes_on, gain in weights),
            default=if_mine,
        )

    def _weigh(self, ask: _Ask, before: Prospect, gone: Seat | None = None) -> _Weight:
        mine, others = self._of(before, is_mine=True), self._of(before, is_mine=False)
        chance_to_go_on = gain = 0.0
        for chance, books, after, goes_on in self._outcomes(ask, before, gone):
            if goes_on:
                chance_to_go_on += chance
                gain += chance * (books + self._of(after, is_mine=True) - mine)
            else:
                gain += chance * (self._of(after, is_mine=False) - others)
        return _Weight(chance_to_go_on, gain)

    def _outcomes(
        self, ask: _Ask, before: Prospect, gone: Seat | None = None
    ) -> Iterator[tuple[float, int, Prospect, bool]]:
        """Yield what may come of an ask: its chance, the books laid, the rank after it, whether the turn goes on."""
        for chance, given, after in self._answers(ask, before, gone):
            if not chance:
                continue
            if given:
                yield chance, *self._with_more(after, given), True
                continue
            catch = self._chance_of_catch(ask)
            if catch:
                caught = after._replace(unseen=max(0, after.unseen - 1))
                yield chance * catch, *self._with_more(caught, 1), True
            yield chance * (1 - catch), 0, after, False

    def _answers(
        self, ask: _Ask, before: Prospect, gone: Seat | None
    ) -> Iterator[tuple[float, int, Prospect]]:
        """Yield what the target may answer: the chance, the cards given, and the rank without these."""
        odds = self._outlook.odds
        target, rank, card = ask
        without = self._outlook.prospect(
            rank, without=(target,) if gone is None else (target, gone)
        )
        certain = (odds.certain[target] & RANK_CARDS[rank]).bit_count()
        told = max(1, before.told)
        if card is not None:
            is_certain = odds.certain[target] >> card & 1
            chance = odds.of_card(target, card)
            after = before._replace(told=told, exposed=max(without.exposed, certain - is_certain))
            yield chance, 1, after._replace(unseen=max(0, before.unseen + is_certain - 1))
            yield 1 - chance, 0, after
            return
        for hidden, chance in enumerate(odds.counts(target, rank)):
            held = certain + hidden
            given = min(held, 1) if self._gives_one else held
            after = before._replace(
                told=told,
                exposed=max(without.exposed, held - given),
                unseen=max(0, before.unseen - hidden),
                any_chance=without.any_chance,
                best_chance=without.best_chance,
            )
            yield chance, given, after

    def _with_more(self, prospect: Prospect, cards: int) -> tuple[int, Prospect]:
        """Return the books laid, and the rank after it, with these cards, seen by all, in hand."""
        books, held = divmod(prospect.held + cards, self._book_size)
        told = 0 if books else prospect.told + cards
        return books, prospect._replace(held=held, told=told)

    def _of(self, prospect: Prospect, *, is_mine: bool) -> float:
        if prospect.is_over:
            return 0.0
        if is_mine and self._is_certain(prospect):
            return 1.0
        kind = self._outlook.kind(prospect, is_mine=is_mine)
        least, more = self._worth.get(kind, _UNKNOWN)
        return least + more * prospect.chance(is_mine=is_mine)

    def _is_certain(self, prospect: Prospect) -> bool:
        """Return whether asking for what is certain completes a book in this turn."""
        if not prospect.held or not self._is_by_rank:
            return False
        if self._book_size == 2:
            return prospect.exposed > 0
        return prospect.unseen == 0 and not self._gives_one

    def _chance_of_catch(self, ask: _Ask) -> float:
        """Return the chance that the top of the stock is what the target has just denied to hold."""
        target, rank, card = ask
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


def _ask(action: Json) -> _Ask:
    card = CARD_OF[action["card"]] if "card" in action else None
    return _Ask(action["target"], RANK_OF[action["rank"]] if card is None else card // 4, card)
