"""Keyed digests that are stored or given out stay the same, wherever their code moves."""

from collections.abc import Callable

import pytest
from pytest_django import Settings

from accounts.oauth import devices
from games.classes import codes
from games.data.api import bodies
from games.play import seats, visibility


@pytest.mark.parametrize(
    ("made", "released"),
    [
        (lambda: seats._digest("address", "192.0.2.1").hex(), "377c9f14097ab0a56f3f3fc837e7a656"),
        (lambda: codes.digest_of("ABCDEFGHJK").hex()[:16], "b3ef9522ae9d40a3"),
        (lambda: visibility.watch_pass_for(7, "code").digest, "5fa796c01259ed2af82801568c9463ab"),
        (lambda: bodies._signature(b"\x01" * 8, "e").hex(), "b1a3308feef6afd6fc11"),
        (lambda: devices._typed("ABCD-EFGH").hex()[:16], "7346f9ec2aed6d5d"),
    ],
    ids=["address", "class", "watch", "export", "device"],
)
def test_a_keyed_digest_is_that_of_release_0_2(
    settings: Settings, made: Callable[[], str], released: str
) -> None:
    settings.SECRET_KEY = "released"

    assert made() == released
