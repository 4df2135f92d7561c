"""Rules of the deal: who deals, the cut, the cards, books dealt, and a deal that is made anew."""

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
    """Find the first dealer (000, 001): by the seed, or by a card face up to each seat."""
    if table.phase != "dealer":
        raise WrongPhase("The dealer is known, or the game has not started.")
    if table.rules.dealer_selection == "random":
        if command.dealer is None or not 0 <= command.dealer < table.seats:
            raise BadPack("A dealer chosen at random is named by the seed.")
        record(table, DealerDrawn(command.dealer))
        return
    if command.pack is None:
        raise BadPack("The draw for dealer needs a shuffled pack.")
    _need_whole_pack(table.rules, command.pack)
    record(table, DealerDrawn(*_draw_cards(table, command.pack)))


def cut(table: Table, command: Cut) -> None:
    """Let the dealer's right-hand neighbour cut (001)."""
    _need_running(table)
    assert table.dealer is not None or table.phase != "cut"
    if table.phase == "cut" and table.left_of(command.seat) != table.dealer:
        raise NotYourTurn("The seat at the dealer's right cuts.")
    if table.phase != "cut":
        raise WrongPhase("There is nothing to cut now.")
    if not 1 <= command.position < table.rules.pack_size:
        raise BadCut(f"Cut below 1 to {table.rules.pack_size - 1} cards.")
    record(table, PackCut(command.seat, command.position))


def deal(table: Table, command: Deal) -> None:
    """Deal, lay the books dealt, and give the first turn to the dealer's left."""
    if table.phase != "deal" or table.dealer is None:
        raise WrongPhase("There is nothing to deal now.")
    rules = table.rules
    _need_whole_pack(rules, command.pack)
    counts = rules.hand_counts(seats=table.seats, dealer=table.dealer)
    record(table, Dealt(table.dealer, command.pack, counts))
    first = table.left_of(table.dealer)
    for place in range(table.seats):
        books.lay_all_naturals(table, (first + place) % table.seats)
    if not ending.end_if_due(table):
        turns.give_turn(table, first, giver=None, reason="start")


def misdeal(table: Table, command: Misdeal) -> None:
    """Deal again by the same dealer, before the first ask of the deal (001, 000's grandad)."""
    _need_running(table)
    if table.phase not in ("ask", "answer", "closing"):
        raise WrongPhase("No cards are dealt.")
    if not table.rules.redeal_on_exposed:
        raise MisdealNotAllowed("These rules know no redeal.")
    if table.asks:
        raise MisdealNotAllowed("A misdeal is claimed before the first ask of the deal.")
    if table.misdeal_claims >> command.seat & 1:
        raise MisdealNotAllowed("A seat claims a misdeal once a game.")
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
        raise BadPack(f"A pack of {rules.pack_size} different cards is dealt from.")


def _draw_cards(table: Table, pack: Pack) -> tuple[Seat, Rounds]:
    """Return the dealer and the cards drawn, round by round: lowest or highest rank, ace high, the tied draw again.

    Jokers have no rank and are passed over. Should the pack run out among the tied, the first of them deals.
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
