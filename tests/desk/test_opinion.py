"""The opinion of a model on the desk: for reviewers of finished games, apart from the evidence."""

from threading import Event

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, GameAnalysis, GameStatus
from games.services.analyses import requesting, worker
from tests.desk.cases import filed, finished
from tests.desk.people import at_desk
from tests.desk.test_board import LOOK_INTO_RUNNING, address, shown
from tests.tables import number_of

pytestmark = pytest.mark.django_db(transaction=True)

LABEL = "Opinion of a model, not evidence"


@pytest.fixture
def reviewer() -> Client:
    return at_desk("rita", "reviewer", may=(LOOK_INTO_RUNNING,))


def analysed() -> str:
    """Return a finished game with its analysis, which the worker has computed."""
    game, _ = finished()
    requesting.add(number_of(game), None, now=timezone.now())
    assert worker.step(Event())
    found = requesting.find(number_of(game))
    assert found is not None and found.data is not None
    return game


@pytest.mark.slow
def test_reviewers_see_it_after_the_evidence_with_every_ask(reviewer: Client) -> None:
    game = analysed()

    page = shown(reviewer, game)

    evidence, opinion = page.split(LABEL)
    assert 'id="evidence-title"' in evidence
    assert "win-lines" not in evidence
    assert opinion.count('class="line seat-0"') == 2  # in the graph and its legend
    asks = opinion.count('class="mark ')
    assert asks > 10
    assert opinion.count('<tr><th scope="row"><a href="?move=') == asks


@pytest.mark.slow
def test_it_stands_on_the_page_of_a_case_too(reviewer: Client) -> None:
    game, players = finished()
    requesting.add(number_of(game), None, now=timezone.now())
    worker.step(Event())
    dispute = filed(game, players[1])

    page = reviewer.get(f"/admin/disputes/dispute/{dispute.pk}/change/").content.decode()

    assert LABEL in page


def test_without_a_stored_analysis_there_is_none(reviewer: Client) -> None:
    game, _ = finished()
    requesting.add(number_of(game), None, now=timezone.now())

    assert LABEL not in shown(reviewer, game)


@pytest.mark.slow
def test_a_damaged_analysis_leaves_the_board_as_it_is_without_one(reviewer: Client) -> None:
    game = analysed()
    GameAnalysis.objects.update(data=b"damaged")

    page = shown(reviewer, game)

    assert 'id="evidence-title"' in page
    assert LABEL not in page


@pytest.mark.slow
def test_operators_without_the_permission_to_review_do_not_see_it() -> None:
    game = analysed()
    operator = at_desk("otto", "operator")

    assert LABEL not in shown(operator, game)


@pytest.mark.slow
def test_it_is_never_shown_while_the_game_runs(reviewer: Client) -> None:
    game = analysed()
    Game.objects.filter(pk=number_of(game)).update(status=GameStatus.RUNNING, finished_at=None)
    reviewer.post(address(game, "access"), {"why": "They wait for us."})

    page = shown(reviewer, game)

    assert 'id="evidence-title"' in page
    assert LABEL not in page
