"""Runs of fake models: budgets, cuts, faults of the endpoint, and what the command line refuses."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gofishkit.commands import main
from tests.evals.fake_endpoint import Endpoint, serving

Json = dict[str, Any]

MODEL = "base rate only"
QUICK = ("--deals=1", "--no-luck", "--every=3", "--at-once=2", "--preset=pairs")


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, Endpoint]]:
    with serving() as (url, endpoint):
        yield url, endpoint


@pytest.fixture
def endpoint(served: tuple[str, Endpoint]) -> Endpoint:
    """The endpoint, as if new."""
    served[1].__init__()  # type: ignore[misc]
    return served[1]


@pytest.fixture
def gofish(
    served: tuple[str, Endpoint],
    endpoint: Endpoint,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., int]:
    """Run `gofish eval` in a folder; return the status."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str, model: str = MODEL, url: str = served[0]) -> int:
        if words[0] == "run":
            words = (words[0], words[1], "--url", url, "--model", model, *QUICK, *words[2:])
        options = main.parser().parse_args(["eval", *words])
        status: int = options.run(options)
        return status

    return run


def report(capsys: pytest.CaptureFixture[str], run: Callable[..., int], file: str) -> Json:
    capsys.readouterr()
    assert run("report", file, "--json") == 0
    found: Json = json.loads(capsys.readouterr().out)
    return found


def played(found: Json) -> Json:
    """Return what must not depend on cuts and faults."""
    usage = found["usage"]
    return {"columns": found["columns"], "games": found["games"], "usage": usage}


@pytest.fixture(scope="module")
def whole(served: tuple[str, Endpoint], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run without cuts and faults."""
    served[1].__init__()  # type: ignore[misc]
    file = tmp_path_factory.mktemp("whole") / "run.jsonl"
    words = ["eval", "run", str(file), "--url", served[0], "--model", MODEL, *QUICK]
    options = main.parser().parse_args(words)
    assert options.run(options) == 0
    return file


@pytest.mark.slow
def test_a_run_cut_at_any_byte_continues_to_the_same_result(
    whole: Path, gofish: Callable[..., int], endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    expected, content = report(capsys, gofish, str(whole)), whole.read_bytes()
    rng = Random(1)
    head = content.index(b"\n") + 1

    for cut in [head, *(rng.randrange(head, len(content)) for _ in range(3))]:
        Path("run.jsonl").write_bytes(content[:cut])
        asked = len(endpoint.requests)
        assert gofish("run", "run.jsonl") == 0
        found = report(capsys, gofish, "run.jsonl")

        assert played(found) == played(expected)
        kept = content[: content.rindex(b"\n", 0, cut) + 1].count(b'"text":')
        assert len(endpoint.requests) - asked == expected["usage"]["answers"] - kept


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["JSON of another kind", "streams for ever", "huge body", "cut"])
def test_a_fault_of_the_endpoint_ends_no_run_and_is_no_play(
    fault: str,
    whole: Path,
    gofish: Callable[..., int],
    endpoint: Endpoint,
    capsys: pytest.CaptureFixture[str],
) -> None:
    endpoint.fault, endpoint.every = fault, 12

    status = gofish("run", "run.jsonl", "--seconds=0.3", "--retry-seconds=0.01")

    assert status == 0
    found = report(capsys, gofish, "run.jsonl")
    assert found["lost"]["requests"] > 0
    assert played(found) == played(report(capsys, gofish, str(whole)))


@pytest.mark.parametrize("fault", ["no JSON", "500"])
def test_an_endpoint_that_never_answers_is_no_play(
    fault: str, gofish: Callable[..., int], endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint.fault = fault

    status = gofish("run", "run.jsonl", "--retry-seconds=0.01")

    printed = capsys.readouterr()
    assert status == 1 and "start the same command again" in printed.err
    assert not any(set("\x1b\x07\u202e\r") & set(text) for text in (printed.out, printed.err))
    found = report(capsys, gofish, "run.jsonl")
    assert found["games"]["over"] == 0 and found["columns"] == {}


@pytest.mark.parametrize(
    ("model", "hows"),
    [
        ("writes garbage", {"substituted"}),
        pytest.param("illegal, then legal", {"repaired"}, marks=pytest.mark.slow),
    ],
)
def test_illegal_answers_are_apart_from_own_asks(
    model: str, hows: set[str], gofish: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert gofish("run", "run.jsonl", model=model) == 0

    assert "\x1b" not in capsys.readouterr().out
    play = report(capsys, gofish, "run.jsonl")["columns"]["pairs"]["play"]
    assert {how for how, count in play["asks"].items() if count} == hows
    assert play["illegal_share"] == 1.0 and play["own"]["asks"] == 0
    assert play["illegal_answers"] == play["decisions"] * (2 if hows == {"substituted"} else 1)


@pytest.mark.parametrize("lie", [0, 5_000])
def test_a_run_never_exceeds_its_budget_and_goes_on_with_more(
    lie: int,
    whole: Path,
    gofish: Callable[..., int],
    endpoint: Endpoint,
    capsys: pytest.CaptureFixture[str],
) -> None:
    endpoint.lie = lie
    for budget in (12_000, 16_000):
        assert gofish("run", "run.jsonl", f"--max-tokens={budget}") == 5
        assert "could exceed" in capsys.readouterr().err
        assert sum(endpoint.tokens) <= budget
        found = report(capsys, gofish, "run.jsonl")
        used = found["usage"]
        spent = used["prompt_tokens"] + used["answer_tokens"] + found["lost"]["tokens"]
        assert 0 < spent <= budget
        assert (found["lost"]["reported_beyond_limit"] > 0) == bool(lie)
    if not lie:
        assert gofish("run", "run.jsonl", "--max-cost=0.5", "--prices", "1", "5") == 0
        found, expected = (report(capsys, gofish, file) for file in ("run.jsonl", str(whole)))
        assert found["columns"] == expected["columns"]
        tokens = found["usage"]
        cost = (tokens["prompt_tokens"] + 5 * tokens["answer_tokens"]) / 1e6
        assert found["usage"]["cost"] == pytest.approx(cost, abs=1e-6) and cost < 0.5


def test_the_key_is_sent_to_the_endpoint_and_written_nowhere(
    gofish: Callable[..., int],
    endpoint: Endpoint,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SOME_KEY", "sk-secret")

    assert gofish("run", "run.jsonl", "--key-env=SOME_KEY") == 0

    assert "authorization: bearer sk-secret" in endpoint.heads[0].lower()
    assert "sk-secret" not in Path("run.jsonl").read_text() + "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("words", "model", "status", "sentence"),
    [
        ((), "unknown", 1, "status 404: no model"),
        (("--max-tokens=nan",), "refuses", 1, "--max-tokens is a number above 0."),
        (("--max-cost=1",), "refuses", 1, "--max-cost needs --prices"),
        (("--extra={",), "refuses", 1, "cannot be read"),
        (("--preset=none",), "refuses", 1, "There is no preset none."),
        (("--seats=6", "--preset=bicycle"), "refuses", 1, "These rules are for 2 to 5 players."),
        (("--unseen", "--server=http://127.0.0.1:1"), "refuses", 1, "Unseen rules are played"),
    ],
)
def test_what_cannot_be_run_is_a_sentence_and_a_status(
    words: tuple[str, ...],
    model: str,
    status: int,
    sentence: str,
    gofish: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("WARNING", "httpx")  # the program logs no requests: the tests' settings do
    assert gofish("run", "run.jsonl", "--retry-seconds=0.01", *words, model=model) == status

    error = capsys.readouterr().err
    assert sentence in error and "Traceback" not in error and "\x1b]" not in error


def test_a_wrong_key_has_a_status_of_its_own(
    gofish: Callable[..., int], endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint.fault = "401"

    assert gofish("run", "run.jsonl") == 3
    assert "status 401" in capsys.readouterr().err and len(endpoint.requests) <= 2


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("my notes\nof today", "is not a run"),
        ('{"run": {"format": 99, "gofishkit": "9.9"}}\n', "of another version"),
        ('{"run": {"format": 1, "settings": {}}}\n', "damaged"),
    ],
)
def test_a_file_that_is_no_run_of_this_version_is_refused_and_kept(
    content: str, sentence: str, gofish: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path("run.jsonl")
    file.write_text(content)

    for words in (("run", "run.jsonl"), ("report", "run.jsonl")):
        assert gofish(*words) == 1
        assert sentence in capsys.readouterr().err
    assert file.read_text() == content


def test_a_run_is_continued_with_its_own_settings_only(
    whole: Path, gofish: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    content = whole.read_bytes()
    assert gofish("run", str(whole), "--seed=2") == 1
    assert "was begun with seed='1', not '2'" in capsys.readouterr().err

    other = content.replace(b'"prompts": {"version": 1', b'"prompts": {"version": 0', 1)
    Path("old.jsonl").write_bytes(other)
    assert gofish("run", "old.jsonl") == 1
    assert "another version (prompts 0, now 1)" in capsys.readouterr().err
    assert (whole.read_bytes(), Path("old.jsonl").read_bytes()) == (content, other)


def test_a_run_that_is_started_twice_is_refused(
    gofish: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    fcntl = pytest.importorskip("fcntl")
    with open("run.jsonl.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)

        assert gofish("run", "run.jsonl") == 1

    assert "Another process uses run.jsonl" in capsys.readouterr().err
    assert not Path("run.jsonl").exists()


def test_reports_make_a_leaderboard(
    whole: Path, gofish: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    good = Path("good.json")
    good.write_text(json.dumps(report(capsys, gofish, str(whole))))
    found = json.loads(good.read_text())
    found["run"]["settings"]["model"] = "worse|\x1b[2J"
    found["columns"]["pairs"]["play"]["margin"]["mean"] = -9.0
    Path("worse.json").write_text(json.dumps(found))

    assert gofish("board", "worse.json", "good.json", "--markdown") == 0

    _, _, first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"| {MODEL} | pairs | memory | 2 |")
    assert second.startswith("| worse\\|\\x1b[2J | pairs") and "-9.000" in second


@pytest.mark.parametrize("content", ["", '{"gofish_eval": 2}', '{"gofish_eval": 1}'])
def test_a_file_that_is_no_report_is_refused(
    content: str, gofish: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("report.json").write_text(content)

    assert gofish("board", "report.json") == 1
    assert "report.json is" in capsys.readouterr().err


def test_a_dry_run_counts_the_requests_of_a_model_without_a_legal_answer(
    gofish: Callable[..., int], endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gofish("run", "run.jsonl", "--repairs=4", "--dry-run") == 0
    announced = re.findall(r"about (\d+) if", capsys.readouterr().out)

    assert gofish("run", "run.jsonl", "--repairs=4", model="refuses") == 0

    assert announced == [str(len(endpoint.requests))]


@pytest.mark.slow
def test_a_program_can_be_the_model(
    tmp_path: Path, gofish: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "model.py"
    program.write_text(
        "import json, sys\n"
        "for number, line in enumerate(sys.stdin):\n"
        "    json.loads(line)['messages'][0]['content']\n"
        "    if number == 5: raise SystemExit  # a fault, and no play\n"
        "    print(json.dumps({'text': '', 'completion_tokens': 1}), flush=True)\n"
    )
    words = ["eval", "run", "run.jsonl", f"--command={sys.executable} {program}", *QUICK]
    options = main.parser().parse_args([*words, "--retry-seconds=0.01"])

    assert options.run(options) == 0

    found = report(capsys, gofish, "run.jsonl")
    assert found["lost"]["faults"]["program failed"] > 0
    assert found["columns"]["pairs"]["play"]["illegal_share"] == 1.0
