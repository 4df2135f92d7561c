"""What teachers do with their classes."""

from collections.abc import Mapping
from hashlib import sha256
from itertools import islice

import orjson
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from accounts.api.account_views import NOT_TO_BE_STORED
from accounts.api.permissions import signed_in_person
from accounts.api.schema import RefusalsUncounted
from accounts.api.throttles import (
    AccountThrottle,
    ChangeThrottle,
    give_back,
    limited_by,
    spend,
)
from accounts.credentials.authentication import caller
from api_kit.endpoint import Cost, Endpoint
from api_kit.ndjson import JSON
from api_kit.paging import CSVRenderer
from api_kit.serializers import EmptySerializer
from games.classes import access, hosting, playing, reading, refusals, seating
from games.classes.api import answers, bodies
from games.classes.hosting import NewClass
from games.classes.models import SchoolClass
from games.classes.refusals import ClassNotFound
from games.log import ids
from games.play.api import schema
from games.play.api.game_reading import is_current
from games.play.api.retries import once
from games.play.api.schema import operations

operation = operations("classes", refusals)

_ACTIONS = {
    "open": hosting.open_sign_in,
    "close": hosting.close_sign_in,
    "pause": playing.pause,
    "resume": playing.resume,
    "finish": playing.finish,
    "end": playing.end,
}
_CHANGES = "class_changes"
_CHANGED = "class_not_found class_over"


class ClassChangeThrottle(ChangeThrottle):
    quotas = (_CHANGES,)


class ClassesView(RefusalsUncounted):
    """The classes of the caller. A refused request opens none and does not count."""

    costs = {"GET": Cost.LIST, "POST": Cost.LIST}
    permission_classes = signed_in_person("play")
    throttle_classes = limited_by("classes_address")

    uncounted = ("classes_address",)

    @operation(
        "list_classes",
        "List my classes",
        "Newest first, at most 20. Scope: `play`.",
        answers={200: answers.ClassList},
    )
    def get(self, request: Request) -> Response:
        lines = reading.all_of(caller(request).account_id, now=timezone.now())
        return Response(answers.ClassList(results=[answers.entry(*line) for line in lines]))

    @operation(
        "create_class",
        "Open a class",
        "For registered people. Each place has a name from a word list, and in a `class` a code "
        "with which one pupil signs in without an account; a `party` has one code for all. No "
        "other answer contains the codes. Scope: `play`.",
        request=bodies.NewClassSerializer,
        parameters=[schema.LOCATION],
        answers={201: answers.OpenedClass},
        problems="impossible_rules class_for_people class_name_reserved too_many_classes",
    )
    def post(self, request: Request) -> Response:
        body = bodies.NewClassSerializer.parse(request.data)
        body["size"] = body.pop("places")
        school_class, made = hosting.create(caller(request).account_id, NewClass(**body))
        shown = answers.OpenedClass(
            **_detail(school_class), **answers.codes(made, _names(school_class))
        )
        location = f"/api/v1/classes/{school_class.public_id}"
        return Response(shown, status=201, headers={**NOT_TO_BE_STORED, "Location": location})


class ReadClassView(Endpoint):
    """One class. Its deletion closes accounts, so it is elsewhere."""

    costs = {"GET": Cost.LIST}
    permission_classes = signed_in_person("play")

    @operation(
        "read_class",
        "Show a class",
        "Its places, and the tables of the last round as spectators see them. Only its "
        "teacher sees it. `GET /games/{game_id}/state` and the streams show each table. Scope: "
        "`play`.",
        parameters=[schema.IF_NONE_MATCH, schema.etag_header(200, 304)],
        answers={200: answers.ClassDetail, 304: None},
        problems="class_not_found",
    )
    def get(self, request: Request, class_id: str) -> HttpResponse:
        return unless_current(request, _detail(_found(request, class_id)))


class ClassChangeEndpoint(Endpoint):
    """The base of what a teacher changes."""

    costs = {"POST": Cost.LIST}
    permission_classes = signed_in_person("play")
    throttle_classes: tuple[type[BaseThrottle], ...] = (AccountThrottle, ClassChangeThrottle)


class DirectClassView(ClassChangeEndpoint):
    costs = {"POST": Cost.HEAVY}

    @operation(
        "direct_class",
        "Direct a class",
        "`open` lets pupils sign in for two hours, `close` ends that. `pause` stops all games and "
        "their clocks, `resume` continues them. `finish` ends the games of the round with their "
        "scores as they stand. `end` signs all pupils out and invalidates the codes. Scope: "
        "`play`.",
        request=bodies.DirectClassSerializer,
        answers={200: answers.ClassDetail},
        problems=f"{_CHANGED} class_not_possible_now",
    )
    def post(self, request: Request, class_id: str) -> Response:
        action = bodies.DirectClassSerializer.parse(request.data)["action"]
        _ACTIONS[action](caller(request).account_id, ids.read(class_id, ClassNotFound))
        return Response(_detail(_found(request, class_id)))


class ClassCodesView(ClassChangeEndpoint):
    """The codes of a class. Each one counts as a change."""

    throttle_classes = (AccountThrottle,)

    @operation(
        "renew_class_codes",
        "Renew codes",
        "For some places, or for all. The old codes become invalid, and the pupils are signed "
        "out, but keep their seats. No other answer contains the codes. Scope: `play`.",
        request=bodies.RenewCodesSerializer,
        answers={200: answers.ClassCodes},
        problems=f"{_CHANGED} no_such_place",
    )
    def post(self, request: Request, class_id: str) -> Response:
        numbers = bodies.RenewCodesSerializer.parse(request.data).get("places")
        account_id, number = caller(request).account_id, ids.read(class_id, ClassNotFound)
        school_class = access.find(number, account_id, now=timezone.now())
        spend(
            request._request,
            _CHANGES,
            str(account_id),
            uses=len(numbers) if numbers else school_class.size,
        )
        made = hosting.renew_codes(account_id, number, numbers)
        return Response(answers.codes(made, _names(school_class)), headers=NOT_TO_BE_STORED)


class ClassPlaceView(ClassChangeEndpoint):
    costs = {"DELETE": Cost.LIST}

    @operation(
        "free_class_place",
        "Free a place",
        "Closes the account of its pupil and deletes their results; a bot plays on for them. A "
        "place of a class opens again with a new code. A place of a party is removed, and the "
        "next player gets another number, so a repeated request frees no one else's place. Scope: "
        "`play`.",
        answers={200: answers.ClassDetail},
        problems="class_not_found no_such_place",
    )
    def delete(self, request: Request, class_id: str, place: int) -> Response:
        seating.free(caller(request).account_id, ids.read(class_id, ClassNotFound), place)
        return Response(_detail(_found(request, class_id)))


class ClassNameView(ClassChangeEndpoint):
    @operation(
        "rename_class_place",
        "Give a place another name",
        "Another name from the word list, at random. Scope: `play`.",
        request=EmptySerializer,
        answers={200: answers.ClassDetail},
        problems=f"{_CHANGED} no_such_place",
    )
    @once
    def post(self, request: Request, class_id: str, place: int) -> Response:
        EmptySerializer.parse(request.data)
        hosting.rename(caller(request).account_id, ids.read(class_id, ClassNotFound), place)
        return Response(_detail(_found(request, class_id)))


class MovePupilView(ClassChangeEndpoint):
    @operation(
        "move_pupil",
        "Move a pupil",
        "To another table of the round, or to none: in a running game a bot plays on "
        "for them. At a table that plays they take their own seat again, an empty one, or that of a "
        "pupil who is away. Scope: `play`.",
        request=bodies.MovePupilSerializer,
        answers={200: answers.ClassDetail},
        problems=f"{_CHANGED} no_such_place no_such_table no_free_seat class_not_possible_now",
    )
    def post(self, request: Request, class_id: str, place: int) -> Response:
        table = bodies.MovePupilSerializer.parse(request.data)["table"]
        number = ids.read(class_id, ClassNotFound)
        seating.move(caller(request).account_id, number, place, table)
        return Response(_detail(_found(request, class_id)))


class ClassTablesView(ClassChangeEndpoint):
    @operation(
        "form_class_tables",
        "Form tables",
        "Seat all who have signed in, by lot, by results, or by hand: at the tables of the next "
        "round, or again for a round that has not started. Table sizes differ by at most one. "
        "Scope: `play`.",
        request=bodies.FormTablesSerializer,
        answers={200: answers.ClassDetail},
        problems=f"{_CHANGED} no_such_place class_not_possible_now too_many_classes "
        "impossible_rules",
    )
    @once
    def post(self, request: Request, class_id: str) -> Response:
        body = bodies.FormTablesSerializer.parse(request.data)
        seating.form(caller(request).account_id, ids.read(class_id, ClassNotFound), **body)
        return Response(_detail(_found(request, class_id)))


class StartClassView(ClassChangeEndpoint):
    """The start of a round. Each game counts as a change."""

    costs = {"POST": Cost.HEAVY}
    throttle_classes = (AccountThrottle,)

    @operation(
        "start_class",
        "Start all tables",
        "Opens the games of all tables of the round. If it was cut off, repeat it: it opens the "
        "games that are missing. Scope: `play`.",
        request=bodies.StartClassSerializer,
        answers={200: answers.ClassDetail},
        problems=f"{_CHANGED} class_not_possible_now",
    )
    def post(self, request: Request, class_id: str) -> Response:
        body = bodies.StartClassSerializer.parse(request.data)
        account_id, number = caller(request).account_id, ids.read(class_id, ClassNotFound)
        waiting = access.round_tables(access.find(number, account_id, now=timezone.now()))
        count, opened = max(waiting.filter(game=None).count(), 1), 0
        try:
            spend(request._request, _CHANGES, str(account_id), uses=count)
            # No table that another call forms meanwhile, which was not counted.
            for _ in islice(playing.start(account_id, number, **body), count):
                opened += 1
        finally:  # what a refusal or another call kept from being opened counts as one change
            give_back(request._request, (_CHANGES,), uses=count - max(opened, 1))
        return Response(_detail(_found(request, class_id)))


class ClassResultsView(Endpoint):
    costs = {"GET": Cost.HEAVY}
    permission_classes = signed_in_person("play")
    renderer_classes = (JSONRenderer, CSVRenderer)

    @operation(
        "read_class_results",
        "Show the results of a class",
        "Best first: by books per game, then by first places. As `text/csv`, one line per pupil. "
        "Scope: `play`.",
        answers={
            (200, JSON): answers.ClassResults,
            (200, CSVRenderer.media_type): {
                "type": "string",
                "examples": [f"{','.join(answers.CSV_HEADER)}\r\n"],
            },
        },
        problems="class_not_found",
    )
    def get(self, request: Request, class_id: str) -> Response:
        school_class = _found(request, class_id)
        lines = reading.of_class(school_class)
        if isinstance(request.accepted_renderer, CSVRenderer):
            return Response([answers.CSV_HEADER, *map(answers.csv_row, lines)])
        return Response(answers.results(school_class, lines))


def unless_current(request: Request, shown: Mapping[str, object]) -> HttpResponse:
    """Return an answer with the digest of its body as its validator, or 304."""
    body = orjson.dumps(shown)
    headers = {
        "ETag": f'"{sha256(body).hexdigest()[:32]}"',
        "Cache-Control": "private, no-cache",
        "Vary": "Authorization",
    }
    if is_current(request, headers["ETag"]):
        return HttpResponse(status=304, headers=headers)
    return HttpResponse(body, headers=headers, content_type="application/json")


def _found(request: Request, class_id: str) -> SchoolClass:
    number = ids.read(class_id, ClassNotFound)
    return access.find(number, caller(request).account_id, now=timezone.now())


def _detail(school_class: SchoolClass) -> answers.ClassDetail:
    return answers.detail(reading.for_teacher(school_class, now=timezone.now()))


def _names(school_class: SchoolClass) -> dict[int, str]:
    return dict(school_class.places.values_list("number", "name"))
