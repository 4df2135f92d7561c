"""Views of OAuth: what the consent page needs, and the endpoints that apps call."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import oauth_bodies
from accounts.api.account_views import NOT_TO_BE_STORED
from accounts.api.permissions import anyone, signed_in
from accounts.api.schema import operations
from accounts.api.throttles import give_back, spend, spend_at_address
from accounts.credentials import tokens
from accounts.credentials.authentication import caller, token_used
from accounts.credentials.tokens import Issued
from accounts.oauth import authorizations, clients, devices
from accounts.oauth.authorizations import AuthorizationRequest
from accounts.oauth.clients import Client
from accounts.refusals import MissingParameter, UnsupportedGrant
from api_kit.endpoint import Cost, Endpoint
from api_kit.parsers import Utf8FormParser

operation = operations("apps")

API_PATH = "/api/v1"
LONGEST = 2000
_CODE_QUOTA = "join_code"
_ABOUT_CLIENTS = "invalid_client_id invalid_client_document client_document_pending"
_ABOUT_REQUESTS = (
    f"{_ABOUT_CLIENTS} invalid_redirect_address unsupported_response_type pkce_required "
    "invalid_app_scope invalid_resource invalid_oauth_request"
)


def issuer_of(request: HttpRequest) -> str:
    """Return the issuer: the origin of the service as the request names it."""
    return request.build_absolute_uri("/")[:-1]


class AuthorizationView(Endpoint):
    """An app's request for access: describe it to the player, and approve it."""

    costs = {"POST": Cost.LIST}
    own_pages_only = ("GET", "HEAD", "POST")

    def get_permissions(self) -> list[BasePermission]:
        """Return the permissions: only POST needs a token."""
        classes = signed_in("account") if self.request.method == "POST" else anyone("account")
        return [permission() for permission in classes]

    query_shape = oauth_bodies.AuthorizationQuerySerializer

    @operation(
        "read_authorization",
        "Describe an app's request",
        answers={200: oauth_bodies.AuthorizationSerializer},
        problems=_ABOUT_REQUESTS,
    )
    def get(self, request: Request) -> Response:
        """Check the request of an app, and return what to show the player.

        The page `/authorize` uses it.
        """
        asked = _asked(request, self.query)
        shown = {
            "app": _app(asked.client.client_id, asked.client.name, asked.kind, asked.origin),
            "scopes": asked.scopes,
            "resource": asked.resource or None,
            "expires_in_days": tokens.DEFAULT_LIFETIME.days,
            "refuse_url": authorizations.refused(asked, issuer=issuer_of(request._request)),
        }
        return Response(oauth_bodies.AuthorizationSerializer(shown).data, headers=NOT_TO_BE_STORED)

    @operation(
        "approve_authorization",
        "Give an app access",
        request=oauth_bodies.ApprovalSerializer,
        answers={200: oauth_bodies.Redirect},
        problems=f"{_ABOUT_REQUESTS} scope_not_held",
    )
    def post(self, request: Request) -> Response:
        """Create a code for the app, and return the address that takes it there.

        Scope: `account`. The code is valid for 60 seconds, once.
        """
        asked = _asked(request, oauth_bodies.ApprovalSerializer.parse(request.data))
        spend(request._request, "authorizations", str(caller(request).account_id))
        address = authorizations.approve(
            asked, token_used(request), issuer=issuer_of(request._request), now=timezone.now()
        )
        return Response(oauth_bodies.Redirect(redirect_to=address), headers=NOT_TO_BE_STORED)


class FormEndpoint(Endpoint):
    """An endpoint that apps call: a form without a token, and errors of RFC 6749."""

    answers_oauth_errors = True
    authentication_classes = ()
    permission_classes = (AllowAny,)
    parser_classes = (Utf8FormParser,)


class TokenExchangeView(FormEndpoint):
    @operation(
        "exchange_code",
        "Exchange a code for a token",
        request=oauth_bodies.TokenExchangeSerializer,
        answers={200: oauth_bodies.AccessToken},
        problems="invalid_grant pkce_required unsupported_grant_type authorization_pending "
        "slow_down device_refused device_expired invalid_resource "
        "invalid_oauth_request",
    )
    def post(self, request: Request) -> Response:
        """Exchange the code of an authorization (RFC 6749) or of a device (RFC 8628)."""
        form = _form(request)
        now = timezone.now()
        kind = _required(form, "grant_type")
        if kind == "authorization_code":
            issued = authorizations.redeem(
                code=_required(form, "code"),
                client_id=_required(form, "client_id"),
                redirect_uri=_required(form, "redirect_uri"),
                verifier=form.get("code_verifier", ""),
                resource=authorizations.resource_in(form.get("resource"), _resources(request)),
                now=now,
            )
        elif kind == devices.GRANT_TYPE:
            issued = devices.redeem(
                device_code=_required(form, "device_code"),
                client_id=_required(form, "client_id"),
                now=now,
            )
        else:
            raise UnsupportedGrant("Use authorization_code or the grant type of RFC 8628.")
        return Response(_access_token(issued), headers=NOT_TO_BE_STORED)


class DeviceAuthorizationView(FormEndpoint):
    @operation(
        "begin_device",
        "Begin to sign in on a device",
        request=oauth_bodies.DeviceRequestSerializer,
        answers={200: oauth_bodies.DeviceAuthorization},
        problems=f"{_ABOUT_CLIENTS} invalid_app_scope invalid_resource invalid_oauth_request",
    )
    def post(self, request: Request) -> Response:
        """Return a code that the player types at `/device`, and one to poll with (RFC 8628)."""
        form = _form(request)
        client = _client(request, _required(form, "client_id"), of="device")
        scopes = authorizations.scopes_in(form.get("scope"))
        resource = authorizations.resource_in(form.get("resource"), _resources(request))
        spend_at_address(request._request, "authorizations", of="device")
        begun = devices.begin(client, scopes, resource, now=timezone.now())
        page = f"{issuer_of(request._request)}/device"
        answer: oauth_bodies.DeviceAuthorization = {
            "device_code": begun.device_code,
            "user_code": begun.user_code,
            "verification_uri": page,
            # A fragment is not sent, so no log has the code.
            "verification_uri_complete": f"{page}#{begun.user_code}",
            "expires_in": int(devices.LIFETIME.total_seconds()),
            "interval": devices.INTERVAL,
        }
        return Response(answer, headers=NOT_TO_BE_STORED)


class DeviceReviewView(Endpoint):
    permission_classes = signed_in("account")
    own_pages_only = ("POST",)

    @operation(
        "review_device",
        "Describe a device that waits",
        request=oauth_bodies.UserCodeSerializer,
        answers={200: oauth_bodies.WaitingDeviceSerializer},
        problems="no_such_device",
    )
    def post(self, request: Request) -> Response:
        """Return the device that waits with this code, and reserve it for this account. Scope:
        `account`.
        """
        user_code = oauth_bodies.UserCodeSerializer.parse(request.data)["user_code"]
        _count_try(request)
        account_id = caller(request).account_id
        device = devices.waiting(user_code, account_id=account_id, now=timezone.now())
        give_back(request._request, (_CODE_QUOTA,))
        shown = {
            "app": _app(device.app, device.app_name, device.app_origin, device.app_origin),
            "scopes": device.scopes,
            "requested_at": device.created_at,
            "expires_in_days": tokens.DEFAULT_LIFETIME.days,
        }
        return Response(oauth_bodies.WaitingDeviceSerializer(shown).data, headers=NOT_TO_BE_STORED)


class DeviceDecisionView(Endpoint):
    permission_classes = signed_in("account")
    own_pages_only = ("POST",)

    @operation(
        "decide_device",
        "Approve or refuse a device",
        request=oauth_bodies.DeviceDecisionSerializer,
        answers={204: None},
        problems="no_such_device scope_not_held",
    )
    def post(self, request: Request) -> Response:
        """Give the device access, or refuse it. Scope: `account`."""
        body = oauth_bodies.DeviceDecisionSerializer.parse(request.data)
        _count_try(request)
        spend(request._request, "authorizations", str(caller(request).account_id))
        devices.decide(
            body["user_code"], token_used(request), approve=body["approve"], now=timezone.now()
        )
        give_back(request._request, (_CODE_QUOTA,))
        return Response(status=204)


class RevocationView(FormEndpoint):
    @operation(
        "revoke_app_token",
        "Revoke a token of an app",
        request=oauth_bodies.RevocationSerializer,
        answers={200: None},
        problems="invalid_oauth_request",
    )
    def post(self, request: Request) -> Response:
        """Revoke the token of an app (RFC 7009). The answer is the same for an unknown token."""
        form = _form(request)
        authorizations.revoke_secret(
            _required(form, "token"), client_id=form.get("client_id"), now=timezone.now()
        )
        return Response(status=200, headers=NOT_TO_BE_STORED)


def _asked(request: Request, sent: Mapping[str, str]) -> AuthorizationRequest:
    client = _client(request, sent.get("client_id", ""))
    return authorizations.check(client, sent, resources=_resources(request))


def _client(request: Request, client_id: str, *, of: str = "document") -> Client:
    def spend() -> None:
        spend_at_address(request._request, "authorizations", of=of)

    return clients.find(client_id, spend=spend)


def _resources(request: Request) -> set[str]:
    issuer = issuer_of(request._request)
    own = {issuer, f"{issuer}{API_PATH}"}
    return own | {settings.MCP_URL.rstrip("/")} if settings.MCP_URL else own


def _form(request: Request) -> dict[str, str]:
    """Return the parameters of a form. Unknown ones are ignored, as RFC 6749 requires."""
    data = request.data
    if not isinstance(data, QueryDict):
        return {}
    for name, values in data.lists():
        if len(values) > 1 or len(str(values[0])) > LONGEST:
            shown = name[:60]
            raise MissingParameter(f"Send {shown} once, with {LONGEST} characters at most.")
    return {name: str(value) for name, value in data.dict().items() if value}


def _required(form: Mapping[str, str], name: str) -> str:
    if name not in form:
        raise MissingParameter(f"{name} is missing.")
    return form[name]


def _count_try(request: Request) -> None:
    spend_at_address(request._request, _CODE_QUOTA, of="device")


def _app(client_id: str, name: str, kind: str, origin: str) -> dict[str, Any]:
    return {"client_id": client_id, "name": name, "kind": kind, "origin": origin}


def _access_token(issued: Issued) -> oauth_bodies.AccessToken:
    token = issued.token
    return {
        "access_token": issued.secret,
        "token_type": "Bearer",
        "expires_in": int((token.expires_at - token.created_at).total_seconds()),
        "scope": " ".join(token.scopes),
    }
