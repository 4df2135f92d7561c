"""Accounts, clients, letters and steps of OAuth's flows for the tests of accounts."""

import re
import secrets
from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.core import mail
from rest_framework.test import APIClient

from accounts import emails, registration
from accounts.registration import Registered

PASSWORD = "seven red herrings"


def register(username: str = "Ann") -> Registered:
    """Register a person."""
    return registration.register(username, PASSWORD, now=datetime.now(UTC))


def guest() -> Registered:
    """Create a guest."""
    return registration.register_guest(now=datetime.now(UTC))


def client(secret: str) -> APIClient:
    """Return a client that sends this token."""
    return APIClient(headers={"Authorization": f"Bearer {secret}"})


def letters_sent() -> list[mail.EmailMessage]:
    """Return the letters sent so far, after the queue is empty."""
    emails.postman.submit(lambda: None).result()
    return mail.outbox


def code_in(letter: mail.EmailMessage) -> str:
    """Return the first code in a letter."""
    found = re.search(r'"code": "([^"]+)"', str(letter.body))
    assert found
    return found[1]


OAUTH = "/api/v1/oauth"
DONE = "https://app.example/done"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
FORM = "application/x-www-form-urlencoded"


def pkce() -> tuple[str, str]:
    """Return a verifier and its challenge."""
    verifier = secrets.token_urlsafe(32)
    return verifier, urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def asked(challenge: str, **changes: str | None) -> dict[str, str]:
    """Return the parameters of an authorization request; None leaves one out."""
    usual = {
        "client_id": "example-app",
        "redirect_uri": DONE,
        "response_type": "code",
        "code_challenge": challenge,
        "code_challenge_method": "S256",
        "scope": "read play",
        "state": "a b&c",
    }
    return {name: value for name, value in {**usual, **changes}.items() if value is not None}


def post(path: str, form: dict[str, str] | str, **headers: str) -> Any:
    """Send a form without a token."""
    body = form if isinstance(form, str) else urlencode(form)
    return APIClient().post(f"{OAUTH}{path}", body, content_type=FORM, headers=headers)


def approve(player: APIClient, parameters: dict[str, str]) -> dict[str, str]:
    """Approve a request; return the parameters that the app gets."""
    answer = player.post(f"{OAUTH}/authorize", parameters)
    assert answer.status_code == 200, answer.json()
    query = parse_qs(urlsplit(answer.json()["redirect_to"]).query)
    return {name: values[0] for name, values in query.items()}


def exchange(code: str, verifier: str, **changes: str) -> Any:
    """Exchange a code."""
    form = {
        "grant_type": "authorization_code",
        "client_id": "example-app",
        "redirect_uri": DONE,
        "code": code,
        "code_verifier": verifier,
    }
    return post("/token", form | changes)


def signed_in(player: APIClient, **changes: str | None) -> dict[str, Any]:
    """Go through the whole flow; return the answer with the token."""
    verifier, challenge = pkce()
    parameters = asked(challenge, **changes)
    got = approve(player, parameters)
    own = {name: parameters[name] for name in ("client_id", "redirect_uri")}
    answer = exchange(got["code"], verifier, **own)
    assert answer.status_code == 200, answer.json()
    body: dict[str, Any] = answer.json()
    return body


def poll(device_code: str, client_id: str = "tv") -> Any:
    """Poll for the token of a device."""
    form = {"grant_type": DEVICE_GRANT, "client_id": client_id, "device_code": device_code}
    return post("/token", form)
