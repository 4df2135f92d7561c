"""The audit log is append-only: the database refuses every other change."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction

from games.disputes.models import AuditEntry, Dispute
from games.models import Game
from tests import databases
from tests.databases import sql
from tests.disputes.desk import file, finished, reviewer, rule

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True),
]

COLUMNS = "id, at, actor_id, action, game_id, dispute_id, move, why"
AGAIN = f"({COLUMNS}) SELECT {COLUMNS} FROM disputes_auditentry"  # noqa: S608


def save_a_changed_entry() -> None:
    entry = AuditEntry.objects.all()[0]
    entry.why = "forged"
    entry.save()


def change_many() -> None:
    entries = list(AuditEntry.objects.all())
    for entry in entries:
        entry.why = "forged"
    AuditEntry.objects.bulk_update(entries, ["why"])


def replace_on_conflict() -> None:
    AuditEntry.objects.bulk_create(
        AuditEntry.objects.all(),
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["why"],
    )


CHANGES = [
    pytest.param(save_a_changed_entry, id="a row is saved again"),
    pytest.param(change_many, id="rows are updated in bulk"),
    pytest.param(replace_on_conflict, id="rows are upserted"),
    pytest.param(lambda: AuditEntry.objects.all()[0].delete(), id="a row is deleted"),
    pytest.param(lambda: AuditEntry.objects.update(why="forged"), id="rows are updated"),
    pytest.param(lambda: AuditEntry.objects.all().delete(), id="rows are deleted"),
    pytest.param(
        lambda: AuditEntry.objects.all()._raw_delete("default"),
        id="rows are deleted without checks",
    ),
    pytest.param(lambda: AuditEntry.objects.all()[0].actor.delete(), id="an actor is deleted"),
    pytest.param(lambda: Dispute.objects.all().delete(), id="disputes are deleted"),
    pytest.param(lambda: Game.objects.all().delete(), id="games are deleted"),
    pytest.param(sql("UPDATE disputes_auditentry SET why = 'forged'"), id="UPDATE"),
    pytest.param(sql("UPDATE disputes_auditentry SET id = id + 100"), id="UPDATE of a key"),
    pytest.param(sql("DELETE FROM disputes_auditentry"), id="DELETE"),
    pytest.param(sql(f"INSERT INTO disputes_auditentry {AGAIN}"), id="INSERT over a row"),
    pytest.param(
        sql(
            f"INSERT INTO disputes_auditentry {AGAIN} WHERE true "
            "ON CONFLICT (id) DO UPDATE SET why = 'forged'"
        ),
        id="INSERT ON CONFLICT",
    ),
    *{
        "postgresql": [
            pytest.param(sql("TRUNCATE disputes_auditentry"), id="TRUNCATE"),
            pytest.param(sql("TRUNCATE disputes_dispute CASCADE"), id="TRUNCATE of disputes"),
            pytest.param(sql("TRUNCATE accounts_user CASCADE"), id="TRUNCATE of accounts"),
            pytest.param(
                sql(
                    "MERGE INTO disputes_auditentry AS entry USING (SELECT 1) AS one ON true "
                    "WHEN MATCHED THEN DELETE"
                ),
                id="MERGE",
            ),
        ],
        "sqlite": [
            pytest.param(sql(f"INSERT OR REPLACE INTO disputes_auditentry {AGAIN}"), id="REPLACE"),
            pytest.param(
                sql("UPDATE OR REPLACE disputes_auditentry SET id = 1"), id="UPDATE OR REPLACE"
            ),
            pytest.param(
                sql("UPDATE OR IGNORE disputes_auditentry SET why = ''"), id="UPDATE OR IGNORE"
            ),
        ],
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


def test_the_error_of_the_database_names_the_reason(before: list[Any]) -> None:
    with pytest.raises(DatabaseError, match="the audit is append-only"):
        AuditEntry.objects.update(why="forged")


def test_the_triggers_are_restored_after_a_migration_that_rebuilt_the_table(
    before: list[Any],
) -> None:
    databases.remake(AuditEntry, "move", models.BigIntegerField())

    call_command("migrate", verbosity=0)

    with pytest.raises(DatabaseError, match="the audit is append-only"), transaction.atomic():
        AuditEntry.objects.update(why="forged")
    assert entries() == before
