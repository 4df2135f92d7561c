"""A receiver of webhooks with TLS on this machine, which the guarded fetcher may call in tests."""

import json
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from gofishkit import answer_challenge, verify_webhook

Answer = tuple[int, bytes]


class Receiver:
    """Keeps what it gets. Knows the secret of each path, and answers challenges."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.secrets: dict[str, str] = {}
        self.received: list[tuple[str, str, dict[str, Any]]] = []
        """For each message that was verified its path, its `webhook-id` and its body."""
        self.answer: Callable[[dict[str, Any]], Answer] = lambda message: (204, b"")

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Answer:
        """Verify a message, keep it and return the answer."""
        message = verify_webhook(body, headers, self.secrets[path])
        self.received.append((path, headers["webhook-id"], message))
        if message["type"] == "challenge":
            return 200, json.dumps(answer_challenge(message, self.secrets[path])).encode()
        return self.answer(message)


@contextmanager
def receiving(
    certificate: Path, key: Path, *, host: str = "127.0.0.1", kind: type[Receiver] = Receiver
) -> Iterator[Receiver]:
    """Receive at a host, or at all with the empty one, with a certificate."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(headers["content-length"]))
            status, answer = receiver.take(self.path, headers, body)
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 512

        def finish_request(self, request: Any, client_address: Any) -> None:
            try:
                with context.wrap_socket(request, server_side=True) as secured:
                    super().finish_request(secured, client_address)
            except OSError:
                """The worker was killed."""

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with Server((host, 0), Handler) as server:
        receiver = kind(f"https://localhost:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()


def certify(folder: Path, names: str = "DNS:localhost") -> tuple[Path, Path]:
    """Make a certificate for these names and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = [
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
        *("-nodes", "-days", "2", "-subj", "/CN=localhost"),
        *("-addext", f"subjectAltName={names}", "-keyout", str(key), "-out", str(certificate)),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key
