"""What the log refuses: unknown games and moves, and transcripts."""

from api_kit.refusals import (
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    ServiceRefusal,
)
from games.engine.refusals import Refusal

REFUSALS = (ServiceRefusal, Refusal)
"""To catch what the service refuses and what the rules refuse."""


class GameNotFound(NotFound, code="game_not_found", title="No such game"):
    """There is no game with this id, or it is private and you are not in it."""


class NoSuchMove(NotFound, code="no_such_move", title="No such move"):
    """Moves have the numbers 1 to the version of the game."""


class NotOverYet(Conflict, code="not_over_yet", title="The game is not over yet"):
    """The transcript contains the seed of every shuffle. Ask again when the game is over."""


class TranscriptVersionTooLow(
    Conflict, code="transcript_version_too_low", title="The transcript needs a newer version"
):
    """Some moves are stored in a form that the version you asked for does not have. Ask without
    `version`, and read the transcript with a program that knows its version.
    """


class TranscriptBroken(Invalid, code="transcript_broken", title="The transcript is invalid"):
    """detail names the fault. POST /api/v1/transcripts/verify names the move."""


class AlreadyImported(Conflict, code="already_imported", title="This server already has the game"):
    """Its transcript was imported before, or it was played on this server."""


class NotationIsPartial(Invalid, code="partial_notation", title="The notation hides cards"):
    """It shows what one viewer saw of a running game. Send the notation or the transcript of the
    game when it is over.
    """


class TooMuchToCheck(
    Invalid, code="too_much_to_check", title="The transcript takes too long to verify"
):
    """The verification exceeded its time or memory. Run it on your machine: `python3 -m
    games.engine.verify FILE`.
    """


class NotSeated(Forbidden, code="not_seated", title="You have no seat in this game"):
    """Only players of the game may do this."""
