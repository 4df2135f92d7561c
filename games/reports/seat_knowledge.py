"""What a seat could know at a position of a game: read the log, compute, and keep the answer.

The log is append-only, so cached answers never go stale. They hold what the seat saw and nothing
else. Check access before the call.
"""

from functools import lru_cache

from games.analysis.knowledge import posterior, support
from games.analysis.knowledge.posterior import SeatKnowledge
from games.analysis.knowledge.reading import seen_since_deal, telling_since_deal
from games.engine.cards import Seat
from games.engine.rules import Rules
from games.log import reader
from games.log.heads import GameHead
from games.log.refusals import NoSuchMove
from games.reports.refusals import CannotBeAnalysed

MOST_KEPT = 256
"""How many answers a process keeps, of about 20 kilobytes each."""


def at_position(head: GameHead, number: int, seat: Seat) -> SeatKnowledge:
    """Return what the seat could know after a move; ``because`` of a rank has numbers of moves.

    :raises NoSuchMove: if the game has no such move.
    :raises CannotBeAnalysed: if the rules are not covered.
    :raises MalformedEntry: if a move that is needed cannot be read.
    """
    if not 1 <= number <= head.version:
        raise NoSuchMove(f"This game has moves 1 to {head.version}.")
    try:
        support.check_supported(head.state.rules)
        return _compute(head.game_id, number, seat, head.state.rules, head.state.seats)
    except support.KnowledgeUnavailable as unavailable:
        raise CannotBeAnalysed(str(unavailable)) from None


@lru_cache(maxsize=MOST_KEPT)
def _compute(game_id: int, number: int, seat: Seat, rules: Rules, seats: int) -> SeatKnowledge:
    moves = reader.since_last_deal(game_id, until=number)
    numbered = [(move.number, event) for move in moves for event in move.events]
    events = [event for _, event in numbered]
    found = posterior.knowledge(seen_since_deal(events, rules, seat), rules, seats=seats)
    numbers = [numbered[index][0] for index in telling_since_deal(events)]
    ranks = (
        row._replace(because=tuple(sorted({numbers[index] for index in row.because})))
        for row in found.ranks
    )
    return found._replace(ranks=tuple(ranks))
