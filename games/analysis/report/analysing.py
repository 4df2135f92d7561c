"""Analyse a record."""

from collections.abc import Callable

from games.analysis.record import Record
from games.analysis.report.shapes import Analysis
from games.analysis.report.support import AnalysisUnavailable, supported

Progress = Callable[[int, int], None]
"""Called with the number of moves analysed, and that of all moves."""


def analyse(record: Record, on_progress: Progress | None = None) -> Analysis:
    """Return the analysis of a finished game; each call of ``on_progress`` reports the moves done.

    :raises AnalysisUnavailable: if the game cannot be analysed.
    """
    supported(record.rules, record.seats)
    raise AnalysisUnavailable("rules")
