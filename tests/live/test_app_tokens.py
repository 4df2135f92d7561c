"""Connections that an app holds end by the next heartbeat once its access is taken back."""

from collections.abc import Callable

import pytest

from tests.accounts import people
from tests.accounts.oauth_flows import post, signed_in
from tests.live.listeners import Listener
from tests.players import Player, seated

pytestmark = [pytest.mark.process, pytest.mark.django_db(transaction=True)]


def _by_the_app(ann: Player, app: Player) -> None:
    assert post("/revoke", {"token": str(app.secret)}).status_code == 200


def _by_the_player(ann: Player, app: Player) -> None:
    [listed] = ann.get("/me/apps").json()["apps"]
    assert ann.send("DELETE", f"/me/apps/{listed['id']}").status_code == 204


@pytest.mark.parametrize("revoke", [_by_the_app, _by_the_player])
def test_streams_of_an_app_end_with_its_access(
    address: str, revoke: Callable[[Player, Player], None]
) -> None:
    game, ann, _ = seated(2)
    app = Player(signed_in(people.client(str(ann.secret)))["access_token"])
    ticket = app.post(f"/games/{game}/stream_ticket").json()["ticket"]
    path = f"/games/{game}/stream"
    listeners = [
        Listener(address, path, app),
        Listener(address, f"{path}?ticket={ticket}"),
        Listener(address, "/me/stream", app),
    ]
    with Listener(address, path, ann) as own:
        for listener in (*listeners, own):
            listener.frame()

        revoke(ann, app)
        before = [listener.heartbeats for listener in listeners]

        for listener, seen in zip(listeners, before, strict=True):
            with listener:
                assert listener.rest()[-1].data == {"reason": "invalid_token"}
                assert listener.heartbeats <= seen + 2
        own.read_times(2)  # that of the player stays
        assert app.get("/me").status_code == 401
