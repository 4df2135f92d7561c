"""Pages of a game's board: the whole page, the table alone, and the form to access hidden cards."""

import json
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone

from games.data import narration
from games.desk import hidden_access
from games.desk.admin import evidence, opinion, shared
from games.desk.admin.board import Board, number_in
from games.desk.admin.evidence import Evidence
from games.desk.admin.opinion import Opinion
from games.desk.admin.shared import shows_refusals
from games.desk.models import Dispute, SeatAddress
from games.desk.review import asks, records
from games.desk.review.records import SeatOrigin
from games.log import head_reader, reader, replay
from games.log.models import Game, GameStatus, Seat
from games.reports import requesting, stored_analyses


class HiddenAccessForm(forms.Form):
    why = forms.CharField(
        label="Reason",
        help_text="The players can read this when the game is over.",
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class BoardPages(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """The pages that the desk adds to those of Django's admin for a game."""

    def get_urls(self) -> list[URLPattern]:
        pages = (("board", self.board), ("table", self.table), ("access", self.access_form))
        return [
            *(
                path(
                    f"<int:game_id>/{name}/",
                    self.admin_site.admin_view(view),
                    name=f"games_game_{name}",
                )
                for name, view in pages
            ),
            *super().get_urls(),
        ]

    @shows_refusals
    def board(self, request: HttpRequest, game_id: int) -> HttpResponse:
        """Show a game move by move, with the evidence if hidden cards may be shown."""
        game = self._game(request, game_id)
        shows_hidden = shared.shows_hidden(request, game, now=timezone.now())
        if not shared.is_visible(game, shows_hidden=shows_hidden):
            return redirect("admin:games_game_access", game_id=game.pk)
        context = {
            **self.admin_site.each_context(request),
            **page(request, game, shows_hidden=shows_hidden),
            "title": f"Game {game}",
            "crumbs": [{"title": "Games", "url": reverse("admin:games_game_changelist")}],
        }
        return TemplateResponse(request, "desk/board.html", context)

    def table(self, request: HttpRequest, game_id: int) -> HttpResponse:
        """Return the HTML of the table after a move, which the page's script inserts."""
        game = self._game(request, game_id)
        shows_hidden = shared.shows_hidden(request, game, now=timezone.now())
        if not shared.is_visible(game, shows_hidden=shows_hidden):
            raise PermissionDenied
        until = number_in(request.GET.get("move", ""))
        logged = reader.read(game.pk, until=until or 1)
        board = _board(game, records.replayed(logged), shows_hidden=shows_hidden)
        if not board.record.steps:
            raise Http404(board.record.obstacle)
        judged = {ask.move: ask for ask in asks.judge(board.record.steps)} if shows_hidden else {}
        last = head_reader.versions([game.pk]).get(game.pk, board.record.last)
        table = board.table(
            board.number(until, 1), board.viewer(request.GET.get("seat", "")), judged
        )
        return TemplateResponse(request, "desk/_table.html", {"table": table._replace(last=last)})

    @shows_refusals
    def access_form(self, request: HttpRequest, game_id: int) -> HttpResponse:
        """Ask for the reason for access to the hidden cards of a running game, and record it."""
        game, now = self._game(request, game_id), timezone.now()
        form = HiddenAccessForm(request.POST or None)
        hidden_access.check_access(game, shared.account_of(request), now=now)
        if form.is_valid():
            hidden_access.record_access(
                game, shared.account_of(request), why=form.cleaned_data["why"], now=now
            )
            return redirect("admin:games_game_board", game_id=game.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Hidden cards of game {game}",
            "crumbs": [{"title": "Games", "url": reverse("admin:games_game_changelist")}],
            "form": form,
            "game": game,
            "can_watch": shared.is_visible(game, shows_hidden=False),
        }
        return TemplateResponse(request, "desk/hidden_access.html", context)

    def _game(self, request: HttpRequest, game_id: int) -> Game:
        game = Game.objects.filter(pk=game_id).first()
        if not self.has_view_permission(request, game):
            raise PermissionDenied
        if game is None:
            raise Http404
        return game


def page(
    request: HttpRequest, game: Game, *, shows_hidden: bool, dispute: Dispute | None = None
) -> dict[str, Any]:
    """Return the template context of a game: its board at the requested move, and the evidence."""
    board = _board(game, records.replayed(reader.read(game.pk)), shows_hidden=shows_hidden)
    gathered = _evidence(game, board) if shows_hidden else None
    judged = gathered.asks if gathered else {}
    breach = gathered.breach if gathered else None
    viewer = board.viewer(request.GET.get("seat", ""))
    disputed = None if dispute is None else dispute.move
    requested = number_in(request.GET.get("move", ""))
    number = board.number(requested, disputed or board.record.last)
    return {
        "game": game,
        "about": _about(game, board),
        "shows_hidden": shows_hidden,
        "access_obstacle": hidden_access.obstacle(
            game, shared.account_of(request), now=timezone.now()
        )
        if not shows_hidden
        else "",
        "board": {
            "last": board.record.last,
            "obstacle": board.record.obstacle,
            "moves": board.moves(viewer, judged, current=number, disputed=disputed, breach=breach),
            "breach": breach,
        },
        "table": board.table(number, viewer, judged) if board.record.steps else None,
        "page_path": request.path,
        "table_url": reverse("admin:games_game_table", args=[game.pk]),
        "evidence": gathered,
        "opinion": _opinion(game, board) if shows_hidden else None,
    }


def _opinion(game: Game, board: Board) -> Opinion | None:
    """Return the opinion of a model on a finished game; None without a readable analysis."""
    analysis = requesting.find(game.pk) if game.status == GameStatus.OVER else None
    if analysis is None or analysis.data is None:
        return None
    try:
        text = stored_analyses.unpack(bytes(analysis.data))
    except stored_analyses.DamagedAnalysis:
        return None
    return opinion.opinion_of(json.loads(text), board.names)


def _about(game: Game, board: Board) -> str:
    """Return one line of facts about a game."""
    rules = narration.rules_title(game.preset, game.overlays)
    opened = f"{game.created_at:%Y-%m-%d %H:%M} UTC"
    kind = "private" if game.is_private else "public"
    seats = f"{len(board.names)} seats" if board.names else "no seats"
    return f"{rules} · {seats} · {kind} · {game.get_status_display()} · opened {opened}"


def _board(game: Game, replayed: records.ReplayedGame, *, shows_hidden: bool) -> Board:
    taken = {seat.number: seat for seat in Seat.objects.filter(game=game).select_related("account")}
    names = {number: seat.player for number, seat in taken.items()}
    usernames = {
        number: seat.player if seat.account is None else seat.account.username
        for number, seat in taken.items()
    }
    if game.imported_from is not None:
        players = enumerate(game.imported_from["players"])
        names = usernames = {number: shared.with_signs(str(name)) for number, name in players}
    seats = range(replayed.steps[-1].after.seats if replayed.steps else 0)
    return Board(
        replayed,
        game.preset,
        [names.get(seat) or "" for seat in seats],
        shows_hidden,
        [usernames.get(seat) or "" for seat in seats],
    )


def _evidence(game: Game, board: Board) -> Evidence:
    verdict = replay.verify(game)
    # The log of a running game may have grown since it was read.
    is_over = game.status == GameStatus.OVER
    rows = SeatAddress.objects.filter(seat__game=game).order_by("pk")
    origins = (
        SeatOrigin(seat, bytes(address), bytes(network))
        for seat, address, network in rows.values_list("seat__number", "address", "network")
    )
    return evidence.gather(
        board.record,
        verdict,
        disagreements=replay.disagreements(game, verdict) if is_over else (),
        seed=bytes(game.seed),
        names=board.names,
        origins=origins,
    )
