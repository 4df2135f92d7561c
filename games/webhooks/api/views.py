"""The webhooks of the caller's token, and what was sent to them."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.account_views import NOT_TO_BE_STORED
from accounts.api.permissions import signed_in
from accounts.api.throttles import limited_by, spend, spend_at_address
from accounts.credentials.authentication import caller
from api_kit.endpoint import Cost, Endpoint
from api_kit.guarded_fetch import host_of
from api_kit.serializers import EmptySerializer
from games.play.api.retries import once
from games.play.api.schema import operations
from games.webhooks import refusals, registering
from games.webhooks.api import answers, bodies

operation = operations("webhooks", refusals)


class WebhookEndpoint(Endpoint):
    """An operation on the webhooks of the caller's token."""

    permission_classes = signed_in("read")
    throttle_classes = limited_by("webhooks_address")


class WebhooksView(WebhookEndpoint):
    costs = {"POST": Cost.LIST}

    @operation(
        "list_webhooks",
        "List my webhooks",
        "The webhooks that were registered with this token. Scope: `read`.",
        answers={200: answers.WebhookList},
    )
    def get(self, request: Request) -> Response:
        own = registering.of_token(caller(request).token_id)
        return Response(answers.WebhookList(webhooks=[answers.webhook(webhook) for webhook in own]))

    @operation(
        "register_webhook",
        "Register a webhook",
        "Messages are signed as in [Standard Webhooks](https://www.standardwebhooks.com), with "
        "the secret in the answer, which is shown once. After 3 seconds the URL gets one "
        "`challenge`. It gets events once it has answered with the challenge's HMAC. An account "
        "has at most 10 webhooks. A webhook ends with the token that registered it. Scope: `read`.",
        request=bodies.NewWebhookSerializer,
        answers={201: answers.IssuedWebhook},
        problems="too_many_webhooks",
    )
    def post(self, request: Request) -> Response:
        body, bearer = bodies.NewWebhookSerializer.parse(request.data), caller(request)
        host = host_of(body["url"])
        spend_at_address(request._request, "webhook_challenges_address", of=host)
        spend(request._request, "webhook_challenges", host)
        registered = registering.register(
            bearer.account_id, bearer.token_id, **body, now=timezone.now()
        )
        return Response(answers.issued(registered), status=201, headers=NOT_TO_BE_STORED)


class WebhookView(WebhookEndpoint):
    @operation(
        "delete_webhook",
        "Delete a webhook",
        "Nothing more is sent to it, not even waiting messages. Scope: `read`.",
        answers={204: None},
        problems="webhook_not_found",
    )
    def delete(self, request: Request, webhook_id: int) -> Response:
        registering.delete(caller(request).token_id, webhook_id)
        return Response(status=204)


class SecretView(WebhookEndpoint):
    @operation(
        "renew_webhook_secret",
        "Renew the secret of a webhook",
        "For a day, messages have two signatures, of the new and the previous secret. Scope: "
        "`read`.",
        request=EmptySerializer,
        answers={200: answers.IssuedWebhook},
        problems="webhook_not_found",
    )
    def post(self, request: Request, webhook_id: int) -> Response:
        EmptySerializer.parse(request.data)
        renewed = registering.change_secret(
            caller(request).token_id, webhook_id, now=timezone.now()
        )
        return Response(answers.issued(renewed), headers=NOT_TO_BE_STORED)


class DeliveriesView(WebhookEndpoint):
    costs = {"GET": Cost.LIST}

    @operation(
        "list_webhook_deliveries",
        "List the deliveries of a webhook",
        "At most 100 waiting messages, and the last 100 that were delivered or dropped; newest "
        "first. Scope: `read`.",
        answers={200: answers.DeliveryList},
        problems="webhook_not_found",
    )
    def get(self, request: Request, webhook_id: int) -> Response:
        deliveries = registering.deliveries(caller(request).token_id, webhook_id)
        return Response(
            answers.DeliveryList(deliveries=[answers.delivery(delivery) for delivery in deliveries])
        )


class RedeliveryView(WebhookEndpoint):
    @operation(
        "redeliver",
        "Send a message again",
        "Sends it at once, with retries like a new message; its `webhook-id` stays. A message "
        "that still waits is not changed. Scope: `read`.",
        request=EmptySerializer,
        answers={202: answers.DeliveryJson},
        problems="webhook_not_found delivery_not_found webhook_not_active webhook_busy",
    )
    @once
    def post(self, request: Request, webhook_id: int, delivery_id: str) -> Response:
        EmptySerializer.parse(request.data)
        delivery = registering.deliver_again(
            caller(request).token_id, webhook_id, delivery_id, now=timezone.now()
        )
        return Response(answers.delivery(delivery), status=202)
