"""Example requests and responses for the documentation, all of the account Ann."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

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


def _request(value: Any, name: str = "request") -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


def _response(value: Any, status: int) -> OpenApiExample:
    return OpenApiExample("response", value=value, response_only=True, status_codes=[str(status)])


REGISTER = [
    _request({"username": "Ann", "password": "seven red herrings"}),
    _response({"account": _ACCOUNT, "token": _TOKEN}, 201),
]
REGISTER_GUEST = [
    _response(
        {
            "account": {**_ACCOUNT, "username": "guest-k7wq2fxm", "is_guest": True},
            "token": {**_TOKEN, "expires_at": "2027-01-05T18:30:00Z"},
        },
        201,
    )
]
PROMOTE_GUEST = [
    _request({"username": "Ann", "password": "seven red herrings"}),
    _response(_ACCOUNT, 200),
]
VERIFY_EMAIL = [_request({"code": _CODE})]
ASK_FOR_PASSWORD_RESET = [_request({"email": "ann@example.org"})]
RESET_PASSWORD = [_request({"code": _CODE, "new_password": "eight blue whales"})]
_MINE = {**_ACCOUNT, "unread_notices": 1}
ME = [_response(_MINE, 200)]
CHANGE_ME = [
    _request({"email": "ann@example.org", "display_name": "Ann of Oz"}),
    _response({**_MINE, "email": "ann@example.org", "display_name": "Ann of Oz"}, 200),
]
CHANGE_PASSWORD = [
    _request({"current_password": "seven red herrings", "new_password": "eight blue whales"})
]
LIST_TOKENS = [_response({"tokens": [_LISTED]}, 200)]
ISSUE_TOKEN = [
    _request(
        {"username": "Ann", "password": "seven red herrings", "name": "laptop"}, "with a password"
    ),
    _request(
        {"name": "scoreboard", "scopes": ["read"], "expires_in_days": 7}, "with a token in use"
    ),
    _response({**_TOKEN, "id": 2, "name": "laptop"}, 201),
]
TEST_TOKENS = [
    _request({"tokens": [_SECRET, "gf_unknown"]}),
    _response(
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
LIST_BLOCKS = [_response({"blocks": [{"player": "Mallory", "at": _CREATED}]}, 200)]
LIST_BOTS = [_response({"bots": [_BOT]}, 200)]
_BOT_SCOPES = ["read", "play", "bot"]
CREATE_BOT = [
    _request({"username": "Ann-Droid"}),
    _response({"account": _BOT, "token": {**_TOKEN, "id": 3, "scopes": _BOT_SCOPES}}, 201),
]
LIST_BOT_TOKENS = [_response({"tokens": [{**_LISTED, "id": 3, "scopes": _BOT_SCOPES}]}, 200)]
ISSUE_BOT_TOKEN = [
    _request({"name": "server", "expires_in_days": 365}),
    _response({**_TOKEN, "id": 4, "name": "server", "scopes": _BOT_SCOPES}, 201),
]
