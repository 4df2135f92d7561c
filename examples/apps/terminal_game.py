"""A terminal program: it signs a player in with a code, and plays a game against a bot.

    pip install ./clients/python
    python terminal_game.py http://127.0.0.1:8000

It keeps no token: it gives the access back in the end.
"""

import sys
import time
from typing import Any

import httpx

from gofishkit import Client, Game

APP = {"client_id": "terminal-game"}
DEVICE = {**APP, "grant_type": "urn:ietf:params:oauth:grant-type:device_code"}


def sign_in(oauth: httpx.Client) -> str:
    """Show a code, and return a token once the player has approved it (RFC 8628)."""
    begun = oauth.post("/device", data={**APP, "scope": "read play"}).json()
    print(f"Open {begun['verification_uri_complete']}", flush=True)
    print(f"and compare the code: {begun['user_code']}", flush=True)
    interval = begun["interval"]
    while True:
        time.sleep(interval)
        form = {**DEVICE, "device_code": begun["device_code"]}
        answer = oauth.post("/token", data=form).json()
        if "access_token" in answer:
            return str(answer["access_token"])
        if answer["error"] == "slow_down":
            interval += 5
        elif answer["error"] != "authorization_pending":
            sys.exit(answer["error_description"])


def play(client: Client) -> None:
    """Ask the player for a rank at each turn."""
    game = Game.against(client, "memory")
    for move in game:
        print(*(event["type"] for event in move["events"]), flush=True)
        while game.my_turn:
            view: Any = game.view
            ranks = {ask["rank"]: ask for ask in view["legal_actions"] if ask["type"] == "ask"}
            print("You hold", *view["seats"][view["you"]]["hand"])
            print("Which rank?", *ranks, flush=True)
            if chosen := ranks.get(input().strip().upper()):
                game.act(chosen)
    print("You won." if game.has_won else "The bot won.", flush=True)


def main() -> None:
    """Sign in, play and sign out."""
    server = sys.argv[1].rstrip("/")
    with httpx.Client(base_url=f"{server}/api/v1/oauth") as oauth:
        token = sign_in(oauth)
        try:
            play(Client(server, token))
        finally:
            oauth.post("/revoke", data={"token": token})


if __name__ == "__main__":
    main()
