"""The errors of accounts.

AccountRefusal
├── UsernameTaken         an account has this username, or one that looks like it
├── UsernameReserved      the username is reserved for the service
├── DisplayNameRefused    the display name is reserved for the service
├── PasswordTooWeak       the password is too short, too common, or too similar to the username
├── WrongCredentials      no account has this username and this password
├── AccountSuspended      the account is suspended for a time, or for good
├── WrongPassword         the current password is wrong
├── TooOften              has the seconds to wait
│   ├── LockedOut         too many wrong passwords
│   └── QuotaUsedUp       too many requests
├── GuestHasNoPassword    a guest has no password to change
├── AlreadyRegistered     the account is not a guest
├── NothingToVerify       the account has no unverified e-mail address
├── InvalidCode           the code of a letter is forged, expired or used
├── InvalidToken          the token is unknown, expired, revoked, or its account is closed
├── ScopeNotAllowed       tokens of this kind of account cannot have the scope
├── ScopeNotHeld          a token cannot create a token with a scope that it lacks
├── TooManyTokens         the account has the maximum number of live tokens
├── OAuthRefusal          has the error of RFC 6749
│   ├── BadClientId           the client id is empty, too long, or not what it should be
│   ├── BadRedirectAddress    the redirect address is not allowed, or not one of the app
│   ├── BadClientDocument     the client id is a URL, and there is no such document of the app
│   ├── ClientDocumentPending the document of the app is being read
│   ├── PkceRequired          the request has no S256 challenge, or the exchange no verifier
│   ├── UnsupportedResponse   the response type or mode is not supported
│   ├── UnsupportedGrant      the grant type is not supported
│   ├── BadAppScope           the scope does not exist, or apps cannot have it
│   ├── BadResource           the resource is not served here
│   ├── BadGrant              the code is unknown, used, expired, or of another app or address
│   ├── AuthorizationPending  the device waits for an answer
│   ├── PolledTooSoon         the device asks too often
│   ├── DeviceRefused         the account refused the device
│   ├── DeviceExpired         the code of the device has expired
│   └── MissingParameter      a parameter is missing, repeated or too long
├── NoSuchDevice          no device waits with this code
├── NoSuchApp             the account has no such app
├── NoSuchToken           the account has no live token with this id
├── GuestsOwnNoBots       only registered people own bots
├── TooManyBots           the account has the maximum number of active bots
├── NoSuchBot             the account has no active bot with this username
├── NoSuchPlayer          no player has this username
├── CannotBlock           accounts cannot block themselves
└── TooManyBlocks         the account has the maximum number of blocks

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
