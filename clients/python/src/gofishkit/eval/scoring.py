"""Score a finished game of a model: play, luck, and beliefs against the actual cards.

The result is JSON values, which the file of the run keeps.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from games.analysis.knowledge import posterior, support
from games.analysis.knowledge.posterior import QUICK, Effort, SeatKnowledge
from games.analysis.knowledge.reading import CARD_OF, RANK_OF, seen_since_deal
from games.analysis.record import Record
from games.analysis.report import AnalysisUnavailable, analyse, luck_of, supported
from games.analysis.values import weights
from games.bots.local_game import shares
from games.engine.cards import RANK_CARDS
from games.engine.events import Asked, Event
from games.engine.evolve import evolve
from games.engine.state import NEW, State
from games.engine.view import event_view, state_view
from gofishkit.eval.playing import Believed, Played
from gofishkit.eval.settings import Planned
from gofishkit.local import margin
from gofishkit.profile import Observer, Profile

Json = dict[str, Any]

MOST_ERROR = 0.01
"""The greatest standard error of a sampled chance."""
EFFORTS = (
    QUICK,
    Effort(counting_steps=2_000_000, swaps=1_000_000),
    Effort(counting_steps=2_000_000, swaps=4_000_000),
)
"""Tried in turn until the error is small enough. The last takes about 20 s."""
PLACES = 6


def result_of(record: Record, played: Played, planned: Planned, *, analyses: bool) -> Json:
    """Return the result of a game."""
    walked = _walk(record, played, planned.seat)
    state = walked["states"].pop(len(record.moves))
    how = [*played.asks.values()]
    result: Json = {
        "column": planned.column,
        "deal": planned.deal,
        "seat": planned.seat,
        "share": shares(state)[planned.seat],
        "margin": margin(state, planned.seat),
        "asks": {name: how.count(name) for name in ("own", "repaired", "substituted")},
        "illegal": played.illegal,
        "own": walked["own"]._asdict(),
        "rivals": walked["rivals"]._asdict(),
        "luck": None,
        "costs": None,
        "beliefs": [],
        "certain": [],
    }
    if analyses and state.is_over:
        result |= _analysis(record, played, planned.seat)
    for believed in played.beliefs:
        _score(believed, record, walked["states"][believed.version], planned.seat, result)
    return result


def _walk(record: Record, played: Played, seat: int) -> Json:
    """Follow a game; return profiles of asks, and the states after the moves that are needed."""
    needed = {believed.version for believed in played.beliefs} | {len(record.moves)}
    observer, public = Observer(record.rules, record.seats), list[Json]()
    state, states, others = NEW, dict[int, State](), Profile()
    for done, move in enumerate(record.moves):
        before = observer.profiles[seat]
        asker = next((event.seat for event in move.events if isinstance(event, Asked)), None)
        view: Mapping[str, Any] = {} if asker is None else state_view(state, asker)
        public += (event_view(event, None, record.rules) for event in move.events)
        observer.note(view, public)
        if asker == seat and played.asks.get(done) != "own":
            made = observer.profiles[seat]
            change = (after - old for after, old in zip(made, before, strict=True))
            others = Profile.total((others, Profile(*change)))
        state = evolve(state, move.events)
        if done + 1 in needed:
            states[done + 1] = state
    own = (all_ - other for all_, other in zip(observer.profiles[seat], others, strict=True))
    rivals = (each for place, each in enumerate(observer.profiles) if place != seat)
    return {"states": states, "own": Profile(*own), "rivals": Profile.total(rivals)}


def _analysis(record: Record, played: Played, seat: int) -> Json:
    """Return the luck of the seat, and the costs of its own asks on the scale of accuracy."""
    try:
        supported(record.rules, record.seats)
        judged = analyse(record).asks
    except AnalysisUnavailable:
        return {}
    own = {version + 1 for version, how in played.asks.items() if how == "own"}
    scale = 2 * weights.models_for(record.seats).random_cost
    costs = [ask.cost / scale for ask in judged if ask.seat == seat and ask.number in own]
    return {
        "luck": luck_of(record).margins[seat],
        "costs": [round(cost, PLACES) for cost in costs],
    }


def _score(believed: Believed, record: Record, state: State, seat: int, result: Json) -> None:
    """Add the scores of a position to a result."""
    events = [event for move in record.moves[: believed.version] for event in move.events]
    known, method = _known(events, record, seat)
    asked, answered = believed.questions, believed.beliefs
    for question, chance in zip(asked.chances, answered.chances, strict=True):
        rank = RANK_OF[question.rank]
        fair = None
        if known is not None:
            [place] = [row for row in known.ranks if (row.rank, row.seat) == (rank, question.seat)]
            fair = round(place.chance, PLACES)
        holds = bool(state.hands[question.seat] & RANK_CARDS[rank])
        result["beliefs"].append([chance, fair, int(holds), question.age, method])
    if known is None:
        return
    sure = {place.card for place in known.cards if place.seat == asked.certain}
    named = answered.certain
    is_right = None if named is None else CARD_OF[named] in sure if named != "none" else not sure
    result["certain"].append([named not in (None, "none"), is_right, bool(sure)])


def _known(
    events: Sequence[Event], record: Record, seat: int
) -> tuple[SeatKnowledge | None, Literal["counted", "sampled", "left out"]]:
    """Return the rules-only posterior and how it was found; None if its error is too great."""
    seen = seen_since_deal(events, record.rules, seat)
    try:
        for effort in EFFORTS:
            known = posterior.knowledge(seen, record.rules, seats=record.seats, effort=effort)
            if known.error <= MOST_ERROR:
                return known, "counted" if known.method == "exact" else "sampled"
    except support.KnowledgeUnavailable:
        pass
    return None, "left out"
