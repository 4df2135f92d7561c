"""The hub: what it listens to while readers come and go."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from games.live import hub
from games.live.hub import Hub
from tests.timeouts import PATIENCE


class Follower:
    def heard(self, notification: object) -> None:
        pass


def test_readers_that_come_and_go_share_a_listener_which_then_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = []
    ended = asyncio.Event()

    async def notifications() -> AsyncGenerator[None, None]:
        begun.append(1)
        try:
            while True:
                yield None
                await asyncio.sleep(0.001)
        finally:
            ended.set()

    async def come_and_go() -> None:
        ours, reader = Hub(notifications), Follower()
        for _ in range(3):
            ours.listen(reader)
            await asyncio.sleep(0.01)
            ours.unlisten(reader)
            await asyncio.sleep(0.01)
        assert len(begun) == 1
        monkeypatch.setattr(hub, "LINGER_SECONDS", 0.01)
        ours.listen(reader)
        ours.unlisten(reader)
        await asyncio.wait_for(ended.wait(), PATIENCE)

        ours.listen(reader)
        await asyncio.sleep(0.01)
        assert len(begun) == 2

    asyncio.run(come_and_go())
