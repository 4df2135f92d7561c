"""The problems that any operation can return, and those of accounts: code, status and text.

Codes are public and never change their meaning. The sentence of a refusal becomes the ``detail`` of
the response. Where there is none, ``meaning`` is the detail: it explains the code in general.
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
    """Return problems by their code, in the order given."""
    return {problem.code: problem for problem in problems}


REQUEST = table(
    [
        Problem(
            "validation_error",
            400,
            "Some fields are invalid",
            "Each entry of errors names a field or a query parameter by its JSON pointer and "
            "states what it must be.",
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
            "An object names a member twice",
            "Name each member of an object once. Parsers differ in which of two values they use.",
        ),
        Problem(
            "bad_request",
            400,
            "The request cannot be parsed",
            "Its host name is not served here (ALLOWED_HOSTS), or its path, headers or end "
            "cannot be parsed.",
        ),
        Problem(
            "origin_not_allowed",
            403,
            "Not for pages of other origins",
            "Operations that take a password or send an e-mail are for pages of this service, and "
            "of origins in CORS_ALLOWED_ORIGINS. Sign in there, or use a token. The operator may "
            "close guest accounts to other pages in the same way (GUEST_ORIGINS).",
        ),
        Problem(
            "not_found",
            404,
            "Not found",
            "This resource does not exist, or you may not see it. Check the path and the id.",
        ),
        Problem(
            "method_not_allowed",
            405,
            "Method not allowed",
            "The path does not support this method. The Allow header lists the methods that "
            "it supports.",
        ),
        Problem(
            "not_acceptable",
            406,
            "No acceptable format",
            "The response has no format that your Accept header allows. Send Accept: */*, or "
            "no Accept.",
        ),
        Problem(
            "body_timeout",
            408,
            "The body arrived too slowly",
            "Send the whole body within ten seconds.",
        ),
        Problem(
            "body_too_large",
            413,
            "The body is too large",
            f"Send at most {settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024} KiB, "
            f"or {settings.TRANSCRIPT_MAX_BYTES // 1024**2} MiB for a transcript.",
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
            "Wait the number of seconds in the Retry-After header, then try again.",
        ),
        Problem(
            "internal_error",
            500,
            "Internal error",
            "The error has been logged. A request with an Idempotency-Key can safely be sent "
            "again.",
        ),
        Problem(
            "unavailable",
            503,
            "The service is busy",
            "The database did not answer in time. Nothing was changed. Try again after Retry- "
            "After seconds.",
        ),
    ]
)

CALLER = table(
    [
        Problem(
            "not_authenticated",
            401,
            "A token is required",
            "Send Authorization: Bearer with a token from POST /api/v1/accounts or POST "
            "/api/v1/tokens.",
        ),
        Problem(
            "invalid_token",
            401,
            "Invalid token",
            "The token is unknown, expired or revoked, or Authorization is not one bearer "
            "token. Create a token with POST /api/v1/tokens.",
        ),
        Problem(
            "account_suspended",
            403,
            "The account is suspended",
            "The detail states until when and why. An existing token can still show, export "
            "and close the account, read disputes and appeal.",
        ),
        Problem(
            "insufficient_scope",
            403,
            "The token lacks a scope",
            "Use a token with a scope that this operation accepts. Create one with POST "
            "/api/v1/tokens.",
        ),
        Problem(
            "not_permitted",
            403,
            "Not permitted",
            "Your account does not have the permission for this operation.",
        ),
    ]
)

ACCOUNTS = table(
    [
        Problem(
            "username_taken",
            409,
            "The username is taken",
            "An account has this username, or one that looks like it. Choose another.",
        ),
        Problem(
            "username_reserved",
            422,
            "The username is reserved",
            "The service reserves this username, or one that looks like it. Choose another.",
        ),
        Problem(
            "display_name_refused",
            422,
            "The display name cannot be used",
            "The service reserves this name. Choose another.",
        ),
        Problem(
            "password_too_weak",
            422,
            "The password is too weak",
            "It is too short, too common, or too similar to the username. Use four or five words.",
        ),
        Problem(
            "wrong_credentials",
            401,
            "Wrong username or password",
            "No account has this username and this password.",
        ),
        Problem(
            "wrong_password",
            403,
            "Wrong current password",
            "Send the current password to set a new one.",
        ),
        Problem(
            "locked_out",
            429,
            "Too many wrong passwords",
            "Wait the number of seconds in the Retry-After header before you try this "
            "username again.",
        ),
        Problem(
            "guest_has_no_password",
            409,
            "A guest has no password",
            "Register the guest account first with POST /api/v1/me/register.",
        ),
        Problem(
            "already_registered",
            409,
            "The account is registered already",
            "Only a guest account can be registered, and only once.",
        ),
        Problem(
            "nothing_to_verify",
            409,
            "No e-mail address to verify",
            "The account has no e-mail address, or it is verified already. Set one with PATCH "
            "/api/v1/me.",
        ),
        Problem(
            "invalid_code",
            422,
            "Invalid code",
            "The code has expired, was used, or is incomplete. Request another letter.",
        ),
        Problem(
            "scope_not_allowed",
            422,
            "The account cannot have this scope",
            "Tokens of people may have read, play and account; tokens of bots may have read, "
            "play and bot.",
        ),
        Problem(
            "scope_not_held",
            403,
            "The token lacks a scope of the new token",
            "A token can only create tokens with its own scopes. For other scopes, sign in "
            "with the password.",
        ),
        Problem(
            "too_many_tokens",
            409,
            "Too many tokens",
            "The account has the maximum number of live tokens. Revoke one first.",
        ),
        Problem(
            "no_such_token",
            404,
            "No such token",
            "You have no live token with this id. GET /api/v1/tokens lists yours.",
        ),
        Problem(
            "guests_own_no_bots",
            403,
            "Guests cannot own bots",
            "Register the guest account first with POST /api/v1/me/register.",
        ),
        Problem(
            "too_many_bots",
            409,
            "Too many bots",
            "The account has the maximum number of active bots. Deactivate one first.",
        ),
        Problem(
            "no_such_bot",
            404,
            "No such bot",
            "You have no active bot with this username. GET /api/v1/me/bots lists yours.",
        ),
        Problem("no_such_player", 404, "No such player", "No player has this username."),
        Problem("cannot_block", 409, "You cannot block yourself", "Block another player."),
        Problem(
            "too_many_blocks",
            409,
            "Too many blocks",
            "An account blocks 500 players at most. Unblock one first.",
        ),
    ]
)

PROBLEMS = REQUEST | CALLER | ACCOUNTS
