"""Finding, opening and filling games."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import anyone, signed_in
from accounts.api.throttles import AddressThrottle, limited_by
from accounts.authentication import caller
from games import access, lobby, play
from games.api import examples, parameters, render
from games.api.bodies import (
    EmptySerializer,
    EntropySerializer,
    InvitationSerializer,
    JoinSerializer,
    LobbyQuerySerializer,
    NewGameSerializer,
)
from games.api.pipeline import answer, read_id, reader_id, touch
from games.api.schema import command_schema, responses
from games.api.shapes import CreatedGameSerializer, GamePageSerializer, GameSerializer
from games.play import Outcome


class CodeThrottle(AddressThrottle):
    """Join codes tried."""

    quota = "join_code"

    def counts(self, request: Request) -> bool:
        """Count only requests that bring a code."""
        return isinstance(request.data, dict) and "code" in request.data


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
        account_id = reader_id(request)
        games = access.visible_games(account_id).prefetch_related("seats__account")
        if "status" in query:
            games = games.filter(status=query["status"])
        if "preset" in query:
            games = games.filter(preset=query["preset"])
        if query.get("mine"):
            games = games.filter(seats__account=caller(request))
        if query.get("invited"):
            games = games.filter(invitations__account=caller(request))
        pages = NewestFirst(page_size=query["limit"])
        page = pages.paginate_queryset(games, request, self)
        return pages.get_paginated_response([render.game(game, account_id) for game in page or []])

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
            **responses(
                "impossible_rules",
                "too_many_games",
                "bad_idempotency_key",
                "idempotency_key_reused",
            ),
        },
        examples=examples.CREATE_GAME,
    )
    def post(self, request: Request) -> HttpResponse:
        body = NewGameSerializer.parse(request.data)
        return answer(
            request,
            lambda account_id, _: lobby.create(
                account_id,
                preset=body["preset"],
                overlays=body["overlays"],
                options=body["options"],
                seats=body["seats"],
                terms=lobby.Terms(
                    is_private=body["visibility"] == "private",
                    has_spectators=body["spectators"],
                    allows_bots=body["allow_bots"],
                    turn_seconds=body["turn_seconds"],
                    on_abandon=body["on_abandon"],
                ),
            ),
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
        game, account_id = play.find(read_id(game_id)), reader_id(request)
        access.check_sees(game, account_id)
        return Response(render.game(game, account_id))


class JoinView(APIView):
    """A seat for the caller."""

    permission_classes = signed_in("play")
    throttle_classes = limited_by(CodeThrottle)

    @command_schema(
        "join",
        summary="Take a seat",
        description="With `entropy` of your own nobody, the server included, could have known the "
        "deal. The last seat to be taken starts the game.",
        tag="lobby",
        request=JoinSerializer,
        problems=(
            "already_started",
            "game_full",
            "no_such_seat",
            "seat_taken",
            "already_seated",
            "bots_barred",
            "too_many_games",
        ),
        examples=examples.JOIN,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        game, body = touch(game_id), JoinSerializer.parse(request.data)
        is_bot = caller(request).is_bot
        return answer(
            request,
            lambda account, version: lobby.join(
                game, account, is_bot=is_bot, **body, if_version=version
            ),
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
        game, body = touch(game_id), EntropySerializer.parse(request.data)
        return answer(
            request,
            lambda account, version: lobby.add_entropy(game, account, **body, if_version=version),
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
        game = touch(game_id)
        return answer(
            request, lambda account, version: lobby.leave(game, account, if_version=version)
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
        game = touch(game_id)
        return answer(
            request, lambda account, version: lobby.start(game, account, if_version=version)
        )


class RematchView(APIView):
    """The same players, once more."""

    permission_classes = signed_in("play")

    @command_schema(
        "rematch",
        summary="Play again",
        description="After a game that is over: the same rules, terms and seats, the dealer "
        "rotated. The first to ask opens the new game, the others join the same one by the same "
        "call; it starts when all are there, and nobody else may enter.",
        tag="lobby",
        request=None,
        problems=("not_over_yet", "already_seated", "already_started", "too_many_games"),
        examples=examples.REMATCH,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        EmptySerializer.parse(request.data)
        game = touch(game_id)
        return answer(request, lambda account, _: lobby.rematch(game, account))


class InvitationsView(APIView):
    """Seats held out to friends."""

    permission_classes = signed_in("play")

    @extend_schema(
        operation_id="invite",
        tags=["lobby"],
        summary="Invite a player",
        description="For the host, before the start. The invited sees the game in `GET "
        "/games?invited=true` and enters it without a code. Inviting twice is the same as once. "
        "Scope: `play`.",
        request=InvitationSerializer,
        parameters=[parameters.GAME_ID],
        responses={
            204: None,
            **responses(
                "game_not_found",
                "no_such_player",
                "not_seated",
                "not_host",
                "spectators_barred",
                "already_started",
            ),
        },
        examples=examples.INVITATION,
    )
    def post(self, request: Request, game_id: str) -> Response:
        body = InvitationSerializer.parse(request.data)
        lobby.invite(read_id(game_id), caller(request).pk, username=body["player"])
        return Response(status=204)


class SeatView(APIView):
    """Another's seat, emptied by the host."""

    permission_classes = signed_in("play")

    @command_schema(
        "remove_player",
        summary="Remove a player before the start",
        description="For the host, who sits on the lowest seat.",
        tag="lobby",
        request=None,
        problems=("already_started", "not_host", "seat_empty"),
        parameters=[parameters.SEAT],
        examples=examples.REMOVAL,
    )
    def delete(self, request: Request, game_id: str, seat: int) -> HttpResponse:
        EmptySerializer.parse(request.data)
        game = touch(game_id)
        return answer(
            request,
            lambda account, version: lobby.remove(game, account, seat=seat, if_version=version),
        )


class NewestFirst(CursorPagination):
    """Pages of games by descending id, which is by age."""

    ordering = "-id"

    def __init__(self, *, page_size: int) -> None:
        self.page_size = page_size

    def decode_cursor(self, request: Request) -> Any:
        """Read where the page begins.

        :raises ValidationError: if it begins nowhere; DRF's own check lets everything pass for an id.
        """
        try:
            cursor = super().decode_cursor(request)
        except NotFound:
            raise _no_cursor() from None
        if cursor and cursor.position is not None and not str(cursor.position).isdecimal():
            raise _no_cursor()
        return cursor


def _no_cursor() -> ValidationError:
    return ValidationError({"cursor": "This is no cursor: take it from `next` or `previous`."})


def _created(outcome: Outcome) -> dict[str, Any]:
    game = play.find(outcome.tail.game_id)
    [host] = game.seats.all()
    return {
        "game": render.game(game, host.account_id),
        "moves": render.moves(outcome.tail, outcome.moves),
        "state": render.position(outcome.tail),
    }
