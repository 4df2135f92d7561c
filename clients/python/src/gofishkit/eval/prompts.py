"""The prompts. They depend on what the seat saw and on nothing else.

Change ``VERSION`` with any text here or in ``wording`` and ``memory_notes``.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.rules import Rules
from gofishkit.eval.memory_notes import notes
from gofishkit.eval.questions import Questions
from gofishkit.eval.wording import cards_in_words, history_in_words, rules_in_words

Json = Mapping[str, Any]
Message = dict[str, str]

VERSION = 1
MOST_REPEATED = 2_000
"""Characters of a refused answer that its repair shows, from the end."""
TEXTS = {
    "task": "You play Go Fish, a card game, at seat {you} of seats 0 to {last}. Win: make more "
    "books than the others. Cards are written rank, then suit, such as 7H or TS.",
    "rules": "The rules of this game:",
    "options": "Options that differ from the classic game: {options}",
    "history": "What happened so far, oldest first:",
    "seat": "Seat {seat}{you}: {size}; {books} books.{hand}",
    "stock": "The stock has {stock} cards.",
    "notes": "Notes, from what all seats saw:",
    "legal": "Your legal asks:",
    "move": "It is your turn. Choose an ask. You may think first. End your answer with the ask as "
    "JSON on a line of its own: {form}",
    "refused": "This answer was not a legal ask: {reason} Answer again.",
    "belief": "Do not play now. Answer questions about hidden cards instead, from what you saw. You "
    "may think first.",
    "chance": "Question {number}: what is the chance, from 0 to 1, that seat {seat} holds at least "
    "one {rank} now?",
    "certain": "Last question: name a card, rank and suit, that seat {seat} certainly holds now; null "
    "if you know none.",
    "answers": "End your answer with JSON on a line of its own, with {count} chances in order: "
    '{{"chances": [...], "certain": "CARD" or null}}',
}
FORMS = {
    "rank": '{"type": "ask", "target": SEAT, "rank": "RANK"}',
    "card": '{"type": "ask", "target": SEAT, "card": "CARD"}',
}
DEFAULTS = Rules().as_options()


def move_prompt(
    view: Json, history: Sequence[Json], *, lists_legal: bool = False, has_notes: bool = False
) -> list[Message]:
    """Return the messages that ask for an ask."""
    lines = _position(view, history, has_notes=has_notes)
    if lists_legal:
        asks = (action for action in view["legal_actions"] if action["type"] == "ask")
        lines += [TEXTS["legal"], *map(json.dumps, asks)]
    form = FORMS[history[0]["rules"]["ask_by"]]
    return _messages(view, history, [*lines, TEXTS["move"].format(form=form)])


def repair_prompt(asked: Sequence[Message], answer: str, reason: str) -> list[Message]:
    """Return the messages that ask again after an answer that was not legal."""
    return [
        *asked,
        {"role": "assistant", "content": answer[-MOST_REPEATED:]},
        {"role": "user", "content": TEXTS["refused"].format(reason=reason)},
    ]


def belief_prompt(
    view: Json, history: Sequence[Json], questions: Questions, *, has_notes: bool = False
) -> list[Message]:
    """Return the messages that ask about hidden cards."""
    lines = [*_position(view, history, has_notes=has_notes), TEXTS["belief"]]
    for number, question in enumerate(questions.chances, start=1):
        lines.append(TEXTS["chance"].format(number=number, seat=question.seat, rank=question.rank))
    lines.append(TEXTS["certain"].format(seat=questions.certain))
    lines.append(TEXTS["answers"].format(count=len(questions.chances)))
    return _messages(view, history, lines)


def digest(messages: Sequence[Message]) -> str:
    """Return what tells a prompt from others."""
    return hashlib.sha256(json.dumps([*messages]).encode()).hexdigest()[:16]


def size(messages: Sequence[Message]) -> int:
    """Return the bytes of the texts."""
    return sum(len(message["content"].encode()) for message in messages)


def _messages(view: Json, history: Sequence[Json], lines: Sequence[str]) -> list[Message]:
    rules = history[0]["rules"]
    changed = {name: value for name, value in rules.items() if value != DEFAULTS[name]}
    system = [
        TEXTS["task"].format(you=view["you"], last=len(view["seats"]) - 1),
        TEXTS["rules"],
        *(f"- {rule}" for rule in rules_in_words(rules)),
        TEXTS["options"].format(options=json.dumps(changed)),
    ]
    return [
        {"role": "system", "content": "\n".join(system)},
        {"role": "user", "content": "\n".join(lines)},
    ]


def _position(view: Json, history: Sequence[Json], *, has_notes: bool) -> list[str]:
    lines = [TEXTS["history"], *history_in_words(history), ""]
    for seat in view["seats"]:
        hand = seat["hand"]
        lines.append(
            TEXTS["seat"].format(
                seat=seat["seat"],
                you=" (you)" if seat["seat"] == view["you"] else "",
                size=f"{seat['hand_size']} cards",
                books=len(seat["books"]),
                hand="" if hand is None else f" Hand: {cards_in_words(hand)}.",
            )
        )
    lines.append(TEXTS["stock"].format(stock=view["stock"]))
    if has_notes:
        lines += [TEXTS["notes"], *notes(view, history)]
    return lines
