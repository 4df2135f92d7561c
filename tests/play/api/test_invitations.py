"""Invitations: limits, declining, and that they show only the lobby; what private games hide."""

from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
import segno
import time_machine
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.log import heads
from games.play import inbox, invitations
from games.play.models import Invitation
from games.referee import loop
from tests.accounts import people
from tests.players import Player, guest, refused, seated

pytestmark = pytest.mark.django_db


def opened(host: Player, **terms: Any) -> str:
    game: str = host.post("/games", {"seats": 3, **terms}).json()["game"]["id"]
    return game


def invite(host: Player, game: str, player: Player) -> Any:
    return host.post(f"/games/{game}/invitations", {"player": player.name})


def invited_to(player: Player) -> list[str]:
    return [game["id"] for game in player.get("/games?invited=true").json()["results"]]


# --- limits ---------------------------------------------------------------------------------------


def test_a_game_invites_some_players_and_again_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(invitations, "MOST_OF_A_GAME", 2)
    ann, bob, cara, dora = (guest() for _ in range(4))
    game = opened(ann)
    assert {invite(ann, game, player).status_code for player in (bob, cara, bob)} == {204}
    bob.post(f"/games/{game}/decline")

    assert refused(invite(ann, game, dora)) == (409, "too_many_invitations")
    assert invite(ann, game, cara).status_code == 204
    assert invite(ann, opened(ann), dora).status_code == 204


def test_a_player_holds_some_invitations_and_declining_makes_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(invitations, "MOST_OF_AN_ACCOUNT", 2)
    bob = guest()
    hosts = [guest() for _ in range(3)]
    games = [opened(host) for host in hosts]
    for host, game in list(zip(hosts, games, strict=True))[:2]:
        assert invite(host, game, bob).status_code == 204

    assert refused(invite(hosts[2], games[2], bob)) == (409, "not_invitable")
    bob.post(f"/games/{games[0]}/decline")
    assert invite(hosts[2], games[2], bob).status_code == 204


def test_one_host_holds_few_invitations_out_to_a_player_and_others_still_invite() -> None:
    ann, bob, eve = guest(), guest(), guest()
    games = [opened(eve) for _ in range(invitations.MOST_OF_ONE_HOST + 1)]
    assert {invite(eve, game, bob).status_code for game in games[:-1]} == {204}

    assert refused(invite(eve, games[-1], bob)) == (409, "not_invitable")
    assert invite(ann, opened(ann), bob).status_code == 204
    bob.post(f"/games/{games[0]}/decline")
    assert invite(eve, games[-1], bob).status_code == 204


def test_a_person_and_their_bots_are_one_host() -> None:
    eve, bob = Player(people.register("Eve").issued.secret), guest()
    bots = [eve.post("/me/bots", {"username": name}).json() for name in ("Otto", "Olga")]
    hosts = [eve, *(Player(bot["token"]["secret"]) for bot in bots)]
    for host in hosts[: invitations.MOST_OF_ONE_HOST]:
        assert invite(host, opened(host), bob).status_code == 204

    for host in hosts:
        assert refused(invite(host, opened(host), bob)) == (409, "not_invitable")


# --- declining ------------------------------------------------------------------------------------


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_an_invitation_is_declined_and_stays_so(visibility: str) -> None:
    ann, bob = guest(), guest()
    game = opened(ann, visibility=visibility)
    invite(ann, game, bob)

    answers = [bob.post(f"/games/{game}/decline") for _ in range(2)]

    assert [(each.status_code, each.content) for each in answers] == [(204, b"")] * 2
    assert invited_to(bob) == []
    assert inbox.of_accounts([bob.account]) == {}
    assert refused(invite(ann, game, bob)) == (409, "invitation_declined")
    if visibility == "private":
        assert refused(bob.get(f"/games/{game}")) == (404, "game_not_found")
        assert refused(bob.join(game)) == (404, "game_not_found")
    else:
        assert bob.join(game).status_code == 200


def test_who_is_not_invited_declines_nothing() -> None:
    ann, eve = guest(), guest()
    public, private = opened(ann), opened(ann, visibility="private")
    running, *_ = seated(2)

    assert refused(eve.post(f"/games/{public}/decline")) == (403, "not_invited")
    assert refused(eve.post(f"/games/{private}/decline")) == (404, "game_not_found")
    assert refused(eve.post("/games/00000000000/decline")) == (404, "game_not_found")
    assert refused(eve.post(f"/games/{running}/decline")) == (409, "already_started")
    assert refused(ann.post(f"/games/{public}/decline")) == (409, "already_seated")
    assert refused(Player().post(f"/games/{public}/decline"))[0] == 401


@pytest.mark.parametrize("reason", ["later", None])
def test_the_host_reads_why_an_invitation_was_declined(reason: str | None) -> None:
    ann, bob, eve = guest(), guest(), guest()
    game = opened(ann)
    for player in (bob, eve):
        invite(ann, game, player)

    answers = [
        bob.post(f"/games/{game}/decline", *([] if reason is None else [{"reason": reason}])),
        bob.post(f"/games/{game}/decline", {"reason": "other"}),  # the first one counts
    ]

    assert [each.status_code for each in answers] == [204] * 2
    shown = ann.get(f"/games/{game}/invitations").json()["invitations"]
    assert [(each["player"], each["reason"]) for each in shown] == [
        (bob.name, reason),
        (eve.name, None),
    ]
    assert [each["declined_at"] is None for each in shown] == [False, True]
    [notice] = ann.get("/me/notices").json()["results"]
    assert notice["kind"] == "invitation_declined"
    assert (notice["data"]["game"], notice["data"]["reason"]) == (game, reason)
    assert bob.name not in str(notice)
    assert bob.get("/me/export").json()["invitations"][0]["reason"] == reason


def test_a_declined_invitation_sends_no_letter() -> None:
    ann, bob = guest(), guest()
    User.objects.filter(pk=ann.account).update(
        email="ann@example.org", email_verified_at=timezone.now()
    )
    game = opened(ann)
    invite(ann, game, bob)

    bob.post(f"/games/{game}/decline")

    assert people.letters_sent() == []


# --- links ----------------------------------------------------------------------------------------


def test_a_player_gets_a_link_whose_secrets_are_in_the_fragment(settings: Settings) -> None:
    ann = guest()
    private = opened(ann, visibility="private")
    code = ann.get(f"/games/{private}").json()["join_code"]
    public = opened(ann)

    answer = ann.get(f"/games/{private}/invitation_link")
    link = answer.json()
    settings.INVITATION_PAGE = "https://play.example.org/join"
    other = ann.get(f"/games/{public}/invitation_link").json()

    url = urlsplit(link["url"])
    assert (url.scheme, url.netloc, url.path, url.query) == ("http", "localhost", "/", "")
    assert parse_qs(url.fragment) == {"game": [private], "code": [code]}
    assert link["join_code"] == code
    assert link["url"] in link["text"]
    assert answer["Cache-Control"] == "no-store"
    assert other["url"] == f"https://play.example.org/join#game={public}"
    assert other["join_code"] is None


def test_the_qr_code_of_a_link_is_an_image_of_its_address() -> None:
    ann = guest()
    link = ann.get(f"/games/{opened(ann)}/invitation_link").json()

    image = ElementTree.fromstring(link["qr"])  # noqa: S314  # our own

    assert image.tag.endswith("svg")
    assert link["qr"] == segno.make_qr(link["url"]).svg_inline(scale=4, border=4, light="#fff")
    assert len(link["qr"]) < 10_000


# --- the lobby and not the play -------------------------------------------------------------------


def test_invitations_are_void_when_a_private_game_starts() -> None:
    ann, bob, eve = guest(), guest(), guest()
    game = opened(ann, visibility="private")
    for player in (bob, eve):
        invite(ann, game, player)
    assert eve.get(f"/games/{game}/state").status_code == 200
    bob.join(game)

    assert ann.post(f"/games/{game}/start").status_code == 200

    for path in ("", "/state", "/moves", "/stream", "/replay?at=1", "/presence", "/transcript"):
        assert refused(eve.get(f"/games/{game}{path}")) == (404, "game_not_found"), path
        assert bob.get(f"/games/{game}{path}").status_code in (200, 409), path
    assert refused(eve.post(f"/games/{game}/decline")) == (404, "game_not_found")
    assert refused(eve.post(f"/games/{game}/stream_ticket")) == (404, "game_not_found")
    assert invited_to(eve) == []
    assert not Invitation.objects.exists()


def test_invitations_are_void_when_the_lobby_is_closed() -> None:
    ann, bob = guest(), guest()
    game = opened(ann, visibility="private")
    invite(ann, game, bob)

    with time_machine.travel(timezone.now() + heads.LOBBY_KEPT):
        loop.enforce_all()

    assert invited_to(bob) == []
    assert inbox.of_accounts([bob.account]) == {}
    assert refused(bob.get(f"/games/{game}")) == (404, "game_not_found")
    assert not Invitation.objects.exists()


def test_a_game_that_has_started_refuses_invitations() -> None:
    game, ann, _ = seated(2)

    assert refused(invite(ann, game, guest())) == (409, "already_started")
    assert not Invitation.objects.exists()


# --- private games --------------------------------------------------------------------------------


def opened_with_code(host: Player, **terms: Any) -> tuple[str, str | None]:
    """Return a new game of two and its join code."""
    answer = host.post("/games", {"seats": 2, **terms}).json()
    return answer["game"]["id"], answer["game"]["join_code"]


def test_a_private_game_is_answered_as_if_there_were_none() -> None:
    private, _ = opened_with_code(guest(), visibility="private")
    stranger = guest()

    met = [
        stranger.post(f"/games/{game}/join", {}).content for game in (private, "00000000000")
    ] + [Player().get(f"/games/{game}").content for game in (private, "zzzzzzzzzzz")]

    assert len(set(met)) == 1


def test_a_private_game_is_entered_with_its_join_code_or_an_invitation() -> None:
    host, friend = guest(), guest()
    private, code = opened_with_code(host, seats=3, visibility="private")
    host.post(f"/games/{private}/invitations", {"player": friend.name})

    assert invited_to(friend) == [private]
    assert host.get(f"/games/{private}").json()["join_code"] == code
    assert friend.get(f"/games/{private}").json()["join_code"] is None
    assert friend.join(private).status_code == 200
    for wrong in ({}, {"join_code": "22222222"}):
        assert refused(guest().join(private, **wrong)) == (404, "game_not_found")
    assert guest().join(private, join_code=code).status_code == 200


def test_the_host_removes_a_player_before_the_start() -> None:
    host, other = guest(), guest()
    game, _ = opened_with_code(host, seats=3)
    other.join(game)

    answer = host.client.delete(f"/api/v1/games/{game}/seats/1")

    assert answer.status_code == 200
    assert refused(other.post(f"/games/{game}/leave")) == (403, "not_seated")


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


@pytest.mark.parametrize(
    ("options", "has_begun"),
    [
        pytest.param({}, False, id="a lobby"),
        pytest.param({"referee": "honour"}, True, id="a running game in honour mode"),
    ],
)
@pytest.mark.parametrize(("command", "body"), COMMANDS)
def test_no_command_tells_a_stranger_of_a_private_game_or_its_version(
    command: str, body: dict[str, Any], options: dict[str, str], has_begun: bool
) -> None:
    stranger = guest()
    private, code = opened_with_code(guest(), visibility="private", options=options)
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
    barred, _ = opened_with_code(guest(), spectators=False)
    guest().join(barred)

    answer = guest().post(f"/games/{barred}/resign", {}, If_Match='"1-0"')

    assert refused(answer) == (403, "spectators_barred")


def test_only_the_host_lists_invitations() -> None:
    ann, bob, eve = guest(), guest(), guest()
    game = opened(ann)
    bob.join(game)
    running, cleo, _ = seated(2)

    assert refused(bob.get(f"/games/{game}/invitations")) == (403, "not_host")
    assert refused(eve.get(f"/games/{game}/invitations"))[0] == 403
    assert refused(cleo.get(f"/games/{running}/invitations")) == (409, "already_started")
    assert refused(eve.get("/games/00000000000/invitations")) == (404, "game_not_found")


def test_only_players_of_a_lobby_get_its_link() -> None:
    ann, eve = guest(), guest()
    public, private = opened(ann), opened(ann, visibility="private")
    running, bob, _ = seated(2)

    assert refused(eve.get(f"/games/{public}/invitation_link")) == (403, "not_seated")
    assert refused(eve.get(f"/games/{private}/invitation_link")) == (404, "game_not_found")
    assert refused(bob.get(f"/games/{running}/invitation_link")) == (409, "already_started")
    ann.post(f"/games/{public}/leave")
    assert refused(ann.get(f"/games/{public}/invitation_link")) == (409, "game_closed")
