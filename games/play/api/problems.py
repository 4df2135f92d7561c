"""All problems by their codes. A new module of refusals has to be added here."""

from accounts import refusals as of_accounts
from api_kit import refusals as shared
from api_kit.problems import stated_in
from games.classes import refusals as of_classes
from games.desk import refusals as of_disputes
from games.engine import refusals as of_rules
from games.play import refusals
from games.tournaments import refusals as of_tournaments
from games.webhooks import refusals as of_webhooks

PROBLEMS = stated_in(
    shared,
    of_accounts,
    of_rules,
    refusals,
    of_disputes,
    of_tournaments,
    of_classes,
    of_webhooks,
)
