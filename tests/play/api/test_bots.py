"""Built-in bots over the API: seated, removed, and moving by themselves."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import OperationalError, connection
from pytest_django import Settings

from games.engine import legal
from games.engine.cards import rank_text
from games.engine.decide import step
from games.engine.table import Table
from games.log import head_reader
from games.log.models import Game, Position, Seat
from games.log.replay import verify
from games.play import results
from games.referee import loop
from tests import rule_sets, tables
from tests.players import API, Player, guest, later, refused

pytestmark = pytest.mark.django_db


def opened(player: Player, bots: list[str], **terms: Any) -> str:
    """Open a game with a player and bots, and return its id."""
    answer = player.post("/games", {"seats": len(bots) + 1, "bots": bots, **terms})
    assert answer.status_code == 201, answer.content
    game: str = answer.json()["game"]["id"]
    return game


def play_out(player: Player, game: str, rng: Random) -> Any:
    """Let a player choose a legal action on each of their turns, and return the last state."""
    state = player.state(game)
    while state["phase"] != "over":
        if state["to_act"] == state["you"]:
            legal = state["legal_actions"]
            asides = ("expose", "misdeal", "resign")
            action = rng.choice([a for a in legal if a["type"] not in asides])
            etag = f'"{state["version"]}-{state["you"]}"'
            assert player.act(game, action, If_Match=etag).status_code == 200
        state = player.state(game)
    return state


GAMES_TRIED = 5
"""A deal may let the first player end the game in one turn; then another game is played."""


@pytest.mark.parametrize(("preset", "overlays"), rule_sets.ALL)
def test_bots_play_every_game_to_its_end_with_a_player(preset: str, overlays: list[str]) -> None:
    ann, rng = guest(), Random(f"{preset} {overlays}")
    seats: set[int | None] = set()
    for _ in range(GAMES_TRIED):
        game = opened(ann, ["random", "expert", "memory"], preset=preset, overlays=overlays)

        state = play_out(ann, game, rng)

        assert state["result"]["winners"]
        log = tables.log_of(game)
        assert log.position == log.replayed
        assert log.numbers == list(range(1, state["version"] + 1))
        assert verify(Game.objects.get(pk=tables.number_of(game))).holds
        seats = {move["seat"] for move in ann.moves(game)}
        if seats & {1, 2, 3}:
            break
    assert seats & {1, 2, 3}


def test_a_game_is_opened_with_bots_on_the_next_seats_and_starts_at_once() -> None:
    ann = guest()

    answer = ann.post("/games", {"seats": 3, "bots": ["expert", "random"]})

    body = answer.json()
    columns = ("seat", "player", "kind", "is_bot", "bot")
    assert [tuple(each[name] for name in columns) for each in body["game"]["players"]] == [
        (0, ann.name, "person", False, None),
        (1, None, "built_in", True, "expert"),
        (2, None, "built_in", True, "random"),
    ]
    assert [seat["bot"] for seat in body["state"]["seats"]] == [None, "expert", "random"]
    seated = [e for move in body["moves"] for e in move["events"] if e["type"] == "seat_taken"]
    assert seated == [
        {"type": "seat_taken", "seat": 0},
        {"type": "seat_taken", "seat": 1, "bot": "expert"},
        {"type": "seat_taken", "seat": 2, "bot": "random"},
    ]
    assert body["game"]["status"] == "running"


def test_the_host_seats_a_bot_and_sends_it_away_again() -> None:
    ann = guest()
    game = ann.create(seats=4)

    seated = ann.post(f"/games/{game}/bots", {"level": "forgetful", "seat": 2})
    players = ann.get(f"/games/{game}").json()["players"]
    removed = ann.send("DELETE", f"/games/{game}/seats/2")

    assert seated.json()["state"]["seats"][2]["bot"] == "forgetful"
    assert players[1].pop("display_name")
    assert players[1].pop("picture")
    assert players[1] == {
        "seat": 2,
        "player": None,
        "kind": "built_in",
        "is_bot": True,
        "bot": "forgetful",
        "online": None,
    }
    assert removed.json()["state"]["seats"][2] == {
        **seated.json()["state"]["seats"][2],
        "taken": False,
        "bot": None,
    }


def test_seats_that_move_together_take_their_bots_along() -> None:
    ann = guest()
    game = ann.create(seats=5)
    ann.post(f"/games/{game}/bots", {"level": "random", "seat": 4})
    ann.post(f"/games/{game}/bots", {"level": "memory", "seat": 2})

    state = ann.post(f"/games/{game}/start").json()["state"]

    assert [seat["bot"] for seat in state["seats"]] == [None, "memory", "random"]
    assert list(Seat.objects.values_list("number", "bot")) == [
        (0, ""),
        (1, "memory"),
        (2, "random"),
    ]


def test_a_game_for_people_bars_bots() -> None:
    ann = guest()
    game = ann.post("/games", {"seats": 3, "allow_bots": False}).json()["game"]["id"]

    answers = [
        ann.post(f"/games/{game}/bots"),
        ann.post("/games", {"seats": 3, "allow_bots": False, "bots": ["random"]}),
    ]

    assert [(a.status_code, a.json()["code"]) for a in answers] == [(403, "bots_barred")] * 2


def test_only_the_host_fills_the_seats() -> None:
    ann, bob, stranger = guest(), guest(), guest()
    game = ann.create(seats=4)
    bob.join(game)

    codes = [player.post(f"/games/{game}/bots").json()["code"] for player in (bob, stranger)]

    assert codes == ["not_host", "not_seated"]
    started = opened(ann, ["random"])
    assert refused(ann.send("DELETE", f"/games/{started}/seats/1")) == (409, "already_started")
    assert refused(ann.post(f"/games/{started}/bots")) == (409, "already_started")
    assert refused(ann.post(f"/games/{game}/bots", {"seat": 0})) == (409, "seat_taken")


def test_the_answer_is_the_position_after_the_own_move_and_no_request_moves_a_bot() -> None:
    ann = guest()
    game = opened(ann, ["random"])
    ask = _miss(ann, game)
    path = f"{API}/games/{game}"

    answer = ann.client.post(f"{path}/ask", ask)
    looks = [ann.client.get(f"{path}/{what}").json() for what in ("state", "state", "moves")]

    state = answer.json()["state"]
    assert answer["ETag"] == f'"{state["version"]}-0"'
    assert [move["seat"] for move in answer.json()["moves"]] == [0]
    assert (state["to_act"], looks[0]["version"]) == (1, state["version"])
    assert ann.client.post(f"{path}/ask", ask).json()["code"] == "not_your_turn"
    loop.enforce_all()
    following = ann.moves(game)[state["version"] :]
    assert following and {move["seat"] for move in following} == {1}


@pytest.mark.django_db(transaction=True)
def test_bots_that_lose_the_database_move_when_it_is_back() -> None:
    ann = guest()
    game = opened(ann, ["random"])
    ask = _miss(ann, game)
    answer = ann.client.post(f"{API}/games/{game}/ask", ask)

    with (
        connection.execute_wrapper(_losing_the_database("UPDATE games_position")),
        pytest.raises(OperationalError),
    ):
        loop.enforce_all()
    left = tables.log_of(game)
    loop.enforce_all()

    assert left.numbers[-1] == answer.json()["state"]["version"]
    assert left.position.to_act() == 1
    assert tables.log_of(game).position.to_act() != 1
    assert verify(Game.objects.get()).holds


def test_a_game_in_which_a_step_fails_keeps_no_other_waiting() -> None:
    ann = guest()
    broken, whole = opened(ann, ["random"]), opened(ann, ["random"])
    for game in (broken, whole):
        ann.client.post(f"{API}/games/{game}/ask", _miss(ann, game))
    text = Position.objects.get(pk=tables.number_of(broken)).state
    Position.objects.filter(pk=tables.number_of(broken)).update(state="{")

    loop.enforce_all()

    assert tables.log_of(whole).position.to_act() != 1
    Position.objects.filter(pk=tables.number_of(broken)).update(state=text)
    loop.enforce_all()
    assert tables.log_of(broken).position.to_act() != 1


def test_a_caller_without_a_token_is_no_player_of_a_public_game_with_bots() -> None:
    game = opened(guest(), ["random"])

    assert Player().state(game)["you"] is None
    assert all(seat["hand"] is None for seat in Player().state(game)["seats"])


def test_a_rematch_keeps_the_bots_on_their_seats() -> None:
    ann = guest()
    game = opened(ann, ["random", "expert"], on_abandon="stand_in", stand_in="forgetful")
    ann.post(f"/games/{game}/resign")

    again = ann.post(f"/games/{game}/rematch").json()

    assert [seat["bot"] for seat in again["state"]["seats"]] == [None, "random", "expert"]
    assert again["state"]["phase"] == "ask"
    assert again["moves"][0]["events"][0]["stand_in"] == "forgetful"


def test_a_stand_in_plays_as_well_as_was_agreed() -> None:
    ann, bob, cleo = (guest() for _ in range(3))
    body = {"seats": 3, "on_abandon": "stand_in", "stand_in": "expert"}
    game = ann.post("/games", body).json()["game"]["id"]
    for player in (bob, cleo):
        player.join(game)

    state = bob.post(f"/games/{game}/resign").json()["state"]

    assert (state["seats"][1]["left"], state["seats"][1]["bot"]) == (True, "expert")
    assert ann.get(f"/games/{game}").json()["players"][1]["player"] == bob.name


@pytest.mark.parametrize("is_allowed", [True, False])
def test_a_master_plays_only_where_the_setting_allows_it(
    settings: Settings, is_allowed: bool
) -> None:
    ann = guest()
    table, played = ann.create(seats=3), opened(ann, ["master"])
    ann.post(f"/games/{played}/resign")
    settings.ALLOW_MASTER = is_allowed
    game = {"seats": 2, "bots": ["master"]}

    for path, body in (
        ("/games", game),
        ("/games", {"seats": 2, "on_abandon": "stand_in", "stand_in": "master"}),
        (f"/games/{table}/bots", {"level": "master"}),
        (f"/games/{played}/rematch", None),
        ("/matches", {"seats": 4, "level": "master"}),
    ):
        answer = ann.post(path, body)
        if is_allowed:
            assert answer.status_code in (200, 201), (path, answer.content)
        else:
            assert refused(answer) == (422, "level_not_offered"), path
    [one] = ann.post("/games/bulk", {"games": [game]}).json()["results"]
    assert one["status"] == (201 if is_allowed else 422)
    assert ("master" in ann.get("/rulesets").json()["levels"]) is is_allowed
    unknown = ann.post(f"/games/{table}/bots", {"level": "wizard"})
    assert ("master" in unknown.content.decode()) is is_allowed


def test_tables_keep_a_master_that_new_ones_may_not_have(settings: Settings) -> None:
    ann, bob = guest(), guest()
    terms = {"seats": 3, "bots": ["random"], "on_abandon": "stand_in", "stand_in": "master"}
    table = ann.post("/games", terms).json()["game"]["id"]
    match = ann.post("/matches", {"seats": 2, "wait_seconds": 30, "level": "master"}).json()
    settings.ALLOW_MASTER = False

    bob.join(table)
    left = bob.post(f"/games/{table}/resign").json()["state"]
    with later(31):
        seated = ann.get(f"/matches/{match['id']}").json()["game"]
        state = ann.state(seated)

    assert left["seats"][2]["bot"] == state["seats"][1]["bot"] == "master"


def test_games_with_bots_do_not_count_in_results() -> None:
    ann = guest()
    game = opened(ann, ["random"])
    ann.post(f"/games/{game}/resign")

    assert results.by_preset(ann.account) == {}
    assert ann.get(f"/players/{ann.name}/games").json()["results"][0]["id"] == game


def _miss(player: Player, game: str) -> Any:
    """Let the player ask until some ask passes the turn, and return that one."""
    while True:
        head = head_reader.load(tables.number_of(game))
        for ask in legal.asks(Table(head.state), 0):
            if step(head.state, ask)[1].to_act() == 1:
                return {"type": "ask", "target": ask.target, "rank": rank_text(ask.rank)}
        state = player.state(game)
        player.act(game, next(a for a in state["legal_actions"] if a["type"] == "ask"))


def _losing_the_database(statement: str) -> Callable[..., Any]:
    """Fail at a statement, as if the database was lost."""

    def run(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if statement in sql:
            raise OperationalError("gone")
        return execute(sql, params, many, context)

    return run
