"""Views of `/me` that need accounts and games: export an account's data, and close the account."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import me_views
from accounts.api.account_views import NOT_TO_BE_STORED
from accounts.api.permissions import signed_in
from accounts.credentials.authentication import account_of, caller
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from api_kit.serializers import QuerySerializer
from games.play.api.openapi.schema import operations
from gofish_api.personal_data import close_account, export_pages
from gofish_api.personal_data.parts import ExportSerializer

operation = operations("accounts")

PATH = "/api/v1/me/export"


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


class ExportView(Endpoint):
    """All data stored about the caller."""

    query_shape = ExportQuerySerializer
    costs = {"GET": Cost.HEAVY}
    permission_classes = signed_in("account")
    open_to_suspended = ("GET",)

    @operation("export_me", "Export my data", answers={200: ExportSerializer})
    def get(self, request: Request) -> Response:
        """Return the account, its tokens, bots, games, disputes and all other data about it.

        Scope: `account`.

        A page has at most 500 rows; `next` is the path of the next page, and `null` on the last.
        The moves of a game are at the path in `moves`. IP addresses are stored only for failed
        sign-ins; those of seats are stored as keyed digests.
        """
        page, following = export_pages.page(
            account_of(request), self.query.get("after", export_pages.START)
        )
        page["next"] = following and f"{PATH}?after={export_pages.to_text(following)}"
        return Response(ExportSerializer(page).data, headers=NOT_TO_BE_STORED)


class MeView(me_views.OwnAccountView):
    """The caller's own account, and how to close it."""

    costs = {"DELETE": Cost.HEAVY}

    @operation("close_me", "Close my account", answers={204: None})
    def delete(self, request: Request) -> Response:
        """Delete the account's data, its bots and all tokens at once and for good.

        Scope: `account`.

        The account leaves or resigns from its open games. Games of others are kept: logs contain
        seats, not people, and a random name replaces the username.
        """
        close_account.close(caller(request).account_id, now=timezone.now())
        return Response(status=204)
