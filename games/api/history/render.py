"""Render past positions and verifications as JSON."""

from games import ids
from games.api.positions.answers import move
from games.api.positions.members import Json
from games.engine import report, view
from games.engine.cards import Seat
from games.engine.state import State
from games.engine.verification import Verification
from games.engine.view import Viewer
from games.log.heads import GameHead
from games.log.reader import LoggedMove


def past_position(
    head: GameHead, state: State, past_move: LoggedMove, *, seat: Seat | None = None
) -> Json:
    """Return the position after a move; of a game that is over, with all cards, or as a seat could
    see it.
    """
    viewer: Viewer = "referee" if head.state.is_over else head.viewer
    if seat is not None:
        viewer = seat
    if state.phase == "lobby" and head.state.phase not in ("lobby", "closed"):
        viewer = None  # seats had other numbers then
    return {
        "game": ids.to_text(head.game_id),
        "version": past_move.number,
        "deadline": None,
        "paused": False,
        **view.state_view(state, viewer),
        "move": move(past_move, viewer, head.state.rules),
    }


def verdict(verdict: Verification) -> Json:
    """Return the result of a verification."""
    return {
        "holds": verdict.holds,
        "moves": verdict.moves,
        "scope": verdict.scope,
        "failure": None if verdict.failure is None else verdict.failure._asdict(),
        "proved_until": verdict.proved_until,
        "unproved": report.unproved(verdict),
    }
