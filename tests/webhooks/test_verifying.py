"""`verify_webhook` of both packages takes what `standardwebhooks` signs, and nothing else."""

import json
import subprocess
from base64 import b64encode
from datetime import UTC, datetime
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook as Signer

from games.webhooks import registering
from gofishkit import UnverifiedWebhook, answer_challenge, verify_webhook
from tests.processes import find
from tests.servers import ROOT

NODE = find("node")
KEY, OTHER = b"k" * 32, b"o" * 32
NOW = 1_800_000_000
BODY = b'{"type": "notice", "data": {"notice": 7}}'


def signed(*keys: bytes, at: int = NOW, body: bytes = BODY) -> dict[str, str]:
    moment = datetime.fromtimestamp(at, UTC)
    signatures = [
        Signer(registering.shown(key)).sign("msg_1", moment, body.decode()) for key in keys
    ]
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": str(at),
        "Webhook-Signature": " ".join(signatures),
    }


def test_a_message_of_the_secret_is_returned() -> None:
    secret = registering.shown(KEY)
    for headers in (signed(KEY), signed(OTHER, KEY), signed(KEY, at=NOW - 299)):
        assert verify_webhook(BODY, headers, secret, now=NOW)["data"] == {"notice": 7}
    assert verify_webhook(BODY, signed(KEY), registering.shown(OTHER), secret, now=NOW)
    in_lists = {name.upper(): [value] for name, value in signed(KEY).items()}
    assert verify_webhook(BODY, in_lists, secret, now=NOW)


def ours(body: bytes) -> dict[str, str]:
    return registering.headers(body, message_id="msg_1", timestamp=NOW, keys=[KEY])


NOT_UTF_8, NOT_JSON, TOO_DEEP = b'{"type": "\xff"}', b'{"type": ', b"[" * 100_000
BARE_UTF_16 = "{}".encode("utf-16-le")
SIGNATURE = signed(KEY)["Webhook-Signature"]
BAD: dict[str, tuple[dict[str, Any], bytes]] = {
    "another secret": (signed(OTHER), BODY),
    "another body": (signed(KEY), BODY.replace(b"7", b"8")),
    "another id": (signed(KEY) | {"Webhook-Id": "msg_2"}, BODY),
    "another time": (signed(KEY) | {"Webhook-Timestamp": str(NOW + 1)}, BODY),
    "old": (signed(KEY, at=NOW - 301), BODY),
    "of the future": (signed(KEY, at=NOW + 301), BODY),
    "no time": (signed(KEY) | {"Webhook-Timestamp": "soon"}, BODY),
    "another version": (
        {key: value.replace("v1,", "v2,") for key, value in signed(KEY).items()},
        BODY,
    ),
    "no Base64": (signed(KEY) | {"Webhook-Signature": "v1,*** ü"}, BODY),
    "no headers": ({}, BODY),
    "a surrogate in the id": (signed(KEY) | {"Webhook-Id": "msg_\ud800"}, BODY),
    "a surrogate in the time": (signed(KEY) | {"Webhook-Timestamp": "\ud800"}, BODY),
    "a surrogate in the signature": (signed(KEY) | {"Webhook-Signature": "v1,\ud800"}, BODY),
    "two signatures in a list": (signed(KEY) | {"Webhook-Signature": [SIGNATURE] * 2}, BODY),
    "two signatures, joined": (
        signed(KEY) | {"Webhook-Signature": f"v1,AAAA, {SIGNATURE}"},
        BODY,
    ),
    "two ids by case": (signed(KEY) | {"webhook-id": "msg_1"}, BODY),
    "no value": (signed(KEY) | {"Webhook-Id": None}, BODY),
    "a number": (signed(KEY) | {"Webhook-Timestamp": [NOW]}, BODY),
    "a number, not a list": (signed(KEY) | {"Webhook-Timestamp": NOW}, BODY),
    "no UTF-8": (ours(NOT_UTF_8), NOT_UTF_8),
    "no JSON": (ours(NOT_JSON), NOT_JSON),
    "too deep": (ours(TOO_DEEP), TOO_DEEP),
    "UTF-16": (ours(BODY.decode().encode("utf-16")), BODY.decode().encode("utf-16")),
    "UTF-16 without a mark": (ours(BARE_UTF_16), BARE_UTF_16),
    "a byte order mark": (ours(b"\xef\xbb\xbf" + BODY), b"\xef\xbb\xbf" + BODY),
    "no object": (ours(b"[]"), b"[]"),
}


@pytest.mark.parametrize("what", BAD)
def test_another_message_is_refused(what: str) -> None:
    headers, body = BAD[what]
    with pytest.raises(UnverifiedWebhook):
        verify_webhook(body, headers, registering.shown(KEY), now=NOW)


def test_an_answer_to_a_challenge_is_the_one_that_the_service_wants() -> None:
    answer = answer_challenge({"data": {"challenge": "abc"}}, registering.shown(KEY))["answer"]

    assert registering.answers("abc", answer, key=KEY)
    assert not registering.answers("abd", answer, key=KEY)
    assert not registering.answers("abc", "abc", key=KEY)


SCRIPT = """
import { answerChallenge, UnverifiedWebhook, verifyWebhook } from "./clients/javascript/src/webhooks.js";
const { good, bad, secret, now } = JSON.parse(await new Response(process.stdin).text());
const results = [];
const decide = async ({ headers, body }) => {
  const sent = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  try {
    results.push(await verifyWebhook(sent, headers, secret, { now }));
  } catch (error) {
    results.push(error instanceof UnverifiedWebhook ? "refused" : String(error));
  }
};
const { headers, body } = good;
const lists = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]);
const forms = [headers, new Headers(headers), new Map(Object.entries(headers)), new Map(lists), Object.fromEntries(lists)];
for (const form of forms) await decide({ headers: form, body });
for (const each of bad) await decide(each);
results.push(await verifyWebhook(atob(body), headers, secret, { now }));
results.push(await answerChallenge({ data: { challenge: "abc" } }, secret));
console.log(JSON.stringify(results));
"""


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="needs node")
def test_javascript_decides_as_python_does() -> None:
    good, *bad = [
        {"headers": headers, "body": b64encode(body).decode()}
        for headers, body in [(signed(KEY), BODY), *BAD.values()]
    ]
    sent = json.dumps({"good": good, "bad": bad, "secret": registering.shown(KEY), "now": NOW})
    command = [str(NODE), "--input-type=module", "-e", SCRIPT]
    done = subprocess.run(command, cwd=ROOT, input=sent, check=True, capture_output=True, text=True)

    *found, from_text, answer = json.loads(done.stdout)
    assert found[:5] == [from_text] * 5 == [json.loads(BODY)] * 5
    assert dict(zip(BAD, found[5:], strict=True)) == dict.fromkeys(BAD, "refused")
    assert answer == answer_challenge({"data": {"challenge": "abc"}}, registering.shown(KEY))
