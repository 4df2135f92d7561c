"""The JavaScript client: its own tests under Node, its types and package, and kills of the server.

`CLIENT_SEED` repeats the instants of the kills.
"""

import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from tests import servers
from tests.contract.changes import read
from tests.contract.test_clients import MODULES, NODE, needs_node, run
from tests.databases import ON_ONE
from tests.faults.clients import Acknowledged
from tests.faults.processes import serving
from tests.faults.readers import assert_whole
from tests.players import Json, guest
from tests.servers import ROOT, overriding
from tests.timeouts import PATIENCE

pytestmark = [pytest.mark.slow, needs_node]

PACKAGE = ROOT / "clients" / "javascript"
SMALL = 16_000  # bytes, without what only servers import
LONGEST_LIFE = 1.0  # seconds between a start of the server and a kill: few asks are answered
SEED = int(os.environ["CLIENT_SEED"])
UNLIMITED = {
    "RATES": "address=none,account=none,registration=none,creation=none,creation_address=none",
    **overriding(STREAMS_PER_CALLER=10_000, STREAM_HEARTBEAT_SECONDS=1),
}
PROGRAM = """
import { Client, etagOf } from "gofish-client";

const client = new Client({ server: "http://127.0.0.1:8000" });
const { token } = await client.post("/accounts/guest");
client.token = token.secret;
const { game, state } = await client.post("/games", { body: { seats: 2, bots: ["expert"] } });
const params = { game_id: game.id };
await client.get("/games/{game_id}/state", { params, etag: etagOf(state) });
await client.post("/games/{game_id}/ask", { params, body: { target: 1, rank: "7" }, version: 3 });
await client.delete("/tokens");
const { moves } = await client.get("/games/{game_id}/moves", { params, query: { after: 3 } });
const numbers: number[] = moves.map(({ number }) => number);
for await (const frame of client.followGame(game.id, { after: numbers.at(-1) ?? 0, state: true })) {
  if (frame.type === "move") console.log(frame.data.state?.seats[0]?.hand_size);
}
// @ts-expect-error: no such path
await client.get("/nonsense");
// @ts-expect-error: no game
await client.get("/games/{game_id}/state");
// @ts-expect-error: a seat is a number
await client.post("/games/{game_id}/ask", { params, body: { target: "1", rank: "7" } });
// @ts-expect-error: no move
await client.get("/games/{game_id}/replay", { params });
"""
STRICT = {
    "strict": True,
    "noEmit": True,
    "module": "nodenext",
    "target": "es2024",
    "lib": ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
    "types": [],
    "skipLibCheck": False,
    "exactOptionalPropertyTypes": True,
    "noUncheckedIndexedAccess": True,
}


def test_its_own_tests_pass_against_a_real_server() -> None:
    files = sorted((PACKAGE / "tests").glob("*.test.js"))
    with servers.serving(**UNLIMITED) as address:
        run(NODE, "--test", "--test-timeout=60000", *files, GOFISH_SERVER=address)


def test_it_sends_keys_with_the_operations_that_take_one() -> None:
    schema = read(ROOT / "schema.yaml")
    keyed = [
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
        if method != "parameters"
        and any(
            parameter.get("$ref", "").endswith("/Idempotency-Key")
            for parameter in operation.get("parameters", ())
        )
    ]
    given = [
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, operations in schema["paths"].items()
        for method in operations
    ]
    script = (
        "import { takesKey } from './src/commands.js';"
        "const all = JSON.parse(process.argv[1]);"
        "console.log(JSON.stringify(all.filter((name) => takesKey(...name.split(' ')))));"
    )
    command = [str(NODE), "--input-type=module", "--eval", script, json.dumps(given)]
    printed = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=True)

    assert keyed and json.loads(printed.stdout) == keyed


def test_the_package_is_small_and_strictly_typed_and_plays(
    shared_server: str, tmp_path: Path
) -> None:
    clients, package = tmp_path / "clients", tmp_path / "clients" / "javascript"
    ignored = shutil.ignore_patterns("tests", "declarations", "api.d.ts")
    shutil.copytree(PACKAGE, package, ignore=ignored)
    (clients / "node_modules").symlink_to(MODULES)
    shutil.copy(ROOT / "schema.yaml", tmp_path)
    quiet = {"npm_config_update_notifier": "false", "npm_config_cache": str(tmp_path / "cache")}
    npm = Path(str(NODE)).with_name("npm")
    run(npm, "--prefix", package, "pack", package, "--pack-destination", tmp_path, **quiet)
    [packed] = tmp_path.glob("gofish-client-*.tgz")
    user = tmp_path / "user"
    installed = user / "node_modules" / "gofish-client"
    shutil.unpack_archive(packed, tmp_path / "unpacked")
    installed.parent.mkdir(parents=True)
    (tmp_path / "unpacked" / "package").rename(installed)
    (user / "program.ts").write_text(PROGRAM)
    (user / "package.json").write_text('{"type": "module"}')
    options = {"compilerOptions": STRICT, "files": ["program.ts"]}
    (user / "tsconfig.json").write_text(json.dumps(options))

    readme = (installed / "README.md").read_text()
    [example] = re.findall(r"```js\n(.*?)```", readme, re.DOTALL)
    (user / "example.js").write_text(example.replace("http://127.0.0.1:8000", shared_server))

    run(NODE, MODULES / ".bin/tsc", "--project", user)
    printed = run(NODE, user / "example.js")
    books = re.fullmatch(r"The books: (\d+) to (\d+)\n", printed)
    assert books and int(books[1]) + int(books[2]) == 13
    assert {path.name for path in installed.iterdir()} >= {"src", "declarations", "README.md"}
    (installed / "src" / "webhooks.js").unlink()
    assert 0 < squeezed_size(installed / "src", tmp_path / "squeezed") < SMALL


@ON_ONE
@pytest.mark.usefixtures("transactional_db")
def test_a_server_killed_in_the_middle_of_asks_repeats_and_loses_nothing(tmp_path: Path) -> None:
    rng, made, games = Random(SEED), 0, 2
    players = [guest(), guest()]
    connection.close()
    script = PACKAGE / "tests" / "play_through_faults.js"
    with serving(tmp_path, settings=UNLIMITED) as [server]:
        address = f"http://127.0.0.1:{server.port}"
        command = [NODE, script, address, games, *(player.secret for player in players)]
        output, errors = tmp_path / "games", tmp_path / "errors"
        with output.open("w") as stdout, errors.open("w") as stderr:
            playing = subprocess.Popen(list(map(str, command)), stdout=stdout, stderr=stderr)
        while playing.poll() is None and made < 6:
            time.sleep(rng.uniform(0, LONGEST_LIFE))
            server.kill()
            server.start()
            made += 1
        status = playing.wait(PATIENCE)
    assert status == 0, errors.read_text()
    played: list[Json] = [json.loads(line) for line in output.read_text().splitlines()]

    acknowledged = [
        Acknowledged(game["game"], [(number, digest) for number, digest in moves])
        for game in played
        for moves in game["acknowledged"]
    ]
    assert_whole(acknowledged, all_over=True)
    assert len(played) == games
    for game in played:
        assert game["streamed"] == [player.moves(game["game"]) for player in players]
    assert "Traceback" not in server.output()


def test_it_is_packed_in_a_fresh_clone(tmp_path: Path) -> None:
    copied = ["package.json", "package-lock.json", ".npmrc", "javascript"]
    tracked = subprocess.run(
        ["git", "ls-files", "schema.yaml", *(f"clients/{name}" for name in copied)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    for name in tracked:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    path = f"{Path(str(NODE)).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["npm", "pack", "./clients/javascript"],
        cwd=tmp_path,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if any(code in done.stderr for code in ("ENOTFOUND", "ECONNREFUSED", "ETIMEDOUT", "EAI_AGAIN")):
        pytest.skip("no npm registry can be reached")

    assert done.returncode == 0, done.stderr
    assert [*tmp_path.glob("gofish-client-*.tgz")]


def squeezed_size(source: Path, target: Path) -> int:
    """Return the bytes of modules without comments and spaces: minifiers also shorten names."""
    modules = sorted(source.glob("*.js"))
    options = ["--allowJs", "--noCheck", "--removeComments", "--target", "es2024"]
    options += ["--module", "nodenext", "--outDir", str(target)]
    run(NODE, MODULES / ".bin/tsc", *options, *modules)
    texts = [file.read_text() for file in target.glob("*.js")]
    return sum(len(re.sub(r"\s*([^\w\s]|\n)\s*", r"\1", text)) for text in texts)
