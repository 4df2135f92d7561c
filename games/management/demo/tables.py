"""Play the games of the demonstration: bots choose the players' moves, with times in the past."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Literal, NamedTuple

from django.db import transaction

from accounts.models import User
from games.bots import duties, levels
from games.engine import commands, view
from games.engine.cards import RANK_CARDS, Seat
from games.engine.commands import Answer, Ask, Command, Level, Resign
from games.engine.decide import step
from games.engine.rule_sets import compose
from games.log.heads import GameHead
from games.log.models import Game
from games.play.create_game import GameTerms, open_game
from games.play.play import advance
from games.referee.bot_history import BotHistory

Manner = Literal["fair", "peeks", "favours", "withholds", "leaves"]

LEAVES_AFTER = 14  # moves
_LEVEL: Level = "forgetful"


class Scene(NamedTuple):
    """A game: its players, rules and length, and the behaviour of seat 0."""

    preset: str
    people: tuple[int, ...]
    """By seat: indexes of ``Cast.players``."""
    bots: tuple[Level, ...] = ()
    overlays: tuple[str, ...] = ()
    manner: Manner = "fair"
    most_moves: int | None = None
    """Number of moves after which the game is left running; None to play it to its end."""


@transaction.atomic
def play(scene: Scene, players: Sequence[User], *, begins: datetime, rng: Random) -> int:
    """Play a game as its scene says, in one transaction; return its id."""
    head = _seated(scene, players, begins, rng)
    bot_history = BotHistory(head.game_id)
    at = begins
    while (seat := head.state.to_act()) is not None:
        if head.state.bots[seat] is None:
            at += timedelta(seconds=min(rng.lognormvariate(1.1, 0.6), 25))
        manner = scene.manner if seat == 0 else "fair"
        command = _choose(head, seat, manner, bot_history, rng)
        if scene.most_moves is not None and _is_enough(head, command, scene.most_moves):
            break
        head = advance(head, command, seat=seat, account_id=None, now=at).head
    return head.game_id


def _is_enough(head: GameHead, command: Command, most_moves: int) -> bool:
    """Return whether to stop here: there are enough moves, or the command would end the game."""
    return head.version >= most_moves or step(head.state, command)[1].is_over


def _seated(scene: Scene, players: Sequence[User], begins: datetime, rng: Random) -> GameHead:
    rules = compose(scene.preset, scene.overlays)
    accounts = [players[place].pk for place in scene.people]
    head, _ = open_game(
        Game(preset=scene.preset, overlays=list(scene.overlays)),
        accounts[0],
        rules=rules,
        seats=len(accounts) + len(scene.bots),
        terms=GameTerms(),
        now=begins,
    )
    # Bots first: the last seat starts the game, and its entropy should be a person's.
    for seat, level in enumerate(scene.bots, len(accounts)):
        seating = commands.TakeSeat(seat, bot=level)
        head, _ = advance(head, seating, seat=0, account_id=None, now=begins)
    for seat, account in enumerate(accounts[1:], 1):
        taking = commands.TakeSeat(seat, f"{rng.getrandbits(64):016x}")
        head, _ = advance(head, taking, seat=seat, account_id=account, now=begins)
    return head


def _choose(
    head: GameHead, seat: Seat, manner: Manner, bot_history: BotHistory, rng: Random
) -> Command:
    state = head.state
    if manner == "leaves" and head.version >= LEAVES_AFTER:
        return Resign(seat)
    if manner == "withholds" and state.phase == "answer":
        return Answer(seat, ())
    seen = view.state_view(state, seat)
    level = state.bots[seat] or _LEVEL
    fair = view.command_of(levels.choose(level, seen, bot_history.history(head, seat), rng), seat)
    if not isinstance(fair, Ask) or manner not in ("peeks", "favours"):
        return fair
    asks = [view.command_of(action, seat) for action in duties.asks_or_duty(seen, rng)]
    wanted = [
        ask
        for ask in asks
        if isinstance(ask, Ask) and (ask.target == 1 if manner == "favours" else _hits(ask, head))
    ]
    return rng.choice(wanted) if wanted else fair


def _hits(ask: Ask, head: GameHead) -> bool:
    """Return whether an ask would hit. Only a cheat could know."""
    cards = RANK_CARDS[ask.rank] if ask.card is None else 1 << ask.card
    return bool(head.state.hands[ask.target] & cards)
