"""Send notifications to every process: through Redis where `NOTICES_URL` names one, else through
PostgreSQL.
"""

from django.conf import settings

from games.notify import postgresql, redis_channels
from games.notify.reconnecting import Message


def send(*messages: Message) -> None:
    """Send messages, or log and count that they were not sent."""
    sender = redis_channels if settings.NOTICES_URL else postgresql
    sender.send(*messages)
