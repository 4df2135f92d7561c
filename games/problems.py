"""All problems by their codes. A new module of refusals has to be added here."""

from accounts import refusals as of_accounts
from api_kit import refusals as shared
from api_kit.problems import stated_in
from games.classes import refusals as of_classes
from games.desk import refusals as of_disputes
from games.engine import refusals as of_rules
from games.live import refusals as of_live
from games.log import refusals as of_log
from games.play import refusals as of_play
from games.ratings import refusals as of_ratings
from games.reports import refusals as of_reports
from games.tournaments import refusals as of_tournaments
from games.webhooks import refusals as of_webhooks

PROBLEMS = stated_in(
    shared,
    of_accounts,
    of_rules,
    of_log,
    of_play,
    of_live,
    of_ratings,
    of_reports,
    of_disputes,
    of_tournaments,
    of_classes,
    of_webhooks,
)
