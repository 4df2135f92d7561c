"""Render games as JSON for one account."""

from collections.abc import Iterable
from contextlib import suppress

from games.api.positions.render import Json
from games.engine import codec
from games.engine.chain import time_text
from games.engine.refusals import NewerSchema
from games.models import Game, Seat


def readable_games(games: Iterable[Game], account_id: int | None) -> list[Json]:
    """Return games as :func:`game` does, without those that newer code has stored."""
    shown = []
    for each in games:
        with suppress(NewerSchema):
            shown.append(game(each, account_id))
    return shown


def game(game: Game, account_id: int | None) -> Json:
    """Return a game as an account may see it; prefetch ``seats`` and their accounts."""
    is_player = account_id is not None and any(
        seat.account_id == account_id for seat in game.seats.all()
    )
    return {
        "id": game.public_id,
        "status": game.status,
        "preset": game.preset,
        "overlays": game.overlays,
        "rules": codec.rules_to_json(codec.rules_from_text(game.rules)),
        "seats": game.seat_count,
        "players": [_player(seat) for seat in game.seats.all()],
        "visibility": "private" if game.is_private else "public",
        "spectators": game.has_spectators,
        "allow_bots": game.allows_bots,
        "join_code": game.join_code if game.is_private and is_player else None,
        "watch_code": (game.watch_code or None) if is_player else None,
        "imported": game.imported_from is not None,
        "created_at": time_text(game.created_at),
        "finished_at": None if game.finished_at is None else time_text(game.finished_at),
    }


def _player(seat: Seat) -> Json:
    account = seat.account
    return {
        "seat": seat.number,
        "player": None if account is None else account.username,
        "is_bot": account is None or account.is_bot,
        "bot": seat.bot or None,
    }
