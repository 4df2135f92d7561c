"""The state of a game, the commands of a seat, and emotes."""

from typing import Any

import orjson
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.api.permissions import anyone, signed_in
from accounts.api.throttles import AccountThrottle, spend
from accounts.credentials.authentication import caller, caller_if_any
from api_kit.endpoint import Endpoint
from api_kit.serializers import StrictChoiceField, StrictSerializer
from games.engine import commands
from games.play import presence
from games.play.api import bodies, position_answers, schema
from games.play.api.game_reading import (
    GameEndpoint,
    WatchableEndpoint,
    is_current,
    read_head_and_last,
    read_id,
)
from games.play.api.pipeline import SeatCommandView, run_seat_command
from games.play.api.position_answers import StateJson
from games.play.api.schema import command_schema, operations
from games.play.presence import EMOTES

operation = operations("table")
CALLER = -1
"""The seat in a command until the caller's is known."""


class StateView(GameEndpoint, WatchableEndpoint):
    permission_classes = anyone("read", "play", "class")

    @operation(
        "read_state",
        "Read the state",
        "What you may see now: your hand, the size of every hand, books, whose turn "
        "it is, and what you may do. Without a token, or after you have left the game, you are a "
        "spectator. For your own seat a token with the scope `play` suffices.",
        parameters=[schema.IF_NONE_MATCH, schema.WATCH_CODE, schema.etag_header(200, 304)],
        answers={200: StateJson, 304: None},
        problems="game_not_found spectators_barred",
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        head, last = read_head_and_last(request, game_id, self.found)
        etag = position_answers.etag(head)
        headers = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
        if is_current(request, etag):
            return HttpResponse(status=304, headers=headers)
        shown = orjson.dumps(position_answers.state(head, last))
        return HttpResponse(shown, headers=headers, content_type="application/json")


class AskView(SeatCommandView):
    @command_schema(
        "ask",
        summary="Ask a seat for a rank or a card",
        description="You ask again while you get cards or catch what you asked for. Send an "
        "Idempotency-Key: a successful ask keeps the turn, so a retry without a key would be "
        "a second ask.",
        request=bodies.AskSerializer,
        problems=(
            "not_your_turn wrong_phase wrong_ask_form bad_target target_has_no_cards "
            "rank_not_held card_already_held rank_closed card_out_of_play"
        ),
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        body = bodies.AskSerializer.read(request)
        return run_seat_command(self, request, game_id, _ask(body))


class AnswerView(SeatCommandView):
    @command_schema(
        "answer",
        summary="Answer an ask (honour mode)",
        description="Hand over what was asked for; an empty list means go fish. Where only one card is "
        "handed over (`transfer`), you choose which card of the rank. If you withhold cards, "
        "the referee hands them over and bars you from the rank, and you miss a turn.",
        request=bodies.AnswerSerializer,
        problems="not_your_turn wrong_phase duplicate_card card_not_held card_not_asked",
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        cards = tuple(bodies.AnswerSerializer.parse(request.data)["cards"])
        return run_seat_command(self, request, game_id, commands.Answer(CALLER, cards))


class DeclareView(SeatCommandView):
    @command_schema(
        "declare",
        summary="Lay a book",
        description="In any game, a book with jokers; in honour mode any book, before you ask or while "
        "your turn is closing.",
        request=bodies.DeclareSerializer,
        problems="not_your_turn wrong_phase duplicate_card card_not_held not_a_book",
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        cards = tuple(bodies.DeclareSerializer.parse(request.data)["cards"])
        return run_seat_command(self, request, game_id, commands.Declare(CALLER, cards))


class EndTurnView(SeatCommandView):
    @command_schema(
        "end_turn",
        summary="End your closing turn (honour mode)",
        description="Books that you hold and did not declare are void.",
        request=bodies.EndTurnSerializer,
        problems="not_your_turn wrong_phase",
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        bodies.EndTurnSerializer.parse(request.data)
        return run_seat_command(self, request, game_id, commands.EndTurn(CALLER))


class ExposeView(SeatCommandView):
    @command_schema(
        "expose",
        summary="Show a card of your hand (honour mode)",
        description="As if you dropped it: no penalty, and all players have seen it.",
        request=bodies.ExposeSerializer,
        problems="wrong_phase honour_only card_not_held card_already_exposed",
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        card = bodies.ExposeSerializer.parse(request.data)["card"]
        return run_seat_command(self, request, game_id, commands.Expose(CALLER, card))


class CutView(SeatCommandView):
    @command_schema(
        "cut",
        summary="Cut the pack",
        description="For the seat to the dealer's right, if the rules have a cut. Moves this many cards "
        "from the top to the bottom.",
        request=bodies.CutSerializer,
        problems="not_your_turn wrong_phase bad_cut",
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        position = bodies.CutSerializer.parse(request.data)["position"]
        return run_seat_command(self, request, game_id, commands.Cut(CALLER, position))


class MisdealView(SeatCommandView):
    @command_schema(
        "misdeal",
        summary="Claim a misdeal",
        description="If the rules allow a redeal: once per seat and game, before the first ask of "
        "the deal. The server's deal is provable, so the claim is a matter of honour.",
        request=bodies.MisdealSerializer,
        problems="wrong_phase misdeal_not_allowed",
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        reason = bodies.MisdealSerializer.parse(request.data)["reason"]
        return run_seat_command(self, request, game_id, commands.Misdeal(CALLER, reason))


class ResignView(SeatCommandView):
    """A player's resignation. The teacher takes pupils from their tables."""

    permission_classes = signed_in("play")

    @command_schema(
        "resign",
        summary="Resign",
        description="Ends the game with the current scores, or a stand-in takes over your seat "
        "(`on_abandon`). A player who left cannot win, and is a spectator from then on.",
        request=bodies.ResignSerializer,
        problems="not_started",
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        bodies.ResignSerializer.parse(request.data)
        return run_seat_command(self, request, game_id, commands.Resign(CALLER))


def _ask(body: dict[str, Any]) -> commands.Ask:
    card = body.get("card")
    return commands.Ask(CALLER, body["target"], body["rank"] if card is None else card // 4, card)


class EmoteSerializer(StrictSerializer):
    """One of the preset emotes."""

    emote = StrictChoiceField(choices=list(EMOTES))


class EmoteThrottle(BaseThrottle):
    def allow_request(self, request: Request, view: object) -> bool:
        bearer = caller_if_any(request)
        if bearer is not None:
            game = request.parser_context["kwargs"]["game_id"]
            spend(request._request, "emotes", f"{bearer.account_id} {game}")
        return True


class EmotesView(Endpoint):
    permission_classes = signed_in("play", "class")
    throttle_classes = (AccountThrottle, EmoteThrottle)

    @operation(
        "send_emote",
        "Send an emote",
        "Shows one of twelve preset emotes to those who follow the game, in an `emote` frame. It "
        "is not a move: no log, state or transcript has it. Players who have blocked you do not "
        "see it, and you do not learn of that. Scope: `play`.",
        request=EmoteSerializer,
        answers={204: None},
        problems=(
            "game_not_found spectators_barred not_seated emotes_off game_closed game_over "
            "already_left"
        ),
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        emote = EmoteSerializer.parse(request.data)["emote"]
        account_id = caller(request).account_id
        presence.send_emote(read_id(game_id), account_id, emote, now=timezone.now())
        return HttpResponse(status=204)
