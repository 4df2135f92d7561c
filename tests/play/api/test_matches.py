"""Quick match: people first, bots when the wait is over, and no player twice."""

from collections import Counter
from functools import partial
from threading import Event
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from games.log.models import Game, Seat
from games.log.replay import verify
from games.play import matchmaking
from games.play.models import Match
from tests import tables
from tests.log.test_conflicts import waiting
from tests.players import Player, guest, later, refused
from tests.threads import WAIT, at_once, count_codes
from tests.timeouts import eventually

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql

CALLERS = 20


def enter(player: Player, *, seats: int = 2, wait: int = 30, **body: Any) -> Any:
    answer = player.post("/matches", {"seats": seats, "wait_seconds": wait, **body})
    assert answer.status_code == 201, answer.content
    return answer.json()


def look(player: Player, match: Any) -> Any:
    answer = player.get(f"/matches/{match['id']}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_who_comes_first_waits_and_is_seated_with_the_next() -> None:
    ann, bob = guest(), guest()

    waiting = enter(ann)
    seated = enter(bob)

    assert (waiting["status"], waiting["waiting"], waiting["game"]) == ("waiting", 1, None)
    assert (seated["status"], seated["waiting"]) == ("seated", 0)
    assert look(ann, waiting)["game"] == seated["game"]
    state = bob.state(seated["game"])
    assert (state["phase"], state["turn_seconds"], state["you"]) == ("ask", 60, 1)
    players = ann.get(f"/games/{seated['game']}").json()["players"]
    assert [player["player"] for player in players] == [ann.name, bob.name]


def test_bots_fill_the_table_when_the_wait_is_over() -> None:
    ann, bob = guest(), guest()
    first = enter(ann, seats=4, wait=30, level="expert")
    enter(bob, seats=4, wait=60, level="random")

    with later(29):
        assert look(ann, first)["status"] == "waiting"
    with later(31):
        game = look(ann, first)["game"]
        players = ann.get(f"/games/{game}").json()["players"]

    assert [p["player"] or p["bot"] for p in players] == [ann.name, bob.name, "expert", "expert"]
    assert verify(Game.objects.get()).holds
    authors = [move["seat"] for move in ann.moves(game)[:5]]
    assert authors == [None, 0, 1, None, None]


def test_bots_join_when_the_first_wait_ends() -> None:
    ann, bob = guest(), guest()
    enter(ann, seats=3, wait=300)

    match = enter(bob, seats=3, wait=0)

    people = Seat.objects.filter(account__isnull=False).values_list("account_id", "number")
    assert match["status"] == "seated"
    assert list(people) == [(ann.account, 0), (bob.account, 1)]


@pytest.mark.parametrize("is_blocker_first", [True, False])
def test_players_who_block_each_other_are_not_seated_together(is_blocker_first: bool) -> None:
    ann, mallory, carl = guest(), guest(), guest()
    assert ann.client.put(f"/api/v1/me/blocks/{mallory.name}").status_code == 204
    first, second = (ann, mallory) if is_blocker_first else (mallory, ann)

    waiting = [enter(first), enter(second)]
    third = enter(carl)

    # Two who wait for a table of two would know that one has blocked the other.
    assert [(each["status"], each["waiting"]) for each in waiting] == [("waiting", 1)] * 2

    assert third["status"] == "seated"
    players = carl.get(f"/games/{third['game']}").json()["players"]
    assert [player["player"] for player in players] == [first.name, carl.name]
    assert enter(guest())["status"] == "seated"


@pytest.mark.parametrize("place", [0, 1])
def test_who_comes_last_sits_with_no_player_whom_they_block(place: int) -> None:
    first_two, carl = [guest(), guest()], guest()
    carl.client.put(f"/api/v1/me/blocks/{first_two[place].name}")
    for player in first_two:
        enter(player, seats=3)

    assert enter(carl, seats=3)["status"] == "waiting"


def test_a_table_fills_behind_a_player_whom_the_others_block() -> None:
    mallory, ann, bob = guest(), guest(), guest()
    for player in (ann, bob):
        player.client.put(f"/api/v1/me/blocks/{mallory.name}")
    alone = enter(mallory, wait=30)
    enter(ann, wait=60)

    assert enter(bob, wait=60)["status"] == "seated"
    assert look(mallory, alone)["status"] == "waiting"
    with later(31):
        assert look(mallory, alone)["status"] == "seated"


@pytest.mark.parametrize(
    "other",
    [pytest.param({"seats": 3}, id="seats"), pytest.param({"overlays": ["pairs"]}, id="overlays")],
)
def test_who_wants_another_table_is_not_seated_here(other: dict[str, Any]) -> None:
    enter(guest())

    assert enter(guest(), **other)["status"] == "waiting"


def test_the_worker_alone_ends_a_wait() -> None:
    ann = guest()
    enter(ann, seats=3)

    with later(31):
        call_command("referee", "--once", verbosity=0)

    assert Match.objects.get().game is not None


def test_a_match_that_is_cancelled_leads_to_nothing() -> None:
    ann, bob = guest(), guest()
    match = enter(ann)

    cancelled = ann.send("DELETE", f"/matches/{match['id']}")

    assert cancelled.status_code == 204
    assert ann.get(f"/matches/{match['id']}").json()["code"] == "match_not_found"
    assert enter(bob)["status"] == "waiting"
    assert enter(ann)["status"] == "seated"


def test_who_has_a_seat_cannot_cancel_any_more() -> None:
    ann = guest()
    match = enter(ann, wait=0)

    answer = ann.send("DELETE", f"/matches/{match['id']}")

    assert (answer.status_code, answer.json()["code"]) == (409, "already_started")
    assert match["game"] in answer.json()["detail"]


def test_two_matches_at_once_are_refused() -> None:
    ann = guest()
    first = enter(ann)

    for body in ({"seats": 2}, {"seats": 3, "preset": "pagat"}):
        answer = ann.post("/matches", body)
        assert (answer.status_code, answer.json()["code"]) == (409, "already_waiting")

    assert look(ann, first)["waiting"] == 1


def test_after_a_game_was_found_another_match_may_follow() -> None:
    ann = guest()
    first = enter(ann, wait=0)

    second = enter(ann, wait=0)

    assert first["game"] != second["game"]
    assert ann.get(f"/matches/{first['id']}").status_code == 404
    assert look(ann, second)["game"] == second["game"]


def test_a_match_is_there_for_its_own_account_alone() -> None:
    ann, bob = guest(), guest()
    match = enter(ann)

    for method in ("GET", "DELETE"):
        answer = bob.send(method, f"/matches/{match['id']}")
        assert (answer.status_code, answer.json()["code"]) == (404, "match_not_found")
    assert ann.get("/matches/no-such-id").status_code == 404
    assert Player().get(f"/matches/{match['id']}").status_code == 401


def test_an_account_that_is_closed_waits_no_longer() -> None:
    ann, bob = guest(), guest()
    enter(ann)

    ann.send("DELETE", "/me")

    assert not Match.objects.exists()
    assert enter(bob)["status"] == "waiting"


def test_a_match_is_in_the_export() -> None:
    ann = guest()
    match = enter(ann)

    [held] = ann.get("/me/export").json()["matches"]

    assert (held["id"], held["seats"], held["game"]) == (match["id"], 2, None)


@POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_twenty_simultaneous_players_fill_tables_and_each_has_one_seat() -> None:
    players = [guest() for _ in range(CALLERS)]
    body = {"seats": 4, "wait_seconds": 300}

    answers = at_once(*(partial(player.post, "/matches", body) for player in players))

    assert count_codes(answers) == {"ok": CALLERS}
    games = [look(p, a.json())["game"] for p, a in zip(players, answers, strict=True)]
    assert set(Counter(games).values()) == {4}
    assert sorted(Seat.objects.values_list("account_id", flat=True)) == sorted(
        player.account for player in players
    )
    assert not Seat.objects.exclude(bot="").exists()
    for game in set(games):
        assert tables.log_of(game).position.phase == "ask"


@POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_one_who_comes_twice_at_once_waits_once() -> None:
    ann = guest()
    bodies = [{"seats": seats, "wait_seconds": 300} for seats in (2, 3, 4, 5)]

    answers = at_once(*(partial(ann.post, "/matches", body) for body in bodies))

    assert count_codes(answers) == {"ok": 1, "already_waiting": 3}
    assert Match.objects.count() == 1


@POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_who_cancels_while_a_table_fills_either_sits_or_does_not() -> None:
    for _ in range(2):
        ann, bob = guest(), guest()
        match = enter(ann)

        left, entered = at_once(
            partial(ann.send, "DELETE", f"/matches/{match['id']}"),
            partial(bob.post, "/matches", {"seats": 2, "wait_seconds": 300}),
        )

        is_seated = Seat.objects.filter(account_id=ann.account).exists()
        assert (left.status_code, entered.json()["status"]) == (
            (409, "seated") if is_seated else (204, "waiting")
        )
        matchmaking.forget(bob.account)


@POSTGRESQL
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a writer of SQLite is alone")
@pytest.mark.django_db(transaction=True)
def test_who_is_being_seated_cannot_cancel() -> None:
    ann, bob = guest(), guest()
    match = enter(ann)
    is_seated = Event()

    def seat() -> None:
        with transaction.atomic():
            matchmaking.enter(bob.account, preset="classic", seats=2, wait_seconds=30)
            is_seated.set()
            eventually(waiting)

    def cancel() -> Any:
        assert is_seated.wait(WAIT)
        return ann.send("DELETE", f"/matches/{match['id']}")

    seated, cancelled = at_once(seat, cancel)

    assert (seated, refused(cancelled)) == (None, (409, "already_started"))


@POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_a_wait_that_is_over_is_ended_once_by_all_who_see_it() -> None:
    ann = guest()
    match = enter(ann, seats=3, wait=0, preset="pagat")
    Match.objects.update(game=None)
    looks = [partial(ann.get, f"/matches/{match['id']}")] * 6

    answers = at_once(*looks, matchmaking.settle_next)

    assert {a.json()["game"] for a in answers[:6]} == {look(ann, match)["game"]}
    assert Game.objects.count() == 2  # the earlier one, and one more
