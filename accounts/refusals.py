"""What accounts refuse, and why.

Refusal
├── UsernameTaken         somebody has this name, or one that looks like it
├── UsernameReserved      the name belongs to the service
├── PasswordTooWeak       the password is short, common, or like the name
├── WrongCredentials      no account has this name and this password
├── AccountSuspended      the account is shut out for a while, or for good
├── WrongPassword         the password is not the one of the account signed in
├── TooOften              carries the wait in seconds
│   ├── LockedOut         too many wrong passwords
│   └── QuotaUsedUp       too many requests
├── GuestHasNoPassword    a guest has no password that could be changed
├── AlreadyRegistered     the account has a name and a password of its own already
├── NothingToVerify       the account has no address that waits to be verified
├── InvalidCode           the code of a letter is forged, expired or used
├── InvalidToken          the token is unknown, expired, revoked, or its account is closed
├── ScopeNotAllowed       no token of this kind of account may have the scope
├── ScopeNotHeld          a token cannot issue another that may do more than itself
├── TooManyTokens         the account holds as many live tokens as one may
├── NoSuchToken           the account has no live token with this id
├── GuestsOwnNoBots       only somebody who registered answers for a bot
├── TooManyBots           the account owns as many bots as one may
└── NoSuchBot             the account owns no active bot of this name

Each leaf has a stable ``code``, which clients may rely on; ``str()`` is a sentence for people.
"""


class AccountRefusal(Exception):
    """A request about an account that is refused. Nothing was changed."""

    code = "refused"


class UsernameTaken(AccountRefusal):
    """Names are unique whatever their case, and look-alikes count as the same name."""

    code = "username_taken"


class UsernameReserved(AccountRefusal):
    """Nobody may pass for the service, its staff or a guest."""

    code = "username_reserved"


class PasswordTooWeak(AccountRefusal):
    """The sentence names every rule that the password breaks."""

    code = "password_too_weak"


class WrongCredentials(AccountRefusal):
    """Says on purpose not which of the two was wrong."""

    code = "wrong_credentials"


class AccountSuspended(AccountRefusal):
    """A reviewer has suspended the account; the sentence says until when, and why."""

    code = "account_suspended"


class WrongPassword(AccountRefusal):
    """The current password must be given to set a new one."""

    code = "wrong_password"


class TooOften(AccountRefusal):
    """Something was tried too often; ``retry_after`` is in seconds."""

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class LockedOut(TooOften):
    """Too many wrong passwords for one name from one address."""

    code = "locked_out"


class QuotaUsedUp(TooOften):
    """Too many requests of a kind, whatever became of them."""

    code = "rate_limited"


class GuestHasNoPassword(AccountRefusal):
    """Guests are known by their tokens alone."""

    code = "guest_has_no_password"


class AlreadyRegistered(AccountRefusal):
    """Only a guest becomes a full account, and only once."""

    code = "already_registered"


class NothingToVerify(AccountRefusal):
    """There is no address, or it is verified."""

    code = "nothing_to_verify"


class InvalidCode(AccountRefusal):
    """One answer for all that can be wrong with it."""

    code = "invalid_code"


class InvalidToken(AccountRefusal):
    """The sentence tells why; only who holds the token learns it."""

    code = "invalid_token"


class ScopeNotAllowed(AccountRefusal):
    """People do not act as bots, and bots do not change accounts."""

    code = "scope_not_allowed"


class ScopeNotHeld(AccountRefusal):
    """Otherwise any token would be worth every scope."""

    code = "scope_not_held"


class TooManyTokens(AccountRefusal):
    """Revoke one to make room."""

    code = "too_many_tokens"


class NoSuchToken(AccountRefusal):
    """Never existed, was revoked, or belongs to somebody else: one answer for all."""

    code = "no_such_token"


class GuestsOwnNoBots(AccountRefusal):
    """A bot needs an owner who can be found again; that is neither a guest nor another bot."""

    code = "guests_own_no_bots"


class TooManyBots(AccountRefusal):
    """Deactivate one to make room."""

    code = "too_many_bots"


class NoSuchBot(AccountRefusal):
    """Never existed, was deactivated, or belongs to somebody else: one answer for all."""

    code = "no_such_bot"
