"""A dispute at the desk: shown, claimed, ruled on and appealed; and what is refused."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.disputes import claiming, filing, templates
from games.disputes.models import Action, AuditEntry, Dispute, DisputeStatus, Ruling
from games.log import heads
from games.models import Move, Seat
from tests.desk.cases import filed, finished
from tests.desk.people import at_desk
from tests.desk.test_board import ALL_CARDS
from tests.players import guest, seated
from tests.tables import log_of, number_of

pytestmark = pytest.mark.django_db

DISMISSED = {"kind": "dismissed", "template": "log_is_sound"}
CLAIM_BUTTON = '/claim/">'
RULING_FORM = 'class="ruling"'
EXPORT_FORM = '/export/">'


@pytest.fixture
def dispute() -> Dispute:
    game, (_, bob) = finished()
    return filed(game, bob)


def send(client: Client, dispute: Dispute, action: str, **body: Any) -> Any:
    return client.post(f"/admin/disputes/dispute/{dispute.pk}/{action}/", body)


def shown(client: Client, dispute: Dispute, **query: Any) -> str:
    answer = client.get(f"/admin/disputes/dispute/{dispute.pk}/change/", query)
    assert answer.status_code == 200
    return answer.content.decode()


def ruled(client: Client, dispute: Dispute, **verdict: Any) -> Any:
    """Claim a dispute and rule on it."""
    assert send(client, dispute, "claim").status_code == 302
    return send(client, dispute, "rule", **verdict, confirm="yes")


def test_a_dispute_is_shown_with_its_words_parties_and_move(
    reviewer: Client, dispute: Dispute
) -> None:
    page = shown(reviewer, dispute)

    for text in (
        "cheating or collusion",
        "Seat 0 knew my cards.",
        str(dispute.complainant),
        "accused",
        "The log is intact",
        '<li id="move-12" class="disputed" aria-current="true">',
        'value="12"',
    ):
        assert text in page, text
    entries = AuditEntry.objects.filter(action=Action.ACCESSED)
    assert [entry.dispute for entry in entries] == [dispute]


def test_a_dispute_without_a_move_is_shown_ruled_and_exported(reviewer: Client) -> None:
    game, (_, bob) = finished()
    dispute = filed(game, bob, move=None, reason="abusive_name")
    last = heads.load(dispute.game_id).version

    page = shown(reviewer, dispute)
    send(reviewer, dispute, "claim")
    preview = send(reviewer, dispute, "rule", **DISMISSED).content.decode()
    send(reviewer, dispute, "rule", **DISMISSED, confirm="yes")
    exported = send(reviewer, dispute, "export", why="For the league.").json()

    assert f'<li id="move-{last}" class="" aria-current="true">' in page
    assert 'class="disputed"' not in page
    assert "None" not in page + preview
    assert exported["move"] is None
    assert "complaint dismissed" in shown(reviewer, dispute)


def test_one_reviewer_at_a_time(reviewer: Client, dispute: Dispute) -> None:
    other = at_desk("otto", "reviewer")

    assert send(reviewer, dispute, "claim").status_code == 302
    answer = send(other, dispute, "claim")

    assert answer.status_code == 409
    assert "claimed by rita" in shown(other, dispute)
    assert RULING_FORM in shown(reviewer, dispute)
    assert RULING_FORM not in shown(other, dispute)
    assert send(reviewer, dispute, "release").status_code == 302
    assert send(other, dispute, "claim").status_code == 302


def test_a_reviewer_with_a_seat_does_not_find_the_dispute(
    reviewer: Client, dispute: Dispute
) -> None:
    own = reviewer.session["_auth_user_id"]
    Seat.objects.filter(game=dispute.game, number=0).update(account=own)

    answers = [send(reviewer, dispute, action) for action in ("claim", "rule", "export")]

    assert {answer.status_code for answer in answers} == {404}
    assert reviewer.get(f"/admin/disputes/dispute/{dispute.pk}/change/").status_code == 404
    assert Dispute.objects.get().reviewer is None


def test_a_ruling_is_previewed_before_it_is_given(reviewer: Client, dispute: Dispute) -> None:
    send(reviewer, dispute, "claim")
    moves = Move.objects.count()

    preview = send(reviewer, dispute, "rule", kind="annulled", reasons="The log is broken.")

    page = preview.content.decode()
    assert preview.status_code == 200
    for text in ('name="confirm"', "The log is broken.", "<strong>no result</strong>"):
        assert text in page
    assert Move.objects.count() == moves
    assert not Ruling.objects.exists()


def test_a_ruling_can_be_changed_after_its_preview(reviewer: Client, dispute: Dispute) -> None:
    send(reviewer, dispute, "claim")

    answer = send(reviewer, dispute, "rule", **DISMISSED, change="yes")

    assert RULING_FORM in answer.content.decode()


def test_a_confirmed_ruling_is_a_move_and_a_row_with_its_reasons(
    reviewer: Client, dispute: Dispute
) -> None:
    moves = Move.objects.filter(game=dispute.game).count()

    answer = ruled(reviewer, dispute, kind="warning", seat="0", template="knew_too_much")

    dispute.refresh_from_db()
    ruling = Ruling.objects.get()
    assert answer.status_code == 302
    assert (dispute.status, ruling.kind, ruling.seat) == (DisputeStatus.RULED, "warning", 0)
    assert ruling.move == moves + 1
    log = log_of(dispute.game.public_id)
    assert log.position == log.replayed
    assert "player warned" in shown(reviewer, dispute)
    assert AuditEntry.objects.filter(action=Action.RULED, actor__username="rita").exists()


def test_scores_are_adjusted_by_seat(reviewer: Client, dispute: Dispute) -> None:
    ruled(reviewer, dispute, kind="adjusted", score_0="3", score_1="9", reasons="As it was.")

    assert Ruling.objects.get().scores == [3, 9]


def test_a_game_against_bots_is_shown_with_its_one_account(reviewer: Client) -> None:
    ann = guest()
    body = {"seats": 2, "bots": ["memory"]}
    game = ann.post("/games", body).json()["game"]["id"]
    ann.post(f"/games/{game}/resign")
    dispute = filed(game, ann, move=2)

    page = shown(reviewer, dispute)
    board = reviewer.get(f"/admin/games/game/{number_of(game)}/board/")
    listed = reviewer.get("/admin/disputes/dispute/")

    assert str(dispute.complainant) in page
    assert "(bot, memory)" in listed.content.decode()
    assert board.status_code == 200 and "(bot, memory)" in board.content.decode()
    assert send(reviewer, dispute, "claim").status_code == 302
    assert "(bot, memory)" in shown(reviewer, dispute)


def test_a_suspension_ends_on_the_date_entered(reviewer: Client, dispute: Dispute) -> None:
    day = (timezone.now() + timedelta(days=30)).date()

    ruled(
        reviewer,
        dispute,
        kind="suspended",
        seat="0",
        lasts="until",
        until=str(day),
        reasons="Cheated.",
    )

    account = Seat.objects.get(game=dispute.game, number=0).account
    assert account is not None
    assert account.suspended_until is not None
    assert account.suspended_until.date() == day


@pytest.mark.parametrize(
    "verdict, field, code",
    [
        pytest.param({"kind": "dismissed"}, "reasons", None, id="without reasons"),
        pytest.param({"kind": "dismissed", "reasons": "  "}, "reasons", None, id="blank reasons"),
        pytest.param({"reasons": "So."}, "kind", "required", id="without a kind"),
        pytest.param({"kind": "shot", "reasons": "So."}, "kind", "invalid_choice", id="an unknown kind"),
        pytest.param({"kind": "warning", "reasons": "So."}, "__all__", None, id="a warning of no seat"),
        pytest.param({"kind": "warning", "seat": "7", "reasons": "So."}, "seat", "invalid_choice", id="an unknown seat"),
        pytest.param({"kind": "seat_removed", "seat": "0", "reasons": "So."}, "kind", "invalid_choice", id="a seat of a finished game removed"),
        pytest.param({"kind": "adjusted", "score_0": "-4", "reasons": "So."}, "score_0", "min_value", id="a negative score"),
        pytest.param({"kind": "suspended", "seat": "0", "lasts": "until", "until": "soon", "reasons": "So."}, "until", "invalid", id="no date"),
        pytest.param({"kind": "suspended", "seat": "0", "reasons": "So."}, "lasts", None, id="a suspension without a length"),
        pytest.param({"kind": "suspended", "seat": "0", "lasts": "until", "reasons": "So."}, "until", None, id="a suspension until no date"),
        pytest.param({"kind": "suspended", "seat": "0", "lasts": "until", "until": "2020-01-05", "reasons": "So."}, "until", None, id="a suspension until a past date"),
    ],
)  # fmt: skip
def test_an_invalid_ruling_is_refused_at_its_field(
    reviewer: Client, dispute: Dispute, verdict: dict[str, str], field: str, code: str | None
) -> None:
    answer = ruled(reviewer, dispute, **verdict)

    assert answer.status_code == 200
    errors = answer.context["form"].errors.as_data()
    assert code in [error.code for error in errors[field]]
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    "verdict",
    [
        pytest.param({"kind": "dismissed", "seat": "0"}, id="a dismissal with a seat"),
        pytest.param({"kind": "dismissed", "seat": "99"}, id="a dismissal with an unknown seat"),
        pytest.param({"kind": "dismissed", "lasts": "for_good"}, id="a dismissal with a length"),
        pytest.param({"kind": "dismissed", "until": "soon"}, id="a dismissal with no date"),
        pytest.param({"kind": "dismissed", "score_0": "-4"}, id="a dismissal with a negative score"),
        pytest.param({"kind": "warning", "seat": "0", "until": "2199-01-05"}, id="a warning with a date"),
        pytest.param({"kind": "suspended", "seat": "0", "lasts": "for_good", "until": "2020-01-05"}, id="for good with a date"),
        pytest.param({"kind": "annulled", "is_bad_faith": "on"}, id="an annulment in bad faith"),
    ],
)  # fmt: skip
def test_fields_that_the_kind_does_not_use_do_not_count(
    reviewer: Client, dispute: Dispute, verdict: dict[str, str]
) -> None:
    answer = ruled(reviewer, dispute, **verdict, reasons="So.")

    given = Ruling.objects.get()
    assert answer.status_code == 302
    assert (given.kind, given.until, given.scores) == (verdict["kind"], None, None)
    assert given.seat == (0 if verdict["kind"] in ("warning", "suspended") else None)
    assert not given.is_bad_faith


def test_templates_and_own_words_have_their_placeholders_filled(
    reviewer: Client, dispute: Dispute
) -> None:
    send(reviewer, dispute, "claim")
    verdict = {
        "kind": "warning",
        "seat": "1",
        "template": "knew_too_much",
        "reasons": "See {move} and {move!r} {other}.",
    }

    preview = send(reviewer, dispute, "rule", **verdict).content.decode()
    send(reviewer, dispute, "rule", **verdict, confirm="yes")

    words = (
        "Seat 1 asked repeatedly for cards that it could not have known of. "
        "See move 12 and {move!r} {other}."
    )
    assert words in preview
    assert Ruling.objects.get().reasons == words


@pytest.mark.parametrize(
    ("own", "known", "unknown"),
    [
        ("{seat} is suspended {until}.", "Seat 0 is suspended until 2026-12-10.", "The seat is suspended for good."),
        ("Seat {seat} is suspended until {until}.", "Seat 0 is suspended until 2026-12-10.", "The seat is suspended for good."),
        ("At {move}, the {seat} lied.", "At move 12, seat 0 lied.", "At the disputed moves, the seat lied."),
        ("See the move {move}: seat {move}", "See move 12: seat move 12", "See the disputed moves: seat the disputed moves"),
    ],
)  # fmt: skip
def test_no_word_before_a_placeholder_is_doubled(own: str, known: str, unknown: str) -> None:
    filled = templates.values(seat=0, move=12, until=datetime(2026, 12, 10, tzinfo=UTC))
    assert templates.compose("", own, filled) == known

    filled = templates.values(seat=None, move=None, until=None)
    assert templates.compose("", own, filled) == unknown


def test_a_complaint_in_bad_faith_is_marked_for_the_desk_only(
    reviewer: Client, dispute: Dispute
) -> None:
    complainant = dispute.complainant

    ruled(reviewer, dispute, **DISMISSED, is_bad_faith="on")

    assert Ruling.objects.get().is_bad_faith
    assert "not in good faith" in shown(reviewer, dispute)
    player = f"/admin/disputes/dispute/player/{complainant.pk}/"
    assert "1 dismissed, not in good faith" in reviewer.get(player).content.decode()


def test_only_the_reviewer_with_the_claim_rules(reviewer: Client, dispute: Dispute) -> None:
    answer = send(reviewer, dispute, "rule", **DISMISSED, confirm="yes")

    assert answer.status_code == 409
    assert not Ruling.objects.exists()


def test_an_appeal_is_for_another_reviewer(reviewer: Client, dispute: Dispute) -> None:
    ruled(reviewer, dispute, **DISMISSED)
    words = "Look at move 12 again."
    filing.appeal(dispute.pk, dispute.complainant_id, words=words, now=timezone.now())

    same = send(reviewer, dispute, "claim")
    other = at_desk("otto", "reviewer")
    page = shown(other, dispute)
    answer = ruled(other, dispute, kind="annulled", template="on_review")

    assert same.status_code == 403
    assert words in page
    assert answer.status_code == 302
    assert "On appeal" in shown(other, dispute)
    assert [ruling.is_on_appeal for ruling in dispute.rulings.all()] == [False, True]


def test_an_adjustment_to_the_current_scores_is_refused(reviewer: Client, dispute: Dispute) -> None:
    result = heads.load(dispute.game_id).state.result
    assert result is not None
    points = {f"score_{seat}": score for seat, score in enumerate(result.scores)}

    answer = ruled(reviewer, dispute, kind="adjusted", reasons="So.", **points)

    assert answer.context["form"].non_field_errors()
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("kind", ["warning", "suspended"])
def test_a_preview_on_appeal_names_what_is_lifted(
    reviewer: Client, dispute: Dispute, kind: str
) -> None:
    lasts = {"lasts": "for_good"} if kind == "suspended" else {}
    ruled(reviewer, dispute, kind=kind, seat="0", template="knew_too_much", **lasts)
    filing.appeal(dispute.pk, dispute.complainant_id, words="Look.", now=timezone.now())
    other = at_desk("otto", "reviewer")
    send(other, dispute, "claim")
    accused = Seat.objects.select_related("account").get(game=dispute.game, number=0).account

    page = send(other, dispute, "rule", **DISMISSED).content.decode()
    other_kind = {"kind": "warning", "seat": "0", "reasons": "So."}
    lesser = send(other, dispute, "rule", **other_kind).content.decode()

    lifted = "suspension" if kind == "suspended" else "warning"
    assert f"The {lifted} of {accused}" in page
    assert ("is lifted" in lesser) == (kind == "suspended")
    send(other, dispute, "rule", **DISMISSED, confirm="yes")
    assert shown(other, dispute).count("replaced on appeal") == 1


def test_the_preview_warns_of_a_permanent_suspension(reviewer: Client, dispute: Dispute) -> None:
    send(reviewer, dispute, "claim")
    verdict = {"kind": "suspended", "seat": "0", "lasts": "for_good", "reasons": "Cheated."}

    page = send(reviewer, dispute, "rule", **verdict).content.decode()

    assert 'class="errornote"' in page
    assert 'name="confirm"' in page
    for text in ("The complaint", "Seat 0 knew my cards.", "accused"):
        assert text in page


def test_a_reviewer_who_cannot_claim_reads_why_instead_of_the_button(
    reviewer: Client, dispute: Dispute
) -> None:
    other = at_desk("otto", "reviewer")
    assert CLAIM_BUTTON in shown(other, dispute)

    send(reviewer, dispute, "claim")
    claimed = shown(other, dispute)
    send(reviewer, dispute, "rule", **DISMISSED, confirm="yes")
    filing.appeal(dispute.pk, dispute.complainant_id, words="Look.", now=timezone.now())
    ruled_before = shown(reviewer, dispute)

    for page in (claimed, ruled_before):
        assert CLAIM_BUTTON not in page
        assert 'class="barred"' in page
    assert claiming.CLAIMED_BY_ANOTHER in claimed
    assert claiming.CLAIMED_BY_ANOTHER not in ruled_before


def test_a_disputed_running_game_shows_only_what_spectators_see(reviewer: Client) -> None:
    game, _, bob = seated(2)
    dispute = filed(game, bob, move=3)

    page = shown(reviewer, dispute)

    assert 'class="felt' in page
    assert ALL_CARDS not in page
    assert not AuditEntry.objects.exists()


def test_a_disputed_private_game_is_not_shown_without_access(reviewer: Client) -> None:
    game, _, bob = seated(2)
    dispute = filed(game, bob, move=3)
    dispute.game.is_private = True
    dispute.game.save()

    page = shown(reviewer, dispute)
    other = shown(at_desk("sam", "reviewer", may=("look_into_running_games",)), dispute)

    assert f"/{dispute.game.pk}/access/" in other
    assert f"/{dispute.game.pk}/access/" not in page and "You lack the permission" in page
    assert 'class="felt' not in page + other


def test_seats_of_one_network_are_shown_together(reviewer: Client, dispute: Dispute) -> None:
    for seat in Seat.objects.filter(game=dispute.game):
        seat.addresses.all().delete()
        seat.addresses.create(
            address=bytes([seat.number] * 16), network=bytes(16), at=timezone.now()
        )

    assert "Seats 0 and 1 share a network" in shown(reviewer, dispute)


@pytest.mark.parametrize("action", ["claim", "release", "rule"])
def test_actions_are_for_reviewers_and_need_post(dispute: Dispute, action: str) -> None:
    operator = at_desk("otto", "operator")

    assert send(Client(SERVER_NAME="localhost"), dispute, action).status_code == 302
    assert send(operator, dispute, action).status_code == 403
    assert operator.get(f"/admin/disputes/dispute/{dispute.pk}/{action}/").status_code == 405


def test_a_refused_action_links_back_to_its_dispute(reviewer: Client, dispute: Dispute) -> None:
    page = send(reviewer, dispute, "release").content.decode()

    back = re.search(r'<a href="([^"]+)">Back to the page</a>', page)
    assert back is not None
    assert reviewer.get(back[1]).status_code == 200


@pytest.mark.parametrize("number", ["1", "x", "99999999999999999999999"])
def test_an_unknown_dispute_is_not_found(reviewer: Client, number: str) -> None:
    assert reviewer.get(f"/admin/disputes/dispute/{number}/change/").status_code == 404


@pytest.mark.parametrize("page", ["add", "delete", "history"])
def test_disputes_are_neither_added_nor_deleted(
    admin_client: Client, dispute: Dispute, page: str
) -> None:
    path = "add/" if page == "add" else f"{dispute.pk}/{page}/"

    answer = admin_client.post(f"/admin/disputes/dispute/{path}", {"post": "yes"})

    assert answer.status_code in (403, 405, 200)
    assert Dispute.objects.filter(pk=dispute.pk).exists()
    assert Dispute.objects.count() == 1


def test_a_dispute_costs_the_same_with_many_words(reviewer: Client, dispute: Dispute) -> None:
    counts = []
    for texts in (0, 5):
        for number in range(texts):
            filing.add_words(
                dispute.pk, dispute.complainant_id, words=f"And {number}.", now=timezone.now()
            )
        shown(reviewer, dispute)  # records the access
        with CaptureQueriesContext(connection) as queries:
            shown(reviewer, dispute)
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 26


@pytest.mark.slow
def test_an_export_has_the_dispute_and_a_transcript_that_verifies(
    reviewer: Client, dispute: Dispute
) -> None:
    ruled(reviewer, dispute, **DISMISSED)

    answer = send(reviewer, dispute, "export", why="For the league.")

    exported = answer.json()
    assert f"dispute-{dispute.public_id}.json" in answer["Content-Disposition"]
    assert [words["text"] for words in exported["words"]] == ["Seat 0 knew my cards."]
    assert [given["kind"] for given in exported["rulings"]] == ["dismissed"]
    assert [entry["action"] for entry in exported["audit"]] == ["claimed", "ruled", "exported"]
    assert guest().post("/transcripts/verify", exported["transcript"]).json()["holds"]
    entry = AuditEntry.objects.get(action=Action.EXPORTED)
    assert (entry.why, entry.dispute) == ("For the league.", dispute)


def test_an_export_needs_a_finished_game_and_a_reason(reviewer: Client, dispute: Dispute) -> None:
    game, ann, _ = seated(2)
    running = filed(game, ann, move=3)

    answers = [
        send(reviewer, dispute, "export", why=" "),
        send(reviewer, running, "export", why="For the league."),
    ]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert not AuditEntry.objects.exists()
    assert EXPORT_FORM in shown(reviewer, dispute)
    assert EXPORT_FORM not in shown(reviewer, running)
