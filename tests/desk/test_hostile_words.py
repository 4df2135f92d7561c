"""Hostile text at the API, on the desk's pages, and in its forms and URLs."""

import pytest
from django.test import Client

from games.data import visible
from games.desk.admin.shared import visible_text
from games.desk.models import Dispute, Ruling
from tests.desk.cases import filed, finished
from tests.desk.people import at_desk
from tests.desk.review import COMPLAINT
from tests.players import seated
from tests.tables import number_of

pytestmark = pytest.mark.django_db

HOSTILE = [
    pytest.param("<script>alert(1)</script>", id="a script"),
    pytest.param("{{ settings.SECRET_KEY }}{% debug %}", id="a template"),
    pytest.param("\u202egnp.eugor\u202d \u2066\u200b\u200f", id="text from right to left"),
    pytest.param("\x1b[2J\x07\x08\x7f\x9b", id="control characters"),
]


@pytest.fixture
def reviewer() -> Client:
    return at_desk("rita", "reviewer", may=("look_into_running_games", "view_auditentry"))


def case(dispute: Dispute) -> str:
    return f"/admin/disputes/dispute/{dispute.pk}"


@pytest.mark.parametrize("words", HOSTILE)
def test_texts_of_players_and_reviewers_are_shown_escaped(reviewer: Client, words: str) -> None:
    running, cleo, _ = seated(2)
    form = f"/admin/games/game/{number_of(running)}/access/"
    game, (ann, _) = finished()
    answer = ann.post(f"/games/{game}/disputes", COMPLAINT | {"words": words})
    dispute = Dispute.objects.get()
    verdict = {"kind": "dismissed", "reasons": words}

    complaint = reviewer.get(f"{case(dispute)}/change/").content.decode()
    assert reviewer.post(form, {"why": words}).status_code == 302
    assert reviewer.post(f"{case(dispute)}/claim/").status_code == 302
    preview = reviewer.post(f"{case(dispute)}/rule/", verdict).content.decode()
    assert reviewer.post(f"{case(dispute)}/rule/", verdict | {"confirm": "yes"}).status_code == 302

    assert [each["text"] for each in answer.json()["words"]] == [words.strip()]
    assert f"<bdi>{visible_text(words.strip())}</bdi>" in complaint
    assert not any(map(visible.is_hidden, complaint))
    audit = reviewer.get("/admin/disputes/auditentry/").content.decode()
    ruled = reviewer.get(f"{case(dispute)}/change/").content.decode()
    for page in (complaint, preview, audit, ruled):
        assert words not in page or "<" not in words
        assert visible_text(words.strip().split("\n")[0]) in page
    [ruling] = ann.get(f"/disputes/{dispute.public_id}").json()["rulings"]
    assert ruling["reasons"] == Ruling.objects.get().reasons
    cleo.post(f"/games/{running}/resign")
    [disclosed] = cleo.get(f"/games/{running}/disputes").json()["looks"]
    assert disclosed["why"].splitlines() == words.strip().splitlines()


SECRETS = [
    "games/game/?seed__gt=0",
    "games/game/?seats__account__email__startswith=a",
    "disputes/dispute/?game__seed__gt=0",
    "disputes/dispute/?complainant__password__startswith=a",
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
    "q='%20OR%201=1",
    "p=99999999999999999999",
    "o=99.-99.x",
    "preset=%00",
    "state=%00",
    "reason=%00",
    "filed_by=%00",
    "reviewed_by=" + "x" * 3_000,
    "action__exact=%00",
]


@pytest.mark.parametrize("page", ["disputes/dispute", "disputes/auditentry", "games/game"])
def test_invalid_queries_of_lists_are_no_server_errors(reviewer: Client, page: str) -> None:
    game, (ann, _) = finished()
    filed(game, ann)

    for query in QUERIES:
        answer = reviewer.get(f"/admin/{page}/?{query}")
        assert answer.status_code in (200, 302, 400), query
        assert "<script>alert" not in answer.content.decode()
