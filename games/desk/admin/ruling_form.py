"""The form of a ruling with a preview of its effects, and the offer to undo the last one."""

from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BoundField
from django.utils import timezone

from accounts.models import User
from games.desk import ruling, undoing
from games.desk.models import Dispute, DisputeStatus, Kind
from games.desk.ruling import TEMPLATES, Preview, RulingDraft
from games.engine.cards import Seat
from games.log import head_reader
from games.log.refusals import REFUSALS

FOR_GOOD = "for_good"
UNTIL = "until"
DURATIONS = [(UNTIL, "until the date below"), (FOR_GOOD, "permanently")]
LIFTED = {
    Kind.WARNING: "The warning of {account} is lifted.",
    Kind.SUSPENDED: "The suspension of {account} by the previous ruling is lifted.",
    Kind.ANNULLED: "The game is no longer annulled by the previous ruling.",
    Kind.ADJUSTED: "The result is no longer adjusted by the previous ruling.",
}
"""What ends when a ruling of this kind is replaced. Events in the log restore removed seats."""
AGAINST_A_SEAT = (Kind.WARNING, Kind.SEAT_REMOVED, Kind.SUSPENDED)


class Change(NamedTuple):
    """The result of a game for one seat, before and after a ruling."""

    seat: Seat
    name: str
    before: str
    after: str


class ReasonsForm(forms.Form):
    """The reasons of a ruling, or of the dismissal of several disputes."""

    template = forms.ChoiceField(
        label="Template of reasons",
        required=False,
        choices=[("", "no template"), *TEMPLATES.items()],
        help_text="The parties can read the reasons. Choose a template, write your own, or both.",
    )
    reasons = forms.CharField(
        label="Reasons in your own words",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Placeholders: {seat} for the seat complained of, {move} for the disputed move.",
    )
    is_bad_faith = forms.BooleanField(
        label="These complaints were not filed in good faith",
        required=False,
        help_text="Shown on the page of the complainant, and in their export of personal data.",
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("template") and not cleaned.get("reasons", "").strip():
            self.add_error(
                "reasons", "A ruling needs reasons. Choose a template, write your own, or both."
            )
        return cleaned


class RulingForm(ReasonsForm):
    """The form of a ruling. ``preview`` is None until the form is valid."""

    kind = forms.ChoiceField(label="Ruling", choices=Kind.choices, widget=forms.RadioSelect)
    seat = forms.TypedChoiceField(
        label="Seat",
        coerce=int,
        required=False,
        empty_value=None,
        help_text="The seat that is warned, removed or suspended.",
    )
    lasts = forms.ChoiceField(
        label="Length of the suspension",
        required=False,
        choices=DURATIONS,
        widget=forms.RadioSelect,
    )
    until = forms.DateField(
        label="Suspended until",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="The suspension ends at the start of this day, UTC.",
    )

    def __init__(
        self,
        data: Any = None,
        *,
        dispute: Dispute,
        names: Sequence[str],
        scores: Sequence[int],
        is_over: bool,
    ) -> None:
        super().__init__(data)
        self.dispute = dispute
        self.names = names
        self.preview: Preview | None = None
        self.current_scores = tuple(scores)
        # Seats are removed from running games only, results adjusted in finished ones only.
        impossible = Kind.SEAT_REMOVED if is_over else Kind.ADJUSTED
        self.fields["kind"].choices = [  # type: ignore[attr-defined]
            choice for choice in Kind.choices if choice[0] != impossible
        ]
        self.fields["is_bad_faith"].label = "The complaint was not filed in good faith"
        filled = ruling.values(seat=dispute.against, move=dispute.move, until=None)
        meanings = ", ".join(f"{name} for “{filled[name]}”" for name in ("{seat}", "{move}"))
        self.fields[
            "reasons"
        ].help_text = f"Name seats, not players. Placeholders: {meanings}, {{until}} for the end."
        self.score_names = [f"score_{seat}" for seat in range(len(names))]
        seats = [(seat, f"{seat + 1} {name}") for seat, name in enumerate(names)]
        self.fields["seat"].choices = [("", "no seat"), *seats]  # type: ignore[attr-defined]
        self.fields["seat"].initial = dispute.against
        for seat, (name, field) in enumerate(zip(names, self.score_names, strict=True)):
            self.fields[field] = forms.IntegerField(
                label=f"Seat {seat + 1} {name}",
                required=False,
                min_value=0,
                max_value=10_000,
                initial=scores[seat] if seat < len(scores) else 0,
            )

    @property
    def verdict(self) -> RulingDraft:
        """The ruling, without fields that its kind does not use."""
        kind, until = self.cleaned_data["kind"], self.cleaned_data.get("until")
        lasts = self.cleaned_data.get("lasts")
        ends = kind == Kind.SUSPENDED and lasts == UNTIL
        is_dismissal = kind == Kind.DISMISSED
        return RulingDraft(
            kind=kind,
            seat=self.cleaned_data.get("seat") if kind in AGAINST_A_SEAT else None,
            scores=self._scores() if kind == Kind.ADJUSTED else None,
            until=datetime.combine(until, time(), UTC) if ends and until else None,
            is_bad_faith=is_dismissal and bool(self.cleaned_data.get("is_bad_faith")),
        )

    @property
    def scores(self) -> list[BoundField]:
        """The fields of the scores, by seat."""
        return [self[name] for name in self.score_names]

    @property
    def words(self) -> str:
        """The reasons as the parties can read them."""
        return ruling.reasons_of(
            self.dispute,
            self.verdict,
            template=self.cleaned_data["template"],
            own=self.cleaned_data["reasons"],
        )

    @property
    def changes(self) -> list[Change]:
        """The result by seat, before and after the ruling."""
        if self.preview is None:
            return []
        before, after = self.preview.before, self.preview.after
        return [
            Change(seat, name, before[seat], after[seat]) for seat, name in enumerate(self.names)
        ]

    @property
    def lifted(self) -> str:
        """A sentence on what ends with the ruling that this one replaces, or ""."""
        before = None if self.preview is None else self.preview.lifts
        if before is None:
            return ""
        return LIFTED.get(Kind(before.kind), "").format(account=before.account)

    def clean(self) -> dict[str, Any]:
        """Check that the ruling fits the game.

        Fields that the kind of the ruling does not use are hidden, and do not count.
        """
        cleaned = super().clean()
        self._forget_hidden_errors(cleaned)
        if cleaned.get("kind") == Kind.SUSPENDED and "until" not in self.errors:
            self._check_end(cleaned)
        if not self.errors:
            try:
                preview = ruling.preview(self.dispute, self.verdict)
            except REFUSALS as refusal:
                raise ValidationError(str(refusal)) from None
            if self.verdict.scores == self.current_scores and preview.before == preview.after:
                raise ValidationError("These are the current scores. Enter others.")
            self.preview = preview
        return cleaned

    def _forget_hidden_errors(self, cleaned: dict[str, Any]) -> None:
        kind = cleaned.get("kind")
        used = {"kind", "template", "reasons", NON_FIELD_ERRORS}
        used |= {"seat"} if kind in AGAINST_A_SEAT else set()
        used |= set(self.score_names) if kind == Kind.ADJUSTED else set()
        used |= {"lasts"} if kind == Kind.SUSPENDED else set()
        used |= {"until"} if cleaned.get("lasts") == UNTIL and kind == Kind.SUSPENDED else set()
        for name in self.errors.keys() - used:
            del self.errors[name]

    def _check_end(self, cleaned: dict[str, Any]) -> None:
        lasts, until = cleaned.get("lasts"), cleaned.get("until")
        if not lasts:
            self.add_error("lasts", "Choose a length.")
        elif lasts == UNTIL and until is None:
            self.add_error("until", "Enter a date.")
        elif lasts == UNTIL and until is not None and until <= timezone.now().date():
            self.add_error("until", "Enter a date in the future.")

    def _scores(self) -> tuple[int, ...]:
        return tuple(self.cleaned_data.get(name) or 0 for name in self.score_names)


class UndoOffer(NamedTuple):
    """The offer to undo a ruling until a time; ``barred`` is why it cannot be undone, or ""."""

    until: datetime
    barred: str
    stays_ended: bool = False
    """Whether the game was ended by a ruling, and stays ended."""
    ends_withdrawn: bool = False
    """Whether the dispute ends as withdrawn."""


def undo_offer(dispute: Dispute, reader: User, *, now: datetime) -> UndoOffer | None:
    """Return the offer for the reader, or None without a ruling of theirs that is recent enough."""
    if dispute.status != DisputeStatus.RULED:
        return None
    last = dispute.rulings.last()
    if last is None or last.reviewer_id != reader.pk:
        return None
    until = last.at + undoing.TIME_TO_UNDO
    if now > until:
        return None
    if barred := undoing.obstacle(dispute, reader, now=now):
        return UndoOffer(until, barred)
    result = head_reader.load(dispute.game_id).state.result
    return UndoOffer(
        until,
        barred="",
        stays_ended=result is not None and result.reason == "ruled",
        ends_withdrawn=undoing.ends_withdrawn(dispute, last),
    )
