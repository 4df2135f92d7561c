"""The evaluation as a task of Inspect: a sample is a game. It needs ``gofishkit[inspect]``.

    inspect eval gofishkit/gofish --model openai/gpt-4o-mini -T deals=20

Inspect sends the requests, so that its own limits, retries and logs hold.
"""

from collections.abc import Sequence
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from gofishkit.eval.figures import beliefs_of
from gofishkit.eval.playing import play
from gofishkit.eval.prompts import VERSION, Message
from gofishkit.eval.scoring import result_of
from gofishkit.eval.settings import Planned, Settings
from gofishkit.eval.tables import LocalTable

KINDS = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}


@task
def gofish(
    deals: int = 20,
    against: str = "memory",
    seats: int = 2,
    preset: str = "classic",
    unseen: bool = False,
    seed: str = "1",
    notes: bool = False,
    list_legal: bool = False,
    repairs: int = 1,
    every: int = 4,
) -> Task:
    """Play Go Fish, and say what is believed about hidden cards."""
    settings = Settings(
        model="inspect",
        against=against,
        seats=seats,
        presets=(preset,),
        deals=deals,
        unseen=unseen,
        seed=str(seed),
        repairs=repairs,
        lists_legal=list_legal,
        has_notes=notes,
        every=every,
    ).checked()
    samples = [
        Sample(input=f"Game {game.number}", id=game.number, metadata=game._asdict())
        for game in settings.games()
    ]
    return Task(
        dataset=MemoryDataset(samples),
        solver=player(settings),
        scorer=result(),
        config=GenerateConfig(max_tokens=settings.answer_tokens),
        version=VERSION,
    )


@solver
def player(settings: Settings) -> Solver:
    """Play the game of a sample with the model."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        planned = Planned(**state.metadata)
        table = LocalTable(settings, planned)

        async def ask(name: str, messages: Sequence[Message]) -> str:
            sent: list[ChatMessage] = [
                KINDS[message["role"]](content=message["content"]) for message in messages
            ]
            return (await get_model().generate(sent)).completion

        played = await play(table, settings, planned, ask)
        record = await table.record()
        state.metadata["result"] = result_of(record, played, planned, analyses=settings.analyses)
        return state

    return solve


@scorer(
    metrics={
        name: [mean(), stderr()]
        for name in ("share", "margin", "illegal", "brier", "brier_posterior", "distance")
    }
)
def result() -> Scorer:
    """Score a game: share of the win, margin, illegal share, and beliefs."""

    async def score(state: TaskState, target: Target) -> Score:
        found: dict[str, Any] = state.metadata["result"]
        asks = found["asks"]
        values = {
            "share": found["share"],
            "margin": found["margin"],
            "illegal": 1 - asks["own"] / max(1, sum(asks.values())),
            **beliefs_of(found),
        }
        return Score(value=values, metadata=found)

    return score
