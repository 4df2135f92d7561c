"""Any position of the past: as it was, as it may be seen, and for the same work however long the
game.
"""

import re
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.cards import full_pack, hand_texts
from games.engine.evolve import evolve
from games.engine.state import NEW
from games.log import ids, reader, replay, transcripts
from games.log.refusals import NoSuchMove
from tests import builders, tables
from tests.engine import forging
from tests.players import Player, guest, play_out, seated

pytestmark = pytest.mark.django_db

LONG = 2_000


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without checkpoints, whatever other tests have replayed."""
    monkeypatch.setattr(replay, "_checkpoints", replay._Checkpoints())


def positions(game_id: int) -> dict[int, Any]:
    """Fold the log and return the position after each move."""
    state, found = NEW, {}
    for move in reader.read(game_id):
        state = evolve(state, move.events)
        found[move.number] = state
    return found


def long_game(moves: int = LONG) -> int:
    """Store a game that goes nowhere: both ask in vain, with no stock to draw from."""
    rules = builders.rules(
        "pagat_authors", stalemate_limit=10 * moves, ask_by="card", ask_held_card="allow"
    )
    opening = tables.script(rules, 2, full_pack(0))
    first = tables.position(opening).turn
    assert first is not None
    own = {seat: hand_texts(tables.position(opening).hands[seat])[0] for seat in (0, 1)}
    asks = [
        builders.ask(seat, 1 - seat, own[seat])
        for turn in range(moves - len(opening))
        for seat in [(first + turn) % 2]
    ]
    script = tables.script(rules, 2, full_pack(0), *asks)
    game_id = ids.from_text(tables.store(script, [guest(), guest()]))
    assert game_id is not None
    return game_id


@pytest.mark.parametrize("order", ["forwards", "backwards", "at random"])
def test_every_position_is_what_the_moves_amount_to(order: str) -> None:
    game_id = transcripts.import_game(forging.golden("irregularities"))[0].pk
    expected = positions(game_id)
    numbers = sorted(expected, reverse=order == "backwards")
    if order == "at random":
        Random(5).shuffle(numbers)
    assert len(numbers) > 2 * replay.STRIDE

    for number in numbers:
        state, move = replay.state_at(game_id, number, version=len(expected))
        assert (state, move.number) == (expected[number], number)


def test_a_step_reads_a_stride_at_most_in_one_query_at_the_end_of_a_long_game() -> None:
    game_id = long_game()
    replay.state_at(game_id, LONG, version=LONG)
    steps = [*range(LONG - 70, LONG), *range(LONG, LONG - 70, -1), 40, 1_000, 33, 1_999, 1]

    for number in steps:
        with CaptureQueriesContext(connection) as queries:
            replay.state_at(game_id, number, version=LONG)
        assert len(queries) == 1
        [after, until] = _bounds(queries.captured_queries[0]["sql"])
        assert 1 <= until - after <= replay.STRIDE


def _bounds(sql: str) -> list[int]:
    """Return after and up to which number a query reads moves."""
    return [int(re.findall(rf'\bnumber"? {sign} (\d+)', sql)[0]) for sign in (">", "<=")]


@pytest.mark.parametrize("number", [-1, 0, 4])
def test_there_are_no_moves_beyond_the_first_and_the_last(number: int) -> None:
    game_id = ids.from_text(guest().create()) or 0

    with pytest.raises(NoSuchMove, match="moves 1 to 3"):
        replay.state_at(game_id, number, version=3)


# Over HTTP


def at(player: Player, game: str, number: int | str) -> Any:
    return player.get(f"/games/{game}/replay?at={number}").json()


def hands(position: Any) -> list[Any]:
    return [seat["hand"] for seat in position["seats"]]


def test_while_the_game_runs_players_see_past_positions_as_they_could_then() -> None:
    game, ann, bob = seated(2)
    ann.post(f"/games/{game}/misdeal")
    version = ann.state(game)["version"]

    for number in range(5, version + 1):
        mine, bobs, spectators = (at(player, game, number) for player in (ann, bob, Player()))
        assert bobs["seats"][0]["hand"] is None
        assert mine["seats"][1]["hand"] is None
        assert set(map(type, hands(spectators))) == {type(None)}
        assert mine["stock_cards"] is None
    assert mine["seats"][0]["hand"] == ann.state(game)["seats"][0]["hand"]


def test_after_the_game_past_positions_show_all_cards() -> None:
    game, *players = seated(2)
    play_out(game, players, Random(2))
    expected = positions(ids.from_text(game) or 0)

    for number in range(7, len(expected) + 1, 9):
        seen = at(Player(), game, number)
        state = expected[number]
        assert [len(hand) for hand in hands(seen)] == [each.bit_count() for each in state.hands]
        assert len(seen["stock_cards"]) == len(state.stock)
        assert seen == at(players[0], game, number)


def test_a_finished_game_is_shown_as_each_seat_saw_it_while_it_was_played() -> None:
    game, *players = seated(3)
    for _ in range(6):
        state = players[0].state(game)
        seat = state["to_act"]
        ask = next(
            each for each in players[seat].state(game)["legal_actions"] if each["type"] == "ask"
        )
        assert players[seat].act(game, ask).status_code == 200
    version = players[0].state(game)["version"]
    then = {
        (seat, number): at(player, game, number)
        for seat, player in enumerate(players)
        for number in range(1, version + 1)
    }
    assert players[1].post(f"/games/{game}/resign").status_code == 200

    for caller in (Player(), players[0]):
        for (seat, number), seen in then.items():
            assert at(caller, game, f"{number}&seat={seat}") == seen
    assert {seen["you"] for seen in then.values()} == {0, 1, 2, None}  # None in the lobby


@pytest.mark.parametrize(
    ("seat", "end", "status", "code"),
    [
        pytest.param(0, None, 409, "not_over_yet", id="the caller's own, while the game runs"),
        pytest.param(1, None, 409, "not_over_yet", id="another, while the game runs"),
        pytest.param(2, "resign", 422, "no_such_seat", id="a seat that the game has not"),
        pytest.param(6, "resign", 400, "validation_error", id="a seat that no game has"),
        pytest.param(-1, "resign", 400, "validation_error", id="a negative seat"),
        pytest.param("", "resign", 400, "validation_error", id="an empty seat"),
    ],
)
def test_a_seat_that_may_not_be_looked_through_is_refused(
    seat: object, end: str | None, status: int, code: str
) -> None:
    game, ann, _ = seated(2)
    if end:
        ann.post(f"/games/{game}/{end}")

    answer = ann.get(f"/games/{game}/replay?at=1&seat={seat}")

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_seat_of_a_lobby_or_of_a_strangers_game_is_not_looked_through() -> None:
    ann, bob = guest(), guest()
    lobby = ann.create(seats=3)
    private = ann.post("/games", {"seats": 2, "visibility": "private"}).json()["game"]
    bob.join(private["id"], join_code=private["join_code"])
    bob.post(f"/games/{private['id']}/resign")

    waiting = ann.get(f"/games/{lobby}/replay?at=1&seat=0")
    ann.post(f"/games/{lobby}/leave")
    closed = guest().get(f"/games/{lobby}/replay?at=1&seat=0")
    strange = guest().get(f"/games/{private['id']}/replay?at=1&seat=0")

    assert (waiting.status_code, waiting.json()["code"]) == (409, "not_over_yet")
    assert (closed.status_code, closed.json()["code"]) == (409, "game_closed")
    assert (strange.status_code, strange.json()["code"]) == (404, "game_not_found")
    assert bob.get(f"/games/{private['id']}/replay?at=1&seat=0").status_code == 200
