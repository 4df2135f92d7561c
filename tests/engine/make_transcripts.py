"""Write the golden transcripts: a whole game of each preset and overlay, and of what seldom
happens.

    python -m tests.engine.make_transcripts

Everything in them is fixed, seeds and times too, so that they change only when the rules or the
log do. Then old logs change their meaning, and a new rules version or schema version is due.

It writes only games that are missing, so that a new option changes no old log. Each version of the
format has a file with a game a line: version 2 has moves of schema 3, version 1 the same games of
schema 2. The games `v1_*` are logs of schema 1, written by the code of that time.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from games.engine import (
    chain,
    codec,
    commands,
    events,
    legal,
    move_texts,
    referee,
    shuffle,
    transcript,
)
from games.engine.cards import JOKERS, Seat, of_rank
from games.engine.commands import Ask, Command, Create, Declare, Level
from games.engine.decide import step
from games.engine.refusals import Refusal
from games.engine.rule_sets import compose
from games.engine.state import NEW
from games.engine.table import Table
from games.engine.transcript import Header, StoredMove

FOLDER = Path(__file__).parents[1] / "transcripts"
BEGIN = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)
NAMES = ("Ann", "Bob", None, "Dora", "Eve", "Finn")
GAME = "0Qo4OC0W000"
MOST_TRIES = 500


class Case(NamedTuple):
    """A game to record: its rules, how it is opened, and the events that it must show."""

    preset: str
    overlays: tuple[str, ...] = ()
    seats: int = 2
    shows: tuple[type[events.Event], ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    mischief: float = 0.0
    """How often a player tries something unusual."""
    opening: tuple[tuple[Seat | None, Command], ...] = ()
    """Moves of the lobby; each seat is taken in turn if there are none."""
    clock: int | None = None
    stand_in: Level | None = None
    with_jokers: bool = False
    """Whether a book with a joker must be declared."""
    rulings: tuple[commands.Rule, ...] = ()
    """What is ruled when the game is over."""
    early_rulings: tuple[commands.Rule, ...] = ()
    """What is ruled while it runs, one after the other from move 20 on."""


_SEATS_LEFT = (
    (0, commands.TakeSeat(0)),
    (1, commands.TakeSeat(1, "I shall not stay")),
    (3, commands.TakeSeat(3, "tide tables")),
    (1, commands.LeaveSeat(1)),
    (2, commands.TakeSeat(2)),
    (0, commands.AddEntropy(0, "and the weather, 7 °C")),
    (0, commands.LeaveSeat(2)),
    (0, commands.Start()),
)
_BOTS_SEATED = (
    (0, commands.TakeSeat(0, "rain on the window")),
    (0, commands.TakeSeat(1, bot="random")),
    (0, commands.LeaveSeat(1)),
    (0, commands.TakeSeat(2, bot="memory")),
    (1, commands.TakeSeat(1)),
    (None, commands.TakeSeat(3, bot="expert")),
)
_RATED = (
    (0, commands.TakeSeat(0)),
    (1, commands.TakeSeat(1, "a rated game")),
    (None, commands.Start(rated=True)),
)

CASES = {
    "classic": Case("classic", seats=3, shows=(events.CardDrawn, events.BookMade)),
    "bicycle": Case("bicycle", seats=4, shows=(events.PackCut,)),
    "bicycle_authors": Case("bicycle_authors", seats=3),
    "pairs": Case("pairs", seats=3),
    "pagat": Case("pagat", seats=3),
    "pagat_authors": Case("pagat_authors", seats=5),
    "overlay_pairs": Case("classic", ("pairs",)),
    "overlay_open_hand": Case("pagat", ("open_hand",)),
    "overlay_wild_cards": Case("classic", ("wild_cards",), with_jokers=True),
    "overlay_pointed_questions": Case("bicycle", ("pointed_questions",)),
    "overlay_fish_penalty": Case("pairs", ("fish_penalty",), shows=(events.BookDiscarded,)),
    "overlay_specific_card": Case("pagat", ("specific_card",)),
    "overlay_bluff": Case("pagat_authors", ("bluff",)),
    "overlay_play_on": Case("pagat", ("play_on",)),
    "overlay_series": Case(
        "classic", ("series",), shows=(events.SeriesContinues, events.SeriesOver)
    ),
    "overlay_honour": Case("bicycle", ("honour",), seats=3),
    "irregularities": Case(
        "bicycle",
        ("honour",),
        seats=3,
        shows=(events.Irregularity, events.BookVoided, events.CardExposed, events.PlayerSkipped),
        mischief=0.15,
    ),
    "jokers_in_honour": Case("bicycle", ("wild_cards", "honour"), with_jokers=True),
    "misdeal": Case("bicycle", seats=2, shows=(events.Misdealt,), mischief=0.3),
    "misdeal_in_honour": Case(
        "pairs",
        ("honour",),
        seats=3,
        shows=(events.Irregularity, events.Misdealt, events.PlayerSkipped, events.CardExposed),
        options=(("redeal_on_exposed", True),),
        mischief=0.4,
    ),
    "series_left": Case(
        "pairs",
        ("series",),
        seats=3,
        shows=(events.StandInSeated, events.SeriesContinues, events.SeriesOver),
        options=(("target_score", 30),),
        clock=30,
        stand_in="memory",
        mischief=0.1,
    ),
    "lobby": Case("classic", seats=4, opening=_SEATS_LEFT),
    "bots": Case(
        "classic",
        seats=4,
        opening=_BOTS_SEATED,
        shows=(events.TimedOut, events.StandInSeated),
        clock=30,
        stand_in="forgetful",
        mischief=0.1,
    ),
    "rated": Case("classic", opening=_RATED),
    "resigned": Case("pagat", seats=3, shows=(events.Resigned,), mischief=0.02),
    "ruled": Case(
        "pairs",
        seats=3,
        rulings=(
            commands.Rule(1, "warning"),
            commands.Rule(2, "annulled"),
            commands.Rule(2, "adjusted", scores=(3, 0, 9)),
            commands.Rule(3, "dismissed"),
        ),
    ),
    "seat_removed": Case(
        "classic",
        seats=3,
        shows=(events.StandInSeated, events.SeatRestored),
        early_rulings=(commands.Rule(1, "seat_removed", seat=1), commands.Rule(1, "dismissed")),
    ),
    "timed_out": Case(
        "bicycle", seats=3, shows=(events.TimedOut, events.StandInSeated), clock=30, mischief=0.15
    ),
}


class Recorder:
    """A log in memory, as the service would have stored it in a schema of moves."""

    def __init__(self, name: str, case: Case, schema: int = move_texts.NEWEST) -> None:
        self.case = case
        self.schema = schema
        self.chance = Random(name)
        self.seed = self.chance.randbytes(shuffle.SEED_BYTES)
        self.state = NEW
        self.at = BEGIN
        self.digest = chain.genesis(shuffle.commitment(self.seed))
        self.moves: list[StoredMove] = []
        self.shown: set[type[events.Event]] = set()
        self.declares_joker = False

    def play(self) -> bytes:
        """Play the game to its end and return its transcript."""
        for seat, command in self._opening():
            self._make(seat, command)
        return self.finish()

    def finish(self) -> bytes:
        """Play on from where the game stands, and return its transcript."""
        early = list(self.case.early_rulings)
        while not self.state.is_over:
            owed = referee.next_command(self.state, self.seed)
            if owed is not None:
                self._make(None, owed)
            elif early and len(self.moves) >= 20:
                self._make(None, early.pop(0))
            elif self.chance.random() >= self.case.mischief or not self._misbehave():
                self._make(self.state.to_act(), self._sensible())
        for ruling in self.case.rulings:
            self._make(None, ruling)
        header = Header(
            game=GAME,
            preset=self.case.preset,
            overlays=self.case.overlays,
            players=NAMES[: self.state.seats],
            commitment=shuffle.commitment(self.seed),
            seed=self.seed,
        )
        return transcript.write(header, self.moves, self.state)

    def _opening(self) -> Iterator[tuple[Seat | None, Command]]:
        case = self.case
        rules = compose(case.preset, case.overlays, dict(case.options))
        committed = shuffle.commitment(self.seed)
        if case.clock is None:
            yield None, Create(rules, case.seats, committed)
        else:
            yield (
                None,
                Create(
                    rules,
                    case.seats,
                    committed,
                    turn_seconds=case.clock,
                    on_abandon="stand_in",
                    stand_in=case.stand_in,
                ),
            )
        yield from case.opening or (
            (seat, commands.TakeSeat(seat, f"entropy of {seat}" if seat % 2 else None))
            for seat in range(case.seats)
        )

    def _make(self, seat: Seat | None, command: Command) -> None:
        caused, self.state = step(self.state, command)
        self.at += timedelta(microseconds=self.chance.randrange(8_000_000))
        texts = move_texts.write(command, caused, self.schema)
        written = len(self.moves) + 1, seat, self.at, self.schema, *texts
        self.digest = chain.next_digest(self.digest, *written, seed=self.seed)
        self.moves.append(StoredMove(*written, self.digest))
        self.shown.update(type(event) for event in caused)
        self.declares_joker |= isinstance(command, Declare) and any(
            JOKERS >> card & 1 for card in command.cards
        )

    def _sensible(self) -> Command:
        """Return a command that brings the game on: books with jokers first, then mostly asks that
        succeed.
        """
        seat = self.state.to_act()
        assert seat is not None
        listed = legal.legal_commands(Table(self.state), seat)
        books = [each for each in listed if isinstance(each, Declare)]
        if books:
            return max(books, key=lambda book: sum(JOKERS >> card & 1 for card in book.cards))
        asides = commands.Resign | commands.Misdeal | commands.Expose
        earnest = [each for each in listed if not isinstance(each, asides)]
        lucky = [each for each in earnest if isinstance(each, Ask) and self._would_get(each)]
        return self.chance.choice(lucky if lucky and self.chance.random() < 0.85 else earnest)

    def _would_get(self, ask: Ask) -> bool:
        hand = self.state.hands[ask.target]
        return bool(of_rank(hand, ask.rank) if ask.card is None else hand >> ask.card & 1)

    def _misbehave(self) -> bool:
        """Make one move out of the ordinary if the rules take any that is tried."""
        for _ in range(10):
            seat = self.chance.randrange(self.state.seats)
            author, command = self._odd(seat)
            try:
                step(self.state, command)
            except Refusal:
                continue
            self._make(author, command)
            return True
        return False

    def _odd(self, seat: Seat) -> tuple[Seat | None, Command]:
        if self.case.clock is not None:
            timed_out = referee.time_out(self.state, self.seed)
            assert timed_out is not None
            return None, timed_out
        other = (seat + 1) % self.state.seats
        tried: list[Command] = [
            Ask(seat, other, self.chance.randrange(13)),
            commands.Answer(seat, ()),
            commands.Expose(seat, self.chance.randrange(52)),
            commands.EndTurn(seat),
            commands.Misdeal(seat, "exposed_card"),
        ]
        if self.case.mischief < 0.1:
            tried = [commands.Resign(seat)]
        return seat, self.chance.choice(tried)


def record(name: str, schema: int = move_texts.NEWEST) -> bytes:
    """Return the transcript of the first game of a case that shows what it must, with moves of a
    schema.

    :raises AssertionError: if none of many does.
    """
    case = CASES[name]
    for attempt in range(MOST_TRIES):
        recorder = Recorder(f"{name} {attempt}", case, schema)
        text = recorder.play()
        is_enough = recorder.shown >= set(case.shows)
        if is_enough and (recorder.declares_joker or not case.with_jokers):
            return text
    raise AssertionError(f"no game of {name} shows {case.shows}")


def file_of(version: int) -> Path:
    """Return the file with the golden transcripts of a version: a JSON object by name."""
    return FOLDER / f"version_{version}.json"


def read(version: int) -> dict[str, Any]:
    """Return the golden transcripts of a version by name."""
    games: dict[str, Any] = json.loads(file_of(version).read_bytes())
    return games


if __name__ == "__main__":
    for version, schema in ((1, codec.OBJECT_SCHEMA), (2, move_texts.NEWEST)):
        games = read(version)
        for name in CASES.keys() - games:
            games[name] = json.loads(record(name, schema))
        lines = [f'"{name}": {codec.canonical(games[name])}' for name in sorted(games)]
        file_of(version).write_text("{\n" + ",\n".join(lines) + "\n}\n")
