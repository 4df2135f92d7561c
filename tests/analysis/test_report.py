"""What an analysis says of finished games, and which games have none."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from bench import judged_games
from bench.judged_games import PlayedRecord
from games.analysis.record import Record, RecordedMove
from games.analysis.report import AnalysisUnavailable, analyse, supported, to_json
from games.analysis.report.shapes import WinChances
from games.analysis.report.turning_points import turning_points
from games.engine import commands
from games.engine.cards import RANKS, full_pack, parse_card
from games.engine.commands import Ask, Command, OnAbandon, Resign
from games.engine.decide import step
from games.engine.events import Asked
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.state import NEW

CLASSIC = compose("classic")
SEATS = (2, 3, 4)


def played(seats: int, preset: str = "classic") -> PlayedRecord:
    players = ["expert", "random", "memory", "forgetful"][:seats]
    return judged_games.play(compose(preset), players, f"report {preset} {seats}")


def recorded(rules: Rules, seats: int, played: Sequence[Command]) -> Record:
    """Return the record of these commands."""
    state, moves = NEW, []
    for number, command in enumerate(played, start=1):
        events, state = step(state, command)
        moves.append(RecordedMove(number, events))
    return Record(rules, seats, moves)


def opening(pack: str = "", on_abandon: OnAbandon = "end") -> list[Command]:
    """Return a game of two seats from its opening to the deal; the first cards are in ``pack``."""
    top = [parse_card(card) for card in pack.split()]
    rest = [card for card in full_pack(0) if card not in top]
    return [
        commands.Create(CLASSIC, 2, "0" * 64, on_abandon=on_abandon),
        commands.TakeSeat(0),
        commands.TakeSeat(1),
        commands.Start(),
        commands.DrawDealer(dealer=1),
        commands.Deal((*top, *rest)),
    ]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("preset", ["classic", "bicycle"])
def test_every_ask_is_judged_and_proofs_hold(preset: str, seats: int) -> None:
    game = played(seats, preset)

    analysis = analyse(game.record)

    asked = [
        (move.number, event.seat, event.target, event.rank)
        for move in game.record.moves
        for event in move.events
        if isinstance(event, Asked)
    ]
    assert [(ask.number, ask.seat, *ask.ask) for ask in analysis.asks] == asked
    for ask in analysis.asks:
        assert ask.provable in (None, "hit" if ask.hit else "miss")
        assert 0 <= ask.win <= ask.win_before == ask.best.win <= 1
        assert ask.cost == ask.win_before - ask.win
        assert 0 <= ask.hit_chance <= 1
    assert any(ask.provable == "hit" for ask in analysis.asks)
    assert any(ask.provable == "miss" for ask in analysis.asks)


@pytest.mark.parametrize("seats", SEATS)
def test_win_chances_are_shares_and_end_with_the_result(seats: int) -> None:
    game = played(seats)

    analysis = analyse(game.record)

    for each in analysis.win_chances:
        assert sum(each.shares) == pytest.approx(1)
        assert min(each.shares) >= 0
    assert analysis.win_chances[-1].shares == game.shares
    assert [each.number for each in analysis.win_chances][-1] == len(game.record.moves)
    assert sum(player.luck.value for player in analysis.players) == pytest.approx(0, abs=1e-9)


def test_the_json_has_rounded_chances_and_texts_of_ranks() -> None:
    analysis = analyse(played(2).record)

    written: Mapping[str, Any] = json.loads(json.dumps(to_json(analysis)))

    assert written["model"] == "1" and written["family"] == "go_fish" and written["seats"] == 2
    first = written["asks"][0]
    assert set(first) == {
        *("number", "seat", "ask", "hit", "provable", "hit_chance"),
        *("win_before", "win", "cost", "win_after", "best"),
    }
    assert set(first["best"]) == {"ask", "win"}
    assert first["ask"]["rank"] in "23456789TJQKA"
    assert first["win_before"] == round(analysis.asks[0].win_before, 4)
    player = written["players"][0]
    assert set(player) == {"seat", "asks", "accuracy", "luck"}
    assert set(player["luck"]) == {"value", "error", "deal", "draws"}
    assert 0 <= player["accuracy"]["value"] <= 100


KINGS = "KC 4D KD 6D KH 8D 2C 9D 3C TD 5C JD 7C QD  9H KS AS AC"
"""Seat 0 is dealt three kings, seat 1 none; the stock begins with what the seats draw in turn."""
KING, TWO, FOUR = map(RANKS.index, "K24")


def test_what_was_certain_to_the_asker() -> None:
    first_turns = [Ask(0, 1, KING), Ask(1, 0, FOUR), Ask(0, 1, TWO)]
    record = recorded(CLASSIC, 2, [*opening(KINGS), *first_turns, Ask(1, 0, KING), Resign(1)])

    *others, last = analyse(record).asks

    assert [ask.provable for ask in others] == [None, None, None]
    assert last.provable == "hit", "seat 0 asked for kings, and still has the one it asked with"
    assert last.hit and last.hit_chance == 1
    assert last.best.win >= last.win


def test_the_turning_point_names_what_was_better() -> None:
    first_turns = [Ask(0, 1, KING), Ask(1, 0, FOUR), Ask(0, 1, TWO), Ask(1, 0, KING)]
    record = recorded(CLASSIC, 2, [*opening(KINGS), *first_turns, Resign(1)])

    asks = analyse(record).asks
    before = WinChances(asks[-1].number - 1, (0.6, 0.4))
    after = WinChances(asks[-1].number, (0.4, 0.6))
    points = turning_points(record.moves, [asks[-1]._replace(win_after=0.6)], [before, after])

    (point,) = points
    assert (point.number, point.seat) == (asks[-1].number, 1)
    assert point.change == pytest.approx(0.2)
    assert "seat 1 asked seat 0 for kings and got three cards" in point.text
    assert "made the book of kings" in point.text


def test_asks_of_a_stand_in_are_not_the_players() -> None:
    moves = [*opening(KINGS, "stand_in"), Ask(0, 1, KING), Resign(1), Ask(1, 0, FOUR)]
    record = recorded(CLASSIC, 2, [*moves, Resign(0)])

    analysis = analyse(record)

    assert [ask.seat for ask in analysis.asks] == [0]
    assert analysis.players[1].accuracy is None
    assert analysis.win_chances[-2].shares == (1.0, 0.0), "a seat that has left cannot win"
    assert analysis.win_chances[-1].shares == (0.0, 0.0)


@pytest.mark.parametrize(
    "reason, rules, seats",
    [
        ("jokers", compose("classic", ["wild_cards"]), 2),
        ("asks_by_card", compose("classic", ["specific_card"]), 2),
        ("honour_mode", compose("classic", ["honour"]), 2),
        ("pairs", compose("pairs"), 4),
        ("series", compose("classic", ["series"]), 2),
        ("open_hands", compose("classic", ["open_hand"]), 2),
        ("rules", compose("pagat"), 2),
        ("rules", compose("classic", ["fish_penalty"]), 2),
        ("rules", compose("classic", options={"hand_size": 6}), 2),
        ("seats", CLASSIC, 6),
    ],
)
def test_games_without_a_model_are_refused_with_the_reason(
    reason: str, rules: Rules, seats: int
) -> None:
    with pytest.raises(AnalysisUnavailable) as refused:
        supported(rules, seats)

    assert refused.value.reason == reason
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    "reason, played",
    [
        ("not_played", opening()[:3]),
        ("not_over", opening(KINGS)),
        ("not_over", [*opening(KINGS), Ask(0, 1, KING)]),
    ],
)
def test_unfinished_games_are_refused(reason: str, played: list[Command]) -> None:
    with pytest.raises(AnalysisUnavailable) as refused:
        analyse(recorded(CLASSIC, 2, played))

    assert refused.value.reason == reason
