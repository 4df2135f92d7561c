"""Two reviewers at once on each action of the desk, each in its own transaction."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notice, ReservedName, User
from games.disputes import bulk_dismissal, undoing
from games.disputes.models import Action, AuditEntry, Dispute, PlayerNote, Ruling
from games.disputes.players import notes, renaming
from gofish_api.personal_data import close_account
from tests.disputes.desk import codes, file, find, finished, reviewer, rule, user
from tests.players import guest
from tests.tables import log_of
from tests.threads import at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

THREADS = 4


def reviewers() -> list[User]:
    return [reviewer(f"Rae{number}") for number in range(THREADS)]


def test_a_username_is_replaced_once() -> None:
    player = user(guest())
    shown, now = player.username, timezone.now()

    def replaces(by: User) -> Callable[[], Any]:
        return lambda: renaming.replace_username(player, by, shown=shown, why="So.", now=now)

    answers = at_once(*map(replaces, reviewers()))

    assert codes(answers) == {"ok": 1, "already_renamed": THREADS - 1}
    assert (ReservedName.objects.count(), Notice.objects.count()) == (1, 1)
    assert AuditEntry.objects.filter(action=Action.RENAMED).count() == 1


def test_notes_keep_their_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST_NOTES", 2)
    player, now = user(guest()), timezone.now()

    answers = at_once(
        *[lambda by=by: notes.write(player, by, "Polite.", now=now) for by in reviewers()]
    )

    assert codes(answers) == {"ok": 2, "too_many_notes": THREADS - 2}
    assert PlayerNote.objects.count() == 2


def test_a_note_is_erased_once() -> None:
    player, rae, now = user(guest()), reviewer(), timezone.now()
    note = notes.write(player, rae, "Polite.", now=now)

    answers = at_once(*[lambda: notes.erase(note.pk, player, rae, now=now)] * THREADS)

    assert codes(answers) == {"ok": 1, "note_not_found": THREADS - 1}
    assert AuditEntry.objects.filter(action=Action.NOTE_ERASED).count() == 1


def test_no_note_outlives_the_account_that_it_is_about() -> None:
    player, now = user(guest()), timezone.now()
    writes = [lambda by=by: notes.write(player, by, "Polite.", now=now) for by in reviewers()]

    at_once(*writes, lambda: close_account.close(player.pk, now=now))

    assert not PlayerNote.objects.exists()


def test_a_ruling_is_undone_once() -> None:
    game, ann, _ = finished()
    dispute, rae = file(ann, game), reviewer()
    given = rule(dispute, rae, "warning", seat=1)
    fresh, now = find(dispute.public_id), timezone.now()

    answers = at_once(*[lambda: undoing.undo(fresh, rae, now=now)] * THREADS)

    assert codes(answers) == {"ok": 1, "undo_impossible": THREADS - 1}
    log = log_of(game)
    assert log.numbers[-1] == given.move + 1
    assert log.position == log.replayed


def test_an_appeal_and_an_undoing_exclude_each_other() -> None:
    game, ann, _ = finished()
    dispute, rae = file(ann, game), reviewer()
    rule(dispute, rae, "dismissed")
    fresh, now = find(dispute.public_id), timezone.now()

    undone, appealed = at_once(
        lambda: undoing.undo(fresh, rae, now=now),
        lambda: ann.post(f"/disputes/{dispute.public_id}/appeal", {"words": "So?"}),
    )

    was_undone = getattr(undone, "code", "ok") == "ok"
    assert was_undone == (appealed.status_code >= 400)
    assert find(dispute.public_id).status == ("open" if was_undone else "appealed")


def test_disputes_that_two_dismiss_get_one_ruling_each() -> None:
    disputes: list[Dispute] = []
    for _ in range(3):
        game, ann, _ = finished()
        disputes.append(file(ann, game))
    now = timezone.now()

    def dismisses(by: User) -> Callable[[], Any]:
        return lambda: bulk_dismissal.dismiss(
            [find(each.public_id) for each in disputes],
            by,
            reasons="Nothing.",
            template="",
            is_bad_faith=False,
            now=now,
        )

    answers = at_once(*map(dismisses, reviewers()[:2]))

    done = [each for answer in answers for each in answer if not each.refusal]
    assert len(done) == Ruling.objects.count() == len(disputes)
    assert not Dispute.objects.exclude(status="ruled").exists()


def test_no_dispute_is_opened_again_for_an_account_that_is_closed_meanwhile() -> None:
    game, ann, _ = finished()
    dispute, rae = file(ann, game), reviewer()
    rule(dispute, rae, "dismissed")
    fresh, now = find(dispute.public_id), timezone.now()

    undone, _ = at_once(
        lambda: undoing.undo(fresh, rae, now=now),
        lambda: close_account.close(ann.account, now=now),
    )

    assert getattr(undone, "code", "ok") == "ok"
    dispute = find(dispute.public_id)
    assert (dispute.status, dispute.reviewer) == ("withdrawn", None)
