"""The page of a player at the desk, with its forms: notes, and another username."""

from typing import Any, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts import locks
from accounts.models import User
from games.desk import coincidences, involvement, players
from games.desk.admin import shared
from games.desk.admin.shared import shows_refusals
from games.desk.claiming import PERMISSION
from games.desk.models import Dispute, PlayerNote

MOST_DISPUTES = 20
"""Disputes that the form of a note offers, newest first."""


class NoteForm(forms.Form):
    text = forms.CharField(
        label="Note",
        max_length=players.LONGEST_NOTE,
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
        max_length=players.LONGEST_REASON,
        help_text="For the audit log. Do not repeat the name here: the log is never erased.",
    )


def _title(dispute: Dispute) -> str:
    return f"{dispute.public_id}, {dispute.get_reason_display()}"


class FiledDispute(NamedTuple):
    """A dispute of a player with its outcome for the complainant."""

    dispute: Dispute
    outcome: str


class ShownNote(NamedTuple):
    """A note, and whether the reader may erase it."""

    note: PlayerNote
    may_erase: bool


class PlayerPages(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """The pages that the desk adds to those of disputes for a player."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("player/<int:account_id>/", view(self.player), name="disputes_player"),
            path(
                "player/<int:account_id>/note/",
                view(require_POST(self.write_note)),
                name="disputes_player_note",
            ),
            path(
                "player/<int:account_id>/note/<int:note_id>/erase/",
                view(require_POST(self.erase_note)),
                name="disputes_player_note_erase",
            ),
            path(
                "player/<int:account_id>/rename/",
                view(require_POST(self.rename)),
                name="disputes_player_rename",
            ),
            *super().get_urls(),
        ]

    @shows_refusals
    def player(self, request: HttpRequest, account_id: int) -> HttpResponse:
        """Show the record of a player, which is recorded in the audit log."""
        player = find(request, account_id)
        reader = shared.account_of(request)
        players.open_page(player, reader, now=timezone.now())
        return self.render(request, player, NoteForm(player=player, reader=reader))

    @shows_refusals
    def write_note(self, request: HttpRequest, account_id: int) -> HttpResponse:
        player, reader = find(request, account_id), shared.account_of(request)
        players.check_may_open(player, reader, now=timezone.now())
        form = NoteForm(request.POST, player=player, reader=reader)
        if not form.is_valid():
            return self.render(request, player, form)
        dispute = form.disputes.get(form.cleaned_data["dispute"])
        text = form.cleaned_data["text"]
        players.write_note(player, reader, text, dispute=dispute, now=timezone.now())
        messages.success(request, "The note is stored.")
        return redirect(_address(player, "notes-title"))

    @shows_refusals
    def erase_note(self, request: HttpRequest, account_id: int, note_id: int) -> HttpResponse:
        player, reader = find(request, account_id), shared.account_of(request)
        players.erase_note(note_id, player, reader, now=timezone.now())
        messages.success(request, "The note is erased.")
        return redirect(_address(player, "notes-title"))

    @shows_refusals
    def rename(self, request: HttpRequest, account_id: int) -> HttpResponse:
        """Replace the username of the player by an invented one."""
        player, reader = find(request, account_id), shared.account_of(request)
        players.check_may_open(player, reader, now=timezone.now())
        form = RenamingForm(request.POST)
        if not form.is_valid():
            return self.render(
                request, player, NoteForm(player=player, reader=reader), renaming=form
            )
        renamed = players.replace_username(
            player,
            reader,
            shown=form.cleaned_data["shown"],
            why=form.cleaned_data["why"],
            now=timezone.now(),
        )
        messages.success(request, f"The player is {renamed.username} now, and was notified.")
        return redirect("admin:disputes_player", account_id=player.pk)

    def render(
        self, request: HttpRequest, player: User, form: NoteForm, **more: Any
    ) -> HttpResponse:
        reader = shared.account_of(request)
        player_record = players.read_record(player, reader=reader)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Player {player}",
            "crumbs": [
                {"title": "Disputes", "url": reverse("admin:disputes_dispute_changelist")},
            ],
            "player": player,
            "is_suspended": locks.is_suspended(player, now=timezone.now()),
            "is_for_good": player.suspended_until == locks.FOR_GOOD,
            "record": player_record,
            "filed": [_with_outcome(each) for each in player_record.filed],
            "received": [_with_outcome(each) for each in player_record.received],
            "most": players.MOST_SHOWN,
            "coincidences": coincidences.of_player(player),
            "notes": [
                ShownNote(note, players.may_erase(note, reader))
                for note in players.notes_of_player(player, reader=reader)
            ],
            "form": form,
            "renaming": RenamingForm(initial={"shown": player.username}),
            "may_rename": player.closed_at is None and not player.is_staff,
        }
        return TemplateResponse(request, "desk/player.html", context | more)


def find(request: HttpRequest, account_id: int) -> User:
    """Return the player of a page, for those who may open it.

    :raises PermissionDenied: if the reader is no reviewer.
    :raises Http404: if there is no such account.
    """
    if not shared.account_of(request).has_perm(PERMISSION):
        raise PermissionDenied
    number = min(account_id, 2**63 - 1)
    player = User.objects.select_related("owner").filter(pk=number).first()
    if player is None:
        raise Http404
    return player


def _address(player: User, part: str) -> str:
    return f"{reverse('admin:disputes_player', args=[player.pk])}#{part}"


def _with_outcome(dispute: Dispute) -> FiledDispute:
    rulings = list(dispute.rulings.all())
    last = rulings[-1] if rulings else None
    if last is None:
        return FiledDispute(dispute, players.OUTCOMES[players.outcome(dispute.status, None)])
    outcome = players.outcome(dispute.status, last.kind, last.is_bad_faith)
    return FiledDispute(dispute, players.OUTCOMES[outcome])
