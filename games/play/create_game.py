"""Create games: opened by a player, as a full table of quick match, or as a lesson.

A rated game is for one pool from its creation on: registered people, or bots.

A lesson is a game against bots with a published seed, so that a guide knows what comes: the one
exception to the provable deal. So only built-in bots play it besides the player who opened it, it
is private, and it is never rated. Its bots choose from the seed too: the same asks lead to the same
game.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.bots.levels import LEVELS
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
from games.play.refusals import LevelNotOffered, NotRateable, RatedForOthers
from games.ratings.pools import RATED_OVERLAYS, PlayerKind, Pool, family_of, pool_of
from games.ratings.results import kind_of

SEEDS: Mapping[str, bytes] = MappingProxyType({"first-game": (958).to_bytes(shuffle.SEED_BYTES)})
"""The published seed of each lesson. It never changes: another deal has another name."""


def random_of_bots(seed: bytes, version: int) -> Random | None:
    """Return the randomness of a bot that moves after ``version`` moves of a lesson, or None if the
    seed is not a lesson's.
    """
    if seed not in SEEDS.values():
        return None
    digest = sha256(b"gofish-lesson-bot %d " % version + seed).digest()
    return Random(digest)  # noqa: S311  # published, as the seed is


def offered_levels() -> tuple[Level, ...]:
    """Return the levels of built-in bots that new games may have, weakest first."""
    return tuple(level for level in LEVELS if settings.ALLOW_MASTER or level != "master")


def check_levels(levels: Iterable[Level | None]) -> None:
    """Check that a new game may have these levels.

    :raises LevelNotOffered: if the service does not offer one yet.
    """
    if refused := {level for level in levels if level is not None} - {*offered_levels()}:
        raise LevelNotOffered(
            f"This service does not offer the level {min(refused)} yet. "
            f"Choose one of these: {', '.join(offered_levels())}."
        )


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


def check_terms(
    terms: GameTerms,
    *,
    preset: str,
    overlays: Sequence[str],
    options: Mapping[str, Any] | None,
    seated: Collection[User],
    has_levels: bool,
) -> None:
    """Check that a new game can be rated if its terms say so.

    ``seated`` are the accounts that sit in it from the start, ``has_levels`` says whether built-in
    bots do. A private game of strangers cannot be rated; a rematch is checked by its first game.

    :raises NotRateable: if it cannot be rated.
    """
    if not terms.rated:
        return
    if terms.is_private:
        raise NotRateable("A rated game is public.")
    if terms.aids:
        raise NotRateable("A rated game has no aids.")
    if options:
        raise NotRateable("A rated game has the options of its preset.")
    if family_of(preset, overlays) is None:
        allowed = " and ".join(RATED_OVERLAYS)
        raise NotRateable(f"A rated game has no overlays but {allowed}.")
    kinds = {kind_of(account) for account in seated}
    if "guest" in kinds:
        raise NotRateable("Guests play games that are not rated. Register first.")
    if has_levels and "person" in kinds:
        raise NotRateable("A rated game of people has no built-in bots.")
    if len(kinds) > 1:
        raise NotRateable("A rated game is for people or for bots, not for both.")


def check_joins(game: Game, account: User) -> None:
    """Check that an account may sit in a game, whose seats and accounts were prefetched.

    :raises RatedForOthers: if the game is rated, and not for players of this kind.
    """
    if not game.rated:
        return
    if account.is_guest:
        raise RatedForOthers("This game is rated. Guests play games that are not. Register first.")
    seated = [seat.account for seat in game.seats.all() if seat.account is not None]
    if any(other.is_bot != account.is_bot for other in seated):
        raise RatedForOthers(
            "This game is rated. It is for people or for bots, as its host is one."
        )


def check_seats_level(host: User) -> None:
    """Check that the host of a rated game may seat a built-in bot.

    :raises RatedForOthers: if the host is not a bot.
    """
    if not host.is_bot:
        raise RatedForOthers("This game is rated: people play it without built-in bots.")


def pool_of_accounts(accounts: Collection[User], *, has_levels: bool) -> Pool | None:
    """Return the pool of these accounts at one table, with built-in bots or without, or None."""
    kinds: list[PlayerKind] = [kind_of(account) for account in accounts]
    return pool_of([*kinds, "level"] if has_levels else kinds)
