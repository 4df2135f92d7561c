"""A game that a program with an event loop plays or watches."""

from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from typing import Any

from gofishkit.api import types
from gofishkit.api.calls import Call, path, tag
from gofishkit.client import AsyncClient
from gofishkit.record import GameRecord


class AsyncGame:
    """As ``Game``: ``async for move in game`` gives each move once."""

    def __init__(self, client: AsyncClient, game_id: str) -> None:
        self.client, self.id = client, game_id
        self.record = GameRecord(game_id)

    @property
    def view(self) -> types.State | None:
        """The table as this player may see it; None before the loop has begun."""
        return self.record.view

    @property
    def history(self) -> list[types.Event]:
        """Everything that happened so far as this player saw it, oldest first."""
        return self.record.history

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for this player."""
        return self.record.my_turn

    @property
    def is_over(self) -> bool:
        """Whether the game is over, or was closed in its lobby."""
        return self.record.is_over

    async def __aiter__(self) -> AsyncIterator[types.Move]:
        """Yield each move once, from the first on, and wait for the next until the game is over."""
        record = self.record
        while record.waiting:
            yield record.waiting.popleft()
        async for frame in self.client.stream_game(self.id, after=record.last, state=True):
            record.take_frame(frame, datetime.now(UTC))
            while record.waiting:
                yield record.waiting.popleft()
        await self.refresh()

    async def act(self, action: Mapping[str, Any]) -> types.CommandAnswer:
        """Carry out one of the view's ``legal_actions`` in the position that it shows.

        :raises Refused: if the service refuses it. Nothing has changed then.
        """
        if record_view := self.record.view:
            view = record_view
        else:
            view = await self.refresh()
        call = Call(
            "POST",
            path("/games/{}/{}", self.id, action["type"]),
            header={"If-Match": tag(view)},
            body=dict(action),
            key=f"{self.id}-{view['version']}-{view['you']}",
            takes_key=True,
        )
        answer: types.CommandAnswer = await self.client._send(call)
        self.record.take_answer(answer)
        return answer

    async def refresh(self) -> types.State:
        """Read the state and return it.

        :raises Refused: if this client may not see it.
        """
        view = await self.client.read_state(self.id)
        self.record.take_view(view)
        return view
