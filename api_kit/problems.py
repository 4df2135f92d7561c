"""The problems that any operation may answer with, and those of accounts: code, status, words.

Codes are public and never change their meaning. A refusal's own sentence becomes the ``detail`` of
the answer; the ``meaning`` here explains the code in general and stands in where there is none.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.conf import settings


class Problem(NamedTuple):
    """One way for a request to fail."""

    code: str
    status: int
    title: str
    meaning: str


def table(problems: Iterable[Problem]) -> dict[str, Problem]:
    """Index problems by their code, in the order given."""
    return {problem.code: problem for problem in problems}


REQUEST = table(
    [
        Problem(
            "validation_error",
            400,
            "The request has fields that cannot stand",
            "Each entry of errors names a field or a query parameter by its JSON pointer and says "
            "what it must be.",
        ),
        Problem(
            "malformed_json",
            400,
            "The body is not JSON",
            "Send one JSON value in UTF-8.",
        ),
        Problem(
            "duplicate_member",
            400,
            "A member stands twice",
            "Name each member of an object once: parsers differ in which of two they take.",
        ),
        Problem(
            "bad_request",
            400,
            "The request cannot be read",
            "Its host name is not served here (ALLOWED_HOSTS), or its path, headers or end cannot be read.",
        ),
        Problem(
            "not_found",
            404,
            "Nothing here",
            "No such thing exists, or you may not know of it; check the path and the id.",
        ),
        Problem(
            "method_not_allowed",
            405,
            "Wrong method",
            "The path is right but the method is not; the Allow header lists those that work.",
        ),
        Problem(
            "not_acceptable",
            406,
            "No such format",
            "What is here has no format that your Accept header allows: send Accept: */*, or none.",
        ),
        Problem(
            "body_timeout",
            408,
            "The body came too slowly",
            "Send the whole body within ten seconds.",
        ),
        Problem(
            "body_too_large",
            413,
            "The body is too large",
            f"It may have {settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024} KiB, "
            f"and a transcript {settings.TRANSCRIPT_MAX_BYTES // 1024**2} MiB; send less.",
        ),
        Problem(
            "unsupported_media_type",
            415,
            "The body is not declared as JSON",
            "Send Content-Type: application/json with the body, in UTF-8 and not compressed.",
        ),
        Problem(
            "rate_limited",
            429,
            "Too many requests",
            "Wait as many seconds as the Retry-After header says, then try again.",
        ),
        Problem(
            "internal_error",
            500,
            "The service made a mistake",
            "It has been logged. A request with an Idempotency-Key can safely be sent again.",
        ),
        Problem(
            "unavailable",
            503,
            "The service is busy",
            "The database did not answer in time and nothing was changed; try again after "
            "Retry-After.",
        ),
    ]
)

CALLER = table(
    [
        Problem(
            "not_authenticated",
            401,
            "A token is needed",
            "Send Authorization: Bearer with a token from POST /api/v1/accounts or /api/v1/tokens.",
        ),
        Problem(
            "invalid_token",
            401,
            "The token does not hold",
            "It is unknown, expired or revoked, or Authorization holds something else than one bearer token; "
            "get another from POST /api/v1/tokens.",
        ),
        Problem(
            "account_suspended",
            403,
            "The account is suspended",
            "Detail says until when and why. A token held before still shows the account, exports or closes it, "
            "reads disputes and appeals.",
        ),
        Problem(
            "insufficient_scope",
            403,
            "The token may not do this",
            "Use a token with the scope this operation needs; POST /api/v1/tokens issues one.",
        ),
        Problem(
            "not_permitted",
            403,
            "Not yours to do",
            "You are known, but this is reserved for somebody else.",
        ),
    ]
)

ACCOUNTS = table(
    [
        Problem(
            "username_taken",
            409,
            "The username is taken",
            "Somebody has this name, or one that looks like it; choose another.",
        ),
        Problem(
            "username_reserved",
            422,
            "The username is reserved",
            "The name belongs to the service, or would pass for one that does; choose another.",
        ),
        Problem(
            "password_too_weak",
            422,
            "The password is too weak",
            "It is short, common or like the username; four or five words of your own do well.",
        ),
        Problem(
            "wrong_credentials",
            401,
            "Wrong username or password",
            "No account has this name with this password; which of the two is wrong is not told.",
        ),
        Problem(
            "wrong_password",
            403,
            "Wrong current password",
            "The current password must be given to choose a new one.",
        ),
        Problem(
            "locked_out",
            429,
            "Too many wrong passwords",
            "Wait as many seconds as the Retry-After header says before you try this name again.",
        ),
        Problem(
            "guest_has_no_password",
            409,
            "A guest has no password",
            "Guests are known by their tokens alone.",
        ),
        Problem(
            "already_registered",
            409,
            "The account is registered already",
            "Only a guest's account can become a full one, and only once.",
        ),
        Problem(
            "nothing_to_verify",
            409,
            "No address waits to be verified",
            "The account has no e-mail address, or it is verified; PATCH /api/v1/me sets one.",
        ),
        Problem(
            "invalid_code",
            422,
            "The code does not hold",
            "It has expired, was used, or was cut short; ask for another letter.",
        ),
        Problem(
            "scope_not_allowed",
            422,
            "The account cannot have this scope",
            "Tokens of people have read, play and account; those of bots read, play and bot.",
        ),
        Problem(
            "scope_not_held",
            403,
            "The token lacks a scope it should pass on",
            "A token issues tokens with its own scopes only; sign in with the password for more.",
        ),
        Problem(
            "too_many_tokens",
            409,
            "Too many tokens",
            "The account holds as many live tokens as one may; revoke one first.",
        ),
        Problem(
            "no_such_token",
            404,
            "No such token",
            "None of your live tokens has this id; GET /api/v1/tokens lists them.",
        ),
        Problem(
            "guests_own_no_bots",
            403,
            "Guests own no bots",
            "A bot needs somebody to answer for it: register first, POST /api/v1/me/register.",
        ),
        Problem(
            "too_many_bots",
            409,
            "Too many bots",
            "The account owns as many bots as one may; deactivate one first.",
        ),
        Problem(
            "no_such_bot",
            404,
            "No such bot",
            "None of your active bots has this name; GET /api/v1/me/bots lists them.",
        ),
    ]
)

PROBLEMS = REQUEST | CALLER | ACCOUNTS
