"""Development or production, browsers and proxies.

Production, or a public host name, needs a secret key of its own. CORS, content security policy,
cookies, HTTPS and forwarded addresses.
"""

import os

from corsheaders.defaults import default_headers
from csp.constants import NONE, SELF, UNSAFE_INLINE
from django.core.exceptions import ImproperlyConfigured

from gofish_api import variables
from gofish_api.settings.environment import LOOPBACK, env

PRODUCTION: bool = env("PRODUCTION")
SECRET_KEY: str = env("SECRET_KEY")
ALLOWED_HOSTS: list[str] = env("ALLOWED_HOSTS")


def _check_key() -> None:
    """Check that the key was set and looks random."""
    try:
        if not (os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE")):
            needed_by = (
                "PRODUCTION" if PRODUCTION else "ALLOWED_HOSTS with names other than localhost"
            )
            raise ValueError(
                f"not set, but required by {needed_by}. Create one: {variables.CREATE}"
            )
        variables.check(SECRET_KEY)
    except ValueError as error:
        raise ImproperlyConfigured(f"SECRET_KEY: {error}") from None


if PRODUCTION or not set(ALLOWED_HOSTS) <= set(LOOPBACK):
    _check_key()


# X-Forwarded-For is trusted only for this many proxies: clients can send the header too.
PROXY_COUNT: int = env("PROXY_COUNT")
if PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Any page may call the API: its credentials are tokens, which a browser never adds by itself.
# `Endpoint.own_pages_only` has the exceptions.
CORS_ALLOW_ALL_ORIGINS: bool = env("CORS_ALLOWED_ORIGINS") == ["*"]
CORS_ALLOWED_ORIGINS: list[str] = [] if CORS_ALLOW_ALL_ORIGINS else env("CORS_ALLOWED_ORIGINS")
GUEST_ORIGINS: list[str] = env("GUEST_ORIGINS")
CORS_ALLOW_CREDENTIALS = False
CORS_URLS_REGEX = r"^/(?:api|\.well-known)/"
CORS_ALLOW_HEADERS = [
    *default_headers,
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    "x-watch-code",
]
CORS_EXPOSE_HEADERS = [
    "Date",
    "ETag",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
]
CORS_PREFLIGHT_MAX_AGE = 24 * 3600  # seconds; browsers use at most two hours to a day
# Addresses from which documents may be fetched although they are not globally reachable.
FETCH_ALSO_FROM: list[str] = env("FETCH_ALSO_FROM")
# Pages of the host of the request may post anyway; these, if a proxy has replaced that host.
# No name stands for `.example.org`: another's page there could set the cookie of the CSRF token.
CSRF_TRUSTED_ORIGINS = [
    f"https://{name.lower()}" for name in ALLOWED_HOSTS if PRODUCTION and name[0].isalnum()
]
# Where to report vulnerabilities, in /.well-known/security.txt.
SECURITY_CONTACT: list[str] = env("SECURITY_CONTACT")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF, UNSAFE_INLINE],  # Swagger UI sets style attributes
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = "Strict"
CSRF_COOKIE_SAMESITE = "Strict"

if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]  # internal probes use plain HTTP
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
