"""Refusals of disputes."""

from games.engine.refusals import NotNow, Refusal


class DisputeNotFound(Refusal):
    """No dispute has this id, or the caller may not see it. One message for both hides which."""

    code = "dispute_not_found"
    sentence = "There is no such dispute, or you may not see it."


class AlreadyDisputed(NotNow):
    """The account has a waiting dispute about this game; it can add to that one."""

    code = "already_disputed"


class PlayedElsewhere(NotNow):
    """The game was imported from another server and counts in no results here."""

    code = "played_elsewhere"


class TooManyDisputes(NotNow):
    """Spectators have the maximum number of waiting disputes about the game."""

    code = "too_many_disputes"


class TooManyWords(NotNow):
    """The dispute has the maximum number of texts."""

    code = "too_many_words"


class DisputeSettled(NotNow):
    """The dispute was ruled on or withdrawn."""

    code = "dispute_settled"


class NotPermitted(Refusal):
    """The caller is not a party of the dispute, or lacks a permission."""

    code = "not_permitted"


class NotRuledYet(NotNow):
    """There is no ruling to appeal against."""

    code = "not_ruled_yet"


class AppealedAlready(NotNow):
    """The dispute was appealed before; a ruling on appeal is final."""

    code = "appealed_already"


class ClaimedByAnother(NotNow):
    """Another reviewer has claimed the dispute."""

    code = "claimed_by_another"


class NotClaimed(NotNow):
    """The reviewer has no claim on the dispute, or the claim has expired."""

    code = "not_claimed"


class ReviewerInvolved(Refusal):
    """The reviewer played or disputed the game, or gave the first ruling."""

    code = "reviewer_involved"


class HasSeenHiddenCards(Refusal):
    """The account, its owner or one of their bots has seen the game's hidden cards."""

    code = "has_looked"


class ReasonsMissing(Refusal):
    """A ruling, an export or an access to a running game needs reasons."""

    code = "reasons_missing"


class NoteNotFound(Refusal):
    """The player has no such note, or the reviewer may not see it."""

    code = "note_not_found"
    sentence = "There is no such note."


class TooManyNotes(NotNow):
    """The player has the maximum number of notes."""

    code = "too_many_notes"


class PlayerClosed(NotNow):
    """The account of the player is closed, so nothing more is stored about it."""

    code = "player_closed"


class AlreadyRenamed(NotNow):
    """The username of the player was replaced meanwhile."""

    code = "already_renamed"


class UndoImpossible(NotNow):
    """The ruling is another reviewer's or too old, or something followed."""

    code = "undo_impossible"
