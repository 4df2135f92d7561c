"""The text that the serve commands print at the start: addresses and first steps."""

from django.conf import settings

from gofish_api.web import sources

DEVELOPMENT = """\
Go Fish is running at {base}

  play           {base}/   ({client})
  API            {base}/api/v1
  documentation  {base}/docs/   {base}/api/docs
  admin          {base}/{admin}   (first run .venv/bin/python manage.py createsuperuser, or seed_demo for demo data)

Create an account. Only this response shows the token (token.secret):

  curl -sS {base}/api/v1/accounts -H 'Content-Type: application/json' \\
    -d '{{"username": "ada", "password": "seven-herrings-swim"}}'

Stop the server with Ctrl-C.
"""
PRODUCTION = """\
Go Fish listens at {listens}. It expects a proxy that terminates TLS.

  play           {base}/   ({client})
  API            {base}/api/v1
  documentation  {base}/docs/   {base}/api/docs
  admin          {base}/{admin}   (first run python manage.py createsuperuser, then second_factor NAME)
  readiness      {listens}/readyz

{advice}Stop the server with Ctrl-C.
"""
NO_NAME = "ALLOWED_HOSTS has no public host name: set it to the name of the service.\n"
NO_PROXY = (
    "PROXY_COUNT is 0: plain HTTP requests are redirected to https. Behind a proxy that terminates\n"
    "TLS this is a redirect loop. Set PROXY_COUNT to the number of proxies.\n"
)


def text(host: str, port: int) -> str:
    """Return the text for `serve`."""
    listens = _address(host, port)
    if not settings.PRODUCTION:
        return DEVELOPMENT.format(base=listens, client=client(), admin=settings.ADMIN_PATH)
    return PRODUCTION.format(
        listens=listens,
        base=_public_address(),
        client=client(),
        admin=settings.ADMIN_PATH,
        advice=advice(),
    )


def client() -> str:
    """Return which files of the browser client are served."""
    return "in bundles" if sources.has_bundles() else "in modules: no current bundles/"


def address() -> str:
    """Return the URL of the service for its staff."""
    return _public_address() if settings.PRODUCTION else "http://localhost:8000"


def advice() -> str:
    """Return what production lacks to be reached, or an empty text."""
    own = [name for name in _names() if name not in settings.LOOPBACK]
    lacks = ("" if own else NO_NAME) + ("" if settings.PROXY_COUNT else NO_PROXY)
    return f"{lacks}\n" if lacks else ""


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _public_address() -> str:
    """Return the public URL: HTTPS and the first host of ``ALLOWED_HOSTS``."""
    return f"https://{next(iter(_names()), 'localhost')}"


def _names() -> list[str]:
    return [name.removeprefix(".") for name in settings.ALLOWED_HOSTS if name != "*"]
