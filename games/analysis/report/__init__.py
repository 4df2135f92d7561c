"""The analysis of a record: what each ask cost, accuracy, luck and turning points.

``analyse`` computes it, ``to_json`` writes it, ``supported`` says at once whether there is a model.
``luck_of`` computes the luck alone.
"""

from games.analysis.report.analysing import analyse
from games.analysis.report.game_luck import luck_of
from games.analysis.report.shapes import Analysis, to_json
from games.analysis.report.support import AnalysisUnavailable, supported

__all__ = ["Analysis", "AnalysisUnavailable", "analyse", "luck_of", "supported", "to_json"]
