"""Hostile text at the API, on the desk's pages, and in its forms and URLs."""

import json
from typing import Any

import pytest
from django.test import Client

from games.admin.players.links import visible_text
from games.disputes.models import AuditEntry, Dispute, Ruling
from games.text import visible
from tests.desk.cases import filed, finished
from tests.desk.people import at_desk
from tests.disputes.desk import COMPLAINT
from tests.players import seated
from tests.tables import number_of

pytestmark = pytest.mark.django_db

HOSTILE = [
    pytest.param("<script>alert(1)</script>", id="a script"),
    pytest.param('"><img src=x onerror=alert(1)>', id="an attribute"),
    pytest.param("</blockquote></section><form action=//evil>", id="closing tags"),
    pytest.param("{{ settings.SECRET_KEY }}{% debug %}", id="a template"),
    pytest.param("\u202egnp.eugor\u202d \u2066\u200b\u200f", id="text from right to left"),
    pytest.param("\x1b[2J\x07\x08\x7f\x9b", id="control characters"),
    pytest.param("'; DROP TABLE disputes_auditentry; --", id="SQL"),
    pytest.param("a\n" * 400 + "b", id="many lines"),
    pytest.param("Z" + "\u0301" * 900, id="many combining accents"),
    pytest.param("\U0001f41f" * 1000, id="many emoji"),
]


@pytest.fixture
def reviewer() -> Client:
    return at_desk("rita", "reviewer", may=("look_into_running_games", "view_auditentry"))


def case(dispute: Dispute) -> str:
    return f"/admin/disputes/dispute/{dispute.pk}"


@pytest.mark.parametrize("words", HOSTILE)
def test_texts_of_a_complaint_are_shown_escaped(reviewer: Client, words: str) -> None:
    game, (ann, bob) = finished()

    answer = ann.post(f"/games/{game}/disputes", COMPLAINT | {"words": words})

    filed = answer.json()
    assert answer.status_code == 201, filed
    assert [each["text"] for each in filed["words"]] == [words.strip()]
    page = reviewer.get(f"{case(Dispute.objects.get())}/change/").content.decode()
    assert f"<bdi>{visible_text(words.strip())}</bdi>" in page
    assert not any(map(visible.is_hidden, page))
    assert words not in page or "<" not in words
    assert bob.get(f"/games/{game}/disputes").json()["disputes"] == []


@pytest.mark.slow
@pytest.mark.parametrize("words", HOSTILE)
def test_reasons_of_rulings_and_accesses_are_shown_escaped(reviewer: Client, words: str) -> None:
    running, cleo, _ = seated(2)
    form = f"/admin/games/game/{number_of(running)}/access/"
    game, (ann, _) = finished()
    dispute = filed(game, ann)
    verdict = {"kind": "dismissed", "reasons": words}

    assert reviewer.post(form, {"why": words}).status_code == 302
    assert reviewer.post(f"{case(dispute)}/claim/").status_code == 302
    preview = reviewer.post(f"{case(dispute)}/rule/", verdict).content.decode()
    assert reviewer.post(f"{case(dispute)}/rule/", verdict | {"confirm": "yes"}).status_code == 302

    audit = reviewer.get("/admin/disputes/auditentry/").content.decode()
    ruled = reviewer.get(f"{case(dispute)}/change/").content.decode()
    for page in (preview, audit, ruled):
        assert words not in page or "<" not in words
        assert visible_text(words.strip().split("\n")[0]) in page
    [ruling] = ann.get(f"/disputes/{dispute.public_id}").json()["rulings"]
    assert ruling["reasons"] == Ruling.objects.get().reasons
    cleo.post(f"/games/{running}/resign")
    [disclosed] = cleo.get(f"/games/{running}/disputes").json()["looks"]
    assert disclosed["why"].splitlines() == words.strip().splitlines()


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("x" * 10_000, id="10,000 characters"),
        pytest.param("x\0y", id="a NUL"),
        pytest.param("\ud800", id="half a surrogate pair"),
        pytest.param(" \n\t\u3000 ", id="only spaces"),
        pytest.param(["x"], id="a list"),
        pytest.param({"x": 1}, id="an object"),
        pytest.param(7, id="a number"),
        pytest.param(None, id="null"),
    ],
)
def test_an_invalid_text_is_refused_by_the_api(words: Any) -> None:
    game, (ann, _) = finished()
    body = json.dumps(COMPLAINT | {"words": words}).encode()

    filing = ann.send("POST", f"/games/{game}/disputes", body)

    assert filing.status_code == 400, filing.content[:200]
    assert filing.json()["code"] in ("validation_error", "malformed_json")
    assert not Dispute.objects.exists()
    dispute = filed(game, ann)
    for path in ("words", "appeal"):
        body = json.dumps({"words": words}).encode()
        answer = ann.send("POST", f"/disputes/{dispute.public_id}/{path}", body)
        assert answer.status_code == 400, answer.content[:200]


@pytest.mark.parametrize("words", ["x" * 10_000, "x\0y", " \n "])
def test_an_invalid_text_is_refused_by_the_forms(reviewer: Client, words: str) -> None:
    running, *_ = seated(2)
    game, (ann, _) = finished()
    dispute = filed(game, ann)
    reviewer.post(f"{case(dispute)}/claim/")
    entries = AuditEntry.objects.count()

    accessed = reviewer.post(f"/admin/games/game/{number_of(running)}/access/", {"why": words})
    ruled = reviewer.post(
        f"{case(dispute)}/rule/", {"kind": "dismissed", "reasons": words, "confirm": "yes"}
    )

    for answer in (accessed, ruled):
        assert answer.status_code == 200
        assert "errorlist" in answer.content.decode()
    assert AuditEntry.objects.count() == entries
    assert not Ruling.objects.exists()


def test_a_body_that_is_too_large_is_refused_unread(reviewer: Client) -> None:
    game, (ann, _) = finished()
    words = "x" * 100_000

    answer = ann.post(f"/games/{game}/disputes", COMPLAINT | {"words": words})
    dispute = filed(game, ann)
    reviewer.post(f"{case(dispute)}/claim/")
    posted = reviewer.post(f"{case(dispute)}/rule/", {"kind": "dismissed", "reasons": words})

    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    assert posted.status_code == 400


SECRETS = [
    "games/game/?seed__gt=0",
    "games/game/?seed__startswith=a",
    "games/game/?join_code__startswith=a",
    "games/game/?seats__account__email__startswith=a",
    "disputes/dispute/?game__seed__gt=0",
    "disputes/dispute/?complainant__password__startswith=a",
    "disputes/dispute/?filed_by__password__startswith=a",
    "disputes/dispute/?reason__in=a",
    "disputes/auditentry/?actor__password__startswith=a",
    "accounts/token/?digest__gt=0",
    "accounts/user/?password__startswith=a",
]


@pytest.mark.parametrize("path", SECRETS)
def test_no_list_is_filtered_by_a_hidden_column(admin_client: Client, path: str) -> None:
    answer = admin_client.get(f"/admin/{path}")

    assert answer.status_code == 400


QUERIES = [
    "q=%00",
    "q=<script>alert(1)</script>",
    "q=" + "x" * 3_000,
    "q='%20OR%201=1",
    "q=00000000000",
    "p=99999999999999999999",
    "o=99.-99.x",
    "preset=%00",
    "preset=<b>",
    "state=%00",
    "reason__exact=%00",
    "reason=%00",
    "age=<b>",
    "filed_by=%00",
    "filed_by=%F0%9F%90%9F",
    "reviewed_by=" + "x" * 3_000,
    "status__exact=%00",
    "action__exact=%00",
    "e=1",
]


@pytest.mark.parametrize("page", ["disputes/dispute", "disputes/auditentry", "games/game"])
def test_invalid_queries_of_lists_are_no_server_errors(reviewer: Client, page: str) -> None:
    game, (ann, _) = finished()
    filed(game, ann)

    for query in QUERIES:
        answer = reviewer.get(f"/admin/{page}/?{query}")
        assert answer.status_code in (200, 302, 400), query
        assert "<script>alert" not in answer.content.decode()


@pytest.mark.parametrize("text", ["-1", "9" * 30, "x", "\0", "²", "<b>"])
def test_invalid_moves_and_seats_show_the_board(reviewer: Client, text: str) -> None:
    running, *_ = seated(2)
    game, _ = finished()

    for number in map(number_of, (running, game)):
        for page in ("board", "table"):
            query = {"move": text, "seat": text}
            answer = reviewer.get(f"/admin/games/game/{number}/{page}/", query)
            assert answer.status_code == 200
