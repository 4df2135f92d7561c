"""The games worth watching now."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from api_kit.permissions import anyone
from games.api.tv.shapes import TvSerializer
from games.api.tv.snapshot import SNAPSHOT


class TvView(Endpoint):
    """The public games that are worth watching now."""

    costs = {"GET": Cost.LIST}
    permission_classes = anyone("read")

    @extend_schema(
        operation_id="read_tv",
        tags=["live"],
        summary="Find a game to watch",
        description="The public game that is worth watching now, and one for each preset: running, "
        "open to spectators, with a move in the last five minutes. Of each player, the game where they "
        "were seen last is compared. Games of two registered people or more come first, then those of "
        "one; then rated games, those that more registered people watch, and the latest move. Shown "
        "as to a reader without an account, and up to two seconds old. Follow it with its stream, "
        "and ask again when it ends.",
        responses={200: TvSerializer},
    )
    def get(self, request: Request) -> Response:
        return Response(SNAPSHOT.read())
