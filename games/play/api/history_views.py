"""Read moves, past positions and transcripts, and verify transcripts."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import ErrorDetail, ParseError, ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone
from accounts.api.throttles import limited_by
from api_kit.answers import shape
from api_kit.endpoint import Cost, Endpoint
from api_kit.ndjson import JSON
from api_kit.parsers import DuplicateMember
from api_kit.strict_json import MemberTwice, NotJSON
from games.engine.receipts import NoReceipts
from games.engine.transcript_reader import NoTranscript
from games.log import replay, transcripts, verification
from games.notation import syntax
from games.notation.syntax import NoNotation
from games.play import play, visibility
from games.play.api import game_reading, history_answers, list_bodies, schema
from games.play.api.game_reading import WatchableEndpoint, is_current, read_head
from games.play.api.schema import operations
from games.play.api.transcript_schema import (
    TRANSCRIPT_SCHEMA,
    NotationParser,
    PlainTranscriptParser,
    TranscriptParser,
)

operation = operations("history")

_VALIDATED = [schema.WATCH_CODE, schema.IF_NONE_MATCH, schema.etag_header(200, 304)]


class ReplayView(WatchableEndpoint):
    costs = {"GET": Cost.HEAVY}
    query_shape = list_bodies.ReplayQuerySerializer
    permission_classes = anyone("read", "play")

    @operation(
        "read_replay",
        "Read the position after a move",
        "As you could see it then, or as a spectator if you have left. For a game that is over: "
        "with every hand and the stock, or with `seat`, as that seat could see it then.",
        parameters=_VALIDATED,
        answers={200: history_answers.ReplayedPosition, 304: None},
        problems=(
            "game_not_found spectators_barred no_such_move no_such_seat not_over_yet game_closed"
        ),
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        head, seat = read_head(request, game_id), self.query.get("seat")
        if seat is not None:
            visibility.check_sees_as(head, seat)
        headers = game_reading.headers(request, head)
        if headers and is_current(request, headers["ETag"]):
            return HttpResponse(status=304, headers=headers)
        past = replay.state_at(head.game_id, self.query["at"], version=head.version)
        position = history_answers.past_position(head, past.state, past.move, seat=seat)
        return Response(position, headers=headers)


class TranscriptRenderer(JSONRenderer):
    """Accepts the media type of transcripts."""

    media_type = transcripts.MEDIA_TYPE


NOTATION = {"type": "string", "examples": ["GFN: 1\n…\n1>0:K ~3D 0>1:9 +DH #9\n"]}
"""The schema of a notation."""


class NotationRenderer(JSONRenderer):
    """Accepts the media type of notations; problems are JSON."""

    media_type = syntax.MEDIA_TYPE


class TranscriptView(WatchableEndpoint):
    costs = {"GET": Cost.HEAVY}
    query_shape = list_bodies.TranscriptQuerySerializer
    renderer_classes = (JSONRenderer, TranscriptRenderer, NotationRenderer)
    permission_classes = anyone("read")

    @operation(
        "read_transcript",
        "Download the transcript of a finished game",
        "Rules, seats, every move with its digest, the seed and the entropy: "
        "everything to check the game offline, with `python3 -m games.engine.verify FILE`. "
        "Receipts that players saved prove that it is the log shown during play (`--receipts "
        "FILE`). `annotations` has the names of the players; no digest covers them. Moves have the "
        "form in which they are stored: in `version` 1 commands and events are objects; in version 2 "
        "those of schema 3 are arrays, and a command is null if the first event implies it. As "
        f"`{syntax.MEDIA_TYPE}` (GFN) the same game is a short text, which turns into the same "
        "transcript again. Of a game that is not over, that text has what you see, with `??` for "
        "hidden cards; as JSON there is none.",
        parameters=_VALIDATED,
        answers={
            (200, transcripts.MEDIA_TYPE): history_answers.TranscriptFile,
            (200, syntax.MEDIA_TYPE): NOTATION,
            304: None,
        },
        problems=(
            "game_not_found spectators_barred not_over_yet game_closed transcript_version_too_low"
        ),
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        head = read_head(request, game_id)
        headers = game_reading.headers(request, head, transcripts.usernames(head.game_id))
        if headers and is_current(request, headers["ETag"]):
            return HttpResponse(status=304, headers=headers)
        game = play.find(head.game_id)
        if isinstance(request.accepted_renderer, NotationRenderer):
            is_over = head.state.is_over
            return HttpResponse(
                transcripts.write_notation(game)
                if is_over
                else transcripts.write_partial_notation(game, head),
                content_type=syntax.MEDIA_TYPE,
                headers=headers
                | {"Content-Disposition": f'attachment; filename="gofish-{game_id}.gfn"'},
            )
        return HttpResponse(
            transcripts.write(game, with_names=True, newest=self.query["version"]),
            content_type=transcripts.MEDIA_TYPE,
            headers=headers
            | {"Content-Disposition": f'attachment; filename="gofish-{game_id}.json"'},
        )


class TranscriptSchemaView(Endpoint):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @operation(
        "read_transcript_schema",
        "Read the JSON Schema of transcripts",
        f"Describes documents of the media type `{transcripts.MEDIA_TYPE}`.",
        answers={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request) -> Response:
        return Response(TRANSCRIPT_SCHEMA)


class TranscriptVerificationView(Endpoint):
    costs = {"POST": Cost.VERIFICATION}
    authentication_classes = ()
    permission_classes = (AllowAny,)
    parser_classes = (PlainTranscriptParser, TranscriptParser, NotationParser)
    throttle_classes = limited_by("verification")

    @operation(
        "verify_transcript",
        "Verify a transcript",
        "Checks the seed against its commitment, the digest chain, that each move is "
        "legal and has exactly the events that the rules give, every shuffle, and the result. "
        "Names the first move that fails and why. A log that was invented after the game, or that "
        "lacks its last moves, can pass all this. Only receipts prove that it is the log shown "
        "during play: send yours in the member `receipts`. The body may be sent as "
        f"`{transcripts.MEDIA_TYPE}` too, and a notation as `{syntax.MEDIA_TYPE}`, with receipts in "
        "its header `Receipts`: then the reason of a failure names its line and column. Nothing is "
        "stored.",
        request={JSON: shape(history_answers.VerificationRequest)},
        answers={200: history_answers.Verdict},
        problems=(
            "too_much_to_check partial_notation malformed_json duplicate_member body_timeout "
            "body_too_large unsupported_media_type"
        ),
    )
    def post(self, request: Request) -> Response:
        body: Any = request.data
        # Without a body nothing was parsed.
        text = body if isinstance(body, bytes) else b"{}"
        is_notation = request.content_type == syntax.MEDIA_TYPE
        try:
            if is_notation and not text.startswith(syntax.START):
                syntax.parse(b"")
            result = verification.check(text)
        except NotJSON as refusal:
            raise ParseError(str(refusal)) from None
        except MemberTwice as refusal:
            raise DuplicateMember(str(refusal)) from None
        except NoTranscript as refusal:
            raise _error_at(str(refusal), "no_transcript", refusal.place) from None
        except NoNotation as refusal:
            raise _error_at(str(refusal), "no_notation", "") from None
        except NoReceipts as refusal:
            place = f"receipts/{refusal.place}" if refusal.place else "receipts"
            raise _error_at(str(refusal), "no_receipts", place) from None
        return Response(history_answers.verdict(result))


def _error_at(sentence: str, code: str, place: str) -> ValidationError:
    """Return the error nested as its place is; the nesting becomes the pointer."""
    detail: Any = [ErrorDetail(sentence, code)]
    for name in reversed(place.split("/") if place else []):
        detail = {name: detail}
    return ValidationError(detail)
