"""Make, renew and revoke the watch code of a private game."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import signed_in
from accounts.credentials.authentication import caller
from api_kit.endpoint import Endpoint
from api_kit.openapi import WITH_BODY
from api_kit.serializers import EmptySerializer
from games.api.lobby.shapes import WatchCodeSerializer
from games.api.openapi import parameters
from games.api.openapi.schema import responses
from games.api.requests.game_reading import read_id
from games.services import watch_codes

_PROBLEMS = ("game_not_found", "spectators_barred", "not_host", "game_closed", "game_is_public")


class WatchCodeView(Endpoint):
    """The watch code of a private game."""

    permission_classes = signed_in("play")

    @extend_schema(
        operation_id="renew_watch_code",
        tags=["lobby"],
        summary="Make or renew the watch code",
        description="For the host of a private game, before and after the start. Everyone who has the "
        "code may watch as a spectator. The code before is void. All players see the code in the game. "
        "Scope: `play`.",
        parameters=[parameters.GAME_ID],
        request=None,
        responses={200: WatchCodeSerializer, **responses(*_PROBLEMS, *WITH_BODY)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        EmptySerializer.parse(request.data)
        code = watch_codes.renew(read_id(game_id), caller(request).account_id)
        return Response({"watch_code": code}, headers={"Cache-Control": "no-store"})

    @extend_schema(
        operation_id="revoke_watch_code",
        tags=["lobby"],
        summary="Revoke the watch code",
        description="For the host. Open streams of watchers end with `watch_code_ended` at their next "
        "heartbeat, and their tickets open nothing. Scope: `play`.",
        parameters=[parameters.GAME_ID],
        responses={204: None, **responses(*_PROBLEMS)},
    )
    def delete(self, request: Request, game_id: str) -> Response:
        watch_codes.revoke(read_id(game_id), caller(request).account_id)
        return Response(status=204)
