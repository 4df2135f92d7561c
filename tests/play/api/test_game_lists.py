"""Lists of games: slim entries, filters, order, and cursors that are valid for one query."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, cast
from urllib.parse import urlencode

import pytest
from django.db import transaction

from games.engine.commands import Rule, RulingKind
from games.log import head_reader, ids
from games.log.models import Game
from games.play import play
from tests.players import Json, Player, guest, play_out, seated

pytestmark = pytest.mark.django_db

FILTERS = ["status=lobby", "preset=classic", "sort=oldest", "player=Ann"]


def page(query: str = "", player: Player | None = None) -> Json:
    answer = (player or Player()).get(f"/games{query}")
    assert answer.status_code == 200, answer.content
    value: Json = answer.json()
    return value


def found(reader: Player | None = None, /, **query: Any) -> list[str]:
    shown = page(f"?{urlencode(query)}" if query else "", reader)
    return [each["id"] for each in shown["results"]]


def opened(player: Player | None = None, **body: Any) -> str:
    answer = (player or guest()).post("/games", {"seats": 2, **body})
    assert answer.status_code == 201, answer.content
    game: str = answer.json()["game"]["id"]
    return game


def test_entries_have_rules_only_where_they_are_asked_for() -> None:
    ann = guest()
    game = opened(ann)
    whole = ann.get(f"/games/{game}").json()
    slim = {name: value for name, value in whole.items() if name not in ("rules", "analysis")}

    for path in ("/games", f"/players/{ann.name}/games"):
        assert ann.get(path).json()["results"] == [slim]
        assert ann.get(f"{path}?expand=rules").json()["results"] == [whole]


def test_lobbies_are_found_by_their_free_seats() -> None:
    ann, bob = guest(), guest()
    game = opened(ann, seats=4, bots=["memory"])
    assert (found(free_seats=2), found(free_seats=3)) == ([game], [])

    bob.join(game)
    assert (found(free_seats=1), found(free_seats=2)) == ([game], [])

    bob.post(f"/games/{game}/leave")
    assert found(free_seats=2) == [game]

    assert ann.send("DELETE", f"/games/{game}/seats/1").status_code == 200
    assert found(free_seats=3) == [game]


def test_only_lobbies_have_free_seats() -> None:
    ann, closer, waiting = guest(), guest(), opened()
    started, closed = opened(ann, seats=4), opened(closer)
    guest().join(started)
    assert ann.post(f"/games/{started}/start").status_code == 200
    closer.post(f"/games/{closed}/leave")
    over, *both = seated(2)
    play_out(over, both, Random(1))

    assert found(free_seats=1) == [waiting]
    stored = {ids.to_text(pk): free for pk, free in Game.objects.values_list("pk", "free_seats")}
    assert stored == {waiting: 1, started: 0, closed: 0, over: 0}


def test_games_are_found_by_a_player() -> None:
    ann, bob = guest(), guest()
    game, other = opened(ann), opened(bob)
    opened()
    bob.join(game)

    assert found(player=ann.name.upper()) == [game]
    assert found(player=bob.name) == [other, game]
    assert found(player="unknown") == found(player="ä") == []


def test_games_of_two_players_are_found_by_mine_and_player() -> None:
    ann, bob = guest(), guest()
    game = opened(ann, seats=3)
    bob.join(game)
    opened(bob)

    assert found(bob, mine="true", player=ann.name) == [game]


def test_own_games_are_found_by_their_result() -> None:
    lost, ann, bob = seated(2)
    won = ann.create()
    bob.join(won)
    for game, loser in ((lost, ann), (won, bob)):
        assert loser.post(f"/games/{game}/resign").status_code == 200
    opened(ann)

    assert (found(ann, result="won"), found(ann, result="lost")) == ([won], [lost])
    assert (found(bob, result="won"), found(bob, result="shared")) == ([lost], [])
    assert found(ann, result="won", player=bob.name, mine="true") == [won]
    assert found(ann, result="won", player=guest().name) == found(guest(), result="won") == []
    assert Player().get("/games?result=won").status_code == 401
    assert ann.get("/games?result=draw").status_code == 400


def test_a_result_against_bots_counts_and_a_ruling_changes_it() -> None:
    ann = guest()
    game = opened(ann, bots=["memory"])
    assert ann.post(f"/games/{game}/resign").status_code == 200
    assert found(ann, result="lost") == [game]

    for kind, games in (("annulled", []), ("dismissed", [game])):
        with transaction.atomic():
            head = head_reader.load(ids.from_text(game) or 0, lock=True)
            command = Rule(1, cast(RulingKind, kind), None, None)
            play.advance(head, command, seat=None, account_id=None, now=datetime.now(UTC))
        assert found(ann, result="lost") == games


def test_a_closed_account_is_not_found_by_its_new_name() -> None:
    game, ann, _ = seated(2)
    assert ann.send("DELETE", "/me").status_code == 204
    name = Player().get(f"/games/{game}").json()["players"][0]["player"]

    assert found(player=name) == []


def test_a_private_game_is_found_by_its_players_alone() -> None:
    ann = guest()
    game = opened(ann, visibility="private")

    assert found(ann, player=ann.name) == found(ann, free_seats=1) == [game]
    assert found(player=ann.name) == found(guest(), free_seats=1) == found(seats=2) == []
    assert (found(ann, id=game), found(id=game)) == ([game], [])


def test_a_seat_and_an_invitation_show_no_other_private_game() -> None:
    ann, bob = guest(), guest()
    hidden, shown, own = (opened(host, visibility="private") for host in (ann, ann, bob))
    ann.post(f"/games/{shown}/invitations", {"player": bob.name})

    assert {*found(bob)} == {shown, own}
    assert bob.get(f"/games/{hidden}").status_code == 404


def test_games_are_found_by_their_clock() -> None:
    slow, fast, none = opened(turn_seconds=60), opened(turn_seconds=10), opened()

    assert found(turn_seconds_max=60) == [fast, slow]
    assert (found(turn_seconds_max=59), found(turn_seconds_max=9)) == ([fast], [])
    assert (found(untimed="true"), found(untimed="false")) == ([none], [fast, slow])
    assert found(untimed="true", turn_seconds_max=60) == []


def test_games_are_found_by_their_age() -> None:
    game = opened()
    created = Game.objects.get().created_at

    assert found(created_after=created.isoformat()) == []
    assert found(created_after=(created - timedelta(milliseconds=1)).isoformat()) == [game]
    assert found(created_after="1970-01-01T00:00:00Z") == [game]
    assert found(created_after="9999-12-31T23:59:59Z") == []
    assert found(created_before=created.isoformat()) == []
    assert found(created_before=(created + timedelta(microseconds=1)).isoformat()) == [game]
    assert found(created_before="1970-01-01T00:00:00Z") == []
    assert found(created_before="9999-12-31T23:59:59.999999Z") == [game]


def test_games_are_found_by_id_seats_and_whether_bots_may_play() -> None:
    people, all_ = opened(allow_bots=False), opened(seats=4)

    assert (found(seats=2), found(seats=4), found(seats=3)) == ([people], [all_], [])
    assert (found(bots_allowed="false"), found(bots_allowed="true")) == ([people], [all_])
    assert (found(id=all_), found(id="no game")) == ([all_], [])


def test_filters_work_together() -> None:
    game = opened(preset="pairs", seats=3, turn_seconds=30, allow_bots=False)
    opened(preset="pairs", seats=3, turn_seconds=30)
    opened(seats=3, turn_seconds=30, allow_bots=False)
    query = {"preset": "pairs", "seats": 3, "turn_seconds_max": 30, "bots_allowed": "false"}

    assert found(**query, free_seats=2, status="lobby") == [game]
    assert found(**query, status="running") == []


def test_the_oldest_come_first_if_asked_for() -> None:
    games = [opened() for _ in range(5)]
    assert (found(sort="newest"), found(sort="oldest")) == (games[::-1], games)

    seen, shown = [], page("?sort=oldest&limit=2")
    while True:
        seen += [each["id"] for each in shown["results"]]
        if shown["next"] is None:
            break
        last, shown = shown, Player().client.get(shown["next"]).json()
    back = Player().client.get(shown["previous"]).json()

    assert seen == games
    assert back["results"] == last["results"]


@pytest.mark.parametrize("made", ["", *FILTERS])
def test_a_cursor_of_another_query_is_refused(made: str) -> None:
    ann = guest()
    for _ in range(3):
        opened(ann)
    made = made.replace("Ann", ann.name)
    others = {"": "", **{each: each.replace("Ann", ann.name) for each in FILTERS}}
    following = page(f"?limit=1&{made}")["next"]
    cursor = following.partition("cursor=")[2].partition("&")[0]

    for other in others.values():
        answer = Player().get(f"/games?limit=2&expand=rules&cursor={cursor}&{other}")
        if other == made:
            assert answer.status_code == 200
            continue
        assert answer.status_code == 400, (made, other)
        [error] = answer.json()["errors"]
        assert (error["pointer"], error["code"]) == ("/cursor", "invalid")


def test_a_cursor_of_another_players_list_is_refused() -> None:
    ann, bob = guest(), guest()
    for player in (ann, bob):
        opened(player)
        opened(player)
    following = Player().get(f"/players/{ann.name}/games?limit=1").json()["next"]
    assert Player().client.get(following).status_code == 200

    answer = Player().client.get(following.replace(ann.name, bob.name))

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/cursor")
