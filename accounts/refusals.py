"""What accounts refuse, and why.

Refusal
├── UsernameTaken         somebody has this name, or one that looks like it
├── UsernameReserved      the name belongs to the service
├── PasswordTooWeak       the password is short, common, or like the name
├── WrongCredentials      no account has this name and this password
├── WrongPassword         the password is not the one of the account signed in
├── LockedOut             too many wrong passwords; carries the wait in seconds
├── GuestHasNoPassword    a guest has no password that could be changed
├── InvalidToken          the token is unknown, expired, revoked, or its account is closed
├── ScopeNotHeld          a token cannot issue another that may do more than itself
├── TooManyTokens         the account holds as many live tokens as one may
└── NoSuchToken           the account has no live token with this id

Each leaf has a stable ``code``, which clients may rely on; ``str()`` is a sentence for people.
"""


class Refusal(Exception):
    """A request about an account that is refused. Nothing was changed."""

    code = "refused"


class UsernameTaken(Refusal):
    """Names are unique whatever their case, and look-alikes count as the same name."""

    code = "username_taken"


class UsernameReserved(Refusal):
    """Nobody may pass for the service, its staff or a guest."""

    code = "username_reserved"


class PasswordTooWeak(Refusal):
    """The sentence names every rule that the password breaks."""

    code = "password_too_weak"


class WrongCredentials(Refusal):
    """Says on purpose not which of the two was wrong."""

    code = "wrong_credentials"


class WrongPassword(Refusal):
    """The current password must be given to set a new one."""

    code = "wrong_password"


class LockedOut(Refusal):
    """``retry_after`` is in seconds."""

    code = "locked_out"

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class GuestHasNoPassword(Refusal):
    """Guests are known by their tokens alone."""

    code = "guest_has_no_password"


class InvalidToken(Refusal):
    """The sentence tells why; only who holds the token learns it."""

    code = "invalid_token"


class ScopeNotHeld(Refusal):
    """Otherwise any token would be worth every scope."""

    code = "scope_not_held"


class TooManyTokens(Refusal):
    """Revoke one to make room."""

    code = "too_many_tokens"


class NoSuchToken(Refusal):
    """Never existed, was revoked, or belongs to somebody else: one answer for all."""

    code = "no_such_token"
