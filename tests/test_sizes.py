"""The page of sizes matches the formulas, and the formulas match figures computed by hand."""

import pytest

from bench import sizes


def test_the_page_is_up_to_date() -> None:
    text = sizes.PAGE.read_text()

    assert sizes.brought_up_to_date(text) == text, "run python -m bench.sizes"


def test_every_figure_has_a_value_and_a_source() -> None:
    for figure in sizes.FIGURES.values():
        assert figure.value > 0 and figure.source


def test_a_million_games_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    by_hand = {"moves": 72, "peak": 2, "busy": 0.5, "ask": 1, "state": 0.5, "states": 2}
    by_hand |= {"minutes": 12, "readers": 3, "move": 500}
    for name, value in by_hand.items():
        monkeypatch.setitem(sizes.FIGURES, name, sizes.FIGURES[name]._replace(value=value))

    games = 1_200_000

    assert sizes.moves_a_second(games) == 2_000
    assert sizes.cores(games, "ask", "state") == 8
    assert sizes.open_games(games) == 20_000
    assert sizes.open_streams(games) == 60_000
    assert sizes.log_bytes_a_day(games) == 43_200_000_000
