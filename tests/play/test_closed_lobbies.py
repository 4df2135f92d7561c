"""Lobbies that are closed: by the last person who leaves, or by the referee when their time is
up.
"""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.log import heads
from games.log.models import Position
from games.play import consequences
from games.referee import loop
from tests.players import Player, guest, refused, seated
from tests.tables import number_of

pytestmark = pytest.mark.django_db


def left(**terms: Any) -> tuple[str, Player]:
    """Return a lobby that its only player has left, and that player."""
    ann = guest()
    game = ann.post("/games", {"seats": 3, **terms}).json()["game"]["id"]
    assert ann.post(f"/games/{game}/leave").status_code == 200
    return game, ann


def expired(*, seats: int = 3, **terms: Any) -> tuple[str, Player, Player]:
    """Return a lobby of two players that was closed because its time was up, with both."""
    ann, bob = guest(), guest()
    opened = ann.post("/games", {"seats": seats, **terms}).json()["game"]
    code = {"join_code": opened["join_code"]} if opened["join_code"] else {}
    assert bob.join(opened["id"], **code).status_code == 200
    with time_machine.travel(timezone.now() + heads.LOBBY_KEPT):
        loop.enforce_all()
    return opened["id"], ann, bob


def listed(query: str, player: Player | None = None) -> list[str]:
    return [game["id"] for game in (player or Player()).get(f"/games{query}").json()["results"]]


def test_the_last_person_who_leaves_closes_the_lobby_in_the_same_write() -> None:
    ann = guest()
    game = ann.create(seats=3)
    ann.post(f"/games/{game}/bots", {"level": "random"})

    answer = ann.post(f"/games/{game}/leave").json()

    assert [move["seat"] for move in answer["moves"]] == [0, None]
    assert answer["moves"][1]["events"] == [{"type": "closed", "reason": "empty"}]
    assert answer["state"]["phase"] == "closed"
    assert Player().get(f"/games/{game}").json()["status"] == "closed"


def test_a_host_who_leaves_last_by_removal_closes_the_lobby() -> None:
    ann = guest()
    game = ann.create(seats=3)

    assert ann.client.delete(f"/api/v1/games/{game}/seats/0").status_code == 200
    assert Player().state(game)["phase"] == "closed"


def test_a_lobby_is_closed_when_it_had_no_move_for_its_time() -> None:
    ann = guest()
    game = ann.create(seats=3)
    opened_at = timezone.now()
    nearly = opened_at + heads.LOBBY_KEPT - timedelta(minutes=1)
    with time_machine.travel(nearly):
        loop.enforce_all()
        assert guest().join(game).status_code == 200  # which restarts its time

    with time_machine.travel(opened_at + heads.LOBBY_KEPT + timedelta(hours=1)):
        loop.enforce_all()
        assert Player().state(game)["phase"] == "lobby"
    with time_machine.travel(nearly + heads.LOBBY_KEPT + timedelta(minutes=1)):
        loop.enforce_all()

    last = Player().state(game)["last_move"]
    assert (last["seat"], last["events"]) == (None, [{"type": "closed", "reason": "expired"}])


def test_a_lobby_says_when_it_is_closed() -> None:
    ann = guest()
    state = ann.state(ann.create(seats=3))

    until = Position.objects.get(pk=number_of(state["game"])).deadline
    assert until is not None
    assert abs(until - timezone.now() - heads.LOBBY_KEPT) < timedelta(minutes=1)
    assert state["deadline"] == until.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    assert state["to_act"] is None


def test_without_a_referee_the_next_request_closes_a_lobby_whose_time_is_up() -> None:
    game = guest().create(seats=3)

    with time_machine.travel(timezone.now() + heads.LOBBY_KEPT):
        assert refused(guest().join(game)) == (409, "game_closed")


def test_a_closed_lobby_is_listed_only_where_it_is_asked_for() -> None:
    (empty, _), (late, ann, _) = left(), expired()

    assert listed("") == listed("?status=lobby") == listed("?mine=true", ann) == []
    assert set(listed("?status=closed")) == {empty, late}
    games = f"/players/{ann.name}/games"
    assert Player().get(games).json()["results"] == []
    [found] = Player().get(f"{games}?status=closed").json()["results"]
    assert found["id"] == late


def test_a_closed_private_lobby_is_there_for_its_players_alone() -> None:
    game, ann, _ = expired(visibility="private")

    for path in ("", "/state", "/moves", "/replay?at=2"):
        assert ann.get(f"/games/{game}{path}").status_code == 200
        assert refused(guest().get(f"/games/{game}{path}")) == (404, "game_not_found")
    assert refused(guest().join(game)) == (404, "game_not_found")


def test_a_closed_lobby_is_read_as_before() -> None:
    game, ann, bob = expired()

    shown = ann.get(f"/games/{game}").json()
    assert (shown["status"], shown["finished_at"]) == ("closed", None)
    assert [each["player"] for each in shown["players"]] == [ann.name, bob.name]
    state = bob.state(game)
    assert (state["you"], state["legal_actions"], state["deadline"]) == (1, [], None)
    assert [seat["taken"] for seat in state["seats"]] == [True, True, False]
    assert [move["number"] for move in ann.moves(game)] == [1, 2, 3, 4]
    assert ann.get(f"/games/{game}/replay?at=3").json()["you"] == 0


COMMANDS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in ("join", "start", "leave", "bots", "rematch", "end_turn", "resign")),
    ("invitations", {"player": "stranger"}),
    ("ask", {"target": 1, "rank": "7"}),
    ("entropy", {"entropy": "dice"}),
    ("answer", {"cards": []}),
    ("declare", {"cards": ["7S", "7H", "7D", "7C"]}),
    ("expose", {"card": "7S"}),
    ("cut", {"position": 7}),
    ("misdeal", {"reason": "exposed_card"}),
    ("disputes", {"move": 1, "reason": "other", "words": "It was closed."}),
]


@pytest.mark.parametrize("how", ["empty", "expired"])
def test_every_command_on_a_closed_lobby_is_refused_as_such(how: str) -> None:
    game, ann = left() if how == "empty" else expired()[:2]
    before = Player().state(game)["version"]

    for command, body in COMMANDS:
        for player in (ann, guest()):
            answer = player.post(f"/games/{game}/{command}", body)
            assert refused(answer) == (409, "game_closed"), command
    assert refused(ann.get(f"/games/{game}/transcript")) == (409, "game_closed")
    assert refused(ann.client.delete(f"/api/v1/games/{game}/seats/1")) == (409, "game_closed")
    assert Player().state(game)["version"] == before


def test_a_closed_lobby_counts_as_no_game_that_one_is_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.play.lobby.MOST_OPEN_GAMES", 2)
    ann = guest()
    for _ in range(2):
        ann.create(seats=3)
    assert refused(ann.post("/games", {"seats": 3})) == (409, "too_many_games")

    with time_machine.travel(timezone.now() + heads.LOBBY_KEPT):
        loop.enforce_all()

    assert ann.post("/games", {"seats": 3}).status_code == 201
    assert ann.post("/matches", {"seats": 3, "wait_seconds": 60}).status_code == 201


def test_a_rematch_that_was_closed_is_opened_again() -> None:
    game, ann, bob = seated(2)
    ann.post(f"/games/{game}/resign")
    first = ann.post(f"/games/{game}/rematch").json()["state"]["game"]
    ann.post(f"/games/{first}/leave")

    second = bob.post(f"/games/{game}/rematch").json()["state"]["game"]

    assert second != first
    joined = ann.post(f"/games/{game}/rematch").json()["state"]
    assert (joined["game"], joined["phase"]) == (second, "ask")


def test_a_rematch_asked_for_again_names_the_game() -> None:
    game, ann, _ = seated(2)
    ann.post(f"/games/{game}/resign")
    opened = ann.post(f"/games/{game}/rematch").json()["state"]["game"]

    answer = ann.post(f"/games/{game}/rematch")

    assert refused(answer) == (409, "already_seated")
    assert answer.json()["game"] == opened


def notices_of(player: Player) -> list[tuple[str, str]]:
    results = player.get("/me/notices").json()["results"]
    return [(notice["kind"], notice["data"]["game"]) for notice in results]


def test_who_waited_or_was_invited_gets_a_notice_of_the_end_once() -> None:
    late, ann, bob = expired()
    host, eve, declined = guest(), guest(), guest()
    game = host.create(seats=3)
    for guest_of in (eve, declined):
        host.post(f"/games/{game}/invitations", {"player": guest_of.name})
    declined.post(f"/games/{game}/decline")
    host.post(f"/games/{game}/leave")

    assert notices_of(ann) == notices_of(bob) == [("lobby_closed", late)]
    assert notices_of(eve) == [("lobby_closed", game)]
    assert [notices_of(host), notices_of(declined)] == [[("invitation_declined", game)], []]


def test_no_host_fills_the_inbox_of_another_with_closed_lobbies() -> None:
    host, eve = guest(), guest()
    for _ in range(consequences.MOST_UNREAD + 1):
        game = host.create(seats=2)
        host.post(f"/games/{game}/invitations", {"player": eve.name})
        host.post(f"/games/{game}/leave")

    assert len(notices_of(eve)) == consequences.MOST_UNREAD
