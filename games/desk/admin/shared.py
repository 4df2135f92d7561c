"""What the desk's admin classes share: read-only lists, refusals as pages, links, people's texts.

What the desk may show of a game is decided on every request. Invisible characters of people's texts
are shown as signs: a right-to-left override can turn a sentence around, and a zero-width space can
hide a word from a search.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import wraps
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.models import User
from games.desk import hidden_access
from games.desk.claiming import PERMISSION
from games.desk.models import Dispute
from games.log import ids
from games.log.models import Game, Seat
from games.log.refusals import REFUSALS


class ReadOnly:
    """Deny add, change and delete, in an admin or an inline, so that tables agree with the log."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Deny: only commands, disputes and rulings add rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ListedFiltersOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """A list that can be filtered only by its ``list_filter``.

    Django accepts lookups on other columns in the URL, which would reveal a seed digit by digit.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow lookups of the list's filters. Refuse a NUL, which is an error in PostgreSQL."""
        own = {getattr(each, "parameter_name", None) for each in self.list_filter}
        is_listed = lookup in own or lookup.partition("__")[0] in self.list_filter
        return is_listed and "\0" not in value


class SearchedById(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """A list that is searched by ``search_fields`` and by the public ids of games and disputes."""

    id_fields: tuple[str, ...] = ("pk",)
    """Fields that a public id is compared with."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search as Django does, and by id if the term is a valid public id."""
        rows, may_repeat = super().get_search_results(request, queryset, search_term)
        number = ids.from_text(search_term.strip())
        if number is None:
            return rows, may_repeat
        matching = Q(pk__in=rows.values("pk"))
        for field in self.id_fields:
            matching |= Q(**{field: number})
        return queryset.filter(matching), False


STATUSES = {"forbidden": 403, "not_found": 404}
"""The statuses of kinds of refusals; the others are conflicts."""

View = TypeVar("View", bound=Callable[..., HttpResponse])


def shows_refusals(view: View) -> View:
    """Decorate a view of the desk to answer a refusal with a page that shows its message.

    The status is 403 if the account may not do this at all, 404 if nothing is there, else 409.
    """

    @wraps(view)
    def answering(pages: Any, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        try:
            return view(pages, request, *args, **named)
        except REFUSALS as refusal:
            context = admin.site.each_context(request) | {
                "title": "This action is not possible",
                "refusal": refusal,
                "back": _page_before(request, named),
            }
            return TemplateResponse(
                request, "desk/refused.html", context, status=STATUSES.get(refusal.kind, 409)
            )

    return answering  # type: ignore[return-value]  # same signature as the view


def _page_before(request: HttpRequest, named: Mapping[str, Any]) -> str:
    """Return the page to go back to: that of the player or the dispute after one of the actions,
    which only take POST.
    """
    if "account_id" in named:
        return reverse("admin:disputes_player", args=[named["account_id"]])
    if "dispute_id" in named:
        return reverse("admin:disputes_dispute_change", args=[named["dispute_id"]])
    return request.path


def shows_hidden(
    request: HttpRequest, game: Game, *, dispute: Dispute | None = None, now: datetime
) -> bool:
    """Return whether hidden cards may be shown. Opening a finished game is recorded as access."""
    return hidden_access.sees_hidden_cards(game, account_of(request), dispute=dispute, now=now)


def is_visible(game: Game, *, shows_hidden: bool) -> bool:
    """Return whether the game may be shown: with hidden cards, or because anyone may watch it."""
    return shows_hidden or (game.has_spectators and not game.is_private)


def account_of(request: HttpRequest) -> User:
    """Return the account of a request, as loaded from the database for this request."""
    assert isinstance(request.user, User)
    return request.user


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
            for piece in visible_pieces(text)
        ),
    )


_KEPT = frozenset("\n\r\t")
# Letters and marks without a shape that are in no category of invisible characters.
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    map(chr, range(0x180B, 0x1810)),
    map(chr, range(0xFE00, 0xFE0F)),
    map(chr, range(0xE0100, 0xE01F0)),
)
_SHORT = {
    0x00AD: "SHY",
    0x061C: "ALM",
    0x200B: "ZWSP",
    0x200C: "ZWNJ",
    0x200D: "ZWJ",
    0x200E: "LRM",
    0x200F: "RLM",
    0x2028: "LS",
    0x2029: "PS",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2060: "WJ",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0xFEFF: "BOM",
}


class VisiblePiece(NamedTuple):
    """A part of a text; ``name`` is that of an invisible character shown as a sign, or ""."""

    text: str
    name: str = ""


def visible_pieces(text: str) -> Iterator[VisiblePiece]:
    """Yield the pieces of a text: what is visible as it is, and a sign for each run of the same
    invisible character.

    >>> [*visible_pieces("a\N{RIGHT-TO-LEFT OVERRIDE}b")][1]
    VisiblePiece(text='RLO', name='RIGHT-TO-LEFT OVERRIDE (U+202E)')
    """
    for hidden, run in groupby(
        text, key=lambda character: character if is_hidden(character) else ""
    ):
        part = "".join(run)
        if not hidden:
            yield VisiblePiece(part)
            continue
        times = f" ×{len(part)}" if len(part) > 1 else ""
        name = unicodedata.name(hidden, "CONTROL CHARACTER")
        yield VisiblePiece(f"{_sign(hidden)}{times}", f"{name} (U+{ord(hidden):04X})")


def with_signs(text: str) -> str:
    """Return a text with a sign in brackets for each run of the same invisible character.

    >>> with_signs("a\N{ZERO WIDTH SPACE}b")
    'a[ZWSP]b'
    """
    return "".join(
        f"[{piece.text}]" if piece.name else piece.text for piece in visible_pieces(text)
    )


def is_hidden(character: str) -> bool:
    """Return whether a character has no shape, or changes its neighbours. Line breaks stay."""
    if character in _KEPT or character == "\ufe0f":  # the selector of coloured emoji
        return False
    return character in _FILLERS or unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")


def _sign(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)  # the pictures of control characters
    return _SHORT.get(code, f"U+{code:04X}")
