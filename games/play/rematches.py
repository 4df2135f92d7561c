"""Play again: the rematch of a finished game, which its players open and join."""

from collections.abc import Mapping
from contextlib import suppress

from django.db import transaction
from django.utils import timezone

from accounts import locks
from accounts.models import User
from games.engine.refusals import GameClosed
from games.log import heads
from games.log.heads import GameHead
from games.log.models import Game, GameStatus
from games.log.models import Seat as SeatRow
from games.play import invitations, visibility
from games.play.create_game import GameTerms, open_game, seat_bots
from games.play.lobby import check_open_games, join
from games.play.models import Invitation
from games.play.play import Outcome, find
from games.play.refusals import NotOverYet, NotSeated


def rematch(game_id: int, account_id: int) -> Outcome:
    """Join a rematch with the same rules, terms and seats, and the dealer rotated.

    The first player to call this opens the rematch, the others join it, and no other player may
    join. If the rematch was closed, the next call opens another.

    :raises GameClosed: if the game was closed in its lobby.
    :raises NotOverYet: while the game runs.
    :raises NotSeated: if the account did not play the game.
    """
    while True:
        with transaction.atomic(savepoint=False):
            accounts = _lock_players(game_id, account_id)
            head = heads.load(game_id, account_id, lock=True)
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
