"""Complaints, claims and rulings that come at the same instant, in real transactions of their own."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.disputes import claiming, filing, ruling
from games.disputes.models import AuditEntry, Dispute, Ruling, Words
from games.disputes.ruling import RulingDraft
from tests import tables
from tests.disputes.desk import COMPLAINT, file, find, finished, reviewer, rule
from tests.threads import at_once, told

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 6


def ended(answers: list[Any]) -> Counter[str]:
    """Count the answers of commands by what became of each."""
    return Counter(getattr(answer, "code", "ok") for answer in answers)


def test_of_reviewers_who_claim_at_once_one_has_it() -> None:
    game, ann, _ = finished()
    dispute, now = file(ann, game), timezone.now()
    reviewers = [reviewer(f"Rae{number}") for number in range(THREADS)]

    def claims(somebody: Any) -> Callable[[], Any]:
        return lambda: claiming.claim(find(dispute.public_id), somebody, now=now)

    answers = at_once(*map(claims, reviewers))

    assert ended(answers) == {"ok": 1, "claimed_by_another": THREADS - 1}
    [entry] = AuditEntry.objects.all()
    assert find(dispute.public_id).reviewer_id == entry.actor_id


def test_a_seat_that_files_at_once_has_one_dispute() -> None:
    game, ann, _ = finished()

    answers = at_once(*[lambda: ann.post(f"/games/{game}/disputes", COMPLAINT)] * THREADS)

    assert told(answers) == {"ok": 1, "already_disputed": THREADS - 1}
    assert (Dispute.objects.count(), Words.objects.count()) == (1, 1)


def test_of_rulings_at_once_one_is_given_and_is_one_move() -> None:
    game, ann, _ = finished()
    dispute, rae, now = file(ann, game), reviewer(), timezone.now()
    claiming.claim(dispute, rae, now=now)
    version = ann.state(game)["version"]

    def rules(kind: Any) -> Callable[[], Any]:
        fresh = find(dispute.public_id)
        return lambda: ruling.rule(fresh, rae, RulingDraft(kind), reasons="So it is.", now=now)

    answers = at_once(*map(rules, ["dismissed", "annulled"] * (THREADS // 2)))

    assert ended(answers) == {"ok": 1, "dispute_settled": THREADS - 1}
    [given] = Ruling.objects.all()
    assert AuditEntry.objects.filter(action="ruled").count() == 1
    log = tables.log_of(game)
    assert log.numbers[-1] == given.move == version + 1
    assert log.position == log.replayed


def test_rulings_at_once_on_two_disputes_of_a_game_are_two_cases() -> None:
    game, ann, bob = finished()
    rae, sam, now = reviewer("Rae"), reviewer("Sam"), timezone.now()
    disputes = [file(ann, game), file(bob, game, against=0)]
    for dispute, somebody in zip(disputes, (rae, sam), strict=True):
        claiming.claim(dispute, somebody, now=now)

    def rules(dispute: Dispute, somebody: Any) -> Callable[[], Any]:
        verdict = RulingDraft("dismissed")
        return lambda: ruling.rule(dispute, somebody, verdict, reasons="No.", now=now)

    answers = at_once(*map(rules, disputes, (rae, sam)))

    assert ended(answers) == {"ok": 2}
    assert {find(dispute.public_id).case for dispute in disputes} == {1, 2}
    log = tables.log_of(game)
    assert log.position == log.replayed


def test_of_appeals_at_once_one_is_made() -> None:
    game, ann, bob = finished()
    dispute, now = file(ann, game), timezone.now()
    rule(dispute, reviewer(), "annulled")

    def appeals(account: int) -> Callable[[], Any]:
        return lambda: filing.appeal(dispute.pk, account, words="Look again.", now=now)

    answers = at_once(*map(appeals, [ann.account, bob.account] * (THREADS // 2)))

    assert ended(answers) == {"ok": 1, "appealed_already": THREADS - 1}
    assert Words.objects.filter(is_appeal=True).count() == 1


def test_a_dispute_that_is_withdrawn_as_it_is_ruled_on_is_one_of_both() -> None:
    game, ann, _ = finished()
    dispute, rae, now = file(ann, game), reviewer(), timezone.now()
    claiming.claim(dispute, rae, now=now)
    fresh = find(dispute.public_id)

    answers = at_once(
        lambda: filing.withdraw(dispute.pk, ann.account),
        lambda: ruling.rule(fresh, rae, RulingDraft("dismissed"), reasons="No.", now=now),
    )

    assert ended(answers) == {"ok": 1, "dispute_settled": 1}
    after = find(dispute.public_id)
    assert (after.status == "ruled") == after.rulings.exists()
    assert after.reviewer is None
