"""Play one game with a model: its asks, the repairs of illegal ones, and its beliefs."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal, NamedTuple

from games.bots.duties import asks_or_duty
from gofishkit.eval import answers, prompts, questions
from gofishkit.eval.answers import Beliefs, NoAnswerFound
from gofishkit.eval.asking import Ask
from gofishkit.eval.prompts import Message
from gofishkit.eval.questions import Questions
from gofishkit.eval.settings import Planned, Settings
from gofishkit.eval.tables import EvalTable, IllegalAsk

How = Literal["own", "repaired", "substituted"]


class Believed(NamedTuple):
    """Questions after a move, and their answers."""

    version: int
    questions: Questions
    beliefs: Beliefs


class Played(NamedTuple):
    """What a model did in a game."""

    asks: dict[int, How]
    """By the number of the move before it: whether the ask was the model's first answer, a later
    one, or a random one in its place.
    """
    illegal: int
    """Answers that were no legal ask."""
    beliefs: list[Believed]


async def play(table: EvalTable, settings: Settings, planned: Planned, ask: Ask) -> Played:
    """Play a game to its end.

    Raises what ``ask`` and ``table`` raise.
    """
    played = Played({}, 0, [])
    turn = 0
    async for _ in table.turns():
        view, history, version = table.view, table.history, table.version
        rng = Random(f"{settings.seed} {planned.number} {version}")
        legal = asks_or_duty(view, rng)
        if legal[0]["type"] != "ask":
            await table.act(legal[0])
            continue
        turn += 1
        if settings.every and (turn + planned.number) % settings.every == 0:
            chosen = questions.choose(view, history, rng)
            if chosen is not None:
                beliefs = await _beliefs(view, history, chosen, settings, version, ask)
                played.beliefs.append(Believed(version, chosen, beliefs))
        how, illegal = await _take_turn(table, settings, rng.choice(legal), ask)
        played.asks[version] = how
        played = played._replace(illegal=played.illegal + illegal)
    return played


async def _beliefs(
    view: Mapping[str, Any],
    history: Sequence[Any],
    chosen: Questions,
    settings: Settings,
    version: int,
    ask: Ask,
) -> Beliefs:
    prompt = prompts.belief_prompt(view, history, chosen, has_notes=settings.has_notes)
    text = await ask(f"{version}-belief", prompt)
    return answers.beliefs_in(text, len(chosen.chances))


async def _take_turn(
    table: EvalTable, settings: Settings, substitute: Mapping[str, Any], ask: Ask
) -> tuple[How, int]:
    """Make an ask; return how, and how many answers were illegal."""
    view, history, version = table.view, table.history, table.version
    first = prompts.move_prompt(
        view, history, lists_legal=settings.lists_legal, has_notes=settings.has_notes
    )
    messages: list[Message] = first
    for attempt in range(settings.repairs + 1):
        text = await ask(f"{version}-ask-{attempt}", messages)
        try:
            await table.act(answers.ask_in(text))
        except (NoAnswerFound, IllegalAsk) as refused:
            messages = prompts.repair_prompt(first, text, str(refused))
        else:
            return ("own" if attempt == 0 else "repaired"), attempt
    await table.act(substitute)
    return "substituted", settings.repairs + 1
