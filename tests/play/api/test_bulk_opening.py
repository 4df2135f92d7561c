"""Open many games for an organiser."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from pytest_django import Settings

from accounts import registration
from games.log import replay
from games.log.models import Game, Seat, StoredAnswer
from games.play import idempotency
from games.play.models import Invitation
from tests.players import Json, Player, close_connections, guest, later
from tests.tables import number_of

PATH = "/games/bulk"
PRIVATE: Json = {"seats": 2, "visibility": "private"}


def organiser(*names: str) -> Player:
    """Return a registered person who owns bots of these names."""
    registered = registration.register("Orga", "seven-herrings-swim", now=timezone.now())
    for name in names:
        registration.create_bot(registered.user, name, now=timezone.now())
    return Player(registered.issued.secret, name="Orga", account=registered.user.pk)


def results(player: Player, *games: Json, **headers: str) -> list[Json]:
    answer = player.post(PATH, {"games": games}, **headers)
    assert answer.status_code == 200, answer.content
    found: list[Json] = answer.json()["results"]
    return found


def outcome(result: Json) -> tuple[int, str | None]:
    return result["status"], result.get("problem", {}).get("code")


@pytest.mark.django_db
class TestResults:
    def test_each_game_has_its_players_and_invitations(self) -> None:
        orga, bob = organiser("Robo", "Robi"), guest()

        lobby, played, mixed = results(
            orga,
            {"seats": 2, "invite": [bob.name], "visibility": "private"},
            {"seats": 2, "take_seat": False, "own_bots": ["robo", "Robi"]},
            {"seats": 4, "own_bots": ["Robo"], "bots": ["random"]},
        )

        assert [outcome(each) for each in (lobby, played, mixed)] == [(201, None)] * 3
        assert lobby["game"]["join_code"] and lobby["game"]["host"] == 0
        assert bob.get(f"/games/{lobby['game']['id']}").json()["status"] == "lobby"
        assert bob.join(lobby["game"]["id"]).status_code == 200
        assert played["game"]["status"] == "running"
        names = [[seat["player"] for seat in each["game"]["players"]] for each in (played, mixed)]
        assert names == [["Robo", "Robi"], ["Orga", "Robo", None]]
        shown = Player().get(f"/games/{mixed['game']['id']}").json()
        del shown["rules"]
        assert mixed["game"]["players"][1:] == shown["players"][1:]
        assert mixed["game"].keys() | {"analysis"} == shown.keys()

    def test_a_refused_game_leaves_nothing_and_the_others_do_not_depend_on_it(self) -> None:
        orga, bob, eve = organiser("Robo"), guest(), guest()
        eve.client.put(f"/api/v1/me/blocks/{orga.name}")

        found = results(
            orga,
            {"seats": 2, "invite": ["no-such-name"]},
            {"seats": 3, "invite": [bob.name, eve.name]},
            {"seats": 2, "own_bots": [bob.name]},
            {"seats": 2, "own_bots": ["Robo"], "allow_bots": False},
            {"seats": 3, "own_bots": ["Robo", "ROBO"]},
            {"seats": 2, "invite": ["Orga"]},
            {"seats": 2, "options": {"hand_size": 99}},
            {"seats": 2, "invite": [bob.name]},
        )

        assert [outcome(each)[1] for each in found] == [
            *("no_such_player", "not_invitable", "no_such_bot", "bots_barred"),
            *("already_seated", "already_seated", "impossible_rules", None),
        ]
        assert all(each["problem"]["status"] == each["status"] for each in found[:-1])
        assert Game.objects.count() == 1 and Invitation.objects.count() == 1

    def test_the_host_seats_the_built_in_bots_as_the_rules_demand(self) -> None:
        orga = organiser("Robo", "Robi")
        table = {"seats": 5, "own_bots": ["Robo", "Robi"], "bots": ["random", "memory"]}

        [opened] = results(orga, table | {"take_seat": False})

        found = replay.verify(Game.objects.get(pk=number_of(opened["game"]["id"])))
        assert found.holds, found

    def test_each_game_counts_in_the_quotas(self, settings: Settings, in_one_window: None) -> None:
        settings.RATES = settings.RATES | {"creation": "3/hour"}
        ann = guest()
        results(ann, {"seats": 2}, {"seats": 2})

        refused = ann.post(PATH, {"games": [{"seats": 2}] * 2})

        assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
        assert refused.headers["Retry-After"]
        assert ann.post("/games", {"seats": 2}).status_code == 201
        assert ann.post("/games", {"seats": 2}).status_code == 429


class FailsAt:
    """A database that is lost at the insertion of a game."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith('INSERT INTO "games_game"'):
            self.left -= 1
            if self.left == 0:
                raise OperationalError
        return execute(sql, *rest)


@pytest.mark.django_db(transaction=True)
class TestRetries:
    def test_a_retry_opens_nothing_twice(self, in_one_window: None) -> None:
        orga, bob = organiser("Robo"), guest()
        games = [PRIVATE | {"invite": [bob.name]}, {"seats": 3, "own_bots": ["Robo"]}]

        first = orga.post(PATH, {"games": games}, Idempotency_Key="k")
        again = orga.post(PATH, {"games": games}, Idempotency_Key="k")

        assert first.content == again.content
        assert Game.objects.count() == 2
        assert "RateLimit" not in again.headers or "creation" not in again.headers["RateLimit"]

    def test_a_retry_completes_what_was_cut_off(self) -> None:
        orga, bob = organiser("Robo"), guest()
        games: list[Json] = [
            {"seats": 2, "invite": [bob.name]},
            {"seats": 3, "own_bots": ["Robo"]},
            PRIVATE,
        ]

        with connection.execute_wrapper(FailsAt(2)):
            lost = orga.post(PATH, {"games": games}, Idempotency_Key="k")
        assert lost.status_code == 503 and Game.objects.count() == 1
        found = results(orga, *games, Idempotency_Key="k")

        assert [outcome(each) for each in found] == [(201, None)] * 3
        assert Game.objects.count() == 3
        assert Seat.objects.count() == 4 and Invitation.objects.count() == 1
        assert results(orga, *games, Idempotency_Key="k") == found

    def test_a_refused_game_is_decided_again(self) -> None:
        orga, bob = organiser(), guest()
        bob.client.put(f"/api/v1/me/blocks/{orga.name}")
        games: list[Json] = [{"seats": 2, "invite": [bob.name]}, {"seats": 2}]
        before = results(orga, *games, Idempotency_Key="k")

        bob.client.delete(f"/api/v1/me/blocks/{orga.name}")
        after = results(orga, *games, Idempotency_Key="k")

        assert [outcome(each)[0] for each in (*before, *after)] == [409, 201, 201, 201]
        assert before[1] == after[1]

    def test_a_key_that_has_expired_opens_every_game_again(self) -> None:
        ann = guest()
        before = results(ann, {"seats": 2}, {"seats": 2}, Idempotency_Key="k")

        with later(idempotency.KEPT.total_seconds() + 1):
            after = results(ann, {"seats": 2}, {"seats": 2}, Idempotency_Key="k")

        assert len({each["game"]["id"] for each in (*before, *after)}) == 4

    def test_a_key_belongs_to_one_request(self) -> None:
        ann = guest()
        ann.post(PATH, {"games": [{"seats": 2}]}, Idempotency_Key="k")
        ann.post("/games", {"seats": 2}, Idempotency_Key="l")

        for key in "kl":
            other = ann.post(PATH, {"games": [{"seats": 3}] * 2}, Idempotency_Key=key)
            assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
        single = ann.post("/games", {"seats": 2}, Idempotency_Key="k")
        assert (single.status_code, single.json()["code"]) == (422, "idempotency_key_reused")
        assert Game.objects.count() == 2

    def test_no_key_of_a_client_is_the_key_of_a_part(self) -> None:
        ann = guest()
        results(ann, {"seats": 2}, {"seats": 2}, Idempotency_Key="k")
        part = StoredAnswer.objects.exclude(key="k").get()

        answer = ann.post("/games", {"seats": 2}, Idempotency_Key=part.key)

        assert (answer.status_code, answer.json()["code"]) == (400, "bad_idempotency_key")

    def test_the_same_request_at_the_same_time_opens_each_game_once(self) -> None:
        ann = guest()

        def send(_: int) -> Any:
            try:
                return ann.post(PATH, {"games": [{"seats": 2}] * 5}, Idempotency_Key="k")
            finally:
                close_connections()

        with ThreadPoolExecutor(3) as threads:
            answers = [*threads.map(send, range(3))]

        done = [answer for answer in answers if answer.status_code == 200]
        assert done and {answer.status_code for answer in answers} <= {200, 503}
        assert len({answer.content for answer in done}) == 1
        assert Game.objects.count() == 5
