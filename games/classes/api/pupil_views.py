"""How pupils sign in, and what they see of their class."""

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.account_views import NOT_TO_BE_STORED
from accounts.api.permissions import signed_in
from accounts.api.schema import RefusalsUncounted
from accounts.api.throttles import spend, spend_at_address
from accounts.credentials.authentication import caller
from api_kit.endpoint import Cost, Endpoint
from games.classes import access, codes, reading, refusals
from games.classes.api import answers
from games.classes.api.bodies import ClassCodeSerializer, ClassSignInSerializer
from games.classes.api.views import unless_current
from games.classes.codes import CodeOf
from games.classes.refusals import ClassNotFound, NoSuchCode
from games.engine.chain import time_text
from games.log import ids
from games.play.api import schema
from games.play.api.schema import operations

operation = operations("classes", refusals)

_CODES = "join_code"


class CodeEndpoint(Endpoint):
    """The base of views that take a code. Valid codes are counted by code, so that a school can
    share one address. Wrong codes are counted by address and never block a valid one. Its 50 bits
    keep it from being found that way.
    """

    own_pages_only = ("POST",)
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def find(self, request: Request, code: str) -> CodeOf:
        """Return what a code opens.

        :raises QuotaUsedUp: if there were too many wrong ones, or too many of this code.
        :raises NoSuchCode: if it opens nothing.
        """
        found = codes.find(code)
        if found is None:
            spend_at_address(request._request, _CODES, of="class")
            raise NoSuchCode
        # So no pupil uses up the sign-ins of others, and a new code works after an old one was.
        spend(request._request, "class_sign_ins", codes.digest_of(code).hex())
        return found


class ClassNamesView(CodeEndpoint):
    @operation(
        "offer_class_names",
        "See which names a party has",
        "For the code of a party: free names from its word list, at random. For the code of a "
        "place: none, because the place has a name.",
        request=ClassCodeSerializer,
        answers={200: answers.ClassNames},
        problems="no_such_code sign_in_closed origin_not_allowed",
    )
    def post(self, request: Request) -> Response:
        code = ClassCodeSerializer.parse(request.data)["code"]
        offer = codes.offer_names(self.find(request, code))
        shown = {
            "name": offer.school_class.name,
            "language": offer.school_class.language,
            "names": list(offer.names),
        }
        return Response(shown, headers=NOT_TO_BE_STORED)


class ClassSignInView(RefusalsUncounted, CodeEndpoint):
    """The sign-in of a pupil. A party limits how fast one address takes its places."""

    costs = {"POST": Cost.LIST}

    @operation(
        "sign_in_to_class",
        "Sign in to a class",
        "With the code of a place, or the code of a party and a name. The token has only the "
        "scope `class`, and ends with the class. A place has one token: an earlier one becomes "
        "invalid.",
        request=ClassSignInSerializer,
        answers={201: answers.PupilToken},
        problems="no_such_code sign_in_closed class_full name_taken_in_class origin_not_allowed",
    )
    def post(self, request: Request) -> Response:
        body = ClassSignInSerializer.parse(request.data)
        found = self.find(request, body["code"])
        if found.place_id is None and "name" in body:
            self.uncounted = (_CODES,)  # from here on: a wrong code counts
            spend_at_address(request._request, _CODES, of=found.class_id)
        place, issued, own_code = codes.sign_in(body["code"], found, name=body.get("name"))
        shown = {
            "token": issued.secret,
            "expires_at": time_text(issued.token.expires_at),
            "class_id": ids.to_text(place.school_class_id),
            "place": place.number,
            "name": place.name,
            "code": own_code,
        }
        return Response(shown, status=201, headers=NOT_TO_BE_STORED)


class OwnClassView(Endpoint):
    permission_classes = signed_in("class")

    @operation(
        "read_own_class",
        "Show my class",
        "For pupils: which table and game are theirs. Scope: `class`.",
        parameters=[schema.IF_NONE_MATCH, schema.etag_header(200, 304)],
        answers={200: answers.OwnClass, 304: None},
        problems="class_not_found",
    )
    def get(self, request: Request, class_id: str) -> HttpResponse:
        number = ids.read(class_id, ClassNotFound)
        place = access.place_of(caller(request).account_id, number, now=timezone.now())
        return unless_current(request, answers.own(reading.for_pupil(place)))
