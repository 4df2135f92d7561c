"""`verify_webhook` of both packages takes what `standardwebhooks` signs, and nothing else."""

import json
import subprocess
from datetime import UTC, datetime
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook as Signer

from games.webhooks import signing
from gofishkit import UnverifiedWebhook, answer_challenge, verify_webhook
from tests.programs import find
from tests.servers import ROOT

pytestmark = pytest.mark.once

NODE = find("node")
KEY, OTHER = b"k" * 32, b"o" * 32
NOW = 1_800_000_000
BODY = b'{"type": "notice", "data": {"notice": 7}}'


def signed(*keys: bytes, at: int = NOW, body: bytes = BODY) -> dict[str, str]:
    moment = datetime.fromtimestamp(at, UTC)
    signatures = [Signer(signing.shown(key)).sign("msg_1", moment, body.decode()) for key in keys]
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": str(at),
        "Webhook-Signature": " ".join(signatures),
    }


def test_a_message_of_the_secret_is_returned() -> None:
    secret = signing.shown(KEY)
    for headers in (signed(KEY), signed(OTHER, KEY), signed(KEY, at=NOW - 299)):
        assert verify_webhook(BODY, headers, secret, now=NOW)["data"] == {"notice": 7}
    assert verify_webhook(BODY, signed(KEY), signing.shown(OTHER), secret, now=NOW)


BAD: dict[str, tuple[dict[str, str], bytes]] = {
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
}


@pytest.mark.parametrize("what", BAD)
def test_another_message_is_refused(what: str) -> None:
    headers, body = BAD[what]
    with pytest.raises(UnverifiedWebhook):
        verify_webhook(body, headers, signing.shown(KEY), now=NOW)


def test_an_answer_to_a_challenge_is_the_one_that_the_service_wants() -> None:
    answer = answer_challenge({"data": {"challenge": "abc"}}, signing.shown(KEY))["answer"]

    assert signing.answers("abc", answer, key=KEY)
    assert not signing.answers("abd", answer, key=KEY)
    assert not signing.answers("abc", "abc", key=KEY)


SCRIPT = """
import { answerChallenge, verifyWebhook } from "./clients/javascript/src/webhooks.js";
const { cases, secret, now } = JSON.parse(process.argv[1]);
const results = [];
for (const { headers, body } of cases) {
  results.push(await verifyWebhook(body, new Headers(headers), secret, { now }).catch(() => null));
}
const plain = Object.fromEntries(Object.entries(cases[0].headers).map(([k, v]) => [k.toLowerCase(), v]));
results.push(await verifyWebhook(new TextEncoder().encode(cases[0].body), plain, secret, { now }));
results.push(await answerChallenge({ data: { challenge: "abc" } }, secret));
console.log(JSON.stringify(results));
"""


@pytest.mark.process
@pytest.mark.skipif(NODE is None, reason="needs node")
def test_javascript_decides_as_python_does() -> None:
    cases: list[dict[str, Any]] = [
        {"headers": headers, "body": body.decode()}
        for headers, body in [(signed(KEY), BODY), *BAD.values()]
        if headers.get("Webhook-Signature", "").isascii()
    ]
    sent = json.dumps({"cases": cases, "secret": signing.shown(KEY), "now": NOW})
    command = [str(NODE), "--input-type=module", "-e", SCRIPT, sent]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout

    good, *bad, plain, answer = json.loads(printed)
    assert good == plain == json.loads(BODY)
    assert set(map(str, bad)) == {"None"}
    assert answer == answer_challenge({"data": {"challenge": "abc"}}, signing.shown(KEY))
