"""No page of the desk shows a dispute to a reviewer who is involved in its game."""

from collections.abc import Callable, Collection, Iterator
from itertools import product
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver
from django.utils import timezone

from accounts.lifecycle import bots
from accounts.models import User
from games.disputes import audit, claiming, filing
from games.disputes.models import Action, Dispute
from games.disputes.players import notes
from games.models import Game, Seat
from tests.desk.cases import filed, finished
from tests.desk.people import at_desk, staff
from tests.disputes.desk import registered
from tests.players import Player, guest

pytestmark = pytest.mark.django_db

WORDS = "Seat 0 knew my cards, I swear by my herrings."
NO_TIME = "I have no time for herrings."
MAY = ("view_auditentry", "look_into_running_games")
LEAVES = ("logout/", "password_change/", "jsi18n/")
"""Pages that end the session or show no rows."""
QUERIES = ("", "?q={name}", "?q={dispute}", "?q={game}", "?state=free", "?reason__exact=other")


class Case:
    """A dispute that a spectator filed and another reviewer claimed and released."""

    def __init__(self) -> None:
        game, self.players = finished()
        self.complainant = registered(guest())
        self.dispute = filed(game, self.complainant, words=WORDS, reason="other")
        self.rae = staff("rae-the-reviewer", "reviewer")
        now = timezone.now()
        claiming.claim(self.dispute, self.rae, now=now)
        claiming.release(self.dispute, self.rae, why=NO_TIME, now=now)
        accused = User.objects.get(pk=self.players[0].account)
        notes.write(accused, self.rae, WORDS, dispute=self.dispute, now=now)

    @property
    def game(self) -> Game:
        return self.dispute.game

    @property
    def secrets(self) -> dict[str, str]:
        return {
            "the complainant": self.complainant.name,
            "the words": WORDS,
            "the dispute": self.dispute.public_id,
            "the dispute's number": str(self.dispute.pk),
            "the audit log": NO_TIME,
        }


@pytest.fixture
def case() -> Case:
    return Case()


# --- how a reviewer is involved -------------------------------------------------------------------


def is_accused(case: Case, account: User) -> None:
    Seat.objects.filter(game=case.game, number=0).update(account=account)
    Dispute.objects.filter(pk=case.dispute.pk).update(accused=account)


def played(case: Case, account: User) -> None:
    Seat.objects.filter(game=case.game, number=1).update(account=account)


def owns_a_bot_that_played(case: Case, account: User) -> None:
    bot = bots.create(account, "Ritas-Droid", now=timezone.now()).user
    Seat.objects.filter(game=case.game, number=1).update(account=bot)


def complains_too(case: Case, account: User) -> None:
    file_as(case, account)


def has_withdrawn_a_complaint(case: Case, account: User) -> None:
    filing.withdraw(file_as(case, account).pk, account.pk)


def file_as(case: Case, account: User) -> Dispute:
    player = Player(name=account.username, account=account.pk)
    return filed(case.game.public_id, player, words="My own.")


INVOLVED = [is_accused, played, owns_a_bot_that_played, complains_too, has_withdrawn_a_complaint]


# --- every page
# ---------------------------------------------------------------------------------------


def pages() -> Iterator[str]:
    """Yield the path of every page of the admin, for every row of its table if it is about one."""
    accounts = [str(pk) for pk in User.objects.values_list("pk", flat=True)]
    of_cases = [str(ContentType.objects.get_for_model(model).pk) for model in (Dispute, Game)]
    for route in _routes(admin.site.get_urls()):
        if route.startswith(LEAVES):
            continue
        places = [part for part in route.split("/") if part.startswith("<")]
        values = [
            {label for label, _ in _models()}
            if "label" in place
            else of_cases
            if "content_type" in place
            else accounts
            if "account_id" in place
            else _rows(route)
            for place in places
        ]
        for chosen in product(*values):
            path = route
            for place, value in zip(places, chosen, strict=True):
                path = path.replace(place, value, 1)
            yield f"/admin/{path}"


def _rows(route: str) -> list[str]:
    """Return the ids to put into the placeholders of a route."""
    for model in admin.site._registry:
        if route.startswith(f"{model._meta.app_label}/{model._meta.model_name}/"):
            return [str(pk) for pk in model._default_manager.values_list("pk", flat=True)]
    return [str(pk) for pk in Dispute.objects.values_list("pk", flat=True)]


def _routes(patterns: Any, before: str = "") -> Iterator[str]:
    for each in patterns:
        route = before + _text(each)
        if isinstance(each, URLResolver):
            yield from _routes(each.url_patterns, route)
        elif isinstance(each, URLPattern) and "final_catch_all" not in str(each.name):
            yield route


def _text(pattern: URLPattern | URLResolver) -> str:
    """Return the route of a pattern. The only regular expression is that of the app list."""
    text = str(pattern.pattern)
    if text.startswith("^"):
        return "<app_label>/"
    return "" if text == "(?P<url>.*)$" else text


def _models() -> list[tuple[str, str]]:
    return [(model._meta.app_label, str(model._meta.model_name)) for model in admin.site._registry]


def answers(
    client: Client, case: Case, only: Collection[str] | None = None
) -> Iterator[tuple[str, str]]:
    """Yield a name and the headers and body of each page's answers to several GETs and a POST, or
    of ``only`` some of these.
    """
    names = {
        "name": case.complainant.name,
        "dispute": case.dispute.public_id,
        "game": case.game.public_id,
    }
    for path in pages():
        is_list = path.count("/") == 4
        queries = [query.format(**names) for query in QUERIES] if is_list else [""]
        requests: list[tuple[str, Callable[[], Any]]] = [
            (f"GET {path}{query}", lambda address=path + query: client.get(address))  # type: ignore[misc]
            for query in queries
        ]
        requests.append(
            (f"POST {path}", lambda address=path: client.post(address, {"why": "So."}))  # type: ignore[misc]
        )
        for what, send in requests:
            if only is not None and what not in only:
                continue
            cache.clear()
            client.cookies.pop("messages", None)  # the message about an unknown id repeats the id
            with transaction.atomic():
                answer = send()
                transaction.set_rollback(True)
            assert answer.status_code < 500, what
            # Repeating a part of the request reveals nothing.
            requested = what.split(" ", 1)[1]
            text = f"{dict(answer.items())} {answer.content.decode()}"
            for own in (requested, requested.split("?")[0], requested.partition("q=")[2]):
                text = text.replace(own, "") if own else text
            yield what, text


def leaks(client: Client, case: Case, only: Collection[str] | None = None) -> set[tuple[str, str]]:
    """Return the pages that show a secret, each with the name of the secret."""
    return {
        (what, secret)
        for what, text in answers(client, case, only)
        for secret, value in case.secrets.items()
        if value in text and not _is_public(what, secret, case)
    }


def _is_public(what: str, secret: str, case: Case) -> bool:
    """Return whether a page may name an account: lists of accounts and tokens may, and so may the
    page of the account itself.
    """
    own = f"/dispute/player/{case.complainant.account}/"
    return secret == "the complainant" and ("/admin/accounts/" in what or own in what)


@pytest.mark.slow
def test_pages_show_the_dispute_to_a_reviewer_unless_they_are_involved(case: Case) -> None:
    client = at_desk("rita", "reviewer", "operator", may=MAY)
    rita = User.objects.get(username="rita")

    found = leaks(client, case)

    assert {secret for _, secret in found} == set(case.secrets)
    where = {what for what, _ in found}
    for path in (
        "GET /admin/disputes/dispute/",
        f"GET /admin/disputes/dispute/{case.dispute.pk}/change/",
        f"POST /admin/disputes/dispute/{case.dispute.pk}/export/",
        "GET /admin/disputes/auditentry/",
        f"GET /admin/disputes/dispute/player/{case.players[0].account}/",
        f"GET /admin/disputes/dispute/player/{case.complainant.account}/",
    ):
        assert path in where, path
    for involve in INVOLVED:
        with transaction.atomic():
            involve(case, rita)
            assert leaks(client, case, only=where) == set(), involve.__name__
            transaction.set_rollback(True)


@pytest.mark.slow
def test_no_page_shows_the_dispute_to_an_involved_superuser(
    case: Case, admin_client: Client
) -> None:
    account = User.objects.get(pk=admin_client.session["_auth_user_id"])

    is_accused(case, account)

    assert leaks(admin_client, case) == set()


def test_the_audit_log_hides_what_others_did_about_a_bot_of_its_reader() -> None:
    client = at_desk("rita", "reviewer", "operator", may=("view_auditentry",))
    rita, rae = User.objects.get(username="rita"), staff("rae-the-reviewer", "reviewer")
    bot = bots.create(rita, "Ritas-Droid", now=timezone.now()).user
    audit.record(rae, Action.OPENED_PLAYER, bot, "herrings", now=timezone.now())

    page = client.get("/admin/disputes/auditentry/")

    assert page.status_code == 200
    assert bot.username not in page.content.decode()
