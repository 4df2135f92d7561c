"""The commands of an operator: check logs, rebuild positions, draw a table, import a game, purge
answers.
"""

import json
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import (
    CommandError,
    call_command,
    get_commands,
)

from games.data import narration
from games.engine.cards import parse_rank
from games.engine.events import Asked, CardDrawn, CardsGiven, Event, TurnPassed
from games.engine.rules import Rules
from games.log import head_reader, replay, transcripts, triggers
from games.log.models import Game, Move, Position
from games.management import walk
from tests import builders, tables
from tests.engine import forging
from tests.players import guest, seated
from tests.servers import ROOT
from tests.timeouts import PATIENCE

pytestmark = pytest.mark.usefixtures("transactional_db")


def run(name: str, *arguments: str) -> tuple[int, str]:
    """Run a command and return its exit status and all that it printed."""
    printed = StringIO()
    try:
        call_command(name, *arguments, stdout=printed, stderr=printed, no_color=True)
    except SystemExit as left:
        return int(left.code or 0), printed.getvalue()
    return 0, printed.getvalue()


def finished(*name: str) -> Game:
    return transcripts.import_game(forging.golden(*name))[0]


def tampering(**changes: Any) -> Callable[[Game], None]:
    """Return what changes the tenth move."""

    def tamper(game: Game) -> None:
        Move.objects.filter(game=game, number=10).update(**changes)

    return tamper


def swap_moves(game: Game) -> None:
    tenth, eleventh = (Move.objects.get(game=game, number=number) for number in (10, 11))
    for number, row in ((10, eleventh), (11, tenth)):
        Move.objects.filter(game=game, number=number).update(
            seat=row.seat, command=row.command, events=row.events, at=row.at, digest=row.digest
        )


def remove_a_move(game: Game) -> None:
    Move.objects.filter(game=game, number=10).delete()


def remove_the_last_move(game: Game) -> None:
    Move.objects.filter(game=game).order_by("-number")[0].delete()


def forget_the_position(game: Game) -> None:
    Position.objects.filter(game=game).delete()


def change_the_position(game: Game) -> None:
    state = json.loads(Position.objects.get(game=game).state)
    Position.objects.filter(game=game).update(state=json.dumps(state | {"asks": 99}))


def spoil_the_position(game: Game) -> None:
    Position.objects.filter(game=game).update(state='{"schema":1}')


def change_the_digest(game: Game) -> None:
    Position.objects.filter(game=game).update(digest=bytes(32))


def set_back_the_position(game: Game) -> None:
    Position.objects.filter(game=game).update(version=9)


def change_the_seed(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(seed=bytes(32))


def reopen(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status="running", finished_at=None)


def change_the_rules(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(
        rules=game.rules.replace('"book_size":4', '"book_size":2')
    )


@pytest.mark.parametrize(
    ("tamper", "faults"),
    [
        pytest.param(tampering(events="[]"), ["Move 10 (digest)"], id="tampered events"),
        pytest.param(remove_a_move, ["Move 11 (number)"], id="a removed move"),
        pytest.param(change_the_position, ["differs from the log in: asks"], id="a position"),
        pytest.param(reopen, ["marked as running, the log says over"], id="the status"),
        pytest.param(swap_moves, ["Move 10 (digest)"], id="swapped moves"),
        pytest.param(remove_the_last_move, ["moves are missing"], id="the last move removed"),
        pytest.param(change_the_seed, ["The log (commitment)"], id="another seed"),
        pytest.param(forget_the_position, ["no stored position"], id="no position"),
        pytest.param(spoil_the_position, ["cannot be read (KeyError"], id="a spoilt position"),
        pytest.param(change_the_digest, ["another digest than move"], id="its digest"),
        pytest.param(set_back_the_position, ["moves that it does not know"], id="its version"),
        pytest.param(change_the_rules, ["differs from the log in: rules"], id="the rules"),
    ],
)
def test_verify_games_names_what_is_broken(
    tamper: Callable[[Game], None], faults: list[str]
) -> None:
    sound, game = finished("irregularities"), finished()
    triggers.unguard()
    tamper(game)

    status, printed = run("verify_games")

    broken = [line for line in printed.splitlines() if line.startswith("BROKEN")]
    assert status == 1
    assert len(broken) >= len(faults)
    for fault in faults:
        assert any(fault in line and line.split()[1] == game.public_id for line in broken), printed
    assert sound.public_id not in printed
    assert "Games checked: 2, broken: 1." in printed


def test_verify_games_checks_the_games_named_and_those_of_a_status() -> None:
    over, lobby = finished().public_id, guest().create()
    seated(2)

    assert "Games checked: 3, broken: 0." in run("verify_games")[1]

    assert "Games checked: 1," in run("verify_games", over)[1]
    assert "Games checked: 2," in run("verify_games", over, lobby)[1]
    assert "Games checked: 1," in run("verify_games", "--status", "over")[1]
    assert "Games checked: 0," in run("verify_games", over, "--status", "lobby")[1]


@pytest.mark.parametrize("command", ["verify_games", "rebuild_positions"])
def test_a_walk_goes_on_where_it_was_stopped(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [finished(name).public_id for name in forging.NAMES[:4]]
    visit = replay.check if command == "verify_games" else replay.rebuild
    left = iter([None, None, KeyboardInterrupt])

    def stopped(game_id: int) -> replay.Report:
        if (error := next(left)) is not None:
            raise error
        return visit(game_id)

    monkeypatch.setattr(replay, visit.__name__, stopped)
    status, printed = run(command)
    monkeypatch.undo()

    assert status == walk.STOPPED
    assert printed == f"Stopped after 2 games. Resume with: --after {games[1]}\n"
    assert re.search(r"(checked|Games): 2[,.]", run(command, "--after", games[1])[1])


@pytest.mark.parametrize(
    "spoil",
    [
        forget_the_position,
        change_the_position,
        spoil_the_position,
    ],
)
def test_a_position_is_rebuilt_from_the_log(spoil: Callable[[Game], None]) -> None:
    sound, game = finished("irregularities"), finished()
    before = head_reader.load(game.pk)
    spoil(game)

    status, printed = run("rebuild_positions")

    assert (status, head_reader.load(game.pk)) == (0, before)
    assert "Games: 2. Positions that differed and were rebuilt: 1." in printed
    assert run("verify_games", sound.public_id, game.public_id)[0] == 0


def test_no_position_is_made_from_a_log_that_does_not_hold() -> None:
    game = finished()
    before = Position.objects.get(game=game).state
    triggers.unguard()
    remove_a_move(game)
    Position.objects.update(digest=bytes(32))

    status, printed = run("rebuild_positions")

    assert (status, Position.objects.get(game=game).state) == (1, before)
    assert f"NOT REBUILT  {game.public_id}  Move 11 (number)" in printed
    assert "Broken logs: 1." in printed


# replay


def played() -> str:
    ann, bob = guest(), guest()
    commands = [builders.ask(0, 1, "7")]
    return tables.dealt(ann, bob, pack="7D 7H 2C 7S 3C 9D", played=commands)


def test_replay_tells_the_move_and_draws_the_table() -> None:
    status, printed = run("replay", played())

    lines = printed.splitlines()
    assert status == 0
    assert "move 7 of 7" in lines[0]
    assert (
        lines[1]
        == "Seat 0 asks seat 1 for sevens. Seat 1 gives seat 0 7♥ 7♠. Seat 0 asks again: it got what it asked for."
    )
    assert lines[2].startswith("Deal 1 · stock 38 (next ")
    assert lines[3].startswith("▶ Seat 0    9 cards   2♣ ")
    assert " 7♦ 7♥ 7♠" in lines[3]
    assert lines[4].startswith("  Seat 1    5 cards   ")


def test_replay_shows_a_seat_only_what_it_could_see() -> None:
    game = played()

    shown = run("replay", game, "--seat", "1", "--all")[1]

    assert "▒▒ ▒▒ ▒▒" in shown
    assert "next" not in shown
    assert "7♦" not in shown


@pytest.mark.parametrize("name", ["irregularities", "overlay_series"])
def test_every_move_of_a_golden_game_can_be_drawn_for_all_viewers(name: str) -> None:
    game = transcripts.import_game(forging.golden(name))[0].public_id

    for arguments in ([], ["--seat", "0"]):
        status, printed = run("replay", game, "--all", *arguments)
        assert status == 0
        assert "None" not in printed


def test_a_card_drawn_unseen_is_not_named() -> None:
    events: list[Event] = [
        Asked(0, 1, parse_rank("6")),
        CardDrawn(0, 3, "fish", False),
        TurnPassed(0, 1, "no_catch"),
    ]

    mine, others = (narration.sentences(events, viewer=seat, rules=Rules()) for seat in (0, 1))

    assert "Seat 0 draws 2♠." in mine
    assert "Seat 0 draws a card." in others
    assert narration.sentence(CardsGiven(1, 0, 1)) == "Seat 1 gives seat 0 2♣."


# import_transcript and purge_answers


def test_a_transcript_is_imported_if_it_agrees_with_receipts(tmp_path: Path) -> None:
    receipts = tmp_path / "receipts.json"
    receipts.write_text(json.dumps(forging.noted(forging.golden(), 7, 40)))
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(forging.invented_after(30)))

    with pytest.raises(CommandError, match="Move 40: Its digest is not the one on the receipt"):
        run("import_transcript", str(forged), f"--receipts={receipts}")
    golden = str(forging.save(tmp_path))
    status, printed = run("import_transcript", golden, f"--receipts={receipts}")

    assert status == 0
    assert "PROVED    Moves 1 to 40 are the ones shown during play" in printed


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param('{"seed": "0", "seed": "1"}', "is not JSON: An object has", id="twice"),
        pytest.param("{", "is not JSON", id="no JSON"),
        pytest.param(
            json.dumps(forging.golden() | {"seed": "00" * 32}),
            "The log: ",
            id="a forgery",
        ),
    ],
)
def test_what_does_not_hold_is_not_imported(content: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_text(content)

    with pytest.raises(CommandError, match=message):
        run("import_transcript", str(file))
    assert not Game.objects.exists()


RUN_EACH = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
import manage
ended = []
for arguments in json.loads(sys.stdin.read()):
    sys.argv = ["manage.py", *arguments]
    printed = StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            manage.main()
            status = 0
        except SystemExit as left:
            status = left.code
        except BaseException as error:
            status = repr(error)
    ended.append([arguments, status, printed.getvalue()])
print(json.dumps(ended))
"""
"""A program that runs each of some commands, and prints how it ended and what it printed."""

ARGUMENTS = {
    "second_factor": ["ann"],
    "analyse": ["00000000000"],
    "archive_games": ["--older-than", "90d"],
    "replay": ["00000000000"],
    "restore_games": ["--all"],
}
"""Arguments of commands that need some and touch the database."""
WITHOUT_DATABASE = {"check_config"} | {name for name in get_commands() if name.startswith("grant_")}
"""Commands that need another database than SQLite, and the one that checks it."""


@pytest.mark.slow
def test_without_tables_every_command_says_what_to_do(tmp_path: Path) -> None:
    ours = {name for name, app in get_commands().items() if app in ("games", "gofish_api")}
    names = sorted(ours - WITHOUT_DATABASE)
    needed = ARGUMENTS | {
        "dump_games": ["--month", "2026-11", "--output", str(tmp_path / "dumps")],
        "import_transcript": [str(forging.save(tmp_path))],
    }

    done = subprocess.run(
        [sys.executable, "-c", RUN_EACH],
        cwd=ROOT,
        env=os.environ
        | {
            "DATABASE_URL": f"sqlite:///{tmp_path / 'empty.sqlite3'}",
            "DUMP_KEY": secrets.token_urlsafe(50),
        },
        input=json.dumps([[name, *needed.get(name, [])] for name in names]),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert done.returncode == 0, done.stderr
    for arguments, status, text in json.loads(done.stdout):
        explanation = status if isinstance(status, str) else text
        assert status not in (0, None), arguments
        lines = explanation.splitlines()
        assert "manage.py migrate" in lines[-1], (arguments, status, text)
        # A command of 0.2 first names what replaces it.
        assert len(lines) == (2 if arguments == ["serve_api"] else 1), (arguments, status, text)
