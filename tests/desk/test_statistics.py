"""The statistics of the desk: what they count, for whom, and at what cost."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.disputes import filing, undoing
from games.disputes.models import Dispute, DisputeStatus
from games.disputes.workload import statistics
from games.models import Seat
from tests.desk.cases import add_disputed_games, filed, finished
from tests.desk.people import staff
from tests.disputes.desk import rule
from tests.players import seated

pytestmark = pytest.mark.django_db

PAGE = "/admin/disputes/dispute/statistics/"


def read(name: str = "rita") -> statistics.DeskStatistics:
    return statistics.read(User.objects.get(username=name), now=timezone.now())


def test_waiting_disputes_are_counted_by_age(reviewer: Client) -> None:
    for days in (0, 2, 2, 400):
        game, ann, _ = seated(2)
        dispute = filed(game, ann, move=2)
        at = timezone.now() - timedelta(days=days)
        status = DisputeStatus.APPEALED if days == 400 else DisputeStatus.OPEN
        Dispute.objects.filter(pk=dispute.pk).update(filed_at=at, status=status)

    ages = read().ages

    assert [each.waiting for each in ages] == [1, 2, 0, 0, 1]
    assert [each.appeals for each in ages] == [0, 0, 0, 0, 1]


def test_work_and_overturned_rulings_are_counted_by_reviewer(reviewer: Client) -> None:
    rae, sam = staff("rae", "reviewer"), staff("sam", "reviewer")
    for second in ("dismissed", "warning"):
        game, (_, bob) = finished()
        dispute = filed(game, bob)
        now = timezone.now()
        rule(dispute, rae, "warning", seat=0, now=now + timedelta(minutes=30))
        filing.appeal(dispute.pk, bob.account, words="So?", now=now)
        seat = 0 if second == "warning" else None
        rule(Dispute.objects.get(pk=dispute.pk), sam, second, seat=seat)
    game, ann, _ = seated(2)
    slip = filed(game, ann, move=2)
    rule(slip, rae, "dismissed")
    undoing.undo(slip, rae, now=timezone.now())

    works = {work.reviewer.username: work for work in read().reviewers}

    first, again = works["rae"], works["sam"]
    assert (first.rulings, first.appealed, first.overturned, first.undone) == (2, 2, 1, 1)
    assert (again.rulings, again.on_appeal, again.appealed) == (2, 2, 0)
    assert first.from_filing is not None and 1_750 < first.from_filing < 1_850
    assert first.at_work == 0 and again.from_filing is None


def test_reporters_are_counted_with_their_accuracy(reviewer: Client) -> None:
    rae = staff("rae", "reviewer")
    game, (ann, bob) = finished()
    rule(filed(game, ann, against=1), rae, "warning", seat=1)
    rule(filed(game, ann, against=1), rae, "dismissed")
    rule(filed(game, bob), rae, "dismissed", is_bad_faith=True)

    reporters = {each.player.pk: each for each in read().reporters}

    assert reporters[ann.account].accuracy == 50
    assert (reporters[bob.account].accuracy, reporters[bob.account].bad_faith) == (0, 1)


def test_weeks_begin_on_mondays_in_utc(reviewer: Client) -> None:
    with time_machine.travel(datetime(2026, 11, 23, 0, 30, tzinfo=UTC), tick=False):
        game, (ann, _) = finished()
        filed(game, ann, against=1)

        weeks = read().weeks

    assert len(weeks) == statistics.WEEKS
    assert [(str(week.monday), week.filed) for week in weeks[-2:]] == [
        ("2026-11-16", 0),
        ("2026-11-23", 1),
    ]


def test_cases_of_the_reader_are_not_counted(reviewer: Client) -> None:
    game, (ann, _) = finished()
    rule(filed(game, ann, against=1), staff("rae", "reviewer"), "dismissed")
    rita = User.objects.get(username="rita")
    Seat.objects.filter(game=Dispute.objects.get().game_id, number=1).update(account=rita)

    found = read()

    assert (found.reporters, found.reviewers) == ([], [])
    assert sum(week.filed + week.ruled for week in found.weeks) == 0


def test_the_page_costs_the_same_with_many_disputes(reviewer: Client) -> None:
    counts = []
    for games in (60, 600):
        add_disputed_games(games)
        with CaptureQueriesContext(connection) as queries:
            assert reviewer.get(PAGE).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 16
