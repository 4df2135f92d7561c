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
