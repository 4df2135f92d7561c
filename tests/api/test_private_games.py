"""Private games, games without spectators, and invitations."""

from typing import Any

import pytest

from tests.players import Player, guest, refused

pytestmark = pytest.mark.django_db


def opened(host: Player, **terms: Any) -> tuple[str, str | None]:
    """Return a new game of two and its join code."""
    answer = host.post("/games", {"seats": 2, **terms}).json()
    return answer["game"]["id"], answer["game"]["join_code"]


def test_a_private_game_is_answered_as_if_there_were_none() -> None:
    private, _ = opened(guest(), visibility="private")
    stranger = guest()

    met = [
        stranger.post(f"/games/{game}/join", {}).content for game in (private, "00000000000")
    ] + [Player().get(f"/games/{game}").content for game in (private, "zzzzzzzzzzz")]

    assert len(set(met)) == 1


def test_a_private_game_is_entered_with_its_join_code() -> None:
    private, code = opened(guest(), visibility="private")

    assert guest().join(private, join_code=code).status_code == 200


def test_a_wrong_join_code_opens_nothing() -> None:
    private, _ = opened(guest(), visibility="private")

    assert refused(guest().join(private, join_code="22222222")) == (404, "game_not_found")


def test_the_invited_find_a_private_game_and_enter_without_a_code() -> None:
    host, friend = guest(), guest()
    private, _ = opened(host, visibility="private")
    assert host.post(f"/games/{private}/invitations", {"player": friend.name}).status_code == 204

    found = [game["id"] for game in friend.get("/games?invited=true").json()["results"]]

    assert found == [private]
    assert friend.join(private).status_code == 200


def test_a_join_code_is_shown_to_players_only() -> None:
    host, friend = guest(), guest()
    private, code = opened(host, visibility="private")
    host.post(f"/games/{private}/invitations", {"player": friend.name})

    assert host.get(f"/games/{private}").json()["join_code"] == code
    assert friend.get(f"/games/{private}").json()["join_code"] is None


def test_a_private_game_is_not_listed_for_others() -> None:
    private, _ = opened(guest(), visibility="private")

    listed = [game["id"] for game in guest().get("/games?status=lobby").json()["results"]]

    assert private not in listed


def test_the_host_removes_a_player_before_the_start() -> None:
    host, other = guest(), guest()
    game, _ = opened(host, seats=3)
    other.join(game)

    answer = host.client.delete(f"/api/v1/games/{game}/seats/1")

    assert answer.status_code == 200
    assert refused(other.post(f"/games/{game}/leave")) == (403, "not_seated")


def test_who_has_left_is_offered_nothing_more() -> None:
    host, other = guest(), guest()
    game, _ = opened(host, on_abandon="stand_in")
    state = other.join(game).json()["state"]
    leaver = (host, other)[state["turn"]]

    answer = leaver.post(f"/games/{game}/resign").json()

    assert answer["state"]["legal_actions"] == []


COMMANDS = [
    ("ask", {"target": 0, "rank": "7"}),
    ("start", {}),
    ("leave", {}),
    ("entropy", {"entropy": "seven herrings"}),
    ("bots", {"level": "memory"}),
    ("answer", {"cards": []}),
    ("declare", {"cards": ["7S", "7H", "7D", "7C"]}),
    ("end_turn", {}),
    ("expose", {"card": "7S"}),
    ("cut", {"position": 7}),
    ("misdeal", {"reason": "exposed_card"}),
    ("resign", {}),
]


@pytest.mark.parametrize("has_begun", [False, True], ids=["lobby", "running"])
@pytest.mark.parametrize("options", [{}, {"referee": "honour"}], ids=["strict", "honour"])
@pytest.mark.parametrize(("command", "body"), COMMANDS)
def test_no_command_tells_a_stranger_of_a_private_game_or_its_version(
    command: str, body: dict[str, Any], options: dict[str, str], has_begun: bool
) -> None:
    stranger = guest()
    private, code = opened(guest(), visibility="private", options=options)
    if has_begun:
        assert guest().join(private, join_code=code).status_code == 200

    for headers in ({}, {"If_Match": '"1-0"'}, {"If_Match": '"9"', "Idempotency_Key": "one"}):
        met = [
            stranger.post(f"/games/{game}/{command}", body, **headers)
            for game in (private, "00000000000")
        ]
        assert refused(met[0]) == (404, "game_not_found"), met[0].json()
        assert met[0].content == met[1].content


def test_a_stranger_hears_no_version_where_only_players_may_watch() -> None:
    barred, _ = opened(guest(), spectators=False)
    guest().join(barred)

    answer = guest().post(f"/games/{barred}/resign", {}, If_Match='"1-0"')

    assert refused(answer) == (403, "spectators_barred")
