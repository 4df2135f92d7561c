"""Views of the apps that have access to the caller's account."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.oauth_bodies import ConnectedAppListSerializer
from accounts.api.permissions import signed_in
from accounts.api.schema import operations
from accounts.credentials.authentication import account_of
from accounts.oauth import apps
from api_kit.endpoint import Endpoint

operation = operations("tokens")


class AppsView(Endpoint):
    """List the apps with access."""

    permission_classes = signed_in("account")

    @operation("list_apps", "List apps with access", answers={200: ConnectedAppListSerializer})
    def get(self, request: Request) -> Response:
        """List the apps that you gave access to your account. Scope: `account`."""
        found = apps.of(account_of(request), now=timezone.now())
        return Response(ConnectedAppListSerializer({"apps": found}).data)


class AppView(Endpoint):
    """Take the access of an app back."""

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
        apps.revoke(account_of(request), app_id, now=timezone.now())
        return Response(status=204)
