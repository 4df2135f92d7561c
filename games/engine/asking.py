"""Rules of the ask: what may be asked for, what is handed over, and the draw from the stock."""

from games.engine import books, ending, evolve, turns
from games.engine.cards import (
    RANK_CARDS,
    RANKS,
    Card,
    Hand,
    Seat,
    card_text,
    hand_of,
    of_rank,
    rank_text,
)
from games.engine.commands import Answer, Ask
from games.engine.events import (
    CARD_ASKED,
    FISHED,
    GONE_FISHING,
    RANK_ASKED,
    Asked,
    BookDiscarded,
    CardsGiven,
    Irregularity,
)
from games.engine.evolve import record
from games.engine.refusals import (
    BadTarget,
    CardAlreadyHeld,
    CardNotAsked,
    CardNotHeld,
    CardOutOfPlay,
    DuplicateCard,
    GameIsOver,
    NotYourTurn,
    RankClosed,
    RankNotHeld,
    TargetHasNoCards,
    WrongAskForm,
    WrongPhase,
)
from games.engine.table import Table

# ``card // 4`` of a joker: no natural card has this rank.
_JOKERS_RANK = len(RANKS)


def ask(table: Table, command: Ask) -> None:
    """Ask a seat for a rank or a card.

    Settle the ask at once, or in honour mode wait for the answer.
    """
    seat, target, rank, card = command
    if not _is_in_order(table, command):
        return
    asked = RANK_ASKED[seat][target][rank] if card is None else CARD_ASKED[seat][target][card]
    table.events.append(asked)
    evolve.asked(table, asked)
    if table.phase != "answer":
        settle(table, table.cards_due())


def answer(table: Table, command: Answer) -> None:
    """Apply the asked seat's answer; the referee hands over what the seat withholds (§5)."""
    seat = command.seat
    if table.phase == "over":
        raise GameIsOver("The game is over.")
    asked = table.asked if table.phase == "answer" else None
    if seat != (asked.target if asked else table.turn):
        raise NotYourTurn("Only the asked seat may answer.")
    if asked is None:
        raise WrongPhase("There is no ask to answer.")
    given = named_cards(table, seat, command.cards)
    truthful = table.truthful_answers()
    if not any(given & ~cards == 0 for cards in truthful):
        raise CardNotAsked(
            "You named a card that was not asked for. Hand over only what was asked for."
        )
    if given not in truthful:
        record(
            table,
            Irregularity(
                seat,
                "failure_to_give_up",
                asked.rank,
                ("rank_barred", "misses_next_turn"),
                asked.card,
            ),
        )
        given = table.cards_due()
    settle(table, given)


def settle(table: Table, due: Hand) -> None:
    """Hand over these cards for the open ask, or draw; then continue, pass or end the turn."""
    asked = table.asked
    assert asked is not None
    seat, target, rank, _ = asked
    if due:
        given = CardsGiven(target, seat, due)
        table.events.append(given)
        evolve.cards_given(table, given)
        if table.rules.referee == "auto":
            books.lay_naturals(table, seat, rank)
        turns.go_on(table, "received")
        return
    draws = bool(table.stock)
    fished = GONE_FISHING[target][seat][draws]
    table.events.append(fished)
    evolve.go_fish(table, fished)
    if draws:
        _fish(table, asked)
    elif not ending.end_if_due(table):
        turns.stop(table, "stock_empty")


def _fish(table: Table, asked: Asked) -> None:
    """Draw the top card: a catch continues the turn, a miss ends it (000, 001, 002, 003)."""
    seat, _, rank, card = asked
    rules = table.rules
    drawn = table.stock[0]
    drawn_rank = drawn // 4
    is_catch = drawn_rank == rank if card is None else drawn == card
    draw = FISHED[seat][drawn][is_catch]
    table.events.append(draw)
    evolve.card_drawn(table, draw)
    if is_catch and rules.fish_penalty and table.books[seat]:
        record(table, BookDiscarded(seat, *table.books[seat][0]))
    book_counts = rules.referee == "auto" and books.lay_naturals(table, seat, drawn_rank)
    if is_catch:
        turns.go_on(table, "catch")
    elif book_counts and rules.extra_turn_on_book:
        turns.go_on(table, "book")
    elif not ending.end_if_due(table):
        turns.stop(table, "no_catch")


def _is_in_order(table: Table, command: Ask) -> bool:
    """Return whether the ask is valid; record an offence of honour mode, which makes it void.

    :raises Refusal: the first that applies, in the order of §4.18.
    """
    seat, target, rank, card = command
    rules = table.rules
    if table.phase == "over":
        raise GameIsOver("The game is over.")
    if (card is None) != (rules.ask_by == "rank"):
        wanted = "a rank" if rules.ask_by == "rank" else "an exact card, rank and suit"
        raise WrongAskForm(f"This game asks by {rules.ask_by}: name {wanted}.")
    if card is not None and card // 4 != rank:
        raise WrongAskForm(f"{card_text(card)} is not a card of this rank.")
    if seat != table.turn:
        return _out_of_turn(table, command)
    if table.phase != "ask":
        raise WrongPhase("You cannot ask now. Wait for the answer, or end your turn.")
    if target == seat or not 0 <= target < table.seats:
        raise BadTarget("Ask another seat of this game.")
    if not table.hands[target]:
        raise TargetHasNoCards(f"Seat {target} has no cards. Ask a seat that has cards.")
    if rank == _JOKERS_RANK:
        raise RankNotHeld("A joker has no rank and cannot be asked for.")
    hand = table.hands[seat]
    held = hand & RANK_CARDS[rank]
    if not held:
        return _illegal_call(
            table,
            command,
            RankNotHeld(f"You hold no {rank_text(rank)}. Ask for a rank that you hold."),
        )
    if card is not None and hand >> card & 1 and rules.ask_held_card == "forbid":
        return _illegal_call(
            table,
            command,
            CardAlreadyHeld(f"You hold {card_text(card)}. Ask for a card that you do not hold."),
        )
    if not held & table.askable_cards(seat):
        raise RankClosed(f"No book of rank {rank_text(rank)} can be completed by asking.")
    if rules.referee == "honour" and table.natural_book(seat, rank):
        raise RankClosed(f"You hold a complete book of rank {rank_text(rank)}. Declare it first.")
    if card is not None and not table.in_play >> card & 1:
        raise CardOutOfPlay(f"{card_text(card)} is out of play.")
    return True


def _out_of_turn(table: Table, command: Ask) -> bool:
    """Bar the rank of an ask out of turn (001), or refuse the ask if it cannot be barred."""
    seat, rank = command.seat, command.rank
    can_bar = table.is_honour and table.turn is not None and rank != _JOKERS_RANK
    if not can_bar or _is_barred(table, seat, rank):
        raise NotYourTurn("It is not your turn.")
    record(
        table,
        Irregularity(seat, "out_of_turn", rank, ("rank_barred",), command.card),
    )
    return False


def _illegal_call(table: Table, command: Ask, refusal: RankNotHeld | CardAlreadyHeld) -> bool:
    """Make the caller miss its next turn (001). Refuse a second illegal call in one turn."""
    if not table.is_honour or table.called_illegally:
        raise refusal
    record(
        table,
        Irregularity(
            command.seat, "illegal_call", command.rank, ("misses_next_turn",), command.card
        ),
    )
    return False


def _is_barred(table: Table, seat: Seat, rank: int) -> bool:
    return of_rank(table.barred[seat], rank) != 0


def named_cards(table: Table, seat: Seat, cards: tuple[Card, ...]) -> Hand:
    """Return the named cards as a hand.

    :raises DuplicateCard: if one is named twice.
    :raises CardNotHeld: if the seat lacks one.
    """
    named = hand_of(cards)
    if named.bit_count() != len(cards):
        raise DuplicateCard("A card is named twice.")
    if named & ~table.hands[seat]:
        missing = named & ~table.hands[seat]
        raise CardNotHeld(f"You do not hold {card_text(missing.bit_length() - 1)}.")
    return named
