"""Concurrent disputes, claims, rulings and appeals, each in its own transaction."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.disputes import claiming, filing, ruling
from games.disputes.models import AuditEntry, Dispute, Ruling, Words
from games.disputes.ruling import RulingDraft
from tests import tables
from tests.disputes.desk import COMPLAINT, codes, file, find, finished, reviewer, rule
from tests.threads import at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

THREADS = 6


def test_one_of_concurrent_claims_succeeds() -> None:
    game, ann, _ = finished()
    dispute, now = file(ann, game), timezone.now()
    reviewers = [reviewer(f"Rae{number}") for number in range(THREADS)]

    def claims(by: Any) -> Callable[[], Any]:
        return lambda: claiming.claim(find(dispute.public_id), by, now=now)

    answers = at_once(*map(claims, reviewers))

    assert codes(answers) == {"ok": 1, "claimed_by_another": THREADS - 1}
    [entry] = AuditEntry.objects.all()
    assert find(dispute.public_id).reviewer_id == entry.actor_id


def test_one_of_a_players_concurrent_disputes_is_filed() -> None:
    game, ann, _ = finished()

    answers = at_once(*[lambda: ann.post(f"/games/{game}/disputes", COMPLAINT)] * THREADS)

    refused = [answer.json()["code"] for answer in answers if answer.status_code != 201]
    assert refused == ["already_disputed"] * (THREADS - 1)
    assert (Dispute.objects.count(), Words.objects.count()) == (1, 1)


def test_one_of_concurrent_rulings_is_recorded_as_one_move() -> None:
    game, ann, _ = finished()
    dispute, rae, now = file(ann, game), reviewer(), timezone.now()
    claiming.claim(dispute, rae, now=now)
    version = ann.state(game)["version"]

    def rules(kind: Any) -> Callable[[], Any]:
        fresh = find(dispute.public_id)
        return lambda: ruling.rule(fresh, rae, RulingDraft(kind), reasons="So it is.", now=now)

    answers = at_once(*map(rules, ["dismissed", "annulled"] * (THREADS // 2)))

    assert codes(answers) == {"ok": 1, "dispute_settled": THREADS - 1}
    [given] = Ruling.objects.all()
    assert AuditEntry.objects.filter(action="ruled").count() == 1
    log = tables.log_of(game)
    assert log.numbers[-1] == given.move == version + 1
    assert log.position == log.replayed


def test_concurrent_rulings_on_two_disputes_of_a_game_are_two_cases() -> None:
    game, ann, bob = finished()
    rae, sam, now = reviewer("Rae"), reviewer("Sam"), timezone.now()
    disputes = [file(ann, game), file(bob, game, against=0)]
    for dispute, by in zip(disputes, (rae, sam), strict=True):
        claiming.claim(dispute, by, now=now)

    def rules(dispute: Dispute, by: Any) -> Callable[[], Any]:
        verdict = RulingDraft("dismissed")
        return lambda: ruling.rule(dispute, by, verdict, reasons="No.", now=now)

    answers = at_once(*map(rules, disputes, (rae, sam)))

    assert codes(answers) == {"ok": 2}
    assert {find(dispute.public_id).case for dispute in disputes} == {1, 2}
    log = tables.log_of(game)
    assert log.position == log.replayed


def test_one_of_concurrent_appeals_is_recorded() -> None:
    game, ann, bob = finished()
    dispute, now = file(ann, game), timezone.now()
    rule(dispute, reviewer(), "annulled")

    def appeals(account: int) -> Callable[[], Any]:
        return lambda: filing.appeal(dispute.pk, account, words="Look again.", now=now)

    answers = at_once(*map(appeals, [ann.account, bob.account] * (THREADS // 2)))

    assert codes(answers) == {"ok": 1, "appealed_already": THREADS - 1}
    assert Words.objects.filter(is_appeal=True).count() == 1


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
