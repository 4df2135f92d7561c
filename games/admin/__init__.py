"""Games in Django's admin, to look at. What happens in a game is changed by its players alone, through ``play``."""

from games.admin.games import GameAdmin

__all__ = ["GameAdmin"]
