"""Forms on the page of a player."""

from typing import Any

from django import forms
from django.db.models import Q

from accounts.models import User
from games.desk import involvement
from games.desk.models import Dispute
from games.desk.players import notes, renaming

MOST_DISPUTES = 20
"""Disputes that the form of a note offers, newest first."""


class NoteForm(forms.Form):
    """The form of a private note on a player."""

    text = forms.CharField(
        label="Note",
        max_length=notes.LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Other reviewers read it, with your name and the date. The player can read the "
        "text in their export of personal data. So name no other player.",
    )
    dispute = forms.TypedChoiceField(
        label="About a dispute",
        required=False,
        coerce=int,
        empty_value=None,
        help_text="Reviewers who are involved in its game do not see the note.",
    )

    def __init__(self, data: Any = None, *, player: User, reader: User) -> None:
        super().__init__(data)
        own = Q(complainant=player) | Q(accused=player)
        disputes = involvement.exclude_involved(Dispute.objects.filter(own), reader)
        offered = disputes.order_by("-pk")[:MOST_DISPUTES]
        self.disputes = {dispute.pk: dispute for dispute in offered}
        choices = [("", "none"), *((str(pk), _title(each)) for pk, each in self.disputes.items())]
        self.fields["dispute"].choices = choices  # type: ignore[attr-defined]


class RenamingForm(forms.Form):
    """The form to replace a username, with the one that the reviewer saw."""

    shown = forms.CharField(widget=forms.HiddenInput, max_length=150)
    why = forms.CharField(
        label="Reason",
        max_length=renaming.LONGEST_REASON,
        help_text="For the audit log. Do not repeat the name here: the log is never erased.",
    )


def _title(dispute: Dispute) -> str:
    return f"{dispute.public_id}, {dispute.get_reason_display()}"
