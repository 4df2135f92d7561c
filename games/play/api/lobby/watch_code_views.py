"""Make, renew and revoke the watch code of a private game."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import signed_in
from accounts.credentials.authentication import caller
from api_kit.endpoint import Endpoint
from api_kit.serializers import EmptySerializer
from games.play import watch_codes
from games.play.api.lobby.answers import WatchCode
from games.play.api.openapi.schema import operations
from games.play.api.requests.game_reading import read_id

operation = operations("lobby")

_PROBLEMS = "game_not_found spectators_barred not_host game_closed game_is_public"


class WatchCodeView(Endpoint):
    """The watch code of a private game."""

    permission_classes = signed_in("play")

    @operation(
        "renew_watch_code",
        "Make or renew the watch code",
        "For the host of a private game, before and after the start. Everyone who has the "
        "code may watch as a spectator. The code before is void. All players see the code in the game. "
        "Scope: `play`.",
        request=EmptySerializer,
        answers={200: WatchCode},
        problems=_PROBLEMS,
    )
    def post(self, request: Request, game_id: str) -> Response:
        EmptySerializer.parse(request.data)
        code = watch_codes.renew(read_id(game_id), caller(request).account_id)
        return Response(WatchCode(watch_code=code), headers={"Cache-Control": "no-store"})

    @operation(
        "revoke_watch_code",
        "Revoke the watch code",
        "For the host. Open streams of watchers end with `watch_code_ended` at their next "
        "heartbeat, and their tickets open nothing. Scope: `play`.",
        answers={204: None},
        problems=_PROBLEMS,
    )
    def delete(self, request: Request, game_id: str) -> Response:
        watch_codes.revoke(read_id(game_id), caller(request).account_id)
        return Response(status=204)
