"""Render players as JSON."""

from collections.abc import Iterable, Mapping

from accounts.models import User
from accounts.players import pictures
from api_kit.problems import Problem
from games import ids
from games.api.positions.members import Json
from games.api.positions.ratings import rating
from games.engine.chain import time_text
from games.models import BotStatus, Rating
from games.queries import presence
from games.queries.lists.own_games import OwnGame
from games.queries.lists.own_statistics import OwnResults
from games.queries.lists.players import FoundPlayer, OnlineBot
from games.queries.results import ResultCount


def profile(
    player: User, results: Mapping[str, ResultCount], ratings: Iterable[Rating] | None
) -> Json:
    """Return the public profile of a player; select its owner with it.

    ``ratings`` is None if the player hides them.
    """
    return {
        "username": player.username,
        "display_name": player.shown_name,
        "picture": pictures.shown(player),
        "since": time_text(player.created_at),
        "is_guest": player.is_guest,
        "is_bot": player.is_bot,
        "owner": player.owner.username if player.owner else None,
        "results": [{"preset": preset, **count._asdict()} for preset, count in results.items()],
        "ratings": None if ratings is None else [rating(row) for row in ratings],
    }


def found(name: str, player: FoundPlayer | None, missing: Problem) -> Json:
    """Return the item of a name: the player, or the problem with it."""
    if player is None:
        return {"username": name, "error": {"code": missing.code, "detail": missing.meaning}}
    return {
        "username": name,
        "player": profile(player.account, player.results, player.ratings),
        "online": player.is_online,
        "playing": _text(player.playing),
    }


def online_bot(bot: OnlineBot) -> Json:
    """Return a bot that is online."""
    owner = bot.account.owner
    return {
        "username": bot.account.username,
        "owner": None if owner is None else owner.username,
        "presets": None if bot.presets is None else list(bot.presets),
        "playing": _text(bot.playing),
        "status": None if bot.status is None else bot_status(bot.status),
    }


def bot_status(status: BotStatus) -> Json:
    """Return what a bot accepts now."""
    return {
        "presets": status.presets,
        "seats": status.seats,
        "turn_seconds_min": status.turn_seconds_min,
        "untimed": status.untimed,
        "capacity": status.capacity,
        "expires_at": time_text(status.at + presence.STALE),
    }


def own_game(game: OwnGame) -> Json:
    """Return an open game of the caller."""
    return {
        "game": ids.to_text(game.game_id),
        "status": game.status,
        "preset": game.preset,
        "seat": game.seat,
        "version": game.version,
        "your_turn": game.is_turn,
        "deadline": None if game.deadline is None else time_text(game.deadline),
    }


def own_results(own: OwnResults) -> Json:
    """Return results of the caller against built-in bots of a level, or without them."""
    return {"preset": own.preset, "bots": own.bots, **own.counts._asdict()}


def _text(game_id: int | None) -> str | None:
    return None if game_id is None else ids.to_text(game_id)
