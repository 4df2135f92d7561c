"""Actions on a lobby: those of its host, and the rematch that players of a finished game open.

The host is the player on the lowest seat that a person has taken.
"""

from collections.abc import Mapping
from contextlib import suppress

from django.db import transaction
from django.utils import timezone

from accounts import blocks, locks
from accounts.models import User
from accounts.refusals import NoSuchPlayer
from games.engine import commands
from games.engine.cards import Seat
from games.engine.commands import Command, Level
from games.engine.refusals import AlreadyStarted, GameClosed
from games.log import head_reader
from games.log.heads import GameHead
from games.log.models import Game, GameStatus
from games.log.models import Seat as SeatRow
from games.log.notify.notifications import announce
from games.log.refusals import NotOverYet, NotSeated
from games.play import create_game, invitations, visibility
from games.play.create_game import GameTerms, open_game, seat_bots
from games.play.lobby import check_open_games, empty_seat, join
from games.play.models import Invitation
from games.play.play import Outcome, execute, find, seat_of
from games.play.refusals import BotsBarred, InvitationDeclined, NotHost


def invite(game_id: int, account_id: int, *, username: str) -> None:
    """Invite a player, who may then see and join a private game. Inviting twice changes nothing.

    :raises NotHost: unless the account is the host.
    :raises NoSuchPlayer: if no open account has this name.
    :raises InvitationDeclined: if the player has declined an invitation to this game.
    :raises TooManyInvitations: if the game has reached its limit.
    :raises NotInvitable: if the player cannot be invited now.
    """
    _check_host(head_reader.load(game_id, account_id), account_id)
    guest = blocks.by_username(username)
    with transaction.atomic():
        # Lock accounts before the game, as everywhere: another order could deadlock.
        accounts = locks.lock_all([account_id, guest.pk])
        locks.check_active(accounts[account_id])
        if not accounts[guest.pk].is_active:
            raise NoSuchPlayer("No player has this username.")
        # The lock prevents the game from starting meanwhile.
        head = head_reader.load(game_id, account_id, lock=True)
        _check_host(head, account_id)
        held = Invitation.objects.filter(game_id=game_id, account=guest).first()
        if held is not None and held.declined_at is not None:
            raise InvitationDeclined("This player has declined an invitation to this game.")
        if held is None:
            invitations.check_room(game_id, guest.pk, host=accounts[account_id])
            Invitation.objects.create(game_id=game_id, account=guest, at=timezone.now())
            announce(game_id, head.version)  # no move, but the guest's streams report it


def invited(game_id: int, account_id: int) -> list[Invitation]:
    """Return the invitations to a lobby, oldest first, for the host.

    :raises NotHost: unless the account is the host.
    """
    _check_host(head_reader.load(game_id, account_id), account_id)
    held = Invitation.objects.filter(game_id=game_id).select_related("account")
    return list(held.order_by("pk"))


def seat_bot(
    game_id: int,
    account_id: int,
    *,
    level: Level,
    seat: Seat | None = None,
    if_version: frozenset[int] | None = None,
) -> Outcome:
    """Seat a built-in bot for the host, by default on the lowest empty seat.

    :raises NotHost: unless the account is the host.
    :raises BotsBarred: if the game does not allow bots.
    :raises LevelNotOffered: if the service does not offer the level yet.
    :raises RatedForOthers: if the game is rated and the host is a person.
    """

    def take_seat(head: GameHead) -> Command:
        _check_host(head, account_id)
        game = Game.objects.get(pk=game_id)
        if not game.allows_bots:
            raise BotsBarred("This game does not allow bots.")
        create_game.check_levels([level])
        if game.rated:
            create_game.check_seats_level(User.objects.get(pk=account_id))
        return commands.TakeSeat(empty_seat(head) if seat is None else seat, bot=level)

    return execute(game_id, account_id, take_seat, if_version=if_version)


def remove(
    game_id: int, account_id: int, *, seat: Seat, if_version: frozenset[int] | None = None
) -> Outcome:
    """Remove a player or a bot from a seat before the start, for the host.

    :raises NotHost: unless the account is the host.
    """

    def free_seat(head: GameHead) -> Command:
        _check_host(head, account_id)
        return commands.LeaveSeat(seat)

    return execute(game_id, account_id, free_seat, if_version=if_version)


def start(game_id: int, account_id: int, *, if_version: frozenset[int] | None = None) -> Outcome:
    """Start with the seats taken so far, for the host.

    :raises NotHost: unless the account is the host.
    """

    def start_game(head: GameHead) -> Command:
        _check_host(head, account_id)
        return commands.Start()

    return execute(game_id, account_id, start_game, if_version=if_version)


def _check_host(head: GameHead, account_id: int) -> None:
    """Check that the account is the host of a lobby.

    :raises GameClosed: if the game was closed in its lobby.
    :raises AlreadyStarted: if the game has started.
    :raises NotHost: unless the account is the host.
    """
    visibility.check_watches(head, account_id)
    if head.state.phase == "closed":
        raise GameClosed
    if head.state.phase != "lobby":
        raise AlreadyStarted("The game has started: its seats are final.")
    if seat_of(head, account_id) != head.state.host():
        raise NotHost(
            "Only the host can do this: the player on the lowest seat that a person has taken."
        )


def rematch(game_id: int, account_id: int) -> Outcome:
    """Join a rematch with the same rules, terms and seats, and the dealer rotated.

    The first player to call this opens the rematch, the others join it, and no other player may
    join. If the rematch was closed, the next call opens another.

    :raises GameClosed: if the game was closed in its lobby.
    :raises NotOverYet: while the game runs.
    :raises NotSeated: if the account did not play the game.
    :raises LevelNotOffered: if it had a level that the service does not offer any more.
    """
    while True:
        with transaction.atomic(savepoint=False):
            accounts = _lock_players(game_id, account_id)
            head = head_reader.load(game_id, account_id, lock=True)
            visibility.check_watches(head, account_id)
            if head.state.phase == "closed":
                raise GameClosed
            if head.seat is None:
                raise NotSeated("Only players of this game can have a rematch.")
            if not head.state.is_over:
                raise NotOverYet("The game is not over. A rematch is possible after its end.")
            rematches = Game.objects.filter(rematch_of=game_id)
            rematch_game = rematches.exclude(status=GameStatus.CLOSED).first()
            if rematch_game is None:
                return _open_rematch(head, account_id, accounts)
        with suppress(GameClosed):  # closed since the query, so the retry does not find it
            return join(rematch_game.pk, account_id, seat=head.seat, is_expected=True)


def _lock_players(game_id: int, account_id: int) -> Mapping[int, User]:
    """Lock the accounts that played a game, or only this one if it did not play.

    :raises InvalidToken: if this account was closed meanwhile.
    :raises AccountSuspended: if it was suspended meanwhile.
    """
    played = SeatRow.objects.filter(game_id=game_id, account__isnull=False)
    players = set(played.values_list("account_id", flat=True))
    accounts = locks.lock_all(players if account_id in players else [account_id])
    locks.check_active(accounts[account_id])
    return accounts


def _open_rematch(head: GameHead, account_id: int, accounts: Mapping[int, User]) -> Outcome:
    """Open the rematch of a finished game, and invite all other players who can be invited."""
    check_open_games(account_id)
    played, state = find(head.game_id), head.state
    create_game.check_levels([*state.bots, state.stand_in])
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
        played.aids,
        played.has_emotes,
        played.rated,
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
        if other.is_active and invitations.can_be_invited(other.pk, accounts[account_id])
    )
    return seat_bots(opened, {seat.number: seat.bot for seat in seats if seat.bot})
