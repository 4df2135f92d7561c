"""What is logged about suspicious requests. Loaded before the applications, with the logs."""

import logging

from gofish_api.env.variables import quoted


class ShortLogRecord(logging.Filter):
    """Cut what Django logs about suspicious requests: no traceback, and little of what was sent."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record, and let it pass."""
        record.msg, record.args = quoted(record.getMessage()), ()
        record.exc_info = record.exc_text = None
        return True
