"""Which token may do what. A view says ``permission_classes = signed_in("play")``."""

from rest_framework.permissions import SAFE_METHODS, AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.tokens import Bearer

Permissions = list[type[BasePermission]]


def signed_in(scope: str, *, to_change: str | None = None) -> Permissions:
    """Ask for a token with the scope; for methods that change something, ``to_change`` if given."""
    return [IsAuthenticated, _needs(scope, to_change or scope)]


def anyone(scope: str) -> Permissions:
    """Let nobody in particular pass; a token that is shown must have the scope."""
    return [AllowAny, _needs(scope, scope)]


def _needs(to_read: str, to_change: str) -> type[BasePermission]:
    class HasScope(BasePermission):
        code = "insufficient_scope"
        message = ""

        @staticmethod
        def scope_for(method: str | None) -> str:
            return to_read if method in SAFE_METHODS else to_change

        def has_permission(self, request: Request, view: APIView) -> bool:
            scope = self.scope_for(request.method)
            self.message = f"This needs a token with the scope {scope}, which yours lacks."
            return not isinstance(request.auth, Bearer) or scope in request.auth.scopes

    return HasScope
