"""The problems that any operation can return, and those of accounts: code, status and text.

Codes are public and never change their meaning. The sentence of a refusal becomes the ``detail`` of
the response. Where there is none, ``meaning`` is the detail: it explains the code in general.
"""

import re
from collections.abc import Iterable
from textwrap import dedent
from typing import NamedTuple

from django.conf import settings


class Problem(NamedTuple):
    """One way for a request to fail."""

    code: str
    status: int
    title: str
    meaning: str


def table(problems: str | Iterable[Problem]) -> dict[str, Problem]:
    """Return problems by their code, in the order given.

    In a text, each has a line of status, code and title. Lines with its meaning are indented below.
    """
    if isinstance(problems, str):
        problems = map(_read, re.split(r"\n(?=\S)", dedent(problems).strip()))
    return {problem.code: problem for problem in problems}


def _read(text: str) -> Problem:
    head, _, meaning = text.partition("\n")
    status, code, title = head.split(maxsplit=2)
    return Problem(code.rstrip(":"), int(status), title, " ".join(meaning.split()))


REQUEST = table(f"""
    400 validation_error: Some fields are invalid
        Each entry of errors names a field or a query parameter by its JSON pointer and states what it must be.
    400 malformed_json: The body is not JSON
        Send one JSON value in UTF-8.
    400 duplicate_member: An object names a member twice
        Name each member of an object once. Parsers differ in which of two values they use.
    400 bad_request: The request cannot be parsed
        Its host name is not served here (ALLOWED_HOSTS), or its path, headers or end cannot be parsed.
    403 origin_not_allowed: Not for pages of other origins
        Operations that take a password, send an e-mail or approve an app are for pages of this service, and
        of origins in CORS_ALLOWED_ORIGINS. Sign in there, or use a token. The operator may close guest
        accounts to other pages in the same way (GUEST_ORIGINS).
    404 not_found: Not found
        This resource does not exist, or you may not see it. Check the path and the id.
    405 method_not_allowed: Method not allowed
        The path does not support this method. The Allow header lists the methods that it supports.
    406 not_acceptable: No acceptable format
        The response has no format that your Accept header allows, or the header has more than 1,000
        characters. Send Accept: */*, or no Accept.
    408 body_timeout: The body arrived too slowly
        Send the whole body within ten seconds.
    413 body_too_large: The body is too large
        Send at most {settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024} KiB, or
        {settings.TRANSCRIPT_MAX_BYTES // 1024**2} MiB for a transcript.
    415 unsupported_media_type: The body has another media type
        Send the body with the Content-Type that the operation takes, mostly application/json, in UTF-8 and not
        compressed.
    429 rate_limited: Too many requests
        Wait the number of seconds in the Retry-After header, then try again.
    500 internal_error: Internal error
        The error has been logged. A request with an Idempotency-Key can safely be sent again.
    503 unavailable: The service is busy
        The database did not answer in time. Nothing was changed. Try again after Retry-After seconds.
""")

CALLER = table("""
    401 not_authenticated: A token is required
        Send Authorization: Bearer with a token from POST /api/v1/accounts or POST /api/v1/tokens.
    401 invalid_token: Invalid token
        The token is unknown, expired or revoked, or Authorization is not one bearer token. Create a token with
        POST /api/v1/tokens.
    403 account_suspended: The account is suspended
        The detail states until when and why. An existing token can still show, export and close the account,
        read disputes and appeal.
    403 insufficient_scope: The token lacks a scope
        Use a token with a scope that this operation accepts. Create one with POST /api/v1/tokens.
    403 not_permitted: Not permitted
        Your account does not have the permission for this operation.
""")

ACCOUNTS = table("""
    409 username_taken: The username is taken
        An account has this username, or one that looks like it. Choose another.
    422 username_reserved: The username is reserved
        The service reserves this username, or one that looks like it. Choose another.
    422 display_name_refused: The display name cannot be used
        The service reserves this name. Choose another.
    422 password_too_weak: The password is too weak
        It is too short, too common, or too similar to the username. Use four or five words.
    401 wrong_credentials: Wrong username or password
        No account has this username and this password.
    403 wrong_password: Wrong current password
        Send the current password to set a new one.
    429 locked_out: Too many wrong passwords
        Wait the number of seconds in the Retry-After header before you try this username again.
    409 guest_has_no_password: A guest has no password
        Register the guest account first with POST /api/v1/me/register.
    409 already_registered: The account is registered already
        Only a guest account can be registered, and only once.
    409 nothing_to_verify: No e-mail address to verify
        The account has no e-mail address, or it is verified already. Set one with PATCH /api/v1/me.
    422 invalid_code: Invalid code
        The code has expired, was used, or is incomplete. Request another letter.
    422 scope_not_allowed: The account cannot have this scope
        Tokens of people may have read, play and account; tokens of bots may have read, play and bot.
    403 scope_not_held: The token lacks a scope of the new token
        A token can only create tokens with its own scopes. For other scopes, sign in with the password.
    409 too_many_tokens: Too many tokens
        The account has the maximum number of live tokens. Revoke one first.
    404 no_such_token: No such token
        You have no live token with this id. GET /api/v1/tokens lists yours.
    403 guests_own_no_bots: Guests cannot own bots
        Register the guest account first with POST /api/v1/me/register.
    409 too_many_bots: Too many bots
        The account has the maximum number of active bots. Deactivate one first.
    404 no_such_bot: No such bot
        You have no active bot with this username. GET /api/v1/me/bots lists yours.
    400 invalid_client_id: Not a client id
        Send a client_id: the https URL of the app's metadata document, or a name of up to 200 visible ASCII
        characters.
    400 invalid_redirect_address: Not a redirect address of the app
        Use https, a private scheme with a dot, or http on loopback, without a fragment or a user. It must equal
        one that the app's document lists, and be repeated exactly.
    400 invalid_client_document: The document of the app cannot be used
        The client_id is a URL, so it must lead to a client ID metadata document of the same client_id: JSON of
        up to 16 KiB, without a redirect, within ten seconds.
    409 client_document_pending: The document of the app is being read
        Wait the number of seconds in the Retry-After header, then try again.
    400 pkce_required: PKCE with S256 is required
        Send code_challenge with code_challenge_method=S256, and later the code_verifier (RFC 7636).
    400 unsupported_response_type: The response type is not supported
        Send response_type=code, and no other response_mode than query.
    400 unsupported_grant_type: The grant type is not supported
        Use authorization_code or urn:ietf:params:oauth:grant-type:device_code.
    400 invalid_app_scope: Apps cannot have this scope
        Apps may have read and play, separated by a space.
    400 invalid_resource: The resource is not served here
        Leave resource out, or send the resource of /.well-known/oauth-protected-resource/api/v1.
    400 invalid_grant: The code is not valid
        It is unknown, used or expired, or was given to another app, address or verifier. Begin again.
    400 authorization_pending: Not approved yet
        Wait for the interval, then ask again.
    400 slow_down: Too soon
        Add five seconds to the interval, then ask again.
    400 device_refused: The device was refused
        The player refused. Begin again.
    400 device_expired: The code has expired
        Begin again to get another code.
    400 invalid_oauth_request: A parameter is missing or repeated
        Send each parameter once, as application/x-www-form-urlencoded.
    404 no_such_device: No device has this code
        The code is wrong, or has expired. Compare it with what the device shows.
    404 no_such_app: No such app
        No app with this id has access to your account. GET /api/v1/me/apps lists them.
    404 no_such_player: No such player
        No player has this username.
    409 cannot_block: You cannot block yourself
        Block another player.
    409 too_many_blocks: Too many blocks
        An account blocks 500 players at most. Unblock one first.
""")

PROBLEMS = REQUEST | CALLER | ACCOUNTS
