"""Finding, opening and filling games."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import anyone, signed_in
from accounts.authentication import caller
from games import play
from games.api import examples, parameters, render
from games.api.bodies import (
    EmptySerializer,
    EntropySerializer,
    JoinSerializer,
    LobbyQuerySerializer,
    NewGameSerializer,
)
from games.api.pipeline import answer, find_game, read_id
from games.api.schema import command_schema, responses
from games.api.shapes import CreatedGameSerializer, GamePageSerializer, GameSerializer
from games.models import Game
from games.play import Outcome


class GamesView(APIView):
    """All games, and a new one."""

    def get_permissions(self) -> list[Any]:
        """Reading is open to all, opening a game to players."""
        chosen = anyone("read") if self.request.method == "GET" else signed_in("play")
        return [permission() for permission in chosen]

    @extend_schema(
        operation_id="list_games",
        tags=["lobby"],
        summary="List games",
        description="Newest first. `status=lobby` lists games that wait for players.",
        parameters=[LobbyQuerySerializer],
        responses={200: GamePageSerializer, **responses("not_authenticated")},
        examples=examples.LIST_GAMES,
    )
    def get(self, request: Request) -> Response:
        query = LobbyQuerySerializer.parse(request.query_params)
        games = Game.objects.prefetch_related("seats__account")
        if "status" in query:
            games = games.filter(status=query["status"])
        if "preset" in query:
            games = games.filter(preset=query["preset"])
        if query.get("mine"):
            games = games.filter(seats__account=caller(request))
        pages = NewestFirst(page_size=query["limit"])
        page = pages.paginate_queryset(games, request, self)
        return pages.get_paginated_response([render.game(game) for game in page or []])

    @extend_schema(
        operation_id="create_game",
        tags=["lobby"],
        summary="Open a game",
        description="Opens a game under a preset, overlays and options, and gives you seat 0. It "
        "starts by itself when all seats are taken. Scope: `play`.",
        request=NewGameSerializer,
        parameters=[parameters.IDEMPOTENCY_KEY, parameters.etag(201)],
        responses={
            201: CreatedGameSerializer,
            **responses("impossible_rules", "bad_idempotency_key", "idempotency_key_reused"),
        },
        examples=examples.CREATE_GAME,
    )
    def post(self, request: Request) -> HttpResponse:
        body = NewGameSerializer.parse(request.data)
        return answer(
            request,
            lambda account_id, _: play.create(account_id, **body),
            status=201,
            body=_created,
        )


class GameView(APIView):
    """One game."""

    permission_classes = anyone("read")

    @extend_schema(
        operation_id="read_game",
        tags=["lobby"],
        summary="Show a game",
        description="Its rules, players and status; the position is in its state.",
        parameters=[parameters.GAME_ID],
        responses={200: GameSerializer, **responses("game_not_found")},
        examples=examples.READ_GAME,
    )
    def get(self, request: Request, game_id: str) -> Response:
        return Response(render.game(find_game(read_id(game_id))))


class JoinView(APIView):
    """A seat for the caller."""

    permission_classes = signed_in("play")

    @command_schema(
        "join",
        summary="Take a seat",
        description="With `entropy` of your own nobody, the server included, could have known the "
        "deal. The last seat to be taken starts the game.",
        tag="lobby",
        request=JoinSerializer,
        problems=("already_started", "game_full", "no_such_seat", "seat_taken", "already_seated"),
        examples=examples.JOIN,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        game, body = read_id(game_id), JoinSerializer.parse(request.data)
        return answer(
            request, lambda account, version: play.join(game, account, **body, if_version=version)
        )


class EntropyView(APIView):
    """The caller's part in the shuffle."""

    permission_classes = signed_in("play")

    @command_schema(
        "entropy",
        summary="Add entropy to the deal",
        description="Before the start, as often as you like.",
        tag="lobby",
        request=EntropySerializer,
        problems=("already_started", "not_seated"),
        examples=examples.ENTROPY,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        game, body = read_id(game_id), EntropySerializer.parse(request.data)
        return answer(
            request,
            lambda account, version: play.add_entropy(game, account, **body, if_version=version),
        )


class LeaveView(APIView):
    """The caller's seat, emptied."""

    permission_classes = signed_in("play")

    @command_schema(
        "leave",
        summary="Leave the lobby",
        description="Frees your seat. A game that has started is left by `/resign`.",
        tag="lobby",
        request=None,
        problems=("already_started", "not_seated"),
        examples=examples.LEAVE,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        EmptySerializer.parse(request.data)
        game = read_id(game_id)
        return answer(
            request, lambda account, version: play.leave(game, account, if_version=version)
        )


class StartView(APIView):
    """The start, before all seats are taken."""

    permission_classes = signed_in("play")

    @command_schema(
        "start",
        summary="Start without waiting for more players",
        description="For the host, who sits on the lowest seat. Empty seats are dropped and the "
        "others move together, if the rules allow their number.",
        tag="lobby",
        request=None,
        problems=("already_started", "not_seated", "not_host", "too_few_seats"),
        examples=examples.START,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        EmptySerializer.parse(request.data)
        game = read_id(game_id)
        return answer(
            request, lambda account, version: play.start(game, account, if_version=version)
        )


class NewestFirst(CursorPagination):
    """Pages of games by descending id, which is by age."""

    ordering = "-id"

    def __init__(self, *, page_size: int) -> None:
        self.page_size = page_size


def _created(outcome: Outcome) -> dict[str, Any]:
    return {
        "game": render.game(find_game(outcome.tail.game_id)),
        "moves": render.moves(outcome.tail, outcome.moves),
        "state": render.position(outcome.tail),
    }
