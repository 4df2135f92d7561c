"""Play the games of the demonstration: finished, running and disputed ones of every preset.

Bots choose the players' moves, with times in the past.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Literal, NamedTuple

from django.db import transaction

from accounts.models import User
from games.bots import duties, levels
from games.desk.models import Dispute, Reason
from games.engine import commands, view
from games.engine.cards import RANK_CARDS, Seat
from games.engine.commands import Answer, Ask, Command, Level, Resign
from games.engine.decide import step
from games.engine.presets import PRESETS
from games.engine.rule_sets import compose
from games.log.heads import GameHead
from games.log.models import Game
from games.management import demo_complaints, demo_people
from games.management.demo_complaints import Complaint
from games.management.demo_people import Cast, Occasion, Subject
from games.play.create_game import GameTerms, open_game
from games.play.play import advance
from games.referee.turns import BotHistory

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


PEEKS = "They ask me for just what I hold, time and again. No player is that lucky."


class Act(NamedTuple):
    """A scene, and the complaint about its game, if any."""

    scene: Scene
    complaint: Complaint | None = None


DISPUTED = (
    Act(
        Scene("classic", (0, 1, 2, 3), manner="peeks"),
        Complaint("luck", Reason.CHEATING, PEEKS, is_one_network=True),
    ),
    Act(
        Scene("bicycle", (3, 4, 5)),
        Complaint(
            "draw",
            Reason.REFEREE,
            "That is not the card that I drew. I saw another.",
            is_tampered=True,
        ),
    ),
    Act(
        Scene("bicycle_authors", (1, 3, 5), overlays=("honour",), manner="withholds"),
        Complaint(
            "lie",
            Reason.HONOUR,
            "They had what I asked for and gave me nothing, until the referee took it.",
            "claimed",
        ),
    ),
    Act(
        Scene("pairs", (4, 2, 0), manner="leaves"),
        Complaint(
            "departure",
            Reason.ABANDONMENT,
            "Gone, in the middle of the game.",
            "ruled",
            "warning",
            "left_the_table",
        ),
    ),
    Act(
        Scene("pagat", (5, 3, 1), manner="peeks"),
        Complaint(
            "luck",
            Reason.CHEATING,
            PEEKS,
            "appealed",
            "suspended",
            "knew_too_much",
            appeal="I remember what is asked for, that is all. Please look again.",
        ),
    ),
    Act(
        Scene("pagat_authors", (2, 0, 4), most_moves=18),
        Complaint(
            "name",
            Reason.NAME,
            "A player with that name should not sit there.\u200b \u202e.drawkcab si siht\u202c",
        ),
    ),
    Act(
        Scene("classic", (3, 1, 0, 2), manner="favours"),
        Complaint(
            "favour",
            Reason.CHEATING,
            "They ask only me. Another player gains by that.",
        ),
    ),
    Act(
        Scene("pagat", (0, 2, 3)),
        Complaint(
            "luck",
            Reason.CHEATING,
            "Too lucky by half.",
            "ruled",
            is_bad_faith=True,
            is_first_undone=True,
        ),
    ),
    # alike, to be dismissed together
    *(
        Act(
            Scene("classic", (1, 2, seat)),
            Complaint("luck", Reason.CHEATING, "Too lucky by half, again."),
        )
        for seat in (3, 4, 5)
    ),
    Act(
        Scene("pairs", (1, 4)),
        Complaint(
            "book",
            Reason.REFEREE,
            "That book of mine was not counted.",
            "appealed",
            template="log_is_sound",
            appeal="Count my books again.",
        ),
    ),
    Act(
        Scene("classic", (2, 5, 4), bots=("random",)),
        Complaint(
            "slip",
            Reason.OTHER,
            "I asked for the wrong rank and could not take it back.",
            "withdrawn",
        ),
    ),
)


def acts() -> Iterator[Act]:
    """Yield every act: finished games first, running games last."""
    for preset in PRESETS:
        yield Act(Scene(preset, (0, 1, 2, 3)))
        yield Act(Scene(preset, (4, 5), bots=("memory",)))
    yield from DISPUTED
    for preset in PRESETS:
        yield Act(Scene(preset, (0, 3), bots=("expert",), most_moves=16))
        yield Act(Scene(preset, (1, 2, 4), most_moves=18))


class Filed(NamedTuple):
    """A complaint of the demonstration and its dispute, before it is settled."""

    complaint: Complaint
    dispute: Dispute


def perform(act: Act, cast: Cast, *, now: datetime, rng: Random) -> Filed | None:
    """Play a game and file its complaint; return the filed dispute, or None."""
    is_running = act.scene.most_moves is not None
    ago = timedelta(minutes=20) if is_running else timedelta(minutes=rng.randrange(900, 7000))
    begins = now - ago
    if act.complaint is None:
        play(act.scene, cast.players, begins=begins, rng=rng)
        return None
    game_id, occasion = _play_until(act.scene, act.complaint.subject, cast, begins, rng)
    filed_at = now - (timedelta(minutes=1) if is_running else timedelta(hours=9))
    dispute = demo_complaints.file(act.complaint, occasion, game_id, filed_at=filed_at, now=now)
    return Filed(act.complaint, dispute)


def _play_until(
    scene: Scene, subject: Subject, cast: Cast, begins: datetime, rng: Random
) -> tuple[int, Occasion]:
    """Play a scene until a move fits the complaint; roll back each game without one."""
    while True:
        with transaction.atomic():
            game_id = play(scene, cast.players, begins=begins, rng=rng)
            if (occasion := demo_people.occasion_of(subject, game_id)) is not None:
                return game_id, occasion
            transaction.set_rollback(True)
