"""A chat bot: it tells a room of a chat when it is the player's turn, without an open connection.

    GOFISH_TOKEN=gf_… python chat_bot.py https://fish.example.org https://bot.example.org/hook

The service calls the second address, at which this program answers: behind a proxy with TLS on
`--port`, or by itself with `--certificate` and `--key`. It writes to `--room`, an address that
takes `{"text": "…"}`, as the incoming webhooks of most chats do; without one it prints.
"""

import argparse
import json
import os
import ssl
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import httpx

from gofishkit import Client, UnverifiedWebhook, answer_challenge, verify_webhook

MOST_BYTES = 16 * 1024


class ChatBot:
    """Knows the player's token and the secret of the webhook."""

    def __init__(self, client: Client, address: str, room: str | None) -> None:
        self.client, self.room = client, room
        for old in client.list_webhooks()["webhooks"]:
            if old["url"] == address:  # of an earlier run, whose secret is lost
                client.delete_webhook(old["id"])
        registered = client.register_webhook(url=address, events=["turn.yours", "game.over"])
        self.secret = registered["secret"]
        self.seen: list[str] = []

    def receive(self, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, Any]]:
        """Return the status and the JSON to answer a message with."""
        try:
            message = verify_webhook(body, headers, self.secret)
        except UnverifiedWebhook:
            return 400, {}
        if message["type"] == "challenge":
            return 200, answer_challenge(message, self.secret)
        message_id = next(value for name, value in headers.items() if name.lower() == "webhook-id")
        if message_id not in self.seen:  # a lost answer makes the service send again
            self.tell(message["type"], message["data"]["game"])
            self.seen = [*self.seen[-999:], message_id]
        return 200, {}

    def tell(self, kind: str, game: str) -> None:
        """Read what the player may see, and write a line to the room."""
        state = self.client.read_state(game)
        books = " : ".join(str(len(seat["books"])) for seat in state["seats"])
        what = "it is your turn" if kind == "turn.yours" else "the game is over"
        text = f"Game {game}, books {books}: {what}."
        if self.room:
            httpx.post(self.room, json={"text": text})
        else:
            print(text, flush=True)


def main() -> None:
    """Register the webhook, and receive until stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server")
    parser.add_argument("address", help="where the service reaches this program")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--room")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    options = parser.parse_args()

    class Handler(BaseHTTPRequestHandler):
        timeout = 10

        def do_POST(self) -> None:
            length = int(self.headers.get("content-length", "0"))
            is_ours = self.path == urlsplit(options.address).path and 0 <= length <= MOST_BYTES
            status, answer = (
                bot.receive(dict(self.headers), self.rfile.read(length)) if is_ours else (404, {})
            )
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    listener = ThreadingHTTPServer(("", options.port), Handler)
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
        listener.socket = context.wrap_socket(listener.socket, server_side=True)
    bot = ChatBot(Client(options.server, os.environ["GOFISH_TOKEN"]), options.address, options.room)
    listener.serve_forever()


if __name__ == "__main__":
    main()
