"""Refusals of disputes."""

from api_kit.refusals import Conflict, Forbidden, Invalid, NotFound
from api_kit.refusals import NotPermitted as NotPermitted


class DisputeNotFound(NotFound, code="dispute_not_found", title="No such dispute"):
    """There is no dispute with this id that you may see."""


class AlreadyDisputed(
    Conflict, code="already_disputed", title="You already have a dispute about this game"
):
    """Add to your open dispute, or wait for its ruling."""


class PlayedElsewhere(
    Conflict, code="played_elsewhere", title="The game was played on another server"
):
    """Dispute an imported game on the server where it was played."""


class TooManyDisputes(
    Conflict, code="too_many_disputes", title="Spectators have disputed this game"
):
    """At most 3 disputes of spectators about a game wait for a ruling. Players can always file."""


class TooManyWords(Conflict, code="too_many_words", title="Too many texts"):
    """A dispute has at most 20 texts."""


class DisputeSettled(Conflict, code="dispute_settled", title="The dispute is settled"):
    """It was ruled on or withdrawn. Nothing can be added."""


class NotRuledYet(Conflict, code="not_ruled_yet", title="There is no ruling yet"):
    """You can appeal only after a ruling."""


class AppealedAlready(Conflict, code="appealed_already", title="Already appealed"):
    """A dispute can be appealed once. The ruling on the appeal is final."""


class ClaimedByAnother(Conflict, code="claimed_by_another", title="Claimed by another reviewer"):
    """A claim lasts an hour, or until the reviewer releases it."""


class NotClaimed(Conflict, code="not_claimed", title="Not claimed"):
    """Claim the dispute before you rule on it."""


class ReviewerInvolved(Forbidden, code="reviewer_involved", title="The reviewer is involved"):
    """The reviewer or one of their bots played in or disputed the game, or they ruled on it
    before.
    """


class ReasonsMissing(Invalid, code="reasons_missing", title="A reason is missing"):
    """Give the reason of the ruling."""


class NoteNotFound(NotFound, code="note_not_found", title="No such note"):
    """The player has no such note."""


class TooManyNotes(Conflict, code="too_many_notes", title="Too many notes"):
    """A player has at most 100 notes."""


class PlayerClosed(Conflict, code="player_closed", title="The account is closed"):
    """Nothing more is stored about a closed account."""


class AlreadyRenamed(Conflict, code="already_renamed", title="The username has changed"):
    """The username of the player was replaced meanwhile."""


class UndoImpossible(Conflict, code="undo_impossible", title="The ruling cannot be undone"):
    """A reviewer can undo their own ruling for ten minutes, if nothing followed."""
