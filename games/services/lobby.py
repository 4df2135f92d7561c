"""The use cases of the lobby: games are opened, seats taken and left, and the game starts."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import locks
from accounts.models import User
from games.engine import commands
from games.engine.cards import Seat
from games.engine.commands import Command, Level
from games.engine.lobby import MOST_SEATINGS
from games.engine.presets import compose
from games.engine.refusals import GameClosed, TooManySeatings
from games.log import reader
from games.log.reader import GameHead
from games.models import OPEN, Game, GameStatus, Invitation
from games.models import Seat as SeatRow
from games.queries import visibility
from games.refusals import (
    AlreadySeated,
    BotsBarred,
    LeftTooOften,
    NotOverYet,
    NotSeated,
    TooManyGames,
)
from games.services import invitations, seats
from games.services.create_game import GameTerms, open_game, seat_bots
from games.services.play import Outcome, act, execute, find

MOST_OPEN_GAMES = 100
"""Games that an account may be in at once."""
MOST_EXITS = 3
"""How often an account may leave a seat of the same lobby, or be removed, and take one again."""
RESERVED_SEATINGS = 40
"""The last of ``MOST_SEATINGS`` in a lobby are for bots that the host seats and players whom the host invited."""


def create(
    account_id: int,
    *,
    preset: str,
    overlays: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    seats: int,
    bots: Sequence[Level] = (),
    terms: GameTerms = GameTerms(),  # noqa: B008  # immutable
) -> Outcome:
    """Open a game, take its first seat, and seat bots on the next.

    :raises RulesRefused: if the rules cannot be played, or not by this number of seats.
    :raises BotsBarred: if there are bots, and the game is for people.
    :raises TooManyGames: if the account plays too many games.
    :raises InvalidToken: if the account was closed meanwhile.
    :raises AccountSuspended: if the account was suspended meanwhile.
    """
    if bots and not terms.allows_bots:
        raise BotsBarred("This game is for people only.")
    rules = compose(preset, overlays, options)
    with transaction.atomic(savepoint=False):
        locks.lock_active(account_id)
        check_open_games(account_id)
        game = Game(preset=preset, overlays=list(overlays))
        opened = open_game(
            game, account_id, rules=rules, seats=seats, terms=terms, now=timezone.now()
        )
        return seat_bots(opened, dict(enumerate(bots, start=1)))


def rematch(game_id: int, account_id: int) -> Outcome:
    """Sit down for another game with the same rules, terms and seats, and the dealer rotated.

    The first to want one opens it, the others join the same; none but them may enter. If it was closed, the next to
    want one opens another.

    :raises GameClosed: if the game was closed in its lobby.
    :raises NotOverYet: while the game runs.
    :raises NotSeated: if the account did not play it.
    """
    while True:
        with transaction.atomic(savepoint=False):
            accounts = _lock_players(game_id, account_id)
            head = reader.load(game_id, account_id, lock=True)
            visibility.check_watches(head, account_id)
            if head.state.phase == "closed":
                raise GameClosed
            if head.seat is None:
                raise NotSeated("Only those who played the game play it again.")
            if not head.state.is_over:
                raise NotOverYet("A rematch follows when the game is over.")
            rematches = Game.objects.filter(rematch_of=game_id)
            again = rematches.exclude(status=GameStatus.CLOSED).first()
            if again is None:
                return _reopen(head, account_id, accounts)
        with suppress(GameClosed):  # since it was found, and so the next look does not find it
            return join(again.pk, account_id, seat=head.seat, is_expected=True)


def _lock_players(game_id: int, account_id: int) -> Mapping[int, User]:
    """Lock the accounts that played a game, or only this one if it did not.

    :raises InvalidToken: if this account was closed meanwhile.
    :raises AccountSuspended: if it was suspended meanwhile.
    """
    played = SeatRow.objects.filter(game_id=game_id, account__isnull=False)
    players = set(played.values_list("account_id", flat=True))
    accounts = locks.lock_all(players if account_id in players else [account_id])
    locks.check_active(accounts[account_id])
    return accounts


def _reopen(head: GameHead, account_id: int, accounts: Mapping[int, User]) -> Outcome:
    """Open the rematch of a game that is over, and invite its other players who can be invited."""
    check_open_games(account_id)
    played, state = find(head.game_id), head.state
    dealer = state.dealer
    if dealer is not None and state.rules.dealer_rotation == "clockwise":
        dealer = (dealer + 1) % state.seats
    terms = GameTerms(
        True,
        played.has_spectators,
        played.allows_bots,
        state.turn_seconds,
        state.on_abandon,
        state.stand_in,
    )
    game = Game(preset=played.preset, overlays=played.overlays, rematch_of=played)
    opened = open_game(
        game,
        account_id,
        rules=state.rules,
        seats=state.seats,
        terms=terms,
        seat=head.seat or 0,
        dealer=dealer,
        now=timezone.now(),
    )
    seats = played.seats.all()
    others = [account for pk, account in accounts.items() if pk != account_id]
    Invitation.objects.bulk_create(
        Invitation(game=game, account=other, at=game.created_at)
        for other in others
        if other.is_active and invitations.has_room(other.pk)
    )
    return seat_bots(opened, {seat.number: seat.level for seat in seats if seat.level})


def join(
    game_id: int,
    account_id: int,
    *,
    is_bot: bool = False,
    join_code: str | None = None,
    seat: Seat | None = None,
    entropy: str | None = None,
    is_expected: bool = False,
    if_version: int | None = None,
) -> Outcome:
    """Take a seat, the lowest empty one unless another is named.

    Who ``is_expected`` enters a private game without a code and without an invitation.

    :raises GameNotFound: if there is no such game, or it is private and the code is wrong.
    :raises GameClosed: if the game was closed in its lobby.
    :raises BotsBarred: if the game is for people.
    :raises AlreadySeated: if the account sits in this game.
    :raises LeftTooOften: if it has left this lobby, or was removed, ``MOST_EXITS`` times.
    :raises TooManySeatings: if the seats of the lobby were taken too often.
    :raises TooManyGames: if the account plays too many games.
    :raises InvalidToken: if the account was closed meanwhile.
    :raises AccountSuspended: if the account was suspended meanwhile.
    """

    def take_seat(head: GameHead) -> Command:
        if head.state.phase == "closed":
            raise GameClosed
        if head.seat is not None:
            raise AlreadySeated(f"You sit on seat {head.seat} of this game already.")
        _check_welcome(head, account_id)
        return commands.TakeSeat(empty_seat(head) if seat is None else seat, entropy)

    with transaction.atomic():
        locks.lock_active(account_id)
        if not is_expected:
            visibility.check_enters(find(game_id), account_id, is_bot=is_bot, code=join_code)
        check_open_games(account_id)
        return execute(game_id, account_id, take_seat, if_version=if_version)


def leave(game_id: int, account_id: int, *, if_version: int | None = None) -> Outcome:
    """Leave the lobby; with the last person it is closed."""
    return act(game_id, account_id, commands.LeaveSeat, if_version=if_version)


def add_entropy(
    game_id: int, account_id: int, *, entropy: str, if_version: int | None = None
) -> Outcome:
    """Mix entropy of the account's own into every deal of the game, once for each time that it sits down."""
    return act(
        game_id, account_id, lambda seat: commands.AddEntropy(seat, entropy), if_version=if_version
    )


def _check_welcome(head: GameHead, account_id: int) -> None:
    """Let an account into a lobby that it does not wear out.

    One account alone costs a lobby a few moves, and many together leave enough for the host to fill it and start.

    :raises LeftTooOften: if it has left this lobby, or was removed, ``MOST_EXITS`` times.
    :raises TooManySeatings: if what is left is for those whom the host invites.
    """
    if head.state.phase != "lobby":
        return
    if seats.exits(head.game_id, account_id) >= MOST_EXITS:
        raise LeftTooOften(f"You have left this lobby, or were removed, {MOST_EXITS} times.")
    is_reserved = head.state.seatings >= MOST_SEATINGS - RESERVED_SEATINGS
    if is_reserved and not visibility.is_invited(head.game_id, account_id):
        raise TooManySeatings("Seats were taken too often here: the host can still invite you.")


def empty_seat(head: GameHead) -> Seat:
    """Return the lowest empty seat; in a full game any, which will be refused."""
    return next((n for n in range(head.state.seats) if not head.state.taken >> n & 1), 0)


def check_open_games(account_id: int) -> None:
    """Let an account into one more game.

    :raises TooManyGames: if it plays too many games.
    """
    open_games = SeatRow.objects.filter(account_id=account_id, game__status__in=OPEN)
    if open_games.count() >= MOST_OPEN_GAMES:
        raise TooManyGames(f"You are in {MOST_OPEN_GAMES} games that are not over: finish one.")
