"""List, show and open games."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone, check_scope, signed_in
from accounts.api.throttles import AccountThrottle
from accounts.credentials.authentication import caller
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from api_kit.ndjson import JSON, JSON_OR_LINES, NDJSON
from games.play import game_details, game_filters, lobby, visibility
from games.play.api.games import answers
from games.play.api.games.bodies import LobbyQuerySerializer, NewGameSerializer, terms_of
from games.play.api.openapi import parameters
from games.play.api.openapi.schema import operations
from games.play.api.positions import answers as positions_answers
from games.play.api.requests.game_reading import WatchableEndpoint, pass_of, read_id, reader_id
from games.play.api.requests.paging import QueryPages
from games.play.api.requests.retries import run_use_case
from games.play.api.requests.throttles import CreationThrottle
from games.play.game_filters import GameFilters
from games.play.play import Outcome

operation = operations("lobby")


class GamesView(Endpoint):
    """List games, or open one."""

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
        "Newest first, unless `sort` says otherwise. `status=lobby` lists games that "
        "wait for players. Games that were closed in their lobby are listed with `status=closed` "
        "only. All filters given must match. Entries have `rules` with `expand=rules` only. As "
        "newline-delimited JSON, one game a line; the last line names the next page.",
        answers={(200, JSON): answers.GamePage, (200, NDJSON): answers.GameLine},
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
        games = game_details.readable(game_filters.matching(games, filters))
        pages = QueryPages(
            page_size=query["limit"], query=query, oldest_first=query["sort"] == "oldest"
        )
        page = pages.paginate_queryset(games, request, self) or []
        details = game_details.details(page, account_id)
        return pages.get_paginated_response(answers.entries(details, expand=query.get("expand")))

    @operation(
        "create_game",
        "Open a game",
        "Opens a game with a preset, overlays and options, and gives you seat 0. It "
        "starts automatically when all seats are taken: at once if `bots` take the others. Scope: "
        "`play`.",
        request=NewGameSerializer,
        parameters=[parameters.IDEMPOTENCY_KEY, parameters.etag(201), parameters.LOCATION],
        answers={201: answers.CreatedGame},
        problems="impossible_rules bots_barred not_rateable too_many_games "
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
    """One game."""

    permission_classes = anyone("read", "class")

    @operation(
        "read_game",
        "Show a game",
        "Its rules, players and status, and for those who may watch it, whose turn it "
        "is and the scores. The cards are in its state.",
        parameters=[parameters.WATCH_CODE],
        answers={200: answers.GameJson},
        problems="game_not_found",
    )
    def get(self, request: Request, game_id: str) -> Response:
        number = read_id(game_id)
        details = game_details.find(number, reader_id(request), watch_pass=pass_of(request, number))
        if not details.is_player:
            check_scope(request, "read")  # pupils see their own table only
        return Response(answers.game(details, now=timezone.now(), with_analysis=True))


def _created(outcome: Outcome) -> answers.CreatedGame:
    details = game_details.opened(outcome.head.game_id)
    return {
        "game": answers.game(details, now=timezone.now()),
        **positions_answers.command_answer(outcome.head, outcome.moves),
    }
