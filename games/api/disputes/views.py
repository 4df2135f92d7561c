"""Disputes about games, and appeals against rulings."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from accounts.api.permissions import signed_in
from accounts.api.throttles import AccountThrottle, spend, spend_at_address
from accounts.credentials.authentication import caller, caller_if_any
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from games import ids
from games.api.disputes import render as dispute_render
from games.api.disputes.shapes import (
    ComplaintSerializer,
    DisputeListSerializer,
    DisputePageSerializer,
    DisputeSerializer,
    MyDisputesQuerySerializer,
    WordsSerializer,
)
from games.api.openapi import parameters
from games.api.openapi.schema import responses
from games.api.requests.game_reading import read_id
from games.api.requests.paging import NewestFirst
from games.disputes import filing
from games.disputes.models import Dispute
from games.disputes.refusals import DisputeNotFound
from games.queries import visibility
from games.services.moves import play


class ComplaintThrottle(BaseThrottle):
    """Limits how much one account, and one address, write about disputes."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Count a request that writes.

        :raises QuotaUsedUp: if there were too many.
        """
        bearer = caller_if_any(request)
        if bearer is not None and request.method not in SAFE_METHODS:
            spend(request._request, "disputes", str(bearer.account_id))
            spend_at_address(request._request, "disputes_address")
        return True


class GameDisputesView(Endpoint):
    """List the disputes about a game, or file one."""

    permission_classes = signed_in("read", to_change="play")
    throttle_classes = (AccountThrottle, ComplaintThrottle)
    open_to_suspended = ("GET",)

    @extend_schema(
        operation_id="list_disputes",
        tags=["disputes"],
        summary="List disputes about a game",
        description="Your own disputes, and those of others in games that you played, once they "
        "are ruled on. Others' disputes show the ruling, not the complaint nor its author. `looks` "
        "lists each time that a reviewer looked at hidden cards while your game ran. Scope: "
        "`read`.",
        parameters=[parameters.GAME_ID],
        responses={200: DisputeListSerializer, **responses("game_not_found")},
    )
    def get(self, request: Request, game_id: str) -> Response:
        game, account_id = play.find(read_id(game_id)), caller(request).account_id
        visibility.check_sees(game, account_id)
        return Response(dispute_render.disputes(game, account_id, now=timezone.now()))

    @extend_schema(
        operation_id="file_dispute",
        tags=["disputes"],
        summary="Dispute a game",
        description="For players, and for registered spectators of a public game, at any time "
        "after the start. A complaint about a name, or `other`, needs no `move`. You can have one "
        "open dispute about a game at a time, and spectators three together. Scope: `play`.",
        request=ComplaintSerializer,
        parameters=[parameters.GAME_ID, parameters.LOCATION],
        responses={
            201: DisputeSerializer,
            **responses(
                "game_not_found",
                "spectators_barred",
                "not_seated",
                "not_started",
                "game_closed",
                "no_such_move",
                "no_such_seat",
                "played_elsewhere",
                "already_disputed",
                "too_many_disputes",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        body, now = ComplaintSerializer.parse(request.data), timezone.now()
        dispute = filing.file(
            read_id(game_id),
            caller(request).account_id,
            move_number=body.get("move"),
            reason=body["reason"],
            words=body["words"],
            against=body.get("against"),
            now=now,
        )
        location = {"Location": f"/api/v1/disputes/{dispute.public_id}"}
        return Response(_shown(request, dispute), status=201, headers=location)


class MyDisputesView(Endpoint):
    """The disputes that concern the caller."""

    costs = {"GET": Cost.LIST}
    query_shape = MyDisputesQuerySerializer
    permission_classes = signed_in("read")
    open_to_suspended = ("GET",)

    @extend_schema(
        operation_id="list_my_disputes",
        tags=["disputes"],
        summary="List my disputes",
        description="Newest first: disputes that you filed, and disputes with a ruling against "
        "you or on a game that you played. Scope: `read`; open to suspended accounts.",
        parameters=[MyDisputesQuerySerializer],
        responses={200: DisputePageSerializer},
    )
    def get(self, request: Request) -> Response:
        reader, now = caller(request).account_id, timezone.now()
        pages = NewestFirst(page_size=self.query["limit"])
        page = pages.paginate_queryset(filing.concerning(reader), request, self)
        disputes = [dispute_render.dispute(filed, reader, now=now) for filed in page or []]
        return pages.get_paginated_response(disputes)


class DisputeView(Endpoint):
    """One dispute."""

    permission_classes = signed_in("read", to_change="play")
    open_to_suspended = ("GET",)

    @extend_schema(
        operation_id="read_dispute",
        tags=["disputes"],
        summary="Show a dispute",
        description="Its status, what you wrote, and what was ruled, with reasons where it concerns you. "
        "Scope: `read`.",
        parameters=[parameters.DISPUTE_ID],
        responses={200: DisputeSerializer, **responses("dispute_not_found")},
    )
    def get(self, request: Request, dispute_id: str) -> Response:
        return Response(
            _shown(
                request,
                filing.find(ids.read(dispute_id, DisputeNotFound), caller(request).account_id),
            )
        )

    @extend_schema(
        operation_id="withdraw_dispute",
        tags=["disputes"],
        summary="Withdraw a dispute",
        description="For the complainant, before the ruling. Scope: `play`.",
        parameters=[parameters.DISPUTE_ID],
        request=None,
        responses={
            204: None,
            **responses("dispute_not_found", "not_permitted", "dispute_settled"),
        },
    )
    def delete(self, request: Request, dispute_id: str) -> Response:
        filing.withdraw(ids.read(dispute_id, DisputeNotFound), caller(request).account_id)
        return Response(status=204)


class DisputeWordsView(Endpoint):
    """A text added to a dispute."""

    permission_classes = signed_in("play")
    throttle_classes = (AccountThrottle, ComplaintThrottle)

    @extend_schema(
        operation_id="add_to_dispute",
        tags=["disputes"],
        summary="Add to a dispute",
        description="For the complainant, while the dispute waits for a ruling. Scope: `play`.",
        parameters=[parameters.DISPUTE_ID],
        request=WordsSerializer,
        responses={
            200: DisputeSerializer,
            **responses("dispute_not_found", "not_permitted", "dispute_settled", "too_many_words"),
        },
    )
    def post(self, request: Request, dispute_id: str) -> Response:
        body = WordsSerializer.parse(request.data)
        dispute = filing.add_words(
            ids.read(dispute_id, DisputeNotFound),
            caller(request).account_id,
            words=body["words"],
            now=timezone.now(),
        )
        return Response(_shown(request, dispute))


class AppealView(Endpoint):
    """An appeal against the ruling."""

    permission_classes = signed_in("play")
    throttle_classes = (AccountThrottle, ComplaintThrottle)
    open_to_suspended = ("POST",)

    @extend_schema(
        operation_id="appeal",
        tags=["disputes"],
        summary="Appeal against a ruling",
        description="For everyone whom the ruling concerns: the complainant; a player who was "
        "warned or suspended, even while suspended; and every player if it changed the game or "
        "its result. Another reviewer makes the final ruling. Scope: `play`.",
        parameters=[parameters.DISPUTE_ID],
        request=WordsSerializer,
        responses={
            200: DisputeSerializer,
            **responses(
                "dispute_not_found",
                "not_permitted",
                "not_ruled_yet",
                "appealed_already",
                "already_disputed",
            ),
        },
    )
    def post(self, request: Request, dispute_id: str) -> Response:
        body = WordsSerializer.parse(request.data)
        dispute = filing.appeal(
            ids.read(dispute_id, DisputeNotFound),
            caller(request).account_id,
            words=body["words"],
            now=timezone.now(),
        )
        return Response(_shown(request, dispute))


def _shown(request: Request, dispute: Dispute) -> dict[str, object]:
    return dispute_render.dispute(dispute, caller(request).account_id, now=timezone.now())
