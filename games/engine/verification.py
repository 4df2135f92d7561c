"""The result of checking a log or a transcript."""

from typing import Literal, NamedTuple, get_args

from games.engine.receipts import Receipts
from games.engine.state import State

Check = Literal[
    "commitment",
    "number",
    "digest",
    "entry",
    "author",
    "legality",
    "events",
    "result",
    "receipt",
]
CHECKS: tuple[Check, ...] = get_args(Check)
Scope = Literal["full", "chain"]


class Failure(NamedTuple):
    """The first check that fails, and why; ``move`` is None if it concerns the whole log."""

    move: int | None
    check: Check
    reason: str


class Verification(NamedTuple):
    """What was found.

    ``scope`` is ``chain`` if the rules version is unknown: only digests were checked.
    """

    moves: int
    scope: Scope
    failure: Failure | None
    state: State
    digest: bytes
    """The digest of the last move that is valid."""
    receipts: Receipts | None = None
    """The receipts that the log was compared with, if any."""
    has_annotations: bool = False
    """Whether the transcript has annotations, which nothing proves."""

    @property
    def holds(self) -> bool:
        """Whether every check passed."""
        return self.failure is None

    @property
    def proved_until(self) -> int | None:
        """The last move that a receipt covers; None without receipts, or if a check failed."""
        return self.receipts.last if self.receipts and self.holds else None
