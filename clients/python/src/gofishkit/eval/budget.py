"""What a run may use, and what it has used.

Before each request its most possible tokens are set aside, so that a run never uses more than its
budget: a prompt has at most a token for each byte, an answer no more than the request allows.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from gofishkit.eval.prompts import Message, size

OVERHEAD = 64
"""Tokens that a server may add to a prompt, and to each message in it."""


class Tokens(NamedTuple):
    """Tokens of prompts and of answers."""

    prompt: int = 0
    answer: int = 0

    def plus(self, other: "Tokens") -> "Tokens":
        """Return the sum."""
        return Tokens(self.prompt + other.prompt, self.answer + other.answer)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The budget of a run, and the prices by which it is counted."""

    tokens: float = inf
    cost: float = inf
    minutes: float = inf
    """From the start of the command; the others count over all starts of a run."""
    prompt_price: float = 0.0
    """For a million tokens, in the currency of ``cost``."""
    answer_price: float = 0.0

    def price(self, tokens: Tokens) -> float:
        """Return what tokens cost."""
        return (tokens.prompt * self.prompt_price + tokens.answer * self.answer_price) / 1e6


class BudgetSpent(Exception):
    """The next request could exceed the budget; the text says which part."""


class Budget:
    """Sets tokens aside for requests, and books what they used."""

    def __init__(self, limits: Limits, used: Tokens) -> None:
        self._limits, self.used = limits, used
        """``used`` has what earlier starts used."""
        self._set_aside = Tokens()
        self._deadline = time.monotonic() + 60 * limits.minutes

    def seconds_left(self) -> float:
        """Return the seconds until the end of the time."""
        return self._deadline - time.monotonic()

    def reserve(self, most: Tokens) -> None:
        """Set tokens aside.

        :raises BudgetSpent: if they could exceed the budget.
        """
        total = self.used.plus(self._set_aside).plus(most)
        if sum(total) > self._limits.tokens:
            raise BudgetSpent(f"The next request could exceed {self._limits.tokens:.0f} tokens.")
        if self._limits.price(total) > self._limits.cost:
            raise BudgetSpent(f"The next request could exceed the cost of {self._limits.cost}.")
        if self.seconds_left() <= 0:
            raise BudgetSpent(f"The {self._limits.minutes:g} minutes are over.")
        self._set_aside = self._set_aside.plus(most)

    def settle(self, most: Tokens, used: Tokens) -> None:
        """Book what a request used of the tokens that were set aside."""
        self._set_aside = Tokens(
            self._set_aside.prompt - most.prompt, self._set_aside.answer - most.answer
        )
        self.used = self.used.plus(used)


def most_tokens(messages: Sequence[Message], answer_tokens: int) -> Tokens:
    """Return the most tokens of a request."""
    return Tokens(size(messages) + OVERHEAD * (len(messages) + 1), answer_tokens)
