"""The caller's inbox: what happened while they were away."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import notices
from accounts.api.permissions import signed_in
from accounts.credentials.authentication import caller
from api_kit.endpoint import Cost, Endpoint
from games.desk.api.answers import NoticePage, notice
from games.desk.api.bodies import InboxQuerySerializer, ReadNoticesSerializer
from games.live.answers import UnreadNotices
from games.play.api.paging import NewestFirst
from games.play.api.schema import operations

operation = operations("accounts")


class NoticesView(Endpoint):
    """The notices of the caller."""

    costs = {"GET": Cost.LIST}
    query_shape = InboxQuerySerializer
    permission_classes = signed_in("read")
    open_to_suspended = ("GET",)

    @operation(
        "list_notices",
        "List my notices",
        "Newest first: a dispute that concerns you was ruled on (`dispute_ruled`, "
        "`appeal_ruled`), you were `warned` or `suspended`, your seat was removed from a game or "
        "restored (`seat_removed`, `seat_restored`), or a reviewer looked at hidden cards of a "
        "game that is now over (`looked_into`), or a director removed you from a tournament "
        "(`tournament_removed`), it was cancelled (`tournament_cancelled`), "
        "or a lobby in which you waited or to which you were invited was "
        "closed (`lobby_closed`; of such notices ten at most are unread). The owner of a bot also "
        "gets its notices, but for those of closed lobbies and tournaments. "
        "An account keeps 500 notices, each for a year. A verified e-mail address gets an e-mail "
        "that names only the kind, except for declined invitations, closed lobbies and "
        "cancelled tournaments. "
        "Scope: `read`; open to suspended accounts.",
        answers={200: NoticePage},
    )
    def get(self, request: Request) -> Response:
        mine = notices.of_account(
            caller(request).account_id, is_unread=self.query.get("unread", False)
        )
        pages = NewestFirst(page_size=self.query["limit"])
        page = pages.paginate_queryset(mine, request, self)
        return pages.get_paginated_response([notice(each) for each in page or []])


class ReadNoticesView(Endpoint):
    """Notices that the caller has read."""

    permission_classes = signed_in("play")
    open_to_suspended = ("POST",)

    @operation(
        "mark_notices_read",
        "Mark notices as read",
        "Send either `up_to`, the last notice to mark, or `ids`. Ids that are not "
        "yours are ignored. Notices that you have read stay read. Scope: `play`; open to "
        "suspended accounts.",
        request=ReadNoticesSerializer,
        answers={200: UnreadNotices},
    )
    def post(self, request: Request) -> Response:
        body = ReadNoticesSerializer.parse(request.data)
        unread = notices.mark_read(caller(request).account_id, **body, now=timezone.now())
        return Response({"unread_notices": unread})
