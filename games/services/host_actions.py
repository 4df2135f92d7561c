"""What the host of a lobby does for it: seats are held out, filled with bots and emptied, and the game starts.

The host is whoever sits on the lowest seat that a person has taken.
"""

from django.db import transaction
from django.utils import timezone

from accounts import locks
from accounts.models import User
from games.engine import commands
from games.engine.cards import Seat
from games.engine.commands import Command, Level
from games.engine.refusals import AlreadyStarted, GameClosed
from games.log import reader
from games.log.reader import GameHead
from games.models import Game, Invitation
from games.notify.notices import announce
from games.queries import visibility
from games.refusals import BotsBarred, InvitationDeclined, NoSuchPlayer, NotHost
from games.services import invitations
from games.services.lobby import empty_seat
from games.services.play import Outcome, execute, seat_of


def invite(game_id: int, account_id: int, *, username: str) -> None:
    """Hold a seat out to a player, who may then see a private game and enter it; again changes nothing.

    :raises NotHost: unless the account sits on the lowest seat that a person has taken.
    :raises NoSuchPlayer: if no open account has this name.
    :raises InvitationDeclined: if the player has declined an invitation to this game.
    :raises TooManyInvitations: if the game has invited as many players as it may.
    :raises NotInvitable: if the player cannot be invited now.
    """
    _check_host(reader.load(game_id, account_id), account_id)
    guest = _find_player(username)
    with transaction.atomic():
        # First the accounts and then the game, as everywhere: another order could deadlock.
        accounts = locks.lock_all([account_id, guest.pk])
        locks.check_active(accounts[account_id])
        if not accounts[guest.pk].is_active:
            raise NoSuchPlayer("No player has this username.")
        # The lock on the game keeps it from starting meanwhile.
        head = reader.load(game_id, account_id, lock=True)
        _check_host(head, account_id)
        held = Invitation.objects.filter(game_id=game_id, account=guest).first()
        if held is not None and held.declined_at is not None:
            raise InvitationDeclined("This player has declined an invitation to this game.")
        if held is None:
            invitations.check_room(game_id, guest.pk, host_id=account_id)
            Invitation.objects.create(game_id=game_id, account=guest, at=timezone.now())
            announce(game_id, head.version)  # no move, but news for the guest


def seat_bot(
    game_id: int,
    account_id: int,
    *,
    level: Level,
    seat: Seat | None = None,
    if_version: int | None = None,
) -> Outcome:
    """Seat a built-in bot at the host's wish, on the lowest empty seat unless another is named.

    :raises NotHost: unless the account sits on the lowest seat that a person has taken.
    :raises BotsBarred: if the game is for people.
    """

    def take_seat(head: GameHead) -> Command:
        _check_host(head, account_id)
        if not Game.objects.filter(pk=game_id, allows_bots=True).exists():
            raise BotsBarred("This game is for people only.")
        return commands.TakeSeat(empty_seat(head) if seat is None else seat, bot=level)

    return execute(game_id, account_id, take_seat, if_version=if_version)


def remove(game_id: int, account_id: int, *, seat: Seat, if_version: int | None = None) -> Outcome:
    """Empty another's or a bot's seat before the start, at the host's wish.

    :raises NotHost: unless the account sits on the lowest seat that a person has taken.
    """

    def free_seat(head: GameHead) -> Command:
        _check_host(head, account_id)
        return commands.LeaveSeat(seat)

    return execute(game_id, account_id, free_seat, if_version=if_version)


def start(game_id: int, account_id: int, *, if_version: int | None = None) -> Outcome:
    """Start with the seats taken so far, at the host's wish.

    :raises NotHost: unless the account sits on the lowest seat that a person has taken.
    """

    def start_game(head: GameHead) -> Command:
        _check_host(head, account_id)
        return commands.Start()

    return execute(game_id, account_id, start_game, if_version=if_version)


def _check_host(head: GameHead, account_id: int) -> None:
    """Let only the host pass.

    :raises GameClosed: if the game was closed in its lobby.
    :raises AlreadyStarted: if the game has started.
    :raises NotHost: unless the account sits on the lowest seat that a person has taken.
    """
    visibility.check_watches(head, account_id)
    if head.state.phase == "closed":
        raise GameClosed
    if head.state.phase != "lobby":
        raise AlreadyStarted("The game has started: its seats are final.")
    if seat_of(head, account_id) != head.state.host():
        raise NotHost("Only the host, on the lowest seat that a person has taken, does this.")


def _find_player(username: str) -> User:
    """Return the account with this name.

    :raises NoSuchPlayer: if no account has it.
    """
    try:
        return User.objects.get_by_natural_key(username)
    except User.DoesNotExist:
        raise NoSuchPlayer("No player has this username.") from None
