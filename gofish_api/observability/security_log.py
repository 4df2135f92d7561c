"""The log of suspicious requests. It is loaded before the applications."""

import logging

from gofish_api.env.variables import quoted


class ShortLogRecord(logging.Filter):
    """Shortens Django's records of suspicious requests: no traceback, and only the start of the
    message.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record and accept it."""
        record.msg, record.args = quoted(record.getMessage()), ()
        record.exc_info = record.exc_text = None
        return True
