"""The board of the desk: the moves of a game in words, and its table after one of them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.data import narration
from games.desk.admin.drawing import DrawnTable, draw
from games.desk.admin.evidence import Breach
from games.desk.review import citations
from games.desk.review.asks import AnsweredAsk
from games.desk.review.citations import Citation
from games.desk.review.memory import Known, Memory
from games.desk.review.records import ReplayedGame, Step
from games.engine.events import Dealt
from games.engine.view import Viewer

SPECTATOR = "spectator"
TRUTH = "truth"


class Viewpoint(NamedTuple):
    """A view of the table: of a seat, a spectator or the referee. URLs hold its ``key``."""

    key: str
    title: str
    is_current: bool


class ShownTable(NamedTuple):
    """The table after a move, with the move itself."""

    number: int
    last: int
    seat: str
    viewers: list[Viewpoint]
    text: str
    author: str
    at: datetime
    after_seconds: float | None
    clock: str
    rules: list[Citation]
    ask: AnsweredAsk | None
    drawn: DrawnTable

    @property
    def previous(self) -> int:
        """The number of the previous move; 1 at the first."""
        return max(self.number - 1, 1)

    @property
    def next(self) -> int:
        """The number of the next move; the last number at the last."""
        return min(self.number + 1, self.last)


class Board(NamedTuple):
    """A game from its first move to the last one that can be replayed."""

    record: ReplayedGame
    preset: str
    names: list[str]
    """Players by seat, with their display names."""
    shows_hidden: bool
    """Whether hidden cards may be shown."""
    usernames: Sequence[str] = ()
    """Players by seat, without their display names, for the moves in words."""

    def viewer(self, key: str) -> Viewer:
        """Return the viewer of a key. An unknown key gives the view that shows the most."""
        if self.shows_hidden and key.isdecimal() and int(key) < len(self.names):
            return int(key)
        return "referee" if self.shows_hidden and key != SPECTATOR else None

    def number(self, asked: int | None, default: int) -> int:
        """Return the requested number, or the default, limited to existing moves."""
        return min(max(default if asked is None else asked, 1), self.record.last)

    def viewpoints(self, viewer: Viewer) -> list[Viewpoint]:
        choices: list[tuple[Viewer, str]] = [("referee", "All cards")]
        choices += [(seat, f"Seat {seat + 1} {name}") for seat, name in enumerate(self.names)]
        allowed = (
            [*choices, (None, "A spectator")] if self.shows_hidden else [(None, "A spectator")]
        )
        return [Viewpoint(key_of(each), title, each == viewer) for each, title in allowed]

    def table(self, number: int, viewer: Viewer, asks: Mapping[int, AnsweredAsk]) -> ShownTable:
        steps = self.record.steps
        step = steps[number - 1]
        before = steps[number - 2].move.at if number > 1 else None
        drawn = draw(
            step,
            self._viewer_at(step, viewer),
            names=self.names,
            known=self._memory(number, viewer),
        )
        return ShownTable(
            number=number,
            last=self.record.last,
            seat=key_of(viewer),
            viewers=self.viewpoints(viewer),
            text=self._text(step, viewer),
            author="The referee"
            if step.move.seat is None
            else self._named(step, f"Seat {step.move.seat}"),
            at=step.move.at,
            after_seconds=None if before is None else (step.move.at - before).total_seconds(),
            clock=_clock(step),
            rules=self._rules(step),
            ask=asks.get(number) if self.shows_hidden else None,
            drawn=drawn._replace(situation=self._named(step, drawn.situation)),
        )

    def moves(
        self,
        viewer: Viewer,
        asks: Mapping[int, AnsweredAsk],
        *,
        current: int,
        disputed: int | None,
        breach: Breach | None = None,
    ) -> SafeString:
        """Return the moves as list items in HTML, each a link to its table."""
        # Rendered here because a template is too slow for thousands of moves.
        seat = key_of(viewer)
        return format_html_join(
            "\n",
            '<li id="move-{}" class="{}" aria-current="{}">'
            '<a href="?move={}&amp;seat={}"><b>{}</b>{}</a>{}</li>',
            (
                (
                    step.move.number,
                    _css_classes(step.move.number, disputed, breach),
                    "true" if step.move.number == current else "false",
                    step.move.number,
                    seat,
                    step.move.number,
                    self._text(step, viewer),
                    self._remarks(step, asks.get(step.move.number), disputed, breach),
                )
                for step in self.record.steps
            ),
        )

    def _text(self, step: Step, viewer: Viewer) -> str:
        text = narration.sentences(
            step.move.events, viewer=self._viewer_at(step, viewer), rules=step.after.rules
        )
        return self._named(step, text)

    def _named(self, step: Step, text: str) -> str:
        """Count seats from 1 and name them; not in the lobby, where they had other numbers."""
        return narration.for_people(text, () if step.after.phase == "lobby" else self.usernames)

    def _viewer_at(self, step: Step, viewer: Viewer) -> Viewer:
        """Return the viewer; a spectator in the lobby, where seats had other numbers."""
        return None if step.after.phase == "lobby" else viewer

    def _rules(self, step: Step) -> list[Citation]:
        found = (citations.citation_for(event, preset=self.preset) for event in step.move.events)
        return list(dict.fromkeys(rule for rule in found if rule is not None))

    def _remarks(
        self, step: Step, ask: AnsweredAsk | None, disputed: int | None, breach: Breach | None
    ) -> SafeString:
        marks = self._marks(step, ask, disputed, breach)
        return format_html_join("", ' <span class="{}">{}</span>', marks)

    def _marks(
        self, step: Step, ask: AnsweredAsk | None, disputed: int | None, breach: Breach | None
    ) -> Iterator[tuple[str, str]]:
        if breach is not None and step.move.number == breach.move:
            yield "mark", "broken here"
            if breach.remark:
                yield "broken-remark", breach.remark
        if step.move.number == disputed:
            yield "mark", "disputed"
        if ask is not None:
            yield f"grade {ask.grade}", ask.grade
        for event in step.move.events:
            if citations.is_penalty(event) and (
                rule := citations.citation_for(event, preset=self.preset)
            ):
                yield "cited", " ".join(filter(None, [rule.section, rule.document]))

    def _memory(self, number: int, viewer: Viewer) -> list[Known] | None:
        """Return what a viewer with a perfect memory knows of each hand; None for the referee."""
        if viewer == "referee":
            return None
        memory, is_dealt = Memory(), False
        for step in self.record.steps[:number]:
            for event in step.move.events:
                is_dealt = is_dealt or isinstance(event, Dealt)
                memory.apply(event, step.after.rules)
        seats = range(self.record.steps[number - 1].after.seats)
        return [memory.known_of(seat) for seat in seats] if is_dealt else None


def number_in(text: str) -> int | None:
    """Parse the number of a move from a URL; None if it is not one."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def key_of(viewer: Viewer) -> str:
    """Return the key of a viewer in URLs."""
    if viewer is None:
        return SPECTATOR
    return TRUTH if viewer == "referee" else str(viewer)


def _css_classes(number: int, disputed: int | None, breach: Breach | None) -> str:
    """Return the CSS classes of a move in the list."""
    is_unsound = breach is not None and number >= breach.move
    return " ".join(
        filter(None, ["disputed" if number == disputed else "", "unsound" if is_unsound else ""])
    )


def _clock(step: Step) -> str:
    seconds = step.after.turn_seconds
    return "No clock." if seconds is None else f"The clock gives {seconds} s for each move."
