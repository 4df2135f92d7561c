"""Moves and emotes reach streams of other processes through Redis or Valkey (`NOTICES_URL`)."""

import asyncio
import re
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import connection
from prometheus_client import REGISTRY
from pytest_django import Settings

from games.log.notify import redis_channels
from games.log.notify.notifications import BOT_CHANNEL, CHANNEL
from games.log.notify.reconnecting import Message
from games.log.notify.redis_channels import messages, send
from tests import proxies
from tests.live.listeners import Listener
from tests.live.test_game_stream import an_ask, stream
from tests.players import seated
from tests.processes import served
from tests.servers import overriding
from tests.timeouts import PATIENCE

needs_redis = pytest.mark.skipif(not proxies.REDIS, reason="redis-server is not installed")
on_postgresql = pytest.mark.skipif(
    connection.vendor == "sqlite", reason="readers of SQLite poll the file"
)
MOVED = Message(CHANNEL, "7:12")


def failed() -> float:
    return REGISTRY.get_sample_value("gofish_failed_notifications_total") or 0.0


async def following(source: AsyncGenerator[Message | None, None]) -> Message | None:
    async with asyncio.timeout(PATIENCE):
        return await anext(source)


@pytest.mark.slow
@needs_redis
def test_after_a_restart_of_redis_readers_look_for_missed_moves_and_hear_new_ones(
    tmp_path: Path, unused_port: int, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_channels, "REST_SECONDS", 0.0)
    settings.NOTICES_URL = f"redis://127.0.0.1:{unused_port}/3"

    async def listen() -> None:
        source = messages(CHANNEL, BOT_CHANNEL)
        for _ in range(2):
            with proxies.redis(tmp_path, unused_port):
                assert await following(source) is None
                send(MOVED, Message(BOT_CHANNEL, ""))
                assert await following(source) == MOVED
                assert await following(source) == Message(BOT_CHANNEL, "")
        await source.aclose()

    before = failed()
    asyncio.run(listen())

    assert failed() == before


def test_without_redis_sending_fails_at_once_and_is_counted_and_logged_but_not_raised(
    unused_port: int, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.NOTICES_URL = f"redis://:hunter2@127.0.0.1:{unused_port}/0"
    before, began = failed(), time.monotonic()

    for _ in range(100):
        send(MOVED)

    assert failed() == before + 100
    assert time.monotonic() - began < PATIENCE
    [record] = caplog.records
    assert re.match(r"Cannot send notifications; retrying in 1\.0 s", record.getMessage())
    assert "hunter2" not in caplog.text


@pytest.mark.slow
@needs_redis
def test_the_log_lacks_the_password_even_if_redis_does_not_know_the_command_that_has_it(
    tmp_path: Path, unused_port: int, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """As before Redis 6, which quotes the arguments of HELLO: the user and the password."""
    settings.NOTICES_URL = f"redis://:hunter2@127.0.0.1:{unused_port}/0"

    async def listen() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(0.2):
                await anext(messages(CHANNEL))

    with proxies.redis(tmp_path, unused_port, "--rename-command", "HELLO", ""):
        send(MOVED)
        asyncio.run(listen())

    assert caplog.text.count("unknown command 'HELLO'") >= 2
    assert "hunter2" not in caplog.text


@on_postgresql
@needs_redis
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_stream_of_another_process_shows_moves_and_emotes(
    tmp_path: Path, settings: Settings
) -> None:
    game, ann, bob = seated(2)
    with (
        proxies.redis(tmp_path) as address,
        served(NOTICES_URL=address, **overriding(STREAM_HEARTBEAT_SECONDS=3600)) as server,
        Listener(server, stream(game)) as listener,
    ):
        settings.NOTICES_URL = address
        began = listener.frame()
        an_ask(game, ann, bob)
        moved = listener.frame()
        assert ann.post(f"/games/{game}/emotes", {"emote": "hello"}).status_code == 204
        sent = listener.frame()

    assert began and moved and sent
    assert [began.event, moved.event, sent.event] == ["state", "move", "emote"]
