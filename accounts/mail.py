"""E-mails, written here and sent by a thread of their own.

What a request does must not depend on whether somebody gets a letter: the time that it takes would
tell strangers which addresses are known.
"""

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, NamedTuple

from django.core.mail import send_mail

from accounts import quotas

logger = logging.getLogger(__name__)

postman = ThreadPoolExecutor(1, thread_name_prefix="postman")


Purpose = Literal["registration", "verification", "recovery", "notice"]
"""What letters are counted by: too many of one kind to an address keep none of another from it."""


class Letter(NamedTuple):
    """A short text for one address."""

    purpose: Purpose
    to: str
    subject: str
    text: str


def post(*letters: Letter) -> None:
    """Hand letters over to be sent. No letter costs the caller as much as one."""
    postman.submit(_send, letters)


def verification(*, purpose: Purpose, to: str, username: str, code: str) -> Letter:
    """Write the letter that asks whether an address is the account's."""
    return Letter(
        purpose,
        to,
        "Is this your address?",
        f"{username} of Go Fish gave this address. If that was you, confirm it with\n\n"
        f'    POST /api/v1/email/verify {{"code": "{code}"}}\n\n'
        "within a day. If not, do nothing: no further letter comes.\n",
    )


def recovery(*, to: str, codes: dict[str, str]) -> Letter:
    """Write the letter that lets somebody choose a new password; ``codes`` by username."""
    lines = "".join(
        f'{username}:\n\n    POST /api/v1/password/reset/confirm {{"code": "{code}", '
        '"new_password": "…"}\n\n'
        for username, code in codes.items()
    )
    return Letter(
        "recovery",
        to,
        "A new password",
        "Somebody asked for a new password for an account of Go Fish with this address. If that "
        f"was you, choose one within the hour.\n\n{lines}"
        "If not, do nothing: the password stays as it is.\n",
    )


def notice(*, to: str, username: str, kind: str) -> Letter:
    """Write the letter that says that there is a notice, of which kind, and where it is read: nothing else of it."""
    return Letter(
        "notice",
        to,
        "There is a notice for you",
        f"{username} of Go Fish has a new notice: {kind.replace('_', ' ')}. Read it with\n\n"
        "    GET /api/v1/me/notices\n",
    )


def _send(letters: tuple[Letter, ...]) -> None:
    for letter in letters:
        recipient = f"{letter.purpose} {letter.to.lower()}"
        standing = quotas.take("recipient", recipient, now=time.time())
        if standing and standing.is_exceeded:
            logger.info("a letter was dropped: its address had enough of them")
            continue
        try:
            send_mail(letter.subject, letter.text, None, [letter.to])
        except Exception:  # whatever the mail server does, the next letter goes out
            logger.exception("a letter was not sent")
