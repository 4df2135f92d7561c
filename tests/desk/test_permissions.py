"""Access to every page of the desk by role, and none while suspended.

``make generated`` writes the table of permissions in docs/desk-permissions.md.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import locks, registration
from accounts.models import ReservedName, Token, User
from games.desk import audit, claiming, filing, players
from games.desk.models import Dispute, DisputeStatus
from games.log.models import Seat
from games.play.models import Action, AuditEntry
from gofish_api.personal_data import close_account
from tests.databases import ON_ONE
from tests.desk.cases import PASSWORD, at_desk, filed, finished, install_groups, staff
from tests.desk.review import registered
from tests.players import Player, guest, seated
from tests.readme_tables import rendered, with_block
from tests.tables import number_of

pytestmark = pytest.mark.django_db

# The status of a GET by page, for a reviewer, an operator, staff without permissions, and a player.
PAGES = {
    "": (200, 200, 200, 302),
    "health/": (200, 200, 403, 302),
    "link/{account}/": (404, 404, 404, 302),  # for superusers, and accounts of staff
    "password_change/": (200, 200, 200, 302),
    "disputes/dispute/": (200, 403, 403, 302),
    "disputes/dispute/{dispute}/change/": (200, 403, 403, 302),
    "disputes/dispute/{dispute}/delete/": (403, 403, 403, 302),
    "disputes/dispute/{dispute}/history/": (200, 403, 403, 302),
    "disputes/dispute/player/{account}/": (200, 403, 403, 302),
    "disputes/dispute/statistics/": (200, 403, 403, 302),
    "disputes/dispute/add/": (403, 403, 403, 302),
    "disputes/auditentry/": (403, 200, 403, 302),
    "disputes/auditentry/add/": (403, 403, 403, 302),
    "games/game/": (200, 200, 403, 302),
    "games/game/add/": (403, 403, 403, 302),
    "games/game/{game}/change/": (200, 200, 403, 302),
    "games/game/{game}/delete/": (403, 403, 403, 302),
    "games/game/{game}/board/": (200, 200, 403, 302),
    "games/game/{game}/table/": (200, 200, 403, 302),
    "games/game/{game}/access/": (200, 403, 403, 302),
    "games/game/{running}/board/": (200, 200, 403, 302),
    "accounts/user/": (403, 200, 403, 302),
    "accounts/user/add/": (403, 403, 403, 302),
    "accounts/user/{account}/change/": (403, 200, 403, 302),
    "accounts/user/{account}/delete/": (403, 403, 403, 302),
    "accounts/reservedname/": (403, 403, 403, 302),
    "accounts/token/": (403, 200, 403, 302),
    "accounts/token/add/": (403, 403, 403, 302),
    "accounts/token/{token}/change/": (403, 200, 403, 302),
    "accounts/token/{token}/delete/": (403, 403, 403, 302),
    "auth/group/": (403, 403, 403, 302),
    "password_change/done/": (200, 200, 200, 302),
    "autocomplete/": (403, 403, 403, 302),
    "disputes/auditentry/{entry}/change/": (403, 200, 403, 302),
    "disputes/auditentry/{entry}/delete/": (403, 403, 403, 302),
    "disputes/auditentry/{entry}/history/": (403, 200, 403, 302),
    "games/game/{game}/history/": (200, 200, 403, 302),
    "accounts/user/{account}/history/": (403, 200, 403, 302),
    "accounts/user/{account}/password/": (403, 403, 403, 302),
    "accounts/reservedname/add/": (403, 403, 403, 302),
    "accounts/reservedname/{name}/change/": (403, 403, 403, 302),
    "accounts/reservedname/{name}/delete/": (403, 403, 403, 302),
    "accounts/reservedname/{name}/history/": (403, 403, 403, 302),
    "accounts/token/{token}/history/": (403, 200, 403, 302),
    "auth/group/add/": (403, 403, 403, 302),
    "auth/group/{group}/change/": (403, 403, 403, 302),
    "auth/group/{group}/delete/": (403, 403, 403, 302),
    "auth/group/{group}/history/": (403, 403, 403, 302),
    "disputes/": (200, 200, 404, 302),
    "games/": (200, 200, 404, 302),
    "accounts/": (404, 200, 404, 302),
    "auth/": (404, 404, 404, 302),
}
# The only pages that change anything. Each needs a POST.
ACTIONS = {
    "disputes/dispute/claim-next/": (302, 403, 403, 302),
    "disputes/dispute/{dispute}/claim/": (302, 403, 403, 302),
    "disputes/dispute/{dispute}/release/": (302, 403, 403, 302),
    "disputes/dispute/{dispute}/rule/": (409, 403, 403, 302),
    "disputes/dispute/{dispute}/undo/": (409, 403, 403, 302),  # there is no ruling
    "disputes/dispute/{dispute}/export/": (409, 403, 403, 302),  # without a reason
    "disputes/dispute/player/{account}/note/": (200, 403, 403, 302),  # without a text
    "disputes/dispute/player/{account}/rename/": (200, 403, 403, 302),  # without a reason
    "disputes/dispute/player/{account}/note/1/erase/": (404, 403, 403, 302),  # no such note
}


DOCUMENTED = Path(__file__).parents[2] / "docs" / "desk-permissions.md"


@pytest.fixture
def ids() -> dict[str, int | str]:
    """Return the ids that URLs name."""
    game, players = finished()
    running, *_ = seated(2)
    dispute = filed(game, players[0])
    token = Token.objects.get(user=players[0].account)
    entry = AuditEntry.objects.create(
        at=timezone.now(),
        actor_id=players[0].account,
        action=Action.ACCESSED,
        game=dispute.game,
        move=1,
    )
    name = ReservedName.objects.create(skeleton="rude", at=timezone.now())
    install_groups()
    return {
        "dispute": dispute.pk,
        "entry": entry.pk,
        "name": name.pk,
        "group": Group.objects.get(name="reviewer").pk,
        "game": number_of(game),
        "running": number_of(running),
        "account": players[0].account,
        "token": token.pk,
    }


def clients_by_role() -> list[Client]:
    player = Client(SERVER_NAME="localhost")
    player.force_login(
        User.objects.create_user("guest"), backend="django.contrib.auth.backends.ModelBackend"
    )
    return [at_desk("rita", "reviewer"), at_desk("otto", "operator"), at_desk("paul"), player]


def test_every_page_is_open_to_its_roles_only(ids: dict[str, int | str]) -> None:
    clients = clients_by_role()

    opened = {
        page: tuple(client.get(f"/admin/{page.format(**ids)}").status_code for client in clients)
        for page in PAGES
    }

    assert opened == PAGES


def test_actions_are_for_reviewers_and_refuse_get(ids: dict[str, int | str]) -> None:
    clients = clients_by_role()
    paths = {action: f"/admin/{action.format(**ids)}" for action in ACTIONS}

    posted = {
        action: tuple(client.post(path).status_code for client in clients)
        for action, path in paths.items()
    }

    assert posted == ACTIONS
    assert {clients[0].get(path).status_code for path in paths.values()} == {405}


# Not of the desk: sign-in, enrolment, scripts, and addresses that only redirect or answer 404.
ELSEWHERE = {"login/", "enrol/", "logout/", "jsi18n/", "r/<path:content_type_id>/<path:object_id>/"}


def routes(patterns: Sequence[Any], before: str = "") -> Iterator[str]:
    """Yield the routes of the admin, with a star for each argument."""
    for each in patterns:
        route = before + str(each.pattern)
        if hasattr(each, "url_patterns"):
            yield from routes(each.url_patterns, route)
        elif not route.startswith("^") and not route.endswith("$"):
            yield route


def test_the_table_has_every_page() -> None:
    known = {re.sub(r"{\w+}|\b1\b", "*", page) for page in [*PAGES, *ACTIONS]}

    missing = {
        starred
        for route in routes(admin.site.urls[0])
        if (starred := re.sub(r"<[^>]+>", "*", route)) not in known
        and route not in ELSEWHERE
        and not re.search(r"\w/<path:object_id>/$", route)  # redirects to the page of a row
    }

    assert missing == set()


def test_the_documentation_has_the_table_of_permissions() -> None:
    """The two tests above compare the same statuses with what the desk answers."""
    roles = ["reviewer", "operator", "other staff", "player"]
    rows = [
        [f"`{method} {page or '/'}`", *("no" if status in (403, 302) else "yes" for status in met)]
        for method, table in (("GET", PAGES), ("POST", ACTIONS))
        for page, met in _opened(method, table)
    ]
    written = DOCUMENTED.read_text()
    block = with_block(written, "desk-permissions", rendered(["page", *roles], rows))

    if os.environ.get("WRITE_GENERATED"):
        DOCUMENTED.write_text(block)
    assert block == written or os.environ.get("WRITE_GENERATED")


def _opened(method: str, table: Mapping[str, tuple[int, ...]]) -> list[tuple[str, tuple[int, ...]]]:
    """Return the rows with 302 only for the login, and 403 for every page that is not there for a
    role. An action answers with 302 if it is done, and with 404 for a missing object.
    """
    rows = []
    for page, (*staff_statuses, player) in table.items():
        other = {302: 200} if method == "POST" else {404: 403}
        done = [other.get(each, each) for each in staff_statuses]
        rows.append((page, (*done, player)))
    return rows


def test_an_action_needs_a_csrf_token(ids: dict[str, int | str]) -> None:
    strict = Client(enforce_csrf_checks=True, SERVER_NAME="localhost")
    strict.force_login(
        staff("rita", "reviewer"), backend="django.contrib.auth.backends.ModelBackend"
    )

    answer = strict.post(f"/admin/disputes/dispute/{ids['dispute']}/claim/")

    assert answer.status_code == 403
    assert Dispute.objects.get().reviewer is None


def test_a_suspension_ends_a_session_until_it_is_lifted() -> None:
    client = at_desk("rita", "reviewer")
    rita = User.objects.get(username="rita")
    queue = "/admin/disputes/dispute/"
    assert client.get(queue).status_code == 200

    locks.suspend(rita, reason="other", until=timezone.now() + timedelta(days=1))

    assert client.get(queue).status_code == 302
    login = {"username": "rita", "password": PASSWORD}
    refused = Client(SERVER_NAME="localhost").post("/admin/login/", login)
    [error] = refused.context["form"].non_field_errors().as_data()
    assert error.code == "suspended"
    wrong = Client(SERVER_NAME="localhost").post("/admin/login/", login | {"password": "what"})
    assert "suspended" not in wrong.content.decode()
    locks.lift(rita)
    assert client.get(queue).status_code == 200


def test_a_revoked_permission_ends_every_action_in_the_middle_of_a_session() -> None:
    game, players = finished()
    dispute = filed(game, players[0])
    client = at_desk("rita", "reviewer")
    path = f"/admin/disputes/dispute/{dispute.pk}"
    rita = User.objects.get(username="rita")
    assert client.post(f"{path}/claim/").status_code == 302
    rita.groups.clear()
    rita.user_permissions.set(Permission.objects.filter(codename="view_dispute"))
    ruling = {"kind": "dismissed", "template": "no_evidence", "confirm": "yes"}
    chosen = {"action": "dismiss", "_selected_action": dispute.pk, "apply": "yes", **ruling}

    answers = [
        client.post(f"{path}/rule/", ruling),
        client.post(f"{path}/claim/"),
        client.post(f"{path}/undo/"),
        client.post(f"{path}/export/", {"why": "So."}),
        client.post(f"/admin/disputes/dispute/player/{players[0].account}/rename/", {"why": "So."}),
        client.get(f"/admin/disputes/dispute/player/{players[0].account}/"),
        client.get(f"/admin/games/game/{dispute.game_id}/board/"),
    ]

    assert [answer.status_code for answer in answers] == [403] * len(answers)
    client.post("/admin/disputes/dispute/", chosen)
    assert Dispute.objects.get().status == DisputeStatus.OPEN
    assert client.get(f"{path}/change/").status_code == 200
    assert client.post(f"{path}/release/").status_code == 302


MOST_PAGES = 150
ENDS_THE_SESSION = ("/logout/", "/password_change/")


def links(page: str, path: str) -> set[str]:
    found = {urljoin(path, link.split("#")[0]) for link in re.findall(r'href="([^"]+)"', page)}
    return {
        each.split("?")[0]
        for each in found
        if each.startswith("/admin/") and not each.startswith("/admin/jsi18n")
    }


@pytest.mark.slow
@pytest.mark.parametrize("role", ["reviewer", "operator"])
def test_every_link_of_every_page_can_be_opened(role: str) -> None:
    game, (ann, bob) = finished()
    running, cid, _ = seated(2)
    filed(game, bob)
    filed(running, cid, move=2, reason="abusive_name")
    close_account.close(ann.account, now=timezone.now())
    client = at_desk(f"the-{role}", role)
    waiting, seen = ["/admin/"], {"/admin/"}
    refused = []

    while waiting and len(seen) < MOST_PAGES:
        path = waiting.pop(0)
        answer = client.get(path)
        if answer.status_code not in (200, 302):
            refused.append((path, answer.status_code))
        if answer.status_code != 200 or path.endswith(ENDS_THE_SESSION):
            continue
        new = links(answer.content.decode(), path) - seen
        seen |= new
        waiting += sorted(new)

    assert refused == []
    assert len(seen) > 10


def test_hidden_cards_are_offered_to_those_who_may_look() -> None:
    game, _, bob = seated(2)
    dispute = filed(game, bob, move=3)
    page = f"/admin/disputes/dispute/{dispute.pk}/change/"
    form = f"/{dispute.game_id}/access/"

    may = at_desk("rita", "reviewer", may=("look_into_running_games",)).get(page).content.decode()
    may_not = at_desk("sam", "reviewer").get(page).content.decode()

    assert form in may
    assert form not in may_not
    assert "You lack the permission to see hidden cards of a running game." in may_not


# --- the involved ---------------------------------------------------------------------------------

WORDS = "Seat 0 knew my cards, I swear by my herrings."
NO_TIME = "I have no time for herrings."
MAY = ("view_auditentry", "look_into_running_games")
LISTS = ("disputes/dispute/", "disputes/auditentry/", "games/game/")
QUERIES = ("?q={name}", "?q={public_id}", "?q={table}", "?state=free", "?reason__exact=other")


class Case:
    """A dispute that a spectator filed and another reviewer claimed and released."""

    def __init__(self) -> None:
        game, self.players = finished()
        self.complainant = registered(guest())
        self.dispute = filed(game, self.complainant, words=WORDS, reason="other")
        rae, now = staff("rae-the-reviewer", "reviewer"), timezone.now()
        claiming.claim(self.dispute, rae, now=now)
        claiming.release(self.dispute, rae, why=NO_TIME, now=now)
        accused = User.objects.get(pk=self.players[0].account)
        players.write_note(accused, rae, WORDS, dispute=self.dispute, now=now)
        self.secrets = {
            "the complainant": self.complainant.name,
            "the words": WORDS,
            "the dispute": self.dispute.public_id,
            "the dispute's number": str(self.dispute.pk),
            "the audit log": NO_TIME,
        }

    def requests(self) -> Iterator[str]:
        """Yield each page with GET and POST, for every row that it may be about."""
        tokens = Token.objects.values_list("pk", flat=True)
        rows: dict[str, Iterable[int]] = {
            "account": User.objects.values_list("pk", flat=True),
            "entry": AuditEntry.objects.values_list("pk", flat=True),
            "token": tokens,
            "group": Group.objects.values_list("pk", flat=True),
        }
        game = self.dispute.game_id
        ids = {"dispute": self.dispute.pk, "game": game, "running": game, "name": 1}
        asked = {"name": self.complainant.name, "public_id": self.dispute.public_id}
        asked["table"] = self.dispute.game.public_id
        for page in [*PAGES, *ACTIONS]:
            [kind] = [name for name in rows if f"{{{name}}}" in page] or [""]
            for row in rows.get(kind, [0]):
                path = f"/admin/{page.format(**{**ids, kind: row} if kind else ids)}"
                yield f"GET {path}"
                yield f"POST {path}"
        for page in LISTS:
            for query in QUERIES:
                yield f"GET /admin/{page}{query.format(**asked)}"


def is_accused(case: Case, account: User) -> None:
    Seat.objects.filter(game=case.dispute.game, number=0).update(account=account)
    Dispute.objects.filter(pk=case.dispute.pk).update(accused=account)


def played(case: Case, account: User) -> None:
    Seat.objects.filter(game=case.dispute.game, number=1).update(account=account)


def owns_a_bot_that_played(case: Case, account: User) -> None:
    played(case, registration.create_bot(account, "Ritas-Droid", now=timezone.now()).user)


def has_withdrawn_a_complaint(case: Case, account: User) -> None:
    player = Player(name=account.username, account=account.pk)
    own = filed(case.dispute.game.public_id, player, words="My own.")
    filing.withdraw(own.pk, account.pk)


def leaks(client: Client, case: Case, requests: Iterable[str]) -> set[tuple[str, str]]:
    """Return the requests whose answers show a secret, each with the name of the secret."""
    found = set()
    for what in requests:
        method, _, address = what.partition(" ")
        cache.clear()
        client.cookies.pop("messages", None)  # the message about an unknown id repeats the id
        with transaction.atomic():
            body = {"why": "So."} if method == "POST" else None
            answer = getattr(client, method.lower())(address, body)
            transaction.set_rollback(True)
        assert answer.status_code < 500, what
        # Repeating a part of the request reveals nothing.
        text = f"{dict(answer.items())} {answer.content.decode()}"
        for own in (address, address.split("?")[0], address.partition("q=")[2]):
            text = text.replace(own, "") if own else text
        # Lists of accounts and tokens name them, and so does the page of the account itself.
        own_page = f"/dispute/player/{case.complainant.account}/"
        names_accounts = "/admin/accounts/" in what or own_page in what
        found |= {
            (what, secret)
            for secret, value in case.secrets.items()
            if value in text and not (secret == "the complainant" and names_accounts)
        }
    return found


@pytest.mark.slow
@ON_ONE
def test_pages_show_the_dispute_to_a_reviewer_unless_they_are_involved() -> None:
    case = Case()
    client = at_desk("rita", "reviewer", "operator", may=MAY)
    rita = User.objects.get(username="rita")
    requests = [*case.requests()]

    found = leaks(client, case, requests)

    assert {secret for _, secret in found} == set(case.secrets)
    where = {what for what, _ in found}
    for path in (
        "GET /admin/disputes/dispute/",
        f"GET /admin/disputes/dispute/{case.dispute.pk}/change/",
        f"POST /admin/disputes/dispute/{case.dispute.pk}/export/",
        "GET /admin/disputes/auditentry/",
        f"GET /admin/disputes/dispute/player/{case.players[0].account}/",
    ):
        assert path in where, path
    for involve in (is_accused, played, owns_a_bot_that_played, has_withdrawn_a_complaint):
        with transaction.atomic():
            involve(case, rita)
            assert leaks(client, case, where) == set(), involve.__name__
            transaction.set_rollback(True)
    User.objects.filter(pk=rita.pk).update(is_superuser=True)
    is_accused(case, rita)
    assert leaks(client, case, requests) == set()
    assert "none is waiting for a ruling" in client.get("/admin/health/").content.decode()


def test_the_audit_log_hides_what_others_did_about_a_bot_of_its_reader() -> None:
    client = at_desk("rita", "reviewer", "operator", may=("view_auditentry",))
    rita, rae = User.objects.get(username="rita"), staff("rae-the-reviewer", "reviewer")
    bot = registration.create_bot(rita, "Ritas-Droid", now=timezone.now()).user
    audit.record(rae, Action.OPENED_PLAYER, bot, "herrings", now=timezone.now())

    page = client.get("/admin/disputes/auditentry/")

    assert page.status_code == 200
    assert bot.username not in page.content.decode()
