"""Tags and filters of the desk's templates: links to players, and people's texts."""

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from accounts.models import User
from games.admin.players import links

register = template.Library()


@register.filter
def visible(text: str) -> SafeString:
    """Return a text with signs for invisible characters, escaped."""
    return links.visible_text(text)


@register.simple_tag(takes_context=True)
def player(context: Context, account: User, text: str | None = None) -> SafeString | str:
    """Return the name of an account, as a link to its page for those who may open it."""
    return links.player_link(account, context["request"].user, text=text)
