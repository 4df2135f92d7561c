"""Compute the features of asks from what a seat knows and estimates."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.bots.features import Features
from games.bots.habits import Habits
from games.bots.knowledge import CARD_OF, RANK_OF, Knowledge
from games.bots.odds import Odds
from games.engine.cards import RANK_CARDS, RANKS, Card, Rank, Seat, cards_in

Json = dict[str, Any]


class _Rank(NamedTuple):
    """What is known of a rank; lists go by distance from the asker, the left neighbour first."""

    held: int
    public: int
    unseen: int
    known: list[int]
    chances: list[float]
    catch: float
    best: float
    """The best chance among seats that are not known to have it."""
    taken: list[float]
    """How many public cards of the asker each seat certainly asks for."""
    maybe_taken: list[float]


class AskFeatures:
    """The features of all asks in one state, from the view of the seat whose turn it is."""

    def __init__(
        self, view: Mapping[str, Any], knowledge: Knowledge, habits: Habits, odds: Odds, rules: Json
    ) -> None:
        self._seats: list[Json] = view["seats"]
        self._me: Seat = view["you"]
        self._stock: int = view["stock"]
        self._knowledge = knowledge
        self._habits = habits
        self._odds = odds
        self._book_size: int = rules["book_size"]
        self._gives_one = rules["transfer"] == "one"
        self._passes_to_asked = rules["turn_passes_to"] == "asked"
        count = len(self._seats)
        self._others = [(self._me + place) % count for place in range(1, count)]
        self._ranks = [self._rank(rank) for rank in range(len(RANKS))]
        held = [rank for rank, facts in enumerate(self._ranks) if facts.held]
        ranks = [self._ranks[rank] for rank in held]
        self._bests = sorted(zip([facts.best for facts in ranks], held, strict=True), reverse=True)
        self._taken = [sum(seat) for seat in zip(*[facts.taken for facts in ranks], strict=True)]
        self._maybe_taken = [
            sum(seat) for seat in zip(*[facts.maybe_taken for facts in ranks], strict=True)
        ]
        self._sure_ranks = sum([any(facts.known) for facts in ranks])
        self._sure_cards = sum([sum(facts.known) for facts in ranks])
        self._whole_ranks = sum([not facts.unseen for facts in ranks])
        self._game = self._of_the_game(ranks)

    def features(self, ask: Json) -> Features:
        """Return the features of an ask."""
        target: Seat = ask["target"]
        card = CARD_OF[ask["card"]] if "card" in ask else None
        rank = RANK_OF[ask["rank"]] if card is None else card // 4
        of = self._ranks[rank]
        place = self._others.index(target)
        after = place if self._passes_to_asked else 0
        chance, completes, expected = self._gain(of, place, rank, card)
        catch = of.catch if card is None else self._catch((card,))
        elsewhere = of.chances[:place] + of.chances[place + 1 :]
        known_elsewhere = of.known[:place] + of.known[place + 1 :]
        taken = self._taken[after] - of.taken[after]
        maybe_taken = self._maybe_taken[after] - of.maybe_taken[after]
        bests = [best for best, number in self._bests[:3] if number != rank]
        return Features._make(
            (
                of.held == 1,
                of.held == 2,
                of.held > 2,
                not of.public,
                0 < of.public < of.held,
                of.public >= of.held,
                of.unseen / 4,
                not of.unseen,
                chance,
                of.known[place] / 3,
                completes,
                expected / 3,
                5 * catch,
                chance + (1 - chance) * catch,
                self._seats[target]["hand_size"] / 8,
                place == after,
                (place - after + 1) / len(self._seats),
                sum(elsewhere),
                max(known_elsewhere, default=0) / 3,
                max(elsewhere, default=0.0),
                0.0 if place == after else of.chances[after],
                taken / 2,
                maybe_taken / 2,
                (sum(self._taken) - sum(of.taken) - taken) / 2,
                (sum(self._maybe_taken) - sum(of.maybe_taken) - maybe_taken) / 2,
                (self._sure_ranks - any(of.known)) / 2,
                (self._sure_cards - sum(of.known)) / 4,
                self._whole_ranks - (not of.unseen),
                bests[0] if bests else 0.0,
                bests[1] if len(bests) > 1 else 0.0,
                *self._game,
                self._seats[self._others[after]]["hand_size"] / 8,
                self._habits.is_careless[target],
            )
        )

    def _rank(self, rank: Rank) -> _Rank:
        odds, knowledge, me, cards = self._odds, self._knowledge, self._me, RANK_CARDS[rank]
        unseen = (odds.unseen & cards).bit_count()
        held = (odds.certain[me] & cards).bit_count()
        public = (knowledge.seen[me] & cards).bit_count() + knowledge.holds[me][rank]
        held_for_certain = 0
        known, chances = [], []
        for seat in self._others:
            holds = odds.holds[seat][rank]
            held_for_certain += holds
            known.append((odds.certain[seat] & cards).bit_count() + (holds and unseen > 0))
            chances.append(1.0 if known[-1] else odds.any_hidden(seat, rank) if unseen else 0.0)
        lost = min(held, public)
        return _Rank(
            held=held,
            public=public,
            unseen=max(0, unseen - held_for_certain),
            known=known,
            chances=chances,
            catch=self._catch(cards_in(odds.unseen & cards)),
            best=max(0.0 if sure else has for sure, has in zip(known, chances, strict=True)),
            taken=[lost if sure else 0.0 for sure in known],
            maybe_taken=[
                0.0 if sure else lost * has for sure, has in zip(known, chances, strict=True)
            ],
        )

    def _gain(
        self, of: _Rank, place: int, rank: Rank, card: Card | None
    ) -> tuple[float, float, float]:
        """Return the chances of a hit and of a book, and the expected number of cards."""
        odds, target, wanted = self._odds, self._others[place], self._book_size - of.held
        if card is not None:
            chance = odds.of_card(target, card)
            return chance, chance if wanted <= 1 else 0.0, chance
        certain = (odds.certain[target] & RANK_CARDS[rank]).bit_count()
        completes = expected = 0.0
        for hidden, chance in enumerate(odds.counts(target, rank)):
            given = certain + hidden
            if self._gives_one:
                given = min(given, 1)
            expected += chance * given
            if given >= wanted:
                completes += chance
        return of.chances[place], completes, expected

    def _catch(self, cards: Sequence[Card]) -> float:
        """Return the chance that the top of the stock is one of the cards."""
        odds = self._odds
        if not self._stock:
            return 0.0
        in_stock = 0.0
        for card in cards:
            if odds.unseen >> card & 1:
                in_stock += max(0.0, 1.0 - sum([odds.chances[seat][card] for seat in self._others]))
        return min(1.0, in_stock / self._stock)

    def _of_the_game(self, ranks: Sequence[_Rank]) -> tuple[float, ...]:
        """Return the features that are the same for all asks."""
        stock, seats, count = self._stock, self._seats, len(self._others)
        books = [len(seats[seat]["books"]) for seat in self._others]
        mine = len(seats[self._me]["books"])
        careless = [self._habits.is_careless[seat] for seat in self._others]
        return (
            stock / 30,
            not stock,
            1 / (1 + stock),
            stock <= 7,
            seats[self._me]["hand_size"] / 10,
            (mine - max(books)) / 3,
            1 - (mine + sum(books)) * self._book_size / 52,
            len(ranks) / 6,
            sum([min(facts.held, facts.public) for facts in ranks]) / 6,
            sum([seats[seat]["hand_size"] for seat in self._others]) / count / 8,
            sum(careless) / count,
        )
