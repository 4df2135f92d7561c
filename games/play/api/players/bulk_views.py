"""Look up many players, list bots that are online, and show the caller's open games and results."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone, signed_in
from accounts.credentials.authentication import account_of, caller
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from games.play import bot_offers, own_games, own_statistics, players, presence
from games.play.api.openapi.schema import operations
from games.play.api.players import answers, bodies
from games.play.api.problems import PROBLEMS
from games.play.bot_offers import Accepted

operation = operations("players")

BOT_NAME = OpenApiParameter(
    "username", str, OpenApiParameter.PATH, description="The bot's username, in any case."
)


class PlayersLookupView(Endpoint):
    """Many players at once."""

    costs = {"POST": Cost.LIST}
    permission_classes = anyone("read")

    @operation(
        "lookup_players",
        "Look up players",
        "Up to 300 players by username: profile, whether they are online, and the game "
        "that they play. Changes nothing.",
        request=bodies.LookupBodySerializer,
        answers={200: answers.Lookup},
    )
    def post(self, request: Request) -> Response:
        names = bodies.LookupBodySerializer.parse(request.data)["usernames"]
        profiles = players.find_all(names, now=timezone.now())
        missing = PROBLEMS["no_such_player"]
        return Response(
            answers.Lookup(
                players=[answers.found(name, profiles.get(name), missing) for name in names]
            )
        )


class OnlineBotsView(Endpoint):
    """Bots that are online."""

    costs = {"GET": Cost.LIST}
    query_shape = bodies.OnlineBotsQuerySerializer
    permission_classes = anyone("read")

    @operation(
        "list_online_bots",
        "List bots that are online",
        "Accounts of bots that were seen within 90 seconds at a table or on a stream, "
        "the last seen first, with the presets that they play.",
        answers={200: answers.OnlineBots},
    )
    def get(self, request: Request) -> Response:
        online = players.online_bots(now=timezone.now(), most=self.query["limit"])
        return Response(answers.OnlineBots(bots=[answers.online_bot(bot) for bot in online]))


class BotOfferView(Endpoint):
    """What a bot of the caller plays."""

    permission_classes = signed_in("account")

    @operation(
        "offer_bot",
        "Say what a bot plays",
        "Replaces the presets that `GET /bots/online` shows for your bot. They are a "
        "hint: a game refuses no bot because of them. Scope: `account`.",
        request=bodies.BotOfferSerializer,
        parameters=[BOT_NAME],
        answers={200: bodies.BotOfferSerializer},
        problems="no_such_bot",
        tag="bots",
    )
    def put(self, request: Request, username: str) -> Response:
        body = bodies.BotOfferSerializer.parse(request.data)
        stored = bot_offers.offer(account_of(request), username, body["presets"])
        return Response({"presets": stored.presets})


class BotStatusView(Endpoint):
    """What the calling bot accepts now."""

    permission_classes = signed_in("play")

    @operation(
        "announce_bot",
        "Announce what a bot accepts",
        "`GET /bots/online` shows it for 90 seconds: send it again before as a heartbeat. "
        "It is a hint, and no game refuses a bot because of it. Only bots have a status. "
        "Scope: `play`.",
        request=bodies.BotStatusBodySerializer,
        answers={200: answers.BotStatusJson},
        problems="not_a_bot",
        tag="bots",
    )
    def put(self, request: Request) -> Response:
        body = bodies.BotStatusBodySerializer.parse(request.data)
        now = timezone.now()
        stored = bot_offers.announce(account_of(request), Accepted(**body), now=now)
        presence.note_online({stored.account_id: None}, now=now)
        return Response(answers.bot_status(stored))


class OwnGamesView(Endpoint):
    """The caller's open games."""

    costs = {"GET": Cost.LIST}
    permission_classes = signed_in("read", "play")

    @operation(
        "list_my_games",
        "List my open games",
        "All games in which you have a seat and that have not ended, at most 100: first "
        "those that wait for you, by deadline, then other running games, then lobbies. Games that "
        "you have left are not listed.",
        answers={200: answers.OwnGames},
        tag="lobby",
    )
    def get(self, request: Request) -> Response:
        account_id = caller(request).account_id
        mine = own_games.open_games(account_id)
        presence.note_online({account_id: None}, now=timezone.now())
        return Response(answers.OwnGames(games=[answers.own_game(game) for game in mine]))


class OwnStatisticsView(Endpoint):
    """The caller's results."""

    costs = {"GET": Cost.LIST}
    permission_classes = signed_in("read")

    @operation(
        "read_my_statistics",
        "Show my results",
        "Your results by preset, also against built-in bots, by their level; a series "
        "counts once. Only you see them: the results of a profile leave out games with built-in "
        "bots. Games that do not count, such as annulled ones, are left out.",
        answers={200: answers.OwnStatistics},
    )
    def get(self, request: Request) -> Response:
        shown = own_statistics.of_account(caller(request).account_id)
        return Response(
            {
                "newest": own_statistics.MOST_SEATS,
                "results": [answers.own_results(each) for each in shown],
            }
        )
