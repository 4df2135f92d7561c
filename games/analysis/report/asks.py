"""Judge one ask: what the asker could prove, what each possible ask is worth, what it cost."""

from collections.abc import Iterable

from games.analysis.report.shapes import BestAsk, Certainty, JudgedAsk, RankAsk
from games.analysis.values.ask_value import AskPosition, ask_inputs, win_share
from games.analysis.values.following import Follower
from games.analysis.values.weights import Models
from games.bots.features import Features
from games.engine import legal
from games.engine.events import Asked, CardsGiven, Event


def judge(models: Models, follower: Follower, asked: Asked, number: int) -> JudgedAsk:
    """Return the judgement of an ask that comes next; what comes after it is not known yet."""
    table, seat = follower.table, asked.seat
    position = AskPosition(follower, seat)
    bonus = table.rules.extra_turn_on_book
    # Asks with equal features have equal values, so that each is computed once.
    known: dict[Features, float] = {}
    best: BestAsk | None = None
    win = 0.0
    made = position.features(asked)
    for ask in legal.asks(table, seat):
        features = position.features(ask)
        if features not in known:
            known[features] = win_share(models, ask_inputs(features, has_book_bonus=bonus))
        if best is None or known[features] > best.win:
            best = BestAsk(RankAsk(ask.target, ask.rank), known[features])
        if (ask.target, ask.rank) == (asked.target, asked.rank):
            win = known[features]
    assert best is not None, "the ask was legal"
    if win >= best.win:
        best = BestAsk(RankAsk(asked.target, asked.rank), win)
    return JudgedAsk(
        number=number,
        seat=seat,
        ask=RankAsk(asked.target, asked.rank),
        hit=False,
        provable=_provable(made),
        hit_chance=made.chance,
        win_before=best.win,
        win=win,
        cost=best.win - win,
        win_after=0.0,
        best=best,
    )


def judged_after(judged: JudgedAsk, events: Iterable[Event], win_after: float) -> JudgedAsk:
    """Return the judgement with what the move's events and the position after it show."""
    is_hit = any(isinstance(event, CardsGiven) for event in events)
    return judged._replace(hit=is_hit, win_after=win_after)


def _provable(features: Features) -> Certainty | None:
    if features.known:
        return "hit"
    return None if features.chance else "miss"
