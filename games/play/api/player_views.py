"""Players: public profiles, their games, online bots, and the caller's own games and results."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import blocks
from accounts.api.permissions import anyone, signed_in
from accounts.credentials.authentication import account_of, caller, reader_id
from accounts.refusals import NoSuchPlayer
from api_kit.endpoint import Cost, Endpoint
from api_kit.ndjson import JSON, JSON_OR_LINES, NDJSON
from api_kit.paging import QueryPages
from api_kit.problems import problem_of
from games.play import game_details, players, presence, results, visibility
from games.play.api import game_answers, list_bodies, player_answers
from games.play.api.game_bodies import GamePageQuerySerializer
from games.play.api.player_answers import Profile, profile
from games.play.api.schema import operations
from games.play.players import Accepted
from games.ratings import history

operation = operations("players")


class PlayerView(Endpoint):
    permission_classes = anyone("read")

    @operation(
        "read_player",
        "Show a player",
        "Results count finished games without built-in bots; a series counts once.",
        answers={200: Profile},
        problems="no_such_player",
    )
    def get(self, request: Request, username: str) -> Response:
        player = blocks.open_by_username(username)
        ratings = history.shown_of([player.pk])[player.pk]
        return Response(profile(player, results.kept(player.pk), ratings))


class PlayerGamesView(Endpoint):
    costs = {"GET": Cost.LIST}
    query_shape = GamePageQuerySerializer
    renderer_classes = JSON_OR_LINES
    permission_classes = anyone("read")

    @operation(
        "list_player_games",
        "List a player's games",
        "Newest first; private games only if you may see them. As newline-delimited JSON, one "
        "game per line; the last line names the next page.",
        answers={(200, JSON): game_answers.GamePage, (200, NDJSON): game_answers.GameLine},
        problems="no_such_player",
    )
    def get(self, request: Request, username: str) -> Response:
        query, reader = self.query, reader_id(request)
        player = blocks.open_by_username(username)
        games = visibility.listed_games(reader, status=query.get("status"))
        games = game_details.readable(games.filter(seats__account=player))
        pages = QueryPages(page_size=query["limit"], query={**query, "player": player.pk})
        details = game_details.details(pages.paginate_queryset(games, request, self) or [], reader)
        return pages.get_paginated_response(
            game_answers.entries(details, expand=query.get("expand"))
        )


BOT_NAME = OpenApiParameter(
    "username", str, OpenApiParameter.PATH, description="The bot's username, in any case."
)


class PlayersLookupView(Endpoint):
    costs = {"POST": Cost.LIST}
    permission_classes = anyone("read")

    @operation(
        "lookup_players",
        "Look up players",
        "Up to 300 players by username: profile, whether they are online, and the game "
        "that they play. Changes nothing.",
        request=list_bodies.LookupBodySerializer,
        answers={200: player_answers.Lookup},
    )
    def post(self, request: Request) -> Response:
        names = list_bodies.LookupBodySerializer.parse(request.data)["usernames"]
        profiles = players.find_all(names, now=timezone.now())
        missing = problem_of(NoSuchPlayer)
        return Response(
            player_answers.Lookup(
                players=[player_answers.found(name, profiles.get(name), missing) for name in names]
            )
        )


class OnlineBotsView(Endpoint):
    costs = {"GET": Cost.LIST}
    query_shape = list_bodies.OnlineBotsQuerySerializer
    permission_classes = anyone("read")

    @operation(
        "list_online_bots",
        "List bots that are online",
        "Bot accounts that were seen within 90 seconds at a table or on a stream, the last seen "
        "first, with the presets that they play.",
        answers={200: player_answers.OnlineBots},
    )
    def get(self, request: Request) -> Response:
        online = players.online_bots(now=timezone.now(), most=self.query["limit"])
        return Response(
            player_answers.OnlineBots(bots=[player_answers.online_bot(bot) for bot in online])
        )


class BotOfferView(Endpoint):
    permission_classes = signed_in("account")

    @operation(
        "offer_bot",
        "Say what a bot plays",
        "Replaces the presets that `GET /bots/online` shows for your bot. They are a hint: no "
        "game refuses a bot because of them. Scope: `account`.",
        request=list_bodies.BotOfferSerializer,
        parameters=[BOT_NAME],
        answers={200: list_bodies.BotOfferSerializer},
        problems="no_such_bot",
        tag="bots",
    )
    def put(self, request: Request, username: str) -> Response:
        body = list_bodies.BotOfferSerializer.parse(request.data)
        stored = players.offer_bot(account_of(request), username, body["presets"])
        return Response({"presets": stored.presets})


class BotStatusView(Endpoint):
    permission_classes = signed_in("play")

    @operation(
        "announce_bot",
        "Announce what a bot accepts",
        "`GET /bots/online` shows it for 90 seconds: send it again before then, as a heartbeat. "
        "It is a hint, and no game refuses a bot because of it. Only bots have a status. Scope: "
        "`play`.",
        request=list_bodies.BotStatusBodySerializer,
        answers={200: player_answers.BotStatusJson},
        problems="not_a_bot",
        tag="bots",
    )
    def put(self, request: Request) -> Response:
        body = list_bodies.BotStatusBodySerializer.parse(request.data)
        now = timezone.now()
        stored = players.announce_bot(account_of(request), Accepted(**body), now=now)
        presence.note_online({stored.account_id: None}, now=now)
        return Response(player_answers.bot_status(stored))


class OwnGamesView(Endpoint):
    costs = {"GET": Cost.LIST}
    permission_classes = signed_in("read", "play")

    @operation(
        "list_my_games",
        "List my open games",
        "All games in which you have a seat and that have not ended, at most 100: first "
        "those that wait for you, by deadline, then other running games, then lobbies. Games that "
        "you have left are not listed.",
        answers={200: player_answers.OwnGames},
        tag="lobby",
    )
    def get(self, request: Request) -> Response:
        account_id = caller(request).account_id
        mine = players.open_games(account_id)
        presence.note_online({account_id: None}, now=timezone.now())
        return Response(
            player_answers.OwnGames(games=[player_answers.own_game(game) for game in mine])
        )


class OwnStatisticsView(Endpoint):
    costs = {"GET": Cost.LIST}
    permission_classes = signed_in("read")

    @operation(
        "read_my_statistics",
        "Show my results",
        "Your results by preset, including those against built-in bots by level; a series counts "
        "once. Only you see them: the results in a profile leave out games with built-in bots. "
        "Games that do not count, such as annulled ones, are left out.",
        answers={200: player_answers.OwnStatistics},
    )
    def get(self, request: Request) -> Response:
        shown = results.of_account(caller(request).account_id)
        return Response(
            {
                "newest": results.MOST_SEATS,
                "results": [player_answers.own_results(each) for each in shown],
            }
        )
