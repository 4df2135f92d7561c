"""What there is to see in the demonstration: for every preset games that are over, that run, and that are disputed."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

from games.disputes.models import Reason
from games.engine.presets import PRESETS
from games.management.demo import complaints, tables
from games.management.demo.cast import Cast
from games.management.demo.complaints import Complaint
from games.management.demo.tables import Scene

PEEKS = "Whatever I draw, the very next ask is for it. Nobody is that lucky."


class Act(NamedTuple):
    """A scene, and what was complained of in it, if anything."""

    scene: Scene
    complaint: Complaint | None = None


DISPUTED = (
    Act(
        Scene("classic", (0, 1, 2, 3), manner="peeks"),
        Complaint(Reason.CHEATING, PEEKS, is_one_network=True),
    ),
    Act(
        Scene("bicycle", (3, 4, 5)),
        Complaint(
            Reason.REFEREE, "That is not the card that was drawn. I saw another.", is_tampered=True
        ),
    ),
    Act(
        Scene("bicycle_authors", (1, 3, 5), overlays=("honour",), manner="withholds"),
        Complaint(Reason.HONOUR, "I asked, and was told to go fish. It was a lie.", "claimed"),
    ),
    Act(
        Scene("pairs", (4, 2, 0), manner="leaves"),
        Complaint(
            Reason.ABANDONMENT,
            "Gone, just as I had caught up.",
            "ruled",
            "warning",
            "left_the_table",
        ),
    ),
    Act(
        Scene("pagat", (5, 3, 1), manner="peeks"),
        Complaint(
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
        Complaint(Reason.NAME, "Nobody of that name should sit there."),
    ),
    Act(
        Scene("classic", (3, 1, 0, 2), manner="favours"),
        Complaint(Reason.CHEATING, "They ask only me. Somebody gains by that, and it is not I."),
    ),
    Act(
        Scene("pagat", (0, 2, 3)),
        Complaint(Reason.CHEATING, "Too lucky by half.", "ruled"),
    ),
    Act(
        Scene("pairs", (1, 4)),
        Complaint(
            Reason.REFEREE,
            "My pair of kings was not counted.",
            "appealed",
            template="log_is_sound",
            appeal="Count the kings again.",
        ),
    ),
    Act(
        Scene("classic", (2, 5, 4), bots=("random",)),
        Complaint(
            Reason.OTHER, "I pressed the wrong card, and nobody let me take it back.", "withdrawn"
        ),
    ),
)


def acts() -> Iterator[Act]:
    """Yield everything in order: oldest games first, running ones last."""
    for preset in PRESETS:
        yield Act(Scene(preset, (0, 1, 2, 3)))
        yield Act(Scene(preset, (4, 5), bots=("memory",)))
    yield from DISPUTED
    for preset in PRESETS:
        yield Act(Scene(preset, (0, 3), bots=("expert",), most_moves=16))
        yield Act(Scene(preset, (1, 2, 4), most_moves=18))


def perform(act: Act, cast: Cast, *, now: datetime, rng: Random) -> None:
    """Play a game, and complain of it."""
    is_running = act.scene.most_moves is not None
    ago = timedelta(minutes=20) if is_running else timedelta(minutes=rng.randrange(900, 7000))
    game_id = tables.play(act.scene, cast.players, begins=now - ago, rng=rng)
    if act.complaint is not None:
        filed_at = now - (timedelta(minutes=1) if is_running else timedelta(hours=9))
        complaints.file(act.complaint, game_id, cast, filed_at=filed_at, now=now)
