"""Games whose stored position or rules were damaged: each read knows it, and none fails for it."""

import pytest

from games.models import Game, Position
from games.queries.lists import inbox
from tests.players import Player, guest, seated
from tests.tables import number_of

pytestmark = pytest.mark.django_db

POSITIONS = ["", "7", '{"schema":1}', '{"schema":1,"entropy":[],"rulings":[{}]}']
RULES = ["", "7", "[]"]
DAMAGES = [*({"position": text} for text in POSITIONS), *({"rules": text} for text in RULES)]


def damage(game: str, *, position: str | None = None, rules: str | None = None) -> None:
    """Replace the stored texts of a game."""
    number = number_of(game)
    if position is not None:
        Position.objects.filter(pk=number).update(state=position)
    if rules is not None:
        Game.objects.filter(pk=number).update(rules=rules)


@pytest.mark.parametrize("damaged", DAMAGES)
def test_my_games_list_it_with_what_is_known(damaged: dict[str, str]) -> None:
    game, ann, _ = seated(2)
    other = ann.create()
    damage(game, **damaged)

    answer = ann.get("/me/games")

    assert answer.status_code == 200, answer.content
    shown = {each["game"]: each for each in answer.json()["games"]}
    assert shown.keys() == {game, other}
    assert (shown[game]["status"], shown[game]["your_turn"]) == ("running", False)


@pytest.mark.parametrize("damaged", DAMAGES)
def test_the_inbox_shows_what_is_known(damaged: dict[str, str]) -> None:
    game, ann, _ = seated(2)
    known = inbox.of_accounts([ann.account])[ann.account][number_of(game)]
    damage(game, **damaged)

    [shown] = inbox.of_accounts([ann.account])[ann.account].values()

    assert shown == known._replace(is_turn=False)


@pytest.mark.parametrize("damaged", DAMAGES)
def test_its_own_addresses_answer_a_stable_problem(damaged: dict[str, str]) -> None:
    game, ann, _ = seated(2)
    ann.client.raise_request_exception = False
    damage(game, **damaged)

    for answer in (ann.get(f"/games/{game}/state"), ann.post(f"/games/{game}/resign")):
        assert (answer.status_code, answer.json()["code"]) == (500, "malformed_entry")


@pytest.mark.parametrize("damaged", DAMAGES)
def test_strangers_do_not_learn_that_a_private_game_exists(damaged: dict[str, str]) -> None:
    ann = guest()
    game = ann.post("/games", {"seats": 2, "visibility": "private"}).json()["game"]["id"]
    damage(game, **damaged)

    assert guest().get(f"/games/{game}/state").status_code == 404
    assert Player().get(f"/games/{game}/state").status_code == 404


@pytest.mark.parametrize("rules", RULES)
def test_lists_with_rules_leave_out_a_game_whose_rules_are_damaged(rules: str) -> None:
    game, ann, _ = seated(2)
    other = ann.create()
    damage(game, rules=rules)

    for path, expected in (("/games", [other, game]), ("/games?expand=rules", [other])):
        answer = ann.get(path)
        assert answer.status_code == 200, answer.content
        assert [each["id"] for each in answer.json()["results"]] == expected, path
