"""What the host does in a lobby: seat bots, remove players, start."""

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.api.permissions import signed_in
from api_kit.endpoint import Endpoint
from api_kit.serializers import EmptySerializer
from games.play import host_actions
from games.play.api.lobby.bodies import SeatedBotSerializer
from games.play.api.openapi.schema import command_schema
from games.play.api.requests.game_reading import read_id
from games.play.api.requests.retries import run_use_case


class StartView(Endpoint):
    """The host starts the game before all seats are taken."""

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
            request, lambda account, version: host_actions.start(game, account, if_version=version)
        )


class SeatBotsView(Endpoint):
    """The host seats a built-in bot."""

    permission_classes = signed_in("play")

    @command_schema(
        "seat_bot",
        summary="Seat a built-in bot",
        description="For the host, before the start. `random` asks at random, `forgetful` "
        "remembers the last asks, `memory` all of them, and `expert` also estimates the hidden "
        "cards. A bot adds no entropy and sees what a player on its seat sees.",
        tag="lobby",
        request=SeatedBotSerializer,
        problems=(
            "already_started not_host bots_barred rated_for_others spectators_barred "
            "game_full no_such_seat seat_taken too_many_seatings"
        ),
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        game, body = read_id(game_id), SeatedBotSerializer.parse(request.data)
        return run_use_case(
            request,
            lambda account, version: host_actions.seat_bot(
                game, account, **body, if_version=version
            ),
        )


class SeatView(Endpoint):
    """The host removes a player or a bot from a seat."""

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
            lambda account, version: host_actions.remove(
                game, account, seat=seat, if_version=version
            ),
        )
