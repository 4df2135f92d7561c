"""TV as a stream: the game on a channel, then the next."""

import asyncio
import time
from collections.abc import Collection

import pytest

from games.live import tv_feed
from games.live.connection_registry import ConnectionRegistry
from games.live.game_reader import Opening
from games.live.tv_feed import TvFeed, TvListener
from games.log.models import Game, GameStatus
from tests.live.listeners import Frame, LineListener, Listener
from tests.live.test_game_stream import an_ask
from tests.live.test_stream import Wire
from tests.players import Player, guest, seated_by_requests
from tests.timeouts import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


PATH = "/tv/stream"


def began(listener: Listener) -> Frame:
    """Return the next frame of a game that begins."""
    while (frame := listener.frame()) is not None and frame.event != "channel":
        pass
    assert frame is not None
    return frame


@pytest.mark.slow
def test_it_moves_on_to_the_next_game_when_one_ends(address: str) -> None:
    first, ann, bob, cid = seated_by_requests(3)

    with Listener(address, PATH) as listener:
        opening = listener.frames(2)
        second, *_ = seated_by_requests(2)
        an_ask(first, ann, bob, cid)
        move = listener.frame()
        ann.post(f"/games/{first}/resign")
        next_game = began(listener)
        state = listener.frame()

    entry = Player().get("/tv").json()["channels"][0]["game"]
    assert [frame.event for frame in opening] == ["channel", "state"]
    assert opening[0].data["game"] == opening[0].data["details"]["id"] == first
    assert move is not None and (move.event, move.data["game"]) == ("move", first)
    assert next_game.data["game"] == entry["id"] == second
    assert next_game.data["channel"] == "best"
    assert next_game.data["details"].keys() == entry.keys()
    assert state is not None and state.data["game"] == second


@pytest.mark.slow
def test_it_shows_the_channel_that_was_asked_for(address: str) -> None:
    seated_by_requests(3)
    game, *_ = seated_by_requests(2, preset="bicycle")

    with LineListener(address, f"{PATH}?channel=bicycle") as listener:
        assert began(listener).data["game"] == game


@pytest.mark.slow
def test_a_player_watches_as_a_spectator(address: str) -> None:
    game, ann, bob = seated_by_requests(2)

    with LineListener(address, PATH, ann) as listener:
        began(listener)
        state = listener.frame()
        an_ask(game, ann, bob)
        move = listener.frame()

    spectator = Player()
    assert state is not None and state.data["you"] is None and state.data["spectator"]
    assert move is not None
    assert {k: v for k, v in move.data.items() if k != "game"} in spectator.moves(game)
    assert all(seat["hand"] is None for seat in state.data["seats"])


@pytest.mark.slow
def test_no_game_that_strangers_may_not_watch_is_shown(address: str) -> None:
    ann = guest()
    game = ann.post("/games", {"seats": 2, "visibility": "private"}).json()["game"]
    guest().join(game["id"], join_code=game["join_code"])

    with LineListener(address, PATH, ann) as listener:
        listener.read_times(3)
        public, *_ = seated_by_requests(2)
        assert began(listener).data["game"] == public


def test_a_game_that_ended_since_the_selection_is_not_shown() -> None:
    game, ann, _ = seated_by_requests(2)
    ann.post(f"/games/{game}/resign")
    assert tv_feed.read(["best"]) == {}

    Game.objects.update(status=GameStatus.RUNNING, finished_at=None)
    assert tv_feed.read(["best"]) == {}


def test_it_selects_again_after_an_error() -> None:
    reads = list[float]()

    def read(channels: Collection[str]) -> dict[str, Opening]:
        reads.append(time.monotonic())
        raise LookupError("a game that cannot be shown")

    async def watch() -> None:
        feed = TvFeed(ConnectionRegistry(), read=read)
        listener = TvListener(feed, Wire().stream(), "best")
        feed.join(listener)
        deadline = time.monotonic() + PATIENCE
        while len(reads) < 2 and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
        feed.leave(listener)
        listener.close()

    asyncio.run(watch())

    assert len(reads) == 2
