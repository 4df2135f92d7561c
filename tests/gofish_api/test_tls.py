"""The proxy serves TLS with a key that only its owner may read, with the capabilities of the
compose file.
"""

import os
import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path

import pytest
import yaml

from tests import proxies
from tests.postgres import free_port
from tests.timeouts import PATIENCE

OPS = proxies.OPS
PROXY = yaml.safe_load((OPS.parent / "docker-compose.yml").read_text())["services"]["proxy"]
OWNER = 12_345  # neither root nor nginx

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not proxies.NGINX, reason="nginx is not installed"),
    pytest.mark.skipif(os.geteuid() != 0, reason="a container's root is played by root alone"),
    pytest.mark.skipif(
        not (shutil.which("setpriv") and shutil.which("openssl")),
        reason="setpriv or openssl is not installed",
    ),
]


def test_the_proxy_reads_a_key_that_others_cannot_read(tmp_path: Path) -> None:
    port = free_port()
    home = configured(tmp_path, port)
    rights = ",".join(f"+{name.lower()}" for name in PROXY["cap_add"])
    nginx = subprocess.Popen(
        [
            *("setpriv", f"--bounding-set=-all,{rights}", "--inh-caps=-all", "--no-new-privs"),
            *(str(proxies.NGINX), "-p", str(home), "-c", "nginx.conf", "-e", "stderr"),
        ],
        stderr=subprocess.PIPE,
    )
    try:
        assert "user" not in PROXY  # it starts as root and drops to nginx
        certificate = certificate_at(port, nginx)
        workers = until_harmless(nginx.pid)
    finally:
        nginx.terminate()
        _, printed = nginx.communicate(timeout=PATIENCE)

    assert certificate == ssl.PEM_cert_to_DER_cert((home / "tls_certificate").read_text()), printed
    assert workers
    for status in workers:
        assert status["Uid"].split()[0] != "0"
        assert status["CapEff"] == "0" * 16


def configured(folder: Path, port: int) -> Path:
    """Write the configuration of ``ops/nginx``, and a key and a certificate, to a folder."""
    folder.chmod(0o755)
    home = folder / "nginx"
    shutil.copytree(OPS / "nginx", home)
    for name in ("nginx.conf", "listen.conf", "upstreams.conf", "plain_http.conf"):
        text = (home / name).read_text()
        for old, new in (
            ("/tmp/", f"{home}/"),  # noqa: S108
            ("/run/secrets/", f"{home}/"),
            ("listen 8443 ", f"listen 127.0.0.1:{port} "),
            ("http2 on;\n", ""),  # nginx 1.25 has it, Debian's may be older
        ):
            text = text.replace(old, new)
        (home / name).write_text(f"daemon off;\n{text}" if name == "nginx.conf" else text)
    (home / "plain_http.conf").write_text("")
    servers = "server 127.0.0.1:1;"
    (home / "upstreams.conf").write_text(f"upstream api {{ {servers} }}\n")
    key, certificate = home / "tls_key", home / "tls_certificate"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    made += ["-nodes", "-subj", "/CN=localhost", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(made, check=True, capture_output=True)
    key.chmod(0o600)
    os.chown(key, OWNER, OWNER)
    return home


def certificate_at(port: int, nginx: "subprocess.Popen[bytes]") -> bytes:
    """Return the certificate of a server when it listens."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    deadline = time.monotonic() + PATIENCE
    while nginx.poll() is None and time.monotonic() < deadline:
        try:
            with (
                socket.create_connection(("127.0.0.1", port), timeout=5) as plain,
                context.wrap_socket(plain) as secure,
            ):
                return secure.getpeercert(binary_form=True) or b""
        except ConnectionRefusedError:
            time.sleep(0.05)
    return b""


def until_harmless(pid: int) -> list[dict[str, str]]:
    """Return the workers as they are when all have given up root, or after some seconds."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        workers = children(pid)
        if workers and all(worker["Uid"].split()[0] != "0" for worker in workers):
            break
        time.sleep(0.02)
    return workers


def children(pid: int) -> list[dict[str, str]]:
    """Return the status of the child processes of a process."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    texts = [Path(f"/proc/{child}/status").read_text() for child in found]
    return [dict(line.split(":\t", 1) for line in text.splitlines()) for text in texts]
