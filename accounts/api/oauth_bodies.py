"""The requests and answers of OAuth."""

from typing import Annotated, Any, TypedDict

from rest_framework import serializers

from accounts.api.bodies import ScopesField
from accounts.oauth.clients import RedirectKind
from api_kit.serializers import (
    QuerySerializer,
    StrictBooleanField,
    StrictCharField,
    StrictSerializer,
)

CLIENT_ID = "The https URL of the app's metadata document, or a name that it claims."
SCOPE = "`read`, `play` or both with a space between. Default: `read`."
RESOURCE = "The resource that the token is for (RFC 8707)."
USER_CODE = "The code that the device shows, in any case."

REQUIRED = ("client_id", "redirect_uri", "response_type", "code_challenge", "code_challenge_method")
AUTHORIZATION = {
    "client_id": CLIENT_ID,
    "redirect_uri": "Where the answer is sent.",
    "response_type": "`code`.",
    "response_mode": "`query`.",
    "code_challenge": "The PKCE challenge (RFC 7636).",
    "code_challenge_method": "`S256`.",
    "scope": SCOPE,
    "state": "Returned unchanged.",
    "resource": RESOURCE,
}
LONGEST = 2000
_OPTIONAL: Any = {"max_length": LONGEST, "required": False, "allow_blank": True}


class AuthorizationQuerySerializer(QuerySerializer):
    """The parameters of an authorization request."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            name: serializers.CharField(
                max_length=LONGEST,
                required=name in REQUIRED,
                allow_blank=True,
                help_text=text,
            )
            for name, text in AUTHORIZATION.items()
        }


class ApprovalSerializer(StrictSerializer):
    """The parameters of an authorization request that the player approves."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            name: StrictCharField(
                max_length=LONGEST, required=name in REQUIRED, allow_blank=True, help_text=text
            )
            for name, text in AUTHORIZATION.items()
        }


class AskingAppSerializer(serializers.Serializer[Any]):
    """The app that asks. Only the host of an app of kind `web` is certain."""

    client_id = serializers.CharField()
    name = serializers.CharField(help_text="As the app calls itself.")
    kind = serializers.ChoiceField(choices=[kind.value for kind in RedirectKind])
    origin = serializers.CharField(
        help_text="The host of the redirect address, its scheme, `loopback` or `device`."
    )


class AuthorizationSerializer(serializers.Serializer[Any]):
    """What an app asks for."""

    app = AskingAppSerializer()
    scopes = ScopesField()
    resource = serializers.CharField(allow_null=True)
    expires_in_days = serializers.IntegerField(help_text="How long the access lasts.")
    refuse_url = serializers.CharField(help_text="Where a player who refuses is sent.")


class Redirect(TypedDict):
    """Where the player is sent."""

    redirect_to: str


class UserCodeSerializer(StrictSerializer):
    """The code that a device shows."""

    user_code = StrictCharField(max_length=40, help_text=USER_CODE)


class DeviceDecisionSerializer(UserCodeSerializer):
    """Whether a device gets access."""

    approve = StrictBooleanField()


class WaitingDeviceSerializer(serializers.Serializer[Any]):
    """A device that waits."""

    app = AskingAppSerializer()
    scopes = ScopesField()
    requested_at = serializers.DateTimeField()
    expires_in_days = serializers.IntegerField(help_text="How long the access lasts.")


class DeviceRequestSerializer(serializers.Serializer[Any]):
    """The form of a device that begins (RFC 8628)."""

    client_id = serializers.CharField(max_length=LONGEST, help_text=CLIENT_ID)
    scope = serializers.CharField(**_OPTIONAL, help_text=SCOPE)
    resource = serializers.CharField(**_OPTIONAL, help_text=RESOURCE)


class DeviceAuthorization(TypedDict):
    """What the device shows, and what it polls with."""

    device_code: str
    user_code: str
    verification_uri: str
    verification_uri_complete: Annotated[str, "Fills in the code."]
    expires_in: Annotated[int, "Seconds."]
    interval: Annotated[int, "Seconds between two polls."]


class TokenExchangeSerializer(serializers.Serializer[Any]):
    """The form of an exchange of a code for a token."""

    grant_type = serializers.CharField(max_length=LONGEST)
    client_id = serializers.CharField(max_length=LONGEST, help_text=CLIENT_ID)
    code = serializers.CharField(**_OPTIONAL)
    redirect_uri = serializers.CharField(**_OPTIONAL)
    code_verifier = serializers.CharField(**_OPTIONAL)
    device_code = serializers.CharField(**_OPTIONAL)
    resource = serializers.CharField(**_OPTIONAL, help_text=RESOURCE)


class AccessToken(TypedDict):
    """A token (RFC 6749). There is no refresh token: ask again when it ends."""

    access_token: str
    token_type: Annotated[str, "`Bearer`."]
    expires_in: Annotated[int, "Seconds."]
    scope: str


class RevocationSerializer(serializers.Serializer[Any]):
    """The form of a revocation (RFC 7009)."""

    token = serializers.CharField(max_length=LONGEST)
    token_type_hint = serializers.CharField(**_OPTIONAL)
    client_id = serializers.CharField(**_OPTIONAL, help_text=CLIENT_ID)


class ConnectedAppSerializer(serializers.Serializer[Any]):
    """An app with access to the account."""

    id = serializers.IntegerField()
    name = serializers.CharField(help_text="As the app calls itself.")
    client_id = serializers.CharField()
    origin = serializers.CharField(
        help_text="The host of the redirect address, its scheme, `loopback` or `device`."
    )
    scopes = ScopesField()
    since = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField()


class ConnectedAppListSerializer(serializers.Serializer[Any]):
    """The apps with access to the account."""

    apps = ConnectedAppSerializer(many=True)
