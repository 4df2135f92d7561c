"""Classes over HTTP: codes, sign-in, tables, moves between tables, pauses, results."""

import csv
import io
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db.models.signals import post_save
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.classes import codes, hosting, seating
from games.classes.models import ClassTable, SchoolClass
from games.log import ids
from games.log.models import Game, GameStatus, Position
from games.referee import loop
from tests import tables
from tests.classes.school import TERMS, School
from tests.permissions import _bot_of, _person
from tests.players import Player, guest, refused
from tests.tables import number_of

pytestmark = pytest.mark.django_db


def hand(player: Player, game: str) -> Any:
    """Return the hand that a player sees."""
    state = player.state(game)
    return state["seats"][state["you"]]["hand"]


def act(school: School, game: str) -> Any:
    """Let the pupil whose turn it is make the first legal action; return the answer."""
    for player in school.pupils.values():
        answer = player.get(f"/games/{game}/state")
        actions = answer.json()["legal_actions"] if answer.status_code == 200 else ()
        for action in actions:
            if action["type"] == "ask":
                return player.act(game, action)
    raise AssertionError("No pupil can act.")


def sign_in(code: str) -> Any:
    """Try a code; return the answer."""
    return Player().post("/class_sign_in", {"code": code})


def test_codes_are_shown_once_and_only_digests_are_stored() -> None:
    school = School()

    assert len(school.codes) == 4
    assert all(len(code) == 10 for code in school.codes.values())
    assert "codes" not in school.shown
    names = [place["name"] for place in school.shown["places"]]
    assert len({*names}) == 4
    assert {*names} <= {*codes.names_of("en")}


def test_terms_that_do_not_fit_are_refused() -> None:
    wrong: list[tuple[Any, str]] = [
        ({"places": 1}, "min_value"),
        ({"places": 61}, "max_value"),
        ({"keep_days": 367}, "max_value"),
        ({"language": "fr"}, "invalid_choice"),
        ({"seats": 2}, "min_value"),
        ({"name": "\u202e"}, "hidden_characters"),
        ({"turn_seconds": 1}, "min_value"),
    ]
    ann = _person("Ann")
    for changed, code in wrong:
        answer = ann.post("/classes", {**TERMS, **changed})
        assert [error["code"] for error in answer.json()["errors"]] == [code], changed


def test_only_people_have_classes_and_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "MOST_CLASSES", 2)
    ann = _person("Ann")
    for other in (guest(), _bot_of(ann, "Robot")):
        assert refused(other.post("/classes", TERMS)) == (403, "class_for_people")
    for _ in range(2):
        School(ann, places=2)
    assert refused(ann.post("/classes", TERMS)) == (409, "too_many_classes")
    answer = ann.post("/classes", {**TERMS, "name": "referee"})
    assert refused(answer) == (422, "class_name_reserved")
    assert len(ann.get("/classes").json()["results"]) == 2


def test_a_code_works_while_the_class_is_open_in_any_spelling() -> None:
    school = School()
    code = school.codes[1]

    assert refused(Player().post("/class_sign_in", {"code": code})) == (409, "sign_in_closed")
    assert school.do("open").status_code == 200
    spelled = f" {code[:5].lower()}-{code[5:]} "
    answer = Player().post("/class_sign_in", {"code": spelled})
    assert answer.status_code == 201
    assert answer.json()["name"] == school.shown["places"][0]["name"]
    assert refused(Player().post("/class_sign_in", {"code": "A" * 10})) == (404, "no_such_code")
    with time_machine.travel(timezone.now() + timedelta(hours=2, seconds=1)):
        assert refused(Player().post("/class_sign_in", {"code": code})) == (409, "sign_in_closed")
    school.do("close")
    assert refused(Player().post("/class_sign_in", {"code": code})) == (409, "sign_in_closed")


@pytest.mark.parametrize("action, status", [("open", 201), ("close", 409)])
def test_wrong_codes_are_refused_in_a_flood_and_keep_no_right_one_out(
    action: str, status: int, settings: Settings
) -> None:
    settings.RATES = settings.RATES | {"join_code": "3/min"}
    school, ended = School(places=2), School(_person("Host"), kind="party")
    school.do(action)
    ended.do("open")
    ended.do("end")
    for _ in range(4):
        assert sign_in(school.codes[1]).status_code == status
    accounts = User.objects.count()
    wrong = "B" * 10, ended.opened["party_code"], "B" * 10
    assert [refused(sign_in(code)) for code in wrong] == [(404, "no_such_code")] * 3
    for path in ("class_sign_in", "class_names"):
        answer = Player().post(f"/{path}", {"code": "C" * 10})
        assert refused(answer) == (429, "rate_limited")

    assert User.objects.count() == accounts
    device = school.teacher.post("/oauth/device/review", {"user_code": "BCDF-GHJK"})
    assert refused(device) == (404, "no_such_device")
    assert sign_in(school.codes[2]).status_code == status


def test_a_pupil_does_not_use_up_the_sign_ins_of_the_class(settings: Settings) -> None:
    settings.RATES = settings.RATES | {"class_sign_ins": "1/hour"}
    school = School(places=2)
    school.do("open")
    statuses = [sign_in(school.codes[1]).status_code for _ in range(2)]

    assert statuses == [201, 429]
    assert sign_in(school.codes[2]).status_code == 201


def test_a_new_code_works_although_the_old_one_was_used_up(settings: Settings) -> None:
    settings.RATES = settings.RATES | {"class_sign_ins": "1/hour"}
    school = School(places=2)
    school.do("open")
    assert [sign_in(school.codes[1]).status_code for _ in range(2)] == [201, 429]
    (renewed,) = school.teacher.post(f"{school.path}/codes", {"places": [1]}).json()["codes"]
    assert sign_in(renewed["code"]).status_code == 201

    party = School(_person("Host"), kind="party")
    party.do("open")
    code = {"code": party.opened["party_code"]}
    assert [Player().post("/class_names", code).status_code for _ in range(2)] == [200, 429]
    code = {"code": party.teacher.post(f"{party.path}/codes", {}).json()["party_code"]}
    assert Player().post("/class_names", code).status_code == 200


def test_a_second_device_and_a_new_code_sign_the_first_out() -> None:
    school = School()
    (first,) = school.sign_in(1)
    (second,) = school.sign_in(1)

    assert first.get(f"{school.path}/mine").status_code == 401
    assert second.get(f"{school.path}/mine").status_code == 200
    answer = school.teacher.post(f"{school.path}/codes", {"places": [1]})
    (renewed,) = answer.json()["codes"]
    assert second.get(f"{school.path}/mine").status_code == 401
    assert refused(Player().post("/class_sign_in", {"code": school.codes[1]})) == (
        404,
        "no_such_code",
    )
    school.codes[1] = renewed["code"]
    (third,) = school.sign_in(1)
    assert third.get(f"{school.path}/mine").json()["place"] == 1
    answer = school.teacher.post(f"{school.path}/codes", {"places": [7]})
    assert refused(answer) == (404, "no_such_place")
    assert len(school.teacher.post(f"{school.path}/codes", {}).json()["codes"]) == 4


def test_a_place_gets_another_name_of_the_list() -> None:
    school = School()
    school.play(1, 2)
    before = school.shown["places"][0]["name"]

    answer = school.teacher.post(f"{school.path}/places/1/name")

    after = answer.json()["places"][0]["name"]
    assert after != before
    assert after in codes.names_of("en")
    assert school.mine(1)["me"] == after
    players = school.pupils[2].get(f"/games/{school.games[0]}").json()["players"]
    pictures = {player["display_name"]: player["picture"] for player in players}
    assert pictures == {name: codes.names_of("en")[name] for name in pictures}
    assert after in pictures


def test_at_a_party_all_have_one_code_and_choose_a_name() -> None:
    school = School(kind="party", places=2)
    code = {"code": school.opened["party_code"]}
    assert refused(Player().post("/class_names", code)) == (409, "sign_in_closed")
    school.do("open")
    offered = Player().post("/class_names", code).json()["names"]
    assert len(offered) == 12

    ann = Player().post("/class_sign_in", {**code, "name": offered[0]})
    assert ann.status_code == 201
    for name in (offered[0], "Ann", None):
        body = {**code, "name": name} if name else code
        assert refused(Player().post("/class_sign_in", body)) == (409, "name_taken_in_class")
    own_code = {"code": ann.json()["code"]}
    assert Player().post("/class_names", own_code).json()["names"] == []
    back = Player().post("/class_sign_in", own_code)
    assert (back.json()["place"], back.json()["code"]) == (1, None)
    assert Player().post("/class_sign_in", {**code, "name": offered[1]}).status_code == 201
    third = Player().post("/class_sign_in", {**code, "name": offered[2]})
    assert refused(third) == (409, "class_full")
    renewed = school.teacher.post(f"{school.path}/codes", {}).json()
    assert renewed["party_code"] != code["code"]
    assert refused(Player().post("/class_names", code)) == (404, "no_such_code")


def test_one_address_takes_few_places_of_a_party_at_a_time(settings: Settings) -> None:
    settings.RATES = settings.RATES | {"join_code": "2/min"}
    party, other = (School(_person(name), kind="party", places=4) for name in ("Ann", "Bob"))
    party.do("open")
    other.do("open")
    first = party.join()
    for _ in range(3):  # refusals do not count
        assert refused(party.join(first.json()["name"])) == (409, "name_taken_in_class")

    assert party.join().status_code == 201
    assert refused(party.join()) == (429, "rate_limited")
    assert other.join().status_code == 201
    back = Player().post("/class_sign_in", {"code": first.json()["code"]})
    assert back.status_code == 201


@pytest.mark.usefixtures("in_one_window")
def test_games_and_codes_count_as_changes_and_a_refused_start_as_one(settings: Settings) -> None:
    def left() -> int:
        answer = school.teacher.post(f"{school.path}/places/1/name")  # one change
        return int(answer.headers["RateLimit"].partition('"class_changes";r=')[2].split(";")[0])

    school = School(places=4, seats=3)
    school.sign_in()
    school.form("hand", tables=[[1, 2], [3, 4]])
    school.do("pause")
    before = left()
    assert refused(school.start()) == (409, "class_not_possible_now")
    assert left() == before - 2
    school.do("resume")
    assert school.start().status_code == 200
    assert left() == before - 6

    settings.RATES = settings.RATES | {"class_changes": f"{1_200 - before + 11}/hour"}
    school.do("finish")
    school.form("hand", tables=[[1], [2], [3], [4]])
    assert refused(school.start()) == (429, "rate_limited")
    school.form("hand", tables=[[1, 2]])
    assert school.start().status_code == 200
    settings.RATES = settings.RATES | {"class_changes": "1200/hour"}
    before = left()
    assert school.teacher.post(f"{school.path}/codes", {"places": [1, 2, 3]}).status_code == 200
    assert left() == before - 4


def test_a_start_opens_no_more_games_than_it_counts() -> None:
    school = School(places=4, seats=3)
    school.sign_in()
    school.form("hand", tables=[[1, 2, 3, 4]])

    def form_more(instance: ClassTable, **_: object) -> None:
        """Do what another request can do between two games of a start."""
        if instance.number == 1:
            for number in (2, 3, 4):
                ClassTable.objects.create(
                    school_class=instance.school_class,
                    round=instance.round,
                    number=number,
                    seats=[None, number],
                )

    post_save.connect(form_more, sender=ClassTable)
    try:
        started = school.start().json()
    finally:
        post_save.disconnect(form_more, sender=ClassTable)
    assert [table["game"] is not None for table in started["tables"]] == [True] + [False] * 3


def test_who_takes_a_freed_place_of_a_party_inherits_nothing() -> None:
    school = School(kind="party", places=2)
    school.fill()
    school.form()
    school.start()
    school.do("finish")
    school.form()
    (game,) = school.start().json()["tables"]
    leaver, name = school.pupils[1], school.shown["places"][0]["name"]
    assert refused(school.join()) == (409, "class_full")

    shown = school.free(1).json()

    assert [place["number"] for place in shown["places"]] == [2]
    bots = {seat["place"]: seat["bot"] for seat in shown["tables"][0]["seats"]}
    assert bots == {2: False, None: True}
    assert leaver.get(f"{school.path}/mine").status_code == 401
    assert refused(school.free(1)) == (404, "no_such_place")
    joined = school.join(name)
    assert (joined.status_code, joined.json()["place"]) == (201, 3)
    assert refused(school.free(1)) == (404, "no_such_place")  # a retry evicts no player
    school.do("finish")
    lines = school.teacher.get(f"{school.path}/results").json()["results"]
    assert {line["place"]: line["games"] for line in lines} == {2: 2, 3: 0}
    call_command("verify_games", game["game"])


def test_who_takes_a_freed_place_of_a_class_inherits_no_earlier_result() -> None:
    school = School(places=2)
    school.play()
    school.do("finish")
    school.form()

    school.free(1)

    lines = school.teacher.get(f"{school.path}/results").json()["results"]
    assert {line["place"]: line["games"] for line in lines} == {1: 0, 2: 1}


def test_a_freed_place_of_a_class_needs_a_new_code() -> None:
    school = School(places=3)
    school.sign_in()
    school.form("hand", tables=[[1, 2], [3]])
    code = {"code": school.codes[3]}

    shown = school.free(3).json()

    assert [len(table["seats"]) for table in shown["tables"]] == [2]
    assert not shown["places"][2]["signed_in"]
    assert refused(Player().post("/class_sign_in", code)) == (404, "no_such_code")
    (renewed,) = school.teacher.post(f"{school.path}/codes", {"places": [3]}).json()["codes"]
    assert Player().post("/class_sign_in", {"code": renewed["code"]}).status_code == 201
    school.do("end")
    assert school.free(3).status_code == 200


def test_after_a_start_that_was_cut_off_the_next_round_is_formed() -> None:
    school = School()
    school.play(1, 2)
    ClassTable.objects.create(
        school_class_id=ids.from_text(school.opened["id"]) or 0, round=1, number=2, seats=[1, 2]
    )
    school.do("finish")

    answer = school.form()

    assert answer.status_code == 200, answer.content
    assert (answer.json()["round"], len(answer.json()["tables"])) == (2, 1)
    assert ClassTable.objects.count() == 2


@pytest.mark.parametrize(
    "count, seats, sizes", [(24, 4, [4] * 6), (13, 4, [4, 3, 3, 3]), (5, 4, [3, 2]), (1, 3, [1])]
)
def test_no_pupil_rests(count: int, seats: int, sizes: list[int]) -> None:
    tables = seating.divided(dict.fromkeys(range(count), 0), seats=seats, chance=Random(1))

    assert sorted(map(len, tables), reverse=True) == sizes
    assert sorted(number for table in tables for number in table) == [*range(count)]


def test_tables_are_formed_of_those_who_are_there() -> None:
    school = School(places=6)
    assert refused(school.form()) == (409, "class_not_possible_now")
    assert refused(school.start()) == (409, "class_not_possible_now")
    school.sign_in(1, 2, 3, 4)

    shown = school.form(seats=3).json()
    assert shown["status"] == "formed"
    assert [len(table["seats"]) for table in shown["tables"]] == [2, 2]
    assert refused(school.form("hand", tables=[[1, 5]])) == (404, "no_such_place")
    shown = school.form("hand", tables=[[1], [2, 3, 4]]).json()
    assert shown["round"] == 1
    assert [seat["place"] for seat in shown["tables"][0]["seats"]] == [1, None, None]
    assert school.move(1, 2).json()["places"][0]["table"] == 2
    school.teacher.post(f"{school.path}/codes", {"places": [4]})
    assert refused(school.form("hand", tables=[[4, 1]])) == (404, "no_such_place")
    assert school.start(minutes=20).json()["round_ends_at"] is not None
    wrong: list[Any] = [{"tables": [[1, 1]]}, {"tables": []}, {}, {"tables": [[*range(1, 8)]]}]
    for body in wrong:
        assert school.form("hand", **body).status_code == 400
    assert school.form("lot", tables=[[1, 2]]).status_code == 400
    assert refused(school.form()) == (409, "class_not_possible_now")


def test_pupils_play_and_the_teacher_watches_without_hands() -> None:
    school = School()
    one, two = school.play()

    assert school.mine(1)["game"] == one
    assert school.mine(3)["game"] == two
    assert hand(school.pupils[1], one)
    state = school.teacher.state(one)
    assert state["you"] is None
    assert all(seat["hand"] is None for seat in state["seats"])
    shown = school.shown["tables"][0]["seats"]
    sizes = [seat["hand_size"] for seat in state["seats"]]
    assert [seat["hand_size"] for seat in shown] == sizes and all(sizes)
    assert act(school, one).status_code == 200
    assert school.shown["tables"][0]["version"] > 4
    assert school.teacher.get(f"/games/{one}").json()["players"][0]["display_name"] is not None


def test_a_pause_stops_moves_clocks_and_bots() -> None:
    school = School(turn_seconds=60)
    game, _ = school.play()
    pupil = school.pupils[1]
    before = pupil.get(f"/games/{game}/state")

    assert school.do("pause").json()["paused"]
    paused = pupil.get(f"/games/{game}/state", If_None_Match=before["ETag"])
    assert (paused.status_code, paused.json()["paused"]) == (200, True)
    assert paused.json()["deadline"] is None
    assert refused(act(school, game)) == (409, "game_paused")
    assert refused(school.do("pause")) == (409, "class_not_possible_now")
    later = timezone.now() + timedelta(minutes=10)
    with time_machine.travel(later):
        loop.enforce_all()
        assert pupil.state(game)["version"] == before.json()["version"]
        assert not school.do("resume").json()["paused"]
        after = pupil.get(f"/games/{game}/state")
        assert after["ETag"] not in (before["ETag"], paused["ETag"])
        left = Position.objects.get(pk=ids.from_text(game)).deadline
        assert left is not None
        assert timedelta(seconds=50) < left - timezone.now() <= timedelta(seconds=60)
        assert act(school, game).status_code == 200


@pytest.mark.parametrize(("before", "after"), [(30, 30), (4, 10)], ids=["as left", "at least"])
def test_a_pause_takes_no_time_from_a_round_or_a_move(before: int, after: int) -> None:
    school = School(turn_seconds=60)
    school.play()
    SchoolClass.objects.update(round_ends_at=timezone.now() + timedelta(minutes=20))
    Position.objects.update(deadline=timezone.now() + timedelta(seconds=before))
    ends = SchoolClass.objects.get().round_ends_at
    school.do("pause")

    with time_machine.travel(timezone.now() + timedelta(minutes=10)):
        ends_after = datetime.fromisoformat(school.do("resume").json()["round_ends_at"])
        deadline = Position.objects.order_by("pk")[0].deadline
        assert not tables.unchecked()
        assert ends is not None and deadline is not None
        left = deadline - timezone.now()

    assert timedelta(minutes=9) < ends_after - ends < timedelta(minutes=11)
    assert timedelta(seconds=after - 5) < left <= timedelta(seconds=after)


def test_a_pupil_gets_the_whole_clock_of_a_move_that_was_a_bots() -> None:
    school = School(places=2, turn_seconds=300)
    (game,) = school.play()
    school.do("pause")
    Position.objects.update(paused_left=timedelta(0))  # as in the turn of a bot
    school.do("resume")

    left = Position.objects.get().deadline - timezone.now()  # type: ignore[operator]
    assert timedelta(seconds=290) < left <= timedelta(seconds=300)
    assert school.pupils[1].get(f"/games/{game}").json()["join_code"] is None


def test_a_game_that_cannot_be_read_stops_no_other() -> None:
    school = School()
    damaged, sound = school.play()
    school.do("pause")
    Position.objects.filter(game=ids.from_text(damaged)).update(state="?")

    assert school.do("resume").status_code == 200
    assert act(school, sound).status_code == 200
    assert school.do("finish").status_code == 200
    assert Game.objects.get(pk=number_of(sound)).status == GameStatus.OVER
    assert school.do("end").status_code == 200


def test_a_bot_plays_for_a_pupil_who_is_away_and_they_come_back() -> None:
    school = School()
    game, other = school.play()
    kept = hand(school.pupils[1], game)

    shown = school.move(1, None).json()
    assert shown["tables"][0]["seats"][0] == {
        "seat": 0,
        "place": 1,
        "name": shown["places"][0]["name"],
        "bot": True,
        "hand_size": len(kept),
    }
    assert school.mine(1)["game"] is None
    assert school.pupils[1].state(game)["you"] is None
    assert school.move(1, 1).status_code == 200
    assert school.mine(1)["game"] == game
    assert school.pupils[1].state(game)["you"] == 0
    assert refused(school.move(1, 2)) == (409, "no_free_seat")
    call_command("verify_games", game)
    assert other


def test_an_empty_seat_is_taken_before_that_of_a_pupil_who_is_away() -> None:
    school = School(places=3)
    school.sign_in()
    school.form("hand", tables=[[1], [2, 3]])
    school.start()
    game = school.games[0]

    school.move(2, 1)
    school.move(1, None)
    school.move(3, 1)
    school.move(1, 1)

    assert [school.pupils[each].state(game)["you"] for each in (1, 2, 3)] == [0, 1, 2]


def test_a_pupil_takes_the_seat_of_one_who_is_away() -> None:
    school = School()
    game, other = school.play()
    mover, away = school.pupils[1], school.pupils[3]
    assert away.state(other)["you"] == 0

    school.move(3, None)
    shown = school.move(1, 2).json()

    assert shown["places"][0]["table"] == 2
    assert school.mine(1)["game"] == other
    assert mover.state(other)["you"] == 0
    assert hand(mover, other)
    assert away.get(f"/games/{other}/state").status_code == 404
    assert refused(away.ask(other, 1, "7"))[0] == 404
    assert school.mine(3)["game"] is None
    school.move(3, 1)  # the seat that 1 left
    assert school.mine(3)["game"] == game
    assert away.state(game)["you"] == 0
    assert mover.get(f"/games/{game}/state").status_code == 404


def test_a_pupil_whose_seat_another_one_got_cannot_play_it() -> None:
    school = School()
    _, game = school.play()
    mover, away = school.pupils[1], school.pupils[3]
    away.state(game)
    assert act(school, game).status_code == 200  # this process remembers the seat
    school.move(3, None)
    school.move(1, 2)
    act(school, game)
    while (state := mover.state(game))["to_act"] != 0:
        act(school, game)

    asks = [action for action in state["legal_actions"] if action["type"] == "ask"]
    assert refused(away.act(game, asks[0]))[0] == 404
    assert mover.state(game) == state


def test_the_pause_and_the_deletion_of_a_class_change_no_other() -> None:
    deleted, other = School(places=2), School(_person("Other"), places=2)
    deleted.play()
    (game,) = other.play()

    deleted.do("pause")
    deleted.teacher.client.delete(f"/api/v1{deleted.path}")

    assert act(other, game).status_code == 200
    assert other.teacher.get(f"/games/{game}/state").status_code == 200
    assert sign_in(other.codes[1]).status_code == 201


def test_rounds_results_and_the_end() -> None:
    school = School()
    games = school.play()
    for _ in range(3):
        act(school, games[0])

    shown = school.do("finish").json()
    assert (shown["status"], [table["status"] for table in shown["tables"]]) == (
        "between",
        ["over", "over"],
    )
    assert school.form("results").json()["round"] == 2
    assert school.start().status_code == 200
    assert school.do("pause").status_code == 200
    assert school.do("end").json()["status"] == "over"
    assert all(
        pupil.get(f"{school.path}/mine").status_code == 401 for pupil in school.pupils.values()
    )
    ClassTable.objects.filter(round=1).update(result=None)  # as of games that ended by themselves
    found = school.teacher.get(f"{school.path}/results").json()
    assert found["rounds"] == 2
    assert [line["games"] for line in found["results"]] == [2] * 4
    assert sum(line["asks"] for line in found["results"]) >= 3
    answer = school.teacher.get(f"{school.path}/results", Accept="text/csv")
    rows = [*csv.reader(io.StringIO(answer.content.decode()))]
    assert rows[0] == ["rank", "name", "games", "firsts", "books", "asks", "hits"]
    assert len(rows) == 5
    for action in ("open", "pause", "resume", "finish", "end"):
        assert refused(school.do(action)) == (409, "class_over")
    for answer in (school.form(), school.start(), school.move(1, 1)):
        assert refused(answer) == (409, "class_over")
    assert refused(Player().post("/class_sign_in", {"code": school.codes[1]})) == (
        404,
        "no_such_code",
    )
