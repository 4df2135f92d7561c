"""Players in answers."""

from collections.abc import Iterable, Mapping
from typing import Annotated, NotRequired, TypedDict, cast

from accounts import preferences
from accounts.api.shapes import PICTURE_HELP
from accounts.models import User
from api_kit.answers import Time
from api_kit.problems import Problem
from games.engine.chain import time_text
from games.log import ids
from games.log.entries import Fault, FromOne, FromZero, Preset, Seat, fault, fill, id_or_none
from games.log.models import GameStatus
from games.play import presence
from games.play.models import BotStatus
from games.play.players import FoundPlayer, OnlineBot, OwnGame
from games.play.results import MIXED, OwnResults, ResultCount
from games.ratings.api.rating_members import FamilyRating, rating
from games.ratings.models import Rating


class Results(TypedDict):
    """A player's results in the finished games of a preset. Imported games do not count, nor, in a
    profile, games with built-in bots.
    """

    preset: Preset
    played: FromOne
    won: Annotated[FromZero, "Won alone."]
    shared: Annotated[FromZero, "Shared wins."]
    lost: FromZero


class Profile(TypedDict):
    """The public profile of a player."""

    username: str
    display_name: Annotated[str | None, "Not unique: show it with the username. Null without one."]
    picture: Annotated[str | None, PICTURE_HELP]
    since: Time
    is_guest: bool
    is_bot: bool
    owner: Annotated[str | None, "The account that is responsible for a bot."]
    results: list[Results]
    ratings: Annotated[list[FamilyRating] | None, "Null if the player does not show them."]


class LookupErrorJson(Fault):
    """Why a name has no player."""


Playing = Annotated[
    str | None,
    "The public game that they play now, if they are online and others may watch it.",
]


class LookupEntry(TypedDict):
    """A name with its player, or with an error."""

    username: Annotated[str, "As sent."]
    player: NotRequired[Profile]
    online: NotRequired[Annotated[bool, "Seen within 90 seconds at a table or on a stream."]]
    playing: NotRequired[Playing]
    error: NotRequired[LookupErrorJson]


class Lookup(TypedDict):
    """An entry for each name, in the order of the names."""

    players: list[LookupEntry]


class BotStatusJson(TypedDict):
    """What a bot accepts now."""

    presets: list[Preset]
    seats: list[int]
    turn_seconds_min: int | None
    untimed: bool
    capacity: int
    expires_at: Annotated[Time, "Unless the bot announces it again, UTC."]


class OnlineBotJson(TypedDict):
    """A bot account that was seen within 90 seconds."""

    username: str
    owner: str | None
    presets: Annotated[
        list[Preset] | None,
        "The presets that it plays: those it announces, else those its owner named, else null.",
    ]
    playing: NotRequired[Playing]
    status: Annotated[
        BotStatusJson | None, "What it announces itself; null if it did not within 90 seconds."
    ]


class OnlineBots(TypedDict):
    """The bots that are online, the last seen first."""

    bots: list[OnlineBotJson]


class OwnGameJson(TypedDict):
    """An open game in which the caller has a seat."""

    game: str
    status: Annotated[str, GameStatus]
    preset: Preset
    seat: Seat
    version: Annotated[int, "Number of the last move."]
    your_turn: Annotated[bool, "Whether the game waits for you."]
    deadline: Annotated[
        Time | None,
        "When the referee acts for the seat that the game waits for, or closes the lobby.",
    ]


class OwnResultsJson(Results):
    """The caller's results in the games of a preset against built-in bots of a level."""

    bots: Annotated[
        str | None,
        f"Level of the built-in bots at the table, `{MIXED}` for several. Null for games "
        "without built-in bots.",
    ]


class OwnStatistics(TypedDict):
    """The caller's results, by preset and level."""

    newest: Annotated[int, "Number of your newest games that are read, whether they count or not."]
    results: list[OwnResultsJson]


class OwnGames(TypedDict):
    """The open games of the caller, those that wait for them first."""

    games: list[OwnGameJson]


def profile(
    player: User, results: Mapping[str, ResultCount], ratings: Iterable[Rating] | None
) -> Profile:
    """Return the public profile of a player; select its owner with it.

    ``ratings`` is None if the player hides them.
    """
    return {
        "username": player.username,
        "display_name": player.shown_name,
        "picture": preferences.shown(player),
        "since": time_text(player.created_at),
        "is_guest": player.is_guest,
        "is_bot": player.is_bot,
        "owner": player.owner.username if player.owner else None,
        "results": [fill(Results, count, preset=preset) for preset, count in results.items()],
        "ratings": None if ratings is None else [rating(row) for row in ratings],
    }


def found(name: str, player: FoundPlayer | None, missing: Problem) -> LookupEntry:
    """Return the item of a name: the player, or the problem with it."""
    if player is None:
        return {"username": name, "error": fault(missing)}
    return {
        "username": name,
        "player": profile(player.account, player.results, player.ratings),
        "online": player.is_online,
        "playing": id_or_none(player.playing),
    }


def online_bot(bot: OnlineBot) -> OnlineBotJson:
    """Return a bot that is online."""
    owner = bot.account.owner
    return {
        "username": bot.account.username,
        "owner": None if owner is None else owner.username,
        "presets": None if bot.presets is None else list(bot.presets),
        "playing": id_or_none(bot.playing),
        "status": None if bot.status is None else bot_status(bot.status),
    }


def bot_status(status: BotStatus) -> BotStatusJson:
    """Return what a bot accepts now."""
    return fill(BotStatusJson, status, expires_at=status.at + presence.STALE)


def own_game(game: OwnGame) -> OwnGameJson:
    """Return an open game of the caller."""
    return fill(OwnGameJson, game, game=ids.to_text(game.game_id), your_turn=game.is_turn)


def own_results(own: OwnResults) -> OwnResultsJson:
    """Return results of the caller against built-in bots of a level, or without them."""
    members = {"preset": own.preset, "bots": own.bots, **own.counts._asdict()}
    return cast(OwnResultsJson, members)
