"""Whole games over the API, by seats that know only its answers."""

from random import Random
from typing import Any

import pytest
from django.db import connection

from games.play import lobby_actions
from tests import rule_sets, tables
from tests.players import Player, guest, play_out, seated

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("preset", "overlays"), rule_sets.ALL)
def test_seats_that_choose_from_their_legal_actions_reach_the_end(
    preset: str, overlays: list[str]
) -> None:
    game, *players = seated(3, preset, *overlays)

    answers = play_out(game, players, Random(f"{preset} {overlays}"))

    state = answers[-1]["state"]
    assert (state["phase"], state["to_act"], state["legal_actions"]) == ("over", None, [])
    assert state["result"]["winners"]
    assert players[0].get(f"/games/{game}").json()["status"] == "over"
    log = tables.log_of(game)
    assert log.position == log.replayed
    assert log.numbers == list(range(1, state["version"] + 1))


def test_the_moves_alone_replay_a_seat_to_the_end() -> None:
    """A client that reads only moves can follow its own hand (classic)."""
    game, *players = seated(3)
    rng = Random(2)
    state = players[0].state(game)
    for _ in range(25):
        if state["phase"] != "ask":
            break
        player = players[state["to_act"]]
        asks = [each for each in player.state(game)["legal_actions"] if each["type"] == "ask"]
        state = player.act(game, rng.choice(asks)).json()["state"]

    for seat, player in enumerate(players):
        assert hand_by_moves(player.moves(game, limit=7), seat) == set(
            player.state(game)["seats"][seat]["hand"]
        )


def hand_by_moves(moves: list[dict[str, Any]], seat: int) -> set[str]:
    """Follow a hand through the events that its owner is shown."""
    hand: set[str] = set()
    for event in (event for move in moves for event in move["events"]):
        match event["type"]:
            case "dealt":
                hand = set(event["hands"][seat])
            case "card_drawn" if event["seat"] == seat:
                hand.add(event["card"])
            case "cards_given" if event["to"] == seat:
                hand |= set(event["cards"])
            case "cards_given" if event["seat"] == seat:
                hand -= set(event["cards"])
            case "book_made" if event["seat"] == seat:
                hand -= set(event["cards"])
    return hand


def test_moves_come_in_pages_without_gaps() -> None:
    game, ann, bob = seated(2)
    bob.post(f"/games/{game}/resign")

    moves = Player().moves(game, limit=3)

    version = ann.state(game)["version"]
    assert [move["number"] for move in moves] == list(range(1, version + 1))
    page = Player().get(f"/games/{game}/moves?after={version}").json()
    assert (page["game"], page["version"], page["moves"]) == (game, version, [])


def test_who_reads_moves_while_the_seats_change_numbers_sees_no_other_hand() -> None:
    """After Bob has read seat 2 in the lobby, the start gives this number to Cara."""
    ann, bob, cara = guest(), guest(), guest()
    game = ann.create(seats=4)
    bob.join(game, seat=2)
    cara.join(game, seat=3)
    begun: list[bool] = []

    def start_before_the_moves_are_read(
        execute: Any, sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if "FROM games_move" in sql and not begun:
            begun.append(True)
            lobby_actions.start(tables.number_of(game), ann.account)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(start_before_the_moves_are_read):
        page = bob.get(f"/games/{game}/moves").json()

    assert begun
    assert cara.state(game)["you"] == 2
    assert [move["number"] for move in page["moves"]] == list(range(1, page["version"] + 1))
    assert "dealt" not in str(page)
