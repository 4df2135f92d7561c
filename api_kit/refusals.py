"""What the service refuses: one class for each refusal, and here those that every feature shares.

A class states its stable ``code``, which is public API, and its ``title``. Its docstring is its
``meaning``, which is served at /problems/{code}. The ``kind`` comes from its base, and leads to a
status in `api_kit.problems`. The rules of the game have a tree of their own, of the same form, in
`games.engine.refusals`.
"""

from typing import ClassVar

from django.conf import settings


class ServiceRefusal(Exception):
    """A refused request. It changed nothing; ``str()`` is a sentence for its sender."""

    kind: ClassVar[str]
    code: ClassVar[str]
    title: ClassVar[str]
    meaning: ClassVar[str]

    def __init_subclass__(cls, *, kind: str = "", code: str = "", title: str = "") -> None:
        cls.kind = kind or cls.kind
        if code:
            cls.code, cls.title = code, title
            cls.meaning = " ".join((cls.__doc__ or "").split())

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or f"{self.title}. {self.meaning}")


class BadInput(ServiceRefusal, kind="malformed"):
    """A part of the request cannot be read."""


class Unauthenticated(ServiceRefusal, kind="unauthenticated"):
    """The caller has no valid credential."""


class Forbidden(ServiceRefusal, kind="forbidden"):
    """The caller may not do this."""


class NotFound(ServiceRefusal, kind="not_found"):
    """There is no such thing, or the caller may not see it."""


class Conflict(ServiceRefusal, kind="conflict"):
    """Not possible in the present state."""


class Invalid(ServiceRefusal, kind="invalid"):
    """The request can be read, but a rule forbids it."""


class TooOften(ServiceRefusal, kind="too_many"):
    """Too many attempts; ``retry_after`` is in seconds."""

    def __init__(self, sentence: str, *, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after


# Any request


class InvalidFields(BadInput, code="validation_error", title="Some fields are invalid"):
    """Each entry of errors names a field or a query parameter by its JSON pointer and states what
    it must be.
    """


class MalformedJson(BadInput, code="malformed_json", title="The body is not JSON"):
    """Send one JSON value in UTF-8."""


class MemberNamedTwice(BadInput, code="duplicate_member", title="An object names a member twice"):
    """Name each member of an object once. Parsers differ in which of two values they use."""


class UnreadableRequest(BadInput, code="bad_request", title="The request cannot be parsed"):
    """Its host name is not served here (ALLOWED_HOSTS), or its path, headers or end cannot be
    parsed.
    """


class OriginNotAllowed(
    Forbidden, code="origin_not_allowed", title="Not for pages of other origins"
):
    """Operations that take a password, send an e-mail or approve an app are for pages of this
    service, and of origins in CORS_ALLOWED_ORIGINS. Sign in there, or use a token. The operator may
    close guest accounts to other pages in the same way (GUEST_ORIGINS).
    """


class NoSuchResource(NotFound, code="not_found", title="Not found"):
    """This resource does not exist, or you may not see it. Check the path and the id."""


class WrongMethod(
    ServiceRefusal, kind="wrong_method", code="method_not_allowed", title="Method not allowed"
):
    """The path does not support this method. The Allow header lists the methods that it
    supports.
    """


class NoAcceptableFormat(
    ServiceRefusal, kind="not_acceptable", code="not_acceptable", title="No acceptable format"
):
    """The response has no format that your Accept header allows, or the header has more than 1,000
    characters. Send Accept: */*, or no Accept.
    """


class BodyTimeout(
    ServiceRefusal, kind="timeout", code="body_timeout", title="The body arrived too slowly"
):
    """Send the whole body within ten seconds."""


class BodyTooLarge(
    ServiceRefusal, kind="too_large", code="body_too_large", title="The body is too large"
):
    __doc__ = (
        f"Send at most {settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024} KiB, or "
        f"{settings.TRANSCRIPT_MAX_BYTES // 1024**2} MiB for a transcript."
    )


class WrongMediaType(
    ServiceRefusal,
    kind="wrong_media_type",
    code="unsupported_media_type",
    title="The body has another media type",
):
    """Send the body with the Content-Type that the operation takes, mostly application/json, in
    UTF-8 and not compressed.
    """


class QuotaUsedUp(TooOften, code="rate_limited", title="Too many requests"):
    """Wait the number of seconds in the Retry-After header, then try again."""


class InternalError(ServiceRefusal, kind="fault", code="internal_error", title="Internal error"):
    """The error has been logged. A request with an Idempotency-Key can safely be sent again."""


class ServiceBusy(
    ServiceRefusal, kind="unavailable", code="unavailable", title="The service is busy"
):
    """The database did not answer in time. Nothing was changed. Try again after Retry-After
    seconds.
    """


# Callers and their tokens


class TokenRequired(Unauthenticated, code="not_authenticated", title="A token is required"):
    """Send Authorization: Bearer with a token from POST /api/v1/accounts or POST /api/v1/tokens."""


class InvalidToken(Unauthenticated, code="invalid_token", title="Invalid token"):
    """The token is unknown, expired or revoked, or Authorization is not one bearer token. Create a
    token with POST /api/v1/tokens.
    """


class AccountSuspended(Forbidden, code="account_suspended", title="The account is suspended"):
    """The detail states until when and why. An existing token can still show, export and close the
    account, read disputes and appeal.
    """


class ScopeMissing(Forbidden, code="insufficient_scope", title="The token lacks a scope"):
    """Use a token with a scope that this operation accepts. Create one with POST /api/v1/tokens."""


class NotPermitted(Forbidden, code="not_permitted", title="Not permitted"):
    """Your account does not have the permission for this operation."""
