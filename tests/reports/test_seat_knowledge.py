"""What a seat could know, over HTTP: to whom it is shown, from what, and at what price."""

from random import Random
from typing import Any

import pytest

from games.engine import move_texts
from games.engine.cards import full_pack
from games.engine.commands import Resign
from games.engine.events import Dealt
from games.log import reader, writer
from games.log.models import Game
from games.reports import computing
from tests import builders, tables
from tests.players import Player, guest, play_out, seated

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """Begin without cached answers, whatever other tests have read."""
    computing._compute.cache_clear()


def known(player: Player, game: str, at: int, seat: int) -> Any:
    answer = player.get(f"/games/{game}/knowledge?at={at}&seat={seat}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def card(answer: Any, name: str) -> Any:
    return next(each for each in answer["cards"] if each["card"] == name)


def running(*, aids: bool, played: tuple[Any, ...] = ()) -> tuple[str, Player, Player]:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS, played=played)
    Game.objects.filter(pk=tables.number_of(game)).update(aids=aids)
    return game, ann, bob


def test_a_player_of_a_game_with_aids_reads_their_own_knowledge() -> None:
    game, ann, _ = running(aids=True, played=(builders.ask(0, 1, "A"),))
    version = ann.state(game)["version"]

    found = known(ann, game, version, 0)

    assert (found["method"], found["error"], found["number"]) == ("exact", 0, version)
    assert card(found, "AH") == {
        "card": "AH",
        "place": "seat",
        "seat": 0,
        "chances": {"seats": [1, 0], "stock": 0},
    }
    # Seat 1 had no ace, and has drawn none since.
    assert card(found, "AC")["chances"]["seats"] == [0, 0]
    assert card(found, "AC")["place"] == "stock"
    two = card(found, "2C")
    assert two["place"] is None and 0 < two["chances"]["seats"][1] < 1
    ace = next(row for row in found["ranks"] if (row["rank"], row["seat"]) == ("A", 1))
    assert ace == {"rank": "A", "seat": 1, "holds": False, "chance": 0, "because": [version]}


@pytest.mark.parametrize(
    ("aids", "reader_seat", "seat"),
    [
        pytest.param(False, 0, 0, id="own seat without aids"),
        pytest.param(True, 0, 1, id="another seat"),
        pytest.param(True, None, 0, id="a spectator"),
    ],
)
def test_nothing_else_of_a_running_game_is_known(
    aids: bool, reader_seat: int | None, seat: int
) -> None:
    game, ann, _ = running(aids=aids)
    caller = guest() if reader_seat is None else ann

    answer = caller.get(f"/games/{game}/knowledge?at=1&seat={seat}")

    assert (answer.status_code, answer.json()["code"]) == (409, "not_over_yet")


def test_a_player_who_left_reads_nothing_of_the_running_game() -> None:
    people = [guest() for _ in range(3)]
    script = tables.script(builders.rules(), 3, full_pack(0), on_abandon="stand_in")
    game = tables.store(script, people)
    Game.objects.filter(pk=tables.number_of(game)).update(aids=True)
    assert people[1].get(f"/games/{game}/knowledge?at=6&seat=1").status_code == 200

    people[1].post(f"/games/{game}/resign")
    answer = people[1].get(f"/games/{game}/knowledge?at=6&seat=1")

    assert (answer.status_code, answer.json()["code"]) == (409, "not_over_yet")


def test_everyone_reads_every_seat_of_a_finished_game_and_what_is_certain_is_true() -> None:
    game, ann, *others = seated(3)
    play_out(game, [ann, *others], Random(3))
    version = ann.state(game)["version"]
    at = version // 2
    truth = ann.get(f"/games/{game}/replay?at={at}").json()
    hands = {name: row["seat"] for row in truth["seats"] for name in row["hand"]}

    for seat in range(3):
        found = known(Player(), game, at, seat)
        for each in found["cards"]:
            if each["place"] == "seat":
                assert hands[each["card"]] == each["seat"]
            elif each["place"] is not None:
                assert each["card"] not in hands
        own = {each["card"] for each in found["cards"] if each["seat"] == seat}
        assert own >= {name for name, holder in hands.items() if holder == seat}


def test_rules_that_are_not_covered_are_refused_with_the_reason() -> None:
    ann, bob = guest(), guest()
    script = tables.script(builders.rules(joker_count=2), 2, full_pack(2), Resign(0))
    game = tables.store(script, [ann, bob])

    answer = ann.get(f"/games/{game}/knowledge?at=6&seat=0")

    assert (answer.status_code, answer.json()["code"]) == (422, "analysis_unavailable")
    assert "jokers" in answer.json()["detail"]


@pytest.mark.parametrize("schema", sorted(move_texts.WRITABLE, reverse=True))
def test_the_events_come_from_the_last_deal_on(
    schema: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "SCHEMA", schema)
    game, *people = seated(3, "pairs", "series", target_score=30)
    play_out(game, people, Random(5))
    number = tables.number_of(game)
    every = list(reader.read(number))
    deals = [m.number for m in every if any(isinstance(e, Dealt) for e in m.events)]
    assert len(deals) > 1

    for until in (deals[0] - 1, deals[0], deals[1] - 1, deals[1], every[-1].number):
        start = max((deal for deal in deals if deal <= until), default=1)
        assert [m.number for m in reader.since_last_deal(number, until=until)] == list(
            range(start, until + 1)
        )
