"""`gofish login`: get a token with the device flow (RFC 8628), without a password."""

import argparse
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import httpx

from gofishkit.printing import printable

GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code"
CLIENT_ID = "gofish"
DEVICE, TOKEN = "/api/v1/oauth/device", "/api/v1/oauth/token"
MORE_SECONDS = 5
"""What `slow_down` adds to the interval."""


def run_login(options: argparse.Namespace) -> int:
    """Print a link and a code, wait, and write the token; return the exit status."""
    try:
        with httpx.Client(base_url=options.server, timeout=15) as client:
            token = login(client, scope=options.scope)
    except (httpx.HTTPError, ValueError, KeyError) as error:
        print(f"No token from {options.server}: {printable(str(error))}", file=sys.stderr)
        return 1
    if options.file is None:
        print(token)
        return 0
    options.file.unlink(missing_ok=True)
    with os.fdopen(os.open(options.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(token + "\n")
    print(f"The token is in {options.file}, which only you can read.", file=sys.stderr)
    return 0


def login(client: httpx.Client, *, scope: str, sleep: Callable[[float], None] = time.sleep) -> str:
    """Return a token once the player has approved this program.

    :raises httpx.HTTPError: there is no answer.
    :raises ValueError: the player refused, or did not answer in time.
    :raises KeyError: it is no server of Go Fish.
    """
    begun = _sent(client, DEVICE, {"client_id": CLIENT_ID, "scope": scope})
    if "error" in begun:
        raise ValueError(begun.get("error_description", begun["error"]))
    print(
        f"Open {printable(begun['verification_uri'])} and type {printable(begun['user_code'])}\n"
        f"or open {printable(begun['verification_uri_complete'])}",
        file=sys.stderr,
    )
    interval = float(begun.get("interval", 5))
    poll = {
        "grant_type": GRANT_TYPE,
        "client_id": CLIENT_ID,
        "device_code": begun["device_code"],
    }
    while True:
        sleep(interval)
        try:
            answer = _sent(client, TOKEN, poll)
        except httpx.TransportError:  # the code ends by itself
            interval += MORE_SECONDS
            continue
        if "error" not in answer:
            return str(answer["access_token"])
        if answer["error"] == "slow_down":
            interval += MORE_SECONDS
        elif answer["error"] != "authorization_pending":
            raise ValueError(answer.get("error_description", answer["error"]))


def _sent(client: httpx.Client, path: str, form: dict[str, str]) -> dict[str, Any]:
    answer = client.post(path, data=form).json()
    if not isinstance(answer, dict):
        raise ValueError("this is no server of Go Fish")
    return answer
