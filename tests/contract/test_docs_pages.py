"""The documentation pages work in a browser and load nothing from other hosts."""

import subprocess
from pathlib import Path

import pytest

from tests.programs import find
from tests.servers import serving

CHROMIUM = find("chromium")


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_swagger_and_redoc_show_the_operations(tmp_path: Path) -> None:
    with serving() as address:
        swagger = opened(f"{address}/api/docs", tmp_path)
        redoc = opened(f"{address}/api/redoc", tmp_path)

    for page in (swagger.stdout, redoc.stdout):
        assert "Ask a seat for a rank or a card" in page
        assert "Verify a transcript" in page
    console = (swagger.stderr + redoc.stderr).splitlines()
    assert not [line for line in console if "ERR_NAME_NOT_RESOLVED" in line]
    # Redoc would load its maker's logo from another host; the Content Security Policy forbids this.
    blocked = [line for line in console if "Content Security Policy" in line]
    assert all("logo-mini.svg" in line or '"img-src' in line for line in blocked)


def opened(address: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Open a page in a browser that resolves no host names; return its DOM and its console output."""
    assert CHROMIUM is not None
    return subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            f"--user-data-dir={folder / 'profile'}",
            "--virtual-time-budget=30000",
            "--dump-dom",
            address,
        ],
        capture_output=True,
        text=True,
        timeout=180,
        check=True,
    )
