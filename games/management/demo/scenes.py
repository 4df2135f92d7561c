"""The games of the demonstration: finished, running and disputed ones of every preset."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

from django.db import transaction

from games.desk.models import Dispute, Reason
from games.engine.presets import PRESETS
from games.management.demo import complaints, occasions, tables
from games.management.demo.cast import Cast
from games.management.demo.complaints import Complaint
from games.management.demo.occasions import Occasion, Subject
from games.management.demo.tables import Scene

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
        tables.play(act.scene, cast.players, begins=begins, rng=rng)
        return None
    game_id, occasion = _play_until(act.scene, act.complaint.subject, cast, begins, rng)
    filed_at = now - (timedelta(minutes=1) if is_running else timedelta(hours=9))
    dispute = complaints.file(act.complaint, occasion, game_id, filed_at=filed_at, now=now)
    return Filed(act.complaint, dispute)


def _play_until(
    scene: Scene, subject: Subject, cast: Cast, begins: datetime, rng: Random
) -> tuple[int, Occasion]:
    """Play a scene until a move fits the complaint; roll back each game without one."""
    while True:
        with transaction.atomic():
            game_id = tables.play(scene, cast.players, begins=begins, rng=rng)
            if (occasion := occasions.of(subject, game_id)) is not None:
                return game_id, occasion
            transaction.set_rollback(True)
