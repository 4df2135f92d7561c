"""The paths of the web client, as `web/routes.js` lists them."""

import re
from pathlib import Path

_ROUTES = Path(__file__).resolve().parents[2] / "web" / "routes.js"
_ROUTE = re.compile(r'\bpath: "/([^"]*)"')
_PARAMETER = re.compile(r":(\w+)")


def client_paths() -> list[str]:
    """Return the paths without the leading slash, as Django's patterns: `join/<str:code>`.

    The start page is the empty path.
    """
    return [_PARAMETER.sub(r"<str:\1>", path) for path in _ROUTE.findall(_ROUTES.read_text())]
