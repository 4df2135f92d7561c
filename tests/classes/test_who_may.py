"""Who may do what: a pupil, strangers, and every kind of caller in every operation of a class."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from games.data import selection
from gofish_api.api import published_schema
from gofish_api.personal_data import close_account
from tests.classes.school import School
from tests.permissions import CALLS, _bot_of, _person, build_world
from tests.players import Player, guest, refused

pytestmark = pytest.mark.django_db

OF_PUPILS = {
    *("read_game", "read_state", "read_moves", "read_presence", "create_stream_ticket"),
    *("ask", "answer", "declare", "end_turn", "expose", "cut", "misdeal", "send_emote"),
    *("list_rulesets", "read_ruleset", "read_source", "read_own_class"),
}
"""What the scope `class` opens, in addition to what is open without any token."""


@pytest.mark.slow  # tests/gofish_api/test_permissions.py walks with a pupil as well
def test_a_pupil_may_nothing_but_play_at_their_table() -> None:
    world = build_world()
    pupil = world.callers["pupil"]
    schema = published_schema.document()
    scopes = {
        operation["operationId"]: {
            scope for each in operation["security"] for scope in each.get("bearer", ("none",))
        }
        for path in schema["paths"].values()
        for operation in path.values()
    }
    may = {name for name, named in scopes.items() if "class" in named}
    assert may == OF_PUPILS | {"stream_game"}
    for name, call in CALLS.items():
        if name in may or scopes[name] <= {"none"}:  # open without a token
            continue
        cache.clear()
        body = call.body
        path = call.path.format_map(world.names)
        answer = getattr(pupil.client, call.method.lower())(f"/api/v1{path}", body, format="json")
        assert refused(answer) == (403, "insufficient_scope"), name


def test_a_pupil_sees_no_other_game() -> None:
    school = School()
    own, other = school.play()
    pupil, host = school.pupils[1], guest()
    public = host.create(seats=2)
    assert guest().join(public).status_code == 200

    for path in ("", "/state", "/moves", "/presence"):
        assert pupil.get(f"/games/{own}{path}").status_code == 200
        assert pupil.get(f"/games/{other}{path}").status_code == 404
        assert pupil.get(f"/games/{public}{path}").status_code == 403
    assert pupil.post(f"/games/{other}/stream_ticket").status_code == 404
    assert refused(pupil.post(f"/games/{own}/emotes", {"emote": "hello"})) == (403, "emotes_off")
    assert pupil.get(f"{School(_person('Other'), places=2).path}/mine").status_code == 404


def test_strangers_find_nothing_of_a_class() -> None:
    school = School()
    game, _ = school.play()
    staff = _person("Cleo")
    User.objects.filter(pk=staff.account).update(is_staff=True, is_superuser=True)
    players = school.teacher.get(f"/games/{game}").json()["players"]
    usernames = [player["player"] for player in players][:1]
    for state in ("running", "over"):
        for other in (staff, Player()):
            for path in ("", "/state", "/moves", "/presence", "/replay?at=1", "/transcript"):
                assert other.get(f"/games/{game}{path}").status_code == 404, (state, path)
            for path in ("/analysis", "/knowledge?at=1&seat=0", "/stream"):
                assert other.get(f"/games/{game}{path}").status_code == 404, (state, path)
            for name in usernames:
                for path in ("", "/games", "/ratings", "/games/export"):
                    assert other.get(f"/players/{name}{path}").status_code == 404
            found = other.post("/players/lookup", {"usernames": usernames}).json()
            assert all("error" in each for each in found["players"])
            listed = other.get("/games?limit=100").json()["results"]
            assert game not in [each["id"] for each in listed]
            lines = other.post("/games/export", {"ids": [game]}).content
            assert b"not_found" in lines or game.encode() not in lines
            assert game not in str(other.get("/tv").json())
        assert staff.join(game).status_code == 404
        complaint = {"move": 1, "reason": "other", "words": "?"}
        assert staff.post(f"/games/{game}/disputes", complaint).status_code == 404
        school.do("finish")
    now, day = timezone.now(), timedelta(days=1)
    assert not selection.published(since=now - day, before=now + day).exists()


OF_TEACHERS = {
    name: call for name, call in CALLS.items() if "{class}" in call.path and "mine" not in call.path
}


@pytest.mark.slow  # tests/gofish_api/test_permissions.py walks with others' classes as well
def test_only_its_teacher_may_do_anything_with_a_class() -> None:
    """The table of the issue: every operation of a class × every kind of caller."""
    world = build_world()
    ann = world.callers["player"]
    former = _person("Former")
    theirs = School(former).path
    close_account.close(former.account, now=timezone.now())
    callers = {
        "another teacher": _person("Another"),
        "a former teacher": former,
        "a guest": guest(),
        "a bot of the teacher": _bot_of(ann, "Machine"),
        "staff": world.callers["superuser"],
        "a pupil": world.callers["pupil"],
        "anonymous": Player(),
    }
    expected = {"a former teacher": 401, "a pupil": 403, "anonymous": 401}
    assert len(OF_TEACHERS) == 10

    for name, call in OF_TEACHERS.items():
        for caller, player in callers.items():
            cache.clear()
            send = getattr(player.client, call.method.lower())
            path = call.path.format_map(world.names)
            answer = send(f"/api/v1{path}", call.body, format="json")
            assert answer.status_code == expected.get(caller, 404), (name, caller)
    assert School(ann).teacher.get(theirs).status_code == 404
