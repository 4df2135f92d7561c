"""Tournaments over HTTP: terms, entering, directing, reading, and who sees what."""

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.signals import post_init
from django.utils import timezone

from accounts import registration
from accounts.models import Notice, User
from games.tournaments import directing, entering, hosting, worker
from games.tournaments.models import Entrant, TournamentTable
from tests.contract.test_operations import validator
from tests.permissions import _bot_of, _person
from tests.players import Json, Player, account_of, guest, refused
from tests.tournaments.club import Club

pytestmark = pytest.mark.django_db

TERMS: dict[str, Any] = {"name": "Cup", "seats": 2, "turn_seconds": 30, "rounds": 3}


def opened(host: Player, **terms: Any) -> str:
    """Open a tournament and return its path."""
    soon = (timezone.now() + timedelta(hours=1)).isoformat()
    answer = host.post("/tournaments", {**TERMS, "starts_at": soon, **terms})
    assert answer.status_code == 201, answer.content
    return f"/tournaments/{answer.json()['id']}"


def code(answer: Any) -> str:
    """Return the code of a problem, or of its only error."""
    problem = answer.json()
    errors = problem.get("errors")
    return f"{errors[0]['pointer']} {errors[0]['code']}" if errors else problem["code"]


@pytest.mark.parametrize(
    "changed, expected",
    [
        ({"starts_at": "2020-01-01T00:00:00Z"}, "/starts_at in_the_past"),
        ({"starts_at": "2020-01-01T00:00:00"}, "/starts_at invalid"),
        ({"starts_at": "2020-01-01"}, "/starts_at invalid"),
        ({"starts_at": 1577836800}, "/starts_at invalid"),
        ({"starts_at": "2099-01-01T00:00:00Z"}, "/starts_at too_far_ahead"),
        ({"players_min": 9, "players_max": 8}, "/players_min too_many"),
        ({"rounds": None}, "/rounds null"),
        ({"format": "arena"}, "/minutes required"),
        ({"minutes": 30}, "/minutes not_applicable"),
        ({"format": "round_robin"}, "/rounds not_applicable"),
        ({"late_until": 4}, "/late_until too_many"),
        ({"seats": 6, "preset": "bicycle"}, "impossible_rules"),
        ({"name": "referee"}, "tournament_name_reserved"),
        ({"name": "\u202e"}, "/name hidden_characters"),
        ({"rated": True, "kinds": "both"}, "not_rateable"),
        ({"rated": True, "entry": "code"}, "not_rateable"),
        ({"rated": True, "overlays": ["wild_cards"]}, "not_rateable"),
        ({"turn_seconds": 1}, "/turn_seconds min_value"),
        ({"players_max": 1001}, "/players_max max_value"),
    ],
)
def test_terms_that_do_not_fit_are_refused(changed: dict[str, Any], expected: str) -> None:
    soon = (timezone.now() + timedelta(hours=1)).isoformat()
    answer = _person("Ann").post("/tournaments", {**TERMS, "starts_at": soon, **changed})

    problem = answer.json()
    if problem["code"] == "impossible_rules":
        assert expected == "impossible_rules"
    else:
        assert code(answer) == expected


def test_guests_and_bots_host_none_and_a_host_five() -> None:
    ann = _person("Ann")
    soon = (timezone.now() + timedelta(hours=1)).isoformat()
    for other in (guest(), _bot_of(ann, "Robot")):
        answer = other.post("/tournaments", {**TERMS, "starts_at": soon})
        assert refused(answer) == (403, "tournament_for_others")
    for _ in range(5):
        opened(ann)
    answer = ann.post("/tournaments", {**TERMS, "starts_at": soon})
    assert refused(answer) == (409, "too_many_tournaments")


def test_joining_is_refused_with_a_code_for_each_reason() -> None:
    ann, bob = _person("Ann"), _person("Bob")
    robot = _bot_of(ann, "Robot")
    people, both = opened(ann, players_max=2), opened(ann, kinds="both")
    rated = opened(ann, rated=True)

    assert bob.post(f"{people}/join", {}).status_code == 200
    assert refused(bob.post(f"{people}/join", {})) == (409, "already_entered")
    assert refused(robot.post(f"{people}/join", {})) == (403, "tournament_for_others")
    assert refused(bob.post(f"{both}/join", {})) == (422, "bots_not_confirmed")
    agreed = {"with_bots": True}
    assert refused(bob.post(f"{both}/join", agreed)) == (409, "tournaments_overlap")
    assert ann.post(f"{both}/join", agreed).status_code == 200
    assert refused(guest().post(f"{rated}/join", {})) == (403, "tournament_for_others")
    assert guest().post(f"{people}/join", {}).status_code == 200
    assert refused(guest().post(f"{people}/join", {})) == (409, "tournament_full")
    assert refused(bob.post(f"{people}/confirm")) == (409, "nothing_to_confirm")
    assert refused(guest().post(f"{people}/withdraw")) == (403, "not_entered")
    assert bob.post(f"{people}/withdraw").status_code == 204
    assert bob.post(f"{people}/join", {}).status_code == 200
    ann.post(f"{people}/direct", {"action": "cancel"})
    assert refused(bob.post(f"{people}/withdraw")) == (409, "tournament_over")


@pytest.mark.slow
def test_who_changes_their_mind_too_often_is_refused_and_can_withdraw() -> None:
    ann, bob = _person("Ann"), _person("Bob")
    cup = opened(ann)
    for _ in range(15):
        assert bob.post(f"{cup}/join", {}).status_code == 200
        assert bob.post(f"{cup}/withdraw").status_code == 204

    assert refused(bob.post(f"{cup}/join", {})) == (409, "too_many_changes")


@pytest.mark.postgresql
def test_a_private_tournament_exists_only_for_those_who_are_in_it() -> None:
    ann, bob, cleo = _person("Ann"), _person("Bob"), _person("Cleo")
    league = opened(ann, entry="code")
    secret = ann.get(league).json()["join_code"]
    for path in ("", "/standings", "/tables", "/stream", "/export"):
        assert refused(bob.get(league + path)) == (404, "tournament_not_found"), path
    for path in ("/join", "/confirm", "/pause", "/withdraw"):
        assert refused(bob.post(league + path)) == (404, "tournament_not_found"), path
    answer = bob.post(f"{league}/direct", {"action": "pause"})
    assert refused(answer) == (404, "tournament_not_found")
    assert refused(bob.post(f"{league}/join", {"code": "WRONG"})) == (404, "tournament_not_found")
    assert league.rpartition("/")[2] not in bob.get("/tournaments").content.decode()

    assert bob.post(f"{league}/join", {"code": secret}).status_code == 200
    assert bob.get(league).json()["join_code"] is None
    invited = opened(ann, entry="invited")
    assert ann.post(f"{invited}/invitations", {"players": ["Cleo"]}).json() == {"invited": 1}
    assert [each["id"] for each in cleo.get("/tournaments?mine=true").json()["results"]] == [
        invited.rpartition("/")[2]
    ]
    assert cleo.post(f"{invited}/join", {}).status_code == 200


def test_what_a_player_is_in_one_tournament_counts_in_no_other() -> None:
    ann, bob = _person("Ann"), _person("Bob")
    own, other, public = (opened(ann, entry=entry) for entry in ("invited", "invited", "open"))
    ann.post(f"{own}/invitations", {"players": ["Bob"]})
    ann.send("PUT", f"{own}/directors/Bob")

    assert bob.get(own).json()["directors"] == ["Bob"]
    assert refused(bob.get(other)) == (404, "tournament_not_found")
    assert refused(bob.post(f"{other}/join", {})) == (404, "tournament_not_found")
    answer = bob.post(f"{public}/direct", {"action": "cancel"})
    assert refused(answer) == (403, "not_director")


def test_directors_who_play_neither_remove_others_nor_shorten_rounds() -> None:
    ann, bob, cleo = _person("Ann"), _person("Bob"), _person("Cleo")
    cup = opened(ann)
    removal = {"action": "remove", "player": "Cleo", "reason": "absent"}
    cleo.post(f"{cup}/join", {})
    assert refused(bob.post(f"{cup}/direct", removal)) == (403, "not_director")
    invitation = {"players": ["Ann"]}
    assert refused(bob.post(f"{cup}/invitations", invitation)) == (403, "not_director")
    assert ann.send("PUT", f"{cup}/directors/Bob").status_code == 204
    assert refused(bob.send("PUT", f"{cup}/directors/Cleo")) == (403, "not_tournament_host")
    assert refused(ann.send("PUT", f"{cup}/directors/Ann")) == (409, "host_directs")
    bob.post(f"{cup}/join", {})
    assert refused(bob.post(f"{cup}/direct", removal)) == (403, "director_plays")
    assert refused(bob.post(f"{cup}/direct", {"action": "begin"})) == (403, "director_plays")
    own = {**removal, "player": "Bob"}
    assert refused(bob.post(f"{cup}/direct", own)) == (422, "removes_themselves")

    assert ann.post(f"{cup}/direct", removal).status_code == 200
    assert refused(cleo.post(f"{cup}/join", {})) == (403, "removed_from_tournament")
    assert cleo.get(cup).json()["me"]["removal"] == "absent"
    [notice] = Notice.objects.filter(account_id=cleo.account)
    assert (notice.kind, notice.data["removal"]) == ("tournament_removed", "absent")


def test_a_director_who_withdrew_from_their_table_counts_as_playing() -> None:
    ann, bob = _person("Ann"), _person("Bob")
    cup = opened(ann)
    for player in (ann, bob):
        player.post(f"{cup}/join", {})
    TournamentTable.objects.create(
        tournament_id=Entrant.objects.latest("pk").tournament_id,
        round=1,
        number=1,
        players=[1, 2],
        changed=1,
    )
    ann.post(f"{cup}/withdraw", {})

    removal = {"action": "remove", "player": "Bob", "reason": "absent"}
    assert refused(ann.post(f"{cup}/direct", removal)) == (403, "director_plays")


@pytest.mark.slow
def test_who_began_a_tournament_or_a_round_early_does_not_join() -> None:
    ann, bob, cleo, dan = (_person(name) for name in ("Ann", "Bob", "Cleo", "Dan"))
    cup = opened(ann, late_until=2)
    for player in (bob, cleo):
        player.post(f"{cup}/join", {})
    ann.send("PUT", f"{cup}/directors/Dan")
    for player in (ann, dan):
        assert player.post(f"{cup}/direct", {"action": "begin"}).status_code == 200

    for player in (ann, dan):
        assert refused(player.post(f"{cup}/join", {})) == (403, "director_plays")
    again = ann.post(f"{cup}/direct", {"action": "begin"})
    assert refused(again) == (409, "not_possible_now")


def test_a_director_is_not_named_by_whom_they_have_blocked_and_pauses_have_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, bob, cleo = (_person(name) for name in ("Ann", "Bob", "Cleo"))
    cup = opened(ann)
    cleo.client.put("/api/v1/me/blocks/Ann")
    assert refused(ann.send("PUT", f"{cup}/directors/Cleo")) == (409, "not_invitable")
    cleo.client.delete("/api/v1/me/blocks/Ann")
    for player in (bob, cleo):
        player.post(f"{cup}/join", {})
    monkeypatch.setattr(directing, "MOST_PAUSES", 1)
    for action in ("begin", "pause", "resume"):
        assert ann.post(f"{cup}/direct", {"action": action}).status_code == 200

    assert refused(ann.post(f"{cup}/direct", {"action": "pause"})) == (409, "not_possible_now")


@pytest.mark.slow
def test_neither_who_removed_a_player_nor_their_bot_joins() -> None:
    ann, bob = _person("Ann"), _person("Bob")
    robot = _bot_of(ann, "Robot")
    cup = opened(ann, kinds="both")
    for player in (ann, bob):
        assert player.post(f"{cup}/join", {"with_bots": True}).status_code == 200
    ann.post(f"{cup}/withdraw")
    removal = {"action": "remove", "player": "Bob", "reason": "absent"}
    assert ann.post(f"{cup}/direct", removal).status_code == 200

    for player in (ann, robot):
        answer = player.post(f"{cup}/join", {"with_bots": True})
        assert refused(answer) == (403, "has_removed_others")


def test_invitations_keep_to_blocks_and_to_the_limits_of_invitations_to_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, bob, cleo, dan = (_person(name) for name in ("Ann", "Bob", "Cleo", "Dan"))

    def invite(host: Player, cup: str, *names: str) -> Any:
        return host.post(f"{cup}/invitations", {"players": names})

    *cups, last = (opened(ann, entry="invited") for _ in range(4))
    for cup in cups:
        assert invite(ann, cup, "Bob").json() == {"invited": 1}
    assert refused(invite(ann, last, "Cleo", "Bob")) == (409, "not_invitable")
    assert refused(cleo.get(last)) == (404, "tournament_not_found")
    assert bob.post(f"{cups[0]}/join", {}).status_code == 200
    assert invite(ann, last, "Bob").json() == {"invited": 1}

    monkeypatch.setattr(hosting, "MOST_OF_AN_ACCOUNT", 3)
    another = opened(dan, entry="invited")
    assert refused(invite(dan, another, "Bob")) == (409, "not_invitable")
    cleo.client.put("/api/v1/me/blocks/Dan")
    assert refused(invite(dan, another, "Cleo")) == (409, "not_invitable")
    dan.send("PUT", f"{another}/directors/Ann")
    assert refused(invite(ann, another, "Cleo")) == (409, "not_invitable")
    cleo.client.delete("/api/v1/me/blocks/Dan")
    assert invite(ann, another, "Cleo").json() == {"invited": 1}


def test_an_invitation_is_taken_back_by_a_director_or_declined_by_the_player() -> None:
    ann, bob, cleo, dan = (_person(name) for name in ("Ann", "Bob", "Cleo", "Dan"))
    cup = opened(ann, entry="invited")
    assert ann.post(f"{cup}/invitations", {"players": ["Bob", "Cleo", "Dan"]}).status_code == 200
    assert refused(cleo.send("DELETE", f"{cup}/invitations/Bob")) == (403, "not_director")

    for caller, name in [(ann, "Bob"), (ann, "Bob"), (cleo, "Cleo")]:
        assert caller.send("DELETE", f"{cup}/invitations/{name}").status_code == 204
    for player in (bob, cleo):
        assert refused(player.get(cup)) == (404, "tournament_not_found")
        assert refused(player.post(f"{cup}/join", {})) == (404, "tournament_not_found")
    answer = cleo.send("DELETE", f"{cup}/invitations/Cleo")
    assert refused(answer) == (404, "tournament_not_found")
    assert refused(ann.send("DELETE", f"{cup}/invitations/Unknown")) == (404, "no_such_player")
    assert dan.post(f"{cup}/join", {}).status_code == 200
    assert ann.send("DELETE", f"{cup}/invitations/Dan").status_code == 204
    stays = dan.get(cup).json()
    assert stays["me"]["status"] == "active"
    assert dan.send("DELETE", f"{cup}/invitations/Dan").status_code == 204
    assert dan.get(cup).json()["version"] == stays["version"], "nothing has changed"


@pytest.mark.slow
def test_a_bot_of_a_director_counts_as_playing() -> None:
    ann = _person("Ann")
    robot = registration.create_bot(account_of(ann), "Robot", now=timezone.now())
    cup = opened(ann, kinds="bots")
    Player(robot.issued.secret).post(f"{cup}/join", {})

    assert refused(ann.post(f"{cup}/direct", {"action": "begin"})) == (403, "director_plays")


def test_a_director_begins_pauses_resumes_extends_and_cancels() -> None:
    ann, bob, cleo = _person("Ann"), _person("Bob"), _person("Cleo")
    cup = opened(ann)

    def direct(action: str, **more: Any) -> Any:
        return ann.post(f"{cup}/direct", {"action": action, **more})

    assert refused(direct("begin")) == (409, "not_possible_now")
    for player in (bob, cleo):
        player.post(f"{cup}/join", {})
    assert direct("begin").json()["phase"] == "confirming"
    assert direct("pause").json()["status"] == "paused"
    assert refused(direct("pause")) == (409, "not_possible_now")
    assert direct("resume").json()["confirm_until"] is not None
    assert direct("extend", by=2).json()["rounds"] == 5
    assert refused(direct("extend", by=100)) == (409, "not_possible_now")
    assert code(direct("extend")) == "/by required"
    assert code(direct("cancel", by=1)) == "/by not_applicable"
    assert direct("cancel").json()["end_reason"] == "by_director"
    assert refused(direct("cancel")) == (409, "tournament_over")


def test_a_table_is_not_ones_own_after_one_resigned_from_its_game() -> None:
    ann, bob, cleo = _person("Ann"), _person("Bob"), _person("Cleo")
    club = Club(users=[account_of(each) for each in (ann, bob, cleo)], seats=3)
    club.start()
    club.confirm()
    path = f"/tournaments/{club.row.public_id}"
    seated = bob.get(path)
    table = seated.json()["me"]["table"]

    bob.post(f"/games/{table['game']}/resign", {})

    left = bob.get(path, If_None_Match=seated["ETag"])
    assert (left.status_code, left.json()["me"]["table"]) == (200, None)
    assert ann.get(path).json()["me"]["table"] == table


def test_players_read_their_own_table_alone_before_and_after_it_opens() -> None:
    players = [_person(f"Player{number}") for number in range(6)]
    club = Club(users=[account_of(player) for player in players])
    club.start()
    for user in club.users:
        entering.confirm(user.pk, club.id)
    worker.step()
    path, read = f"/tournaments/{club.row.public_id}", list[object]()

    def note(instance: object, **_: object) -> None:
        read.append(instance)

    for is_open in (False, True):
        for number, player in enumerate(players, 1):
            [own] = [table for table in club.tables if number in table.players]
            post_init.connect(note, sender=TournamentTable)
            shown = player.get(path).json()["me"]["table"]
            post_init.disconnect(note, sender=TournamentTable)
            assert (shown["number"], shown["game"] is not None) == (own.number, is_open)
        club.wait()

    assert len(read) == 2 * len(players)


def test_a_copy_with_an_earlier_name_or_of_another_form_is_not_current() -> None:
    host, ann, reader = _person("Ann"), _person("Bob"), Player()
    path = opened(host)
    assert ann.post(f"{path}/join", {}).status_code == 200
    tags = {each: reader.get(each)["ETag"] for each in (path, f"{path}/standings")}
    table = reader.get(
        f"{path}/standings", Accept="text/csv", If_None_Match=tags[f"{path}/standings"]
    )

    User.objects.filter(pk=host.account).update(username="annabel")
    User.objects.filter(pk=ann.account).update(username="robert")

    assert table.status_code == 200
    for each, tag in tags.items():
        assert reader.get(each, If_None_Match=tag).status_code == 200


def test_the_tournament_its_standings_and_its_tables_are_read() -> None:
    club = Club(3, rounds=1)
    club.start()
    club.play_round()
    path, reader = f"/tournaments/{club.row.public_id}", Player()

    standings = reader.get(f"{path}/standings?limit=2")
    first = standings.json()["results"]
    more = reader.get(standings.json()["next"].partition("/api/v1")[2]).json()["results"]
    points = [line["points"] for line in first + more]
    assert len(points) == 3 and points == sorted(points, reverse=True)
    assert sum(points) == 1.5
    again = reader.get(f"{path}/standings?limit=2", If_None_Match=standings["ETag"])
    assert again.status_code == 304
    lines = list(
        csv.reader(io.StringIO(reader.get(f"{path}/standings", Accept="text/csv").content.decode()))
    )
    assert len(lines) == 4 and lines[0][:2] == ["place", "player"]
    [table] = reader.get(f"{path}/tables?round=1").json()["results"]
    assert table["status"] == "over"
    assert sum(seat["points"] for seat in table["players"]) == 1
    page = reader.get(f"{path}/tables", Accept="application/x-ndjson").content.decode()
    assert page.count("\n") == 2
    exported = reader.get(f"{path}/export").content.decode()
    assert table["game"] in exported and '"transcript"' in exported


def test_the_stream_begins_with_the_tournament_or_with_what_changed() -> None:
    club = Club(2, rounds=1)
    club.start()
    before = club.row.version
    club.play_round()
    path, reader = f"/tournaments/{club.row.public_id}/stream", Player()
    lines = {"Accept": "application/x-ndjson"}

    assert '{"type":"table"' not in reader.get(path, **lines).content.decode()
    resumed = reader.get(f"{path}?after={before}", **lines).content.decode()
    frames = [json.loads(line) for line in resumed.splitlines()]
    assert [frame["type"] for frame in frames] == ["table", "round", "standing", "time"]
    for frame in frames:
        validator({"$ref": "#/components/schemas/TournamentFrame"}).validate(frame)
    assert refused(reader.get(f"{path}?after=999999", **lines)) == (400, "bad_last_event_id")


def test_a_stream_cut_between_tables_of_one_change_goes_on_without_a_gap() -> None:
    club = Club(6, rounds=1)
    club.start()
    club.play_round()
    TournamentTable.objects.update(changed=club.row.version)
    path = f"/tournaments/{club.row.public_id}/stream"

    def tables(after: int) -> list[Json]:
        lines = Player().get(f"{path}?after={after}", Accept="application/x-ndjson").content
        frames = [json.loads(line) for line in lines.decode().splitlines()]
        return [frame for frame in frames if frame["type"] == "table"]

    first, second, last = tables(0)
    for frame in (first, second):
        assert last["data"] in [later["data"] for later in tables(frame["id"])]
    assert tables(last["id"]) == []
