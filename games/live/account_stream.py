"""The stream of an account's games, invitations and notices."""

from dataclasses import dataclass
from datetime import datetime

from accounts.messages.notices import Unread
from games.live.accounts_feed import Inbox
from games.live.connection_registry import ConnectionRegistry
from games.live.exchange import Exchange
from games.live.frames import FrameFormat
from games.live.stream import Stream, StreamCredentials
from games.log import metrics
from games.play.inbox import InboxGames


@dataclass(frozen=True, slots=True)
class AccountStream:
    """A hold: the account, and what its reader knows already."""

    registry: ConnectionRegistry
    credentials: StreamCredentials
    format: FrameFormat
    account_id: int
    known: InboxGames
    unread: Unread
    filled_at: datetime
    """When these were read."""

    async def __call__(self, exchange: Exchange) -> None:
        """Send the answer, then the news, until the reader leaves."""
        with metrics.OPEN_STREAMS.labels("account").track_inprogress():
            await exchange.begin()
            stream = Stream(exchange, self.credentials, self.format)
            inbox = Inbox(
                stream,
                account_id=self.account_id,
                known=self.known,
                unread=self.unread,
                filled_at=self.filled_at,
            )
            self.registry.accounts.join(inbox)
            self.registry.heartbeat.add(inbox)
            try:
                await stream.hold()
            finally:
                self.registry.accounts.leave(inbox)
