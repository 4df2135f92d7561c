"""Ask a model, or take its answer from the file of the run."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from gofishkit.eval.budget import Budget, BudgetSpent, Tokens, most_tokens
from gofishkit.eval.endpoint import Answer, EndpointFault, Model
from gofishkit.eval.journal import Journal
from gofishkit.eval.prompts import Message, digest, size
from gofishkit.retries import Retry

Ask = Callable[[str, Sequence[Message]], Awaitable[str]]
"""Returns the text that answers the messages of the request with this name, unique in its game."""
MOST_IN_A_ROW = 3
"""So many games in a row without any answer end a start of the run: the endpoint is away."""


class Patience(NamedTuple):
    """How long an answer is waited for, and how often a request is sent."""

    seconds: float = 120.0
    retry: Retry = Retry(attempts=5, first=1.0, longest=60.0)


class NoModelAnswer(Exception):
    """A request got no answer, after all retries: its game waits for another start."""


class Stopped(Exception):
    """No more requests are sent in this start; the text says why."""

    def __init__(self, reason: str, *, is_key: bool = False, is_error: bool = False) -> None:
        super().__init__(reason)
        self.is_key, self.is_error = is_key, is_error


class OtherPrompt(Exception):
    """The file has an answer to another prompt: this code plays other games."""


class Asker:
    """Sends the requests of a run, within its budget."""

    def __init__(self, journal: Journal, model: Model, budget: Budget, patience: Patience) -> None:
        self._journal, self._model, self._budget = journal, model, budget
        self._patience = patience
        self._answered = False
        self._unanswered = 0
        self.stopped: Stopped | None = None
        """Why no more requests are sent."""
        self.last_fault = ""

    async def ask(self, name: str, messages: Sequence[Message]) -> str:
        """Return the text of the answer.

        :raises NoModelAnswer: if there is none, after all retries.
        :raises Stopped: if no more requests are sent.
        :raises OtherPrompt: if the file has an answer to a prompt that differs.
        """
        if (kept := self._journal.kept(name)) is not None:
            if kept.digest != digest(messages):
                raise OtherPrompt(
                    f"The file answers another prompt than {name}. It was written by other code."
                )
            return kept.text
        retry = self._patience.retry
        for attempt in range(retry.attempts):
            try:
                return await self._send(name, messages)
            except EndpointFault as fault:
                self.last_fault = str(fault)
                if fault.is_final and not self._answered:
                    self._stop(Stopped(str(fault), is_key=fault.is_key, is_error=True))
                if fault.is_final or attempt + 1 == retry.attempts:
                    break
                after = None if fault.retry_after is None else min(fault.retry_after, retry.longest)
                await asyncio.sleep(min(retry.pause(attempt, after), max(0.0, self._left())))
        self._unanswered += 1
        if self._unanswered >= MOST_IN_A_ROW:
            self._stop(Stopped(f"The endpoint does not answer: {self.last_fault}", is_error=True))
        raise NoModelAnswer(self.last_fault)

    async def _send(self, name: str, messages: Sequence[Message]) -> str:
        if self.stopped is not None:
            raise self.stopped
        most = most_tokens(messages, self._journal.settings.answer_tokens)
        try:
            self._budget.reserve(most)
        except BudgetSpent as spent:
            self._stop(Stopped(str(spent)))
        number = f"{len(self._journal.starts)}.{self._journal.totals.sent}"
        self._journal.write({"send": number, "most": most})
        used = most
        line: dict[str, Any] = {"id": number, "name": name}
        try:
            seconds = min(self._patience.seconds, self._left())
            answer = await self._model.answer(messages, seconds=max(0.0, seconds))
        except EndpointFault as fault:
            used = most if fault.may_cost else Tokens()
            self._journal.write({**line, "fault": fault.kind, "tokens": used})
            if self._left() <= 0:
                self._stop(Stopped("The time of this start is over."))
            raise
        else:
            used, excess = _used(answer, most)
            self._answered, self._unanswered = True, 0
            self._journal.write(
                {
                    **line,
                    "digest": digest(messages),
                    "bytes": size(messages),
                    "text": answer.text,
                    "tokens": used,
                    "estimated": None in answer,
                    "excess": excess,
                }
            )
            return answer.text
        finally:
            self._budget.settle(most, used)

    def _left(self) -> float:
        return self._budget.seconds_left()

    def _stop(self, reason: Stopped) -> None:
        if self.stopped is None:
            self.stopped = reason
        raise self.stopped


def _used(answer: Answer, most: Tokens) -> tuple[Tokens, int]:
    """Return the tokens of an answer, at most what is possible, and what was reported beyond."""
    prompt = most.prompt if answer.prompt_tokens is None else answer.prompt_tokens
    answered = most.answer if answer.answer_tokens is None else answer.answer_tokens
    used = Tokens(min(prompt, most.prompt), min(answered, most.answer))
    return used, prompt + answered - sum(used)
