"""The flow of turns: passing, drawing into an empty hand, skipping (RULES.md §4.1, 4.2, 4.7, 4.8,
4.9, 4.19).
"""

from games.engine.table import Table
from tests.builders import ask, declare, play, rules, table
from tests.cases import cases

PAIRS_WITH_JOKERS = rules("classic", "pairs", "wild_cards")

LAST_QUEEN = ["0 asks 1 Q", "1 gives 0 QS", "0 books QC QD QH QS"]


@cases("""
    position | events
    a miss passes the turn to the left
        | QH / 3C / 4C; stock 5C ... | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 5C: fish; turn 0 to 1: no_catch
    a seat that owes a missed turn is skipped
        | QH / 3C / 4C; stock 5C ...; misses_turns 0 1 0 | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 5C: fish;
        1 skipped: penalty; turn 0 to 2: no_catch
    the turn may come back to its giver
        | QH / 3C; stock 5C ...; misses_turns 0 2 | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 5C: fish;
        1 skipped: penalty; turn 0 to 0: no_catch
    all owing, the turn goes round until a seat owes no more
        | QH / 3C; stock 5C ...; misses_turns 1 1 | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 5C: fish;
        1 skipped: penalty; 0 skipped: penalty; turn 0 to 1: no_catch
    a missed turn is used up by a seat without cards as well
        | QH / 3C /; stock 5C ...; misses_turns 0 1 1 | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 5C: fish;
        1 skipped: penalty; 2 skipped: penalty; turn 0 to 0: no_catch
    a seat with cards is not skipped
        | QH 7C / 3C; stock 5C ...; rules classic on_empty_hand=skip | 0 asks 1 Q; 1 tells 0 go fish;
        0 draws 5C: fish; turn 0 to 1: no_catch
    go fish with the stock empty, the turn passes without a draw
        | QH 7C / 3C 3D 3H 2C / QC QD QS 3S | 0 asks 1 Q; 1 tells 0 go fish, stock empty; turn 0 to 1: stock_empty
    a hand of dead cards is skipped when nothing can be drawn
        | QH QC / 2C / QD QS 3C | 0 asks 1 Q; 1 tells 0 go fish, stock empty; 1 skipped: no_cards;
        turn 0 to 2: stock_empty
""")
def test_after_a_miss(position: Table, events: list[str]) -> None:
    assert play(position, ask(0, 1, "Q")) == events


@cases("""
    position | event
    the turn goes to the asked seat
        | QH / 4C / 3C; stock 5C ...; rules classic turn_passes_to=asked | turn 0 to 2: no_catch
    if that seat owes a missed turn its left plays
        | QH / 4C / 3C; stock 5C ...; rules classic turn_passes_to=asked; misses_turns 0 0 1
        | 2 skipped: penalty, turn 0 to 0: no_catch
    a catch keeps the turn all the same
        | QH QC / QD / 2C; rules classic turn_passes_to=asked on_empty_hand=skip; stock QS 2D
        | 0 draws QS: catch, 0 goes on: catch
    a seat with dead cards alone is skipped and its left plays
        | QH QC / QD QS / 2C; rules classic turn_passes_to=asked | 2 skipped: no_cards, turn 0 to 0: stock_empty
""")
def test_the_turn_passes_to_the_asked(position: Table, event: str) -> None:
    lines = play(position, ask(0, 2, "Q"))

    assert ", ".join(lines).endswith(event)


@cases("""
    position | events
    draws one and goes on | QC QD QH / QS 3C; stock 5C ... | 0 goes on: received; 0 draws 5C: empty_hand
    draws one and goes on, though at the start of a turn it would be skipped
        | QC QD QH / QS 3C; stock 5C ...; rules classic on_empty_hand=skip | 0 goes on: received;
        0 draws 5C: empty_hand
    under end_turn passes the turn left
        | QC QD QH / QS 3C / 4C; stock 5C ...; rules classic mid_turn_empty=end_turn | turn 0 to 1: no_cards
    without a stock passes the turn left
        | QC QD QH / QS 3C 3D / 3H 3S; rules classic turn_passes_to=asked | turn 0 to 1: no_cards
    passes left even where a miss passes to the asked
        | QC QD QH / QS / 3C; stock 5C ...; rules classic turn_passes_to=asked mid_turn_empty=end_turn
        | 1 draws 5C: empty_hand
    holding dead cards alone, counts as empty | QC QD QH 2C / QS 3C 3D / 3H 3S | turn 0 to 1: no_playable_card
    holding dead cards alone, draws as an empty one
        | QC QD QH 2C / QS 3C 3D; stock 5C 3H 3S 5D 5H 5S | 0 goes on: received; 0 draws 5C: empty_hand
    draws only one, and passes if it cannot ask with it
        | QC QD QH / QS 3C 3D; stock 2C 3H 3S 5D 5H 5S | 0 draws 2C: empty_hand; turn 0 to 1: no_playable_card
    holding a joker alone, counts as empty
        | QC QD QH BJ / QS 3C; stock 5C ...; rules classic wild_cards | 0 goes on: received; 0 draws 5C: empty_hand
""")
def test_a_hand_that_empties_in_its_turn(position: Table, events: list[str]) -> None:
    lines = play(position, ask(0, 1, "Q"))

    assert lines[:3] == LAST_QUEEN
    assert lines[-len(events) :] == events


@cases("""
    position | events
    draws one card and asks in the same turn
        | QH / 3C /; stock 5C 6C ...; turn 1 | turn 1 to 2: no_catch; 2 draws 6C: empty_hand
    is skipped under skip
        | QH / 3C /; stock 5C 6C ...; turn 1; rules classic on_empty_hand=skip | 2 skipped: no_cards;
        turn 1 to 0: no_catch
    with a joker alone draws too
        | QH / 3C / BJ; stock 5C 6C ...; turn 1; rules classic wild_cards | turn 1 to 2: no_catch;
        2 draws 6C: empty_hand
    that draws a dead card passes the turn left
        | QH / 3C /; stock 5C 2C 3D 3H 3S QC QD QS 5D 5H 5S; turn 1 | turn 1 to 2: no_catch; 2 draws 2C: empty_hand;
        turn 2 to 0: no_playable_card
""")
def test_a_seat_whose_turn_comes_with_nothing_to_ask_with(
    position: Table, events: list[str]
) -> None:
    lines = play(position, ask(1, 0, "3"))

    assert lines[-len(events) :] == events


def test_the_card_drawn_into_an_empty_hand_is_never_a_catch() -> None:
    position = table("QH", "3C", "", stock="5C 3D ...", turn=1)

    play(position, ask(1, 0, "3"))
    events = play(position, ask(2, 1, "3"))

    assert events == ["2 asks 1 3", "1 gives 2 3C", "2 goes on: received"]


@cases("""
    position | events
    the turn passes left and that seat draws
        | QH QC / QD; stock 5C ... | turn 0 to 1: no_target; 1 draws 5C: empty_hand
    however many seats are empty | QH QC / QD /; stock 5C ... | turn 0 to 1: no_target; 1 draws 5C: empty_hand
    drawing a dead card, that seat passes on
        | QH QC / QD; stock 2C 2D QS | turn 0 to 1: no_target; 1 draws 2C: empty_hand; turn 1 to 0: no_playable_card
    the turn comes back while no seat can be asked, and passes again
        | QC QD QH 7C / QS; stock 5C ...; misses_turns 0 1 | turn 0 to 0: no_target; turn 0 to 1: no_target;
        1 draws 5C: empty_hand
    where no seat may draw the game ends
        | QH QC / QD; stock QS 5C; rules classic on_empty_hand=skip | over 0 0 won by 0 1: no_moves
""")
def test_no_seat_to_ask(position: Table, events: list[str]) -> None:
    lines = play(position, ask(0, 1, "Q"))

    assert lines[-len(events) :] == events


@cases("""
    position | events
    a seat can still ask | QC QD QH 2C / QS 3C / 3D 3H 3S | turn 0 to 1: no_playable_card
    a draw is a move
        | QC QD QH / QS / 3C 3D 3H; stock 3S; rules classic on_empty_hand=skip; misses_turns 0 1 0
        | 0 goes on: received; 0 draws 3S: empty_hand
    one seat has all the cards left: no skip is recorded
        | QC QD QH / QS / 3C 3D 3H; stock 3S; rules pagat_authors hand_size=5; misses_turns 0 1 0
        | over 1 0 0 won by 0: no_moves
""")
def test_no_seat_can_move(position: Table, events: list[str]) -> None:
    lines = play(position, ask(0, 1, "Q"))

    assert lines[: len(LAST_QUEEN)] == LAST_QUEEN
    assert lines[len(LAST_QUEEN) :] == events


def test_a_hand_emptied_by_declaring_draws_as_any_other() -> None:
    position = table("QC BJ", "QS 3C", stock="5C ...", rules=PAIRS_WITH_JOKERS)

    events = play(position, declare(0, "QC BJ"))

    assert events == ["0 books QC BJ", "0 draws 5C: empty_hand"]
