"""The second factor of staff: enrolment by link, sign-in with codes, lockout and audit."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from axes.models import AccessAttempt
from django.core.management import call_command
from django.test import Client
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings
from rest_framework.test import APIClient

from accounts.credentials import codes
from accounts.models import User
from games.play.models import AuditEntry
from tests.desk.cases import PASSWORD, at_desk, staff
from tests.desk.review import code_of

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db,
]

LIMIT = 3
ENROL = "/admin/enrol/"


@pytest.fixture(autouse=True)
def clock(settings: Settings) -> Iterator[time_machine.Traveller]:
    """A clock that stands still, and settings of production."""
    settings.ADMIN_SECOND_FACTOR, settings.AXES_FAILURE_LIMIT = True, LIMIT
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        yield clock


@pytest.fixture
def rita(db: None) -> User:
    """A reviewer who has not enrolled."""
    return staff("rita", "reviewer")


def opened(link: str, **fields: str) -> Any:
    return Client().post(f"{ENROL}?code={link}", fields)


def enrolled(user: User, clock: time_machine.Traveller) -> tuple[bytes, list[str]]:
    """Enrol an account; return the key of its app and its printed codes, 30 seconds later."""
    link = codes.make_link(user)
    key = codes.new_key(link).bin_key
    printed = codes.enrol(link, code_of(key))
    clock.shift(30)
    return key, printed


def log_in(code: str, client: Client | None = None) -> Any:
    fields = {"username": "rita", "password": PASSWORD, "otp_token": code}
    return (client or Client()).post("/admin/login/", fields)


def audited() -> list[tuple[str, str]]:
    return list(AuditEntry.objects.order_by("pk").values_list("actor__username", "action"))


def test_a_link_of_a_superuser_enrols_and_works_once(
    rita: User, clock: time_machine.Traveller, settings: Settings
) -> None:
    settings.ADMIN_SECOND_FACTOR = False
    chief = at_desk("chief")
    User.objects.filter(username="chief").update(is_superuser=True)
    page = chief.post(f"/admin/link/{rita.pk}/").content.decode()
    found = re.search(r"http://localhost/admin/enrol/\?code=([^<]+)", page)
    assert found
    settings.ADMIN_SECOND_FACTOR = True

    shown = opened(found[1])
    device = TOTPDevice.objects.get()
    confirmed = opened(found[1], otp_token=code_of(device.bin_key))
    again = opened(found[1], otp_token=code_of(device.bin_key))

    assert "<svg" in shown.content.decode()
    assert all("no-store" in each["Cache-Control"] for each in (shown, confirmed, again))
    assert again.status_code == 410
    assert len(confirmed.context["printed"]) == 10
    assert audited() == [("chief", "enrolment_link"), ("rita", "enrolled")]
    clock.shift(30)
    client = Client(SERVER_NAME="localhost")
    assert log_in(code_of(device.bin_key), client).status_code == 302
    assert client.get("/admin/disputes/dispute/").status_code == 200


def test_a_key_is_shown_once_and_a_wrong_code_shows_none(rita: User) -> None:
    link = codes.make_link(rita)
    before = opened(link).context["key"]
    old = code_of(TOTPDevice.objects.get().bin_key)

    after = opened(link).context["key"]
    wrong = opened(link, otp_token=old)

    assert before != after
    assert after not in wrong.content.decode()
    assert audited() == [("rita", "wrong_code")]
    assert not StaticToken.objects.exists()


@pytest.mark.parametrize(
    "change",
    ["forged", "odd", "none", "expired", "replaced", "reset", "no longer staff"],
)
def test_an_invalid_link_enrols_no_account(
    rita: User, clock: time_machine.Traveller, change: str
) -> None:
    link = codes.make_link(rita)
    match change:
        case "expired":
            clock.shift(timedelta(hours=1, seconds=1))
        case "replaced":
            codes.make_link(rita)
        case "reset":
            codes.remove(rita.pk)
        case "no longer staff":
            User.objects.update(is_staff=False)
    links = {"forged": link[:-1] + "!", "odd": "%00é%ff"}
    used = "" if change == "none" else links.get(change, link)

    answers = [opened(used), opened(used, otp_token="123456")]

    assert [answer.status_code for answer in answers] == [410, 410]
    assert audited() == []
    assert not TOTPDevice.objects.filter(confirmed=True).exists()


@pytest.mark.parametrize("code", ["", "000000", "٠٠٠٠٠٠", "\0"])
def test_a_password_alone_or_with_a_wrong_code_opens_nothing(
    rita: User, clock: time_machine.Traveller, code: str
) -> None:
    enrolled(rita, clock)
    client = Client(SERVER_NAME="localhost")

    assert log_in(code, client).status_code == 200
    assert client.get("/admin/").status_code == 302
    assert PASSWORD not in log_in(code, client).content.decode()


def test_each_code_works_once(rita: User, clock: time_machine.Traveller) -> None:
    key, [first, second, *_] = enrolled(rita, clock)
    code = code_of(key)

    statuses = []
    for each in (f"{code[:3]} {code[3:]}", code, first.upper(), first, second):
        statuses.append(log_in(each).status_code)
        clock.shift(2)

    assert statuses == [302, 200, 302, 200, 302]


def test_wrong_codes_are_throttled_audited_and_lock_out_like_wrong_passwords(
    rita: User, clock: time_machine.Traveller
) -> None:
    key, [printed, *_] = enrolled(rita, clock)

    throttled = [log_in("000000"), log_in(code_of(key))]
    clock.shift(10)
    locked = [log_in("000000"), log_in(code_of(key)), log_in(printed)]

    assert [answer.status_code for answer in throttled] == [200, 200]
    assert [answer.status_code for answer in locked] == [429, 429, 429]
    assert audited() == [("rita", "wrong_code")] * 3
    assert code_of(key) not in AccessAttempt.objects.get().post_data


def test_a_password_at_the_api_does_not_reset_the_count_of_wrong_codes(
    rita: User, clock: time_machine.Traveller
) -> None:
    enrolled(rita, clock)
    body = {"username": "rita", "password": PASSWORD, "name": "x"}

    statuses = []
    for _ in range(LIMIT - 1):
        log_in("000000")
        statuses.append(APIClient().post("/api/v1/tokens", body).status_code)

    assert statuses == [201] * (LIMIT - 1)
    assert log_in("000000").status_code == 429


def test_enrolled_staff_are_asked_for_their_code_also_where_it_is_not_required(
    rita: User, clock: time_machine.Traveller, settings: Settings
) -> None:
    settings.ADMIN_SECOND_FACTOR = False
    client = Client(SERVER_NAME="localhost")
    assert log_in("", client).status_code == 302
    assert client.get("/admin/").status_code == 200

    key, _ = enrolled(rita, clock)

    assert client.get("/admin/").status_code == 302
    assert log_in("").status_code == 200
    assert log_in(code_of(key)).status_code == 302


def test_the_command_prints_a_link_and_removes_a_second_factor(
    rita: User, clock: time_machine.Traveller, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("second_factor", "Rita")
    link = capsys.readouterr().out.strip().partition("?code=")[2]
    opened(link)
    assert opened(link, otp_token=code_of(TOTPDevice.objects.get().bin_key)).status_code == 200
    client = Client(SERVER_NAME="localhost")
    clock.shift(30)
    log_in(code_of(TOTPDevice.objects.get().bin_key), client)
    assert client.get("/admin/").status_code == 200

    call_command("second_factor", "rita", "--reset")

    assert client.get("/admin/").status_code == 302
    assert not TOTPDevice.objects.exists() and not StaticToken.objects.exists()
    assert [action for _, action in audited()] == ["enrolment_link", "enrolled", "factor_removed"]


def test_who_has_a_password_but_not_enrolled_opens_nothing(rita: User) -> None:
    client = Client(SERVER_NAME="localhost")
    client.force_login(rita, backend="django.contrib.auth.backends.ModelBackend")  # as 0.2.0 did

    assert log_in("123456").status_code == 200
    assert client.get("/admin/").status_code == 302
    assert client.get(f"/admin/link/{rita.pk}/").status_code == 302


def test_superusers_make_links_for_other_staff_only(rita: User, settings: Settings) -> None:
    settings.ADMIN_SECOND_FACTOR = False
    chief, operator = at_desk("chief"), at_desk("otto", "operator")
    User.objects.filter(username="chief").update(is_superuser=True)
    own = User.objects.get(username="chief").pk
    player = User.objects.create_user("bob").pk

    statuses = [
        client.post(f"/admin/link/{account}/").status_code
        for client, account in ((chief, own), (operator, rita.pk), (chief, player), (chief, 10**30))
    ]

    assert statuses == [403, 403, 404, 404]
    assert not TOTPDevice.objects.exists()
