"""What the database keeps: one of concurrent commands, and an audit log without changes."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction
from django.utils import timezone

from accounts.models import Notice, User
from games.desk import bulk_dismissal, claiming, filing, players, ruling, undoing
from games.desk.models import Dispute, PlayerNote, Ruling, Words
from games.desk.ruling import RulingDraft
from games.play.models import Action, AuditEntry
from gofish_api.personal_data import close_account
from tests import databases
from tests.databases import sql
from tests.desk.review import COMPLAINT, codes, file, find, finished, reviewer, rule, user
from tests.players import guest
from tests.tables import log_of
from tests.threads import at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

THREADS = 4

Commands = Sequence[Callable[[], Any]]


def reviewers(count: int = THREADS) -> list[User]:
    return [reviewer(f"Rae{number}") for number in range(count)]


def claims() -> Commands:
    game, ann, _ = finished()
    dispute, now = file(ann, game), timezone.now()
    return [
        lambda by=by: claiming.claim(find(dispute.public_id), by, now=now)  # type: ignore[misc]
        for by in reviewers()
    ]


def rulings() -> Commands:
    game, ann, _ = finished()
    dispute, rae, now = file(ann, game), reviewer(), timezone.now()
    claiming.claim(dispute, rae, now=now)
    draft = RulingDraft("annulled")
    disputes = [find(dispute.public_id) for _ in range(THREADS)]
    return [
        lambda each=each: ruling.rule(each, rae, draft, reasons="So.", now=now)  # type: ignore[misc]
        for each in disputes
    ]


def appeals() -> Commands:
    game, ann, bob = finished()
    dispute, now = file(ann, game), timezone.now()
    rule(dispute, reviewer(), "annulled")
    return [
        lambda by=by.account: filing.appeal(dispute.pk, by, words="Again.", now=now)  # type: ignore[misc]
        for by in (ann, bob) * 2
    ]


def undoings() -> Commands:
    game, ann, _ = finished()
    dispute, rae, now = file(ann, game), reviewer(), timezone.now()
    rule(dispute, rae, "warning", seat=1)
    fresh = find(dispute.public_id)
    return [lambda: undoing.undo(fresh, rae, now=now)] * THREADS


def renamings() -> Commands:
    player, now = user(guest()), timezone.now()
    shown = player.username
    return [
        lambda by=by: players.replace_username(player, by, shown=shown, why="So.", now=now)  # type: ignore[misc]
        for by in reviewers()
    ]


def erasures() -> Commands:
    player, rae, now = user(guest()), reviewer(), timezone.now()
    note = players.write_note(player, rae, "Polite.", now=now)
    return [lambda: players.erase_note(note.pk, player, rae, now=now)] * THREADS


@pytest.mark.parametrize(
    ("make", "code", "action"),
    [
        (claims, "claimed_by_another", Action.CLAIMED),
        (rulings, "dispute_settled", Action.RULED),
        (appeals, "appealed_already", None),
        (undoings, "undo_impossible", Action.UNDID),
        (renamings, "already_renamed", Action.RENAMED),
        (erasures, "note_not_found", Action.NOTE_ERASED),
    ],
)
def test_one_of_concurrent_commands_is_done(
    make: Callable[[], Commands], code: str, action: Action | None
) -> None:
    commands = make()

    answers = at_once(*commands)

    assert codes(answers) == {"ok": 1, code: len(commands) - 1}
    if action is None:
        assert Words.objects.filter(is_appeal=True).count() == 1
    else:
        assert AuditEntry.objects.filter(action=action).count() == 1
    assert Notice.objects.filter(kind="renamed").count() == (action == Action.RENAMED)
    for dispute in Dispute.objects.select_related("game"):
        log = log_of(dispute.game.public_id)
        assert log.position == log.replayed


def test_one_of_a_players_concurrent_disputes_is_filed() -> None:
    game, ann, _ = finished()

    answers = at_once(*[lambda: ann.post(f"/games/{game}/disputes", COMPLAINT)] * THREADS)

    refused = [answer.json()["code"] for answer in answers if answer.status_code != 201]
    assert refused == ["already_disputed"] * (THREADS - 1)
    assert (Dispute.objects.count(), Words.objects.count()) == (1, 1)


def test_concurrent_rulings_on_two_disputes_of_a_game_are_two_cases() -> None:
    game, ann, bob = finished()
    disputes, now = (file(ann, game), file(bob, game, against=0)), timezone.now()
    pairs = [*zip(disputes, reviewers(2), strict=True)]
    for dispute, by in pairs:
        claiming.claim(dispute, by, now=now)

    answers = at_once(
        *[
            lambda dispute=dispute, by=by: ruling.rule(
                dispute, by, RulingDraft("dismissed"), reasons="No.", now=now
            )
            for dispute, by in pairs
        ]
    )

    assert codes(answers) == {"ok": 2}
    assert {find(dispute.public_id).case for dispute, _ in pairs} == {1, 2}
    log = log_of(game)
    assert log.position == log.replayed


def test_of_a_concurrent_withdrawal_and_ruling_one_succeeds() -> None:
    game, ann, _ = finished()
    dispute, rae, now = file(ann, game), reviewer(), timezone.now()
    claiming.claim(dispute, rae, now=now)
    fresh = find(dispute.public_id)

    answers = at_once(
        lambda: filing.withdraw(dispute.pk, ann.account),
        lambda: ruling.rule(fresh, rae, RulingDraft("dismissed"), reasons="No.", now=now),
    )

    assert codes(answers) == {"ok": 1, "dispute_settled": 1}
    after = find(dispute.public_id)
    assert (after.status == "ruled") == after.rulings.exists()
    assert after.reviewer is None


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


def test_notes_keep_their_limit_and_none_outlives_its_account(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(players, "MOST_NOTES", 2)
    player, now = user(guest()), timezone.now()
    writes: Commands = [
        lambda by=by: players.write_note(player, by, "Polite.", now=now)  # type: ignore[misc]
        for by in reviewers()
    ]

    assert codes(at_once(*writes)) == {"ok": 2, "too_many_notes": THREADS - 2}
    PlayerNote.objects.all().delete()
    at_once(*writes, lambda: close_account.close(player.pk, now=now))

    assert not PlayerNote.objects.exists()


def test_disputes_that_two_dismiss_get_one_ruling_each() -> None:
    disputes = [file(ann, game) for game, ann, _ in (finished() for _ in range(3))]
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

    answers = at_once(*map(dismisses, reviewers(2)))

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


# --- the audit log is append-only -----------------------------------------------------------------


def insert_over_a_row() -> None:
    AuditEntry.objects.bulk_create(
        AuditEntry.objects.all(),
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["why"],
    )


CHANGES = [
    pytest.param(sql("UPDATE disputes_auditentry SET why = 'forged'"), id="UPDATE"),
    pytest.param(sql("DELETE FROM disputes_auditentry"), id="DELETE"),
    pytest.param(insert_over_a_row, id="INSERT ON CONFLICT"),
    pytest.param(lambda: AuditEntry.objects.all()[0].actor.delete(), id="an actor is deleted"),
    pytest.param(lambda: Dispute.objects.all().delete(), id="disputes are deleted"),
    {
        "postgresql": pytest.param(sql("TRUNCATE disputes_dispute CASCADE"), id="TRUNCATE"),
        "sqlite": pytest.param(
            sql("UPDATE OR REPLACE disputes_auditentry SET id = 1"), id="UPDATE OR REPLACE"
        ),
    }[connection.vendor],
]


@pytest.fixture
def before() -> list[Any]:
    """Return the entries of a dispute with a ruling."""
    game, ann, _ = finished()
    rule(file(ann, game), reviewer(), "dismissed")
    return entries()


def entries() -> list[Any]:
    return list(AuditEntry.objects.order_by("pk").values_list())


@pytest.mark.parametrize("change", CHANGES)
def test_an_entry_cannot_be_changed_or_deleted(
    change: Callable[[], object], before: list[Any]
) -> None:
    with pytest.raises((DatabaseError, models.ProtectedError)), transaction.atomic():
        change()

    assert len(before) == 2
    assert entries() == before


def test_the_triggers_are_restored_after_a_migration_that_rebuilt_the_table(
    before: list[Any],
) -> None:
    databases.remake(AuditEntry, "move", models.BigIntegerField())

    call_command("migrate", verbosity=0)

    with pytest.raises(DatabaseError, match="the audit is append-only"), transaction.atomic():
        AuditEntry.objects.update(why="forged")
    assert entries() == before
