"""What the serve commands print when they are ready: addresses, and what to do first."""

from django.conf import settings

DEVELOPMENT = """\
Go Fish is served at {base}

  API            {base}/api/v1
  documentation  {base}/api/docs   {base}/api/redoc
  admin          {base}/{admin}   (first: .venv/bin/python manage.py createsuperuser; or seed_demo, to try it)

Register; the answer carries a token (token.secret), which is shown once:

  curl -sS {base}/api/v1/accounts -H 'Content-Type: application/json' \\
    -d '{{"username": "ada", "password": "seven-herrings-swim"}}'

Ctrl-C stops the server.
"""
PRODUCTION = """\
Go Fish listens at {listens}. It expects a proxy in front that ends TLS.

  API            {base}/api/v1
  documentation  {base}/api/docs   {base}/api/redoc
  admin          {base}/{admin}   (first: python manage.py createsuperuser)
  readiness      {listens}/readyz

{advice}Ctrl-C stops the server.
"""
NO_NAME = "ALLOWED_HOSTS names no host of its own: set it to the name of the service.\n"
NO_PROXY = (
    "PROXY_COUNT is 0: requests in plain HTTP are sent to https, which a proxy that ends TLS turns\n"
    "into a loop. Set it to the number of proxies in front.\n"
)


def text(host: str, port: int) -> str:
    """Return the welcome of a server that listens there."""
    listens = _address(host, port)
    if not settings.PRODUCTION:
        return DEVELOPMENT.format(base=listens, admin=settings.ADMIN_PATH)
    return PRODUCTION.format(
        listens=listens, base=_public_address(), admin=settings.ADMIN_PATH, advice=_advice()
    )


def short_text(host: str, port: int) -> str:
    """Return one line for a server that is one of several."""
    listens = _address(host, port)
    if not settings.PRODUCTION:
        return f"The API is served at {listens}; Ctrl-C stops."
    return f"The API listens at {listens} for {_public_address()}; Ctrl-C stops."


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _public_address() -> str:
    """Return where clients reach the service: at the first name that it answers to, by HTTPS."""
    return f"https://{next(iter(_names()), 'localhost')}"


def _names() -> list[str]:
    return [name.removeprefix(".") for name in settings.ALLOWED_HOSTS if name != "*"]


def _advice() -> str:
    own = [name for name in _names() if name not in settings.LOOPBACK]
    advice = ("" if own else NO_NAME) + ("" if settings.PROXY_COUNT else NO_PROXY)
    return f"{advice}\n" if advice else ""
