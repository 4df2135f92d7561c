"""List, show and open games, one or many at once."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import orjson
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone, check_scope, signed_in
from accounts.api.throttles import (
    AccountThrottle,
    ChangeThrottle,
    give_back,
    spend,
    spend_at_address,
)
from accounts.credentials.authentication import caller, reader_id
from accounts.refusals import QuotaUsedUp
from api_kit.endpoint import Cost, Endpoint
from api_kit.ndjson import JSON, JSON_OR_LINES, NDJSON
from api_kit.paging import QueryPages
from games.play import game_details, lobby, visibility
from games.play.api import game_answers, position_answers, retries, schema
from games.play.api.bodies import OrganisedGamesSerializer
from games.play.api.game_bodies import LobbyQuerySerializer, NewGameSerializer, terms_of
from games.play.api.game_reading import WatchableEndpoint, pass_of, read_id
from games.play.api.pipeline import key_of
from games.play.api.retries import BulkKeys, run_use_case
from games.play.api.schema import operations
from games.play.game_details import FindAnalysis, GameFilters
from games.play.idempotency import RenderedAnswer
from games.play.lobby import NewTable
from games.play.play import Outcome

operation = operations("lobby")

QUOTAS = ("creation", "creation_address")


def spend_creations(request: Request, count: int) -> None:
    """Count games that a request may open. If they are too many, count none of them.

    :raises QuotaUsedUp: if there were too many.
    """
    try:
        spend(request._request, QUOTAS[0], str(caller(request).account_id), uses=count)
        spend_at_address(request._request, QUOTAS[1], uses=count)
    except QuotaUsedUp:
        give_back(request._request, QUOTAS, uses=count)
        raise


class CreationThrottle(ChangeThrottle):
    """Limits requests that may open a game: a new game, a rematch, or a match."""

    quotas = QUOTAS


class GamesView(Endpoint):
    costs = {"GET": Cost.LIST, "POST": Cost.LIST}
    query_shape = LobbyQuerySerializer
    throttle_classes = (AccountThrottle, CreationThrottle)
    renderer_classes = JSON_OR_LINES

    def get_renderers(self) -> list[BaseRenderer]:
        """Return the formats of the list, or JSON alone for a game that is opened."""
        is_list = self.request.method in SAFE_METHODS
        return [renderer() for renderer in (JSON_OR_LINES if is_list else JSON_OR_LINES[:1])]

    def get_permissions(self) -> list[Any]:
        """Return who may list games, or open one."""
        chosen = anyone("read") if self.request.method in SAFE_METHODS else signed_in("play")
        return [permission() for permission in chosen]

    @operation(
        "list_games",
        "List games",
        "Newest first, unless `sort` says otherwise. `status=lobby` lists games that wait for "
        "players. Games that were closed in their lobby are listed only with `status=closed`. All "
        "given filters must match. Entries have `rules` only with `expand=rules`. As "
        "newline-delimited JSON, one game per line; the last line names the next page.",
        answers={(200, JSON): game_answers.GamePage, (200, NDJSON): game_answers.GameLine},
        problems="not_authenticated",
    )
    def get(self, request: Request) -> Response:
        query, account_id = self.query, reader_id(request)
        games = visibility.listed_games(account_id, status=query.get("status"))
        if query.get("mine") or query.get("result"):
            own = {"seats__account": caller(request).account_id}
            if query.get("result"):
                own["seats__result"] = query["result"]
            games = games.filter(**own)
        if query.get("invited"):
            games = games.filter(
                invitations__account=caller(request).account_id,
                invitations__declined_at__isnull=True,
            )
        filters = GameFilters(**{name: query.get(name) for name in GameFilters._fields})
        games = game_details.readable(game_details.matching(games, filters))
        pages = QueryPages(
            page_size=query["limit"], query=query, oldest_first=query["sort"] == "oldest"
        )
        page = pages.paginate_queryset(games, request, self) or []
        details = game_details.details(page, account_id)
        return pages.get_paginated_response(
            game_answers.entries(details, expand=query.get("expand"))
        )

    @operation(
        "create_game",
        "Open a game",
        "Opens a game with a preset, overlays and options, and gives you seat 0. It "
        "starts automatically when all seats are taken: at once if `bots` take the others. Scope: "
        "`play`.",
        request=NewGameSerializer,
        parameters=[schema.IDEMPOTENCY_KEY, schema.etag_header(201), schema.LOCATION],
        answers={201: game_answers.CreatedGame},
        problems="impossible_rules bots_barred level_not_offered not_rateable too_many_games "
        "bad_idempotency_key idempotency_key_reused",
    )
    def post(self, request: Request) -> HttpResponse:
        body = NewGameSerializer.parse(request.data)
        return run_use_case(
            request,
            lambda account_id, _: lobby.create(
                account_id,
                preset=body["preset"],
                overlays=body["overlays"],
                options=body["options"],
                seats=body["seats"],
                bots=body["bots"],
                lesson=body.get("lesson"),
                terms=terms_of(body),
            ),
            status=201,
            body=_created,
        )


class GameView(WatchableEndpoint):
    find_analysis: FindAnalysis | None = None
    """How far an analysis is, which play does not know: `games.urls` says who finds it."""
    permission_classes = anyone("read", "class")

    @operation(
        "read_game",
        "Show a game",
        "Its rules, players and status, and for those who may watch it, whose turn it "
        "is and the scores. The cards are in its state.",
        parameters=[schema.WATCH_CODE],
        answers={200: game_answers.GameJson},
        problems="game_not_found",
    )
    def get(self, request: Request, game_id: str) -> Response:
        number = read_id(game_id)
        details = game_details.find(number, reader_id(request), watch_pass=pass_of(request, number))
        if not details.is_player:
            check_scope(request, "read")  # pupils see their own table only
        return Response(
            game_answers.game(details, now=timezone.now(), find_analysis=self.find_analysis)
        )


def _created(outcome: Outcome) -> game_answers.CreatedGame:
    details = game_details.opened(outcome.head.game_id)
    return {
        "game": game_answers.game(details, now=timezone.now()),
        **position_answers.command_answer(outcome.head, outcome.moves),
    }


class BulkGamesView(Endpoint):
    costs = {"POST": Cost.HEAVY}
    permission_classes = signed_in("play")

    @operation(
        "create_games",
        "Open many games",
        "Opens up to 100 games, each as `POST /games` does, with your own bots in seats and "
        "invitations for players. Each game has its own result: `status` 201 and the game, or a "
        "problem. Each counts in the quotas for new games. A retry with the same "
        "`Idempotency-Key` opens only what was not opened. Scope: `play`.",
        request=OrganisedGamesSerializer,
        parameters=[schema.IDEMPOTENCY_KEY],
        answers={200: game_answers.OpenedGames},
        problems="bad_idempotency_key idempotency_key_reused",
    )
    def post(self, request: Request) -> HttpResponse:
        wanted = OrganisedGamesSerializer.parse(request.data)["games"]
        account_id = caller(request).account_id
        keys = BulkKeys(key_of(request), len(wanted))
        stored = keys.stored()
        if len(stored) < len(wanted):
            spend_creations(request, len(wanted) - len(stored))
        results = []
        for number, (key, body) in enumerate(zip(keys.each, wanted, strict=True)):
            if number in stored:
                results.append(stored[number].body)
            else:
                open_table = partial(lobby.open_table, account_id, _table(body))
                results.append(retries.run_part(key, open_table, _opened))
        return HttpResponse(retries.joined(results), content_type="application/json")


def _table(body: Mapping[str, Any]) -> NewTable:
    return NewTable(
        preset=body["preset"],
        overlays=body["overlays"],
        options=body["options"],
        seats=body["seats"],
        terms=terms_of(body),
        takes_seat=body["take_seat"],
        own_bots=body["own_bots"],
        bots=body["bots"],
        invited=body["invite"],
    )


def _opened(outcome: Outcome) -> RenderedAnswer:
    details = game_details.opened(outcome.head.game_id)
    entry = game_answers.entry(details, now=timezone.now())
    return RenderedAnswer(201, {}, orjson.dumps(game_answers.OpenedGame(status=201, game=entry)))
