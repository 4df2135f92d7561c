"""What runs on one kind of database only, and what begins first."""

import pytest

from tests import selection


def test_a_test_without_a_database_runs_on_one_only(request: pytest.FixtureRequest) -> None:
    assert not selection.touches_database(request.node)
    assert selection.only_database([request.node]) == ([], [request.node])


@pytest.mark.every_database
def test_a_test_may_ask_for_every_database(request: pytest.FixtureRequest) -> None:
    assert selection.only_database([request.node]) == ([request.node], [])


@pytest.mark.once
@pytest.mark.django_db
def test_a_test_may_ask_for_one_database_only(request: pytest.FixtureRequest) -> None:
    assert selection.only_database([request.node]) == ([], [request.node])


@pytest.mark.django_db
def test_a_marked_test_runs_on_both(request: pytest.FixtureRequest) -> None:
    assert selection.only_database([request.node]) == ([request.node], [])


def test_a_test_with_a_fixture_runs_on_both(request: pytest.FixtureRequest, db: None) -> None:
    assert selection.only_database([request.node]) == ([request.node], [])


@pytest.mark.long
def test_a_long_test_begins_before_those_that_stand_before_it(
    request: pytest.FixtureRequest,
) -> None:
    items = request.session.items
    first_short = next(item for item in items if not item.get_closest_marker("long"))

    assert items.index(request.node) < items.index(first_short)
    assert selection.long_first([first_short, request.node]) == [request.node, first_short]
