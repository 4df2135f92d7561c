"""The evidence for the board: checks of the log and the deals, and statistics by seat."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from games.data import narration
from games.desk.review import asks, hits, records
from games.desk.review.asks import AnsweredAsk
from games.desk.review.hits import HitCount, Pair, SeatHits
from games.desk.review.records import Pace, Recomputed, ReplayedGame, SeatOrigin, SharedAddress
from games.engine.report import describe, where
from games.engine.verification import Verification

Tone: TypeAlias = Literal["fine", "warning", "wrong"]
_SIGNS: dict[Tone, str] = {"fine": "✓", "warning": "?", "wrong": "✗"}


class Finding(NamedTuple):
    """A summary of one check or statistic."""

    tone: Tone
    title: str
    text: str
    move: int | None = None
    """The number of the move concerned, if any."""

    @property
    def sign(self) -> str:
        """A sign for readers who do not see the colour."""
        return _SIGNS[self.tone]


class Breach(NamedTuple):
    """The first broken move of a log; ``remark`` says what is visibly wrong there, or ""."""

    move: int
    remark: str


class SeatEvidence(NamedTuple):
    """The statistics of one seat."""

    title: str
    hits: SeatHits
    pace: Pace


class Evidence(NamedTuple):
    """The evidence of a game, for the template."""

    findings: list[Finding]
    verdict: list[str]
    deals: list[Recomputed]
    seats: list[SeatEvidence]
    pairs: list[Pair]
    asks: Mapping[int, AnsweredAsk]
    breach: Breach | None
    instant: float = records.INSTANT


def gather(
    record: ReplayedGame,
    verdict: Verification,
    *,
    disagreements: Sequence[str],
    seed: bytes,
    names: Sequence[str],
    origins: Iterable[SeatOrigin],
) -> Evidence:
    """Return the evidence of a game.

    ``disagreements`` are sentences on how the stored game differs from its log.
    """
    judged = list(asks.judge(record.steps))
    recomputed = list(records.recompute(record.steps, seed))
    seats = record.steps[-1].after.seats if record.steps else 0
    by_seat = hits.by_seat(judged, seats=seats)
    by_pair = hits.by_pair(judged, seats=seats) if seats > 2 else []
    paces = records.by_seat(record.steps, seats=seats)
    titles = [_title(seat, names) for seat in range(seats)]
    breach = _breach(record, verdict)
    of_log = _of_log(verdict, disagreements, breach)
    statistics = [_of_deals(recomputed), _of_guesses(by_seat, titles), *_of_pairs(by_pair)]
    if of_log.tone == "wrong":
        statistics = [_unproven(finding) for finding in statistics]
    return Evidence(
        findings=[of_log, *statistics, *_of_networks(records.shared(origins))],
        verdict=[
            *map(narration.for_people, describe(verdict)),
            *filter(None, [breach and breach.remark]),
            *disagreements,
        ],
        deals=recomputed,
        seats=[SeatEvidence(titles[seat], by_seat[seat], paces[seat]) for seat in range(seats)],
        pairs=by_pair,
        asks={ask.move: ask for ask in judged},
        breach=breach,
    )


def _title(seat: int, names: Sequence[str]) -> str:
    return f"{seat + 1} {names[seat]}" if seat < len(names) else str(seat + 1)


def _breach(record: ReplayedGame, verdict: Verification) -> Breach | None:
    failure = verdict.failure
    if failure is None or failure.move is None:
        return None
    remarks = (
        f"The top of the stock was {narration.card(card.on_top)}, the log has {narration.card(card.drawn)}."
        for card in records.misdrawn(record.steps)
        if card.move == failure.move
    )
    return Breach(failure.move, " ".join(remarks))


def _unproven(finding: Finding) -> Finding:
    """Mark a finding as computed from a broken log: it is never fine."""
    tone = "warning" if finding.tone == "fine" else finding.tone
    text = f"{finding.text} Computed from a broken log."
    return finding._replace(tone=tone, text=text)


def _of_log(verdict: Verification, disagreements: Sequence[str], breach: Breach | None) -> Finding:
    if verdict.failure is not None:
        reason = narration.for_people(f"{where(verdict.failure)}: {verdict.failure.reason}")
        if breach is None:
            return Finding("wrong", "The log is broken", reason)
        text = " ".join(filter(None, [reason, breach.remark]))
        return Finding("wrong", "The log is broken", text, breach.move)
    if disagreements:
        return Finding("wrong", "The log does not match the game", " ".join(disagreements))
    if verdict.scope == "chain":
        return Finding(
            "warning",
            "The digests are intact",
            "This server does not know the rules version of the log.",
        )
    return Finding(
        "fine",
        "The log is intact",
        f"Digests, authors, rules and events of all {verdict.moves} moves. Only receipts of players prove "
        "that this log was shown during play.",
    )


def _of_deals(recomputed: Sequence[Recomputed]) -> Finding:
    wrong = [deal for deal in recomputed if not deal.holds]
    if wrong:
        return Finding(
            "wrong", "The deal does not match the seed", f"{wrong[0].what}, move {wrong[0].move}."
        )
    if not recomputed:
        return Finding("fine", "No cards were dealt", "The game ended before the first deal.")
    return Finding("fine", "The deal matches the seed", "Recomputed from the seed and the entropy.")


def _of_guesses(by_seat: Sequence[SeatHits], titles: Sequence[str]) -> Finding:
    unusual = [(seat.guesses, titles[seat.seat]) for seat in by_seat if _stands_out(seat.guesses)]
    if not unusual:
        guesses = sum(seat.guesses.tries for seat in by_seat)
        return Finding("fine", "No seat guessed unusually well", f"{guesses} guesses were checked.")
    finding, title = min(unusual, key=lambda pair: pair[0].tail)
    return Finding(
        "wrong" if finding.weight == "strong" else "warning",
        f"Seat {title} guessed unusually well",
        f"{finding.observed} of {finding.tries} guesses hit, {finding.expected:.1f} expected. {finding.words}",
    )


def _of_pairs(pairs: Sequence[Pair]) -> Iterator[Finding]:
    if not pairs:
        return
    partial = min(pairs, key=lambda pair: pair.choices.tail)
    # Bonferroni: the more pairs are tested, the more often one is unusual by chance.
    choices = partial.choices
    if choices.tail * len(pairs) < 0.05 and _stands_out(choices):
        yield Finding(
            "warning",  # always asking a neighbour is no offence
            f"Seat {partial.seat + 1} prefers seat {partial.target + 1}",
            f"{partial.asks} of its {partial.asks_of_all} asks; of {choices.tries} free choices, "
            f"{choices.observed}, {choices.expected:.1f} expected. {choices.words} A habit looks the same.",
        )
    else:
        yield Finding("fine", "No seat prefers another", f"{len(pairs)} pairs were checked.")


def _of_networks(shared_addresses: Sequence[SharedAddress]) -> Iterator[Finding]:
    for shared in shared_addresses:
        one, other = shared.seats
        yield Finding(
            "warning",
            f"Seats {one + 1} and {other + 1} share a{'n' if shared.what == 'address' else ''} {shared.what}",
            "This may be a household, a school, or one person on two seats.",
        )


def _stands_out(finding: HitCount) -> bool:
    return finding.weight in ("weak", "moderate", "strong")
