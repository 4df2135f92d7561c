"""Players: find them by name, their open games, and what bots offer to play."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from accounts import locks, registration
from accounts.models import User
from accounts.names import canonical, skeleton
from games.engine.cards import Seat
from games.engine.presets import PRESETS
from games.engine.refusals import MalformedEntry
from games.log import reader
from games.log.models import OPEN, Game, GameStatus, LastSeen
from games.log.models import Seat as SeatRow
from games.play import results
from games.play.models import BotOffer, BotStatus
from games.play.presence import STALE
from games.play.refusals import NotABot
from games.play.results import ResultCount
from games.ratings import history
from games.ratings.models import Rating

MOST_GAMES = 100
"""As many as an account can be in at a time (``games.play.lobby``)."""


class OwnGame(NamedTuple):
    """An open game in which an account has a seat."""

    game_id: int
    status: str
    preset: str
    seat: Seat
    version: int
    is_turn: bool
    deadline: datetime | None


def open_games(account_id: int) -> list[OwnGame]:
    """Return the open games that an account has not left, with one query.

    First those that wait for it, by deadline; then other running games; then lobbies; newest first.
    For a game that cannot be read, for example because newer code stored it, it is unknown whether
    it waits.
    """
    rows = SeatRow.objects.filter(account_id=account_id, game__status__in=OPEN).order_by("-game_id")
    columns = rows.values_list(
        "game_id",
        "game__status",
        "game__preset",
        "number",
        "game__position__version",
        "game__position__deadline",
        "game__position__state",
        "game__rules",
    )[:MOST_GAMES]
    games = []
    for game_id, status, preset, seat, version, deadline, text, rules in columns:
        is_turn = False
        try:
            state = reader.read_position(game_id, version, text, rules)
        except MalformedEntry:
            pass
        else:
            if state.left >> seat & 1:
                continue
            is_turn = status == GameStatus.RUNNING and state.to_act() == seat
        games.append(OwnGame(game_id, status, preset, seat, version, is_turn, deadline))
    return sorted(games, key=_urgency)


def _urgency(game: OwnGame) -> tuple[bool, float, bool]:
    """Return the sort key of a game; games of the same key stay in their order."""
    waits = game.is_turn and game.deadline is not None
    due = game.deadline.timestamp() if waits and game.deadline is not None else float("inf")
    return not game.is_turn, due, game.status != GameStatus.RUNNING


MOST_BOTS = 100


class FoundPlayer(NamedTuple):
    """A player with results by preset, and the running public game where they were last seen."""

    account: User
    results: dict[str, ResultCount]
    ratings: Sequence[Rating] | None
    """None if the player hides them."""
    is_online: bool
    playing: int | None


class OnlineBot(NamedTuple):
    """A bot account that was seen recently, and the presets that it plays: those it announces, else
    those its owner named, else None.
    """

    account: User
    presets: Sequence[str] | None
    playing: int | None
    status: BotStatus | None
    """What it announced lately, if it did."""


def find_all(names: Sequence[str], *, now: datetime) -> dict[str, FoundPlayer]:
    """Return the players with these usernames, in any spelling that names them, by the name as
    given.

    Closed accounts are not found. The number of queries is constant.
    """
    written = {name: canonical(name) for name in names}
    usable = {name: text for name, text in written.items() if text.isascii() and "\0" not in text}
    accounts = User.objects.filter(
        skeleton__in={skeleton(text) for text in usable.values()},
        closed_at__isnull=True,
        is_pupil=False,
    ).select_related("owner")
    by_name = {account.username.lower(): account for account in accounts}
    by_given_name = {
        name: by_name[text.lower()] for name, text in usable.items() if text.lower() in by_name
    }
    account_ids = [account.pk for account in by_given_name.values()]
    kept = results.kept_of(account_ids)
    ratings = history.shown_of(account_ids)
    seen = LastSeen.objects.filter(account_id__in=account_ids, at__gt=now - STALE)
    tables = dict(seen.values_list("account_id", "game_id"))
    watchable = _watchable(tables.values())
    return {
        name: FoundPlayer(
            account,
            kept[account.pk],
            ratings[account.pk],
            account.pk in tables,
            watchable.get(tables.get(account.pk)),
        )
        for name, account in by_given_name.items()
    }


def online_bots(*, now: datetime, most: int) -> list[OnlineBot]:
    """Return the bot accounts that were seen recently, the last seen first."""
    seen = LastSeen.objects.filter(is_bot=True, at__gt=now - STALE, account__is_active=True)
    bots = list(seen.select_related("account__owner").order_by("-at")[:most])
    account_ids = [bot.account_id for bot in bots]
    offers = BotOffer.objects.filter(account_id__in=account_ids)
    presets = dict(offers.values_list("account_id", "presets"))
    announced = BotStatus.objects.filter(account_id__in=account_ids, at__gt=now - STALE)
    statuses = {status.account_id: status for status in announced}
    presets |= {account_id: status.presets for account_id, status in statuses.items()}
    watchable = _watchable(bot.game_id for bot in bots)
    return [
        OnlineBot(
            bot.account,
            presets.get(bot.account_id),
            watchable.get(bot.game_id),
            statuses.get(bot.account_id),
        )
        for bot in bots
    ]


def _watchable(game_ids: Iterable[int | None]) -> dict[int | None, int]:
    """Return the games that are running and open to all watchers, each mapped to itself."""
    games = Game.objects.filter(
        pk__in={game_id for game_id in game_ids if game_id is not None},
        status=GameStatus.RUNNING,
        is_private=False,
        has_spectators=True,
    )
    return {game_id: game_id for game_id in games.values_list("pk", flat=True)}


class Accepted(NamedTuple):
    """The games that a bot accepts, and how many more of them now."""

    presets: Collection[str]
    seats: Collection[int]
    turn_seconds_min: int | None
    untimed: bool
    capacity: int


def offer_bot(owner: User, username: str, presets: Collection[str]) -> BotOffer:
    """Store the presets that a bot plays, in the order of the rule sets; the last offer counts.

    :raises NoSuchBot: if the account owns no active bot of this name.
    """
    ordered = [preset for preset in PRESETS if preset in presets]
    with transaction.atomic():
        bot = registration.lock_bot(owner, username)
        stored, _ = BotOffer.objects.update_or_create(account=bot, defaults={"presets": ordered})
    return stored


def announce_bot(bot: User, accepted: Accepted, *, now: datetime) -> BotStatus:
    """Store what a bot accepts, until ``presence.STALE`` after the last announcement.

    :raises NotABot: the account is a person's.
    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    if not bot.is_bot:
        raise NotABot
    values = accepted._asdict() | {
        "presets": [preset for preset in PRESETS if preset in accepted.presets],
        "seats": sorted(accepted.seats),
        "at": now,
    }
    with transaction.atomic():
        locks.lock_active(bot.pk)
        stored, _ = BotStatus.objects.update_or_create(account_id=bot.pk, defaults=values)
    return stored
