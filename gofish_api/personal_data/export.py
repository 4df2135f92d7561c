"""Views of `/me` that need accounts and games: export an account's data, and close the account."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import me_views
from accounts.api.account_views import NOT_TO_BE_STORED
from accounts.api.shapes import HoldingsSerializer
from accounts.credentials.authentication import account_of, caller
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from api_kit.permissions import signed_in
from api_kit.serializers import QuerySerializer
from games.disputes.models import Action, Kind, Reason
from games.disputes.models import DisputeStatus as DisputeStatus
from games.models import GameStatus
from gofish_api.personal_data import close_account, export_pages

PATH = "/api/v1/me/export"


class HeldGameSerializer(serializers.Serializer[object]):
    """A game with a seat of the account, and the path of its moves."""

    id = serializers.CharField()
    seat = serializers.IntegerField()
    preset = serializers.CharField()
    status = serializers.ChoiceField(choices=GameStatus.choices)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    moves = serializers.CharField()


class HeldInvitationSerializer(serializers.Serializer[object]):
    """An invitation to a seat."""

    game = serializers.CharField()
    at = serializers.DateTimeField()
    declined_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_null=True)


class HeldLobbyExitSerializer(serializers.Serializer[object]):
    """How often the account left or was removed from a lobby; kept until the game starts or is
    closed.
    """

    game = serializers.CharField()
    count = serializers.IntegerField()


class HeldMatchSerializer(serializers.Serializer[object]):
    """The account's last request for a quick match."""

    id = serializers.CharField()
    preset = serializers.CharField()
    overlays = serializers.ListField(child=serializers.CharField())
    seats = serializers.IntegerField()
    until = serializers.DateTimeField()
    game = serializers.CharField(allow_null=True)


class HeldAnswerSerializer(serializers.Serializer[object]):
    """A response that is stored for retries of a request, for a day."""

    key = serializers.CharField()
    status = serializers.IntegerField()
    at = serializers.DateTimeField()


class HeldStatisticsSerializer(serializers.Serializer[object]):
    """The account's results in the finished games of a preset."""

    preset = serializers.CharField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    shared = serializers.IntegerField()
    lost = serializers.IntegerField()


class HeldPresenceSerializer(serializers.Serializer[object]):
    """When the account was last seen, and at which game."""

    at = serializers.DateTimeField()
    game = serializers.CharField(allow_null=True)


class HeldOfferSerializer(serializers.Serializer[object]):
    """What a bot offers to play."""

    account = serializers.CharField()
    presets = serializers.ListField(child=serializers.CharField())


class HeldDisputeSerializer(serializers.Serializer[object]):
    """A dispute that the account filed."""

    id = serializers.CharField()
    game = serializers.CharField()
    move = serializers.IntegerField(allow_null=True)
    reason = serializers.ChoiceField(choices=Reason.choices)
    status = serializers.CharField(help_text=", ".join(DisputeStatus.values))
    filed_at = serializers.DateTimeField()


class HeldWordsSerializer(serializers.Serializer[object]):
    """A text that the account wrote about a dispute that it filed or appealed in."""

    dispute = serializers.CharField()
    text = serializers.CharField()
    at = serializers.DateTimeField()


class HeldRulingSerializer(serializers.Serializer[object]):
    """A ruling against the account."""

    dispute = serializers.CharField()
    kind = serializers.ChoiceField(choices=Kind.choices)
    until = serializers.DateTimeField(allow_null=True)
    reasons = serializers.CharField()
    at = serializers.DateTimeField()


class HeldReviewSerializer(serializers.Serializer[object]):
    """An action of the account as a reviewer."""

    action = serializers.ChoiceField(choices=Action.choices)
    game = serializers.CharField()
    why = serializers.CharField()
    at = serializers.DateTimeField()


class HeldAddressSerializer(serializers.Serializer[object]):
    """The time from which a seat was played from a new address. The address itself is not readable."""

    game = serializers.CharField()
    at = serializers.DateTimeField()


class ExportSerializer(HoldingsSerializer):
    """All data stored about an account except secrets and their digests."""

    games = HeldGameSerializer(many=True)
    invitations = HeldInvitationSerializer(many=True)
    lobby_exits = HeldLobbyExitSerializer(many=True)
    matches = HeldMatchSerializer(many=True)
    stored_answers = HeldAnswerSerializer(many=True)
    statistics = HeldStatisticsSerializer(many=True)
    last_seen = HeldPresenceSerializer(many=True)
    bot_offers = HeldOfferSerializer(many=True)
    disputes = HeldDisputeSerializer(many=True)
    dispute_words = HeldWordsSerializer(many=True)
    rulings = HeldRulingSerializer(many=True)
    reviews = HeldReviewSerializer(many=True)
    addresses = HeldAddressSerializer(many=True)
    next = serializers.CharField(
        allow_null=True, help_text="Path of the next page; the last page has none."
    )


class CursorField(serializers.CharField):
    """The start of a page, as in `next` of the previous page."""

    def to_internal_value(self, data: Any) -> Any:
        """Read the cursor.

        :raises ValidationError: it is not a cursor.
        """
        try:
            return export_pages.from_text(super().to_internal_value(data))
        except export_pages.NoCursor:
            raise serializers.ValidationError("Use the path in `next`.", code="invalid") from None


class ExportQuerySerializer(QuerySerializer):
    """The page of an export."""

    after = CursorField(
        max_length=export_pages.LONGEST_CURSOR,
        required=False,
        help_text="From `next` of the previous page. Default: the first page.",
    )


EXAMPLE = OpenApiExample(
    "response",
    value={
        "account": {
            "username": "Ann",
            "display_name": None,
            "email": "ann@example.org",
            "email_set_at": "2026-01-05T18:30:00Z",
            "email_verified_at": "2026-01-05T18:32:00Z",
            "has_password": True,
            "is_guest": False,
            "is_bot": False,
            "is_staff": False,
            "is_active": True,
            "suspended_until": None,
            "suspension_reason": None,
            "created_at": "2026-01-05T18:30:00Z",
            "last_login": None,
        },
        "tokens": [],
        "bots": [],
        "notices": [],
        "blocks": [],
        "failed_sign_ins": [],
        "games": [],
        "invitations": [],
        "lobby_exits": [],
        "matches": [],
        "stored_answers": [],
        "statistics": [],
        "last_seen": [],
        "bot_offers": [],
        "disputes": [],
        "dispute_words": [],
        "rulings": [],
        "reviews": [],
        "addresses": [],
        "next": None,
    },
    response_only=True,
    status_codes=["200"],
)


class ExportView(Endpoint):
    """All data stored about the caller."""

    query_shape = ExportQuerySerializer
    costs = {"GET": Cost.HEAVY}
    permission_classes = signed_in("account")
    open_to_suspended = ("GET",)

    @extend_schema(
        operation_id="export_me",
        tags=["accounts"],
        summary="Export my data",
        parameters=[ExportQuerySerializer],
        responses={200: ExportSerializer},
        examples=[EXAMPLE],
    )
    def get(self, request: Request) -> Response:
        """Return the account, its tokens, bots, games, disputes and all other data about it.

        Scope: `account`.

        A page has at most 500 rows; `next` is the path of the next page, and `null` on the last.
        The moves of a game are at the path in `moves`. IP addresses are stored only for failed
        sign-ins; those of seats are stored as keyed digests.
        """
        shown, following = export_pages.page(
            account_of(request), self.query.get("after", export_pages.START)
        )
        shown["next"] = following and f"{PATH}?after={export_pages.to_text(following)}"
        return Response(ExportSerializer(shown).data, headers=NOT_TO_BE_STORED)


class MeView(me_views.MeView):
    """The caller's own account, and how to close it."""

    costs = {"DELETE": Cost.HEAVY}

    @extend_schema(
        operation_id="close_me",
        tags=["accounts"],
        summary="Close my account",
        responses={204: None},
    )
    def delete(self, request: Request) -> Response:
        """Delete the account's data, its bots and all tokens at once and for good. Scope: `account`.

        The account leaves or resigns from its open games. Games of others are kept: logs contain
        seats, not people, and a random name replaces the username.
        """
        close_account.close(caller(request).account_id, now=timezone.now())
        return Response(status=204)
