"""Open many games at once, for organisers."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import orjson
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from accounts.api.permissions import signed_in
from accounts.credentials.authentication import caller
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from games.play import bulk_opening, game_details
from games.play.api.games import answers
from games.play.api.games.bodies import terms_of
from games.play.api.games.bulk_bodies import OrganisedGamesSerializer
from games.play.api.openapi import parameters
from games.play.api.openapi.schema import operations
from games.play.api.requests import parts
from games.play.api.requests.pipeline import key_of
from games.play.api.requests.retries import PartKeys
from games.play.api.requests.throttles import spend_creations
from games.play.bulk_opening import NewTable
from games.play.idempotency import RenderedAnswer
from games.play.play import Outcome

operation = operations("lobby")


class BulkGamesView(Endpoint):
    """Many new games."""

    costs = {"POST": Cost.HEAVY}
    permission_classes = signed_in("play")

    @operation(
        "create_games",
        "Open many games",
        "Opens up to 100 games, each as `POST /games` does, with your own bots on seats "
        "and invitations for players. Each has its own result: `status` 201 and the game, or a "
        "problem. Each counts in the quotas of new games. A retry with the same `Idempotency-Key` "
        "opens only what was not opened. Scope: `play`.",
        request=OrganisedGamesSerializer,
        parameters=[parameters.IDEMPOTENCY_KEY],
        answers={200: answers.OpenedGames},
        problems="bad_idempotency_key idempotency_key_reused",
    )
    def post(self, request: Request) -> HttpResponse:
        wanted = OrganisedGamesSerializer.parse(request.data)["games"]
        account_id = caller(request).account_id
        keys = PartKeys(key_of(request), len(wanted))
        stored = keys.stored()
        if len(stored) < len(wanted):
            spend_creations(request, len(wanted) - len(stored))
        results = []
        for number, (key, body) in enumerate(zip(keys.of, wanted, strict=True)):
            if number in stored:
                results.append(stored[number].body)
            else:
                open_table = partial(bulk_opening.open_table, account_id, _table(body))
                results.append(parts.run_part(key, open_table, _opened))
        return HttpResponse(parts.joined(results), content_type="application/json")


def _table(body: Mapping[str, Any]) -> NewTable:
    return NewTable(
        preset=body["preset"],
        overlays=body["overlays"],
        options=body["options"],
        seats=body["seats"],
        terms=terms_of(body),
        takes_seat=body["take_seat"],
        own_bots=body["own_bots"],
        bots=body["bots"],
        invited=body["invite"],
    )


def _opened(outcome: Outcome) -> RenderedAnswer:
    details = game_details.opened(outcome.head.game_id)
    entry = answers.entry(details, now=timezone.now())
    return RenderedAnswer(201, {}, orjson.dumps(answers.OpenedGame(status=201, game=entry)))
