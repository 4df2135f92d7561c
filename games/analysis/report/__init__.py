"""The analysis of a record: what each ask cost, accuracy, luck and turning points.

``analyse`` computes it, ``to_json`` writes it, ``supported`` says at once whether there is a model.
"""

from games.analysis.report.analysing import analyse
from games.analysis.report.shapes import Analysis, to_json
from games.analysis.report.support import AnalysisUnavailable, supported

__all__ = ["Analysis", "AnalysisUnavailable", "analyse", "supported", "to_json"]
