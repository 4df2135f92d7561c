"""A POST that makes something takes a key, and a retry with it makes nothing more."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Model
from django.utils import timezone

from games.classes.models import ClassPlace, ClassTable
from games.desk.models import Dispute, Kind, Words
from games.log.models import StoredAnswer
from games.play.models import Match
from games.tournaments.models import Tournament, TournamentDecision, TournamentInvitation
from games.webhooks.models import Delivery
from tests.classes.school import School
from tests.desk.review import COMPLAINT, file, finished, reviewer, rule
from tests.permissions import _person, as_app
from tests.players import Json, Player, guest, refused
from tests.tournaments.test_api import TERMS, opened
from tests.webhooks.hooks import DELIVERED, confirmed
from tests.webhooks.test_delivering import queue, try_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

MORE: Json = {"words": "And my queen."}
Case = tuple[Player, str, Json | None, type[Model]]
"""Who sends it, the path, the body, and the rows that tell what it made."""


def complaint() -> Case:
    game, ann, _ = finished()
    return ann, f"/games/{game}/disputes", COMPLAINT, Dispute


def words() -> Case:
    game, ann, _ = finished()
    return ann, f"/disputes/{file(ann, game).public_id}/words", MORE, Words


def appeal() -> Case:
    game, ann, _ = finished()
    dispute = file(ann, game)
    rule(dispute, reviewer(), Kind.DISMISSED)
    return ann, f"/disputes/{dispute.public_id}/appeal", MORE, Words


def match() -> Case:
    return guest(), "/matches", {"preset": "classic", "seats": 2}, Match


def tournament() -> Case:
    soon = (timezone.now() + timedelta(hours=1)).isoformat()
    return _person("Ann"), "/tournaments", {**TERMS, "starts_at": soon}, Tournament


def entry() -> Case:
    return guest(), f"{opened(_person('Ann'))}/join", {}, TournamentDecision


def extension() -> Case:
    ann = _person("Ann")
    return ann, f"{opened(ann)}/direct", {"action": "extend", "by": 2}, Tournament


def invitation() -> Case:
    ann = _person("Ann")
    return ann, f"{opened(ann)}/invitations", {"players": [guest().name]}, TournamentInvitation


def class_tables() -> Case:
    school = School()
    school.sign_in()
    return school.teacher, f"{school.path}/tables", {"by": "lot"}, ClassTable


def class_name() -> Case:
    school = School()
    return school.teacher, f"{school.path}/places/1/name", None, ClassPlace


def redelivery() -> Case:
    ann = guest()
    webhook = confirmed(ann)
    (delivery,) = queue(webhook)
    try_once(webhook, DELIVERED)
    path = f"/me/webhooks/{webhook.pk}/deliveries/{delivery.message_id}/redeliver"
    return ann, path, None, Delivery


@pytest.mark.parametrize(
    "case",
    [
        *(complaint, words, appeal, match, tournament, entry, extension, invitation),
        *(class_tables, class_name, redelivery),
    ],
)
def test_a_retry_with_the_same_key_gets_the_first_answer(case: Callable[[], Case]) -> None:
    player, path, body, model = case()
    rows = model._default_manager.order_by("pk").values()

    def sent(content: object) -> Any:
        return player.post(path, content, Idempotency_Key="one")

    before = list(rows.all())
    assert refused(sent({"unknown": 1})) == (400, "validation_error")
    assert not StoredAnswer.objects.exists()
    first, made = sent(body), list(rows.all())
    again, other = sent(body), sent({"unknown": 1})

    assert first.status_code in (200, 201, 202), first.content
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.get("Location") == first.get("Location")
    assert refused(other) == (422, "idempotency_key_reused")
    assert before != made == list(rows.all())


def test_an_app_gets_no_answer_of_its_person() -> None:
    ann, path, body, _ = match()
    assert ann.post(path, body, Idempotency_Key="k").status_code == 201

    again = as_app(ann).post(path, body, Idempotency_Key="k")

    assert refused(again) == (422, "idempotency_key_reused")
