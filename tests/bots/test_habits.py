"""What asks reveal about the cards that were not asked for."""

from collections.abc import Sequence
from random import Random

from games.bots import at_random
from games.bots.habits import Habits, Observer, observe
from games.bots.knowledge import CARD_OF, NEVER, RANK_OF, Knowledge
from games.bots.local_game import LocalGame
from games.bots.odds import estimate
from games.engine.rule_sets import compose
from tests.bots.seen_events import Json, asked, created, drew, gave, go_fish
from tests.bots.test_odds import Ending, as_seen

SEVEN, KING = RANK_OF["7"], RANK_OF["K"]

SEVEN_ASKED = [asked(0, 1, "7"), go_fish(1, 0), drew(0)]


def watched(events: Sequence[Json], *overlays: str) -> tuple[Knowledge, Habits]:
    return observe([created(*overlays), *events], seats=3)


def test_who_passes_over_a_sure_card_hardly_holds_its_rank() -> None:
    knowledge, habits = watched([*SEVEN_ASKED, asked(2, 1, "K")])

    assert habits.weight(knowledge, 2, CARD_OF["7H"], hidden=5) < 1
    assert knowledge.may_hold(2, CARD_OF["7H"], hidden=5) == 5, "it is not excluded"
    assert habits.weight(knowledge, 1, CARD_OF["8H"], hidden=5) == 5


def test_a_later_draw_may_be_of_the_rank() -> None:
    ask = [*SEVEN_ASKED, asked(2, 1, "K"), go_fish(1, 2), drew(2)]
    knowledge, habits = watched(ask)

    assert 1 < habits.weight(knowledge, 2, CARD_OF["7H"], hidden=5) < 2


def test_a_seat_that_passes_over_a_rank_it_is_known_to_hold_is_careless_and_reveals_nothing() -> (
    None
):
    events = [asked(2, 1, "7"), gave(1, 2, "7C"), *SEVEN_ASKED, asked(2, 1, "K")]
    knowledge, habits = watched([*events, asked(1, 0, "Q"), asked(2, 1, "Q")])

    assert habits.is_careless == [False, False, True]
    assert habits.weight(knowledge, 2, CARD_OF["KH"], hidden=5) == 5


def test_a_public_rank_is_no_certain_hit_in_a_game_that_asks_by_card() -> None:
    events = [asked(0, 1, "7H"), go_fish(1, 0), drew(0), asked(2, 1, "KH")]
    seen = [asked(0, 1, "7H"), gave(1, 0, "7H"), asked(2, 1, "KH")]

    assert watched(events, "specific_card")[1].passed[2][SEVEN] == NEVER
    assert watched(seen, "specific_card")[1].passed[2][SEVEN] == 0


def test_the_odds_follow_what_was_passed_over() -> None:
    events = [*SEVEN_ASKED, asked(2, 1, "8"), go_fish(1, 2)]
    view, _, rules = as_seen(Ending("7C 8C", (3, 2), 1, events))
    knowledge, habits = observe([created(), *events], seats=3)
    plain = estimate(view, knowledge, rules)
    wise = estimate(view, knowledge, rules, habits)

    assert wise.chances[2][CARD_OF["7H"]] < 0.6 * plain.chances[2][CARD_OF["7H"]]


def test_an_observer_of_a_series_knows_what_its_history_shows() -> None:
    rng = Random(7)
    game = LocalGame(compose("pagat", (), {"target_score": 12}), seats=3, seed=bytes(32))
    rules = game.history(0)[0]["rules"]
    observer, read, deals = Observer(rules, 3), 0, set()

    while (seat := game.to_act) is not None:
        history = game.history(0)
        observer.follow(history[read:])
        read = len(history)
        deals.add(game.view(0)["deal"])
        knowledge, habits = observe(history, seats=3)
        assert observer.habits.passed == habits.passed
        assert observer.habits.is_careless == habits.is_careless
        assert observer.knowledge.lacked == knowledge.lacked
        assert observer.knowledge.holds == knowledge.holds
        assert observer.knowledge.seen == knowledge.seen
        game.act(at_random.choose(game.view(seat), game.history(seat), rng))

    assert len(deals) > 1
