"""What can be wrong with an archived game."""

from games.engine.refusals import MalformedEntry


class ArchiveUnreadable(MalformedEntry):
    """An archived game cannot be read."""


class ArchiveDamaged(ArchiveUnreadable):
    """The row of an archived game is not what was archived."""


class DictionaryLost(ArchiveUnreadable):
    """The dictionary of an archived game is missing, or is not the one it was compressed with."""


class Unarchivable(Exception):
    """The log of a game cannot be archived; ``str()`` is the reason."""
