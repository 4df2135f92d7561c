"""Streams without a server: slow readers, inboxes, shared frames, and turns to catch up."""

import asyncio
import json
import time
from collections.abc import Awaitable, Iterator, MutableMapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from django.db import OperationalError
from hypothesis import given, settings

from accounts.notices import Unread
from games.engine.cards import Seat
from games.engine.commands import Resign
from games.engine.events import Event
from games.engine.state import State
from games.live import hub
from games.live.accounts_feed import Inbox
from games.live.exchange import Exchange, WholeResponse
from games.live.frames import Frame, FrameFormat
from games.live.frames_by_seat import FramesBySeat
from games.live.hub import FEW, CatchingUp
from games.live.stream import MOST_WAITING, PIECE, Stream, StreamCredentials
from games.log.heads import GameHead
from games.log.notify.pages import PAGE, Page
from games.log.reader import LoggedMove
from games.play.api import position_answers
from games.play.inbox import InboxGame
from tests.engine import games
from tests.engine.games import Setting
from tests.engine.test_redaction import assert_same_bytes
from tests.profiles import sized

Message = MutableMapping[str, Any]


class Wire:
    """A connection whose reader takes nothing until the test allows it."""

    def __init__(self) -> None:
        self.is_read = asyncio.Event()
        self.has_left = asyncio.Event()
        self.sent: list[Message] = []

    async def send(self, message: Message) -> None:
        await self.is_read.wait()
        self.sent.append(message)
        if not message.get("more_body"):
            self.has_left.set()

    async def receive(self) -> Message:
        await self.has_left.wait()
        return {"type": "http.disconnect"}

    def stream(self, credentials: StreamCredentials | None = None) -> Stream:
        async def ask_again() -> WholeResponse:
            raise NotImplementedError

        exchange = Exchange(WholeResponse(200, [], b""), ask_again, self.receive, self.send)
        return Stream(exchange, credentials or StreamCredentials(None, None))

    @property
    def text(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)


def test_frames_wait_for_a_slow_reader_in_order() -> None:
    async def play() -> None:
        wire = Wire()
        stream = wire.stream()
        for number in range(100):
            stream.push(b"%d;" % number)
        await asyncio.sleep(0)

        wire.is_read.set()
        await stream.sent()

        assert wire.text == b"".join(b"%d;" % number for number in range(100))

    asyncio.run(play())


def test_a_reader_who_leaves_too_much_waiting_is_cut_off() -> None:
    async def play() -> None:
        wire = Wire()
        stream = wire.stream()
        holding = asyncio.create_task(stream.hold())
        await asyncio.sleep(0)

        for _ in range(MOST_WAITING // 1024 + 2):
            stream.push(bytes(1024))
            await asyncio.sleep(0)
        await asyncio.wait_for(holding, 1)

        assert stream.has_ended
        assert (
            not wire.sent
        )  # the answer stays incomplete, so that the server closes the connection

    asyncio.run(play())


def test_what_waits_is_sent_in_pieces_that_the_server_may_buffer() -> None:
    async def play() -> None:
        wire = Wire()
        stream = wire.stream()
        for _ in range(MOST_WAITING // 1000):
            stream.push(bytes(1000))

        wire.is_read.set()
        await stream.sent()
        stream.push(b"next")
        await stream.sent()

        *pieces, last = [len(message["body"]) for message in wire.sent]
        assert max(pieces) < PIECE + 1000
        assert sum(pieces) == MOST_WAITING // 1000 * 1000
        assert last == len(b"next")

    asyncio.run(play())


def test_a_frame_is_one_event_or_one_line() -> None:
    frame = Frame("move", b'{"number":12}', 12)

    assert FrameFormat.EVENTS.write(frame) == b'id: 12\nevent: move\ndata: {"number":12}\n\n'
    assert FrameFormat.LINES.write(frame) == b'{"type":"move","id":12,"data":{"number":12}}\n'


def test_the_end_comes_after_what_waits_and_completes_the_answer() -> None:
    async def play() -> None:
        wire = Wire()
        stream = wire.stream()
        holding = asyncio.create_task(stream.hold())
        await asyncio.sleep(0)
        stream.push(b"move;")
        stream.end("stopping")
        stream.push(b"too late;")

        wire.is_read.set()
        await asyncio.wait_for(holding, 1)

        assert wire.text == b'move;event: end\ndata: {"reason":"stopping"}\n\n'
        assert wire.sent[-1] == {"type": "http.response.body"}

    asyncio.run(play())


# --- what an inbox sends --------------------------------------------------------------------------


NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


class Received:
    """A stream that keeps what it is sent."""

    def __init__(self) -> None:
        self.news: list[tuple[int, list[str]]] = []

    def send(self, frame: Any) -> None:
        """Keep what is new about which version."""
        data = json.loads(frame.data)
        self.news.append((data["version"], data["what"]))


def opened_inbox(*known: InboxGame) -> tuple[Inbox, Received]:
    stream: Any = Received()
    games = {inbox_game.game_id: inbox_game for inbox_game in known}
    return Inbox(stream, account_id=1, known=games, unread=Unread(), filled_at=NOON), stream


def inbox_game(
    version: int, status: str, *, rulings: int = 0, number: int = 1, finished: int = 1
) -> InboxGame:
    """A inbox_game; if it is over, since so many minutes after the stream was opened_inbox."""
    finished_at = NOON + timedelta(minutes=finished) if status == "over" else None
    return InboxGame(
        number, version, status, 0, is_turn=False, rulings=rulings, finished_at=finished_at
    )


def test_an_end_that_is_announced_twice_is_sent_once() -> None:
    inbox, stream = opened_inbox(inbox_game(8, "running"))

    for _ in range(2):
        inbox.update({1: inbox_game(9, "over")}, [1], accessed=[1])

    assert stream.news == [(9, ["over", "looked_into"])]


def test_a_ruling_on_a_game_that_is_over_is_sent_once_and_so_is_that_it_goes_on() -> None:
    inbox, stream = opened_inbox(inbox_game(8, "running"))

    for state in (
        inbox_game(9, "over"),
        inbox_game(10, "over", rulings=1),
        inbox_game(10, "over", rulings=1),
    ):
        inbox.update({1: state}, [1])
    inbox.update({1: inbox_game(11, "running", rulings=2)}, [1])

    assert stream.news == [(9, ["over"]), (10, ["ruled"]), (11, ["joined", "started", "ruled"])]


def test_a_game_that_begins_and_ends_between_two_looks_is_sent_with_both() -> None:
    inbox, stream = opened_inbox()

    for _ in range(2):
        inbox.update({1: inbox_game(9, "over")}, [1])

    assert stream.news == [(9, ["joined", "over"])]


def test_the_end_of_a_game_that_was_over_before_is_not_sent_and_a_ruling_is_once() -> None:
    inbox, stream = opened_inbox()

    for rulings in (0, 0, 1, 1):
        inbox.update({1: inbox_game(9, "over", rulings=rulings, finished=-1)}, [1])

    assert stream.news == [(9, ["ruled"])]


# --- frames that are put together from shared parts -----------------------------------------------


PROPERTY_GAMES = sized(6, nightly=120)
AT = datetime(2026, 1, 2, tzinfo=UTC)


def joined_frame(events: Sequence[Event], state: State, viewer: Seat | None) -> str:
    """Return the frame of a move with the state after it, as a stream sends it."""
    moves = FramesBySeat((_move(events),), state.rules, _head(state))
    return moves.between(0, 1, viewer, FrameFormat.EVENTS, with_state=True).decode()


def plain(events: Sequence[Event], state: State, viewer: Seat | None) -> str:
    """Return the same frame, written for this viewer alone."""
    head = _head(state)._replace(seat=viewer)
    move = position_answers.move(_move(events), head.viewer, state.rules)
    data = {**move, "state": {**position_answers.position(head), "last_move": move}}
    return FrameFormat.EVENTS.write(Frame("move", orjson.dumps(data), 1)).decode()


def differences(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield the frames of a game that differ from those written for one viewer alone."""
    for place, move in enumerate(games.play(setting)):
        frames = FramesBySeat((_move(move.events),), setting.rules, _head(move.after))
        for viewer in (None, place % setting.seats, (place + 1) % setting.seats):
            seen = frames.between(0, 1, viewer, FrameFormat.EVENTS, with_state=True).decode()
            expected = plain(move.events, move.after, viewer)
            if seen != expected:
                yield seen, expected


def _move(events: Sequence[Event]) -> LoggedMove:
    return LoggedMove(1, 0, Resign(0), tuple(events), AT, bytes(32))


def _head(state: State) -> GameHead:
    return GameHead(7, bytes(32), 1, bytes(32), state, None, deadline=AT)


@given(games.settings_of_games())
@settings(max_examples=PROPERTY_GAMES)
def test_a_frame_has_the_bytes_of_one_written_for_its_viewer_alone(setting: Setting) -> None:
    assert not list(differences(setting))


@given(games.settings_of_games())
@settings(max_examples=PROPERTY_GAMES)
def test_a_frame_does_not_depend_on_hidden_cards(setting: Setting) -> None:
    assert_same_bytes(setting, look=joined_frame)


# --- readers of an address take turns -------------------------------------------------------------


SECOND = 5 * PAGE
"""Moves a second: a page of old moves has a fifth of one."""
ADDRESSES = ("192.0.2", "198.51.100")


class Log:
    """A game's log that is read in a thread, with how many read at once."""

    def __init__(self, moves: int, *, seconds: float = 0.01) -> None:
        self.moves, self.seconds, self.after = moves, seconds, 0
        self.reading, self.most = 0, 0

    def read(self, *, with_head: bool = False) -> Page:
        """Return a page of so many moves."""
        self.reading += 1
        self.most = max(self.most, self.reading)
        time.sleep(self.seconds)
        self.reading -= 1
        moves: Any = (None,) * self.moves
        return Page(moves, None, has_started=False, end=None)


def seconds(*reads: Awaitable[Page]) -> float:
    """Return how long reads that begin at once take together."""

    async def all_of() -> float:
        begun = time.monotonic()
        await asyncio.gather(*reads)
        return time.monotonic() - begun

    return asyncio.run(all_of())


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> CatchingUp:
    """Turns with long rests of an address, and none of all."""
    monkeypatch.setattr(hub, "MOVES_A_SECOND", SECOND)
    monkeypatch.setattr(hub, "MOST_A_SECOND", 10**9)
    return CatchingUp()


def read(turns: CatchingUp, address: str, log: Any, *, until: int = 1000) -> Awaitable[Page]:
    return turns.read(address, log, until=until, with_head=False)


def test_an_address_reads_one_page_after_another_with_rests(turns: CatchingUp) -> None:
    log = Log(PAGE)

    took = seconds(*(read(turns, "192.0.2.1", log) for _ in range(4)))

    assert log.most == 1
    assert took >= 3 / 5  # no page waits for the last rest


def test_who_missed_few_moves_does_not_wait(turns: CatchingUp) -> None:
    async def race() -> int:
        busy = [asyncio.ensure_future(read(turns, "192.0.2.1", Log(PAGE))) for _ in range(9)]
        await asyncio.sleep(0)
        await read(turns, "192.0.2.1", Log(FEW), until=FEW)
        done = sum(each.done() for each in busy)
        for each in busy:
            each.cancel()
        return done

    assert asyncio.run(race()) < 5


def test_a_reader_who_leaves_lets_the_next_one_read_after_the_page_and_its_rest(
    turns: CatchingUp,
) -> None:
    async def leave() -> tuple[float, int]:
        log = Log(PAGE, seconds=0.1)
        leaving, waiting = (asyncio.ensure_future(read(turns, "192.0.2.1", log)) for _ in "ab")
        elsewhere = asyncio.ensure_future(read(turns, "198.51.100.7", log))
        begun = time.monotonic()
        await asyncio.sleep(0.01)
        for each in (leaving, waiting, elsewhere):
            each.cancel()
        await asyncio.gather(*(read(turns, f"{network}.7", log) for network in ADDRESSES))
        return time.monotonic() - begun, log.most

    took, most = asyncio.run(leave())

    assert took >= 0.1 + 1 / 5
    assert most == 1


def test_a_page_that_cannot_be_read_gives_its_turn_back(turns: CatchingUp) -> None:
    class Lost(Log):
        def read(self, *, with_head: bool = False) -> Page:
            raise OperationalError

    async def fail() -> Page:
        with pytest.raises(OperationalError):
            await read(turns, "192.0.2.1", Lost(1))
        return await read(turns, "192.0.2.1", Log(1))

    assert len(asyncio.run(fail()).moves) == 1


def test_another_address_does_not_wait(turns: CatchingUp) -> None:
    async def race() -> list[str]:
        done: list[str] = []

        async def note(address: str) -> None:
            await read(turns, address, Log(PAGE))
            done.append(address)

        busy = [asyncio.create_task(note("192.0.2.1")) for _ in range(3)]
        await asyncio.gather(note("198.51.100.7"), *busy)
        return done

    assert "198.51.100.7" in asyncio.run(race())[:2]


def test_all_addresses_read_one_page_after_another_with_shorter_rests(
    turns: CatchingUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_A_SECOND", 2 * SECOND)
    log = Log(PAGE)

    took = seconds(*(read(turns, f"192.0.2.{number}", log) for number in range(4)))

    assert log.most == 1
    assert took >= 3 / 10
