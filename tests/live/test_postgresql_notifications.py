"""Notifications through PostgreSQL: no request waits for them, and a failure costs none."""

import asyncio
import os
import signal
from contextlib import aclosing

import pytest
from django.db import connection
from prometheus_client import REGISTRY
from pytest_django import Settings

from games.notify import postgresql
from games.notify.notifications import BOT_CHANNEL, CHANNEL
from games.notify.postgresql import messages, send
from games.notify.reconnecting import Message
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.usefixtures("transactional_db"),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="readers of SQLite poll the file"),
]
MOVED = Message(CHANNEL, "7:12")
BOT = Message(BOT_CHANNEL, "")


def failed() -> float:
    return REGISTRY.get_sample_value("gofish_failed_notifications_total") or 0.0


def senders() -> list[int]:
    """Return the server processes of connections that send notifications."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND query LIKE '%pg_notify($1, $2)%'"
        )
        pids = [pid for (pid,) in cursor.fetchall()]
    connection.close()  # threads call this too
    return pids


def test_messages_arrive_also_after_the_server_has_ended_the_connection() -> None:
    async def listen() -> list[Message | None]:
        received = []
        async with asyncio.timeout(PATIENCE), aclosing(messages(CHANNEL, BOT_CHANNEL)) as source:
            assert await anext(source) is None
            send(MOVED, BOT)
            received += [await anext(source) for _ in range(2)]
            [pid] = await asyncio.to_thread(senders)
            os.kill(pid, signal.SIGTERM)
            while await asyncio.to_thread(senders):
                await asyncio.sleep(0.01)
            send(MOVED)
            received.append(await anext(source))
        return received

    before = failed()

    assert asyncio.run(listen()) == [MOVED, BOT, MOVED]
    assert failed() == before


def test_a_server_that_cannot_be_reached_is_left_alone_for_a_second(
    settings: Settings, unused_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    settings.DATABASE_LISTEN_URL = f"postgresql://ann:hunter2@127.0.0.1:{unused_port}/none"
    before = failed()

    for _ in range(100):
        send(MOVED)

    assert failed() == before + 100
    [record] = caplog.records
    assert "Cannot send notifications" in record.getMessage()
    assert "hunter2" not in caplog.text


def test_a_server_that_stops_answering_holds_up_no_sender(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgresql, "MOST_UNREAD", 20)
    send(MOVED)
    [pid] = senders()
    before = failed()
    os.kill(pid, signal.SIGSTOP)
    try:
        for _ in range(20):
            send(MOVED)
        assert failed() == before
    finally:
        os.kill(pid, signal.SIGCONT)
