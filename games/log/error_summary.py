"""Describe errors for logs. The text of an error is left out: it can name a card."""

import traceback


def summary(error: BaseException) -> str:
    """Return the class of an error, its notes, and the line of code that raised it."""
    what = ", ".join([type(error).__name__, *getattr(error, "__notes__", ())])
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return what
    return f"{what}, in {frames[-1].filename}, line {frames[-1].lineno}"
