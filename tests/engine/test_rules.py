"""The options, their constraints, the presets and the overlays (RULES.md §2 and §3)."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.option_values import parse_options
from games.engine.options import OPTIONS, options_schema
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.refusals import RulesRefused
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from tests.cases import cases
from tests.engine import games

DATA = json.loads((Path(__file__).parent.parent / "scenarios" / "presets.json").read_text())
OVERLAID: dict[str, dict[str, Any]] = {
    "pairs": {"book_size": 2},
    "open_hand": {"open_hands": True},
    "wild_cards": {"joker_count": 2},
    "pointed_questions": {"ask_by": "card", "ask_held_card": "forbid"},
    "fish_penalty": {"fish_penalty": True},
    "specific_card": {"ask_by": "card"},
    "bluff": {"ask_by": "card", "ask_held_card": "allow", "stalemate_limit": 1000},
    "play_on": {"end_on_empty_stock": False, "end_on_empty_hand": "while_stock"},
    "series": {"target_score": 10},
    "honour": {"referee": "honour"},
}


def errors(preset: str, *overlays: str, seats: int | None = None, **options: Any) -> list[str]:
    """Return the fields at fault and their codes, as ``"field: code"``."""
    try:
        compose(preset, overlays, options).check(seats=seats)
    except RulesRefused as refused:
        return [f"{error.option}: {error.code}" for error in refused.errors]
    return []


def test_the_defaults_are_those_of_the_data() -> None:
    assert Rules().as_options() == DATA["defaults"]
    assert set(PRESETS) == set(DATA["presets"])
    assert set(OVERLAYS) == set(OVERLAID)


@pytest.mark.parametrize("preset", DATA["presets"])
def test_a_preset_is_that_of_the_data(preset: str) -> None:
    assert compose(preset).as_options() == DATA["defaults"] | DATA["presets"][preset]


@pytest.mark.parametrize("overlay", OVERLAID)
def test_an_overlay_sets_its_options_and_no_others(overlay: str) -> None:
    laid = compose("pagat", [overlay]).as_options()

    assert laid == compose("pagat").as_options() | OVERLAID[overlay]


def test_a_later_overlay_and_single_options_lie_above_earlier_ones() -> None:
    assert compose("classic", ["bluff", "pointed_questions"]).ask_held_card == "forbid"
    assert compose("classic", ["series"], {"target_score": 20}).target_score == 20


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_an_overlay_lies_over_each_preset_where_the_constraints_allow(
    preset: str, overlay: str
) -> None:
    authors = preset.endswith("authors")
    expected = []
    if overlay == "play_on" and preset not in ("pagat", "pairs"):
        expected = ["overlays/0: overlay_not_for_preset"]
    elif overlay == "fish_penalty" and authors:
        expected = ["fish_penalty: conflict"]

    assert errors(preset, overlay) == expected


@cases("""
    chosen | expected
    no such preset | nines | preset: unknown_preset
    no such overlay | classic pairs nines | overlays/1: unknown_overlay
    no such option | classic colour=red | colour: unknown_option
    7 | classic seats=7 | seats: out_of_range; deal_table: no_deal
    1 at least | classic players_min=1 | players_min: invalid
    more at least than at most | classic players_min=4 players_max=3 | players_min: out_of_range
    no deal for 3 | classic deal_table={"2":7} seats=3 | deal_table: no_deal
    51 of 52 cards leave one of stock | classic hand_size=17 seats=3 |
    52 of 52 cards leave none | classic hand_size=13 seats=4 | hand_size: pack_too_small
    playable at none | classic hand_size=26 | hand_size: pack_too_small
    all dealt and ending with the stock | pagat_authors end_on_empty_stock=true | end_on_empty_stock: conflict
    all dealt and ending with a hand | pagat_authors end_on_empty_hand=always | end_on_empty_hand: conflict
    a hand size overrides a table that deals all | pagat_authors fish_penalty=true hand_size=5 |
    a bluff without asking by card | classic ask_held_card=allow | ask_held_card: conflict
    a hand that may be one book, where an empty one ends the game | pagat hand_size=4 seats=3 | hand_size: conflict
    a hand that may be pairs | pairs hand_size=6 seats=3 | hand_size: conflict
    a table with such a hand at this number | classic end_on_empty_hand=while_stock seats=5 | deal_table: conflict
    but not at another | classic end_on_empty_hand=while_stock seats=4 |
""")
def test_what_cannot_be_played_is_refused_field_by_field(
    chosen: tuple[str, list[str], dict[str, Any]], expected: list[str]
) -> None:
    preset, overlays, options = chosen

    assert errors(preset, *overlays, **options) == expected


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("joker_count", 3),
        ("hand_size", 0),
        ("hand_size", 27),
        ("book_size", 3),
        ("ask_by", ["card"]),
        ("target_score", 101),
        ("stalemate_limit", 0),
        ("stalemate_limit", 1.5),
        ("open_hands", 1),
        ("deal_table", "none"),
        ("deal_table", {}),
        ("deal_table", {"7": 4}),
        ("deal_table", {"2": 0}),
    ],
)
def test_a_value_out_of_range_is_refused_in_words(option: str, value: Any) -> None:
    with pytest.raises(RulesRefused) as refused:
        parse_options({option: value})

    (error,) = refused.value.errors
    assert error[:2] == (option, "invalid")
    assert error.detail.startswith(f"{option} must be ")


def test_the_schema_lists_every_option_with_the_defaults_given() -> None:
    schema = options_schema(compose("bicycle").as_options())

    properties = schema["properties"]
    assert list(properties) == list(OPTIONS)
    assert properties["extra_turn_on_book"]["default"] is True
    assert properties["book_size"]["enum"] == [4, 2]


@given(games.options())
def test_options_in_range_are_read_as_they_are_written(values: Mapping[str, Any]) -> None:
    parsed = Rules(**parse_options(values))

    assert {name: parsed.as_options()[name] for name in values} == dict(values)
    assert Rules(**parse_options(parsed.as_options())) == parsed


@given(st.text(), st.one_of(st.none(), st.integers(), st.text(), st.lists(st.integers())))
def test_any_text_is_an_option_or_an_error_and_never_a_crash(name: str, value: Any) -> None:
    try:
        parsed = parse_options({name: value})
    except RulesRefused as refused:
        parsed = {error.option: error.detail for error in refused.errors}

    assert list(parsed) == [name]


def _deals() -> Iterator[Any]:
    for preset in PRESETS:
        for seats in range(2, compose(preset).players_max + 1):
            yield pytest.param(compose(preset), seats, id=f"{preset} for {seats}")


@pytest.mark.parametrize(("rules", "seats"), [*_deals()])
def test_every_preset_can_be_played_at_each_of_its_numbers(rules: Rules, seats: int) -> None:
    counts = rules.check(seats=seats).hand_counts(seats=seats, dealer=0)

    assert len(counts) == seats
    assert sum(counts) <= rules.pack_size
    assert (sum(counts) == rules.pack_size) == rules.deals_whole_pack
