"""`gofish login` gets a token once the player has approved it."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import connection
from rest_framework.test import APIClient

from gofishkit.commands.login import login
from tests.accounts.oauth_flows import OAUTH

SERVER = "http://testserver"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)
    transport = httpx.WSGITransport(app=get_wsgi_application())
    with httpx.Client(base_url=SERVER, transport=transport) as client:
        yield client


def decides(player: APIClient, capsys: pytest.CaptureFixture[str], *, approve: bool) -> Any:
    """Return a wait after whose second call the player has decided about the code shown."""
    waits: list[str] = []

    def sleep(_: float) -> None:
        cache.clear()  # no poll comes too soon
        waits.append(capsys.readouterr().err)
        if len(waits) == 2:
            [code] = re.findall(r"type (\S+)", waits[0])
            body = {"user_code": code, "approve": approve}
            assert player.post(f"{OAUTH}/device/decision", body).status_code == 204

    return sleep


def test_the_token_comes_after_the_approval(
    as_ann: APIClient, server: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    token = login(server, scope="read", sleep=decides(as_ann, capsys, approve=True))

    me = server.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    assert me.json()["username"] == "Ann"


def test_a_refusal_is_an_error(
    as_ann: APIClient, server: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match="refused"):
        login(server, scope="read", sleep=decides(as_ann, capsys, approve=False))


def test_a_scope_that_no_app_may_have_is_an_error(server: httpx.Client) -> None:
    with pytest.raises(ValueError, match="scope"):
        login(server, scope="account", sleep=lambda _: None)
