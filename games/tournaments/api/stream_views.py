"""Follow a tournament, and export its games."""

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.api.permissions import anyone
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from api_kit.ndjson import NDJSON
from games.data.api.exports import views as exports
from games.data.api.exports.answers import ExportLine
from games.data.api.exports.bodies import GamesExportQuerySerializer
from games.live import start_stream
from games.live.frames import FrameFormat
from games.live.start_stream import FRAME_RENDERERS
from games.log import ids
from games.play.api.openapi import parameters
from games.play.api.openapi.schema import operations
from games.play.api.requests.game_reading import reader_id
from games.tournaments import access
from games.tournaments.api import feed
from games.tournaments.api.answers import TournamentFrame
from games.tournaments.api.bodies import TournamentStreamQuerySerializer
from games.tournaments.api.feed import TournamentStream
from games.tournaments.refusals import TournamentNotFound

operation = operations("tournaments")


class TournamentStreamView(Endpoint):
    """The stream of a tournament."""

    costs = {"GET": Cost.LIST}
    query_shape = TournamentStreamQuerySerializer
    permission_classes = anyone("read")
    renderer_classes = FRAME_RENDERERS

    @operation(
        "stream_tournament",
        "Follow a tournament",
        "Server-sent events, or newline-delimited JSON: `table` when a table is paired, "
        "opened or over, `round` with the tournament, `standing` with the first 20 lines. Changes "
        "are at most two seconds old. It begins with the last two, or to resume after the `id` in "
        "`after` or `Last-Event-ID` with what changed since. If that is more than 50 tables, it "
        "begins with `reload` and the latest 50: read the others by `GET …/tables`. It ends with "
        "`invitation_ended` for a director of a private tournament who is dismissed.",
        parameters=[parameters.LAST_EVENT_ID],
        answers={
            (200, FrameFormat.EVENTS.value): TournamentFrame,
            (200, FrameFormat.LINES.value): TournamentFrame,
        },
        problems="tournament_not_found bad_last_event_id too_many_streams",
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        account_id = reader_id(request)
        found = access.find(ids.read(tournament_id, TournamentNotFound), account_id)
        sent = self.query.get("after")
        after = start_stream.cursor(
            request, None if sent is None else str(sent), version=found.version
        )
        connection = start_stream.admitted(request)
        if connection is not None:
            connection.hold = TournamentStream(
                connection.registry,
                start_stream.credentials_of(request),
                start_stream.format_of(request),
                found.pk,
                account_id,
                found.version,
            )
        frames = feed.changes(found, after=after, most_tables=feed.MOST_RESUMED)
        return start_stream.opened(request, *frames)


class TournamentExportView(exports.ExportEndpoint):
    """The games of a tournament."""

    costs = {"GET": Cost.HEAVY}
    query_shape = GamesExportQuerySerializer

    @operation(
        "export_tournament",
        "Export the games of a tournament",
        "Transcripts or summaries, in the order of the tables; private games only if you "
        f"may see them. {exports.DESCRIPTION}",
        answers={(200, NDJSON): ExportLine},
        problems="tournament_not_found too_many_streams",
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        found = access.find(ids.read(tournament_id, TournamentNotFound), reader_id(request))
        tables = found.tables.filter(game__isnull=False).order_by("pk")
        games = [ids.to_text(game) for game in tables.values_list("game_id", flat=True) if game]
        return exports.of_games(request, self.query, f"tournament {found.pk}", games)
