"""List, open, read and join tournaments."""

from hashlib import sha256
from typing import Any

from django.http import HttpResponse
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone, is_app, signed_in, signed_in_person
from accounts.api.throttles import give_back, limited_by, spend_at_address
from accounts.credentials.authentication import caller, reader_id
from api_kit.endpoint import Cost, Endpoint
from api_kit.ndjson import JSON, JSON_OR_LINES, NDJSON
from api_kit.paging import CSVRenderer, QueryPages
from api_kit.serializers import EmptySerializer
from games.log import ids
from games.play.api import schema
from games.play.api.game_reading import is_current
from games.play.api.retries import once
from games.play.api.schema import operations
from games.tournaments import access, entering, hosting, refusals, results
from games.tournaments.api import answers, bodies
from games.tournaments.hosting import NewTournament
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.refusals import TournamentNotFound

operation = operations("tournaments", refusals)

_OF_PLAYERS = "tournament_not_found not_entered removed_from_tournament tournament_over"


class TournamentsView(Endpoint):
    costs = {"GET": Cost.LIST}
    query_shape = bodies.TournamentsQuerySerializer
    permission_classes = anyone("read")
    throttle_classes = limited_by("tournaments_address")

    def get_permissions(self) -> Any:
        """Require a token with the scope ``play`` to open a tournament."""
        if self.request.method in SAFE_METHODS:
            return super().get_permissions()
        return [permission() for permission in signed_in_person("play")]

    @operation(
        "list_tournaments",
        "List tournaments",
        "Newest first. Tournaments by code or for invited players are listed only if you are in "
        "them.",
        answers={200: answers.TournamentPage},
    )
    def get(self, request: Request) -> Response:
        query, account_id = self.query, reader_id(request)
        if query.get("mine"):
            listed = Tournament.objects.none() if account_id is None else access.mine(account_id)
        else:
            listed = access.visible(account_id)
        if (status := query.get("status")) is not None:
            listed = listed.filter(status=status)
        pages = QueryPages(page_size=query["limit"], query={**query, "tournaments": account_id})
        page = pages.paginate_queryset(listed.select_related("host"), request, self) or []
        counts = results.counts(page)
        return pages.get_paginated_response([answers.entry(each, counts[each.pk]) for each in page])

    @operation(
        "create_tournament",
        "Open a tournament",
        "For registered people. It starts by itself, pairs its players and opens their tables; "
        "players confirm each round within 60 seconds. A stand-in takes over the seat of a player "
        "who leaves. You direct the tournament, and do not take part unless you join. Scope: "
        "`play`.",
        request=bodies.NewTournamentSerializer,
        parameters=[schema.LOCATION],
        answers={201: answers.TournamentJson},
        problems=(
            "impossible_rules not_rateable tournament_name_reserved tournament_for_others "
            "too_many_tournaments"
        ),
    )
    @once
    def post(self, request: Request) -> Response:
        terms = NewTournament(**bodies.NewTournamentSerializer.parse(request.data))
        host_id = caller(request).account_id
        opened = hosting.create(host_id, terms)
        location = {"Location": f"/api/v1/tournaments/{opened.public_id}"}
        return Response(shown(access.find(opened.pk, host_id), host_id), 201, headers=location)


class TournamentView(Endpoint):
    costs = {"GET": Cost.LIST}
    permission_classes = anyone("read", "play")

    @operation(
        "read_tournament",
        "Show a tournament",
        "Its terms, where it is now, and in `me` whether you confirmed the round and "
        "which table is yours. The game of that table is also in `/me/stream`.",
        parameters=[schema.IF_NONE_MATCH, schema.etag_header(200, 304)],
        answers={200: answers.TournamentJson, 304: None},
        problems="tournament_not_found",
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        account_id = reader_id(request)
        found = access.find(ids.read(tournament_id, TournamentNotFound), account_id)
        own = results.own_entry(found, account_id)
        reader = own and (account_id, bool(own.table), is_app(request))
        names = found.host.username, *results.directors(found)
        headers = _headers(found.version, reader, *names)
        if is_current(request, headers["ETag"]):
            return HttpResponse(status=304, headers=headers)
        return Response(_shown(found, own, for_app=is_app(request)), headers=headers)


class TournamentPlayEndpoint(Endpoint):
    """The base of what players do."""

    costs = {"POST": Cost.LIST}
    permission_classes = signed_in("play")


class JoinTournamentView(TournamentPlayEndpoint):
    @operation(
        "join_tournament",
        "Join a tournament",
        "Before the start, in an arena until its end, and in rounds until round `late_until`. If "
        "bots play with people, people must agree with `with_bots`. Scope: `play`.",
        request=bodies.JoinTournamentSerializer,
        answers={200: answers.TournamentJson},
        problems=(
            "tournament_not_found tournament_for_others bots_not_confirmed already_entered "
            "removed_from_tournament has_removed_others director_plays tournament_full "
            "too_late_to_join tournaments_overlap tournament_over too_many_changes"
        ),
    )
    @once
    def post(self, request: Request, tournament_id: str) -> Response:
        body = bodies.JoinTournamentSerializer.parse(request.data)
        number, account_id = ids.read(tournament_id, TournamentNotFound), caller(request).account_id
        if "code" in body:
            spend_at_address(request._request, "join_code")
        entering.join(account_id, number, **body)
        if "code" in body:
            give_back(request._request, ("join_code",))
        found = access.find(number, account_id)
        return Response(shown(found, account_id, for_app=is_app(request)))


class ConfirmRoundView(TournamentPlayEndpoint):
    @operation(
        "confirm_round",
        "Confirm that you are there",
        "Do so within 60 seconds of the beginning of each round; otherwise you sit it out. In an "
        "arena, confirm once: you are paired again after each game until you pause. Also ends a "
        "pause. Repeating it changes nothing. Scope: `play`.",
        request=EmptySerializer,
        answers={204: None},
        problems=f"{_OF_PLAYERS} nothing_to_confirm too_many_changes",
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        EmptySerializer.parse(request.data)
        number = ids.read(tournament_id, TournamentNotFound)
        entering.confirm(caller(request).account_id, number)
        return Response(status=204)


class PauseView(TournamentPlayEndpoint):
    @operation(
        "pause_in_tournament",
        "Sit out",
        "You sit out from the next round on, until you confirm one. A running game continues. "
        "Scope: `play`.",
        request=EmptySerializer,
        answers={204: None},
        problems=f"{_OF_PLAYERS} not_possible_now too_many_changes",
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        EmptySerializer.parse(request.data)
        entering.pause(caller(request).account_id, ids.read(tournament_id, TournamentNotFound))
        return Response(status=204)


class WithdrawView(TournamentPlayEndpoint):
    @operation(
        "withdraw_from_tournament",
        "Withdraw from a tournament",
        "Games that you played still count. A running game continues: play it, or resign in it. "
        "Scope: `play`.",
        request=EmptySerializer,
        answers={204: None},
        problems=_OF_PLAYERS,
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        EmptySerializer.parse(request.data)
        entering.withdraw(caller(request).account_id, ids.read(tournament_id, TournamentNotFound))
        return Response(status=204)


class StandingsView(Endpoint):
    costs = {"GET": Cost.LIST}
    query_shape = bodies.StandingsQuerySerializer
    permission_classes = anyone("read")
    renderer_classes = (JSONRenderer, CSVRenderer)

    @operation(
        "read_standings",
        "Show the standings",
        "Best first: by points, then by the mean margin of books. `luck` and `certainty` say what "
        "they can distinguish. As `text/csv`, all lines at once.",
        parameters=[schema.IF_NONE_MATCH, schema.etag_header(200, 304)],
        answers={
            (200, JSON): answers.StandingsPage,
            (200, CSVRenderer.media_type): {
                "type": "string",
                "examples": [f"{','.join(answers.CSV_HEADER)}\r\n"],
            },
            304: None,
        },
        problems="tournament_not_found",
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        found = access.find(ids.read(tournament_id, TournamentNotFound), reader_id(request))
        lines = results.standings(found)
        if isinstance(request.accepted_renderer, CSVRenderer):
            response = Response([answers.CSV_HEADER, *map(answers.csv_row, lines)])
        else:
            query = {**self.query, "standings": found.pk}
            pages = QueryPages(
                page_size=self.query["limit"], query=query, oldest_first=True, column="rank"
            )
            page = pages.paginate_queryset(lines, request, self) or []
            response = pages.get_paginated_response([answers.standing(line) for line in page])
        headers = _headers(response.data)
        if is_current(request, headers["ETag"]):
            return HttpResponse(status=304, headers=headers)
        for name, value in headers.items():
            response[name] = value
        return response


class TournamentTablesView(Endpoint):
    costs = {"GET": Cost.LIST}
    query_shape = bodies.TournamentTablesQuerySerializer
    permission_classes = anyone("read")
    renderer_classes = JSON_OR_LINES

    @operation(
        "list_tournament_tables",
        "List the tables",
        "Tables of all rounds or of one, in order, with the game and each player's result. As "
        "`application/x-ndjson`, each table is a line, and the last line is `next`.",
        answers={
            (200, JSON): answers.TournamentTablePage,
            (200, NDJSON): answers.TournamentTableLine,
        },
        problems="tournament_not_found",
    )
    def get(self, request: Request, tournament_id: str) -> Response:
        found = access.find(ids.read(tournament_id, TournamentNotFound), reader_id(request))
        tables = TournamentTable.objects.filter(tournament=found)
        if (number := self.query.get("round")) is not None:
            tables = tables.filter(round=number)
        pages = QueryPages(
            page_size=self.query["limit"],
            query={**self.query, "tables": found.pk},
            oldest_first=True,
        )
        page = pages.paginate_queryset(tables, request, self) or []
        players = results.players_of(found, page)
        return pages.get_paginated_response(
            [answers.table(table, players, found.place_points) for table in page]
        )


def shown(
    found: Tournament, account_id: int | None, *, for_app: bool = False
) -> answers.TournamentJson:
    """Return a tournament as an account sees it."""
    return _shown(found, results.own_entry(found, account_id), for_app=for_app)


def _shown(
    found: Tournament, own: results.OwnEntry | None, *, for_app: bool
) -> answers.TournamentJson:
    counts = results.counts([found])[found.pk]
    return answers.tournament(found, counts, own, results.directors(found), for_app=for_app)


def _headers(*shown: object) -> dict[str, str]:
    """Return the validator of an answer that follows from what is ``shown``: names can change
    without a decision about the tournament.
    """
    return {
        "ETag": f'"{sha256(repr(shown).encode()).hexdigest()[:32]}"',
        "Cache-Control": "private, no-cache",
        "Vary": "Authorization, Accept",
    }
