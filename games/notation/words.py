"""Words of a move: what was done, and what followed from it.

Short words are for what happens in every ask. Other events, and commands that no event implies, are
``name(fields)``, with the fields that the log stores, as in ``resigned(1)``. The event that usually
ends a move is left out.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from games.engine import commands, events, move_texts
from games.engine.cards import (
    CARD_TEXTS,
    NATURALS,
    RANK_CARDS,
    RANKS,
    SUITS,
    Card,
    Hand,
    Rank,
    Seat,
    cards_in,
    parse_card,
)
from games.engine.codec import COMMANDS, EVENTS, canonical
from games.engine.commands import Command
from games.engine.events import Event
from games.engine.refusals import Malformed, MalformedEntry
from games.engine.rules import Rules

HIDDEN: Card = -1
"""A card that the viewer of a partial form does not see."""
_HIDDEN_TEXT = "??"
_LETTERS = SUITS + "BR"
_ENDINGS = (events.TurnContinues, events.TurnPassed, events.TurnClosing, events.GameOver)
_MISS: tuple[Literal["stock_empty"], Literal["no_catch"]] = ("stock_empty", "no_catch")
"""Why the turn passes after a miss, without and with a draw."""
_REFEREES = (
    commands.Create,
    commands.Start,
    commands.Close,
    commands.DrawDealer,
    commands.Deal,
    commands.TimeOut,
    commands.Abandon,
    commands.Restore,
    commands.Rule,
)


@dataclass(slots=True)
class Context:
    """What the words of a move leave out because earlier ones say it."""

    rules: Rules
    options: Mapping[str, Any]
    """The rules as stored with the game, for ``created``."""
    seats: int = 0
    asked: events.Asked | None = None
    turn: Seat | None = None
    """The seat of a word that names none."""

    def follow(self, event: Event) -> None:
        """Note an event."""
        match event:
            case events.Asked(seat):
                self.asked, self.turn = event, seat
            case events.TurnPassed(_, to):
                self.turn = to
            case events.Started(seats):
                self.seats = len(seats)
            case _:
                pass

    def usual_end(self, happened: Sequence[Event]) -> Event | None:
        """Return the event that ends a move with these events unless its words say another."""
        asked = self.asked
        if asked is None or any(isinstance(event, _ENDINGS) for event in happened):
            return None
        for event in reversed(happened):
            match event:
                case events.CardsGiven():
                    return events.TurnContinues(asked.seat, "received")
                case events.CardDrawn(_, _, "fish", True):
                    return events.TurnContinues(asked.seat, "catch")
                case events.GoFish(_, _, draws):
                    if self.rules.referee == "honour":
                        return events.TurnClosing(asked.seat, _MISS[draws])
                    is_asked = self.rules.turn_passes_to == "asked"
                    to = asked.target if is_asked else (asked.seat + 1) % max(self.seats, 1)
                    return events.TurnPassed(asked.seat, to, _MISS[draws])
                case _:
                    continue
        return None


def write(
    command: Command | None, author: Seat | None, happened: Sequence[Event], context: Context
) -> list[str]:
    """Return the words of a move; without ``command`` the first event stands for it."""
    implied = implied_command(happened[0]) if happened else None
    given = implied if command is None else command
    words: list[str] = []
    if given is not None and (type(implied) is not type(given) or implied != given):
        words.append(_entry_word(given))
    place = 0
    while place < len(happened):
        if happened[place:] == (context.usual_end(happened[:place]),):
            context.follow(happened[place])
            break
        word, count = _short_word(happened[place : place + 2], context, is_first=not words)
        words.append(word or _event_word(happened[place], context))
        for event in happened[place : place + count]:
            context.follow(event)
        place += count
    if words[0][1:2] != ">":
        words[0] = f".{words[0]}"
    if author != _usual_author(given):
        words.append("@-" if author is None else f"@{author}")
    return words


def read(words: Sequence[str], context: Context) -> tuple[Command, Seat | None, tuple[Event, ...]]:
    """Return the command of a move, its author, and its events.

    :raises BadWord: with the place of the word that cannot be read.
    """
    happened: list[Event] = []
    command: Command | None = None
    authors: list[Seat | None] = []
    for place, word in enumerate(words):
        try:
            added: list[Event] = []
            if word[0] == "@":
                authors.append(None if word == "@-" else int(word[1:]))
            elif place == 0 and word[1:].partition("(")[0] in COMMANDS:
                command = _entry(word[1:], COMMANDS)
            else:
                added = _events_of(word.removeprefix("."), context)
            if command is None:
                command = implied_command(added[0])
                if command is None:
                    raise MalformedEntry("this event needs the command that caused it.")
            if any(_is_hidden(event) for event in added):
                raise MalformedEntry("only a partial form hides cards.")
        except (Malformed, ValueError, TypeError, LookupError, RecursionError) as error:
            raise BadWord(place, str(error)[:200]) from None
        for event in added:
            context.follow(event)
        happened.extend(added)
    if end := context.usual_end(happened):
        happened.append(end)
        context.follow(end)
    assert command is not None
    return command, authors[-1] if authors else _usual_author(command), tuple(happened)


class BadWord(MalformedEntry):
    """A word of a move cannot be read; ``place`` counts from 0."""

    def __init__(self, place: int, fault: str) -> None:
        super().__init__(fault)
        self.place = place


def implied_command(event: Event) -> Command | None:
    """Return the command that a move whose first event is this one has unless it names another."""
    match event:
        case events.CardsGiven(seat, _, cards):
            return commands.Answer(seat, tuple(cards_in(cards)))
        case events.GoFish(seat):
            return commands.Answer(seat, ())
        case events.BookMade(seat, _, cards):
            return commands.Declare(seat, tuple(cards_in(cards)))
        case events.TurnPassed(int(seat)):
            return commands.EndTurn(seat)
        case _:
            return move_texts.implied_command(event)


def _short_word(happened: Sequence[Event], context: Context, *, is_first: bool) -> tuple[str, int]:
    """Return the short word of the first event, if it has one, and how many events the word is of:
    a draw is in the word of ``go_fish``.
    """
    asked, turn = context.asked, context.turn
    match happened:
        case [events.Asked(seat, target, rank, card), *_] if is_first:
            if card is None or card // 4 == rank:
                return f"{seat}>{target}:{RANKS[rank] if card is None else CARD_TEXTS[card]}", 1
        case [events.CardsGiven(seat, to, cards), *_]:
            if asked and (seat, to) == (asked.target, asked.seat) and _is_of(asked.rank, cards):
                return f"+{_letters(cards)}", 1
        case [events.GoFish(seat, to, False), *_]:
            if asked and (seat, to) == (asked.target, asked.seat):
                return "fish", 1
        case [events.GoFish(seat, to, True), events.CardDrawn(drawer, card, "fish", is_catch)]:
            if asked and (seat, to, drawer) == (asked.target, asked.seat, to):
                return f"{'!' if is_catch else '~'}{_card_text(card)}", 2
        case [events.CardDrawn(seat, card, "empty_hand", False), *_] if seat == turn:
            return f"^{_card_text(card)}", 1
        case [events.BookMade(seat, rank, cards), *_] if _is_of(rank, cards & NATURALS):
            suits = "" if cards == RANK_CARDS[rank] else _letters(cards)
            return f"{'' if seat == turn else seat}#{RANKS[rank]}{suits}", 1
        case [events.PlayerSkipped(seat, "no_cards"), *_]:
            return f"-{seat}", 1
        case [events.TurnPassed(seat, to, reason), *_] if seat == (
            None if reason == "start" else turn
        ):
            return f">{to}" if reason == _MISS[True] else f">{to}:{reason}", 1
        case [events.TurnContinues(seat, reason), *_]:
            return f">{seat}:{reason}", 1
        case _:
            pass
    return "", 1


def _event_word(event: Event, context: Context) -> str:
    match event:
        case events.Created():
            stored = json.loads(move_texts.entry_text(event))
            return _named(stored[0], [None, *stored[2:]])
        case events.Dealt(dealer, pack, counts):
            return _named("dealt", [dealer, "".join(map(_card_text, pack)), list(counts)])
        case events.CardDrawn(seat, -1, reason, is_public):
            return _named("card_drawn", [seat, None, reason, is_public])
        case _:
            return _entry_word(event)


def _events_of(word: str, context: Context) -> list[Event]:
    """Return the events of a word."""
    mark, rest = word[0], word[1:]
    if word == "fish" or mark in "+~!":
        if context.asked is None:
            raise MalformedEntry("no ask comes before it.")
        seat, target, rank, _ = context.asked
        if mark == "+":
            return [events.CardsGiven(target, seat, _hand(rank, rest))]
        gone = events.GoFish(target, seat, mark != "f")
        return [
            gone,
            *([] if mark == "f" else [events.CardDrawn(seat, _card(rest), "fish", mark == "!")]),
        ]
    if mark == "^":
        return [events.CardDrawn(_known(context.turn), _card(rest), "empty_hand", False)]
    if mark == "-":
        return [events.PlayerSkipped(int(rest), "no_cards")]
    if mark == ">":
        to, _, reason = rest.partition(":")
        if reason in events.CONTINUED:
            return [events.TurnContinues(int(to), reason)]  # type: ignore[arg-type]
        passed = _entry(f'turn_passed(null,{to},"{reason or _MISS[True]}")', EVENTS)
        return [passed if reason == "start" else passed._replace(seat=_known(context.turn))]
    if word[1:2] == ">":
        card = None if len(word) == 5 else parse_card(word[4:])
        return [events.Asked(int(mark), int(word[2]), RANKS.index(word[4]), card)]
    if "#" in word[:2]:
        owner, _, book = word.partition("#")
        rank = RANKS.index(book[0])
        cards = _hand(rank, book[1:]) if book[1:] else RANK_CARDS[rank]
        return [events.BookMade(int(owner) if owner else _known(context.turn), rank, cards)]
    if word.startswith("created("):
        _, *fields = _fields(word)
        return [move_texts.entry_of(EVENTS, ["created", context.options, *fields])]
    if word.startswith("dealt("):
        dealer, pack, counts = _fields(word)
        shown = tuple(_card(pack[at : at + 2]) for at in range(0, len(pack), 2))
        return [move_texts.entry_of(EVENTS, ["dealt", dealer, "", counts])._replace(pack=shown)]
    return [_entry(word, EVENTS)]


def _entry_word(entry: Event | Command) -> str:
    name, *fields = json.loads(move_texts.entry_text(entry))
    return _named(name, fields)


def _named(name: str, fields: Sequence[Any]) -> str:
    """Return ``name(fields)`` without spaces: those in texts are escaped."""
    return f"{name}({canonical(fields)[1:-1]})".replace(" ", "\\u0020")


def _entry(word: str, kinds: dict[str, Any]) -> Any:
    return move_texts.entry_of(kinds, [word.partition("(")[0], *_fields(word)])


def _fields(word: str) -> list[Any]:
    fields: list[Any] = json.loads(f"[{word[word.index('(') + 1 : -1]}]")
    return fields


def _is_hidden(event: Event) -> bool:
    match event:
        case events.CardDrawn(_, card):
            return card == HIDDEN
        case events.Dealt(_, pack):
            return HIDDEN in pack
        case _:
            return False


def _usual_author(command: Command | None) -> Seat | None:
    """Return who gives such a command if the words do not say it; None is the referee."""
    seats_bot = isinstance(command, commands.TakeSeat) and command.bot is not None
    is_referees = seats_bot or isinstance(command, _REFEREES)
    return None if is_referees else getattr(command, "seat", None)


def _is_of(rank: Rank, cards: Hand) -> bool:
    return bool(cards) and not cards & ~RANK_CARDS[rank]


def _letters(cards: Hand) -> str:
    """Return the suits of cards of one rank, C D H S, and B and R for the jokers."""
    return "".join(_LETTERS[card % 4 if card < 52 else card - 48] for card in cards_in(cards))


def _hand(rank: Rank, letters: str) -> Hand:
    places = [_LETTERS.index(letter) for letter in letters]
    if places != sorted(set(places)):
        raise MalformedEntry(f"Its suits must be in the order {_LETTERS}.")
    return sum(1 << (4 * rank + place if place < 4 else 48 + place) for place in places)


def _card_text(card: Card) -> str:
    return _HIDDEN_TEXT if card == HIDDEN else CARD_TEXTS[card]


def _card(text: str) -> Card:
    return HIDDEN if text == _HIDDEN_TEXT else parse_card(text)


def _known(seat: Seat | None) -> Seat:
    if seat is None:
        raise MalformedEntry("It must name a seat.")
    return seat
