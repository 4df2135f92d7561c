"""Tags and filters of the desk's templates: links to players, and people's texts."""

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from accounts.models import User
from games.data import narration
from games.desk.admin import shared
from games.log.models import Game

register = template.Library()


@register.filter
def visible(text: str) -> SafeString:
    """Return a text with signs for invisible characters, escaped."""
    return shared.visible_text(text)


@register.filter
def rules_title(game: Game) -> str:
    """Return what players call the rules of a game."""
    return narration.rules_title(game.preset, game.overlays)


@register.filter
def span(seconds: float | None) -> str:
    """Return a time in its largest unit, such as ``12 min`` or ``3.5 h``."""
    if seconds is None:
        return "–"
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} s"


@register.simple_tag(takes_context=True)
def player(context: Context, account: User, text: str | None = None) -> SafeString | str:
    """Return the name of an account, as a link to its page for those who may open it."""
    return shared.player_link(account, context["request"].user, text=text)
