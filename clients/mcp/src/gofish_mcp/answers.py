"""Answers of tools, structured and in words, from nothing but answers of the API.

No text that another player wrote is in them, because a model could take it for instructions: names
of players and emotes are never read, and entropy is left out.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from mcp_types import CallToolResult, TextContent

from gofishkit.errors import Refused, ServiceError
from gofishkit.eval.wording import cards_in_words, history_in_words, rules_in_words
from gofishkit.printing import printable

Json = Mapping[str, Any]

SILENT = ("created", "started", "entropy_added", "dealer_drawn")
"""Events that say nothing about the play."""
RETRY = "Call the tool again with the same arguments. It is never carried out twice."
NEXT = {
    "not_your_turn": "Call wait_for_turn.",
    "game_over": "Read the result with state.",
    "idempotency_key_reused": "Use another text in `once`, or the same arguments as before.",
}
"""What to do after a refusal, by code."""
NEXT_BY_STATUS = {
    401: "The player has to give access again.",
    403: "Ask the player: this account may not do it.",
    404: "Check the id. my_games lists your games.",
    409: "Read state, and choose one of legal_actions.",
    412: "The game has moved on. Read state, and choose again with its version.",
}
CHANGE = "Change the arguments."


def answer(lines: Iterable[str], content: Json, *, is_error: bool = False) -> CallToolResult:
    """Return an answer in words and structured."""
    return CallToolResult(
        content=[TextContent(type="text", text=text_of(lines))],
        structured_content=dict(content),
        is_error=is_error,
    )


def text_of(lines: Iterable[str]) -> str:
    """Return lines as a text without control characters, which could steer a terminal."""
    return "\n".join(map(printable, lines))


def problem(error: ServiceError) -> CallToolResult:
    """Return a refusal of the API, or the lack of an answer, and what to do next."""
    if not isinstance(error, Refused):
        found: dict[str, Any] = {"code": "no_answer", "detail": str(error), "next": RETRY}
    else:
        found = {
            "code": error.code,
            "status": error.status,
            "detail": error.detail or error.title,
            "errors": [*error.errors],
            "next": NEXT.get(error.code) or NEXT_BY_STATUS.get(error.status, CHANGE),
        }
        if error.is_temporary:
            found["next"] = f"Wait {round(error.retry_after or 1)} seconds. {RETRY}"
    return answer([f"{found['code']}: {found['detail']}", found["next"]], found, is_error=True)


def table(state: Json, moves: Sequence[Json] = ()) -> CallToolResult:
    """Return the table, after what happened since the version that the model saw."""
    lines = [*moves_in_words(moves), *table_in_words(state)]
    own = {name: value for name, value in state.items() if name != "last_move"}
    return answer(lines, {"moves": without_entropy(moves), "state": own})


def table_in_words(state: Json) -> Iterator[str]:
    """Yield lines on the table as its reader may see it."""
    you = state["you"]
    yield f"Game {state['game']}, version {state['version']}, phase {state['phase']}."
    for seat in state["seats"]:
        if not seat["taken"]:
            yield f"Seat {seat['seat']} is free."
            continue
        hand = "" if seat["hand"] is None else f" Hand: {cards_in_words(seat['hand'])}."
        own = " (you)" if seat["seat"] == you else ""
        left = " It has left." if seat["left"] else ""
        ranks = [book["rank"] for book in seat["books"] if book.get("rank")]
        books = f"{len(seat['books'])} books{': ' + ' '.join(ranks) if ranks else ''}"
        yield f"Seat {seat['seat']}{own}: {seat['hand_size']} cards; {books}.{hand}{left}"
    yield f"The stock has {state['stock']} cards."
    if result := state["series"] or state["result"]:
        winners = ", ".join(f"seat {seat}" for seat in result["winners"])
        yield f"The game is over. Won by {winners or 'no seat'}."
    elif state["legal_actions"]:
        if state["to_act"] == you:
            until = f", until {state['deadline']}" if state["deadline"] else ""
            yield f"It is your turn{until}. legal_actions:"
        else:
            yield f"It is the turn of seat {state['to_act']}. legal_actions:"
        yield from _actions(state["legal_actions"])
    elif state["to_act"] is not None:
        yield f"It is the turn of seat {state['to_act']}. Call wait_for_turn."


def _actions(actions: Sequence[Json]) -> Iterator[str]:
    def place(action: Json) -> tuple[str, int]:
        return action["type"], action.get("target", -1)

    for (kind, target), same in groupby(sorted(actions, key=place), key=place):
        if kind == "ask":
            asked = " ".join(action.get("card") or action["rank"] for action in same)
            yield f"- ask seat {target} for one of: {asked}"
        else:
            members = ({**action} for action in same)
            shown = [{k: v for k, v in each.items() if k != "type"} for each in members]
            yield f"- {kind}" + "".join(f" {json.dumps(each)}" for each in shown if each)


def moves_in_words(moves: Sequence[Json]) -> Iterator[str]:
    """Yield a line for each event that tells something, oldest first."""
    for event in (event for move in moves for event in move["events"]):
        if line := next(history_in_words([event]), ""):
            yield line
        elif event["type"] not in SILENT:
            rest = {k: v for k, v in event.items() if k not in ("type", "entropy")}
            yield f"{event['type']}: {json.dumps(rest)}"


def without_entropy(moves: Sequence[Json]) -> list[Json]:
    """Return moves without the texts that players add to the shuffle."""
    return [
        {
            **move,
            "events": [
                {name: value for name, value in event.items() if name != "entropy"}
                for event in move["events"]
            ],
        }
        for move in moves
    ]


def history(page: Json) -> CallToolResult:
    """Return a page of moves, and from where to read on."""
    moves, version = page["moves"], page["version"]
    last = moves[-1]["number"] if moves else version
    more = last if last < version else None
    tail = f"Read on with after={more}." if more else f"That is all up to version {version}."
    content = {"game": page["game"], "version": version}
    content |= {"moves": without_entropy(moves), "after": more}
    return answer([*moves_in_words(moves), tail], content)


def rules(game: Json) -> CallToolResult:
    """Return the rules of a game."""
    content = {name: game[name] for name in ("preset", "overlays", "rules", "seats")}
    return answer(game_rules_in_words(game), content)


def game_rules_in_words(game: Json) -> Iterator[str]:
    """Yield the rules of a game in sentences, and then all its options."""
    laid_over = f" with {', '.join(game['overlays'])}" if game["overlays"] else ""
    yield f"Rules: {game['preset']}{laid_over}, {game['seats']} seats."
    yield from rules_in_words(game["rules"])
    if game["rules"]["joker_count"]:
        yield "Jokers are wild: lay a book with declare, of at least one natural card and jokers."
    if game["rules"]["referee"] == "honour":
        yield "Honour mode: you answer asks, declare books and end your turn yourself. An illegal "
        yield "call is not refused but has a penalty."
    yield f"All options: {json.dumps(game['rules'])}"


def rule_sets(found: Json) -> CallToolResult:
    """Return what `new_game` and `find_table` take."""
    lines = ["Rule sets:"]
    lines += [
        f"- {each['name']} ({each['players_min']} to {each['players_max']} seats): "
        f"{each['summary']}"
        for each in found["presets"]
    ]
    lines += ["Overlays:", *(f"- {each['name']}: {each['summary']}" for each in found["overlays"])]
    lines.append(f"Levels of bots, weakest first: {', '.join(found['levels'])}")
    return answer(lines, found)


def preset_in_words(preset: Json) -> Iterator[str]:
    """Yield how a rule set is played."""
    yield f"{preset['title']}: {preset['summary']}"
    yield from preset["how_to_play"]
    yield f"Overlays: {', '.join(preset['overlays']) or 'none'}"


def games(found: Json) -> CallToolResult:
    """Return the open games of the player."""
    lines = [
        f"{each['game']}: {each['preset']}, {each['status']}, you have seat {each['seat']}, version "
        f"{each['version']}{'. It is your turn.' if each['your_turn'] else '.'}"
        for each in found["games"]
    ]
    return answer(lines or ["You have no open games."], found)
