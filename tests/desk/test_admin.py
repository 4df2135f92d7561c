"""Games in the admin: found, shown without their secrets, and out of reach."""

import pytest
from django.test import Client

from games.engine.cards import hand_texts
from games.log import heads
from games.log.ids import from_text
from games.log.models import Game
from tests.players import seated

pytestmark = pytest.mark.django_db

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
    head = heads.load(number)
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
