"""Example requests and responses for the documentation, all of the account Ann."""

from api_kit.examples import request_example, response_example

_SECRET = "gf_" + 43 * "0"
_CREATED = "2026-01-05T18:30:00Z"
_EXPIRES = "2026-04-05T18:30:00Z"

_ACCOUNT = {
    "username": "Ann",
    "display_name": None,
    "email": None,
    "is_email_verified": False,
    "is_guest": False,
    "is_bot": False,
    "owner": None,
    "is_active": True,
    "suspended_until": None,
    "suspension_reason": "",
    "created_at": _CREATED,
}
_BOT = {**_ACCOUNT, "username": "Ann-Droid", "is_bot": True, "owner": "Ann"}
_CODE = "WzEsIjAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwIl0:1vcxYk:" + 43 * "0"
_TOKEN = {
    "id": 1,
    "name": "first token",
    "scopes": ["read", "play", "account"],
    "secret": _SECRET,
    "expires_at": _EXPIRES,
}
_LISTED = {
    "id": 1,
    "name": "first token",
    "scopes": ["read", "play", "account"],
    "prefix": _SECRET[:8],
    "created_at": _CREATED,
    "expires_at": _EXPIRES,
    "last_used_at": None,
}


REGISTER = [
    request_example({"username": "Ann", "password": "seven red herrings"}),
    response_example({"account": _ACCOUNT, "token": _TOKEN}, 201),
]
REGISTER_GUEST = [
    response_example(
        {
            "account": {**_ACCOUNT, "username": "guest-k7wq2fxm", "is_guest": True},
            "token": {**_TOKEN, "expires_at": "2027-01-05T18:30:00Z"},
        },
        201,
    )
]
PROMOTE_GUEST = [
    request_example({"username": "Ann", "password": "seven red herrings"}),
    response_example(_ACCOUNT),
]
VERIFY_EMAIL = [request_example({"code": _CODE})]
ASK_FOR_PASSWORD_RESET = [request_example({"email": "ann@example.org"})]
RESET_PASSWORD = [request_example({"code": _CODE, "new_password": "eight blue whales"})]
_MINE = {**_ACCOUNT, "unread_notices": 1}
ME = [response_example(_MINE)]
CHANGE_ME = [
    request_example({"email": "ann@example.org", "display_name": "Ann of Oz"}),
    response_example({**_MINE, "email": "ann@example.org", "display_name": "Ann of Oz"}),
]
CHANGE_PASSWORD = [
    request_example({"current_password": "seven red herrings", "new_password": "eight blue whales"})
]
LIST_TOKENS = [response_example({"tokens": [_LISTED]})]
ISSUE_TOKEN = [
    request_example(
        {"username": "Ann", "password": "seven red herrings", "name": "laptop"}, "with a password"
    ),
    request_example(
        {"name": "scoreboard", "scopes": ["read"], "expires_in_days": 7}, "with a token in use"
    ),
    response_example({**_TOKEN, "id": 2, "name": "laptop"}, 201),
]
TEST_TOKENS = [
    request_example({"tokens": [_SECRET, "gf_unknown"]}),
    response_example(
        {
            "results": [
                {
                    "valid": True,
                    "username": "Ann",
                    "scopes": ["read", "play", "account"],
                    "expires_at": _EXPIRES,
                },
                {"valid": False, "username": None, "scopes": None, "expires_at": None},
            ]
        },
        200,
    ),
]
LIST_BLOCKS = [response_example({"blocks": [{"player": "Mallory", "at": _CREATED}]})]
LIST_BOTS = [response_example({"bots": [_BOT]})]
_BOT_SCOPES = ["read", "play", "bot"]
CREATE_BOT = [
    request_example({"username": "Ann-Droid"}),
    response_example({"account": _BOT, "token": {**_TOKEN, "id": 3, "scopes": _BOT_SCOPES}}, 201),
]
LIST_BOT_TOKENS = [response_example({"tokens": [{**_LISTED, "id": 3, "scopes": _BOT_SCOPES}]})]
ISSUE_BOT_TOKEN = [
    request_example({"name": "server", "expires_in_days": 365}),
    response_example({**_TOKEN, "id": 4, "name": "server", "scopes": _BOT_SCOPES}, 201),
]
