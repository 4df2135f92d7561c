"""Use cases of the lobby: open games, one or many, take and leave seats, add entropy.

An organiser seats their own bots and invites others, who take their seats themselves.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts import blocks, locks, registration
from accounts.models import User
from accounts.refusals import NoSuchPlayer
from games.engine import commands
from games.engine.cards import Seat
from games.engine.commands import Command, Level
from games.engine.lobby import MOST_SEATINGS
from games.engine.refusals import GameClosed, TooManySeatings
from games.engine.rule_sets import compose
from games.log import ids
from games.log.heads import GameHead
from games.log.models import OPEN, Game
from games.log.models import Seat as SeatRow
from games.play import create_game, invitations, seats, visibility
from games.play.create_game import SEEDS, GameTerms, open_game, seat_bots
from games.play.models import Invitation
from games.play.play import Outcome, advance, execute, find, seat_of
from games.play.refusals import AlreadySeated, BotsBarred, LeftTooOften, TooManyGames

MOST_OPEN_GAMES = 100
"""Games that an account may be in at once."""
MOST_EXITS = 3
"""After this many exits, by leaving or by removal, an account cannot take a seat of the lobby
again.
"""
RESERVED_SEATINGS = 40
"""The last of ``MOST_SEATINGS`` are reserved for bots that the host seats and invited players."""


def create(
    account_id: int,
    *,
    preset: str,
    overlays: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    seats: int,
    bots: Sequence[Level] = (),
    lesson: str | None = None,
    terms: GameTerms = GameTerms(),  # noqa: B008  # immutable
) -> Outcome:
    """Open a game, take its first seat, and seat bots on the next.

    A ``lesson`` is private, not rated, and has bots on all other seats: the caller checks this.

    :raises RulesRefused: if the rules cannot be played, or not by this number of seats.
    :raises BotsBarred: if there are bots, and the game does not allow them.
    :raises LevelNotOffered: if the service does not offer a level yet.
    :raises NotRateable: if it is to be rated, and cannot be.
    :raises TooManyGames: if the account is in too many open games.
    :raises InvalidToken: if the account was closed meanwhile.
    :raises AccountSuspended: if the account was suspended meanwhile.
    """
    if bots and not terms.allows_bots:
        raise BotsBarred("This game does not allow bots.")
    create_game.check_levels([*bots, terms.stand_in])
    rules = compose(preset, overlays, options)
    with transaction.atomic(savepoint=False):
        account = locks.lock_active(account_id)
        create_game.check_terms(
            terms,
            preset=preset,
            overlays=overlays,
            options=options,
            seated=[account],
            has_levels=bool(bots),
        )
        check_open_games(account_id)
        game = Game(preset=preset, overlays=list(overlays))
        opened = open_game(
            game,
            account_id,
            rules=rules,
            seats=seats,
            terms=terms,
            now=timezone.now(),
            seed=None if lesson is None else SEEDS[lesson],
        )
        return seat_bots(opened, dict(enumerate(bots, start=1)))


def join(
    game_id: int,
    account_id: int,
    *,
    is_bot: bool = False,
    join_code: str | None = None,
    seat: Seat | None = None,
    entropy: str | None = None,
    is_expected: bool = False,
    if_version: frozenset[int] | None = None,
) -> Outcome:
    """Take a seat, by default the lowest empty one.

    With ``is_expected``, a private game needs neither a code nor an invitation.

    :raises GameNotFound: if there is no such game, or it is private and the code is wrong.
    :raises GameClosed: if the game was closed in its lobby.
    :raises BotsBarred: if the game does not allow bots.
    :raises RatedForOthers: if it is rated, and not for accounts of this kind.
    :raises AlreadySeated: if the account has a seat in this game.
    :raises LeftTooOften: if it has left this lobby, or was removed, ``MOST_EXITS`` times.
    :raises TooManySeatings: if the seats of the lobby were taken too often.
    :raises TooManyGames: if the account is in too many open games.
    :raises InvalidToken: if the account was closed meanwhile.
    :raises AccountSuspended: if the account was suspended meanwhile.
    """

    def take_seat(head: GameHead) -> Command:
        if head.state.phase == "closed":
            raise GameClosed
        if head.seat is not None:
            game_name = ids.to_text(game_id)
            sentence = f"You already have seat {head.seat} in game {game_name}."
            raise AlreadySeated(sentence, game=game_name)
        _check_seatings(head, account_id)
        return commands.TakeSeat(empty_seat(head) if seat is None else seat, entropy)

    with transaction.atomic():
        account = locks.lock_active(account_id)
        if not is_expected:
            game = find(game_id)
            visibility.check_enters(game, account_id, is_bot=is_bot, code=join_code)
            create_game.check_joins(game, account)
        check_open_games(account_id)
        return execute(game_id, account_id, take_seat, if_version=if_version)


def leave(game_id: int, account_id: int, *, if_version: frozenset[int] | None = None) -> Outcome:
    """Leave the lobby. It is closed when the last person leaves."""

    def leave_seat(head: GameHead) -> Command:
        return commands.LeaveSeat(seat_of(head, account_id))

    return execute(game_id, account_id, leave_seat, if_version=if_version)


def add_entropy(
    game_id: int, account_id: int, *, entropy: str, if_version: frozenset[int] | None = None
) -> Outcome:
    """Mix an account's entropy into every deal of the game, once each time it takes a seat."""

    def add(head: GameHead) -> Command:
        return commands.AddEntropy(seat_of(head, account_id), entropy)

    return execute(game_id, account_id, add, if_version=if_version)


def _check_seatings(head: GameHead, account_id: int) -> None:
    """Check the limits of seatings in a lobby, per account and in total.

    They reserve enough seatings for the host to fill the lobby and start.
    """
    if head.state.phase != "lobby":
        return
    if seats.exits(head.game_id, account_id) >= MOST_EXITS:
        raise LeftTooOften(f"You have left this lobby, or were removed, {MOST_EXITS} times.")
    is_reserved = head.state.seatings >= MOST_SEATINGS - RESERVED_SEATINGS
    if is_reserved and not visibility.is_invited(head.game_id, account_id):
        raise TooManySeatings(
            "Seats of this lobby were taken too often. The host can still invite you."
        )


def empty_seat(head: GameHead) -> Seat:
    """Return the lowest empty seat, or 0 in a full game, where taking it is refused."""
    return next((n for n in range(head.state.seats) if not head.state.taken >> n & 1), 0)


def check_open_games(account_id: int) -> None:
    """Check that an account may be in one more game.

    :raises TooManyGames: if it is in too many open games.
    """
    open_games = SeatRow.objects.filter(account_id=account_id, game__status__in=OPEN)
    if open_games.count() >= MOST_OPEN_GAMES:
        raise TooManyGames(
            f"You are in {MOST_OPEN_GAMES} unfinished games, which is the limit. Finish one first."
        )


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
    :raises LevelNotOffered: if the service does not offer a level yet.
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
    create_game.check_levels([*table.bots, table.terms.stand_in])
    rules = compose(table.preset, table.overlays, table.options)
    organiser = User.objects.get(pk=organiser_id)
    seated = [organiser.pk] if table.takes_seat else []
    seated += [registration.find_bot(organiser, name).pk for name in table.own_bots]
    guests = [blocks.by_username(name).pk for name in table.invited]
    if len({*seated, *guests}) < len(seated) + len(guests):
        raise AlreadySeated("An account is named twice. Each takes one seat of a game.")
    with transaction.atomic():
        accounts = locks.lock_all([organiser_id, *seated, *guests])
        locks.check_active(accounts[organiser_id])
        for account_id in seated:
            if account_id != organiser_id:
                registration.check_bot_active(accounts[account_id])
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
