"""Write the result of a verification in lines: what is valid, what is proved, and what is not."""

from games.engine import ruling
from games.engine.state import State
from games.engine.verification import Failure, Verification

NO_RECEIPTS = (
    "That this is the log shown during play: no receipts were given. After the game the seed is public: "
    "the operator could have invented moves that agree with it, or dropped the last ones."
)
UNKNOWN_RULES = (
    "The rules, the entropy, the shuffles, the legality of the moves and the result: the rules version is unknown "
    "here, so that only the digests were checked."
)
NAMES = "The id of the game and the names of preset, overlays and players: no digest covers them."


def describe(verdict: Verification) -> list[str]:
    """Return lines on what was found."""
    if verdict.failure is not None:
        return [_line("BROKEN", f"{where(verdict.failure)}: {verdict.failure.reason}")]
    lines = [_line("HOLDS", text) for text in _findings(verdict)]
    if verdict.state.rulings:
        lines.append(_line("NOTE", _standing(verdict.state)))
    return lines


def describe_proof(verdict: Verification) -> list[str]:
    """Return lines on what a valid transcript and its receipts prove, and what they do not."""
    proved = [_line("PROVED", text) for text in _proofs(verdict)] if verdict.holds else []
    return proved + [_line("UNPROVED", text) for text in unproved(verdict)]


def unproved(verdict: Verification) -> list[str]:
    """Return sentences on what a valid transcript does not prove; none for an invalid one."""
    if not verdict.holds:
        return []
    sentences = [_open_question(verdict), NAMES]
    if verdict.scope == "chain":
        sentences.insert(0, UNKNOWN_RULES)
    if verdict.has_annotations:
        sentences.append("The annotations: no digest covers them.")
    return sentences


def where(failure: Failure) -> str:
    """Return where the check failed."""
    return "The log" if failure.move is None else f"Move {failure.move}"


def _findings(verdict: Verification) -> list[str]:
    if verdict.scope == "chain":
        return [f"The digests of {verdict.moves} moves; the rules version is unknown here."]
    sentences = [
        f"{verdict.moves} moves: digests, authors, legality and events agree with each other, the rules and the seed.",
        f"Every pack dealt ({verdict.state.packs}), from the seed, its commitment and the entropy.",
    ]
    if verdict.state.result is not None:
        scores = ", ".join(str(score) for score in verdict.state.result.scores)
        sentences.append(f"The result as played, scores by seat: {scores}.")
    return sentences


def _proofs(verdict: Verification) -> list[str]:
    """Return what the receipts prove about this log."""
    receipts = verdict.receipts
    if receipts is None:
        return []
    proved = ["The seed is the one of the commitment on the receipts."]
    if last := receipts.last:
        subject = "Move 1 is the one" if last == 1 else f"Moves 1 to {last} are the ones"
        count = len({number for number, _ in receipts.noted})
        agrees = "receipt agrees" if count == 1 else "receipts agree"
        proved.append(f"{subject} shown during play: {count} {agrees}.")
    return proved


def _open_question(verdict: Verification) -> str:
    """Return what the receipts do not prove about this log."""
    receipts, end = verdict.receipts, verdict.moves
    if receipts is None:
        return NO_RECEIPTS
    last = receipts.last
    if not last:
        return "That these moves were shown during play: the receipts file has no receipt."
    if last == end:
        return f"That no move followed move {end}: later ones could have been dropped."
    rest = f"move {end}" if last + 1 == end else f"moves {last + 1} to {end}"
    return (
        f"That {rest} and no others were shown during play: after the last receipt, moves could have "
        "been invented or dropped."
    )


def _standing(state: State) -> str:
    counted = ruling.counted(state)
    if counted is None:
        return "The referee has ruled that the game does not count."
    seats = ", ".join(str(seat) for seat in counted) or "none"
    return f"The referee has ruled on the game. The seats that count as winners: {seats}."


def _line(label: str, text: str) -> str:
    return f"{label:<10}{text}"
