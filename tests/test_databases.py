"""What stands in the place of Django's flush: nothing stays, and append-only tables are guarded
again.
"""

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, transaction

from accounts.models import User
from games.log import triggers
from games.models import Game, Move
from tests import databases
from tests.players import seated

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True),
]


def test_nothing_stays_that_a_test_committed() -> None:
    kinds = ContentType.objects.count()
    seated(2)

    databases.empty()

    assert not Game.objects.exists() and not Move.objects.exists() and not User.objects.exists()
    assert ContentType.objects.count() == kinds


@pytest.mark.parametrize("is_played", [False, True])
def test_the_log_is_guarded_again_though_a_test_took_the_triggers_away(is_played: bool) -> None:
    if is_played:
        seated(2)
    triggers.unguard()

    databases.empty()

    seated(2)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Move.objects.update(events="[]")
