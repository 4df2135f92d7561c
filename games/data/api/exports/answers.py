"""Lines of exports."""

from typing import Annotated, NotRequired, TypedDict

from games.play.api.games.answers import GameJson
from games.play.api.history.answers import TranscriptFile
from games.play.api.positions.members import Fault


class ExportError(Fault):
    """Why a game is not exported."""


class ExportLine(TypedDict):
    """A line of an export: one game, or the end.

    A game has `id`, `cursor`, and one of `transcript`, `game` and `error`. The last line has only
    `next`: null, or the cursor to continue with. An answer without that line was cut off.
    """

    id: NotRequired[str]
    transcript: NotRequired[TranscriptFile]
    game: NotRequired[GameJson]
    error: NotRequired[ExportError]
    cursor: NotRequired[Annotated[str, "Resumes the export after this line."]]
    next: NotRequired[str | None]
