"""The luck of a whole game, without judging any ask, which takes longer."""

from games.analysis.luck import LuckMeter
from games.analysis.record import Record
from games.analysis.report.support import model_preset
from games.analysis.values import weights
from games.analysis.values.following import Follower
from games.analysis.values.full_value import FullValue
from games.analysis.values.situation import situation_of
from games.engine.events import Dealt


def luck_of(record: Record) -> FullValue:
    """Return the luck of the deal and the draws by seat.

    :raises AnalysisUnavailable: if no model covers the rules.
    """
    follower = Follower(record.rules, record.seats)
    models = weights.models_for(record.seats)
    meter = LuckMeter(models, model_preset(record.rules), record.seats)
    for move in record.moves:
        for event in move.events:
            meter.note(follower, event)
            follower.follow(event)
        if any(isinstance(event, Dealt) for event in move.events):
            meter.note_deal(situation_of(follower))
    deal, draws = meter.deal(), meter.draws()
    return FullValue(
        tuple(map(sum, zip(deal.shares, draws.shares, strict=True))),
        tuple(map(sum, zip(deal.margins, draws.margins, strict=True))),
    )
