"""Follow a tournament, and export its games. All open streams of a process share one reading."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple
from weakref import WeakKeyDictionary

import orjson
from django.http import HttpResponse
from rest_framework.request import Request

from accounts.api.permissions import anyone
from accounts.credentials.authentication import reader_id
from api_kit.endpoint import Cost, Endpoint
from api_kit.ndjson import NDJSON
from games.data.api import views as exports
from games.data.api.answers import ExportLine
from games.data.api.bodies import GamesExportQuerySerializer
from games.live import start_stream
from games.live.connection_registry import ConnectionRegistry
from games.live.exchange import Exchange
from games.live.frames import Frame, FrameFormat
from games.live.start_stream import FRAME_RENDERERS
from games.live.stream import Stream, StreamCredentials
from games.log import ids, metrics
from games.log.notify.database_threads import UNAVAILABLE, in_thread
from games.play.api import schema
from games.play.api.schema import operations
from games.tournaments import access, refusals, results
from games.tournaments.api import answers
from games.tournaments.api.answers import TournamentFrame
from games.tournaments.api.bodies import TournamentStreamQuerySerializer
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.refusals import TournamentNotFound

POLL_SECONDS = 2.0
"""Time from one reading to the next."""
MOST_TABLES = 500
"""Tables in one reading of a tournament, the latest ones. All its readers share it."""
MOST_RESUMED = 50
"""Tables with which a stream begins, the latest ones. Each reader costs this."""
TOP = 20
"""Lines of the standings in a frame."""

logger = logging.getLogger(__name__)


def changes(
    tournament: Tournament, *, after: int | None, most_tables: int = MOST_TABLES
) -> list[Frame]:
    """Return what changed after a version: tables, the tournament, and the top of the standings.

    Without ``after``, the last two alone. If more tables changed than may be sent, the first frame
    says so. All readers of a tournament see the same.
    """
    frames = []
    if after is not None:
        rows = TournamentTable.objects.filter(tournament=tournament, changed__gt=after)
        tables = list(rows.order_by("-changed")[: most_tables + 1])
        if len(tables) > most_tables:
            frames.append(Frame("reload", orjson.dumps({"limit": most_tables})))
        tables = tables[:most_tables][::-1]
        players = results.players_of(tournament, tables)
        for table, later in zip_longest(tables, tables[1:]):
            shown = answers.table(table, players, tournament.place_points)
            # Who is cut off between tables of one change gets all of them again.
            is_last = later is None or later.changed > table.changed
            cursor = table.changed if is_last else table.changed - 1
            frames.append(Frame("table", orjson.dumps(shown), cursor))
    counts = results.counts([tournament])[tournament.pk]
    top = [answers.standing(line) for line in results.standings(tournament)[:TOP]]
    version = tournament.version
    frames.append(Frame("round", orjson.dumps(answers.entry(tournament, counts)), version))
    frames.append(Frame("standing", orjson.dumps({"results": top}), version))
    return frames


class TournamentChange(NamedTuple):
    """What changed in a tournament, and who of its readers may still see it."""

    frames: list[Frame]
    readers: set[int | None]


def changed(
    known: Mapping[int, int], readers: Mapping[int, Collection[int | None]]
) -> dict[int, TournamentChange]:
    """Return the changes of those of these tournaments that have a newer version than the known
    one. A reader who can no longer see a tournament was shut out by such a change.
    """
    found: dict[int, TournamentChange] = {}
    for row in Tournament.objects.filter(pk__in=known).select_related("host"):
        if row.version > known[row.pk]:
            try:
                frames = changes(row, after=known[row.pk])
                found[row.pk] = TournamentChange(frames, access.seeing(row, readers[row.pk]))
            except UNAVAILABLE:
                raise
            except Exception:  # one tournament must not hold up the streams of all others
                logger.exception("Cannot read tournament %s; trying again", row)
    return found


class TournamentListener:
    """One reader of a tournament."""

    readers = ()
    """It reads no game."""

    def __init__(
        self, stream: Stream, tournament_id: int, account_id: int | None, *, after: int
    ) -> None:
        self.stream, self.tournament_id, self.after = stream, tournament_id, after
        self.account_id = account_id

    def send(self, change: TournamentChange) -> None:
        """Send the frames that the reader does not have, or end if they may not see them."""
        if self.account_id not in change.readers:
            self.stream.end("invitation_ended")
            return
        for frame in change.frames:
            # The cursor of a new table can be that of the change before.
            newer_than = self.after - (frame.type == "table")
            if frame.id is None or frame.id > newer_than:
                self.stream.send(frame)
        self.after = max(self.after, change.frames[-1].id or 0)


class TournamentFeed:
    """Looks for changes while there are listeners. Lives in the event loop."""

    def __init__(self) -> None:
        self._listeners: set[TournamentListener] = set()
        self._task: asyncio.Task[None] | None = None

    def join(self, listener: TournamentListener) -> None:
        """Send a listener what changes from now on."""
        self._listeners.add(listener)
        if self._task is None:
            self._task = asyncio.create_task(self._check_for_changes())

    def leave(self, listener: TournamentListener) -> None:
        """Stop after the last listener."""
        self._listeners.discard(listener)
        if not self._listeners and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _check_for_changes(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            known: dict[int, int] = {}
            readers: defaultdict[int, set[int | None]] = defaultdict(set)
            for listener in self._listeners:
                oldest = known.get(listener.tournament_id, listener.after)
                known[listener.tournament_id] = min(oldest, listener.after)
                readers[listener.tournament_id].add(listener.account_id)
            try:
                found = await in_thread(changed, known, readers)
            except UNAVAILABLE as error:
                logger.warning("Cannot read tournaments; trying again: %s", error)
                continue
            except Exception:  # one tournament must not end the streams of all others
                logger.exception("Cannot read tournaments; trying again")
                continue
            for listener in tuple(self._listeners):
                change = found.get(listener.tournament_id)
                if change is not None and not listener.stream.has_ended:
                    listener.send(change)


@dataclass(frozen=True, slots=True)
class TournamentStream:
    """A hold: a tournament and its reader."""

    registry: ConnectionRegistry
    credentials: StreamCredentials
    format: FrameFormat
    tournament_id: int
    account_id: int | None
    after: int

    async def __call__(self, exchange: Exchange) -> None:
        """Send the answer, then the changes, until the reader leaves."""
        with metrics.OPEN_STREAMS.labels("tournament").track_inprogress():
            await exchange.begin()
            stream = Stream(exchange, self.credentials, self.format)
            listener = TournamentListener(
                stream, self.tournament_id, self.account_id, after=self.after
            )
            feed = _feed_of(self.registry)
            self.registry.heartbeat.add(listener)
            feed.join(listener)
            try:
                await stream.hold()
            finally:
                feed.leave(listener)


_feeds: WeakKeyDictionary[ConnectionRegistry, TournamentFeed] = WeakKeyDictionary()


def _feed_of(registry: ConnectionRegistry) -> TournamentFeed:
    """Return the feed of a registry."""
    if registry not in _feeds:
        _feeds[registry] = TournamentFeed()
    return _feeds[registry]


operation = operations("tournaments", refusals)


class TournamentStreamView(Endpoint):
    costs = {"GET": Cost.LIST}
    query_shape = TournamentStreamQuerySerializer
    permission_classes = anyone("read")
    renderer_classes = FRAME_RENDERERS

    @operation(
        "stream_tournament",
        "Follow a tournament",
        "Server-sent events, or newline-delimited JSON: `table` when a table is paired, opened or "
        "over, `round` with the tournament, `standing` with the first 20 lines. Changes are at "
        "most two seconds old. It begins with `round` and `standing`. To resume, send the last "
        "`id` in `after` or `Last-Event-ID`: it then begins with what changed since. If more than "
        "50 tables changed, it begins with `reload` and the latest 50: read the others with `GET "
        "…/tables`. For a dismissed director of a private tournament it ends with "
        "`invitation_ended`.",
        parameters=[schema.LAST_EVENT_ID],
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
        frames = changes(found, after=after, most_tables=MOST_RESUMED)
        return start_stream.opened(request, *frames)


class TournamentExportView(exports.ExportEndpoint):
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
