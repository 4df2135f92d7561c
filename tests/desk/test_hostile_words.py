"""Hostile text at the API, on the desk's pages, and in its forms and URLs.

Games in the admin: found, shown without their secrets, and out of reach.
"""

import pytest
from django.test import Client

from games.desk.admin import shared
from games.desk.admin.shared import visible_text
from games.desk.models import Dispute, Ruling
from games.engine.cards import hand_texts
from games.log import head_reader
from games.log.ids import from_text
from games.log.models import Game
from tests.desk.cases import at_desk, filed, finished
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
    assert not any(map(shared.is_hidden, complaint))
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


LIST = "/admin/games/game/"


def detail(game: str) -> str:
    return f"{LIST}{from_text(game)}/change/"


def shown(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_a_game_is_found_by_its_id_and_by_a_name(admin_client: Client) -> None:
    game, ann, _ = seated(2)
    other, _, _ = seated(2)

    for term in (game, ann.name[:-1]):
        page = shown(admin_client, f"{LIST}?q={term}")
        assert game in page
        assert other not in page
    assert game not in shown(admin_client, f"{LIST}?q=unknown")


def test_a_game_is_shown_with_its_rules_and_seats(admin_client: Client) -> None:
    game, ann, bob = seated(2, "pairs", "open_hand")

    page = shown(admin_client, detail(game))

    for word in (game, "Pairs; Open hands", "fewest_cards", ann.name, bob.name):
        assert word in page


def test_no_page_shows_the_seed_a_digest_or_a_card(admin_client: Client) -> None:
    game, _, _ = seated(2)
    number = from_text(game)
    assert number is not None
    head = head_reader.load(number)
    cards = [text for hand in head.state.hands for text in hand_texts(hand)]

    for path in (LIST, detail(game)):
        page = shown(admin_client, path)
        for secret in (head.seed.hex(), repr(head.seed)[2:-1], head.digest.hex(), "seed", "digest"):
            assert secret not in page
        assert not [card for card in cards if f">{card}<" in page or f'"{card}"' in page]


@pytest.mark.parametrize("page", ["change", "delete", "add"])
def test_nothing_can_be_changed(admin_client: Client, page: str) -> None:
    game, _, _ = seated(2)
    before = list(Game.objects.values())
    path = f"{LIST}add/" if page == "add" else detail(game).replace("change", page)

    answer = admin_client.post(path, {"status": "over", "post": "yes"})

    assert answer.status_code == 403
    assert list(Game.objects.values()) == before


def test_the_log_has_no_page(admin_client: Client) -> None:
    for model in ("move", "position", "storedanswer", "seat"):
        assert admin_client.get(f"/admin/games/{model}/").status_code == 404
