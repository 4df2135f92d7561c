"""A server app: players of a club sign in with Go Fish, and a page shows whose games wait.

    pip install authlib httpx
    python server_app.py http://127.0.0.1:8000 --address http://127.0.0.1:8001

Tokens stay in the memory of this program. A browser has a cookie that means nothing elsewhere.
"""

import argparse
import secrets
from html import escape
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import OAuth2Client

MOST_VISITORS = 1_000
SIGN_IN = '<p><a href="/sign-in">Sign in with Go Fish</a></p>'
LEAVE = '<form method="post" action="/leave"><button>Sign out</button></form>'


class Visitor:
    """A browser that signs in: the client of the OAuth library, and what it must remember."""

    def __init__(self, server: str, address: str) -> None:
        self.server, self.name = server, ""
        self.client: Any = OAuth2Client(
            client_id="club-page",
            redirect_uri=f"{address}/done",
            scope="read",
            code_challenge_method="S256",
            token_endpoint_auth_method="none",
            revocation_endpoint_auth_method="none",
        )
        self.verifier = secrets.token_urlsafe(32)
        self.asks_at, self.state = self.client.create_authorization_url(
            f"{server}/authorize", code_verifier=self.verifier
        )

    def come_back(self, path: str) -> None:
        """Exchange the code that the browser brings.

        :raises AuthlibBaseError: the player refused, or this is no answer to our question.
        """
        if parse_qs(urlsplit(path).query).get("iss") != [self.server]:
            raise AuthlibBaseError("another server answers")
        self.client.fetch_token(
            f"{self.server}/api/v1/oauth/token",
            authorization_response=path,
            state=self.state,
            code_verifier=self.verifier,
        )
        self.name = self.read("/me")["username"]

    def read(self, path: str) -> Any:
        """Read a path of the API; None once the player has taken the access back."""
        answer = self.client.get(f"{self.server}/api/v1{path}")
        return answer.json() if answer.is_success else None

    def leave(self) -> None:
        """Give the access back."""
        token = self.client.token["access_token"]
        self.client.revoke_token(f"{self.server}/api/v1/oauth/revoke", token=token)


class Club:
    """Knows the visitors by their cookies."""

    def __init__(self, server: str, address: str) -> None:
        self.server, self.address = server, address
        self.visitors: dict[str, Visitor] = {}

    def enter(self) -> tuple[str, Visitor]:
        """Return the cookie of a new visitor, and the visitor."""
        while len(self.visitors) >= MOST_VISITORS:
            self.visitors.pop(next(iter(self.visitors)))
        cookie = secrets.token_urlsafe(16)
        self.visitors[cookie] = Visitor(self.server, self.address)
        return cookie, self.visitors[cookie]

    def page(self, visitor: Visitor | None) -> str:
        """Return the page, which shows the members to members."""
        members = [member for member in self.visitors.values() if member.name]
        games = {member: member.read("/me/games") for member in members}
        for member, found in games.items():
            member.name = member.name if found else ""  # the access ended
        if visitor is None or not visitor.name:
            return SIGN_IN
        rows = "".join(
            f"<li>{escape(member.name)}: {sum(game['your_turn'] for game in found['games'])} games wait"
            for member, found in games.items()
            if found
        )
        return f"<ul>{rows}</ul>{LEAVE}"


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server")
    parser.add_argument("--address", default="http://127.0.0.1:8001", help="of this program")
    options = parser.parse_args()
    club = Club(options.server.rstrip("/"), options.address)

    class Handler(BaseHTTPRequestHandler):
        def visitor(self) -> Visitor | None:
            cookie = SimpleCookie(self.headers.get("cookie", "")).get("visitor")
            return club.visitors.get(cookie.value) if cookie else None

        def do_GET(self) -> None:
            path, visitor = urlsplit(self.path).path, self.visitor()
            if path == "/sign-in":
                cookie, visitor = club.enter()
                kept = f"visitor={cookie}; Path=/; HttpOnly; SameSite=Lax"
                self.answer(303, "", Location=visitor.asks_at, Set_Cookie=kept)
            elif path == "/done" and visitor:
                try:
                    visitor.come_back(self.path)
                except AuthlibBaseError:
                    self.answer(400, f"You are not signed in. {SIGN_IN}")
                else:
                    self.answer(303, "", Location="/")
            else:
                self.answer(200, club.page(visitor))

        def do_POST(self) -> None:
            visitor = self.visitor()
            if visitor and visitor.name:
                visitor.leave()
            self.answer(303, "", Location="/")

        def log_message(self, *_: Any) -> None:
            """Print nothing: the address of an answer has a code."""

        def answer(self, status: int, body: str, **headers: str) -> None:
            content = (
                f"<!DOCTYPE html><html lang=en><title>Club</title><h1>Club</h1>{body}".encode()
            )
            self.send_response(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(content)

    place = urlsplit(options.address)
    ThreadingHTTPServer(("127.0.0.1", place.port or 80), Handler).serve_forever()


if __name__ == "__main__":
    main()
