"""Create games: opened by a player, with bots if requested, or as a full table of quick match."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from games.engine import chain, codec, commands, shuffle
from games.engine.cards import Seat
from games.engine.commands import Level, OnAbandon
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.state import NEW
from games.log import ids
from games.log.heads import GameHead
from games.log.models import Game
from games.play import visibility
from games.play.play import Outcome, advance


class GameTerms(NamedTuple):
    """The terms of a game in addition to its rules."""

    is_private: bool = False
    has_spectators: bool = True
    allows_bots: bool = True
    turn_seconds: int | None = None
    on_abandon: OnAbandon = "end"
    stand_in: Level | None = None
    aids: bool = False
    has_emotes: bool = True
    rated: bool = False


def open_game(
    game: Game,
    account_id: int,
    *,
    rules: Rules,
    seats: int,
    terms: GameTerms,
    seat: Seat = 0,
    dealer: Seat | None = None,
    now: datetime,
    seed: bytes | None = None,
) -> Outcome:
    """Store a new game, with its preset and overlays set, and its first two moves: created, seat
    taken. ``seed`` is None except for lessons, whose seed is published.
    """
    seed = seed or secrets.token_bytes(shuffle.SEED_BYTES)
    opening = commands.Create(
        rules,
        seats,
        shuffle.commitment(seed),
        dealer,
        terms.turn_seconds,
        terms.on_abandon,
        terms.stand_in,
        terms.aids or None,
        terms.rated or None,
    )
    game.id = ids.new_id(now)
    game.rules = codec.rules_to_text(rules)
    game.seat_count = seats
    game.seed = seed
    game.commitment = opening.commitment
    game.is_private = terms.is_private
    game.join_code = visibility.new_code() if terms.is_private else ""
    game.has_spectators = terms.has_spectators
    game.allows_bots = terms.allows_bots
    game.has_emotes = terms.has_emotes
    game.turn_seconds = terms.turn_seconds
    game.on_abandon = terms.on_abandon
    game.aids = terms.aids
    game.rated = terms.rated
    game.created_at = now
    game.save(force_insert=True)
    start_of_log = GameHead(game.id, seed, 0, chain.genesis(opening.commitment), NEW, None)
    created = advance(start_of_log, opening, seat=None, account_id=None, now=now)
    seated = advance(
        created.head, commands.TakeSeat(seat), seat=seat, account_id=account_id, now=now
    )
    return Outcome(seated.head, (*created.moves, *seated.moves))


def seat_bots(opened: Outcome, bots: Mapping[Seat, Level]) -> Outcome:
    """Seat bots in a new game, on behalf of the player who opened it."""
    head, moves, host = opened.head, list(opened.moves), opened.head.seat
    for seat, level in bots.items():
        command = commands.TakeSeat(seat, bot=level)
        seated = advance(head, command, seat=host, account_id=None, now=timezone.now())
        head = seated.head
        moves += seated.moves
    return Outcome(head, tuple(moves))


def open_table(
    account_ids: Sequence[int],
    *,
    preset: str,
    overlays: Sequence[str],
    seats: int,
    level: Level,
    terms: GameTerms,
    dealer: Seat | None = None,
) -> Outcome:
    """Open a game that begins at once, with these accounts in seat order and bots on the other
    seats. Without a ``dealer``, one is drawn as the rules say.

    :raises RulesRefused: if the rules cannot be played, or not by this number of seats.
    """
    rules = compose(preset, overlays)
    opener, *others = account_ids
    with transaction.atomic(savepoint=False):
        game = Game(preset=preset, overlays=list(overlays))
        now = timezone.now()
        head, moves = open_game(
            game, opener, rules=rules, seats=seats, terms=terms, dealer=dealer, now=now
        )
        for seat in range(1, seats):
            account_id = others[seat - 1] if seat <= len(others) else None
            command = commands.TakeSeat(seat, bot=level if account_id is None else None)
            head, more = advance(head, command, seat=None, account_id=account_id, now=now)
            moves += more
        return Outcome(head, moves)
