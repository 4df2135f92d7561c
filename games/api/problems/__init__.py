"""Problems of game operations: each code with its status, its title, and what the caller can do."""

from api_kit.problems import PROBLEMS as SHARED
from games.api.problems.analyses import ANALYSES
from games.api.problems.classes import CLASSES
from games.api.problems.disputes import DISPUTES
from games.api.problems.lobby import LOBBY
from games.api.problems.log import LIVE, LOG, RETRIES
from games.api.problems.ratings import RATINGS
from games.api.problems.table import ASKS, CARDS, TURNS
from games.api.problems.tournaments import TOURNAMENTS
from games.api.problems.webhooks import WEBHOOKS

GAMES = LOBBY | TURNS | ASKS | CARDS | RETRIES | LOG | LIVE | DISPUTES | RATINGS | ANALYSES
GAMES |= TOURNAMENTS | CLASSES | WEBHOOKS


PROBLEMS = SHARED | GAMES
