"""The table where a model sits: on this machine, or on a server."""

from collections.abc import AsyncIterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from games.analysis.reading import from_local, from_transcript
from games.analysis.record import Record
from games.bots.levels import LEVELS
from games.bots.local_game import LocalGame
from games.engine import transcript_reader
from games.engine.refusals import Refusal
from games.engine.shuffle import SEED_BYTES
from gofishkit.async_game import AsyncGame
from gofishkit.client import AsyncClient
from gofishkit.errors import Refused
from gofishkit.eval.settings import Planned, Settings

Json = Mapping[str, Any]

LONGEST_GAME = 20_000
"""Actions. A game that takes more is broken off, and no player wins it."""
TURN_SECONDS = 86_400
"""For a turn on a server, the most: endpoints may be away for hours."""


class IllegalAsk(Exception):
    """The rules refuse an ask; the text has the code and the reason."""


class EvalTable(Protocol):
    """A game with the model on one seat."""

    @property
    def view(self) -> Any:
        """The table as the model's seat sees it."""

    @property
    def history(self) -> Sequence[Any]:
        """What the seat saw happen, oldest first."""

    @property
    def version(self) -> int:
        """The number of the last move."""

    def turns(self) -> AsyncIterator[None]:
        """Yield whenever the model has to act, until the game is over."""

    async def act(self, action: Json) -> None:
        """Act for the model.

        :raises IllegalAsk: if the rules refuse it.
        """

    async def record(self) -> Record:
        """Return the record of the finished game, with every card."""


class LocalTable:
    """A game of this process. The deals are those of ``gofish local`` with the same seed."""

    def __init__(self, settings: Settings, planned: Planned) -> None:
        rng = Random(f"{settings.seed} {planned.deal}")
        seed = rng.randbytes(SEED_BYTES)
        self.game = LocalGame(settings.rules(planned), seats=settings.seats, seed=seed)
        self.rng, self._rival, self._seat = rng, LEVELS[settings.against], planned.seat

    @property
    def view(self) -> Any:
        """The table as the model's seat sees it."""
        return self.game.view(self._seat)

    @property
    def history(self) -> Sequence[Any]:
        """What the seat saw happen, oldest first."""
        return self.game.history(self._seat)

    @property
    def version(self) -> int:
        """The number of the last move."""
        return len(self.game.moves)

    async def turns(self) -> AsyncIterator[None]:
        """Yield whenever the model has to act, until the game is over."""
        for _ in range(LONGEST_GAME):
            seat = self.game.to_act
            if seat is None:
                return
            if seat == self._seat:
                yield
            else:
                game = self.game
                game.act(self._rival(game.view(seat), game.history(seat), self.rng))

    async def act(self, action: Json) -> None:
        """Act for the model.

        :raises IllegalAsk: if the rules refuse it.
        """
        try:
            self.game.act(dict(action))
        except Refusal as refusal:
            raise IllegalAsk(f"{refusal.code}: {refusal}") from None

    async def record(self) -> Record:
        """Return the record of the game."""
        return from_local(self.game)


class ServerTable:
    """A game on a server, which deals; built-in bots take the other seats."""

    def __init__(self, client: AsyncClient, game: str) -> None:
        self._client, self._game = client, AsyncGame(client, game)

    @classmethod
    async def open(cls, client: AsyncClient, settings: Settings, planned: Planned, key: str) -> str:
        """Open a game and return its id; the same key finds it again.

        :raises ServiceError: if the server opens none.
        """
        opened = await client.create_game(
            idempotency_key=key,
            preset=planned.column,
            seats=settings.seats,
            bots=[settings.against] * (settings.seats - 1),
            turn_seconds=TURN_SECONDS,
        )
        return opened["game"]["id"]

    @property
    def view(self) -> Any:
        """The table as the model's seat sees it."""
        return self._game.view

    @property
    def history(self) -> Sequence[Any]:
        """What the seat saw happen, oldest first."""
        return self._game.history

    @property
    def version(self) -> int:
        """The number of the last move."""
        return self._game.record.last

    async def turns(self) -> AsyncIterator[None]:
        """Yield whenever the model has to act, until the game is over."""
        async for _ in self._game:
            while self._game.my_turn:
                yield

    async def act(self, action: Json) -> None:
        """Act for the model. If the game has moved on, do nothing: the stream shows how.

        :raises IllegalAsk: if the rules refuse it.
        :raises ServiceError: if the server does not take it for another reason.
        """
        try:
            await self._game.act(action)
        except Refused as refused:
            if refused.status == 422:
                raise IllegalAsk(f"{refused.code}: {refused.detail}") from None
            if not refused.moved_on:
                raise
            await self._game.refresh()

    async def record(self) -> Record:
        """Return the record of the finished game, from its transcript.

        :raises ServiceError: if the server gives none.
        :raises MalformedEntry: if it is not valid.
        """
        document: Any = await self._client.read_transcript(self._game.id)
        return from_transcript(transcript_reader.read(document))
