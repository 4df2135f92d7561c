"""Text that comes from elsewhere, as a terminal or a log may show it."""

import logging

MOST_CHARACTERS = 2_000
"""The longest text that is shown; the rest is cut off."""


def printable(text: str) -> str:
    r"""Return a text as one line without control characters, which could steer a terminal.

    >>> printable("Ada\x1b[2J")
    'Ada\\x1b[2J'
    """
    shown = text if len(text) <= MOST_CHARACTERS else text[:MOST_CHARACTERS] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)


class PrintableFormatter(logging.Formatter):
    """Writes a message as one line, and both it and a traceback without control characters."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record."""
        record.msg, record.args = printable(record.getMessage()), None
        return "\n".join(map(printable, super().format(record).split("\n")))
