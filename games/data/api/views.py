"""Export many games as lines, and list the dumps that the operator publishes."""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from accounts import blocks
from accounts.api.permissions import anyone
from accounts.api.throttles import AccountThrottle, spend, spend_at_address
from accounts.credentials.authentication import caller_if_any, reader_id
from accounts.refusals import NoSuchPlayer
from api_kit.endpoint import Cost, Endpoint
from api_kit.ndjson import NDJSON, NDJSONRenderer
from games.data import manifest, selection
from games.data.api import bodies, held_export
from games.data.api.answers import Dump, DumpFile, DumpList, ExportLine
from games.data.api.bodies import ExportBodySerializer, PlayerGamesQuerySerializer
from games.data.api.held_export import HeldExport
from games.data.manifest import Manifest
from games.data.selection import ExportFilters
from games.live.start_stream import admitted
from games.log.entries import fill
from games.play.api.schema import operations

operation = operations("players")

MOST_GAMES = {"transcripts": 20, "summaries": 100}
"""Games in a piece of an export."""
MOST_OPEN = 4
"""Open exports of a caller: each counts as that part of ``STREAMS_PER_CALLER``."""

DESCRIPTION = (
    "A line is a game: `id`, `cursor`, and `transcript`, `game` or `error`. The last line is "
    "`next`: null at the end, or the cursor to continue with. If the answer is cut off, send the "
    "request again with the `cursor` of the last whole line. Empty lines keep the connection open."
)


class ExportThrottle(BaseThrottle):
    """Limits exports of an account, or of an address without a token."""

    def allow_request(self, request: Request, view: object) -> bool:
        bearer = caller_if_any(request)
        if bearer is None:
            spend_at_address(request._request, "exports")
        else:
            spend(request._request, "exports", str(bearer.account_id))
        return True


class ExportEndpoint(Endpoint):
    """The base of exports: anyone may read, and continuing an export counts in no quota."""

    permission_classes = anyone("read")
    renderer_classes = (NDJSONRenderer,)
    throttle_classes = (AccountThrottle, ExportThrottle)

    def get_throttles(self) -> list[BaseThrottle]:
        """Return no throttles for the second and later pieces of an export."""
        is_continued = held_export.AFTER in self.request.META
        return [] if is_continued else super().get_throttles()


class GamesExportView(ExportEndpoint):
    costs = {"POST": Cost.HEAVY}

    @operation(
        "export_games",
        "Export games by id",
        f"Transcripts or summaries of up to 300 games, in the order of the ids. {DESCRIPTION}",
        request=ExportBodySerializer,
        answers={(200, NDJSON): ExportLine},
        problems="too_many_streams",
        tag="history",
    )
    def post(self, request: Request) -> HttpResponse:
        body = ExportBodySerializer.parse(request.data)
        return of_games(
            request, body, sha256("\n".join(body["ids"]).encode()).hexdigest(), body["ids"]
        )


class PlayerGamesExportView(ExportEndpoint):
    costs = {"GET": Cost.HEAVY}
    query_shape = PlayerGamesQuerySerializer

    @operation(
        "export_player_games",
        "Export a player's games",
        "Transcripts or summaries, oldest game first; private games only if you may see "
        f"them. {DESCRIPTION}",
        answers={(200, NDJSON): ExportLine},
        problems="no_such_player too_many_streams",
    )
    def get(self, request: Request, username: str) -> HttpResponse:
        query, player = self.query, blocks.open_by_username(username)
        content = query["as"]
        filters = ExportFilters(
            since=query.get("since"),
            until=query.get("until"),
            preset=query.get("preset"),
            opponent_id=_opponent(query.get("opponent")),
            is_finished=query.get("finished"),
        )
        export = _name("player", content, player.pk, *filters)
        after = _position(request, query, export)
        reader = reader_id(request)
        batch = selection.batch_of_player(
            player.pk, reader, filters, after=after, most=MOST_GAMES[content]
        )
        piece = held_export.piece(batch, content, reader, export, newest=query["version"])
        return _answer(request, *piece)


def of_games(
    request: Request, values: dict[str, Any], name: str, ids: Sequence[str]
) -> HttpResponse:
    """Return the next piece of an export of games by their ids; ``name`` says which these are."""
    content, reader = values["as"], reader_id(request)
    export = _name("games", content, name)
    after = _position(request, values, export)
    batch = selection.batch_of_ids(ids, reader, after=after, most=MOST_GAMES[content])
    return _answer(
        request, *held_export.piece(batch, content, reader, export, newest=values["version"])
    )


def _opponent(username: str | None) -> int | None:
    """Return the account of a player that the query names."""
    if username is None:
        return None
    try:
        return blocks.open_by_username(username).pk
    except NoSuchPlayer as refusal:
        detail = ErrorDetail(str(refusal), "no_such_player")
        raise ValidationError({"opponent": [detail]}) from None


def _name(*parts: object) -> str:
    """Return a text of what is exported, which a cursor belongs to."""
    return json.dumps([None if part is None else str(part) for part in parts])


def _position(request: Request, values: dict[str, Any], export: str) -> int:
    """Return the position after which an export continues, 0 for its beginning.

    :raises ValidationError: if the cursor is not one of this export.
    """
    cursor = request.META.get(held_export.AFTER, values.get("cursor"))
    return 0 if cursor is None else bodies.from_text(cursor, export)


def _answer(request: Request, content: bytes, following: str | None) -> HttpResponse:
    """Return a piece, and hold the connection for the next one.

    :raises TooManyStreams: if the caller has too many open connections.
    """
    places = max(1, settings.STREAMS_PER_CALLER // MOST_OPEN)
    if following is not None and (connection := admitted(request, places=places)):
        connection.hold = HeldExport(connection.registry)
    return HttpResponse(
        content + held_export.end(following),
        content_type=NDJSON,
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


dumps_operation = operations("history")


class DumpsView(Endpoint):
    costs = {"GET": Cost.LIST}
    permission_classes = anyone("read")

    @dumps_operation(
        "list_dumps",
        "List dumps of games",
        "Finished public games of each month as files for research, with sizes and "
        "digests. The list is empty if the operator publishes none.",
        answers={200: DumpList},
    )
    def get(self, request: Request) -> Response:
        found = manifest.current(Path(settings.DUMPS_PATH))
        return Response(DumpList(dumps=[_rendered(manifest) for manifest in found]))


def _rendered(manifest: Manifest) -> Dump:
    files = [
        fill(DumpFile, file, link=f"/dumps/{manifest.name}/{file.name}") for file in manifest.files
    ]
    return fill(Dump, manifest, files=files)
