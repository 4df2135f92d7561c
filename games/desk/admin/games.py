"""Games in the admin, read-only and without secrets."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.admin import BoundedPaginator
from accounts.models import User
from games.data import narration
from games.desk.admin import shared
from games.desk.admin.board_pages import BoardPages
from games.desk.admin.shared import (
    ListedFiltersOnly,
    ReadOnly,
    SearchedById,
    player_link,
    seat_links,
)
from games.engine import codec
from games.engine.presets import PRESETS
from games.engine.refusals import MalformedEntry
from games.log.models import Game, Seat


class PresetFilter(admin.SimpleListFilter):
    """Filter by preset. Offers every one: a query for those in use would read all games."""

    title = "preset"
    parameter_name = "preset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterator[tuple[str, str]]:
        return ((preset.name, preset.title) for preset in PRESETS.values())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(preset=self.value()) if self.value() else queryset


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic in the stubs only
    """The seats of a game, with their accounts or bots."""

    model = Seat
    fields = readonly_fields = ("seat", "player")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """Join the accounts; keep the reader, because Django makes an inline for each request."""
        self.reader = shared.account_of(request)
        return super().get_queryset(request).select_related("account")

    @admin.display(description="seat")
    def seat(self, seat: Seat) -> int:
        """Return the number of the seat, from 1."""
        return seat.number + 1

    @admin.display(description="player")
    def player(self, seat: Seat) -> SafeString | str:
        """Return the player, as a link to their page for reviewers."""
        if seat.account is None:
            return seat.player
        return player_link(seat.account, self.reader, text=seat.player)


class GameList(ChangeList):
    """A page of games, with the reader for the links to players."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        games: list[Game] = list(self.result_list)
        for game in games:
            game.reader = shared.account_of(request)  # type: ignore[attr-defined]
        self.result_list = games


@admin.register(Game)
class GameAdmin(ReadOnly, ListedFiltersOnly, SearchedById, BoardPages):
    """The list and the page of games, newest first. The seed is never fetched."""

    list_display = (
        "game",
        "status",
        "rules_title",
        "seat_count",
        "players",
        "created_at",
        "board_link",
    )
    list_filter = ("status", PresetFilter)
    search_fields = ("seats__account__username",)
    search_help_text = "Search by the id of a game, or by part of a player's username."
    ordering = ("-id",)
    paginator = BoundedPaginator
    show_full_result_count = False
    fields = (
        "game",
        "board_link",
        "tournament",
        "status",
        "rules_title",
        "options",
        "seat_count",
        "created_at",
        "finished_at",
    )
    inlines = (SeatInline,)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return GameList

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Prefetch the players; defer the seed."""
        games = super().get_queryset(request).defer("seed")
        return games.prefetch_related("seats__account")

    @admin.display(description="game", ordering="id")
    def game(self, game: Game) -> str:
        return game.public_id

    @admin.display(description="rules", ordering="preset")
    def rules_title(self, game: Game) -> str:
        """Return what players call the preset and the overlays."""
        return narration.rules_title(game.preset, game.overlays)

    @admin.display(description="board")
    def board_link(self, game: Game) -> SafeString:
        address = reverse("admin:games_game_board", args=[game.pk])
        return format_html('<a href="{}">Board of {}</a>', address, game)

    @admin.display(description="tournament", empty_value="none")
    def tournament(self, game: Game) -> SafeString | None:
        """Link to the tournament whose standings a ruling on this game changes."""
        table = getattr(game, "tournament_table", None)
        if table is None:
            return None
        found = table.tournament
        return format_html(
            '<a href="/tournaments/{}">{}, round {}, table {}</a>',
            *(found, found.name, table.round, table.number),
        )

    @admin.display(description="players, by seat")
    def players(self, game: Game) -> SafeString:
        """Return the players' names, as links to their pages for reviewers."""
        reader: User = game.reader  # type: ignore[attr-defined]  # set by GameList
        return seat_links(game.seats.all(), reader)

    @admin.display(description="rules")
    def options(self, game: Game) -> SafeString:
        """Return every option with its value, one per line; or why the rules cannot be read."""
        try:
            rules = codec.rules_from_text(game.rules)
        except MalformedEntry as error:
            return format_html("{}", error)
        return format_html_join("", "{}: {}<br>", codec.rules_to_json(rules).items())
