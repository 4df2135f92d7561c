"""Open games for an organiser: with their own bots on seats, and invitations for the others.

No other player is seated: those invited take their seats themselves.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts import blocks, locks, registration
from accounts.models import User
from accounts.refusals import NoSuchPlayer
from games.engine import commands
from games.engine.commands import Level
from games.engine.rule_sets import compose
from games.log.models import Game
from games.play import create_game, invitations
from games.play.create_game import GameTerms, open_game
from games.play.lobby import check_open_games
from games.play.models import Invitation
from games.play.play import Outcome, advance
from games.play.refusals import AlreadySeated, BotsBarred


class NewTable(NamedTuple):
    """A game to open. At least one account takes a seat: the organiser, or one of their bots."""

    preset: str
    overlays: Sequence[str]
    options: Mapping[str, Any]
    seats: int
    terms: GameTerms
    takes_seat: bool
    """Whether the organiser takes seat 0."""
    own_bots: Sequence[str]
    """Usernames of the organiser's bots, on the next seats."""
    bots: Sequence[Level]
    """Built-in bots, on the seats after these."""
    invited: Sequence[str]
    """Usernames of players to invite."""


def open_table(organiser_id: int, table: NewTable) -> Outcome:
    """Open a game, seat the organiser and the bots, and invite the others; all of it, or nothing.

    :raises RulesRefused: if the rules cannot be played, or not by this number of seats.
    :raises BotsBarred: if there are bots, and the game does not allow them.
    :raises NotRateable: if it is to be rated, and cannot be.
    :raises NoSuchBot: if the organiser owns no active bot of a name.
    :raises NoSuchPlayer: if no open account has the name of an invited player.
    :raises AlreadySeated: if an account is named twice, or is seated and invited.
    :raises NotInvitable: if a player cannot be invited now.
    :raises TooManyGames: if the organiser or a bot is in too many open games.
    :raises InvalidToken: if the organiser's account was closed meanwhile.
    :raises AccountSuspended: if it was suspended meanwhile.
    """
    if (table.bots or table.own_bots) and not table.terms.allows_bots:
        raise BotsBarred("This game does not allow bots.")
    rules = compose(table.preset, table.overlays, table.options)
    organiser = User.objects.get(pk=organiser_id)
    seated = [organiser.pk] if table.takes_seat else []
    seated += [registration.find(organiser, name).pk for name in table.own_bots]
    guests = [blocks.by_username(name).pk for name in table.invited]
    if len({*seated, *guests}) < len(seated) + len(guests):
        raise AlreadySeated("An account is named twice. Each takes one seat of a game.")
    with transaction.atomic():
        accounts = locks.lock_all([organiser_id, *seated, *guests])
        locks.check_active(accounts[organiser_id])
        for account_id in seated:
            if account_id != organiser_id:
                registration.check_active(accounts[account_id])
                locks.check_active(accounts[account_id])
            check_open_games(account_id)
        create_game.check_terms(
            table.terms,
            preset=table.preset,
            overlays=table.overlays,
            options=table.options,
            seated=[accounts[name] for name in seated],
            has_levels=bool(table.bots),
        )
        now = timezone.now()
        game = Game(preset=table.preset, overlays=list(table.overlays))
        opener, *others = seated
        head, moves = open_game(
            game, opener, rules=rules, seats=table.seats, terms=table.terms, now=now
        )
        host = head.seat
        for guest_id in guests:
            if not accounts[guest_id].is_active:
                raise NoSuchPlayer("No player has this username.")
            invitations.check_room(game.pk, guest_id, host=accounts[opener])
            Invitation.objects.create(game=game, account_id=guest_id, at=now)
        next_ones: list[tuple[int | None, Level | None]] = [(other_id, None) for other_id in others]
        next_ones += [(None, level) for level in table.bots]
        for seat, (player_id, level) in enumerate(next_ones, start=1):
            command = commands.TakeSeat(seat, bot=level)
            by = None if level is None else host
            head, more = advance(head, command, seat=by, account_id=player_id, now=now)
            moves += more
        return Outcome(head, moves)
