"""Many disputes dismissed with one reason, and those among them that cannot be."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.disputes import bulk_dismissal, claiming, filing
from games.disputes.models import AuditEntry, Dispute, DisputeStatus, Ruling
from games.log import triggers
from games.models import Game, Move, Position, Seat
from tests.desk.cases import filed
from tests.desk.people import at_desk, staff
from tests.players import seated
from tests.tables import log_of

pytestmark = pytest.mark.django_db

QUEUE = "/admin/disputes/dispute/"


@pytest.fixture
def disputes() -> list[Dispute]:
    games = [seated(2) for _ in range(3)]
    return [filed(game, ann, against=1, move=2) for game, ann, _ in games]


def select(client: Client, disputes: list[Dispute], **more: Any) -> Any:
    chosen = [each.pk for each in disputes]
    return client.post(QUEUE, {"action": "dismiss", "_selected_action": chosen, **more})


def dismiss(client: Client, disputes: list[Dispute], **more: Any) -> Any:
    return select(client, disputes, apply="yes", **{"reasons": "Nothing at {move}."} | more)


def test_each_is_ruled_on_with_the_same_reason(reviewer: Client, disputes: list[Dispute]) -> None:
    asked = select(reviewer, disputes)
    answer = dismiss(reviewer, disputes, is_bad_faith="on")

    assert asked.status_code == 200 and "Dismiss 3 disputes" in asked.content.decode()
    assert answer.status_code == 302
    assert set(Dispute.objects.values_list("status", flat=True)) == {DisputeStatus.RULED}
    for ruling in Ruling.objects.select_related("dispute__game"):
        assert (ruling.reasons, ruling.is_bad_faith) == ("Nothing at move 2.", True)
        log = log_of(ruling.dispute.game.public_id)
        assert log.position == log.replayed
    assert AuditEntry.objects.filter(action="ruled").count() == 3


def test_the_others_are_dismissed_if_one_cannot_be(
    reviewer: Client, disputes: list[Dispute]
) -> None:
    sam = staff("sam", "reviewer")
    claiming.claim(disputes[0], sam, now=timezone.now())

    answer = dismiss(reviewer, disputes)

    messages = [str(each) for each in answer.wsgi_request._messages]
    assert messages[0] == "Dismissed: 2 of 3."
    assert disputes[0].public_id in messages[1] and claiming.CLAIMED_BY_ANOTHER in messages[1]
    assert Dispute.objects.get(pk=disputes[0].pk).reviewer == sam


def test_disputes_of_own_games_are_not_among_them(
    reviewer: Client, disputes: list[Dispute]
) -> None:
    rita = User.objects.get(username="rita")
    Seat.objects.filter(game=disputes[0].game_id, number=1).update(account=rita)

    dismiss(reviewer, disputes)

    assert Dispute.objects.get(pk=disputes[0].pk).status == DisputeStatus.OPEN
    assert Ruling.objects.count() == 2


@pytest.mark.parametrize(
    "words", [{}, {"reasons": " "}, {"reasons": "x" * 4_001}, {"template": "x"}]
)
def test_a_reason_is_needed(
    reviewer: Client, disputes: list[Dispute], words: dict[str, str]
) -> None:
    answer = select(reviewer, disputes, apply="yes", **words)

    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert not AuditEntry.objects.exists()


def test_at_most_fifty_at_once(
    reviewer: Client, disputes: list[Dispute], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.admin.disputes.bulk.MOST_AT_ONCE", 2)

    answer = dismiss(reviewer, disputes)

    assert answer.status_code == 302
    assert not Ruling.objects.exists()
    assert bulk_dismissal.MOST_AT_ONCE == 50


def test_those_who_may_only_look_have_no_action(disputes: list[Dispute]) -> None:
    reader = at_desk("lena", may=("view_dispute",))

    page = reader.get(QUEUE).content.decode()
    answer = dismiss(reader, disputes)

    assert disputes[0].public_id in page
    assert 'name="action"' not in page
    assert answer.status_code in (200, 302)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("key", ["", "abc", "1.5", "\0", str(2**63), "9" * 30])
def test_what_is_no_key_selects_nothing(
    reviewer: Client, disputes: list[Dispute], key: str
) -> None:
    chosen = [disputes[0].pk, key]

    answer = reviewer.post(QUEUE, {"action": "dismiss", "_selected_action": chosen})

    assert answer.status_code == 400


def damage_position(game: int) -> None:
    Position.objects.filter(pk=game).update(state="7")


def lose_position(game: int) -> None:
    Position.objects.filter(pk=game).delete()


def damage_rules(game: int) -> None:
    Game.objects.filter(pk=game).update(rules="[]")


def store_by_newer_code(game: int) -> None:
    triggers.unguard()
    Position.objects.filter(pk=game).update(state='{"schema":99}')
    Move.objects.filter(game=game).update(schema=99)


def put_position_behind_the_moves(game: int) -> None:
    head = Position.objects.get(pk=game)
    Position.objects.filter(pk=game).update(version=head.version - 1)


def break_state(game: int) -> None:
    lists = ("bots", "hands", "books", "barred", "misses_turns", "timeouts", "totals")
    state = json.loads(Position.objects.get(pk=game).state) | {name: [] for name in lists}
    Position.objects.filter(pk=game).update(state=json.dumps(state))


@pytest.mark.parametrize(
    "damage",
    [
        damage_position,
        lose_position,
        damage_rules,
        store_by_newer_code,
        put_position_behind_the_moves,
        break_state,
    ],
)
def test_a_game_that_is_damaged_does_not_stop_the_others(
    reviewer: Client, disputes: list[Dispute], damage: Callable[[int], None]
) -> None:
    damage(disputes[1].game_id)

    answer = dismiss(reviewer, disputes)

    assert answer.status_code == 302
    first, *others = [str(each) for each in answer.wsgi_request._messages]
    [refused] = others
    assert first == "Dismissed: 2 of 3."
    assert disputes[1].public_id in refused and "was not dismissed." in refused
    kept = Dispute.objects.get(pk=disputes[1].pk)
    assert (kept.status, kept.reviewer) == (DisputeStatus.OPEN, None)
    assert Ruling.objects.count() == 2
    page = reviewer.get(QUEUE)
    assert page.status_code == 200 and disputes[1].public_id in page.content.decode()


def test_what_no_longer_waits_is_counted(reviewer: Client, disputes: list[Dispute]) -> None:
    select(reviewer, disputes)
    filing.withdraw(disputes[0].pk, disputes[0].complainant_id)

    answer = dismiss(reviewer, disputes)

    messages = [str(each) for each in answer.wsgi_request._messages]
    assert messages[0] == "Dismissed: 2 of 3."
    assert messages[1].startswith("1 selected dispute is not in this list any more")


def test_a_claim_of_before_stays(reviewer: Client, disputes: list[Dispute]) -> None:
    rita = User.objects.get(username="rita")
    claiming.claim(disputes[0], rita, now=timezone.now())
    damage_position(disputes[0].game_id)

    dismiss(reviewer, disputes)

    assert Dispute.objects.get(pk=disputes[0].pk).reviewer == rita


def test_all_of_a_list_can_be_selected(reviewer: Client, disputes: list[Dispute]) -> None:
    answer = dismiss(reviewer, disputes[:1], select_across="1")

    assert [str(each) for each in answer.wsgi_request._messages] == ["Dismissed: 3 of 3."]
