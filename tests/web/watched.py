"""Games on a running server for those who watch and replay: played over HTTP by guests."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import httpx

from tests.web.tables import Player, guest

ASIDES = ("expose", "misdeal", "resign")


class Seated(NamedTuple):
    """A game on a server, and its players by seat."""

    address: str
    id: str
    players: list[Player]

    @property
    def names(self) -> list[str]:
        """The display names by seat."""
        return [each["display_name"] for each in self.read("")["players"]]

    @property
    def path(self) -> str:
        """The game's path, of the web client and below the API's base."""
        return f"/games/{self.id}"

    def get(self, path: str, *, seat: int = 0, accept: str = "*/*", **query: Any) -> httpx.Response:
        """Read a path below the game's as a seat, in a media type."""
        url = f"{self.address}/api/v1{self.path}{path}"
        headers = {"Authorization": f"Bearer {self.players[seat].token}", "Accept": accept}
        return httpx.get(url, params=query or None, headers=headers).raise_for_status()

    def read(self, path: str, *, seat: int = 0, **query: Any) -> Any:
        """Return the JSON that a seat reads below the game's path."""
        return self.get(path, seat=seat, **query).json()

    def command(self, name: str, *, seat: int, **body: Any) -> Any:
        """Send a command and return the answer."""
        return self.players[seat].post(f"{self.path}/{name}", **body)

    def play(self, *, actions: int = 10_000, seed: int = 1) -> None:
        """Make random legal moves until the end, or so many."""
        rng = Random(seed)
        state = self.read("/state")
        for _ in range(actions):
            if state["phase"] == "over":
                return
            seat = state["to_act"]
            if state["you"] != seat:
                state = self.read("/state", seat=seat)
            choices = [each for each in state["legal_actions"] if each["type"] not in ASIDES]
            action = rng.choice(choices)
            state = self.command(action.pop("type"), seat=seat, **action)["state"]


def seated(address: str, names: Sequence[str], **options: Any) -> Seated:
    """Open a game on a server and fill its seats with guests of these display names."""
    players = [guest(address) for _ in names]
    for player, name in zip(players, names, strict=True):
        player.call("PATCH", "/me", {"display_name": name})
    game = players[0].post("/games", seats=len(names), **options)["game"]
    for player in players[1:]:
        code = {"join_code": game["join_code"]} if game["join_code"] else {}
        player.post(f"/games/{game['id']}/join", **code)
    return Seated(address, game["id"], players)
