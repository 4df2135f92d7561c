"""The comparison with boardgame.io plays the same games, and is skipped where it is missing."""

from pathlib import Path
from random import Random

import pytest

from bench.peers import clients, compare
from bench.peers.compare import OURS, THEIRS, THEIRS_TWICE, Round
from bench.scripted import scripts
from games.engine.cards import CARD_TEXTS
from games.log import heads


def test_without_node_the_comparison_is_skipped_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.argv", ["compare"])

    compare.main()

    assert capsys.readouterr().out == "SKIPPED bench-peers: node is not installed\n"


def test_without_boardgame_io_the_reason_is_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = tmp_path / "node"
    node.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert clients.missing(tmp_path) == (
        "boardgame.io is not installed: npm cannot reach a registry"
    )


@pytest.mark.django_db
def test_the_clients_get_the_pack_in_the_order_in_which_it_was_dealt() -> None:
    [script] = scripts(1, Random(1), seats=4)
    state = heads.load(script.id).state

    game = clients.as_json(script)

    assert sorted(game["pack"]) == sorted(CARD_TEXTS[:52])
    assert game["pack"][20:] == [CARD_TEXTS[card] for card in state.stock]
    assert game["dealer"] == state.dealer
    assert game["asks"][0]["seat"] == state.turn
    assert len(game["tokens"]) == 4


def test_a_ratio_is_the_median_of_the_rounds_and_not_of_the_medians() -> None:
    ours = [Round(*[value] * 8) for value in (3.0, 8.0, 20.0)]
    theirs = [Round(*[value] * 8)._replace(streams=0.0) for value in (1.0, 4.0, 2.0)]

    *_, ratio, _ = compare.rows({OURS: ours, THEIRS: theirs, THEIRS_TWICE: theirs})

    assert ratio == [f"{OURS} : {THEIRS}", *["3.00"] * 4, "–", *["3.00"] * 3]
