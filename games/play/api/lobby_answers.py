"""Invitations, watch codes and matches in answers."""

from typing import Annotated, TypedDict

from django.utils import timezone

from api_kit.answers import Time
from games.log.entries import OVERLAY_NAMES, GameId, Level, Preset, Username, fill, id_or_none
from games.log.models import Game
from games.play import matchmaking
from games.play.models import DeclineReason, Invitation, Match
from games.ratings.api.rating_members import DIGITS


class SentInvitation(TypedDict):
    """An invitation to a lobby."""

    player: Username
    at: Time
    declined_at: Time | None
    reason: Annotated[str | None, DeclineReason, "Null if the player gave none."]


class SentInvitationList(TypedDict):
    """The invitations to a lobby, oldest first."""

    invitations: list[SentInvitation]


class InvitationLink(TypedDict):
    """A link to a lobby."""

    game: GameId
    join_code: Annotated[str | None, "Of a private game."]
    url: Annotated[str, "Id and code are in the fragment."]
    text: Annotated[str, "A sentence with the address, for a message."]
    qr: Annotated[str, "The address as a QR code: an `svg` element."]


class WatchCode(TypedDict):
    """The watch code of a game."""

    watch_code: Annotated[str, "Send it in the header `X-Watch-Code`."]


class MatchWindowJson(TypedDict):
    """How different the ratings of your opponents may be. It widens while you wait."""

    rating: Annotated[float, "Yours."]
    width: Annotated[
        float, "The largest difference. That of an opponent who has waited longer may be wider."
    ]
    widens_at: Annotated[Time, "When it widens or ends, UTC."]


class MatchJson(TypedDict):
    """A request for a table, and the game that it led to."""

    id: str
    status: Annotated[str, ("waiting", "seated")]
    preset: Preset
    overlays: list[Annotated[str, OVERLAY_NAMES]]
    seats: int
    level: Level
    rated: Annotated[bool, "Whether you agreed to a rated game. The game says whether it is rated."]
    until: Annotated[Time, "When bots fill the table at the latest, UTC."]
    window: Annotated[
        MatchWindowJson | None,
        "Limits whom you are seated with; null if anyone fits: your rating is provisional, these "
        "rules have none, or you have waited long enough.",
    ]
    waiting: Annotated[int, "People who wait for this table, including you."]
    game: Annotated[str | None, "The game's id, once you are seated."]


def sent_invitation(invitation: Invitation) -> SentInvitation:
    """Return an invitation for the host of its lobby."""
    name, reason = invitation.account.username, invitation.decline_reason or None
    return fill(SentInvitation, invitation, player=name, reason=reason)


def invitation_link(game: Game, *, page: str) -> InvitationLink:
    """Return the link to a lobby on a page of a client, as an address, a text and a QR code.

    Id and code are in the fragment, which browsers send to no server, so no log has them.
    """
    import segno  # takes memory, and most processes draw no code

    fragment = f"game={game.public_id}" + (f"&code={game.join_code}" if game.join_code else "")
    address = f"{page}#{fragment}"
    return {
        "game": game.public_id,
        "join_code": game.join_code or None,
        "url": address,
        "text": f"Join my game of Go Fish: {address}",
        "qr": segno.make_qr(address).svg_inline(scale=4, border=4, light="#fff"),
    }


def match(match: Match) -> MatchJson:
    """Return a match as its account sees it."""
    is_seated = match.game_id is not None
    return fill(
        MatchJson,
        match,
        id=match.public_id,
        status="seated" if is_seated else "waiting",
        window=None if is_seated else _window(match),
        waiting=0 if is_seated else matchmaking.count_waiting(match),
        game=id_or_none(match.game_id),
    )


def _window(match: Match) -> MatchWindowJson | None:
    now_open = matchmaking.window(match, now=timezone.now())
    if match.mu is None or now_open.width is None or now_open.widens_at is None:
        return None
    return fill(MatchWindowJson, now_open, rating=round(match.mu, DIGITS))
