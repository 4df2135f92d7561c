"""File and follow disputes about games, appeal, and read the caller's inbox."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import notices
from accounts.api.permissions import signed_in
from accounts.api.throttles import limited_by
from accounts.credentials.authentication import caller
from api_kit.endpoint import Cost, Endpoint
from api_kit.paging import NewestFirst
from games.desk import filing, refusals
from games.desk.api import answers, bodies
from games.desk.api.answers import NoticePage, notice
from games.desk.api.bodies import InboxQuerySerializer, ReadNoticesSerializer
from games.desk.models import Dispute
from games.desk.refusals import DisputeNotFound
from games.live.answers import UnreadNotices
from games.log import ids
from games.play import play, visibility
from games.play.api import schema
from games.play.api.game_reading import read_id
from games.play.api.retries import once
from games.play.api.schema import operations

operation = operations("disputes", refusals)


class GameDisputesView(Endpoint):
    costs = {"POST": Cost.LIST}
    permission_classes = signed_in("read", to_change="play")
    throttle_classes = limited_by("disputes_address")
    open_to_suspended = ("GET",)

    @operation(
        "list_disputes",
        "List disputes about a game",
        "Your own disputes, and those of others in games that you played, once they "
        "are ruled on. Others' disputes show the ruling, not the complaint nor its author. `looks` "
        "lists each time that a reviewer looked at hidden cards while your game ran. Scope: "
        "`read`.",
        answers={200: answers.DisputeListJson},
        problems="game_not_found",
    )
    def get(self, request: Request, game_id: str) -> Response:
        game, account_id = play.find(read_id(game_id)), caller(request).account_id
        visibility.check_sees(game, account_id)
        return Response(answers.disputes(game, account_id, now=timezone.now()))

    @operation(
        "file_dispute",
        "Dispute a game",
        "For players, and for registered spectators of a public game, at any time after the "
        "start. A complaint about a name, or `other`, needs no `move`. You can have one open "
        "dispute about a game at a time, and all spectators together three. Scope: `play`.",
        request=bodies.ComplaintSerializer,
        parameters=[schema.LOCATION],
        answers={201: answers.DisputeJson},
        problems="game_not_found spectators_barred not_seated not_started game_closed "
        "no_such_move no_such_seat played_elsewhere already_disputed "
        "too_many_disputes",
    )
    @once
    def post(self, request: Request, game_id: str) -> Response:
        body, now = bodies.ComplaintSerializer.parse(request.data), timezone.now()
        dispute = filing.file(
            read_id(game_id),
            caller(request).account_id,
            move_number=body.get("move"),
            reason=body["reason"],
            words=body["words"],
            against=body.get("against"),
            now=now,
        )
        location = {"Location": f"/api/v1/disputes/{dispute.public_id}"}
        return Response(_shown(request, dispute), status=201, headers=location)


class MyDisputesView(Endpoint):
    costs = {"GET": Cost.LIST}
    query_shape = bodies.MyDisputesQuerySerializer
    permission_classes = signed_in("read")
    open_to_suspended = ("GET",)

    @operation(
        "list_my_disputes",
        "List my disputes",
        "Newest first: disputes that you filed, and disputes with a ruling against "
        "you or on a game that you played. Scope: `read`; open to suspended accounts.",
        answers={200: answers.DisputePage},
    )
    def get(self, request: Request) -> Response:
        reader, now = caller(request).account_id, timezone.now()
        pages = NewestFirst(page_size=self.query["limit"])
        page = pages.paginate_queryset(filing.concerning(reader), request, self)
        disputes = [answers.dispute(filed, reader, now=now) for filed in page or []]
        return pages.get_paginated_response(disputes)


class DisputeView(Endpoint):
    permission_classes = signed_in("read", to_change="play")
    open_to_suspended = ("GET",)

    @operation(
        "read_dispute",
        "Show a dispute",
        "Its status, what you wrote, and what was ruled, with reasons where it concerns you. "
        "Scope: `read`.",
        answers={200: answers.DisputeJson},
        problems="dispute_not_found",
    )
    def get(self, request: Request, dispute_id: str) -> Response:
        return Response(
            _shown(
                request,
                filing.find(ids.read(dispute_id, DisputeNotFound), caller(request).account_id),
            )
        )

    @operation(
        "withdraw_dispute",
        "Withdraw a dispute",
        "For the complainant, before the ruling. Scope: `play`.",
        request=None,
        answers={204: None},
        problems="dispute_not_found not_permitted dispute_settled",
    )
    def delete(self, request: Request, dispute_id: str) -> Response:
        filing.withdraw(ids.read(dispute_id, DisputeNotFound), caller(request).account_id)
        return Response(status=204)


class DisputeWordsView(Endpoint):
    permission_classes = signed_in("play")
    throttle_classes = limited_by("disputes_address")

    @operation(
        "add_to_dispute",
        "Add to a dispute",
        "For the complainant, while the dispute waits for a ruling. Scope: `play`.",
        request=bodies.WordsSerializer,
        answers={200: answers.DisputeJson},
        problems="dispute_not_found not_permitted dispute_settled too_many_words",
    )
    @once
    def post(self, request: Request, dispute_id: str) -> Response:
        body = bodies.WordsSerializer.parse(request.data)
        dispute = filing.add_words(
            ids.read(dispute_id, DisputeNotFound),
            caller(request).account_id,
            words=body["words"],
            now=timezone.now(),
        )
        return Response(_shown(request, dispute))


class AppealView(Endpoint):
    permission_classes = signed_in("play")
    throttle_classes = limited_by("disputes_address")
    open_to_suspended = ("POST",)

    @operation(
        "appeal",
        "Appeal against a ruling",
        "For everyone whom the ruling concerns: the complainant; a player who was "
        "warned or suspended, even while suspended; and every player if it changed the game or "
        "its result. Another reviewer makes the final ruling. Scope: `play`.",
        request=bodies.WordsSerializer,
        answers={200: answers.DisputeJson},
        problems="dispute_not_found not_permitted not_ruled_yet appealed_already already_disputed",
    )
    @once
    def post(self, request: Request, dispute_id: str) -> Response:
        body = bodies.WordsSerializer.parse(request.data)
        dispute = filing.appeal(
            ids.read(dispute_id, DisputeNotFound),
            caller(request).account_id,
            words=body["words"],
            now=timezone.now(),
        )
        return Response(_shown(request, dispute))


def _shown(request: Request, dispute: Dispute) -> answers.DisputeJson:
    return answers.dispute(dispute, caller(request).account_id, now=timezone.now())


notice_operation = operations("accounts")


class NoticesView(Endpoint):
    costs = {"GET": Cost.LIST}
    query_shape = InboxQuerySerializer
    permission_classes = signed_in("read")
    open_to_suspended = ("GET",)

    @notice_operation(
        "list_notices",
        "List my notices",
        "Newest first: a dispute that concerns you was ruled on (`dispute_ruled`, "
        "`appeal_ruled`), you were `warned` or `suspended`, your seat was removed from a game or "
        "restored (`seat_removed`, `seat_restored`), or a reviewer looked at hidden cards of a "
        "game that is now over (`looked_into`), a director removed you from a tournament "
        "(`tournament_removed`), a tournament was cancelled (`tournament_cancelled`), or a lobby "
        "in which you waited or to which you were invited was closed (`lobby_closed`; at most ten "
        "of these are unread). The owner of a bot also gets its notices, except those about "
        "closed lobbies and tournaments. An account keeps 500 notices, each for a year. A "
        "verified e-mail address gets an e-mail that names only the kind, except for declined "
        "invitations, closed lobbies and cancelled tournaments. Scope: `read`; open to suspended "
        "accounts.",
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
    permission_classes = signed_in("play")
    open_to_suspended = ("POST",)

    @notice_operation(
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
        return Response(UnreadNotices(unread_notices=unread))
