"""Render invitations as JSON."""

import segno

from games.api.positions.render import Json
from games.engine.chain import time_text
from games.models import Game, Invitation


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
