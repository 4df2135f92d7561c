"""Documents that tell apps where and how to get tokens (RFC 8414, RFC 9728)."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts.api.oauth_views import API_PATH, issuer_of
from accounts.oauth.authorizations import SCOPES
from accounts.oauth.devices import GRANT_TYPE

HEADERS = {"Cache-Control": "public, max-age=3600", "Vary": "Host"}


@csrf_exempt  # a wrong method gets 405
@require_safe
def authorization_server(request: HttpRequest) -> JsonResponse:
    """Describe the authorization server."""
    issuer = issuer_of(request)
    return JsonResponse(
        {
            "issuer": issuer,
            "authorization_endpoint": f"{issuer}/authorize",
            "token_endpoint": f"{issuer}{API_PATH}/oauth/token",
            "device_authorization_endpoint": f"{issuer}{API_PATH}/oauth/device",
            "revocation_endpoint": f"{issuer}{API_PATH}/oauth/revoke",
            "scopes_supported": SCOPES,
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", GRANT_TYPE],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "authorization_response_iss_parameter_supported": True,
            "client_id_metadata_document_supported": True,
            "service_documentation": f"{issuer}/docs/api/apps",
        },
        headers=HEADERS,
    )


@csrf_exempt  # a wrong method gets 405
@require_safe
def protected_resource(request: HttpRequest) -> JsonResponse:
    """Describe the API as a resource that needs tokens."""
    issuer = issuer_of(request)
    return JsonResponse(
        {
            "resource": f"{issuer}{API_PATH}",
            "authorization_servers": [issuer],
            "scopes_supported": SCOPES,
            "bearer_methods_supported": ["header"],
            "resource_name": "Go Fish",
            "resource_documentation": f"{issuer}/docs/api/apps",
        },
        headers=HEADERS,
    )
