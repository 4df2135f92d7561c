"""Render invitations and matches as JSON."""

import segno
from django.utils import timezone

from games import ids
from games.api.positions.members import Json
from games.api.positions.ratings import DIGITS
from games.engine.chain import time_text
from games.models import Game, Invitation, Match
from games.services.lobbies import match_window, matchmaking


def sent_invitation(invitation: Invitation) -> Json:
    """Return an invitation for the host of its lobby."""
    declined_at = invitation.declined_at
    return {
        "player": invitation.account.username,
        "at": time_text(invitation.at),
        "declined_at": None if declined_at is None else time_text(declined_at),
        "reason": invitation.decline_reason or None,
    }


def invitation_link(game: Game, *, page: str) -> Json:
    """Return the link to a lobby on a page of a client, as an address, a text and a QR code.

    Id and code are in the fragment, which browsers send to no server, so no log has them.
    """
    fragment = f"game={game.public_id}" + (f"&code={game.join_code}" if game.join_code else "")
    address = f"{page}#{fragment}"
    return {
        "game": game.public_id,
        "join_code": game.join_code or None,
        "url": address,
        "text": f"Join my game of Go Fish: {address}",
        "qr": segno.make_qr(address).svg_inline(scale=4, border=4, light="#fff"),
    }


def match(match: Match) -> Json:
    """Return a match as its account sees it."""
    is_seated = match.game_id is not None
    return {
        "id": match.public_id,
        "status": "seated" if is_seated else "waiting",
        "preset": match.preset,
        "overlays": match.overlays,
        "seats": match.seats,
        "level": match.level,
        "rated": match.rated,
        "until": time_text(match.until),
        "window": None if is_seated else _window(match),
        "waiting": 0 if is_seated else matchmaking.count_waiting(match),
        "game": None if match.game_id is None else ids.to_text(match.game_id),
    }


def _window(match: Match) -> Json | None:
    now_open = match_window.window(match, now=timezone.now())
    if match.mu is None or now_open.width is None or now_open.widens_at is None:
        return None
    return {
        "rating": round(match.mu, DIGITS),
        "width": now_open.width,
        "widens_at": time_text(now_open.widens_at),
    }
