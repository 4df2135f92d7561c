"""Predict what a run costs: play some of its games with a built-in bot in the model's place."""

import asyncio
import json
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.bots.from_memory import choose
from gofishkit.eval.budget import Limits, Tokens, most_tokens
from gofishkit.eval.journal import Totals
from gofishkit.eval.playing import play
from gofishkit.eval.prompts import Message, size
from gofishkit.eval.settings import Settings
from gofishkit.eval.tables import LocalTable

MOST_GAMES = 40
BYTES_PER_TOKEN = 3.0
"""Of prompts with many cards, until answers show how many there are."""
ANSWER_TOKENS = 100.0
"""Of an answer without reasoning, until answers show how long they are."""


class Prediction(NamedTuple):
    """What a whole run is expected to use, and the same of a model that never answers legally."""

    games: int
    requests: int
    tokens: Tokens
    most_requests: int
    most: Tokens
    """If also each of its answers is as long as it may be."""
    cost: float
    most_cost: float


def predict(settings: Settings, limits: Limits, seen: Totals | None = None) -> Prediction:
    """Return the prediction; ``seen`` has answers of this run, if there are any."""
    games = settings.games()
    step = max(1, len(games) // MOST_GAMES)
    played = games[::step]
    prompts, repaired = (
        [
            prompt
            for game in played
            for prompt in asyncio.run(_prompts(settings, game.number, is_legal=is_legal))
        ]
        for is_legal in (True, False)
    )
    factor = len(games) / len(played)
    per_token, per_answer = BYTES_PER_TOKEN, min(ANSWER_TOKENS, float(settings.answer_tokens))
    if seen is not None and seen.answered.prompt:
        per_token = seen.bytes / seen.answered.prompt
        per_answer = seen.answered.answer / seen.answers
    most = Tokens()
    for prompt in repaired:
        most = most.plus(most_tokens(prompt, settings.answer_tokens))
    most = Tokens(round(factor * most.prompt), round(factor * most.answer))
    requests = round(factor * len(prompts))
    tokens = Tokens(
        round(factor * sum(map(size, prompts)) / per_token), round(requests * per_answer)
    )
    return Prediction(
        len(games),
        requests,
        tokens,
        round(factor * len(repaired)),
        most,
        limits.price(tokens),
        limits.price(most),
    )


async def _prompts(settings: Settings, number: int, *, is_legal: bool) -> list[Sequence[Message]]:
    planned = settings.games()[number]
    table, asked = LocalTable(settings, planned), list[Sequence[Message]]()

    async def answer(name: str, messages: Sequence[Message]) -> str:
        asked.append(messages)
        if name.endswith("belief") or not is_legal:
            return ""
        return json.dumps(choose(table.view, table.history, Random(name)))

    await play(table, settings, planned, answer)
    return asked
