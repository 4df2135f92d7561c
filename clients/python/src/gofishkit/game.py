"""A game that a program plays or watches."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Self

from gofishkit.api import types
from gofishkit.api.calls import Call, path, tag
from gofishkit.client import Client
from gofishkit.record import GameRecord

MOST_WAIT = 60  # seconds of a long poll


class Game:
    """One game. ``for move in game`` follows it to its end and gives each move once.

    The commands of the game count in the position that ``view`` shows and in no other. Retries of a
    command share its ``Idempotency-Key``, also after a restart of the program.
    """

    def __init__(self, client: Client, game_id: str) -> None:
        self.client, self.id = client, game_id
        self._record = GameRecord(game_id)

    @classmethod
    def against(
        cls,
        client: Client,
        *levels: str,
        preset: str = "classic",
        key: str | None = None,
        **terms: Any,
    ) -> Self:
        """Open a game against built-in bots.

        :raises Refused: if the service opens none.
        """
        body: Any = {"preset": preset, "seats": len(levels) + 1, "bots": [*levels], **terms}
        return cls(client, client.create_game(idempotency_key=key, **body)["game"]["id"])

    @classmethod
    def match(
        cls,
        client: Client,
        *,
        seats: int = 2,
        preset: str = "classic",
        wait_seconds: int = 20,
        key: str | None = None,
    ) -> Self:
        """Find a table by quick match; bots fill it after the wait.

        :raises Refused: if the service finds none.
        """
        match = client.enter_match(
            idempotency_key=key, seats=seats, preset=preset, wait_seconds=wait_seconds
        )
        while (game := match["game"]) is None:
            match = client.read_match(match["id"], wait=MOST_WAIT)
        return cls(client, game)

    @classmethod
    def join(cls, client: Client, game_id: str, **body: Any) -> Self:
        """Take a seat in a lobby.

        :raises Refused: if no seat can be taken.
        """
        client.join(game_id, **body)
        return cls(client, game_id)

    @property
    def view(self) -> types.State:
        """The table as this player may see it."""
        if self._record.view is None:
            self.refresh()
        assert self._record.view is not None
        return self._record.view

    @property
    def history(self) -> list[types.Event]:
        """Everything that happened so far as this player saw it, oldest first."""
        return self._record.history

    @property
    def version(self) -> int:
        """Number of the last move in the history."""
        return self._record.last

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for this player."""
        return self._record.my_turn

    @property
    def is_over(self) -> bool:
        """Whether the game is over, or was closed in its lobby."""
        return self._record.is_over

    @property
    def legal_actions(self) -> list[types.Action]:
        """What this player may do now."""
        return self.view["legal_actions"]

    @property
    def result(self) -> types.GameOverEvent | types.SeriesOverEvent | None:
        """The result of the game, or of its series; None before the end."""
        return self.view["series"] or self.view["result"]

    @property
    def has_won(self) -> bool:
        """Whether this player is among the winners."""
        result = self.result
        return result is not None and self.view["you"] in result["winners"]

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the deadline by the server's clock; None without a deadline."""
        return self._record.seconds_left(datetime.now(UTC))

    def __iter__(self) -> Iterator[types.Move]:
        """Yield each move once, from the first on, and wait for the next until the game is over."""
        yield from self._given()
        for _ in self.frames():
            yield from self._given()

    def frames(self) -> Iterator[str]:
        """Follow the stream, and yield the type of each frame once the game is up to date.

        A heartbeat is a frame too, so a program can do something every 15 seconds.
        """
        record = self._record
        for frame in self.client.stream_game(self.id, after=record.last, state=True):
            record.take_frame(frame, datetime.now(UTC))
            yield frame["type"]
        self.refresh()

    def act(self, action: Mapping[str, Any]) -> types.CommandAnswer:
        """Carry out one of the ``legal_actions`` in the position that ``view`` shows.

        :raises Refused: if the service refuses it. Nothing has changed then. If the game has moved
            on, the stream shows how.
        """
        view = self.view
        call = Call(
            "POST",
            path("/games/{}/{}", self.id, action["type"]),
            header={"If-Match": tag(view)},
            body=dict(action),
            key=f"{self.id}-{view['version']}-{view['you']}",
            takes_key=True,
        )
        answer: types.CommandAnswer = self.client._send(call)
        self._record.take_answer(answer)
        return answer

    def ask(
        self, target: int, rank: types.Rank | None = None, *, card: types.Card | None = None
    ) -> types.CommandAnswer:
        """Ask a seat for a rank, or for a card where the rules say so.

        :raises Refused: if the service refuses it.
        """
        asked = {"rank": rank} if card is None else {"card": card}
        return self.act({"type": "ask", "target": target, **asked})

    def resign(self) -> types.CommandAnswer:
        """Give up.

        :raises Refused: if the service refuses it.
        """
        return self.act({"type": "resign"})

    def refresh(self) -> None:
        """Read the state.

        :raises Refused: if this client may not see it.
        """
        self._record.take_view(self.client.read_state(self.id))

    def _given(self) -> Iterator[types.Move]:
        waiting = self._record.waiting
        while waiting:
            yield waiting.popleft()
