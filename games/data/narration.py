"""Write events as sentences, for operators and admins, and name players and rules.

Seats are named by number as in the log, from 0, cards with the symbols of their suits: ``7♥``.
"""

import re
from collections.abc import Iterable, Sequence
from typing import assert_never

from games.engine import events
from games.engine.cards import RANKS, SUITS, Card, Hand, Rank, Seat, card_text, cards_in
from games.engine.events import Event
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.rules import Rules
from games.engine.view import Viewer, event_view

_SEATS = re.compile(r"\b[Ss]eats? \d+(?:(?:, \d+)* and \d+)?\b")
_NUMBER = re.compile(r"\d+")


def for_people(text: str, names: Sequence[str] = ()) -> str:
    """Return a text about seats for people: counted from 1, with the name of each in brackets.

    The text is read once, so a name that looks like a part of a sentence changes nothing.

    >>> for_people("Seat 0 asks seat 1 for sevens. Seats 0 and 1 share it.", ["ann", "bob"])
    'Seat 1 (ann) asks seat 2 (bob) for sevens. Seats 1 (ann) and 2 (bob) share it.'
    """

    def named(number: re.Match[str]) -> str:
        seat = int(number[0])
        name = names[seat] if seat < len(names) else ""
        return f"{seat + 1} ({name})" if name else str(seat + 1)

    return _SEATS.sub(lambda match: _NUMBER.sub(named, match[0]), text)


def rules_title(preset: str, overlays: Sequence[str]) -> str:
    """Return what players call a preset with these overlays.

    >>> rules_title("pagat", ["honour"])
    'Go Fish, the turn moves on; Honour mode'
    """
    titles = (OVERLAYS[name].title if name in OVERLAYS else name for name in overlays)
    return "; ".join([PRESETS[preset].title if preset in PRESETS else preset, *titles])


_SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))
_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_JOKER_NAMES = ("black joker", "red joker")
_RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)

_WHY_ON = {
    "received": "it got what it asked for",
    "catch": "it drew what it asked for",
    "book": "it completed a book",
}
_WHY_STOPPED = {
    "no_catch": "it did not draw what it asked for",
    "stock_empty": "the stock is empty",
    "no_cards": "it has no cards",
    "no_target": "no other seat has cards",
    "no_playable_card": "none of its cards can make a book",
    "hand_empty": "a hand is empty",
    "stalemate": "too many asks brought no draw and no book",
    "timeout": "its time ran out",
}
_WHY_SKIPPED = {"penalty": "it misses this turn as a penalty", "no_cards": "it has no cards"}
_WHY_VOID = {
    "barred_rank": "the rank is barred to it",
    "not_shown": "it was not shown in its turn",
}
_OFFENCES = {
    "out_of_turn": "asks out of turn for",
    "illegal_call": "may not ask for",
    "failure_to_give_up": "withheld cards that it was asked for:",
}
_PENALTIES = {
    "rank_barred": "may score no book of that rank",
    "misses_next_turn": "misses its next turn",
}
_WHY_MISDEALT = {"exposed_card": "a card was exposed", "too_few_cards": "too few cards were dealt"}
_WHY_CLOSED = {"empty": "all players have left", "expired": "its time is up"}
_WHY_OVER = {
    "all_books": "every book is made",
    "hand_empty": "a hand is empty",
    "stock_empty": "the stock is empty",
    "no_moves": "no seat can move",
    "stalemate": "too many asks brought no draw and no book",
    "abandoned": "a player left",
    "ruled": "a ruling ended it",
}
_RATED = {
    None: "",
    True: " It is rated.",
    False: " It is not rated: two of its players have started enough games together today.",
}


def sentences(history: Iterable[Event], *, viewer: Viewer, rules: Rules) -> str:
    """Return events in words, oldest first, in one line, as the viewer saw them.

    >>> from games.engine.events import Asked, CardDrawn, CardsGiven
    >>> history = [Asked(0, 1, 5), CardsGiven(1, 0, 0b1010 << 20), CardDrawn(0, 3, "fish", False)]
    >>> sentences(history, viewer=1, rules=Rules())
    'Seat 0 asks seat 1 for sevens. Seat 1 gives seat 0 7♦ 7♠. Seat 0 draws a card.'
    """
    return " ".join(
        sentence(event, is_seen=event_view(event, viewer, rules).get("card", "") is not None)
        for event in history
    )


def sentence(event: Event, *, is_seen: bool = True) -> str:
    """Return one event in words; the card of a draw is named only if ``is_seen``."""
    match event:
        case events.Created(_, _, seats):
            return f"A game for {seats} is opened."
        case events.SeatTaken(seat):
            return f"Seat {seat} is taken."
        case events.EntropyAdded(seat):
            return f"Seat {seat} adds entropy to the deal."
        case events.SeatLeft(seat):
            return f"Seat {seat} becomes empty."
        case events.Started(seats, rated):
            return f"The game starts with {len(seats)} seats.{_RATED[rated]}"
        case events.Closed(close_reason):
            return f"The lobby is closed: {_WHY_CLOSED[close_reason]}."
        case events.DealerDrawn(seat, rounds):
            drawn = [f"seat {s} draws {card(c)}" for taken in rounds for s, c in taken]
            return f"{_capital(', '.join([*drawn, f'seat {seat} deals first']))}."
        case events.PackCut(seat, position):
            return f"Seat {seat} cuts the pack below {_count(position, 'card')}."
        case events.Dealt(dealer, pack, counts):
            dealt = ", ".join(str(count) for count in counts)
            stock = len(pack) - sum(counts)
            return f"Seat {dealer} deals {dealt} cards by seat; {stock} are left in the stock."
        case events.Asked(seat, target, rank, wanted):
            return f"Seat {seat} asks seat {target} for {_wanted(rank, wanted)}."
        case events.CardsGiven(seat, to, given):
            return f"Seat {seat} gives seat {to} {hand(given)}."
        case events.GoFish(seat, _, draws):
            return f"Seat {seat} says: go fish!" + ("" if draws else " The stock is empty.")
        case events.CardDrawn(seat, drawn_card, reason, is_catch):
            what = f"Seat {seat} draws {card(drawn_card) if is_seen else 'a card'}"
            if is_catch:
                return f"{what}, what it asked for, and shows it."
            return f"{what} into its empty hand." if reason == "empty_hand" else f"{what}."
        case events.BookMade(seat, rank, laid):
            return f"Seat {seat} lays a book of {ranks(rank)}: {hand(laid)}."
        case events.BookVoided(seat, rank, laid, void_reason):
            why = _WHY_VOID[void_reason]
            return f"Seat {seat} loses a book of {ranks(rank)}, {hand(laid)}: {why}."
        case events.BookDiscarded(seat, rank, laid):
            return f"Seat {seat} pays its book of {ranks(rank)}, {hand(laid)}, for the catch."
        case events.TurnContinues(seat, go_on_reason):
            return f"Seat {seat} asks again: {_WHY_ON[go_on_reason]}."
        case events.TurnClosing(seat, closing_reason):
            why = _WHY_STOPPED[closing_reason]
            return f"Seat {seat} cannot ask again: {why}. It may still lay books."
        case events.PlayerSkipped(seat, skip_reason):
            return f"Seat {seat} is passed over: {_WHY_SKIPPED[skip_reason]}."
        case events.TurnPassed(None, to, _) | events.TurnPassed(_, to, "start"):
            return f"Seat {to} begins."
        case events.TurnPassed(giver, to, pass_reason):
            return f"The turn of seat {giver} ends, {_WHY_STOPPED[pass_reason]}: seat {to} is next."
        case events.Irregularity(seat, offence, rank, penalties, named):
            price = " and ".join(_PENALTIES[penalty] for penalty in penalties)
            return f"Seat {seat} {_OFFENCES[offence]} {_wanted(rank, named)}: it {price}."
        case events.CardExposed(seat, shown):
            return f"Seat {seat} shows {card(shown)} by accident."
        case events.Misdealt(seat, misdeal_reason):
            return f"Seat {seat} claims a misdeal, {_WHY_MISDEALT[misdeal_reason]}: deal again."
        case events.Resigned(seat):
            return f"Seat {seat} resigns."
        case events.Abandoned(seat):
            return f"The player of seat {seat} was absent for too long."
        case events.TimedOut(seat):
            return f"The time of seat {seat} ran out."
        case events.StandInSeated(seat):
            return f"A bot plays on for seat {seat}."
        case events.Ruled():
            return _ruling(event)
        case events.SeatRestored(seat):
            return f"The player of seat {seat} plays again."
        case events.GameOver(end_reason, scores, winners):
            end = f"The deal is over, {_WHY_OVER[end_reason]}: {_score(scores)}"
            return f"{end}. {_winners(winners, 'wins', 'win')}."
        case events.SeriesContinues(seat, totals):
            return f"The series stands at {_score(totals)}. Seat {seat} deals next."
        case events.SeriesOver(totals, winners):
            end = f"The series is over: {_score(totals)}"
            return f"{end}. {_winners(winners, 'wins it', 'share it')}."
        case _:
            assert_never(event)


def _ruling(ruled: events.Ruled) -> str:
    """Return a ruling in words; the log does not name the account that it warns or suspends."""
    case = f"The referee rules on case {ruled.case}"
    match ruled.kind:
        case "dismissed":
            return f"{case}: the complaint is dismissed."
        case "warning":
            return f"{case}: a player is warned."
        case "annulled":
            return f"{case}: the game is annulled and does not count."
        case "seat_removed":
            return f"{case}: the player of seat {ruled.seat} is removed."
        case "suspended":
            return f"{case}: an account is suspended."
        case "adjusted":
            points = _score(ruled.scores or ())
            winners = _winners(ruled.winners or (), "wins", "win")
            return f"{case}: the result is adjusted: {points}. {winners}."
        case _:
            assert_never(ruled.kind)


def card(card: Card) -> str:
    """Write a card with its suit's symbol, ``7♥``; jokers as ``BJ`` and ``RJ``."""
    text = card_text(card)
    return text if card >= len(RANKS) * len(SUITS) else text[0] + _SYMBOLS[text[1]]


def hand(cards: Hand) -> str:
    """Write cards, lowest first, ``7♥ 7♠ Q♣``."""
    return " ".join(card(one_card) for one_card in cards_in(cards))


def card_name(card: Card) -> str:
    """Return the name of a card, for screen readers: ``seven of hearts``."""
    rank, suit = divmod(card, len(SUITS))
    return (
        _JOKER_NAMES[suit] if rank == len(RANKS) else f"{_RANK_NAMES[rank]} of {_SUIT_NAMES[suit]}"
    )


def ranks(rank: Rank) -> str:
    """Return the plural name of a rank: ``sevens``."""
    return "sixes" if _RANK_NAMES[rank] == "six" else f"{_RANK_NAMES[rank]}s"


def _wanted(rank: Rank, named: Card | None) -> str:
    return ranks(rank) if named is None else f"the {card(named)}"


def _score(points: Sequence[int]) -> str:
    return ", ".join(f"seat {seat} has {number}" for seat, number in enumerate(points))


def _winners(winners: Sequence[Seat], one: str, several: str) -> str:
    if not winners:
        return "No seat wins"
    if len(winners) == 1:
        return f"Seat {winners[0]} {one}"
    listed = ", ".join(str(seat) for seat in winners[:-1])
    return f"Seats {listed} and {winners[-1]} {several}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
