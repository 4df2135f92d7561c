"""Views of what the caller's account grants or denies others: apps with access, blocked players."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import blocks
from accounts.api.oauth_bodies import ConnectedAppListSerializer
from accounts.api.permissions import signed_in
from accounts.api.schema import operations
from accounts.api.shapes import BlockListSerializer
from accounts.credentials.authentication import account_of, caller
from accounts.oauth import authorizations
from api_kit.endpoint import Cost, Endpoint
from api_kit.serializers import EmptySerializer

operation = operations("tokens")


class AppsView(Endpoint):
    permission_classes = signed_in("account")

    @operation("list_apps", "List apps with access", answers={200: ConnectedAppListSerializer})
    def get(self, request: Request) -> Response:
        """List the apps that you gave access to your account. Scope: `account`."""
        found = authorizations.connected_apps(account_of(request), now=timezone.now())
        return Response(ConnectedAppListSerializer({"apps": found}).data)


class AppView(Endpoint):
    permission_classes = signed_in("account")

    @operation(
        "revoke_app",
        "Revoke an app's access",
        parameters=[
            OpenApiParameter(
                "app_id", int, OpenApiParameter.PATH, description="An id from the list of apps."
            )
        ],
        answers={204: None},
        problems="no_such_app",
    )
    def delete(self, request: Request, app_id: int) -> Response:
        """Revoke every token of the app at once. Scope: `account`."""
        authorizations.revoke_app(account_of(request), app_id, now=timezone.now())
        return Response(status=204)


block_operation = operations("accounts")

USERNAME = OpenApiParameter(
    "username", str, OpenApiParameter.PATH, description="The player's username."
)


class BlocksView(Endpoint):
    costs = {"GET": Cost.LIST}
    permission_classes = signed_in("read")

    @block_operation(
        "list_blocks", "List the players whom I have blocked", answers={200: BlockListSerializer}
    )
    def get(self, request: Request) -> Response:
        """List all blocked players, at most 500, newest first. Scope: `read`."""
        own = blocks.of_account(caller(request).account_id)
        return Response(BlockListSerializer({"blocks": own}).data)


class BlockView(Endpoint):
    permission_classes = signed_in("play")

    @block_operation(
        "block_player",
        "Block a player",
        request=EmptySerializer,
        parameters=[USERNAME],
        answers={204: None},
        problems="no_such_player cannot_block too_many_blocks",
    )
    def put(self, request: Request, username: str) -> Response:
        """Get no invitations from a player, and no seat at the same table in quick match.

        This also applies to the player's bots. The player gets no notice. Blocking twice is the
        same as once. An account blocks at most 500 players. Scope: `play`.
        """
        EmptySerializer.parse(request.data)
        blocks.block(caller(request).account_id, username, now=timezone.now())
        return Response(status=204)

    @block_operation(
        "unblock_player",
        "Unblock a player",
        parameters=[USERNAME],
        answers={204: None},
        problems="no_such_player",
    )
    def delete(self, request: Request, username: str) -> Response:
        """Unblock a player. Unblocking twice is the same as once. Scope: `play`."""
        blocks.unblock(caller(request).account_id, username)
        return Response(status=204)
