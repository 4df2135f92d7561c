"""Permissions by the scopes of a token, such as ``permission_classes = signed_in("play")``."""

from rest_framework.permissions import SAFE_METHODS, AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.credentials.bearers import Bearer
from accounts.credentials.tokens import PUPIL_SCOPES
from api_kit.refusals import ScopeMissing

Permissions = list[type[BasePermission]]


def signed_in(*scopes: str, to_change: str | None = None) -> Permissions:
    """Require a token with one of the scopes; unsafe methods require ``to_change`` if given."""
    return [IsAuthenticated, _needs(scopes, (to_change,) if to_change else scopes)]


class NotForApps(BasePermission):
    """Refuses apps, whose tokens OAuth issued, what their consent page does not name."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Let all but apps pass.

        :raises ScopeMissing: the token was issued to an app.
        """
        if is_app(request):
            raise ScopeMissing(
                "Apps cannot host or direct classes and tournaments. "
                "Use a token that you created with POST /api/v1/tokens."
            )
        return True


def signed_in_person(*scopes: str) -> Permissions:
    """Require a token with one of the scopes that was not issued to an app."""
    return [IsAuthenticated, NotForApps, _needs(scopes, scopes)]


def is_app(request: Request) -> bool:
    """Return whether the caller's token was issued to an app."""
    return isinstance(request.auth, Bearer) and request.auth.is_app


def anyone(*scopes: str) -> Permissions:
    """Require no token; one that is sent must have one of the scopes."""
    return [AllowAny, _needs(scopes, scopes)]


def check_scope(request: Request, scope: str) -> None:
    """Check the scopes of the caller's token; a caller without a token passes.

    :raises ScopeMissing: the token lacks the scope.
    """
    if isinstance(request.auth, Bearer) and scope not in request.auth.scopes:
        raise ScopeMissing(_lacking((scope,)))


def _needs(to_read: tuple[str, ...], to_change: tuple[str, ...]) -> type[BasePermission]:
    class HasScope(BasePermission):
        @staticmethod
        def scopes_for(method: str | None) -> tuple[str, ...]:
            return to_read if method in SAFE_METHODS else to_change

        def has_permission(self, request: Request, view: APIView) -> bool:
            scopes, bearer = self.scopes_for(request.method), request.auth
            if isinstance(bearer, Bearer) and not any(scope in bearer.scopes for scope in scopes):
                raise ScopeMissing(_lacking(scopes))  # nothing is kept on the instance
            return True

    return HasScope


def _lacking(scopes: tuple[str, ...]) -> str:
    # Only the sign-in of a class gives the scope of pupils: other callers cannot ask for it.
    named = [scope for scope in scopes if scope not in PUPIL_SCOPES] or scopes
    return f"This operation needs a token with the scope {' or '.join(named)}."
