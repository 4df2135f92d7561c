"""Scripted models of known skill and known belief error, which know no more than their prompts."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from games.analysis.knowledge import posterior
from games.analysis.knowledge.reading import RANK_OF
from games.bots import at_random, from_memory
from games.bots.knowledge import recall
from games.engine.cards import RANKS
from games.engine.option_values import parse_options
from games.engine.rules import Rules

Json = dict[str, Any]

CARDS = r"((?:[2-9TJQKA][CDHS] ?)+)"


class Prompt(NamedTuple):
    """What a prompt says."""

    rules: Rules
    view: Json
    history: Sequence[Json]
    questions: Sequence[tuple[int, str]]
    """Seats and ranks; empty where an ask is wanted."""
    certain: int
    is_repair: bool


class Fake(NamedTuple):
    """A model: its text for a prompt."""

    play: Callable[[Prompt, Random], Any]
    believe: Callable[[Prompt], Any]
    distance: float | None = None
    """Its known mean squared distance to the rules-only posterior."""


def read(messages: Sequence[Mapping[str, str]]) -> Prompt:
    """Return what a prompt says."""
    system, user = messages[0]["content"], messages[1]["content"]
    [options] = re.findall(r"^Options that differ from the classic game: (.*)$", system, re.M)
    rules = Rules(**parse_options(json.loads(options)))
    [you] = map(int, re.findall(r"at seat (\d)", system))
    seats = [
        _seat(rules, *found)
        for found in re.findall(
            r"^Seat (\d)(?: \(you\))?: (\d+) cards; (\d+) books\.(?: Hand: (.*)\.)?$", user, re.M
        )
    ]
    history_text, _, _ = user.partition("\n\n")
    history = [
        {"type": "created", "rules": rules.as_options()},
        *_events(history_text.split("\n")[1:]),
    ]
    [stock] = map(int, re.findall(r"^The stock has (\d+) cards", user, re.M))
    view = {"you": you, "seats": seats, "stock": stock}
    view["legal_actions"] = _asks(rules, view)
    asked = re.findall(r"that seat (\d) holds at least one (.) now", user)
    [certain] = re.findall(r"that seat (\d) certainly holds", user) or ["-1"]
    return Prompt(
        rules,
        view,
        history,
        [(int(seat), rank) for seat, rank in asked],
        int(certain),
        len(messages) > 2,
    )


def answer(fake: Fake, messages: Sequence[Mapping[str, str]]) -> str:
    """Return the text of a model."""
    prompt = read(messages)
    found = fake.believe(prompt) if prompt.questions else fake.play(prompt, _rng(messages))
    return found if isinstance(found, str) else f"Let me think.\n{json.dumps(found)}"


def _seat(rules: Rules, seat: str, size: str, books: str, hand: str) -> Json:
    cards = None if not hand else [] if hand == "no cards" else hand.split()
    return {
        "seat": int(seat),
        "hand_size": int(size),
        "hand": cards,
        "barred": [],
        "books": [{}] * int(books),
    }


def _asks(rules: Rules, view: Json) -> list[Json]:
    own = view["seats"][view["you"]]["hand"]
    targets = [s["seat"] for s in view["seats"] if s["seat"] != view["you"] and s["hand_size"]]
    if rules.ask_by == "rank":
        wanted: list[Json] = [{"rank": rank} for rank in dict.fromkeys(card[0] for card in own)]
    else:
        wanted = [
            {"card": f"{rank}{suit}"}
            for rank in dict.fromkeys(card[0] for card in own)
            for suit in "CDHS"
            if f"{rank}{suit}" not in own
        ]
    return [{"type": "ask", "target": target, **what} for target in targets for what in wanted]


def _events(lines: Sequence[str]) -> list[Json]:
    """Return the events that tell where cards are."""
    found: list[Json] = []
    for line in lines:
        if match := re.fullmatch(r"Seat (\d) deals: (.*); the stock has (\d+)\.(.*)", line):
            counts = [int(count) for count in re.findall(r"gets (\d+)", match[2])]
            hands: list[Any] = [None] * len(counts)
            for seat, cards in re.findall(rf"Seat (\d) has {CARDS}\.", match[4]):
                hands[int(seat)] = cards.split()
            found.append(
                {"type": "dealt", "dealer": int(match[1]), "counts": counts, "hands": hands}
                | {"stock": int(match[3])}
            )
        elif match := re.fullmatch(r"Seat (\d) asks seat (\d) for (.)(.?)\.", line):
            card = match[3] + match[4] if match[4] else None
            found.append(
                {"type": "asked", "seat": int(match[1]), "target": int(match[2])}
                | {"rank": match[3], "card": card}
            )
        elif match := re.fullmatch(rf"Seat (\d) gives seat (\d) {CARDS}\.", line):
            found.append(
                {"type": "cards_given", "seat": int(match[1]), "to": int(match[2])}
                | {"cards": match[3].split()}
            )
        elif match := re.fullmatch(r"Seat (\d) says go fish\.", line):
            found.append({"type": "go_fish", "seat": int(match[1])})
        elif match := re.fullmatch(
            r"Seat (\d) draws (a card|..)( into an empty hand)?(,.*)?\.", line
        ):
            found.append(
                {"type": "card_drawn", "seat": int(match[1]), "public": bool(match[4])}
                | {"card": None if match[2] == "a card" else match[2]}
                | {"reason": "empty_hand" if match[3] else "fish"}
            )
        elif match := re.fullmatch(rf"Seat (\d) lays a book: {CARDS}\.", line):
            cards = match[2].split()
            found.append(
                {"type": "book_made", "seat": int(match[1]), "rank": cards[0][0], "cards": cards}
            )
    return found


def _rng(messages: Sequence[Mapping[str, str]]) -> Random:
    return Random(sha256(json.dumps([*messages]).encode()).digest())


def _at_random(prompt: Prompt, rng: Random) -> Json:
    return at_random.choose(prompt.view, prompt.history, rng)


def _remembering(span: int | None) -> Callable[[Prompt, Random], Json]:
    return lambda prompt, rng: from_memory.choose(prompt.view, prompt.history, rng, span=span)


def _worst(prompt: Prompt, rng: Random) -> Json:
    """Return an ask that is least likely to hit."""
    known = recall(prompt.history, seats=len(prompt.view["seats"]))
    asks = prompt.view["legal_actions"]
    worst: Json = min(asks, key=lambda ask: from_memory.promise(dict(ask), known, prompt.view))
    return worst


def _posterior(prompt: Prompt) -> posterior.SeatKnowledge:
    return posterior.knowledge(prompt.history[1:], prompt.rules, seats=len(prompt.view["seats"]))


def _chances(prompt: Prompt, known: posterior.SeatKnowledge) -> list[float]:
    rows = {(row.seat, row.rank): row.chance for row in known.ranks}
    return [rows[seat, RANK_OF[rank]] for seat, rank in prompt.questions]


def _certain(prompt: Prompt, known: posterior.SeatKnowledge) -> str | None:
    sure = [place.card for place in known.cards if place.seat == prompt.certain]
    return f"{RANKS[sure[0] // 4]}{'CDHS'[sure[0] % 4]}" if sure else None


def _believing(error: float) -> Callable[[Prompt], Json]:
    """Return beliefs at exactly this distance from the posterior, above and below it alike."""

    def believe(prompt: Prompt) -> Json:
        rng, known = Random(repr(prompt)), _posterior(prompt)
        stated = []
        for chance in _chances(prompt, known):
            sign = rng.choice((-1, 1))
            off = chance + sign * error
            stated.append(off if 0 <= off <= 1 else chance - sign * error)
        return {"chances": stated, "certain": _certain(prompt, known)}

    return believe


def _always_wrong(prompt: Prompt) -> Json:
    return {
        "chances": [1 - chance for chance in _chances(prompt, _posterior(prompt))],
        "certain": "2C",
    }


def _constant(chance: float) -> Callable[[Prompt], Json]:
    return lambda prompt: {"chances": [chance] * len(prompt.questions), "certain": None}


FAKES: Mapping[str, Fake] = {
    "perfect memory": Fake(_remembering(None), _believing(0.0), 0.0),
    "memory of 8 asks": Fake(_remembering(8), _believing(0.1), 0.01),
    "memory of 2 asks": Fake(_remembering(2), _believing(0.25), 0.0625),
    "base rate only": Fake(_at_random, _constant(0.25)),
    "always wrong": Fake(_worst, _always_wrong),
    "refuses": Fake(lambda *_: "I cannot play games.", lambda _: "I cannot say."),
    "writes garbage": Fake(
        lambda prompt, rng: rng.choice(
            (
                '{"target": 1e999}',
                '{"target": ',
                "[" * 9_999,
                '{"target": 1, "rank": {}}',
                "\x1b[2J",
            )
        ),
        lambda _: '{"chances": [NaN, 2, "1", null], "certain": "1C"}',
    ),
    "illegal, then legal": Fake(
        lambda prompt, rng: (
            _at_random(prompt, rng) if prompt.is_repair else {"target": 9, "rank": "7"}
        ),
        _constant(0.5),
    ),
}
"""By name, the best first."""
