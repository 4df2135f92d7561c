"""Games whose asks are computed in advance, so that clients only send bytes while they are
timed.
"""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple

from django.utils import timezone

from accounts import registration
from games.engine import legal, referee
from games.engine.cards import Seat as SeatNumber
from games.engine.cards import parse_rank, rank_text
from games.engine.commands import Ask, Command
from games.engine.decide import step
from games.engine.state import State
from games.engine.table import Table
from games.log import head_reader, ids
from games.log.heads import GameHead
from games.log.models import Seat
from games.play import lobby
from games.play import play as use_cases

GAMES_OF_A_PLAYER = 40


class Request(NamedTuple):
    """An ask of a seat, as the bytes of the request body."""

    seat: SeatNumber
    body: bytes


class Script(NamedTuple):
    """A newly dealt game, its players' tokens by seat, and all asks to its end."""

    id: int
    game: str
    tokens: tuple[str, ...]
    asks: tuple[Request, ...]


def scripts(
    count: int, rng: Random, *, seats: int = 2, options: Mapping[str, Any] | None = None
) -> Iterator[Script]:
    """Create games in the database and compute their asks: the seed determines each result."""
    players: list[registration.Registered] = []
    for number in range(count):
        if number % GAMES_OF_A_PLAYER == 0:
            players = [registration.register_guest(now=timezone.now()) for _ in range(seats)]
        opened = lobby.create(players[0].user.pk, preset="classic", options=options, seats=seats)
        game_id = opened.head.game_id
        for player in players[1:]:
            lobby.join(game_id, player.user.pk)
        tokens = tuple(player.issued.secret for player in players)
        yield Script(game_id, ids.to_text(game_id), tokens, tuple(_asks_of(game_id, rng)))


def play(script: Script, count: int) -> None:
    """Make the first asks of a game."""
    accounts = dict(Seat.objects.filter(game_id=script.id).values_list("number", "account_id"))
    for seat, body in script.asks[:count]:
        wish = json.loads(body)
        ask = Ask(seat, wish["target"], parse_rank(wish["rank"]))
        use_cases.execute(script.id, accounts[seat], partial(_given, ask))


def _given(ask: Ask, _: GameHead) -> Ask:
    return ask


def _asks_of(game_id: int, rng: Random) -> Iterator[Request]:
    head = head_reader.load(game_id)
    state = head.state
    while (seat := state.to_act()) is not None:
        asks = [
            command
            for command in legal.legal_commands(Table(state), seat)
            if isinstance(command, Ask)
        ]
        ask = rng.choice(asks)
        yield Request(
            seat, json.dumps({"target": ask.target, "rank": rank_text(ask.rank)}).encode()
        )
        state = _after(state, ask, head.seed)


def _after(state: State, command: Command | None, seed: bytes) -> State:
    while command is not None:
        _, state = step(state, command)
        command = referee.next_command(state, seed)
    return state
