"""Play all games of a run, several at a time, until they are over or nothing more is answered."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from games.engine.refusals import MalformedEntry
from gofishkit.client import AsyncClient
from gofishkit.errors import ServiceError
from gofishkit.eval.asking import Asker, NoModelAnswer, Patience, Stopped
from gofishkit.eval.budget import Budget, Limits
from gofishkit.eval.endpoint import Model
from gofishkit.eval.journal import Journal
from gofishkit.eval.playing import play
from gofishkit.eval.scoring import result_of
from gofishkit.eval.settings import Planned
from gofishkit.eval.tables import EvalTable, LocalTable, ServerTable


class Outcome(NamedTuple):
    """How a start of a run ended."""

    left: int
    """Games that are not over."""
    stopped: Stopped | None
    fault: str
    """The last fault of the endpoint or the server."""


class Run:
    """One start of a run."""

    def __init__(
        self,
        journal: Journal,
        model: Model,
        limits: Limits,
        *,
        patience: Patience = Patience(),  # noqa: B008
        at_once: int = 1,
        client: AsyncClient | None = None,
        on_result: Callable[[], None] = lambda: None,
    ) -> None:
        self._journal, self._settings, self._client = journal, journal.settings, client
        self._asker = Asker(journal, model, Budget(limits, journal.totals.used()), patience)
        self._at_once, self._on_result = at_once, on_result
        self._fault = ""

    async def play(self) -> Outcome:
        """Play what is left; try games without an answer again as long as others get one.

        :raises OtherPrompt: if the file is of other code.
        """
        while left := self._left():
            before = self._journal.totals.answers, len(self._journal.results)
            await self._play_all(left)
            is_idle = before == (self._journal.totals.answers, len(self._journal.results))
            if is_idle or self._asker.stopped is not None:
                break
        return Outcome(
            len(self._left()), self._asker.stopped, self._fault or self._asker.last_fault
        )

    def _left(self) -> list[Planned]:
        done = self._journal.results
        return [game for game in self._settings.games() if game.number not in done]

    async def _play_all(self, games: Sequence[Planned]) -> None:
        waiting = iter(games)

        async def work() -> None:
            for game in waiting:
                if self._asker.stopped is not None:
                    return
                await self._play(game)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(self._at_once, len(games))):
                    group.create_task(work())
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None

    async def _play(self, planned: Planned) -> None:
        try:
            table = await self._table(planned)
            ask = partial(self._ask, planned.number)
            played = await play(table, self._settings, planned, ask)
            record = await table.record()
        except (NoModelAnswer, Stopped):
            return
        except (ServiceError, MalformedEntry) as error:  # the server is away, or not to be trusted
            self._fault = str(error)
            return
        result = await asyncio.to_thread(
            result_of, record, played, planned, analyses=self._settings.analyses
        )
        self._journal.write({"over": planned.number, "result": result})
        self._on_result()

    async def _ask(self, number: int, name: str, messages: Sequence[dict[str, str]]) -> str:
        return await self._asker.ask(f"{number}-{name}", messages)

    async def _table(self, planned: Planned) -> EvalTable:
        if self._client is None:
            return LocalTable(self._settings, planned)
        number = planned.number
        if number not in self._journal.games:
            # The file's name of a run, which no other run has, makes the key unique.
            key = f"{self._journal.header['id']}-{number}"
            game = await ServerTable.open(self._client, self._settings, planned, key)
            self._journal.write({"game": game, "number": number})
        return ServerTable(self._client, self._journal.games[number])
