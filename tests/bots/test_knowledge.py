"""What watching a table tells of the hands, and how likely the rest is."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings

from games.bots import at_random
from games.bots.habits import Habits, Observer, observe
from games.bots.knowledge import CARD_OF, NEVER, RANK_OF, Knowledge, hand_in, recall
from games.bots.local_game import LocalGame
from games.bots.odds import estimate
from games.engine import view
from games.engine.cards import RANK_CARDS, of_rank
from games.engine.rule_sets import compose
from tests.bots import seen_events
from tests.bots.seen_events import Json, asked, created, drew, gave, go_fish
from tests.bots.test_expert import Ending, as_seen
from tests.engine import games
from tests.engine.games import Setting
from tests.profiles import sized

SEVEN, KING = RANK_OF["7"], RANK_OF["K"]


def known(events: Sequence[seen_events.Json], *overlays: str, span: int | None = None) -> Knowledge:
    return recall([created(*overlays), *events], seats=3, span=span)


def test_who_asks_for_a_rank_holds_one() -> None:
    knowledge = known([asked(0, 1, "7"), go_fish(1, 0), drew(0)])

    assert knowledge.holds[0][SEVEN]
    assert not knowledge.holds[1][SEVEN]


def test_who_goes_fish_holds_none_but_may_draw_one() -> None:
    refused = [asked(0, 1, "7"), go_fish(1, 0), drew(0)]

    assert known(refused).may_hold(1, CARD_OF["7H"], hidden=5) == 0
    assert known([*refused, drew(1)]).may_hold(1, CARD_OF["7H"], hidden=5) == 1
    assert known(refused).may_hold(1, CARD_OF["8H"], hidden=5) == 5


def test_cards_given_are_seen_and_none_of_the_rank_is_left() -> None:
    knowledge = known(
        [asked(1, 0, "7"), go_fish(0, 1), drew(1), asked(0, 1, "7"), gave(1, 0, "7C", "7H")]
    )

    assert knowledge.seen[0] == hand_in(["7C", "7H"])
    assert knowledge.holds[0][SEVEN], "the card that the ask was made with"
    assert knowledge.may_hold(1, CARD_OF["7S"], hidden=5) == 0
    assert not knowledge.holds[1][SEVEN]


@pytest.mark.parametrize(("overlays", "lower"), [([], 0), (["honour"], 5)])
def test_one_card_that_is_given_is_the_lowest_unless_the_seat_chooses(
    overlays: list[str], lower: int
) -> None:
    beginning = created(*overlays)
    beginning["rules"]["transfer"] = "one"
    knowledge = recall([beginning, asked(0, 1, "7"), gave(1, 0, "7D")], seats=3)

    assert knowledge.may_hold(1, CARD_OF["7C"], hidden=5) == lower
    assert knowledge.may_hold(1, CARD_OF["7D"], hidden=5) == 0
    assert knowledge.may_hold(1, CARD_OF["7H"], hidden=5) == 5


def test_a_catch_is_seen() -> None:
    assert known([asked(0, 1, "7"), go_fish(1, 0), drew(0, "7D")]).seen[0] == hand_in(["7D"])


def test_a_seat_that_asks_for_a_card_lacks_it_unless_bluffs_are_allowed() -> None:
    question = [asked(0, 1, "7H")]

    assert known(question, "specific_card").may_hold(0, CARD_OF["7H"], hidden=5) == 0
    assert known(question, "bluff").may_hold(0, CARD_OF["7H"], hidden=5) == 5


def test_a_book_leaves_play() -> None:
    cards = ["7C", "7D", "7H", "7S"]
    laid = {"type": "book_made", "seat": 0, "rank": "7", "cards": cards}
    knowledge = known([asked(0, 1, "7"), gave(1, 0, "7C", "7D"), laid])

    assert knowledge.seen[0] == 0
    assert knowledge.gone == RANK_CARDS[SEVEN]
    assert not knowledge.holds[0][SEVEN]


def test_a_deal_wipes_out_what_was_known() -> None:
    knowledge = known([asked(0, 1, "7"), gave(1, 0, "7C"), {"type": "dealt"}, asked(1, 0, "K")])

    assert knowledge.seen[0] == 0
    assert knowledge.holds[1][KING]


@pytest.mark.parametrize("span, remembers", [(0, False), (1, False), (2, True), (None, True)])
def test_a_short_memory_forgets_earlier_asks(span: int | None, remembers: bool) -> None:
    events = [asked(0, 1, "7"), gave(1, 0, "7C"), asked(0, 2, "K"), go_fish(2, 0), drew(0)]

    assert bool(known(events, span=span).seen[0]) == remembers


@given(games.settings_of_games())
@settings(max_examples=sized(20, nightly=400))
def test_what_is_certain_is_so_and_the_odds_add_up(setting: Setting) -> None:
    """In honour mode an ask may be false and is void then; all that is learned stays true."""
    viewer = setting.seed % setting.seats
    history: list[seen_events.Json] = []
    for move in games.play(setting):
        history += (view.event_view(event, viewer, setting.rules) for event in move.events)
        state = move.after
        if state.phase != "ask":
            continue
        seats = state.seats
        knowledge = recall(history, seats=seats)
        rules = setting.rules.as_options()
        seen = view.state_view(state, viewer)
        odds = estimate(seen, knowledge, rules)
        for seat in range(seats):
            assert odds.certain[seat] & ~state.hands[seat] == 0
            hidden = state.hands[seat] & ~knowledge.seen[seat]
            for rank in range(13):
                if knowledge.holds[seat][rank]:
                    assert of_rank(hidden, rank)
            for card in range(52):
                if hidden >> card & 1:
                    assert knowledge.may_hold(seat, card, hidden.bit_count())
            assert all(0 <= chance <= 1 for chance in odds.chances[seat])


SEVENS, KINGS = RANK_OF["7"], RANK_OF["K"]

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

    assert watched(events, "specific_card")[1].passed[2][SEVENS] == NEVER
    assert watched(seen, "specific_card")[1].passed[2][SEVENS] == 0


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
