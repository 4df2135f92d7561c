"""The lines of exports, and the answers about dumps."""

from typing import Annotated, NotRequired, TypedDict

from games.data.manifest import MOST_DUMPS
from games.log.entries import Fault
from games.play.api.game_answers import GameJson
from games.play.api.history_answers import TranscriptFile


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


class DumpFile(TypedDict):
    """A file of a dump."""

    name: str
    size: Annotated[int, "In bytes."]
    sha256: Annotated[str, "64 hexadecimal digits."]
    link: Annotated[str, "The path where the operator's proxy serves it."]


class Dump(TypedDict):
    """A dump of the games of a month."""

    name: str
    month: Annotated[str, "Such as `2026-11`, UTC."]
    software: Annotated[str, "The version of the service that wrote it."]
    license: Annotated[str, "An identifier of SPDX."]
    series: Annotated[str, "Dumps of one series have the same pseudonyms."]
    has_exact: Annotated[bool, "Whether its tables have chances over all deals."]
    libraries: Annotated[dict[str, str], "Versions of the libraries that wrote it."]
    counts: Annotated[dict[str, int], "Numbers of `games` and `moves`."]
    files: list[DumpFile]
    replaces: Annotated[list[str], "Earlier dumps of the month, which must not be used any more."]


class DumpList(TypedDict):
    """The newest dump of each month."""

    dumps: Annotated[list[Dump], f"Newest month first, at most {MOST_DUMPS}."]
