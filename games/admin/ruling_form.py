"""The form of a ruling: what is ruled, against whom, and why; it knows what the ruling would change."""

from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField

from games.disputes import ruling
from games.disputes.models import Dispute, Kind
from games.disputes.ruling import Preview, Verdict
from games.disputes.templates import TEMPLATES
from games.engine.cards import Seat
from games.engine.refusals import Refusal

AGAINST_SOMEBODY = (Kind.WARNING, Kind.SEAT_REMOVED, Kind.SUSPENDED)


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
    until = forms.DateField(
        label="Suspended until",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="The day on which a suspended account may return, UTC; for good without one.",
    )
    template = forms.ChoiceField(
        label="Reasons",
        required=False,
        choices=[("", "in my own words"), *TEMPLATES.items()],
        help_text="The parties read them. Choose some, write some, or both.",
    )
    reasons = forms.CharField(
        label="In my own words",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(
        self, data: Any = None, *, dispute: Dispute, names: Sequence[str], scores: Sequence[int]
    ) -> None:
        super().__init__(data)
        self.dispute = dispute
        self.names = names
        self.preview: Preview | None = None
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
    def verdict(self) -> Verdict:
        """What is ruled; fields that do not belong to its kind are left out."""
        kind, until = self.cleaned_data["kind"], self.cleaned_data.get("until")
        is_suspension = kind == Kind.SUSPENDED and until is not None
        return Verdict(
            kind=kind,
            seat=self.cleaned_data.get("seat") if kind in AGAINST_SOMEBODY else None,
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

    def clean(self) -> dict[str, Any]:
        """Refuse a ruling without reasons, and one that does not fit the game."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("template") and not cleaned.get("reasons", "").strip():
            self.add_error("reasons", "A ruling needs reasons.")
        if not self.errors:
            try:
                self.preview = ruling.preview(self.dispute, self.verdict)
            except Refusal as refusal:
                raise ValidationError(str(refusal)) from None
        return cleaned

    def _scores(self) -> tuple[int, ...]:
        return tuple(self.cleaned_data.get(name) or 0 for name in self.score_names)
