"""Notes on players of the demonstration, and a username that was replaced."""

from datetime import datetime, timedelta

from accounts.lifecycle import registration
from accounts.models import User
from games.desk.models import Dispute
from games.desk.players import notes, renaming
from games.management.demo.cast import Cast

RUDE = "Rotten-Herring-Face"


def add(cast: Cast, disputes: list[Dispute], *, now: datetime) -> None:
    """Write notes on the accused of disputes, and replace an abusive username."""
    reviewer = cast.second_reviewer.user
    ruled = [
        dispute
        for dispute in disputes
        if dispute.accused is not None and dispute.ruled_at is not None
    ]
    for dispute in ruled[:2]:
        assert dispute.accused is not None
        text = "Wrote to me politely, and knows the rules on this now."
        notes.write(dispute.accused, reviewer, text, dispute=dispute, now=now)
    _replace_a_name(reviewer, now=now)


def _replace_a_name(reviewer: User, *, now: datetime) -> None:
    opened = now - timedelta(days=2)
    player = registration.register_guest(now=opened).user
    player.username, player.is_guest = RUDE, False  # reserved if the data is added again
    player.save(update_fields=["username", "is_guest"])
    why = "It insults other players."
    renaming.replace_username(player, reviewer, shown=RUDE, why=why, now=now)
