"""Rules of the deal: the first dealer, the cut, the cards, the books dealt, and a misdeal."""

from games.engine import books, ending, turns
from games.engine.cards import JOKERS, NATURALS, RANKS, Pack, Seat, hand_of
from games.engine.commands import Cut, Deal, DrawDealer, Misdeal
from games.engine.events import DealerDrawn, Dealt, Misdealt, PackCut, Rounds
from games.engine.evolve import record
from games.engine.refusals import (
    BadCut,
    BadPack,
    GameIsOver,
    MisdealNotAllowed,
    NotYourTurn,
    WrongPhase,
)
from games.engine.rules import Rules
from games.engine.table import Table


def draw_dealer(table: Table, command: DrawDealer) -> None:
    """Choose the first dealer (000, 001): by the seed, or by a card face up for each seat."""
    if table.phase != "dealer":
        raise WrongPhase("The game does not wait for the draw for dealer.")
    if table.rules.dealer_selection == "random":
        if command.dealer is None or not 0 <= command.dealer < table.seats:
            raise BadPack("Name a seat of this game as the dealer.")
        record(table, DealerDrawn(command.dealer))
        return
    if command.pack is None:
        raise BadPack("The draw for dealer needs a pack.")
    _need_whole_pack(table.rules, command.pack)
    record(table, DealerDrawn(*_draw_cards(table, command.pack)))


def cut(table: Table, command: Cut) -> None:
    """Let the dealer's right-hand neighbour cut (001)."""
    _need_running(table)
    assert table.dealer is not None or table.phase != "cut"
    if table.phase == "cut" and table.left_of(command.seat) != table.dealer:
        raise NotYourTurn("Only the seat at the dealer's right may cut.")
    if table.phase != "cut":
        raise WrongPhase("The game does not wait for a cut.")
    if not 1 <= command.position < table.rules.pack_size:
        raise BadCut(f"The position of a cut is 1 to {table.rules.pack_size - 1}.")
    record(table, PackCut(command.seat, command.position))


def deal(table: Table, command: Deal) -> None:
    """Deal, and begin to play."""
    if table.phase != "deal" or table.dealer is None:
        raise WrongPhase("The game does not wait for a deal.")
    rules = table.rules
    _need_whole_pack(rules, command.pack)
    counts = rules.hand_counts(seats=table.seats, dealer=table.dealer)
    record(table, Dealt(table.dealer, command.pack, counts))
    begin_play(table)


def begin_play(table: Table) -> None:
    """Lay the books dealt, and give the first turn to the dealer's left."""
    assert table.dealer is not None
    first = table.left_of(table.dealer)
    for place in range(table.seats):
        books.lay_all_naturals(table, (first + place) % table.seats)
    if not ending.end_if_due(table):
        turns.give_turn(table, first, giver=None, reason="start")


def misdeal(table: Table, command: Misdeal) -> None:
    """Let the same dealer deal again, before the first ask of the deal (001, 000's grandad)."""
    _need_running(table)
    if table.phase not in ("ask", "answer", "closing"):
        raise WrongPhase("No cards have been dealt.")
    if not table.rules.redeal_on_exposed:
        raise MisdealNotAllowed("The rules of this game have no redeal.")
    if table.asks:
        raise MisdealNotAllowed("A misdeal can be claimed only before the first ask of the deal.")
    if table.misdeal_claims >> command.seat & 1:
        raise MisdealNotAllowed("You have already claimed a misdeal of this deal.")
    record(table, Misdealt(command.seat, command.reason))


def _need_running(table: Table) -> None:
    if table.phase == "over":
        raise GameIsOver("The game is over.")


def _need_whole_pack(rules: Rules, pack: Pack) -> None:
    cards = hand_of(pack)
    if (
        len(pack) != rules.pack_size
        or cards & NATURALS != NATURALS
        or (cards & JOKERS).bit_count() != rules.joker_count
    ):
        raise BadPack(f"The pack must have {rules.pack_size} different cards.")


def _draw_cards(table: Table, pack: Pack) -> tuple[Seat, Rounds]:
    """Return the dealer and the cards drawn, round by round.

    The lowest or the highest rank deals, ace high; tied seats draw again. Jokers are left out. If
    the pack runs out, the first of the tied seats deals.
    """
    best = min if table.rules.dealer_selection == "low_card" else max
    naturals = [card for card in pack if card // 4 < len(RANKS)]
    tied = list(range(table.seats))
    rounds = []
    while len(tied) > 1 and len(naturals) >= len(tied):
        drawn = tuple(zip(tied, naturals, strict=False))
        del naturals[: len(tied)]
        rounds.append(drawn)
        rank = best(card // 4 for _, card in drawn)
        tied = [seat for seat, card in drawn if card // 4 == rank]
    return tied[0], tuple(rounds)
