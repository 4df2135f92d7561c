"""The lists of disputes and of the audit log: order, filters, search and number of queries."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Token, User
from games.disputes import claiming
from games.disputes.models import Action, AuditEntry, Dispute, Reason
from games.disputes.models import DisputeStatus as State
from games.disputes.workload.counts import DeskCounts
from games.models import Game, Seat
from tests.desk.cases import add_disputed_games, filed, finished
from tests.desk.people import at_desk, staff
from tests.disputes.desk import registered, rule
from tests.players import seated
from tests.tables import number_of

pytestmark = pytest.mark.django_db

QUEUE = "/admin/disputes/dispute/"
AUDIT = "/admin/disputes/auditentry/"


def listed(client: Client, **query: Any) -> list[str]:
    """Return the disputes on the list's first page, in its order."""
    answer = client.get(QUEUE, query)
    assert answer.status_code == 200
    return [dispute.public_id for dispute in answer.context["cl"].result_list]


def test_waiting_disputes_come_first_and_the_oldest_at_the_top(reviewer: Client) -> None:
    game, ann, bob = seated(2)
    other, cid, _ = seated(2)
    first, second, third = (
        filed(game, ann, move=2),
        filed(game, bob, move=2),
        filed(other, cid, move=2),
    )
    Dispute.objects.filter(pk=first.pk).update(status=State.WITHDRAWN)

    assert listed(reviewer) == [second.public_id, third.public_id]
    assert listed(reviewer, state="all") == [second.public_id, third.public_id, first.public_id]


def test_waiting_disputes_of_a_game_are_together(reviewer: Client) -> None:
    game, ann, bob = seated(2)
    other, cid, _ = seated(2)
    first, between, second = (
        filed(game, ann, move=2),
        filed(other, cid, move=2),
        filed(game, bob, move=2),
    )

    assert listed(reviewer) == [each.public_id for each in (first, second, between)]
    assert listed(reviewer, state="free", reason=first.reason) == listed(reviewer)
    assert listed(reviewer, state="all") == [each.public_id for each in (first, between, second)]
    Dispute.objects.filter(pk=first.pk).update(status=State.WITHDRAWN)
    assert listed(reviewer) == [between.public_id, second.public_id]


def test_a_row_shows_the_parties_with_their_earlier_complaints(reviewer: Client) -> None:
    game, ann, bob = seated(2)
    filed(game, bob, against=0, move=2)
    again, *_ = seated(2)
    filed(again, registered(ann), against=None, move=2)

    page = reviewer.get(QUEUE).content.decode()

    for name, count in ((bob.name, "1 filed, 0 against"), (ann.name, "1 filed, 1 against")):
        assert re.search(rf"{name}(</a>)?<br><span[^>]*>{count}<", page), name
    assert "0\xa0minutes ago" in page
    assert "cheating or collusion" in page
    assert '<td class="field-preset">Go Fish</td>' in page


@pytest.mark.parametrize(
    "state, expected",
    [
        pytest.param("waiting", {"open", "lapsed", "mine", "theirs"}, id="waiting"),
        pytest.param("mine", {"mine"}, id="mine"),
        pytest.param("", {"open", "lapsed", "mine", "theirs"}, id="no choice"),
        pytest.param("free", {"open", "lapsed"}, id="free"),
        pytest.param("claimed", {"mine", "theirs"}, id="claimed"),
        pytest.param("ruled", {"ruled"}, id="ruled on"),
        pytest.param("withdrawn", set(), id="withdrawn"),
    ],
)
def test_disputes_are_filtered_by_their_state(
    reviewer: Client, state: str, expected: set[str]
) -> None:
    rita = int(reviewer.session["_auth_user_id"])
    otto = int(at_desk("otto", "reviewer").session["_auth_user_id"])
    soon, past = (timezone.now() + timedelta(minutes=sign) for sign in (9, -9))
    changes: dict[str, dict[str, Any]] = {
        "open": {},
        "lapsed": {"reviewer_id": rita, "claimed_until": past},
        "mine": {"reviewer_id": rita, "claimed_until": soon},
        "theirs": {"reviewer_id": otto, "claimed_until": soon},
        "ruled": {"status": State.RULED},
    }
    names = {}
    for name, changed in changes.items():
        game, ann, _ = seated(2)
        dispute = filed(game, ann, move=2)
        Dispute.objects.filter(pk=dispute.pk).update(**changed)
        names[dispute.public_id] = name

    assert {names[each] for each in listed(reviewer, state=state)} == expected


def test_disputes_are_found_by_ids_names_reason_and_preset(reviewer: Client) -> None:
    game, ann, bob = seated(2, "pagat")
    other, cid, _ = seated(2)
    dispute = filed(game, bob, reason=Reason.ABANDONMENT, move=2)
    filed(other, cid, move=2)

    for term in (game, dispute.public_id, ann.name, bob.name):
        assert listed(reviewer, q=term) == [dispute.public_id], term
    assert listed(reviewer, q="stranger") == []
    assert listed(reviewer, reason="abandonment") == [dispute.public_id]
    assert listed(reviewer, preset="pagat") == [dispute.public_id]


def test_the_audit_log_is_read_only() -> None:
    operator = at_desk("otto", "operator")
    reviewer = at_desk("rita", "reviewer")
    game, (_, bob) = finished()
    dispute = filed(game, bob)
    reviewer.post(f"{QUEUE}{dispute.pk}/claim/")
    entry = AuditEntry.objects.get(action=Action.CLAIMED)

    page = operator.get("/admin/disputes/auditentry/", {"q": dispute.public_id}).content.decode()

    assert "claimed a dispute" in page
    assert "rita" in page
    for path in ("add/", f"{entry.pk}/delete/", f"{entry.pk}/change/"):
        changed = operator.post(f"/admin/disputes/auditentry/{path}", {"post": "yes", "why": "x"})
        assert changed.status_code == 403
    assert AuditEntry.objects.get() == entry
    assert reviewer.get("/admin/disputes/auditentry/").status_code == 403


def test_the_audit_log_names_the_kind_of_ruling(admin_client: Client) -> None:
    rita, otto = staff("rita", "reviewer"), staff("otto", "reviewer")
    game, (_, bob) = finished()
    dispute = filed(game, bob)
    rule(dispute, rita, "annulled")
    bob.post(f"/disputes/{dispute.public_id}/appeal", {"words": "Once more."})
    rule(dispute, otto, "dismissed")

    page = admin_client.get(AUDIT).content.decode()

    assert page.count("ruled on a dispute: game annulled") == 1
    assert page.count("ruled on a dispute: complaint dismissed") == 1
    for entry in AuditEntry.objects.filter(action=Action.RULED):
        kind = "game annulled" if entry.actor == rita else "complaint dismissed"
        page = admin_client.get(f"{AUDIT}{entry.pk}/change/").content.decode()
        assert f"ruled on a dispute: {kind}" in page


@pytest.mark.parametrize(
    ("model", "path"),
    [
        pytest.param(Game, "/admin/games/game/", id="games"),
        pytest.param(AuditEntry, AUDIT, id="the audit log"),
        pytest.param(Token, "/admin/accounts/token/", id="tokens"),
    ],
)
def test_times_are_shown_with_their_time_zone(
    admin_client: Client, model: type[Model], path: str
) -> None:
    game, (_, bob) = finished()
    claiming.claim(filed(game, bob), staff("rita", "reviewer"), now=timezone.now())
    row: Any = model._default_manager.first()
    at = row.at if isinstance(row, AuditEntry) else row.created_at

    for page in (path, f"{path}{row.pk}/change/"):
        assert f"{at:%Y-%m-%d %H:%M} UTC" in admin_client.get(page).content.decode()


def test_the_list_of_games_calls_rules_as_players_do(admin_client: Client) -> None:
    finished()

    page = admin_client.get("/admin/games/game/").content.decode()

    assert re.findall(r'class="field-rules_title">(.*?)<', page) == ["Go Fish"]


def test_disputes_are_filtered_by_age(reviewer: Client) -> None:
    names = {}
    for name, days in (("today", 0), ("this week", 4), ("long ago", 40)):
        game, ann, _ = seated(2)
        dispute = filed(game, ann, move=2)
        filed_at = timezone.now() - timedelta(days=days)
        Dispute.objects.filter(pk=dispute.pk).update(filed_at=filed_at)
        names[dispute.public_id] = name

    found = {
        age: {names[each] for each in listed(reviewer, age=age)}
        for age in ("new", "day", "three_days", "week", "month")
    }

    assert found == {
        "new": {"today"},
        "day": {"this week", "long ago"},
        "three_days": {"this week", "long ago"},
        "week": {"long ago"},
        "month": {"long ago"},
    }


def test_disputes_are_filtered_by_people(reviewer: Client) -> None:
    rita = User.objects.get(username="rita")
    game, ann, bob = seated(2)
    other, cid, _ = seated(2)
    first, second = filed(game, bob, against=0, move=2), filed(other, cid, against=None, move=2)
    claiming.claim(first, rita, now=timezone.now())
    rule(second, rita, "dismissed")
    both = {"state": "all"}

    assert listed(reviewer, filed_by=bob.name.upper()) == [first.public_id]
    assert listed(reviewer, filed_by=ann.name) == []
    assert listed(reviewer, filed_against=ann.name) == [first.public_id]
    assert set(listed(reviewer, reviewed_by="rita", **both)) == {first.public_id, second.public_id}
    assert listed(reviewer, reviewed_by="rita", filed_by=cid.name, **both) == [second.public_id]
    assert listed(reviewer, filed_by="stranger") == []
    assert listed(reviewer, filed_by="x" * 3_000) == []


def test_a_search_finds_settled_disputes_too(reviewer: Client) -> None:
    game, ann, _ = seated(2)
    dispute = filed(game, ann, move=2)
    rule(dispute, staff("otto", "reviewer"), "dismissed")

    form = re.search(
        r'<form class="search".*?</form>', reviewer.get(QUEUE).content.decode(), re.DOTALL
    )

    assert form is not None
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)">', form[0]))
    assert listed(reviewer, q=dispute.public_id, **fields) == [dispute.public_id]


def test_the_first_page_counts_what_waits(reviewer: Client) -> None:
    rita = User.objects.get(username="rita")
    game, ann, bob = seated(2)
    other, cid, _ = seated(2)
    own, rita_plays, _ = seated(2)
    free, mine, appealed = (
        filed(game, ann, move=2),
        filed(game, bob, move=2),
        filed(other, cid, move=2),
    )
    filed(own, rita_plays, move=2)
    Seat.objects.filter(game=number_of(own), number=1).update(account=rita)
    oldest = timezone.now() - timedelta(days=3, minutes=1)
    Dispute.objects.filter(pk=free.pk).update(filed_at=oldest)
    Dispute.objects.filter(pk=appealed.pk).update(status=State.APPEALED)
    claiming.claim(mine, rita, now=timezone.now())

    first, queue = reviewer.get("/admin/"), reviewer.get(QUEUE)

    for answer in (first, queue):
        assert answer.context["counts"] == DeskCounts(3, free=2, mine=1, appeals=1, oldest=oldest)
        assert "3\xa0days" in answer.content.decode()


def test_the_first_page_counts_nothing_for_operators() -> None:
    game, ann, _ = seated(2)
    filed(game, ann, move=2)

    page = at_desk("otto", "operator").get("/admin/")

    assert "counts" not in page.context
    assert "at-desk" not in page.content.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        "/admin/",
        "/admin/games/game/",
        QUEUE,
        f"{QUEUE}?state=all&age=day&filed_by=no-such-name&reviewed_by=admin",
        f"{QUEUE}?state=free&q=a",
        AUDIT,
        "/admin/accounts/user/",
        "/admin/accounts/token/",
        "/admin/health/",
    ],
)
def test_lists_cost_the_same_at_a_thousand_games(admin_client: Client, path: str) -> None:
    counts = []
    for games in (60, 1_000):
        add_disputed_games(games)
        with CaptureQueriesContext(connection) as queries:
            assert admin_client.get(path).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 16
