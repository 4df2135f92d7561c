"""Take and leave seats of a lobby, add entropy, play again, and the actions of its host."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.permissions import signed_in
from accounts.api.schema import RefusalsUncounted
from accounts.api.throttles import AccountThrottle, AddressThrottle, limited_by, spend_at_address
from accounts.credentials.authentication import caller
from api_kit.endpoint import Endpoint
from api_kit.serializers import EmptySerializer
from games.play import lobby, lobby_actions, visibility
from games.play.api.bodies import EntropySerializer, JoinSerializer, SeatedBotSerializer
from games.play.api.game_reading import read_id
from games.play.api.game_views import CreationThrottle
from games.play.api.retries import run_use_case
from games.play.api.schema import command_schema


class CodeThrottle(AddressThrottle):
    quota = "join_code"

    def counts(self, request: Request) -> bool:
        return isinstance(request.data, dict) and "join_code" in request.data


class SeatingThrottle(AddressThrottle):
    """Limits the seats of one lobby that are taken from one address, by all its accounts."""

    quota = "seatings"

    def allow_request(self, request: Request, view: object) -> bool:
        assert isinstance(view, APIView)
        spend_at_address(request._request, self.quota, of=view.kwargs["game_id"])
        return True


class JoinView(RefusalsUncounted):
    """The caller takes a seat.

    A refused request does not count against the limit of its address.
    """

    permission_classes = signed_in("play")
    throttle_classes = limited_by(CodeThrottle, SeatingThrottle)

    uncounted = ("seatings",)

    @command_schema(
        "join",
        summary="Take a seat",
        description="If you send `entropy`, the deal cannot be known in advance, not even by the server. "
        "The last seat to be taken starts the game. Seats in a lobby can be taken 200 times, "
        "of which the last 40 are for bots and invited players, and 3 times by one account.",
        tag="lobby",
        request=JoinSerializer,
        problems=(
            "already_started game_full no_such_seat seat_taken already_seated bots_barred "
            "rated_for_others too_many_games has_looked too_many_seatings left_too_often"
        ),
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        game, body = read_id(game_id), JoinSerializer.parse(request.data)
        is_bot = caller(request).is_bot
        visibility.check_has_not_seen_cards(game, caller(request).account_id)
        return run_use_case(
            request,
            lambda account, version: lobby.join(
                game, account, is_bot=is_bot, **body, if_version=version
            ),
        )


class EntropyView(Endpoint):
    permission_classes = signed_in("play")

    @command_schema(
        "add_entropy",
        summary="Add entropy to the deal",
        description="Before the start, if you added none when you took your seat: each seat adds entropy "
        "once. If you leave the lobby, your entropy is removed.",
        tag="lobby",
        request=EntropySerializer,
        problems="already_started not_seated entropy_already_given",
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        game, body = read_id(game_id), EntropySerializer.parse(request.data)
        return run_use_case(
            request,
            lambda account, version: lobby.add_entropy(game, account, **body, if_version=version),
        )


class LeaveView(Endpoint):
    permission_classes = signed_in("play")

    @command_schema(
        "leave",
        summary="Leave the lobby",
        description="Frees your seat. When the last person leaves, the lobby is closed. To leave "
        "a game that has started, use `/resign`.",
        tag="lobby",
        request=None,
        problems="already_started not_seated",
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        EmptySerializer.parse(request.data)
        game = read_id(game_id)
        return run_use_case(
            request, lambda account, version: lobby.leave(game, account, if_version=version)
        )


class RematchView(Endpoint):
    permission_classes = signed_in("play")
    throttle_classes = (AccountThrottle, CreationThrottle)

    @command_schema(
        "rematch",
        summary="Play again",
        description="Once a game is over: the same rules, terms and seats, with the dealer rotated. The "
        "first player to ask opens the new game, the others join it with the same call. It "
        "starts when all have joined; no other player may join.",
        tag="lobby",
        request=None,
        problems=(
            "not_over_yet already_seated already_started level_not_offered too_many_games "
            "too_many_seatings left_too_often"
        ),
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        EmptySerializer.parse(request.data)
        game = read_id(game_id)
        return run_use_case(request, lambda account, _: lobby_actions.rematch(game, account))


class StartView(Endpoint):
    permission_classes = signed_in("play")

    @command_schema(
        "start",
        summary="Start without waiting for more players",
        description="For the host, who sits on the lowest seat that a person has taken. Empty "
        "seats are removed and the others renumbered, if the rules allow the number of seats.",
        tag="lobby",
        request=None,
        problems="already_started not_host spectators_barred too_few_seats",
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        EmptySerializer.parse(request.data)
        game = read_id(game_id)
        return run_use_case(
            request, lambda account, version: lobby_actions.start(game, account, if_version=version)
        )


class SeatBotsView(Endpoint):
    permission_classes = signed_in("play")

    @command_schema(
        "seat_bot",
        summary="Seat a built-in bot",
        description="For the host, before the start. `random` asks at random, `forgetful` remembers the "
        "last asks, `memory` all of them, `expert` also estimates the hidden cards, and `master` "
        "does so and learned most. A bot adds no entropy and sees what a player in its seat sees.",
        tag="lobby",
        request=SeatedBotSerializer,
        problems=(
            "already_started not_host bots_barred level_not_offered rated_for_others "
            "spectators_barred game_full no_such_seat seat_taken too_many_seatings"
        ),
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        game, body = read_id(game_id), SeatedBotSerializer.parse(request.data)
        return run_use_case(
            request,
            lambda account, version: lobby_actions.seat_bot(
                game, account, **body, if_version=version
            ),
        )


class SeatView(Endpoint):
    permission_classes = signed_in("play")

    @command_schema(
        "remove_player",
        summary="Remove a player or a bot before the start",
        description="For the host, who sits on the lowest seat that a person has taken.",
        tag="lobby",
        request=None,
        problems="already_started not_host spectators_barred seat_empty",
    )
    def delete(self, request: Request, game_id: str, seat: int) -> HttpResponse:
        EmptySerializer.parse(request.data)
        game = read_id(game_id)
        return run_use_case(
            request,
            lambda account, version: lobby_actions.remove(
                game, account, seat=seat, if_version=version
            ),
        )
