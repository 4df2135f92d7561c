"""Write e-mails, and send them in a separate thread.

A request must take the same time whether or not it sends a letter. Otherwise its duration would
reveal which addresses are known.
"""

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, NamedTuple

from django.core.mail import send_mail

from accounts.limits import quotas

logger = logging.getLogger(__name__)

postman = ThreadPoolExecutor(1, thread_name_prefix="postman")


Purpose = Literal["registration", "verification", "recovery", "notice"]
"""Letters to an address are counted by purpose: too many of one do not block another."""


class Letter(NamedTuple):
    """A short text for one address."""

    purpose: Purpose
    to: str
    subject: str
    text: str


def post(*letters: Letter) -> None:
    """Queue letters to be sent. The caller takes the same time for none and for many."""
    postman.submit(_send, letters)


def verification(*, purpose: Purpose, to: str, username: str, code: str) -> Letter:
    """Write the letter with the code that verifies an address."""
    return Letter(
        purpose,
        to,
        "Confirm your e-mail address",
        f"The Go Fish account {username} uses this address. If it is yours, confirm the address "
        "within a day:\n\n"
        f'    POST /api/v1/email/verify {{"code": "{code}"}}\n\n'
        "If it is not your account, ignore this letter.\n",
    )


def recovery(*, to: str, codes: dict[str, str]) -> Letter:
    """Write the letter with the codes that set a new password; ``codes`` by username."""
    lines = "".join(
        f'{username}:\n\n    POST /api/v1/password/reset/confirm {{"code": "{code}", '
        '"new_password": "…"}\n\n'
        for username, code in codes.items()
    )
    return Letter(
        "recovery",
        to,
        "Reset your password",
        "A password reset was requested for a Go Fish account with this address. If it was you, "
        f"set a new password within an hour:\n\n{lines}"
        "If it was not you, ignore this letter: your password does not change.\n",
    )


def notice(*, to: str, username: str, kind: str) -> Letter:
    """Write the letter about a notice: only its kind, and how to read it."""
    return Letter(
        "notice",
        to,
        "You have a new notice",
        f"The Go Fish account {username} has a new notice: {kind.replace('_', ' ')}. Read it:\n\n"
        "    GET /api/v1/me/notices\n",
    )


def _send(letters: tuple[Letter, ...]) -> None:
    for letter in letters:
        recipient = f"{letter.purpose} {letter.to.lower()}"
        standing = quotas.take("recipient", recipient, now=time.time())
        if standing and standing.is_exceeded:
            logger.info("a letter was dropped: the quota of its address is used up")
            continue
        try:
            send_mail(letter.subject, letter.text, None, [letter.to])
        except Exception:  # whatever the mail server does, the next letter goes out
            logger.exception("a letter was not sent")
