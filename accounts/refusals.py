"""The errors of accounts.

Each leaf has a stable ``code`` for clients; ``str()`` is a message for people.
"""


class AccountRefusal(Exception):
    """A refused request about an account. Nothing was changed."""

    code = "refused"


class UsernameTaken(AccountRefusal):
    """Usernames are unique in any case, and look-alikes count as the same name."""

    code = "username_taken"


class UsernameReserved(AccountRefusal):
    """The service reserves names of itself, its staff and guests, and their look-alikes."""

    code = "username_reserved"


class DisplayNameRefused(AccountRefusal):
    """The service reserves names of itself and its staff, and names that reviewers replaced."""

    code = "display_name_refused"


class PasswordTooWeak(AccountRefusal):
    """The message names every rule that the password breaks."""

    code = "password_too_weak"


class WrongCredentials(AccountRefusal):
    """The message does not reveal which of the two is wrong."""

    code = "wrong_credentials"


class AccountSuspended(AccountRefusal):
    """A reviewer has suspended the account; the message states until when, and why."""

    code = "account_suspended"


class WrongPassword(AccountRefusal):
    """A new password requires the current one."""

    code = "wrong_password"


class TooOften(AccountRefusal):
    """Too many attempts; ``retry_after`` is in seconds."""

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class LockedOut(TooOften):
    """Too many wrong passwords for one username from one address."""

    code = "locked_out"


class QuotaUsedUp(TooOften):
    """Too many requests that count against a quota."""

    code = "rate_limited"


class GuestHasNoPassword(AccountRefusal):
    """Guests sign in with their tokens only."""

    code = "guest_has_no_password"


class AlreadyRegistered(AccountRefusal):
    """Only a guest account can be registered, and only once."""

    code = "already_registered"


class NothingToVerify(AccountRefusal):
    """The account has no e-mail address, or it is verified."""

    code = "nothing_to_verify"


class InvalidCode(AccountRefusal):
    """The message does not reveal what is wrong with the code."""

    code = "invalid_code"


class InvalidToken(AccountRefusal):
    """The message states why; only the holder of the token can see it."""

    code = "invalid_token"


class ScopeNotAllowed(AccountRefusal):
    """People do not get the scope of bots, nor bots the scope of accounts."""

    code = "scope_not_allowed"


class ScopeNotHeld(AccountRefusal):
    """Otherwise any token could obtain every scope."""

    code = "scope_not_held"


class TooManyTokens(AccountRefusal):
    """Revoke a token first."""

    code = "too_many_tokens"


class NoSuchToken(AccountRefusal):
    """It never existed, was revoked, or has another owner: the message is the same."""

    code = "no_such_token"


class GuestsOwnNoBots(AccountRefusal):
    """A bot needs an accountable owner, so neither a guest nor another bot."""

    code = "guests_own_no_bots"


class TooManyBots(AccountRefusal):
    """Deactivate a bot first."""

    code = "too_many_bots"


class NoSuchBot(AccountRefusal):
    """It never existed, was deactivated, or has another owner: the message is the same."""

    code = "no_such_bot"


class NoSuchPlayer(AccountRefusal):
    """No open account has the username."""

    code = "no_such_player"


class CannotBlock(AccountRefusal):
    """An account blocks others only."""

    code = "cannot_block"


class TooManyBlocks(AccountRefusal):
    """Unblock a player first."""

    code = "too_many_blocks"


class OAuthRefusal(AccountRefusal):
    """A refusal with the ``error`` of RFC 6749 and its extensions."""

    error = "invalid_request"


class BadClientId(OAuthRefusal):
    """A client id is up to 500 visible ASCII characters."""

    code = "invalid_client_id"
    error = "invalid_client"


class BadRedirectAddress(OAuthRefusal):
    """Nothing is redirected to such an address, not even the error."""

    code = "invalid_redirect_address"


class BadClientDocument(OAuthRefusal):
    """The message says what is wrong with the client ID metadata document."""

    code = "invalid_client_document"
    error = "invalid_client"


class ClientDocumentPending(OAuthRefusal):
    """The request that needed the document does not wait for it."""

    code = "client_document_pending"
    error = "temporarily_unavailable"
    retry_after = 1


class PkceRequired(OAuthRefusal):
    """There is no default to ``plain``."""

    code = "pkce_required"


class UnsupportedResponse(OAuthRefusal):
    """Only ``code``, in the query."""

    code = "unsupported_response_type"
    error = "unsupported_response_type"


class UnsupportedGrant(OAuthRefusal):
    """Only codes of authorizations and of devices."""

    code = "unsupported_grant_type"
    error = "unsupported_grant_type"


class BadAppScope(OAuthRefusal):
    """Apps get ``read`` and ``play`` alone."""

    code = "invalid_app_scope"
    error = "invalid_scope"


class BadResource(OAuthRefusal):
    """Tokens are for this API, and for the server at ``MCP_URL``."""

    code = "invalid_resource"
    error = "invalid_target"


class BadGrant(OAuthRefusal):
    """The message does not reveal what is wrong with the code."""

    code = "invalid_grant"
    error = "invalid_grant"


class AuthorizationPending(OAuthRefusal):
    """Ask again after the interval."""

    code = "authorization_pending"
    error = "authorization_pending"


class PolledTooSoon(OAuthRefusal):
    """Ask less often."""

    code = "slow_down"
    error = "slow_down"


class DeviceRefused(OAuthRefusal):
    """The device has to begin again."""

    code = "device_refused"
    error = "access_denied"


class DeviceExpired(OAuthRefusal):
    """The device has to begin again."""

    code = "device_expired"
    error = "expired_token"


class MissingParameter(OAuthRefusal):
    """The message names the parameter."""

    code = "invalid_oauth_request"


class NoSuchDevice(AccountRefusal):
    """It never existed, has expired, was decided, or was opened by another account."""

    code = "no_such_device"


class NoSuchApp(AccountRefusal):
    """It never had access, or lost it."""

    code = "no_such_app"
