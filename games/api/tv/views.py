"""The games worth watching now."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from api_kit.permissions import anyone
from games.api.games import render
from games.api.requests.game_reading import reader_id
from games.api.tv.shapes import TvSerializer
from games.queries.lists import tv


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
        "were seen last is compared. Games with more people come "
        "first, then those with more seats, then the latest move. Follow it with its stream, and "
        "ask again when it ends.",
        responses={200: TvSerializer},
    )
    def get(self, request: Request) -> Response:
        now = timezone.now()
        shown = tv.channels(reader_id(request), now=now)
        return Response(
            {
                "channels": [
                    {"channel": each.name, "game": render.entry(each.game, now=now)}
                    for each in shown
                ]
            }
        )
