"""Names of players as links to their pages, and people's texts in HTML."""

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.models import User
from games.data.text import visible
from games.desk.claiming import PERMISSION
from games.log.models import Seat


def player_link(
    account: User, reader: User | AnonymousUser, *, text: str | None = None
) -> SafeString | str:
    """Return a link to the page of a player, or the name alone for those who may not open it."""
    name = str(account) if text is None else text
    if not reader.has_perm(PERMISSION):
        return name
    address = reverse("admin:disputes_player", args=[account.pk])
    return format_html('<a class="player-link" href="{}">{}</a>', address, name)


def seat_links(seats: Iterable[Seat], reader: User) -> SafeString:
    """Return the players of a game, by seat, as links."""
    return format_html_join(
        ", ",
        "{}",
        (
            (
                seat.player
                if seat.account is None
                else player_link(seat.account, reader, text=seat.player),
            )
            for seat in seats
        ),
    )


def visible_text(text: str) -> SafeString:
    """Return a text in HTML, with signs for invisible characters."""
    return format_html_join(
        "",
        "{}",
        (
            (
                format_html('<span class="sign" title="{}">{}</span>', piece.name, piece.text)
                if piece.name
                else piece.text,
            )
            for piece in visible.pieces(text)
        ),
    )
