"""The bundles of the web client: what they are made of, and when and how they are served."""

import gzip
import hashlib
import json
import re
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from gofish_api.web import sources
from tests.programs import find
from tests.servers import ROOT

NODE = find("node")
BUNDLES = ROOT / sources.BUNDLES
ADDRESS = re.compile(r'src="(/static/app/(\w+)/(\w+)/main\.js)"')
FOR_EVER = "max-age=315360000, public, immutable"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the client's files, with bundles that count as current."""
    for folder in (*sources.FOLDERS, "examples"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    made_of = json.dumps({"sources": sources.source_digests()})
    (tmp_path / sources.BUNDLES / "sources.json").write_text(made_of)
    return tmp_path


def main_of(client: Client) -> tuple[str, str, str]:
    """Return the address of the first module of the start page, its version and its folder."""
    page = client.get("/", headers={"Accept": "text/html"}).content.decode()
    found = ADDRESS.search(page)
    assert found
    address, version, folder = found.groups()
    return address, version, folder


def body(client: Client, address: str, **headers: str) -> bytes:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    return answer.getvalue()


def test_the_bundles_are_made_of_the_sources() -> None:
    known = json.loads((BUNDLES / "sources.json").read_text())
    files = [path for path in BUNDLES.iterdir() if path.name != "sources.json"]
    written = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}

    assert known["sources"] == sources.source_digests(), "run make bundles"
    assert known["bundles"] == written, "run make bundles"


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.skipif(
    not (ROOT / "clients/node_modules/@rollup/wasm-node").is_dir(),
    reason="npm packages are missing: make clients",
)
def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    assert NODE is not None

    subprocess.run([NODE, "clients/bundle_web.mjs", str(tmp_path)], cwd=ROOT, check=True)

    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in BUNDLES.iterdir()}


@pytest.mark.usefixtures("checkout")
def test_bundles_are_served_compressed_and_kept_for_ever(client: Client) -> None:
    address, version, folder = main_of(client)

    answer = client.get(address, headers={"Accept-Encoding": "gzip, deflate, br"})

    assert (folder, len(version)) == ("bundles", 16)
    assert answer["Cache-Control"] == FOR_EVER
    assert (answer["Content-Encoding"], answer["Vary"]) == ("gzip", "Accept-Encoding")
    content = answer.getvalue()
    assert answer["Content-Length"] == str(len(content))
    assert gzip.decompress(content) == (BUNDLES / "main.js").read_bytes()
    assert len(content) < 25_000


@pytest.mark.usefixtures("checkout")
def test_a_client_that_does_not_decompress_gets_the_file(client: Client) -> None:
    address, _, _ = main_of(client)

    plain = client.get(address)
    head = client.head(address, headers={"Accept-Encoding": "gzip"})
    icon = client.get(
        address.replace("bundles/main.js", "web/icons/icon-192.png"),
        headers={"Accept-Encoding": "gzip"},
    )

    assert "Content-Encoding" not in plain
    assert plain["Vary"] == "Accept-Encoding"
    assert plain.getvalue() == (BUNDLES / "main.js").read_bytes()
    assert head.status_code == 200
    assert not head.getvalue()
    assert "Content-Encoding" not in icon
    assert icon.getvalue() == (ROOT / "web/icons/icon-192.png").read_bytes()


def test_a_changed_source_is_served_at_the_next_load(client: Client, checkout: Path) -> None:
    before, _, _ = main_of(client)
    for number, name in enumerate(("web/main.js", "clients/javascript/src/lines.js")):
        (checkout / name).write_text(f"// changed {number}")

        address, version, folder = main_of(client)

        assert (version, folder) == ("sources", "web")
        answer = client.get(address.replace("web/main.js", name))
        assert answer.getvalue() == f"// changed {number}".encode()
        assert answer["Cache-Control"] == "max-age=0, public"
    # A page from before the change finds its files.
    old = client.get(before)
    assert old.getvalue() == (BUNDLES / "main.js").read_bytes()
    assert old["Cache-Control"] == "max-age=0, public"


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda root: (root / "web/start/extra.js").write_text(""), id="added"),
        pytest.param(lambda root: (root / "web/cards/cards.css").unlink(), id="removed"),
        pytest.param(lambda root: (root / "bundles/sources.json").unlink(), id="no bundles"),
    ],
)
def test_without_current_bundles_the_sources_are_served(
    client: Client, checkout: Path, change: Callable[[Path], None]
) -> None:
    change(checkout)

    assert main_of(client)[2] == "web"


def test_another_bundle_has_another_address(client: Client, checkout: Path) -> None:
    _, before, _ = main_of(client)

    (checkout / "bundles/table.js").write_text("// built again")

    assert main_of(client)[1] != before


# --- installing -----------------------------------------------------------------------------------


def test_the_manifest_lists_icons_of_the_sizes_that_they_have(client: Client) -> None:
    page = client.get("/", headers={"Accept": "text/html"}).content.decode()
    [address] = re.findall(r'rel="manifest" href="([^"]+)"', page)
    answer = client.get(address)
    manifest = json.loads(answer.getvalue())

    assert answer["Content-Type"] == "application/manifest+json"
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    sizes = set()
    for icon in manifest["icons"]:
        content = body(client, f"{address.rpartition('/')[0]}/{icon['src']}")
        if icon["type"] == "image/png":
            assert content.startswith(b"\x89PNG\r\n")
            wide, high = struct.unpack(">II", content[16:24])
            assert icon["sizes"] == f"{wide}x{high}"
            sizes.add(wide)
    assert sizes >= {192, 512}, "browsers install with icons of these sizes"
