"""What accounts refuse."""

from typing import ClassVar

from api_kit.refusals import AccountSuspended as AccountSuspended
from api_kit.refusals import (
    BadInput,
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    TooOften,
    Unauthenticated,
)
from api_kit.refusals import InvalidToken as InvalidToken
from api_kit.refusals import QuotaUsedUp as QuotaUsedUp
from api_kit.refusals import ServiceRefusal as ServiceRefusal


class UsernameTaken(Conflict, code="username_taken", title="The username is taken"):
    """An account has this username, or one that looks like it. Choose another."""


class UsernameReserved(Invalid, code="username_reserved", title="The username is reserved"):
    """The service reserves this username, or one that looks like it. Choose another."""


class DisplayNameRefused(
    Invalid, code="display_name_refused", title="The display name cannot be used"
):
    """The service reserves this name. Choose another."""


class PasswordTooWeak(Invalid, code="password_too_weak", title="The password is too weak"):
    """It is too short, too common, or too similar to the username. Use four or five words."""


class WrongCredentials(
    Unauthenticated, code="wrong_credentials", title="Wrong username or password"
):
    """No account has this username and this password."""


class WrongPassword(Forbidden, code="wrong_password", title="Wrong current password"):
    """Send the current password to set a new one."""


class LockedOut(TooOften, code="locked_out", title="Too many wrong passwords"):
    """Wait the number of seconds in the Retry-After header before you try this username again."""


class GuestHasNoPassword(Conflict, code="guest_has_no_password", title="A guest has no password"):
    """Register the guest account first with POST /api/v1/me/register."""


class AlreadyRegistered(
    Conflict, code="already_registered", title="The account is registered already"
):
    """Only a guest account can be registered, and only once."""


class NothingToVerify(Conflict, code="nothing_to_verify", title="No e-mail address to verify"):
    """The account has no e-mail address, or it is verified already. Set one with PATCH
    /api/v1/me.
    """


class InvalidCode(Invalid, code="invalid_code", title="Invalid code"):
    """The code has expired, was used, or is incomplete. Request another letter."""


class ScopeNotAllowed(
    Invalid, code="scope_not_allowed", title="The account cannot have this scope"
):
    """Tokens of people may have read, play and account; tokens of bots may have read, play and
    bot.
    """


class ScopeNotHeld(
    Forbidden, code="scope_not_held", title="The token lacks a scope of the new token"
):
    """A token can only create tokens with its own scopes. For other scopes, sign in with the
    password.
    """


class TooManyTokens(Conflict, code="too_many_tokens", title="Too many tokens"):
    """The account has the maximum number of live tokens. Revoke one first."""


class NoSuchToken(NotFound, code="no_such_token", title="No such token"):
    """You have no live token with this id. GET /api/v1/tokens lists yours."""


class GuestsOwnNoBots(Forbidden, code="guests_own_no_bots", title="Guests cannot own bots"):
    """Register the guest account first with POST /api/v1/me/register."""


class TooManyBots(Conflict, code="too_many_bots", title="Too many bots"):
    """The account has the maximum number of active bots. Deactivate one first."""


class NoSuchBot(NotFound, code="no_such_bot", title="No such bot"):
    """You have no active bot with this username. GET /api/v1/me/bots lists yours."""


class NoSuchPlayer(NotFound, code="no_such_player", title="No such player"):
    """No player has this username."""


class CannotBlock(Conflict, code="cannot_block", title="You cannot block yourself"):
    """Block another player."""


class TooManyBlocks(Conflict, code="too_many_blocks", title="Too many blocks"):
    """An account blocks 500 players at most. Unblock one first."""


class OAuthRefusal(BadInput):
    """A refusal with the ``error`` of RFC 6749 and its extensions."""

    error: ClassVar[str]

    def __init_subclass__(cls, *, error: str = "invalid_request", **stated: str) -> None:
        super().__init_subclass__(**stated)
        cls.error = error


class BadClientId(
    OAuthRefusal, error="invalid_client", code="invalid_client_id", title="Not a client id"
):
    """Send a client_id: the https URL of the app's metadata document, or a name of up to 200
    visible ASCII characters.
    """


class BadRedirectAddress(
    OAuthRefusal, code="invalid_redirect_address", title="Not a redirect address of the app"
):
    """Use https, a private scheme with a dot, or http on loopback, without a fragment or a user. It
    must equal one that the app's document lists, and be repeated exactly.
    """


class BadClientDocument(
    OAuthRefusal,
    error="invalid_client",
    code="invalid_client_document",
    title="The document of the app cannot be used",
):
    """The client_id is a URL, so it must lead to a client ID metadata document of the same
    client_id: JSON of up to 16 KiB, without a redirect, within ten seconds.
    """


class ClientDocumentPending(
    OAuthRefusal,
    kind="conflict",
    error="temporarily_unavailable",
    code="client_document_pending",
    title="The document of the app is being read",
):
    """Wait the number of seconds in the Retry-After header, then try again."""

    retry_after = 1


class PkceRequired(OAuthRefusal, code="pkce_required", title="PKCE with S256 is required"):
    """Send code_challenge with code_challenge_method=S256, and later the code_verifier (RFC
    7636).
    """


class UnsupportedResponse(
    OAuthRefusal,
    error="unsupported_response_type",
    code="unsupported_response_type",
    title="The response type is not supported",
):
    """Send response_type=code, and no other response_mode than query."""


class UnsupportedGrant(
    OAuthRefusal,
    error="unsupported_grant_type",
    code="unsupported_grant_type",
    title="The grant type is not supported",
):
    """Use authorization_code or urn:ietf:params:oauth:grant-type:device_code."""


class BadAppScope(
    OAuthRefusal,
    error="invalid_scope",
    code="invalid_app_scope",
    title="Apps cannot have this scope",
):
    """Apps may have read and play, separated by a space."""


class BadResource(
    OAuthRefusal,
    error="invalid_target",
    code="invalid_resource",
    title="The resource is not served here",
):
    """Leave resource out, or send the resource of /.well-known/oauth-protected-resource/api/v1."""


class BadGrant(
    OAuthRefusal, error="invalid_grant", code="invalid_grant", title="The code is not valid"
):
    """It is unknown, used or expired, or was given to another app, address or verifier. Begin
    again.
    """


class AuthorizationPending(
    OAuthRefusal,
    error="authorization_pending",
    code="authorization_pending",
    title="Not approved yet",
):
    """Wait for the interval, then ask again."""


class PolledTooSoon(OAuthRefusal, error="slow_down", code="slow_down", title="Too soon"):
    """Add five seconds to the interval, then ask again."""


class DeviceRefused(
    OAuthRefusal, error="access_denied", code="device_refused", title="The device was refused"
):
    """The player refused. Begin again."""


class DeviceExpired(
    OAuthRefusal, error="expired_token", code="device_expired", title="The code has expired"
):
    """Begin again to get another code."""


class MissingParameter(
    OAuthRefusal, code="invalid_oauth_request", title="A parameter is missing or repeated"
):
    """Send each parameter once, as application/x-www-form-urlencoded."""


class NoSuchDevice(NotFound, code="no_such_device", title="No device has this code"):
    """The code is wrong, or has expired. Compare it with what the device shows."""


class NoSuchApp(NotFound, code="no_such_app", title="No such app"):
    """No app with this id has access to your account. GET /api/v1/me/apps lists them."""
