"""The export of a large account: pages have a bounded number of rows and lose none."""

import base64
import json
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.credentials import tokens
from accounts.lifecycle import bots
from accounts.models import Token, User
from games.models import StoredAnswer
from gofish_api.personal_data import export_pages
from gofish_api.personal_data.parts import PARTS
from tests.accounts import people
from tests.players import Json, Player, account_of, statements

pytestmark = pytest.mark.django_db

ROWS = 1_234


@pytest.fixture
def ann() -> Player:
    registered = people.register("Ann")
    return Player(registered.issued.secret, name="Ann", account=registered.user.pk)


def keep_answers(account_id: int, count: int) -> None:
    """Store responses for retries."""
    StoredAnswer.objects.bulk_create(
        StoredAnswer(
            account_id=account_id,
            key=f"k-{number}",
            fingerprint=b"",
            status=200,
            headers={},
            body=b"",
            at=timezone.now(),
        )
        for number in range(count)
    )


def add_tokens(user: User, count: int) -> None:
    """Store revoked tokens, whose number is not limited."""
    now = timezone.now()
    Token.objects.bulk_create(
        Token(
            user=user,
            name=f"t-{number}",
            scopes=["read"],
            digest=tokens.digest(f"{user.pk}-{number}"),
            created_at=now,
            expires_at=now,
            revoked_at=now,
        )
        for number in range(count)
    )


def pages(player: Player) -> list[Json]:
    """Read all pages."""
    read = [player.get("/me/export").json()]
    while read[-1]["next"]:
        read.append(player.get(read[-1]["next"].removeprefix("/api/v1")).json())
    return read


def rows(page: Json) -> int:
    """Count the rows of a page."""
    nested = sum(len(bot["tokens"]) for bot in page["bots"])
    return nested + sum(len(part) for part in page.values() if isinstance(part, list))


def test_pages_are_bounded_and_lose_nothing(ann: Player) -> None:
    keep_answers(ann.account, ROWS)
    add_tokens(account_of(ann), ROWS)

    read = pages(ann)

    assert [rows(page) for page in read[:-1]] == [export_pages.MOST_ROWS] * (len(read) - 1)
    assert rows(read[-1]) <= export_pages.MOST_ROWS
    keys = Counter(answer["key"] for page in read for answer in page["stored_answers"])
    assert keys == Counter(f"k-{number}" for number in range(ROWS))
    names = Counter(token["name"] for page in read for token in page["tokens"])
    assert names == Counter([*(f"t-{number}" for number in range(ROWS)), "first token"])


def test_bots_with_many_tokens_span_several_pages(ann: Player) -> None:
    made = [bots.create(account_of(ann), f"Droid-{n}", now=timezone.now()).user for n in range(4)]
    for droid, count in zip(made, (700, 0, 498, 500), strict=True):
        add_tokens(droid, count)

    read = pages(ann)

    assert max(map(rows, read)) == export_pages.MOST_ROWS
    shown: dict[str, list[str]] = {}
    for page in read:
        for bot in page["bots"]:
            shown.setdefault(bot["account"]["username"], []).extend(
                t["name"] for t in bot["tokens"]
            )
    assert {name: len(set(names)) for name, names in shown.items()} == {
        "Droid-0": 701,
        "Droid-1": 1,
        "Droid-2": 499,
        "Droid-3": 501,
    }
    assert sum(map(len, shown.values())) == 1702


@pytest.mark.parametrize("most", range(2, 12))
def test_bots_are_complete_in_chunks_of_any_size(ann: Player, most: int) -> None:
    for number, count in enumerate((2, 0, 3)):
        droid = bots.create(account_of(ann), f"Droid-{number}", now=timezone.now()).user
        add_tokens(droid, count)
    part, after, read = PARTS["bots"], None, Counter[tuple[str, str]]()
    for _ in range(20):
        chunk = part.read(ann.account, after, most)
        assert chunk.size <= most
        read.update(
            (bot["account"].username, token.name) for bot in chunk.rows for token in bot["tokens"]
        )
        after = chunk.last
        if after is None:
            break

    assert after is None
    assert read == {
        **{(f"Droid-{n}", "first token"): 1 for n in range(3)},
        **{(f"Droid-{n}", f"t-{t}"): 1 for n, count in ((0, 2), (2, 3)) for t in range(count)},
    }


def test_the_number_of_statements_of_a_page_does_not_grow(ann: Player) -> None:
    def counted() -> int:
        with CaptureQueriesContext(connection) as captured:
            ann.get("/me/export")
        return statements(captured)

    few = counted()
    keep_answers(ann.account, ROWS)

    assert counted() <= few


@pytest.mark.parametrize(
    "content",
    [
        [],
        {},
        "tokens",
        ["nothing"],
        [["tokens"]],
        ["tokens", "1"],
        ["tokens", True],
        ["tokens", 1.5],
        ["tokens", -1],
        ["tokens", 2**63],
        ["tokens", 1, 2],
        ["bots", 1],
        ["stored_answers", 1],
        ["stored_answers", "\0"],
        ["stored_answers", "x" * 65],
    ],
    ids=json.dumps,
)
def test_a_forged_cursor_is_refused(ann: Player, content: Any) -> None:
    text = base64.urlsafe_b64encode(json.dumps(content).encode()).decode()

    answer = ann.get(f"/me/export?after={text}")

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/after")


@pytest.mark.parametrize("text", ["x", "%00", "%C3%A4", "A" * 201, "", "===="])
def test_an_invalid_cursor_is_refused(ann: Player, text: str) -> None:
    assert ann.get(f"/me/export?after={text}").status_code == 400


def test_a_cursor_shows_no_data_of_other_accounts(ann: Player) -> None:
    bob = people.register("Bob")
    keep_answers(bob.user.pk, 3)
    cursor = export_pages.to_text(export_pages.Cursor("bots", (0, 0)))

    page = ann.get(f"/me/export?after={cursor}").json()

    assert page["account"]["username"] == "Ann"
    assert rows(page) == 0
