"""Render games as JSON for one account."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from django.utils import timezone

from games import ids
from games.api.positions import ratings
from games.api.positions.answers import player
from games.api.positions.members import Json
from games.engine import codec
from games.engine.chain import time_text
from games.engine.refusals import MalformedEntry
from games.engine.state import host_of
from games.models import Game, GameStatus
from games.queries.game_details import GameDetails, Standing
from games.services.analyses import requesting

_NO_STANDING = dict.fromkeys(Standing._fields)


def entries(games: Iterable[GameDetails], *, expand: str | None) -> list[Json]:
    """Return the entries of a list of games; with ``expand`` as :func:`game` does.

    Games whose rules are asked for and cannot be read are left out.
    """
    now = timezone.now()
    if expand != "rules":
        return [entry(details, now=now) for details in games]
    rendered = []
    for details in games:
        with suppress(MalformedEntry):
            rendered.append(game(details, now=now))
    return rendered


def game(details: GameDetails, *, now: datetime, with_analysis: bool = False) -> Json:
    """Return a game as an account may see it, with how far its analysis is if asked for.

    :raises MalformedEntry: if its rules cannot be read.
    """
    rules = codec.rules_from_text(details.game.rules)
    standing = details.standing if with_analysis else None
    analysis = None
    if standing is not None and details.game.status == GameStatus.OVER:
        game = details.game
        analysis = requesting.standing(game.pk, rules, game.seat_count, moves=standing.version)
    return {
        **entry(details, now=now),
        "rules": codec.rules_to_json(rules),
        "analysis": analysis,
    }


def entry(details: GameDetails, *, now: datetime) -> Json:
    """Return a game as an account may see it, without its rules."""
    game = details.game
    return {
        "id": game.public_id,
        "status": game.status,
        "preset": game.preset,
        "overlays": game.overlays,
        "seats": game.seat_count,
        "players": [
            player(seat, now=now, may_watch=details.may_watch) for seat in game.seats.all()
        ],
        "ratings": ratings.of_seats(
            game.seats.all(), details.ratings, preset=game.preset, overlays=game.overlays
        ),
        "host": _host(game),
        "visibility": "private" if game.is_private else "public",
        "spectators": game.has_spectators,
        "allow_bots": game.allows_bots,
        "emotes": game.has_emotes,
        "turn_seconds": game.turn_seconds,
        "on_abandon": game.on_abandon,
        "aids": game.aids,
        "rated": details.is_rated,
        "join_code": game.join_code if _shows_join_code(game, details) else None,
        "watch_code": (game.watch_code or None) if details.is_player else None,
        "imported": game.imported_from is not None,
        "rematch": _id(details.rematch_id),
        "rematch_of": _id(details.rematch_of_id),
        "created_at": time_text(game.created_at),
        "finished_at": _time(game.finished_at),
        **_standing(details.standing),
    }


def _shows_join_code(game: Game, details: GameDetails) -> bool:
    """Whether the caller may invite: in games of a class only its teacher decides who plays."""
    return game.is_private and details.is_player and game.supervisor_id is None


def _standing(standing: Standing | None) -> Json:
    if standing is None:
        return _NO_STANDING
    return standing._asdict() | {"deadline": _time(standing.deadline)}


def _host(game: Game) -> int | None:
    """Return the host's seat in a lobby. To the rules, a bot account is a person."""
    if game.status != GameStatus.LOBBY:
        return None
    return host_of(seat.number for seat in game.seats.all() if seat.account_id)


def _id(game_id: int | None) -> str | None:
    return None if game_id is None else ids.to_text(game_id)


def _time(at: datetime | None) -> str | None:
    return None if at is None else time_text(at)
