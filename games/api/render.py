"""Render games, moves and positions as JSON for one viewer; ``engine.view`` alone decides what is hidden."""

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any

from games import ids
from games.engine import codec, report, view
from games.engine.chain import time_text
from games.engine.options import OPTIONS, options_schema
from games.engine.presets import OVERLAYS, PRESETS, SOURCES, Preset, compose, overlays_for
from games.engine.refusals import NewerSchema
from games.engine.rules import Rules
from games.engine.state import State
from games.engine.verification import Verification
from games.engine.view import Viewer
from games.log.reader import GameHead, LoggedMove
from games.models import Game, Seat
from games.queries.inbox import InboxGame
from games.queries.presence import Presence

Json = dict[str, Any]


def etag(head: GameHead) -> str:
    """Return the validator of a state, from the version and the viewer: ``"12-0"`` or ``"12-s"``."""
    viewer = head.viewer
    return f'"{head.version}-{"s" if viewer is None else viewer}"'


def move(move: LoggedMove, viewer: Viewer, rules: Rules) -> Json:
    """Return a move as the viewer may see it."""
    return {
        "number": move.number,
        "seat": move.seat,
        "at": time_text(move.at),
        "digest": move.digest.hex(),
        "events": [view.event_view(event, viewer, rules) for event in move.events],
    }


def moves(head: GameHead, logged: Iterable[LoggedMove]) -> list[Json]:
    """Return moves, oldest first, as the viewer at the head may see them."""
    return [move(each, head.viewer, head.state.rules) for each in logged]


def position(head: GameHead) -> Json:
    """Return the position at the head; a player who has left gets a spectator's view."""
    return {
        "game": ids.to_text(head.game_id),
        "version": head.version,
        "deadline": None if head.deadline is None else time_text(head.deadline),
        **view.state_view(head.state, head.viewer),
    }


def state(head: GameHead, last_move: LoggedMove) -> Json:
    """Return the position at the head with the move that led to it."""
    return {**position(head), "last_move": moves(head, [last_move])[0]}


def past_position(head: GameHead, state: State, past_move: LoggedMove) -> Json:
    """Return the position after a move; of a game that is over, with all cards."""
    viewer: Viewer = "referee" if head.state.is_over else head.viewer
    if state.phase == "lobby" and head.state.phase not in ("lobby", "closed"):
        viewer = None  # seats had other numbers then
    return {
        "game": ids.to_text(head.game_id),
        "version": past_move.number,
        "deadline": None,
        **view.state_view(state, viewer),
        "move": move(past_move, viewer, head.state.rules),
    }


def concern(concern: InboxGame) -> Json:
    """Return the entry of a game in an account's stream."""
    return {
        "game": ids.to_text(concern.game_id),
        "version": concern.version,
        "status": concern.status,
        "seat": concern.seat,
        "your_turn": concern.is_turn,
    }


def presence(presence: Presence) -> Json:
    """Return who is present at a game."""
    return {
        "seats": [
            {"seat": seat, "seen_seconds_ago": None if seconds is None else round(seconds)}
            for seat, seconds in sorted(presence.seats.items())
        ],
        "spectators": presence.spectators,
    }


def verdict(verdict: Verification) -> Json:
    """Return the result of a verification."""
    return {
        "holds": verdict.holds,
        "moves": verdict.moves,
        "scope": verdict.scope,
        "failure": None if verdict.failure is None else verdict.failure._asdict(),
        "proved_until": verdict.proved_until,
        "unproved": report.unproved(verdict),
    }


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


@cache
def rulesets() -> Json:
    """Return a summary of every preset and overlay, built once."""
    return {
        "presets": [_preset(preset) for preset in PRESETS.values()],
        "overlays": [
            {
                "name": overlay.name,
                "title": overlay.title,
                "summary": overlay.summary,
                "source": _source(overlay.source),
                "options": dict(overlay.options),
                "presets": [name for name in PRESETS if overlay.name in overlays_for(name)],
            }
            for overlay in OVERLAYS.values()
        ],
    }


def ruleset(preset: Preset) -> Json:
    """Return a preset in full."""
    options = codec.rules_to_json(compose(preset.name))
    return {
        **_preset(preset),
        "how_to_play": list(preset.how_to_play),
        "rules": options,
        "overlays": overlays_for(preset.name),
        "options_schema": options_schema(options),
    }


def source(number: str) -> Json:
    """Return what is based on one of the four documents."""
    return {
        "number": number,
        "title": SOURCES[number].title,
        "presets": [preset.name for preset in PRESETS.values() if preset.source == number],
        "overlays": [overlay.name for overlay in OVERLAYS.values() if overlay.source == number],
        "options": [option.name for option in OPTIONS.values() if number in option.source],
    }


def _preset(preset: Preset) -> Json:
    rules = compose(preset.name)
    return {
        "name": preset.name,
        "title": preset.title,
        "summary": preset.summary,
        "ages": preset.ages,
        "players_min": rules.players_min,
        "players_max": rules.players_max,
        "source": _source(preset.source),
        "link": f"/api/v1/rulesets/{preset.name}",
    }


def _source(number: str) -> Json:
    return {
        "number": number,
        "title": SOURCES[number].title,
        "link": f"/api/v1/sources/{number}",
    }
