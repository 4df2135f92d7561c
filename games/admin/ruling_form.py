"""The form of a ruling: what is ruled, against whom, and why; it knows what the ruling would change."""

from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils import timezone

from games.disputes import ruling
from games.disputes.models import Dispute, Kind
from games.disputes.ruling import Preview, RulingDraft
from games.disputes.templates import TEMPLATES
from games.engine.cards import Seat
from games.engine.refusals import Refusal

FOR_GOOD = "for_good"
UNTIL = "until"
DURATIONS = [(UNTIL, "until the day below"), (FOR_GOOD, "for good: the account never returns")]
LIFTED = {
    Kind.WARNING: "The warning of {account} is lifted.",
    Kind.SUSPENDED: "The suspension of {account} by the ruling before is lifted.",
    Kind.ANNULLED: "The game is annulled no longer by the ruling before.",
    Kind.ADJUSTED: "The result is adjusted no longer by the ruling before.",
}
"""What ends where another ruling takes the place; a removed seat's return is told by the log."""
AGAINST_A_SEAT = (Kind.WARNING, Kind.SEAT_REMOVED, Kind.SUSPENDED)


class Change(NamedTuple):
    """What a game counts as for a seat, before a ruling and after it."""

    seat: Seat
    name: str
    before: str
    after: str


class RulingForm(forms.Form):
    """A ruling in the making. ``preview`` is there once it is valid."""

    kind = forms.ChoiceField(label="Ruling", choices=Kind.choices, widget=forms.RadioSelect)
    seat = forms.TypedChoiceField(
        label="Seat",
        coerce=int,
        required=False,
        empty_value=None,
        help_text="Whom it warns, removes or suspends.",
    )
    lasts = forms.ChoiceField(
        label="How long is the account suspended?",
        required=False,
        choices=DURATIONS,
        widget=forms.RadioSelect,
    )
    until = forms.DateField(
        label="Suspended until",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="The day on which a suspended account may return, UTC.",
    )
    template = forms.ChoiceField(
        label="Reasons",
        required=False,
        choices=[("", "in my own words"), *TEMPLATES.items()],
        help_text="The parties read them. Choose one, write some, or both.",
    )
    reasons = forms.CharField(
        label="In my own words",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
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
        # What the game is too far, or not far enough, to be ruled is not offered.
        impossible = Kind.SEAT_REMOVED if is_over else Kind.ADJUSTED
        self.fields["kind"].choices = [  # type: ignore[attr-defined]
            choice for choice in Kind.choices if choice[0] != impossible
        ]
        self.score_names = [f"score_{seat}" for seat in range(len(names))]
        seats = [(seat, f"{seat} {name}") for seat, name in enumerate(names)]
        self.fields["seat"].choices = [("", "nobody"), *seats]  # type: ignore[attr-defined]
        for seat, (name, field) in enumerate(zip(names, self.score_names, strict=True)):
            self.fields[field] = forms.IntegerField(
                label=f"Seat {seat} {name}",
                required=False,
                min_value=0,
                max_value=10_000,
                initial=scores[seat] if seat < len(scores) else 0,
            )

    @property
    def verdict(self) -> RulingDraft:
        """What is ruled; fields that do not belong to its kind are left out."""
        kind, until = self.cleaned_data["kind"], self.cleaned_data.get("until")
        is_suspension = kind == Kind.SUSPENDED and until is not None
        return RulingDraft(
            kind=kind,
            seat=self.cleaned_data.get("seat") if kind in AGAINST_A_SEAT else None,
            scores=self._scores() if kind == Kind.ADJUSTED else None,
            until=datetime.combine(until, time(), UTC) if is_suspension and until else None,
        )

    @property
    def scores(self) -> list[BoundField]:
        """The fields of the points, by seat."""
        return [self[name] for name in self.score_names]

    @property
    def words(self) -> str:
        """The reasons as the parties will read them."""
        template, own = self.cleaned_data["template"], self.cleaned_data["reasons"].strip()
        return " ".join(filter(None, [TEMPLATES.get(template, ""), own]))

    @property
    def changes(self) -> list[Change]:
        """What the game counts as for each seat, now and after."""
        if self.preview is None:
            return []
        before, after = self.preview.before, self.preview.after
        return [
            Change(seat, name, before[seat], after[seat]) for seat, name in enumerate(self.names)
        ]

    @property
    def lifted(self) -> str:
        """What ends with the ruling whose place this one takes."""
        before = None if self.preview is None else self.preview.lifts
        if before is None:
            return ""
        return LIFTED.get(Kind(before.kind), "").format(account=before.account)

    def clean(self) -> dict[str, Any]:
        """Refuse a ruling without reasons, one that leaves a field unheard, and one that does not fit the game."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("template") and not cleaned.get("reasons", "").strip():
            self.add_error("reasons", "A ruling needs reasons.")
        if cleaned.get("kind"):
            self._check_unused_fields(cleaned)
        if cleaned.get("kind") == Kind.SUSPENDED and "until" not in self.errors:
            self._check_end(cleaned)
        if not self.errors:
            try:
                preview = ruling.preview(self.dispute, self.verdict)
            except Refusal as refusal:
                raise ValidationError(str(refusal)) from None
            if self.verdict.scores == self.current_scores and preview.before == preview.after:
                raise ValidationError("These are the points that count already: name others.")
            self.preview = preview
        return cleaned

    def _check_unused_fields(self, cleaned: dict[str, Any]) -> None:
        if cleaned["kind"] not in AGAINST_A_SEAT and cleaned.get("seat") is not None:
            self.add_error("seat", "This ruling is against nobody: choose nobody, or another one.")
        if cleaned["kind"] != Kind.SUSPENDED and (cleaned.get("lasts") or cleaned.get("until")):
            self.add_error("lasts", "Only a suspension lasts: leave this out, or suspend.")

    def _check_end(self, cleaned: dict[str, Any]) -> None:
        lasts, until = cleaned.get("lasts"), cleaned.get("until")
        if not lasts:
            self.add_error("lasts", "Say until when, or that it is for good.")
        elif lasts == FOR_GOOD and until is not None:
            self.add_error("until", "It is for good: leave the day out.")
        elif lasts == UNTIL and until is None:
            self.add_error("until", "Name the day.")
        elif until is not None and until <= timezone.now().date():
            self.add_error("until", "This day is not to come.")

    def _scores(self) -> tuple[int, ...]:
        return tuple(self.cleaned_data.get(name) or 0 for name in self.score_names)
