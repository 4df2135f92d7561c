"""Frames of the players in the stream of a game: names, kinds and presence."""

import asyncio
import json
from datetime import UTC, datetime
from threading import Barrier
from typing import Any

import pytest

from games.engine.rules import Rules
from games.live.frames import Frame, FrameFormat
from games.live.game_feed import show_players
from games.live.game_reader import Reader, ReaderTerms
from games.live.stream import StreamCredentials
from games.log.models import Seat
from games.log.notify.database_threads import THREADS, in_thread
from games.play import presence, visibility
from tests.live.listeners import Listener
from tests.live.test_stream import Wire
from tests.players import Player, close_connections, guest, seated
from tests.tables import number_of
from tests.timeouts import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

UNSENT = Frame("players", b"{}")


def stream(game: str) -> str:
    return f"/games/{game}/stream"


def names(players: Any) -> list[Any]:
    return [player["player"] for player in players]


def online(players: Any) -> list[Any]:
    return [player["online"] for player in players]


def rename(player: Player, name: str) -> None:
    assert player.client.patch("/api/v1/me", {"display_name": name}).status_code == 200


def private_lobby(host: Player, *invited: Player) -> tuple[str, str]:
    """Return the id of a private lobby, and its join code."""
    opened = host.post("/games", {"seats": 3, "visibility": "private"}).json()["game"]
    for player in invited:
        body = {"player": player.name}
        assert host.post(f"/games/{opened['id']}/invitations", body).status_code < 300
    return opened["id"], opened["join_code"]


def sent_to(
    game: str, player: Player | None, *, seat: int | None = None, watch_code: str | None = None
) -> list[Any]:
    """Return the players that a reader of a private lobby, once admitted, is sent now."""
    threads = Barrier(THREADS)
    number = number_of(game)
    watch_pass = watch_code and visibility.watch_pass_for(number, watch_code)
    credentials = StreamCredentials(None, None, watch_pass or None)

    def close() -> None:
        threads.wait(PATIENCE)
        close_connections()

    async def show() -> bytes:
        wire = Wire()
        wire.is_read.set()
        account_id = None if player is None else player.account
        terms = ReaderTerms(
            game_id=number,
            rules=Rules(),
            is_lobby=True,
            version=2,
            revision=0,
            seat=seat,
            has_left=False,
            is_private=watch_code is None,
            account_id=account_id,
            blocks_of=account_id,
            cursor=2,
            players=UNSENT,
            wants_state=False,
            wants_emotes=True,
        )
        reader = Reader(wire.stream(credentials), terms)
        await show_players([reader])
        await reader.stream.sent()
        await asyncio.gather(*(in_thread(close) for _ in range(THREADS)))
        return wire.text

    lines = asyncio.run(show()).decode().splitlines()
    data = [line.removeprefix("data: ") for line in lines if line.startswith("data: ")]
    return [json.loads(each)["players"] for each in data]


@pytest.mark.parametrize("media", [each.value for each in FrameFormat])
def test_the_players_follow_the_state_and_are_no_part_of_it(media: str) -> None:
    game, ann, _ = seated(2)
    rename(ann, "Zed Q")

    text = ann.get(stream(game), Accept=media).content.decode()

    state, players, time, *_ = [line for line in text.splitlines() if "{" in line]
    assert '"hand"' in state and "Zed Q" not in state
    assert "Zed Q" in players and '"now"' in time


@pytest.mark.slow
@pytest.mark.parametrize("reader", ["player", "spectator"])
def test_they_are_those_of_the_game_object(address: str, reader: str) -> None:
    game, ann, _ = seated(2)
    rename(ann, "Zed Q")
    caller = ann if reader == "player" else None

    with Listener(address, stream(game), caller) as listener:
        shown = listener.players_until(lambda found: True)

    assert shown == (caller or Player()).get(f"/games/{game}").json()["players"]


@pytest.mark.slow
def test_a_player_who_joins_or_leaves_a_lobby_is_shown_at_once(address: str) -> None:
    ann, bob = guest(), guest()
    game = ann.create(seats=3)

    with Listener(address, stream(game)) as listener:
        assert names(listener.players_until(lambda found: True)) == [ann.name]
        bob.join(game)
        listener.players_until(lambda found: names(found) == [ann.name, bob.name])
        ann.post(f"/games/{game}/leave")
        listener.players_until(lambda found: names(found) == [bob.name])


@pytest.mark.slow
def test_a_changed_name_is_shown_at_a_heartbeat(address: str) -> None:
    game, ann, _ = seated(2)

    with Listener(address, stream(game)) as listener:
        listener.players_until(lambda found: found[0]["display_name"] is None)
        rename(ann, "Zed Q")
        listener.players_until(lambda found: found[0]["display_name"] == "Zed Q")


@pytest.mark.slow
def test_a_player_who_comes_and_one_who_goes_are_shown_at_a_heartbeat(address: str) -> None:
    game, *_ = seated(2)
    Seat.objects.update(seen_at=None)

    with Listener(address, stream(game)) as listener:
        listener.players_until(lambda found: online(found) == [False, False])
        Seat.objects.filter(number=1).update(seen_at=datetime.now(UTC))
        listener.players_until(lambda found: online(found) == [False, True])
        Seat.objects.update(seen_at=datetime.now(UTC) - presence.STALE)
        listener.players_until(lambda found: online(found) == [False, False])


def test_a_guest_whose_invitation_has_ended_is_sent_nothing() -> None:
    ann, bob, eve, dan = guest(), guest(), guest(), guest()
    game, code = private_lobby(ann, eve, dan)
    bob.join(game, join_code=code)

    assert [names(found) for found in sent_to(game, eve)] == [[ann.name, bob.name]]
    eve.post(f"/games/{game}/decline")
    assert sent_to(game, eve) == []
    assert len(sent_to(game, dan)) == 1
    ann.post(f"/games/{game}/start")
    assert sent_to(game, dan) == []
    assert len(sent_to(game, bob, seat=1)) == 1


def test_a_player_who_left_a_private_lobby_is_sent_nothing() -> None:
    ann, bob = guest(), guest()
    game, code = private_lobby(ann)
    bob.join(game, join_code=code)

    bob.post(f"/games/{game}/leave")

    assert bob.get(f"/games/{game}").status_code == 404
    assert sent_to(game, bob, seat=1) == []


def test_a_revoked_code_counts_before_the_heartbeat() -> None:
    ann = guest()
    game, _ = private_lobby(ann)
    code = ann.post(f"/games/{game}/watch_code").json()["watch_code"]

    assert [names(found) for found in sent_to(game, None, watch_code=code)] == [[ann.name]]
    ann.client.delete(f"/api/v1/games/{game}/watch_code")
    assert sent_to(game, None, watch_code=code) == []
