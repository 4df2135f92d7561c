"""Looking back: moves, positions, transcripts, and whether they hold."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ErrorDetail, ParseError, ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.strict_json import MemberTwice, NotJSON
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from api_kit.openapi import WITH_BODY
from api_kit.parsers import DuplicateMember
from api_kit.permissions import anyone
from api_kit.throttles import AddressThrottle, limited_by
from games.api import parameters, render
from games.api.bodies import MovesQuerySerializer, ReplayQuerySerializer
from games.api.game_reading import read_head
from games.api.live import start_stream
from games.api.parsers import TranscriptParser
from games.api.schema import responses
from games.api.shapes import (
    MovePageSerializer,
    ReplayedPositionSerializer,
    TranscriptFileSerializer,
    VerdictSerializer,
    VerificationRequestSerializer,
)
from games.api.transcript_schema import TRANSCRIPT_SCHEMA
from games.engine.receipts import NoReceipts
from games.engine.transcript import NoTranscript
from games.log import reader, replay, transcripts, verification
from games.services import play


class VerificationThrottle(AddressThrottle):
    """Checks of transcripts, each of which is much work."""

    quota = "verification"


class MovesView(Endpoint):
    """The log as the caller may see it."""

    costs = {"GET": Cost.LIST}
    query_shape = MovesQuerySerializer
    permission_classes = anyone("read", "play")

    @extend_schema(
        operation_id="read_moves",
        tags=["history"],
        summary="Read moves",
        description="Moves after `after`, oldest first. All of them, in order, make up the game; "
        "your own hand is in them, so that they alone replay your seat, until you leave it: then you read all of "
        "them as a spectator. With `wait` and no move to "
        "read, the answer comes with the next move, or without one when the time is up.",
        parameters=[parameters.GAME_ID, MovesQuerySerializer],
        responses={
            200: MovePageSerializer,
            **responses("game_not_found", "spectators_barred", "too_many_streams"),
        },
    )
    def get(self, request: Request, game_id: str) -> Response:
        query, head = self.query, read_head(request, game_id)
        # No further than the head: at the start seats get new numbers, and with them other hands.
        logged = reader.read(
            head.game_id, after=query["after"], until=head.version, limit=query["limit"]
        )
        if query["wait"] and query["after"] >= head.version and not head.state.has_ended:
            start_stream.wait(request, head, after=query["after"], seconds=query["wait"])
        moves = render.moves(head, logged)
        return Response({"game": game_id, "version": head.version, "moves": moves})


class ReplayView(Endpoint):
    """A position of the past."""

    costs = {"GET": Cost.HEAVY}
    query_shape = ReplayQuerySerializer
    permission_classes = anyone("read", "play")

    @extend_schema(
        operation_id="read_replay",
        tags=["history"],
        summary="Read the position after a move",
        description="As you might have seen it then, or as a spectator if you have left; of a game that is "
        "over, the whole truth with every hand and the stock.",
        parameters=[parameters.GAME_ID, ReplayQuerySerializer],
        responses={
            200: ReplayedPositionSerializer,
            **responses("game_not_found", "spectators_barred", "no_such_move"),
        },
    )
    def get(self, request: Request, game_id: str) -> Response:
        head = read_head(request, game_id)
        past = replay.position_at(head.game_id, self.query["at"], version=head.version)
        return Response(render.past_position(head, past.state, past.move))


class TranscriptRenderer(JSONRenderer):
    """Lets who wants a transcript name its own type."""

    media_type = transcripts.MEDIA_TYPE


class TranscriptView(Endpoint):
    """A finished game as a document."""

    costs = {"GET": Cost.HEAVY}
    renderer_classes = (JSONRenderer, TranscriptRenderer)
    permission_classes = anyone("read")

    @extend_schema(
        operation_id="read_transcript",
        tags=["history"],
        summary="Download the transcript of a finished game",
        description="Rules, seats, every move with its digest, the seed and the entropy: all that a "
        "stranger needs to check the game offline, with `python -m games.engine.verify FILE`. That it is the "
        "log shown during play, the receipts that players noted prove (`--receipts FILE`).",
        parameters=[parameters.GAME_ID],
        responses={
            (200, transcripts.MEDIA_TYPE): TranscriptFileSerializer,
            **responses("game_not_found", "spectators_barred", "not_over_yet", "game_closed"),
        },
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        head = read_head(request, game_id)
        game = play.find(head.game_id)
        return HttpResponse(
            transcripts.write(game),
            content_type=transcripts.MEDIA_TYPE,
            headers={"Content-Disposition": f'attachment; filename="gofish-{game_id}.json"'},
        )


class TranscriptSchemaView(Endpoint):
    """What a transcript looks like."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="read_transcript_schema",
        tags=["history"],
        summary="Read the JSON Schema of transcripts",
        description=f"Describes documents of the media type `{transcripts.MEDIA_TYPE}`.",
        responses={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request) -> Response:
        return Response(TRANSCRIPT_SCHEMA)


class TranscriptVerificationView(Endpoint):
    """A check of a transcript."""

    costs = {"POST": Cost.VERIFICATION}
    authentication_classes = ()
    permission_classes = (AllowAny,)
    parser_classes = (TranscriptParser,)
    throttle_classes = limited_by(VerificationThrottle)

    @extend_schema(
        operation_id="verify_transcript",
        tags=["history"],
        summary="Verify a transcript",
        description="Checks the seed against its commitment, the digest chain, that each move is "
        "legal and has exactly the events that the rules give, every shuffle, and the result. "
        "Names the first move that does not hold and why. A log that was invented after the game, or that lacks "
        "its last moves, can pass all this: that it is the log shown during play, only receipts prove. Send "
        "yours as `receipts`, a member beside those of the transcript. Nothing is stored.",
        request=VerificationRequestSerializer,
        responses={200: VerdictSerializer, **responses("too_much_to_check", *WITH_BODY)},
    )
    def post(self, request: Request) -> Response:
        body: Any = request.data
        try:
            # Without a body nothing was parsed.
            found = verification.check(body if isinstance(body, bytes) else b"{}")
        except NotJSON as refusal:
            raise ParseError(str(refusal)) from None
        except MemberTwice as refusal:
            raise DuplicateMember(str(refusal)) from None
        except NoTranscript as refusal:
            raise _at_its_place(str(refusal), "no_transcript", refusal.place) from None
        except NoReceipts as refusal:
            place = f"receipts/{refusal.place}" if refusal.place else "receipts"
            raise _at_its_place(str(refusal), "no_receipts", place) from None
        return Response(render.verdict(found))


def _at_its_place(sentence: str, code: str, place: str) -> ValidationError:
    """Nest the error as the place is nested, which makes the pointer."""
    detail: Any = [ErrorDetail(sentence, code)]
    for name in reversed(place.split("/") if place else []):
        detail = {name: detail}
    return ValidationError(detail)
