"""The use cases of the lobby: games are opened, seats taken and left, and the game starts."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import access, ids, move_log
from games.engine import chain, codec, commands, shuffle
from games.engine.cards import Seat
from games.engine.commands import Command, OnAbandon
from games.engine.presets import compose
from games.engine.refusals import AlreadyStarted
from games.engine.rules import Rules
from games.engine.state import NEW
from games.live.notices import announce
from games.models import Game, Invitation, Status
from games.models import Seat as SeatRow
from games.move_log import Tail
from games.play import Outcome, act, advance, execute, find, seat_of
from games.refusals import (
    AlreadySeated,
    NoSuchPlayer,
    NotHost,
    NotOverYet,
    NotSeated,
    TooManyGames,
)

MOST_OPEN_GAMES = 100
"""Games that an account may be in at once."""


class Terms(NamedTuple):
    """What is agreed on beside the rules when a game is opened."""

    is_private: bool = False
    has_spectators: bool = True
    allows_bots: bool = True
    turn_seconds: int | None = None
    on_abandon: OnAbandon = "end"


def create(
    account_id: int,
    *,
    preset: str,
    overlays: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    seats: int,
    terms: Terms = Terms(),  # noqa: B008  # immutable
) -> Outcome:
    """Open a game and take its first seat.

    :raises RulesRefused: if the rules cannot be played, or not by this number of seats.
    :raises TooManyGames: if the account plays too many games.
    """
    _check_open_games(account_id)
    rules = compose(preset, overlays, options)
    with transaction.atomic(savepoint=False):
        game = Game(preset=preset, overlays=list(overlays))
        return _open(game, account_id, rules=rules, seats=seats, terms=terms)


def rematch(game_id: int, account_id: int) -> Outcome:
    """Sit down for another game with the same rules, terms and seats, and the dealer rotated.

    The first to want one opens it, the others join the same; none but them may enter.

    :raises NotOverYet: while the game runs.
    :raises NotSeated: if the account did not play it.
    """
    with transaction.atomic(savepoint=False):
        tail = move_log.load(game_id, account_id, lock=True)
        access.check_watches(tail, account_id)
        if tail.seat is None:
            raise NotSeated("Only those who played the game play it again.")
        if not tail.state.is_over:
            raise NotOverYet("A rematch follows when the game is over.")
        again = Game.objects.filter(rematch_of=game_id).first()
        if again is None:
            return _reopen(tail, account_id)
    return join(again.pk, account_id, seat=tail.seat)


def _reopen(tail: Tail, account_id: int) -> Outcome:
    """Open the rematch of a game that is over, and invite its players."""
    _check_open_games(account_id)
    played, state = find(tail.game_id), tail.state
    dealer = state.dealer
    if dealer is not None and state.rules.dealer_rotation == "clockwise":
        dealer = (dealer + 1) % state.seats
    terms = Terms(
        True, played.has_spectators, played.allows_bots, state.turn_seconds, state.on_abandon
    )
    game = Game(preset=played.preset, overlays=played.overlays, rematch_of=played)
    outcome = _open(
        game,
        account_id,
        rules=state.rules,
        seats=state.seats,
        terms=terms,
        seat=tail.seat or 0,
        dealer=dealer,
    )
    Invitation.objects.bulk_create(
        Invitation(game=game, account=seat.account, at=game.created_at)
        for seat in played.seats.all()
    )
    return outcome


def _open(
    game: Game,
    account_id: int,
    *,
    rules: Rules,
    seats: int,
    terms: Terms,
    seat: Seat = 0,
    dealer: Seat | None = None,
) -> Outcome:
    """Store a new game with its first two moves: created, and the opener's seat taken."""
    now = timezone.now()
    seed = secrets.token_bytes(shuffle.SEED_BYTES)
    opening = commands.Create(
        rules, seats, shuffle.commitment(seed), dealer, terms.turn_seconds, terms.on_abandon
    )
    game.id = ids.new_id(now)
    game.rules = codec.canonical(codec.rules_to_json(rules))
    game.seat_count = seats
    game.seed = seed
    game.commitment = opening.commitment
    game.is_private = terms.is_private
    game.join_code = access.new_join_code() if terms.is_private else ""
    game.has_spectators = terms.has_spectators
    game.allows_bots = terms.allows_bots
    game.created_at = now
    game.save(force_insert=True)
    start_of_log = Tail(game.id, seed, 0, chain.genesis(opening.commitment), NEW, None)
    created = advance(start_of_log, opening, seat=None, account_id=None, now=now, is_new=True)
    seated = advance(
        created.tail, commands.TakeSeat(seat), seat=seat, account_id=account_id, now=now
    )
    return Outcome(seated.tail, (*created.moves, *seated.moves))


def join(
    game_id: int,
    account_id: int,
    *,
    is_bot: bool = False,
    join_code: str | None = None,
    seat: Seat | None = None,
    entropy: str | None = None,
    if_version: int | None = None,
) -> Outcome:
    """Take a seat, the lowest empty one unless another is named.

    :raises GameNotFound: if there is no such game, or it is private and the code is wrong.
    :raises BotsBarred: if the game is for people.
    :raises AlreadySeated: if the account sits in this game.
    :raises TooManyGames: if the account plays too many games.
    """
    access.check_enters(find(game_id), account_id, is_bot=is_bot, code=join_code)
    _check_open_games(account_id)

    def take_seat(tail: Tail) -> Command:
        if tail.seat is not None:
            raise AlreadySeated(f"You sit on seat {tail.seat} of this game already.")
        empty = (n for n in range(tail.state.seats) if not tail.state.taken >> n & 1)
        return commands.TakeSeat(next(empty, 0) if seat is None else seat, entropy)

    return execute(game_id, account_id, take_seat, if_version=if_version)


def leave(game_id: int, account_id: int, *, if_version: int | None = None) -> Outcome:
    """Leave the lobby."""
    return act(game_id, account_id, commands.LeaveSeat, if_version=if_version)


def add_entropy(
    game_id: int, account_id: int, *, entropy: str, if_version: int | None = None
) -> Outcome:
    """Mix entropy of the account's own into every deal of the game."""
    return act(
        game_id, account_id, lambda seat: commands.AddEntropy(seat, entropy), if_version=if_version
    )


def invite(game_id: int, account_id: int, *, username: str) -> None:
    """Hold a seat out to somebody: he may see a private game and enter it.

    :raises NotHost: unless the account sits on the lowest seat taken.
    :raises NoSuchPlayer: if nobody is called so.
    """
    tail = move_log.load(game_id, account_id)
    access.check_watches(tail, account_id)
    if tail.state.phase != "lobby":
        raise AlreadyStarted("The game has started: its seats are final.")
    _check_host(tail, account_id)
    try:
        guest = User.objects.get_by_natural_key(username)
    except User.DoesNotExist:
        raise NoSuchPlayer("Nobody is called so.") from None
    Invitation.objects.get_or_create(
        game_id=game_id, account=guest, defaults={"at": timezone.now()}
    )
    announce(game_id, tail.version)  # no move, but news for the guest


def remove(game_id: int, account_id: int, *, seat: Seat, if_version: int | None = None) -> Outcome:
    """Empty another's seat before the start, at the host's wish.

    :raises NotHost: unless the account sits on the lowest seat taken.
    """

    def empty_seat(tail: Tail) -> Command:
        _check_host(tail, account_id)
        return commands.LeaveSeat(seat)

    return execute(game_id, account_id, empty_seat, if_version=if_version)


def start(game_id: int, account_id: int, *, if_version: int | None = None) -> Outcome:
    """Start with the seats taken so far, at the host's wish.

    :raises NotHost: unless the account sits on the lowest seat taken.
    """

    def start_game(tail: Tail) -> Command:
        if tail.state.phase == "lobby":
            _check_host(tail, account_id)
        return commands.Start()

    return execute(game_id, account_id, start_game, if_version=if_version)


def _check_host(tail: Tail, account_id: int) -> None:
    if tail.state.taken & (1 << seat_of(tail, account_id)) - 1:
        raise NotHost("Only the host, on the lowest seat taken, does this.")


def _check_open_games(account_id: int) -> None:
    open_games = SeatRow.objects.filter(account_id=account_id).exclude(game__status=Status.OVER)
    if open_games.count() >= MOST_OPEN_GAMES:
        raise TooManyGames(f"You are in {MOST_OPEN_GAMES} games that are not over: finish one.")
