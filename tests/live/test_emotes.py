"""Preset emotes: shown to those who follow a game, and kept in no log."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts import registration
from accounts.models import User
from games.log.models import Emote, Move
from games.log.notify import notifications
from games.log.notify.notifications import EmoteNotification
from games.play.presence import EMOTES
from tests.live.listeners import LineListener, Listener
from tests.players import Player, account_of, guest, refused, seated, seated_by_requests

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(address: str) -> Iterator[str]:
    """The address of a server that listens for emotes already: one sent before would be missed."""
    game, ann, _ = seated(2)
    with LineListener(address, f"/games/{game}/stream") as listener:
        for _ in range(10):
            assert send(ann, game).status_code == 204
            while (frame := listener._any_frame()) is not None:
                if frame.event in ("emote", "time"):
                    break
            if frame is not None and frame.event == "emote":
                break
        yield address


def send(player: Player, game: str, emote: str = "hello") -> Any:
    return player.post(f"/games/{game}/emotes", {"emote": emote})


def sent(listener: Listener) -> Any:
    """Return the data of the next emote."""
    while (frame := listener.frame()) is not None and frame.event != "emote":
        pass
    assert frame is not None and frame.id is None
    return frame.data


@pytest.mark.slow
def test_all_who_follow_the_game_see_it(server: str) -> None:
    game, ann, bob = seated(2)

    with Listener(server, f"/games/{game}/stream", ann) as listener:
        listener.frame()
        assert send(bob, game, "oops").status_code == 204
        assert sent(listener) == {"seat": 1, "emote": "oops"}
        send(ann, game, "lucky")
        assert sent(listener) == {"seat": 0, "emote": "lucky"}


@pytest.mark.slow
def test_streams_of_many_games_and_tv_show_it_with_the_game(server: str) -> None:
    game, ann, _ = seated_by_requests(2)
    many = LineListener(server, "/games/stream", None, {"ids": [game]})
    tv = LineListener(server, "/tv/stream")

    with many, tv:
        many.frames(2)
        tv.frames(2)
        send(ann, game, "wow")

        assert sent(many) == sent(tv) == {"game": game, "seat": 0, "emote": "wow"}


def test_it_is_in_no_log_and_no_state() -> None:
    game, ann, bob = seated(2)
    before = ann.get(f"/games/{game}/state")
    moves = Move.objects.count()

    send(ann, game), send(bob, game)

    after = ann.get(f"/games/{game}/state")
    assert (before.content, before["ETag"]) == (after.content, after["ETag"])
    assert Move.objects.count() == moves


def test_the_host_switches_them_off_for_the_game_and_its_rematch() -> None:
    ann, bob = guest(), guest()
    game = ann.post("/games", {"seats": 2, "emotes": False}).json()["game"]["id"]
    bob.join(game)

    assert refused(send(ann, game)) == (403, "emotes_off")
    bob.post(f"/games/{game}/resign")
    rematch = ann.post(f"/games/{game}/rematch").json()["state"]["game"]
    assert refused(send(ann, rematch)) == (403, "emotes_off")


@pytest.mark.slow
@pytest.mark.parametrize("owned", [False, True])
def test_a_blocked_player_is_not_shown_to_the_blocker_and_does_not_learn_of_it(
    server: str, owned: bool
) -> None:
    ann, bob, cid = guest(), guest(), guest()
    game = ann.create(seats=3)
    sender = bob
    if owned:
        User.objects.filter(pk=bob.account).update(is_guest=False)
        made = registration.create_bot(account_of(bob), "Robo", now=timezone.now())
        sender = Player(made.issued.secret, name="Robo", account=made.user.pk)
    sender.join(game), cid.join(game)
    ann.client.put(f"/api/v1/me/blocks/{bob.name}")

    blocker = LineListener(server, f"/games/{game}/stream", ann)
    other = LineListener(server, f"/games/{game}/stream", cid)
    with blocker, other:
        blocker.frame(), other.frame()
        assert send(sender, game, "hurry").status_code == 204
        assert send(cid, game, "thanks").status_code == 204

        assert sent(blocker) == {"seat": 2, "emote": "thanks"}
        assert sent(other) == {"seat": 1, "emote": "hurry"}


@pytest.mark.slow
def test_a_shared_stream_does_not_show_it_to_the_blocker_either(
    server: str,
) -> None:
    game, _, bob, cid = seated_by_requests(3)
    blocker = guest()
    blocker.client.put(f"/api/v1/me/blocks/{bob.name}")

    with LineListener(server, "/games/stream", blocker, {"ids": [game]}) as listener:
        listener.frames(2)
        send(bob, game, "hurry"), send(cid, game, "thanks")

        assert sent(listener) == {"game": game, "seat": 2, "emote": "thanks"}


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/games/{}/stream", "/games/stream"])
def test_a_reader_switches_them_off(server: str, path: str) -> None:
    game, ann, bob, cid = seated_by_requests(3)
    body = {"ids": [game], "emotes": False} if path == "/games/stream" else None
    query = "" if body else "?emotes=false"

    quiet = LineListener(server, path.format(game) + query, None, body)
    with quiet, LineListener(server, f"/games/{game}/stream") as other:
        quiet.frames(1 if "{" in path else 2)
        other.frame()
        send(ann, game)
        assert sent(other)
        for player in (ann, bob, cid):
            player.post(f"/games/{game}/resign")
        frames = []
        while (frame := quiet.frame()) is not None and frame.event != "end":
            frames.append(frame.event)

    assert set(frames) == {"move"}


@pytest.mark.slow
def test_a_reader_who_may_not_see_the_game_any_more_is_sent_none(server: str) -> None:
    ann, bob, eve = guest(), guest(), guest()
    opened = ann.post("/games", {"seats": 3, "visibility": "private"}).json()["game"]
    game, watch = opened["id"], ann.post(f"/games/{opened['id']}/watch_code").json()["watch_code"]
    bob.join(game, join_code=opened["join_code"])

    with LineListener(server, f"/games/{game}/stream", eve, X_Watch_Code=watch) as listener:
        listener.frame()
        send(bob, game, "hello")
        assert sent(listener)["emote"] == "hello"
        ann.client.delete(f"/api/v1/games/{game}/watch_code")
        send(bob, game, "wow")
        assert [frame.data for frame in listener.rest()] == [{"reason": "watch_code_ended"}]


def test_only_players_of_a_game_that_goes_on_send_them() -> None:
    game, ann, bob, cid = seated(3)
    eve = guest()
    private = ann.post("/games", {"seats": 2, "visibility": "private"}).json()["game"]["id"]
    closed = guest()
    lobby = closed.create()
    closed.post(f"/games/{lobby}/leave")

    assert send(Player(), game).status_code == 401
    assert refused(send(eve, game)) == (403, "not_seated")
    assert refused(send(eve, private)) == (404, "game_not_found")
    assert refused(send(eve, "0" * 11)) == (404, "game_not_found")
    assert refused(send(closed, lobby)) == (409, "game_closed")
    assert refused(send(guest("read"), game)) == (403, "insufficient_scope")
    ann.post(f"/games/{game}/resign")
    bob.post(f"/games/{game}/resign")
    assert refused(send(cid, game)) == (409, "game_over")


def test_they_are_limited_per_account_and_game(settings: Settings) -> None:
    settings.RATES = settings.RATES | {"emotes": "2/day"}
    game, ann, bob = seated(2)
    other = ann.create()

    assert [send(ann, game).status_code for _ in range(3)] == [204, 204, 429]
    assert send(bob, game).status_code == 204
    assert send(ann, other).status_code == 204


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL stores no emotes")
def test_on_sqlite_old_rows_are_deleted() -> None:
    game, ann, _ = seated(2)
    send(ann, game), send(ann, game)
    assert Emote.objects.count() == 2

    with time_machine.travel(timezone.now() + notifications.EMOTES_KEPT + timedelta(seconds=1)):
        send(ann, game)

    assert Emote.objects.count() == 1


def test_a_notice_is_read_as_it_was_written() -> None:
    for emote in EMOTES:
        notification = EmoteNotification(2**63 - 1, 11, emote)
        assert (
            notifications.emote_from_text(notifications.emote_to_text(notification)) == notification
        )
