"""What disputes refuse, and why.

Refusal (``games.engine.refusals``)
├── DisputeNotFound    there is no such dispute, or the caller may not know of it
├── AlreadyDisputed    the caller has a dispute about this game that waits for a ruling
├── PlayedElsewhere    the game was imported: nothing can be ruled about it here
├── TooManyWords       a dispute takes so many additions and no more
├── DisputeSettled     it was ruled on or withdrawn, so that nothing can be added or claimed
├── NotPermitted       the caller is no party of the dispute, or lacks the permission
├── NotRuledYet        there is no ruling to appeal against
├── AppealedAlready    a dispute is reviewed on appeal once
├── ClaimedByAnother   another reviewer works on it
├── NotClaimed         the reviewer must claim it first
├── ReviewerInvolved   the reviewer played or disputed the game, or ruled on the dispute before
├── HasSeenHiddenCards          a player's account has seen hidden cards of the game as a reviewer
└── ReasonsMissing     nobody rules, or looks into a running game, without saying why
"""

from games.engine.refusals import NotNow, Refusal


class DisputeNotFound(Refusal):
    """There is no such dispute, or it is another's: one sentence for both."""

    code = "dispute_not_found"

    def __init__(self) -> None:
        super().__init__("There is no such dispute, or it is not for you to see.")


class AlreadyDisputed(NotNow):
    """Add to the dispute that waits."""

    code = "already_disputed"


class PlayedElsewhere(NotNow):
    """Its players are on another server, and it counts for nobody here."""

    code = "played_elsewhere"


class TooManyWords(NotNow):
    """What has been said suffices."""

    code = "too_many_words"


class DisputeSettled(NotNow):
    """It was ruled on, or withdrawn."""

    code = "dispute_settled"


class NotPermitted(Refusal):
    """It is for a party of the dispute, or for whoever has the permission."""

    code = "not_permitted"


class NotRuledYet(NotNow):
    """An appeal is against a ruling."""

    code = "not_ruled_yet"


class AppealedAlready(NotNow):
    """A ruling on appeal is the last."""

    code = "appealed_already"


class ClaimedByAnother(NotNow):
    """One reviewer at a time."""

    code = "claimed_by_another"


class NotClaimed(NotNow):
    """Claims expire: claim it again."""

    code = "not_claimed"


class ReviewerInvolved(Refusal):
    """Nobody is judge in his own cause, nor on appeal from himself."""

    code = "reviewer_involved"


class HasSeenHiddenCards(Refusal):
    """No reviewer plays a game with all cards open."""

    code = "has_looked"


class ReasonsMissing(Refusal):
    """Say why."""

    code = "reasons_missing"
