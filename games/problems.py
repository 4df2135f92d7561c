"""All problems by their codes. A new module of refusals has to be added here, or to `KNOWN`."""

from api_kit.problems import stated_in
from games.classes import refusals as of_classes
from games.desk import refusals as of_disputes
from games.play.refusals import KNOWN
from games.reports import refusals as of_analyses
from games.tournaments import refusals as of_tournaments
from games.webhooks import refusals as of_webhooks

PROBLEMS = KNOWN | stated_in(of_analyses, of_disputes, of_tournaments, of_classes, of_webhooks)
