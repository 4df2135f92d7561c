"""Every worked case in the format of ``tests/scenarios/scenarios.json`` happens event by event.

The format writes seats as letters, options as overrides of a preset, and a deck as it lies after
the cut. ``SCENARIOS=FILE`` plays another file.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from games.engine import commands, events
from games.engine.cards import cards_in, hand_of, hand_texts, parse_card, parse_rank, rank_text
from games.engine.commands import Command
from games.engine.decide import execute
from games.engine.events import Event
from games.engine.option_values import parse_options
from games.engine.presets import PRESETS
from games.engine.refusals import Refusal
from games.engine.rules import Rules
from games.engine.state import NEW, Book, VoidBook
from games.engine.table import Table

Json = dict[str, Any]
BUNDLED = Path(__file__).parent.parent / "scenarios" / "scenarios.json"


def load(path: Path) -> list[Json]:
    """Return the scenarios of a file."""
    scenarios: list[Json] = json.loads(path.read_text())["scenarios"]
    return scenarios


def first_difference(scenario: Json) -> str | None:
    """Play a scenario and say where the engine first differs from it; none if it agrees."""
    case = Case(scenario)
    error = case.play()
    then = scenario["then"]
    if error != then.get("error"):
        return f"error: expected {then.get('error')}, got {error}"
    happened = [case.event(event) for event in case.table.events]
    for place, (expected, actual) in enumerate(zip(then["events"], happened, strict=False)):
        for key, value in expected.items():
            if actual.get(key) != value:
                return f"event {place}: expected {expected}, got {actual}"
    if len(happened) != len(then["events"]):
        rest = (happened, then["events"])[len(happened) < len(then["events"])]
        shorter = min(len(happened), len(then["events"]))
        return f"{len(then['events'])} events expected, {len(happened)} happened: {rest[shorter:]}"
    position = case.position()
    for key, value in (then.get("state") or {}).items():
        if position.get(key) != value:
            return f"state.{key}: expected {value}, got {position.get(key)}"
    return None


class Case:
    """One scenario on a table of its own."""

    def __init__(self, scenario: Json) -> None:
        self.scenario = scenario
        self.given = scenario["given"]
        self.names: list[str] = self.given["players"]
        self.seat = {name: seat for seat, name in enumerate(self.names)}
        self.table = self._table()

    def play(self) -> str | None:
        """Take every action; return the code with which the last was refused, or none."""
        *earlier, last = self.scenario["when"]
        for action in earlier:
            self._act(action)
        try:
            self._act(last)
        except Refusal as refusal:
            return refusal.code
        return None

    def event(self, event: Event) -> Json:
        """Return an event in the scenarios' words."""
        name = self.names
        match event:
            case events.Dealt(dealer, pack, counts):
                return {
                    "type": "dealt",
                    "dealer": name[dealer],
                    "counts": dict(zip(name, counts, strict=True)),
                    "stock": len(pack) - sum(counts),
                }
            case events.Asked(seat, target, rank, card):
                wanted = {"rank": rank_text(rank)} if card is None else {"card": _card(card)}
                return {"type": "asked", "by": name[seat], "of": name[target], **wanted}
            case events.CardsGiven(seat, to, cards):
                return {
                    "type": "cards_given",
                    "from": name[seat],
                    "to": name[to],
                    "cards": hand_texts(cards),
                }
            case events.GoFish(seat, to, draws):
                return {"type": "go_fish", "by": name[seat], "to": name[to], "draw": draws}
            case events.CardDrawn(seat, card, reason, public):
                return {
                    "type": "card_drawn",
                    "by": name[seat],
                    "card": _card(card),
                    "reason": reason,
                    "public": public,
                }
            case events.BookMade(seat, rank, cards):
                return self._book("book_made", seat, rank, cards)
            case events.BookVoided(seat, rank, cards, reason):
                return {**self._book("book_voided", seat, rank, cards), "reason": reason}
            case events.BookDiscarded(seat, rank, cards, reason):
                return {**self._book("book_discarded", seat, rank, cards), "reason": reason}
            case events.TurnContinues(seat, reason):
                return {"type": "turn_continues", "player": name[seat], "reason": reason}
            case events.TurnClosing(seat, reason):
                return {"type": "turn_closing", "player": name[seat], "reason": reason}
            case events.PlayerSkipped(seat, reason):
                return {"type": "player_skipped", "player": name[seat], "reason": reason}
            case events.TurnPassed(seat, to, reason):
                giver = None if seat is None else name[seat]
                return {"type": "turn_passed", "from": giver, "to": name[to], "reason": reason}
            case events.Irregularity(seat, kind, rank, penalties, card):
                return {
                    "type": "irregularity",
                    "player": name[seat],
                    "kind": kind,
                    "rank": rank_text(rank),
                    "penalty": list(penalties),
                    **({} if card is None else {"card": _card(card)}),
                }
            case events.CardExposed(seat, card):
                return {
                    "type": "card_exposed",
                    "player": name[seat],
                    "card": _card(card),
                    "penalty": [],
                }
            case events.Misdealt(seat, reason):
                return {
                    "type": "misdealt",
                    "player": name[seat],
                    "by": name[seat],
                    "reason": reason,
                }
            case events.PackCut(seat, position):
                return {"type": "pack_cut", "player": name[seat], "position": position}
            case events.Resigned(seat):
                return {"type": "resigned", "player": name[seat]}
            case events.GameOver():
                return {"type": "game_over", **self._result(event)}
            case events.SeriesContinues(seat, totals):
                return {
                    "type": "series_continues",
                    "dealer": name[seat],
                    "totals": dict(zip(name, totals, strict=True)),
                }
            case events.SeriesOver(totals, winners):
                return {
                    "type": "series_over",
                    "totals": dict(zip(name, totals, strict=True)),
                    "winners": [name[seat] for seat in winners],
                }
        raise AssertionError(f"no scenario has {event}")

    def position(self) -> Json:
        """Return the position in the scenarios' words."""
        table, by_name = self.table, self._by_name
        is_between_deals = table.phase in ("cut", "deal") and table.result is not None
        return {
            "turn": None if table.turn is None else self.names[table.turn],
            "phase": "over" if is_between_deals else table.phase,
            "hands": by_name([hand_texts(hand) for hand in table.hands]),
            "stock": [_card(card) for card in table.stock],
            "books": by_name([[hand_texts(book.cards) for book in laid] for laid in table.books]),
            "totals": {}
            if table.rules.target_score is None and not self.given.get("totals")
            else by_name(list(table.totals)),
            "void": [
                {
                    "player": self.names[book.seat],
                    "rank": rank_text(book.rank),
                    "cards": hand_texts(book.cards),
                }
                for book in table.void
            ],
            "discards": [hand_texts(book.cards) for book in table.discards],
            "barred": by_name(
                [[rank_text(c // 4) for c in cards_in(hand) if c % 4 == 0] for hand in table.barred]
            ),
            "misses_turns": by_name(list(table.misses_turns)),
            "idle_asks": table.idle_asks,
            "result": None if table.result is None else self._result(table.result),
        }

    def _table(self) -> Table:
        """Set up the position given; what is left out is empty."""
        given, names = self.given, self.names
        options = {**PRESETS[self.scenario["preset"]].options, **self.scenario["options"]}
        table = Table(NEW)
        table.rules = Rules(**parse_options(options)).check(seats=len(names))
        table.seats = len(names)
        table.dealer = self.seat[given["dealer"]]
        table.phase = "deal" if "hands" not in given else given.get("phase", "ask")

        def per_seat(key: str, empty: Any) -> list[Any]:
            values = given.get(key) or {}
            return [values.get(name, empty) for name in names]

        table.hands = [_hand(cards) for cards in per_seat("hands", [])]
        table.stock = tuple(parse_card(card) for card in given.get("stock", []))
        table.set_in_play(sum(table.hands) + hand_of(table.stock))
        table.turn = self.seat[given["turn"]] if given.get("turn") else None
        if table.phase == "closing":
            table.closing = given.get("closing", "no_catch")
        table.books = [
            tuple(Book(_rank(book), _hand(book)) for book in laid) for laid in per_seat("books", [])
        ]
        table.void = tuple(
            VoidBook(self.seat[book["player"]], parse_rank(book["rank"]), _hand(book["cards"]))
            for book in given.get("void", [])
        )
        table.discards = tuple(Book(_rank(book), _hand(book)) for book in given.get("discards", []))
        table.barred = [
            hand_of([4 * parse_rank(rank) + suit for rank in ranks for suit in range(4)])
            for ranks in per_seat("barred", [])
        ]
        table.misses_turns = per_seat("misses_turns", 0)
        table.totals = tuple(per_seat("totals", 0))
        table.idle_asks = given.get("idle_asks", 0)
        return table

    def _act(self, action: Json) -> None:
        command = self._command(action)
        if isinstance(command, commands.Deal) and self.table.phase == "cut":
            self.table.phase = "deal"
        execute(self.table, command)

    def _command(self, action: Json) -> Command:
        if action["type"] == "deal":
            return commands.Deal(_cards(action["deck"]))
        seat = self.seat[action["by"]]
        match action["type"]:
            case "ask":
                card = parse_card(action["card"]) if "card" in action else None
                rank = parse_rank(action["rank"]) if card is None else card // 4
                return commands.Ask(seat, self.seat[action["of"]], rank, card)
            case "answer":
                return commands.Answer(seat, _cards(action["give"]))
            case "declare_book":
                return commands.Declare(seat, _cards(action["cards"]))
            case "end_turn":
                return commands.EndTurn(seat)
            case "expose_card":
                return commands.Expose(seat, parse_card(action["card"]))
            case "cut":
                return commands.Cut(seat, action["position"])
            case "resign":
                return commands.Resign(seat)
            case "misdeal" | "claim_misdeal":
                return commands.Misdeal(seat, action["reason"])
        raise AssertionError(f"no action is of type {action['type']}")

    def _book(self, kind: str, seat: int, rank: int, cards: int) -> Json:
        return {
            "type": kind,
            "by": self.names[seat],
            "rank": rank_text(rank),
            "cards": hand_texts(cards),
        }

    def _result(self, result: events.GameOver) -> Json:
        return {
            "reason": result.reason,
            "scores": self._by_name(list(result.scores)),
            "winners": [self.names[seat] for seat in result.winners],
        }

    def _by_name(self, values: list[Any]) -> Json:
        return dict(zip(self.names, values, strict=True))


def _card(card: int) -> str:
    return hand_texts(1 << card)[0]


def _cards(texts: list[str]) -> tuple[int, ...]:
    return tuple(parse_card(text) for text in texts)


def _hand(texts: list[str]) -> int:
    return hand_of(_cards(texts))


def _rank(book: list[str]) -> int:
    return min(_cards(book)) // 4


SCENARIOS = load(Path(os.environ.get("SCENARIOS") or BUNDLED))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_the_scenario_happens_as_written(scenario: Json) -> None:
    difference = first_difference(scenario)

    assert difference is None, f"{scenario['id']} {scenario.get('title', '')}\n{difference}"
