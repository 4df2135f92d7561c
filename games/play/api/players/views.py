"""Public profiles of players, and lists of their games."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone
from accounts.players import lookup
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from api_kit.ndjson import JSON, JSON_OR_LINES, NDJSON
from games.play import game_details, results, visibility
from games.play.api.games import answers
from games.play.api.games.bodies import GamePageQuerySerializer
from games.play.api.openapi.schema import operations
from games.play.api.players.answers import Profile, profile
from games.play.api.requests.game_reading import reader_id
from games.play.api.requests.paging import QueryPages
from games.ratings import live

operation = operations("players")


class PlayerView(Endpoint):
    """One player."""

    permission_classes = anyone("read")

    @operation(
        "read_player",
        "Show a player",
        "Results count finished games without built-in bots; a series counts once.",
        answers={200: Profile},
        problems="no_such_player",
    )
    def get(self, request: Request, username: str) -> Response:
        player = lookup.open_by_username(username)
        ratings = live.shown_of([player.pk])[player.pk]
        return Response(profile(player, results.kept(player.pk), ratings))


class PlayerGamesView(Endpoint):
    """The games of one player."""

    costs = {"GET": Cost.LIST}
    query_shape = GamePageQuerySerializer
    renderer_classes = JSON_OR_LINES
    permission_classes = anyone("read")

    @operation(
        "list_player_games",
        "List a player's games",
        "Newest first; private games only if you may see them. As newline-delimited "
        "JSON, one game a line; the last line names the next page.",
        answers={(200, JSON): answers.GamePage, (200, NDJSON): answers.GameLine},
        problems="no_such_player",
    )
    def get(self, request: Request, username: str) -> Response:
        query, reader = self.query, reader_id(request)
        player = lookup.open_by_username(username)
        games = visibility.listed_games(reader, status=query.get("status"))
        games = game_details.readable(games.filter(seats__account=player))
        pages = QueryPages(page_size=query["limit"], query={**query, "player": player.pk})
        details = game_details.details(pages.paginate_queryset(games, request, self) or [], reader)
        return pages.get_paginated_response(answers.entries(details, expand=query.get("expand")))
