"""Every operation of the API. Generated from the schema of the API by `clients/python/generate.py`: do not edit."""

# mypy: disable-error-code="no-any-return"
from collections.abc import Iterator
from typing import Any, Unpack

from gofishkit.api import types
from gofishkit.api.calls import Call, awaited, path, present, streamed, tag


class Operations:
    """The operations as methods of a client."""

    def _send(self, call: Call) -> Any:
        raise NotImplementedError

    def _lines(self, call: Call) -> Iterator[Any]:
        raise NotImplementedError

    def _frames(self, call: Call) -> Iterator[Any]:
        raise NotImplementedError

    def read_index(self) -> types.EntryPoints:
        """Show the entry points.

        Paths of the schema, the documentation and the rules, and operations to call first.
        """
        return self._send(Call("GET", path("")))

    def register(self, **body: Unpack[types.RegistrationRequest]) -> types.Registered:
        """Register an account.

        Create an account and its first token. Only this response has its secret. If the body has an e-mail address, a verification code is sent to it. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/accounts"), body=body))

    def register_guest(self) -> types.Registered:
        """Get a guest account.

        Create an account with a random name and a token that is valid for a year. It has no password: if you lose the token, you lose the account. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/accounts/guest")))

    def list_online_bots(self, *, limit: int | None = None) -> types.OnlineBots:
        """List bots that are online.

        Bot accounts that were seen within 90 seconds at a table or on a stream, the last seen first, with the presets that they play.
        """
        return self._send(Call("GET", path("/bots/online"), query=present({"limit": limit})))

    def offer_class_names(self, **body: Unpack[types.ClassCodeRequest]) -> types.ClassNames:
        """See which names a party has.

        For the code of a party: free names from its word list, at random. For the code of a place: none, because the place has a name. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/class_names"), body=body))

    def sign_in_to_class(self, **body: Unpack[types.ClassSignInRequest]) -> types.PupilToken:
        """Sign in to a class.

        With the code of a place, or the code of a party and a name. The token has only the scope `class`, and ends with the class. A place has one token: an earlier one becomes invalid. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/class_sign_in"), body=body))

    def list_classes(self) -> types.ClassList:
        """List my classes.

        Newest first, at most 20. Scope: `play`.
        """
        return self._send(Call("GET", path("/classes")))

    def create_class(self, **body: Unpack[types.NewClassRequest]) -> types.OpenedClass:
        """Open a class.

        For registered people. Each place has a name from a word list, and in a `class` a code with which one pupil signs in without an account; a `party` has one code for all. No other answer contains the codes. Scope: `play`. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/classes"), body=body))

    def read_class(self, class_id: str) -> types.ClassDetail:
        """Show a class.

        Its places, and the tables of the last round as spectators see them. Only its teacher sees it. `GET /games/{game_id}/state` and the streams show each table. Scope: `play`.
        """
        return self._send(Call("GET", path("/classes/{}", class_id)))

    def delete_class(self, class_id: str) -> None:
        """Delete a class.

        For good: its names, codes and results, and the accounts of its pupils. From the answer on no caller sees or uses it; all of it is deleted soon after, within a minute unless the server is busy. The logs of its games stay; they have no names, and no caller sees them. Scope: `play`.
        """
        self._send(Call("DELETE", path("/classes/{}", class_id)))

    def renew_class_codes(
        self, class_id: str, **body: Unpack[types.RenewCodesRequest]
    ) -> types.ClassCodes:
        """Renew codes.

        For some places, or for all. The old codes become invalid, and the pupils are signed out, but keep their seats. No other answer contains the codes. Scope: `play`. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/classes/{}/codes", class_id), body=body))

    def direct_class(
        self, class_id: str, **body: Unpack[types.DirectClassRequest]
    ) -> types.ClassDetail:
        """Direct a class.

        `open` lets pupils sign in for two hours, `close` ends that. `pause` stops all games and their clocks, `resume` continues them. `finish` ends the games of the round with their scores as they stand. `end` signs all pupils out and invalidates the codes. Scope: `play`. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/classes/{}/direct", class_id), body=body))

    def read_own_class(self, class_id: str) -> types.OwnClass:
        """Show my class.

        For pupils: which table and game are theirs. Scope: `class`.
        """
        return self._send(Call("GET", path("/classes/{}/mine", class_id)))

    def free_class_place(self, class_id: str, place: int) -> types.ClassDetail:
        """Free a place.

        Closes the account of its pupil and deletes their results; a bot plays on for them. A place of a class opens again with a new code. A place of a party is removed, and the next player gets another number, so a repeated request frees no one else's place. Scope: `play`.
        """
        return self._send(Call("DELETE", path("/classes/{}/places/{}", class_id, place)))

    def move_pupil(
        self, class_id: str, place: int, **body: Unpack[types.MovePupilRequest]
    ) -> types.ClassDetail:
        """Move a pupil.

        To another table of the round, or to none: in a running game a bot plays on for them. At a table that plays they take their own seat again, an empty one, or that of a pupil who is away. Scope: `play`. Ignores `Idempotency-Key`.
        """
        return self._send(
            Call("POST", path("/classes/{}/places/{}/move", class_id, place), body=body)
        )

    def rename_class_place(
        self, class_id: str, place: int, *, idempotency_key: str | None = None
    ) -> types.ClassDetail:
        """Give a place another name.

        Another name from the word list, at random. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/classes/{}/places/{}/name", class_id, place),
                key=idempotency_key,
                takes_key=True,
            )
        )

    def read_class_results(self, class_id: str) -> types.ClassResults:
        """Show the results of a class.

        Best first: by books per game, then by first places. As `text/csv`, one line per pupil. Scope: `play`.
        """
        return self._send(Call("GET", path("/classes/{}/results", class_id)))

    def start_class(
        self, class_id: str, **body: Unpack[types.StartClassRequest]
    ) -> types.ClassDetail:
        """Start all tables.

        Opens the games of all tables of the round. If it was cut off, repeat it: it opens the games that are missing. Scope: `play`. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/classes/{}/start", class_id), body=body))

    def form_class_tables(
        self,
        class_id: str,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[types.FormTablesRequest],
    ) -> types.ClassDetail:
        """Form tables.

        Seat all who have signed in, by lot, by results, or by hand: at the tables of the next round, or again for a round that has not started. Table sizes differ by at most one. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/classes/{}/tables", class_id),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def read_dispute(self, dispute_id: str) -> types.Dispute:
        """Show a dispute.

        Its status, what you wrote, and what was ruled, with reasons where it concerns you. Scope: `read`.
        """
        return self._send(Call("GET", path("/disputes/{}", dispute_id)))

    def withdraw_dispute(self, dispute_id: str) -> None:
        """Withdraw a dispute.

        For the complainant, before the ruling. Scope: `play`.
        """
        self._send(Call("DELETE", path("/disputes/{}", dispute_id)))

    def appeal(
        self,
        dispute_id: str,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[types.WordsRequest],
    ) -> types.Dispute:
        """Appeal against a ruling.

        For everyone whom the ruling concerns: the complainant; a player who was warned or suspended, even while suspended; and every player if it changed the game or its result. Another reviewer makes the final ruling. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/disputes/{}/appeal", dispute_id),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def add_to_dispute(
        self,
        dispute_id: str,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[types.WordsRequest],
    ) -> types.Dispute:
        """Add to a dispute.

        For the complainant, while the dispute waits for a ruling. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/disputes/{}/words", dispute_id),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def list_dumps(self) -> types.DumpList:
        """List dumps of games.

        Finished public games of each month as files for research, with sizes and digests. The list is empty if the operator publishes none.
        """
        return self._send(Call("GET", path("/dumps")))

    def verify_email(self, **body: Unpack[types.CodeRequest]) -> None:
        """Verify an e-mail address.

        Verify the address that received this code. A code is valid once, for a day. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/email/verify"), body=body))

    def list_games(
        self,
        *,
        bots_allowed: bool | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        cursor: str | None = None,
        expand: str | None = None,
        free_seats: int | None = None,
        id: str | None = None,
        invited: bool | None = None,
        limit: int | None = None,
        mine: bool | None = None,
        player: str | None = None,
        preset: str | None = None,
        result: str | None = None,
        seats: int | None = None,
        sort: str | None = None,
        status: str | None = None,
        turn_seconds_max: int | None = None,
        untimed: bool | None = None,
    ) -> types.GamePage:
        """List games.

        Newest first, unless `sort` says otherwise. `status=lobby` lists games that wait for players. Games that were closed in their lobby are listed only with `status=closed`. All given filters must match. Entries have `rules` only with `expand=rules`. As newline-delimited JSON, one game per line; the last line names the next page.
        """
        return self._send(
            Call(
                "GET",
                path("/games"),
                query=present(
                    {
                        "bots_allowed": bots_allowed,
                        "created_after": created_after,
                        "created_before": created_before,
                        "cursor": cursor,
                        "expand": expand,
                        "free_seats": free_seats,
                        "id": id,
                        "invited": invited,
                        "limit": limit,
                        "mine": mine,
                        "player": player,
                        "preset": preset,
                        "result": result,
                        "seats": seats,
                        "sort": sort,
                        "status": status,
                        "turn_seconds_max": turn_seconds_max,
                        "untimed": untimed,
                    }
                ),
            )
        )

    def create_game(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.NewGameRequest]
    ) -> types.CreatedGame:
        """Open a game.

        Opens a game with a preset, overlays and options, and gives you seat 0. It starts automatically when all seats are taken: at once if `bots` take the others. Scope: `play`.
        """
        return self._send(
            Call("POST", path("/games"), body=body, key=idempotency_key, takes_key=True)
        )

    def read_game(self, game_id: str, *, watch_code: str | None = None) -> types.Game:
        """Show a game.

        Its rules, players and status, and for those who may watch it, whose turn it is and the scores. The cards are in its state.
        """
        return self._send(
            Call("GET", path("/games/{}", game_id), header=present({"X-Watch-Code": watch_code}))
        )

    def read_analysis(self, game_id: str, *, watch_code: str | None = None) -> types.StoredAnalysis:
        """Read the analysis of a finished game.

        The opinion of a model: what each ask cost, accuracy and luck of each seat, and the moves that decided. Visible to all who may see the replay. While it is computed, the answer is 202. After an upgrade, the analysis of the older models is shown until it is rebuilt.
        """
        return self._send(
            Call(
                "GET",
                path("/games/{}/analysis", game_id),
                header=present({"X-Watch-Code": watch_code}),
            )
        )

    def request_analysis(
        self, game_id: str, *, watch_code: str | None = None
    ) -> types.StoredAnalysis:
        """Request the analysis of a finished game.

        For its players, and for operators. One analysis is computed at a time. A second request gets the same analysis and does not count. Scope: `play`. Ignores `Idempotency-Key`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/analysis", game_id),
                header=present({"X-Watch-Code": watch_code}),
            )
        )

    def answer(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[types.AnswerRequest],
    ) -> types.CommandAnswer:
        """Answer an ask (honour mode).

        Hand over what was asked for; an empty list means go fish. Where only one card is handed over (`transfer`), you choose which card of the rank. If you withhold cards, the referee hands them over and bars you from the rank, and you miss a turn. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/answer", game_id),
                header=present({"If-Match": tag(if_match)}),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def ask(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[types.AskRequest],
    ) -> types.CommandAnswer:
        """Ask a seat for a rank or a card.

        You ask again while you get cards or catch what you asked for. Send an Idempotency-Key: a successful ask keeps the turn, so a retry without a key would be a second ask. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/ask", game_id),
                header=present({"If-Match": tag(if_match)}),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def seat_bot(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[types.SeatedBotRequest],
    ) -> types.CommandAnswer:
        """Seat a built-in bot.

        For the host, before the start. `random` asks at random, `forgetful` remembers the last asks, `memory` all of them, `expert` also estimates the hidden cards, and `master` does so and learned most. A bot adds no entropy and sees what a player in its seat sees. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/bots", game_id),
                header=present({"If-Match": tag(if_match)}),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def cut(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[types.CutRequest],
    ) -> types.CommandAnswer:
        """Cut the pack.

        For the seat to the dealer's right, if the rules have a cut. Moves this many cards from the top to the bottom. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/cut", game_id),
                header=present({"If-Match": tag(if_match)}),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def declare(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[types.DeclareRequest],
    ) -> types.CommandAnswer:
        """Lay a book.

        In any game, a book with jokers; in honour mode any book, before you ask or while your turn is closing. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/declare", game_id),
                header=present({"If-Match": tag(if_match)}),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def decline(self, game_id: str, **body: Unpack[types.DeclineRequest]) -> None:
        """Decline an invitation.

        The game disappears from your invitations, and its host cannot invite you to it again. The host gets a notice with your reason, if you give one. Declining twice is the same as once. Scope: `play`. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/games/{}/decline", game_id), body=body))

    def list_disputes(self, game_id: str) -> types.DisputeList:
        """List disputes about a game.

        Your own disputes, and those of others in games that you played, once they are ruled on. Others' disputes show the ruling, not the complaint nor its author. `looks` lists each time that a reviewer looked at hidden cards while your game ran. Scope: `read`.
        """
        return self._send(Call("GET", path("/games/{}/disputes", game_id)))

    def file_dispute(
        self,
        game_id: str,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[types.ComplaintRequest],
    ) -> types.Dispute:
        """Dispute a game.

        For players, and for registered spectators of a public game, at any time after the start. A complaint about a name, or `other`, needs no `move`. You can have one open dispute about a game at a time, and all spectators together three. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/disputes", game_id),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def send_emote(self, game_id: str, **body: Unpack[types.EmoteRequest]) -> None:
        """Send an emote.

        Shows one of twelve preset emotes to those who follow the game, in an `emote` frame. It is not a move: no log, state or transcript has it. Players who have blocked you do not see it, and you do not learn of that. Scope: `play`. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/games/{}/emotes", game_id), body=body))

    def end_turn(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[types.EndTurnRequest],
    ) -> types.CommandAnswer:
        """End your closing turn (honour mode).

        Books that you hold and did not declare are void. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/end_turn", game_id),
                header=present({"If-Match": tag(if_match)}),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def add_entropy(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[types.EntropyRequest],
    ) -> types.CommandAnswer:
        """Add entropy to the deal.

        Before the start, if you added none when you took your seat: each seat adds entropy once. If you leave the lobby, your entropy is removed. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/entropy", game_id),
                header=present({"If-Match": tag(if_match)}),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def expose(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[types.ExposeRequest],
    ) -> types.CommandAnswer:
        """Show a card of your hand (honour mode).

        As if you dropped it: no penalty, and all players have seen it. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/expose", game_id),
                header=present({"If-Match": tag(if_match)}),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def read_invitation_link(self, game_id: str) -> types.InvitationLink:
        """Get a link to a lobby.

        For players of a lobby. The URL has the game's id and join code in its fragment, as in `#game=…&code=…`, which browsers send to no server. It opens the page that the operator has set, or `/` of this service. Anyone with the link can join. Scope: `play`.
        """
        return self._send(Call("GET", path("/games/{}/invitation_link", game_id)))

    def list_invitations(self, game_id: str) -> types.SentInvitationList:
        """List the invitations to a lobby.

        For the host, before the start: at most 20, oldest first, with those who declined and their reasons. Scope: `read`.
        """
        return self._send(Call("GET", path("/games/{}/invitations", game_id)))

    def invite(self, game_id: str, **body: Unpack[types.InvitationRequest]) -> None:
        """Invite a player.

        For the host, before the start. The invited player sees the game in `GET /games?invited=true` and joins without a code. Inviting twice is the same as once. A player who has declined cannot be invited again. At most 20 players can be invited to a game. Invitations end when the game starts or is closed. Scope: `play`. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/games/{}/invitations", game_id), body=body))

    def join(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[types.JoinRequest],
    ) -> types.CommandAnswer:
        """Take a seat.

        If you send `entropy`, the deal cannot be known in advance, not even by the server. The last seat to be taken starts the game. Seats in a lobby can be taken 200 times, of which the last 40 are for bots and invited players, and 3 times by one account. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/join", game_id),
                header=present({"If-Match": tag(if_match)}),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def read_knowledge(
        self,
        game_id: str,
        *,
        watch_code: str | None = None,
        at: int | None = None,
        seat: int | None = None,
    ) -> types.Knowledge:
        """Read what a seat could know after a move.

        Where each card certainly was for a player who remembers all that the seat saw, and the chances of the other cards. All orders of the pack that fit what the seat saw are equally likely. For a game that is over, or for your own seat in a running game with `aids`.
        """
        return self._send(
            Call(
                "GET",
                path("/games/{}/knowledge", game_id),
                query=present({"at": at, "seat": seat}),
                header=present({"X-Watch-Code": watch_code}),
            )
        )

    def leave(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
    ) -> types.CommandAnswer:
        """Leave the lobby.

        Frees your seat. When the last person leaves, the lobby is closed. To leave a game that has started, use `/resign`. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/leave", game_id),
                header=present({"If-Match": tag(if_match)}),
                key=idempotency_key,
                takes_key=True,
            )
        )

    def misdeal(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[types.MisdealRequest],
    ) -> types.CommandAnswer:
        """Claim a misdeal.

        If the rules allow a redeal: once per seat and game, before the first ask of the deal. The server's deal is provable, so the claim is a matter of honour. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/misdeal", game_id),
                header=present({"If-Match": tag(if_match)}),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def read_moves(
        self,
        game_id: str,
        *,
        watch_code: str | None = None,
        after: int | str | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> types.MovePage:
        """Read moves.

        Moves after `after`, oldest first. All moves together make up the game. They show your own hand, so they replay your seat until you leave it; then you read all of them as a spectator. With `wait` and no move to read, the answer is sent with the next move, or empty when the time is up. As newline-delimited JSON, one move per line; the last line names the next page.
        """
        return self._send(
            Call(
                "GET",
                path("/games/{}/moves", game_id),
                query=present({"after": after, "limit": limit, "wait": wait}),
                header=present({"X-Watch-Code": watch_code}),
            )
        )

    def read_presence(self, game_id: str, *, watch_code: str | None = None) -> types.Presence:
        """See who is present.

        Seconds since each player was last seen, by a request or an open stream, and the number of open streams without a seat. Recorded every 30 seconds, so both can lag.
        """
        return self._send(
            Call(
                "GET",
                path("/games/{}/presence", game_id),
                header=present({"X-Watch-Code": watch_code}),
            )
        )

    def rematch(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
    ) -> types.CommandAnswer:
        """Play again.

        Once a game is over: the same rules, terms and seats, with the dealer rotated. The first player to ask opens the new game, the others join it with the same call. It starts when all have joined; no other player may join. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/rematch", game_id),
                header=present({"If-Match": tag(if_match)}),
                key=idempotency_key,
                takes_key=True,
            )
        )

    def read_replay(
        self,
        game_id: str,
        *,
        watch_code: str | None = None,
        at: int | None = None,
        seat: int | None = None,
    ) -> types.ReplayedPosition:
        """Read the position after a move.

        As you could see it then, or as a spectator if you have left. For a game that is over: with every hand and the stock, or with `seat`, as that seat could see it then.
        """
        return self._send(
            Call(
                "GET",
                path("/games/{}/replay", game_id),
                query=present({"at": at, "seat": seat}),
                header=present({"X-Watch-Code": watch_code}),
            )
        )

    def resign(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
        **body: Unpack[types.ResignRequest],
    ) -> types.CommandAnswer:
        """Resign.

        Ends the game with the current scores, or a stand-in takes over your seat (`on_abandon`). A player who left cannot win, and is a spectator from then on. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/resign", game_id),
                header=present({"If-Match": tag(if_match)}),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def remove_player(
        self,
        game_id: str,
        seat: int,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
    ) -> types.CommandAnswer:
        """Remove a player or a bot before the start.

        For the host, who sits on the lowest seat that a person has taken. Scope: `play`.
        """
        return self._send(
            Call(
                "DELETE",
                path("/games/{}/seats/{}", game_id, seat),
                header=present({"If-Match": tag(if_match)}),
                key=idempotency_key,
                takes_key=True,
            )
        )

    def start(
        self,
        game_id: str,
        *,
        if_match: types.State | str | None = None,
        idempotency_key: str | None = None,
    ) -> types.CommandAnswer:
        """Start without waiting for more players.

        For the host, who sits on the lowest seat that a person has taken. Empty seats are removed and the others renumbered, if the rules allow the number of seats. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/start", game_id),
                header=present({"If-Match": tag(if_match)}),
                key=idempotency_key,
                takes_key=True,
            )
        )

    def read_state(self, game_id: str, *, watch_code: str | None = None) -> types.State:
        """Read the state.

        What you may see now: your hand, the size of every hand, books, whose turn it is, and what you may do. Without a token, or after you have left the game, you are a spectator. For your own seat a token with the scope `play` suffices.
        """
        return self._send(
            Call(
                "GET",
                path("/games/{}/state", game_id),
                header=present({"X-Watch-Code": watch_code}),
            )
        )

    def stream_game(
        self,
        game_id: str,
        *,
        watch_code: str | None = None,
        after: int | str | None = None,
        emotes: bool | None = None,
        state: bool | None = None,
        ticket: str | None = None,
    ) -> Iterator[types.GameFrame]:
        """Follow a game.

        Server-sent events, or newline-delimited JSON. First `state`, the game as it is now, and `players`, which is sent again when names, seats or presence change; then a `move` for each move after the cursor, the same as in `/moves`, with its number as `id`; `emote` for an emote of a player, unless `emotes=false`; `time` with the server's clock, at the start and at each heartbeat; `end` with the reason before the service closes the stream. The cursor is `Last-Event-ID`, or `after`, or the state's version. A resumed stream can repeat moves that its `state` includes: those with a `number` up to the state's `version`. With `state=true`, the newest move carries the state after it; if moves arrive together, only the last one does. After you leave the game, you get a spectator's view. 204 tells a browser to stop: the game is over, or was closed in its lobby, and you have all of it.
        """
        return self._frames(
            Call(
                "GET",
                path("/games/{}/stream", game_id),
                query=present({"after": after, "emotes": emotes, "state": state, "ticket": ticket}),
                header=present({"X-Watch-Code": watch_code}),
                accept="application/x-ndjson",
            )
        )

    def create_stream_ticket(
        self, game_id: str, body: types.NewTicketRequest, *, watch_code: str | None = None
    ) -> types.StreamTicket:
        """Get a ticket for a stream.

        For browsers, whose `EventSource` sends no token: open `/games/{game_id}/stream?ticket=…`. The ticket only opens streams of this game, as you may see it. It lasts 15 minutes, for any number of connections. Without a token, send the `watch_code` of a private game. Ignores `Idempotency-Key`.
        """
        return self._send(
            Call(
                "POST",
                path("/games/{}/stream_ticket", game_id),
                header=present({"X-Watch-Code": watch_code}),
                body=body,
            )
        )

    def read_transcript(
        self, game_id: str, *, watch_code: str | None = None, version: int | None = None
    ) -> types.TranscriptFile:
        """Download the transcript of a finished game.

        Rules, seats, every move with its digest, the seed and the entropy: everything to check the game offline, with `python3 -m games.engine.verify FILE`. Receipts that players saved prove that it is the log shown during play (`--receipts FILE`). `annotations` has the names of the players; no digest covers them. Moves have the form in which they are stored: in `version` 1 commands and events are objects; in version 2 those of schema 3 are arrays, and a command is null if the first event implies it. As `text/x-gfn` (GFN) the same game is a short text, which turns into the same transcript again. Of a game that is not over, that text has what you see, with `??` for hidden cards; as JSON there is none.
        """
        return self._send(
            Call(
                "GET",
                path("/games/{}/transcript", game_id),
                query=present({"version": version}),
                header=present({"X-Watch-Code": watch_code}),
                accept="application/vnd.gofish.transcript+json",
            )
        )

    def renew_watch_code(self, game_id: str) -> types.WatchCode:
        """Make or renew the watch code.

        For the host of a private game, before and after the start. Anyone with the code may watch as a spectator. An earlier code becomes invalid. All players see the code in the game. Scope: `play`. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/games/{}/watch_code", game_id)))

    def revoke_watch_code(self, game_id: str) -> None:
        """Revoke the watch code.

        For the host. Open streams of watchers end with `watch_code_ended` at their next heartbeat, and their tickets stop working. Scope: `play`.
        """
        self._send(Call("DELETE", path("/games/{}/watch_code", game_id)))

    def create_games(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.OrganisedGamesRequest]
    ) -> types.OpenedGames:
        """Open many games.

        Opens up to 100 games, each as `POST /games` does, with your own bots in seats and invitations for players. Each game has its own result: `status` 201 and the game, or a problem. Each counts in the quotas for new games. A retry with the same `Idempotency-Key` opens only what was not opened. Scope: `play`.
        """
        return self._send(
            Call("POST", path("/games/bulk"), body=body, key=idempotency_key, takes_key=True)
        )

    def export_games(self, body: types.ExportBodyRequest) -> Iterator[types.ExportLine]:
        """Export games by id.

        Transcripts or summaries of up to 300 games, in the order of the ids. A line is a game: `id`, `cursor`, and `transcript`, `game` or `error`. The last line is `next`: null at the end, or the cursor to continue with. If the answer is cut off, send the request again with the `cursor` of the last whole line. Empty lines keep the connection open. Ignores `Idempotency-Key`.
        """
        return self._lines(
            Call("POST", path("/games/export"), body=body, accept="application/x-ndjson")
        )

    def stream_games(
        self, **body: Unpack[types.FollowedGamesRequest]
    ) -> Iterator[types.FollowedFrame]:
        """Follow many games.

        Follows up to 100 games on one connection: server-sent events, or newline-delimited JSON. First `following`: the games that you may watch, and an error for each other id. Then for each game the frames of `GET /games/{game_id}/stream`; their `data` begins with `game`, the id of the game. An `end` with `game` is the end of that game; the one without it is the end of the stream, which comes after the last game. To resume, send the last `id` of each game in `after`. A game counts as one open connection. Changes nothing. Ignores `Idempotency-Key`.
        """
        return self._frames(
            Call("POST", path("/games/stream"), body=body, accept="application/x-ndjson")
        )

    def list_leaderboards(self) -> types.RatingFamilies:
        """List the leaderboards.

        Presets that need the same skill are a family and share a rating.
        """
        return self._send(Call("GET", path("/leaderboards")))

    def read_leaderboard(
        self,
        family: str,
        *,
        around: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        pool: str | None = None,
    ) -> types.Leaderboard:
        """Show a leaderboard.

        Players whose rating is certain enough and who finished a rated game within 30 days, the best first. `around` shows one of them with their neighbours.
        """
        return self._send(
            Call(
                "GET",
                path("/leaderboards/{}", family),
                query=present({"around": around, "cursor": cursor, "limit": limit, "pool": pool}),
            )
        )

    def enter_match(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.NewMatchRequest]
    ) -> types.Match:
        """Quick match: find a table.

        Seats you with the next people who want the same preset, overlays and number of seats, in order of arrival. If your rating is not provisional, `window` says how different the ratings of the others may be; it widens while you wait. When your wait is over, bots take the empty seats. The game begins at once, with 60 seconds per turn and stand-ins for players who leave. `/me/stream` announces it, and `GET /matches/{match_id}?wait=60` waits for it. You can have one match at a time. The deal has no entropy of players. Scope: `play`.
        """
        return self._send(
            Call("POST", path("/matches"), body=body, key=idempotency_key, takes_key=True)
        )

    def read_match(self, match_id: str, *, wait: int | None = None) -> types.Match:
        """Check whether a table was found.

        With `wait`, the answer is sent when you have a seat, when `window` widens, or when the time is up. A match is kept until your next one. Scope: `read`.
        """
        return self._send(Call("GET", path("/matches/{}", match_id), query=present({"wait": wait})))

    def cancel_match(self, match_id: str) -> None:
        """Stop waiting for a table.

        After you got a seat, resign in the game instead. Scope: `play`.
        """
        self._send(Call("DELETE", path("/matches/{}", match_id)))

    def read_me(self) -> types.OwnAccount:
        """Show my account.

        Show the account of the token. Scope: `read`.
        """
        return self._send(Call("GET", path("/me")))

    def change_me(self, **body: Unpack[types.AccountChangesRequest]) -> types.OwnAccount:
        """Change my account.

        Change the fields in the body. Scope: `account`. A verification code is sent to a new e-mail address. Display names need not be unique, and may look alike: show them with the username.
        """
        return self._send(Call("PATCH", path("/me"), body=body))

    def close_me(self) -> None:
        """Close my account.

        Delete the account's data, its bots and all tokens at once and permanently. Scope: `account`. The account leaves or resigns from its open games. Games of others are kept: logs contain seats, not people, and a random name replaces the username.
        """
        self._send(Call("DELETE", path("/me")))

    def list_apps(self) -> types.ConnectedAppList:
        """List apps with access.

        List the apps that you gave access to your account. Scope: `account`.
        """
        return self._send(Call("GET", path("/me/apps")))

    def revoke_app(self, app_id: int) -> None:
        """Revoke an app's access.

        Revoke every token of the app at once. Scope: `account`.
        """
        self._send(Call("DELETE", path("/me/apps/{}", app_id)))

    def list_blocks(self) -> types.BlockList:
        """List the players whom I have blocked.

        List all blocked players, at most 500, newest first. Scope: `read`.
        """
        return self._send(Call("GET", path("/me/blocks")))

    def block_player(self, username: str) -> None:
        """Block a player.

        Get no invitations from a player, and no seat at the same table in quick match. This also applies to the player's bots. The player gets no notice. Blocking twice is the same as once. An account blocks at most 500 players. Scope: `play`.
        """
        self._send(Call("PUT", path("/me/blocks/{}", username)))

    def unblock_player(self, username: str) -> None:
        """Unblock a player.

        Unblock a player. Unblocking twice is the same as once. Scope: `play`.
        """
        self._send(Call("DELETE", path("/me/blocks/{}", username)))

    def announce_bot(self, **body: Unpack[types.BotStatusBodyRequest]) -> types.BotStatus:
        """Announce what a bot accepts.

        `GET /bots/online` shows it for 90 seconds: send it again before then, as a heartbeat. It is a hint, and no game refuses a bot because of it. Only bots have a status. Scope: `play`.
        """
        return self._send(Call("PUT", path("/me/bot_status"), body=body))

    def list_bots(self) -> types.BotList:
        """List my bots.

        List your bots, newest first, including deactivated ones. Scope: `account`.
        """
        return self._send(Call("GET", path("/me/bots")))

    def create_bot(self, **body: Unpack[types.BotRequest]) -> types.Registered:
        """Create a bot.

        Create an account that is marked as a bot everywhere, and its first token. That token has the scopes `read`, `play` and `bot`. Scope: `account`. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/me/bots"), body=body))

    def deactivate_bot(self, username: str) -> None:
        """Deactivate a bot.

        Deactivate the bot permanently. Its games stay, and its name stays taken. Scope: `account`.
        """
        self._send(Call("DELETE", path("/me/bots/{}", username)))

    def offer_bot(self, username: str, **body: Unpack[types.BotOfferRequest]) -> types.BotOffer:
        """Say what a bot plays.

        Replaces the presets that `GET /bots/online` shows for your bot. They are a hint: no game refuses a bot because of them. Scope: `account`.
        """
        return self._send(Call("PUT", path("/me/bots/{}/offer", username), body=body))

    def list_bot_tokens(self, username: str) -> types.TokenList:
        """List a bot's tokens.

        List the tokens that are neither expired nor revoked, newest first. Scope: `account`. Revoke a token with `DELETE /api/v1/tokens/{token_id}`.
        """
        return self._send(Call("GET", path("/me/bots/{}/tokens", username)))

    def issue_bot_token(
        self, username: str, **body: Unpack[types.NewBotTokenRequest]
    ) -> types.IssuedToken:
        """Create a token for a bot.

        Create a token with some or all of the scopes `read`, `play`, `bot`. Scope: `account`. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/me/bots/{}/tokens", username), body=body))

    def list_my_disputes(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> types.DisputePage:
        """List my disputes.

        Newest first: disputes that you filed, and disputes with a ruling against you or on a game that you played. Scope: `read`; open to suspended accounts.
        """
        return self._send(
            Call("GET", path("/me/disputes"), query=present({"cursor": cursor, "limit": limit}))
        )

    def send_verification(self) -> None:
        """Send the verification letter again.

        Send a verification code to the account's e-mail address. Scope: `account`. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/me/email/verification")))

    def export_me(self, *, after: int | str | None = None) -> types.Export:
        """Export my data.

        Return the account, its tokens, bots, games, disputes and all other data about it. Scope: `account`. A page has at most 500 rows; `next` is the path of the next page, and `null` on the last. The moves of a game are at the path in `moves`. IP addresses are stored only for failed sign-ins; those of seats are stored as keyed digests.
        """
        return self._send(Call("GET", path("/me/export"), query=present({"after": after})))

    def list_my_games(self) -> types.OwnGames:
        """List my open games.

        All games in which you have a seat and that have not ended, at most 100: first those that wait for you, by deadline, then other running games, then lobbies. Games that you have left are not listed.
        """
        return self._send(Call("GET", path("/me/games")))

    def list_notices(
        self, *, cursor: str | None = None, limit: int | None = None, unread: bool | None = None
    ) -> types.NoticePage:
        """List my notices.

        Newest first: a dispute that concerns you was ruled on (`dispute_ruled`, `appeal_ruled`), you were `warned` or `suspended`, your seat was removed from a game or restored (`seat_removed`, `seat_restored`), or a reviewer looked at hidden cards of a game that is now over (`looked_into`), a director removed you from a tournament (`tournament_removed`), a tournament was cancelled (`tournament_cancelled`), or a lobby in which you waited or to which you were invited was closed (`lobby_closed`; at most ten of these are unread). The owner of a bot also gets its notices, except those about closed lobbies and tournaments. An account keeps 500 notices, each for a year. A verified e-mail address gets an e-mail that names only the kind, except for declined invitations, closed lobbies and cancelled tournaments. Scope: `read`; open to suspended accounts.
        """
        return self._send(
            Call(
                "GET",
                path("/me/notices"),
                query=present({"cursor": cursor, "limit": limit, "unread": unread}),
            )
        )

    def mark_notices_read(self, **body: Unpack[types.ReadNoticesRequest]) -> types.UnreadNotices:
        """Mark notices as read.

        Send either `up_to`, the last notice to mark, or `ids`. Ids that are not yours are ignored. Notices that you have read stay read. Scope: `play`; open to suspended accounts. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/me/notices/read"), body=body))

    def change_password(self, **body: Unpack[types.PasswordChangeRequest]) -> None:
        """Change my password.

        Set a new password and revoke every other token of the account. Scope: `account`. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/me/password"), body=body))

    def read_rating_visibility(self) -> types.RatingVisibility:
        """Check whether my ratings are hidden.

        Scope: `read`.
        """
        return self._send(Call("GET", path("/me/ratings")))

    def change_rating_visibility(
        self, **body: Unpack[types.RatingVisibilityBodyRequest]
    ) -> types.RatingVisibility:
        """Hide or show my ratings.

        Hidden ratings are still computed, but only you see them: they are not on leaderboards, in your profile, or at tables. Scope: `account`.
        """
        return self._send(Call("PATCH", path("/me/ratings"), body=body))

    def promote_guest(self, **body: Unpack[types.RegistrationRequest]) -> types.Account:
        """Register my guest account.

        Give a guest account a username and a password. It keeps its games and tokens. Scope: `account`. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/me/register"), body=body))

    def read_my_statistics(self) -> types.OwnStatistics:
        """Show my results.

        Your results by preset, including those against built-in bots by level; a series counts once. Only you see them: the results in a profile leave out games with built-in bots. Games that do not count, such as annulled ones, are left out.
        """
        return self._send(Call("GET", path("/me/statistics")))

    def stream_account(self, *, ticket: str | None = None) -> Iterator[types.AccountFrame]:
        """Follow all that concerns me.

        Server-sent events, or newline-delimited JSON. First `snapshot` with your open games, your invitations and the number of unread notices. Then `game` when something happens in a game: invited, invitation ended (it was declined, or the game started or was closed), joined, started, your turn, over, closed, left; `ruled` when a dispute about it was ruled on, even long after its end; and `looked_into` when it is over and a reviewer looked at hidden cards while it ran. The last frame of a game has its final status, even if you left a seat or an invitation ended. Within a heartbeat, `notices` reports a new number of unread notices, and `tournament` that a tournament in which you take part was cancelled. `time` has the server's clock, at the start and at each heartbeat. A stream cannot be resumed: each begins with a snapshot.
        """
        return self._frames(
            Call(
                "GET",
                path("/me/stream"),
                query=present({"ticket": ticket}),
                accept="application/x-ndjson",
            )
        )

    def create_account_stream_ticket(self) -> types.StreamTicket:
        """Get a ticket for my stream.

        For browsers, whose `EventSource` sends no token: open `/me/stream?ticket=…`. The ticket only opens the stream of this account, and no stream of a game. It lasts 15 minutes, for any number of connections. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/me/stream_ticket")))

    def list_webhooks(self) -> types.WebhookList:
        """List my webhooks.

        The webhooks that were registered with this token. Scope: `read`.
        """
        return self._send(Call("GET", path("/me/webhooks")))

    def register_webhook(self, **body: Unpack[types.NewWebhookRequest]) -> types.IssuedWebhook:
        """Register a webhook.

        Messages are signed as in [Standard Webhooks](https://www.standardwebhooks.com), with the secret in the answer, which is shown once. After 3 seconds the URL gets one `challenge`. It gets events once it has answered with the challenge's HMAC. An account has at most 10 webhooks. A webhook ends with the token that registered it. Scope: `read`. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/me/webhooks"), body=body))

    def delete_webhook(self, webhook_id: int) -> None:
        """Delete a webhook.

        Nothing more is sent to it, not even waiting messages. Scope: `read`.
        """
        self._send(Call("DELETE", path("/me/webhooks/{}", webhook_id)))

    def list_webhook_deliveries(self, webhook_id: int) -> types.DeliveryList:
        """List the deliveries of a webhook.

        At most 100 waiting messages, and the last 100 that were delivered or dropped; newest first. Scope: `read`.
        """
        return self._send(Call("GET", path("/me/webhooks/{}/deliveries", webhook_id)))

    def redeliver(
        self, delivery_id: str, webhook_id: int, *, idempotency_key: str | None = None
    ) -> types.Delivery:
        """Send a message again.

        Sends it at once, with retries like a new message; its `webhook-id` stays. A message that still waits is not changed. Scope: `read`.
        """
        return self._send(
            Call(
                "POST",
                path("/me/webhooks/{}/deliveries/{}/redeliver", delivery_id, webhook_id),
                key=idempotency_key,
                takes_key=True,
            )
        )

    def renew_webhook_secret(self, webhook_id: int) -> types.IssuedWebhook:
        """Renew the secret of a webhook.

        For a day, messages have two signatures, of the new and the previous secret. Scope: `read`. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/me/webhooks/{}/secret", webhook_id)))

    def read_authorization(
        self,
        *,
        client_id: str | None = None,
        code_challenge: str | None = None,
        code_challenge_method: str | None = None,
        redirect_uri: str | None = None,
        resource: str | None = None,
        response_mode: str | None = None,
        response_type: str | None = None,
        scope: str | None = None,
        state: str | None = None,
    ) -> types.Authorization:
        """Describe an app's request.

        Check the request of an app, and return what to show the player. The page `/authorize` uses it.
        """
        return self._send(
            Call(
                "GET",
                path("/oauth/authorize"),
                query=present(
                    {
                        "client_id": client_id,
                        "code_challenge": code_challenge,
                        "code_challenge_method": code_challenge_method,
                        "redirect_uri": redirect_uri,
                        "resource": resource,
                        "response_mode": response_mode,
                        "response_type": response_type,
                        "scope": scope,
                        "state": state,
                    }
                ),
            )
        )

    def approve_authorization(self, **body: Unpack[types.ApprovalRequest]) -> types.Redirect:
        """Give an app access.

        Create a code for the app, and return the address that takes it there. Scope: `account`. The code is valid for 60 seconds, once. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/oauth/authorize"), body=body))

    def begin_device(self, **body: Unpack[types.DeviceRequestRequest]) -> types.DeviceAuthorization:
        """Begin to sign in on a device.

        Return a code that the player types at `/device`, and one to poll with (RFC 8628). Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/oauth/device"), body=body, is_form=True))

    def decide_device(self, **body: Unpack[types.DeviceDecisionRequest]) -> None:
        """Approve or refuse a device.

        Give the device access, or refuse it. Scope: `account`. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/oauth/device/decision"), body=body))

    def review_device(self, **body: Unpack[types.UserCodeRequest]) -> types.WaitingDevice:
        """Describe a device that waits.

        Return the device that waits with this code, and reserve it for this account. Scope: `account`. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/oauth/device/review"), body=body))

    def revoke_app_token(self, **body: Unpack[types.RevocationRequest]) -> None:
        """Revoke a token of an app.

        Revoke the token of an app (RFC 7009). The answer is the same for an unknown token. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/oauth/revoke"), body=body, is_form=True))

    def exchange_code(self, **body: Unpack[types.TokenExchangeRequest]) -> types.AccessToken:
        """Exchange a code for a token.

        Exchange the code of an authorization (RFC 6749) or of a device (RFC 8628). Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/oauth/token"), body=body, is_form=True))

    def ask_for_password_reset(self, **body: Unpack[types.RecoveryRequest]) -> None:
        """Request a password reset.

        Send a code to the address if it is the verified address of an account. The response is the same for every address. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/password/reset"), body=body))

    def reset_password(self, **body: Unpack[types.NewPasswordRequest]) -> None:
        """Reset a password.

        Set a new password and revoke every token. A code is valid once, for an hour. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/password/reset/confirm"), body=body))

    def read_player(self, username: str) -> types.Profile:
        """Show a player.

        Results count finished games without built-in bots; a series counts once.
        """
        return self._send(Call("GET", path("/players/{}", username)))

    def list_player_games(
        self,
        username: str,
        *,
        cursor: str | None = None,
        expand: str | None = None,
        limit: int | None = None,
        status: str | None = None,
    ) -> types.GamePage:
        """List a player's games.

        Newest first; private games only if you may see them. As newline-delimited JSON, one game per line; the last line names the next page.
        """
        return self._send(
            Call(
                "GET",
                path("/players/{}/games", username),
                query=present(
                    {"cursor": cursor, "expand": expand, "limit": limit, "status": status}
                ),
            )
        )

    def export_player_games(
        self,
        username: str,
        *,
        as_: str | None = None,
        cursor: str | None = None,
        finished: bool | None = None,
        opponent: str | None = None,
        preset: str | None = None,
        since: str | None = None,
        until: str | None = None,
        version: int | None = None,
    ) -> Iterator[types.ExportLine]:
        """Export a player's games.

        Transcripts or summaries, oldest game first; private games only if you may see them. A line is a game: `id`, `cursor`, and `transcript`, `game` or `error`. The last line is `next`: null at the end, or the cursor to continue with. If the answer is cut off, send the request again with the `cursor` of the last whole line. Empty lines keep the connection open.
        """
        return self._lines(
            Call(
                "GET",
                path("/players/{}/games/export", username),
                query=present(
                    {
                        "as": as_,
                        "cursor": cursor,
                        "finished": finished,
                        "opponent": opponent,
                        "preset": preset,
                        "since": since,
                        "until": until,
                        "version": version,
                    }
                ),
                accept="application/x-ndjson",
            )
        )

    def read_player_ratings(
        self,
        username: str,
        *,
        cursor: str | None = None,
        family: str | None = None,
        limit: int | None = None,
    ) -> types.PlayerRatings:
        """Show a player's ratings.

        The rating in each family, its uncertainty, and how the games of one family changed it, newest first. A player without rated games has empty lists.
        """
        return self._send(
            Call(
                "GET",
                path("/players/{}/ratings", username),
                query=present({"cursor": cursor, "family": family, "limit": limit}),
            )
        )

    def compare_players(
        self, other: str, username: str, *, family: str | None = None
    ) -> types.HeadToHead:
        """Compare two players.

        How often one was placed before the other in rated games of a family, and their latest games.
        """
        return self._send(
            Call(
                "GET",
                path("/players/{}/ratings/{}", other, username),
                query=present({"family": family}),
            )
        )

    def lookup_players(self, **body: Unpack[types.LookupBodyRequest]) -> types.Lookup:
        """Look up players.

        Up to 300 players by username: profile, whether they are online, and the game that they play. Changes nothing. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/players/lookup"), body=body))

    def list_rulesets(self) -> types.Rulesets:
        """List rule sets.

        The presets, the overlays that vary them, and the levels of built-in bots.
        """
        return self._send(Call("GET", path("/rulesets")))

    def read_ruleset(self, preset: str) -> types.FullRuleset:
        """Explain a rule set.

        The rules in plain words and in full, with a JSON Schema from which a client can build a form.
        """
        return self._send(Call("GET", path("/rulesets/{}", preset)))

    def read_source(self, number: str) -> types.SourceUse:
        """Show what is based on a source document.

        The rules come from four documents, identified by three digits. The source of what no document has is `own`.
        """
        return self._send(Call("GET", path("/sources/{}", number)))

    def list_tokens(self) -> types.TokenList:
        """List my tokens.

        List the tokens that are neither expired nor revoked, newest first, without secrets. Scope: `account`.
        """
        return self._send(Call("GET", path("/tokens")))

    def issue_token(self, **body: Unpack[types.NewTokenRequest]) -> types.IssuedToken:
        """Create a token.

        Create a token with a username and password or, without them, with an existing token. The existing token needs the scope `account`. The new one gets only scopes that it has. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/tokens"), body=body))

    def revoke_all_tokens(self) -> None:
        """Revoke all my tokens.

        Revoke all tokens, including the one of this request. Scope: `account`. A guest who does this loses the account.
        """
        self._send(Call("DELETE", path("/tokens")))

    def revoke_token(self, token_id: int) -> None:
        """Revoke a token.

        Revoke a token, even the one of this request. Scope: `account`.
        """
        self._send(Call("DELETE", path("/tokens/{}", token_id)))

    def test_tokens(self, **body: Unpack[types.TokenTestRequest]) -> types.TestedTokens:
        """Test tokens.

        Check whether up to 100 tokens are valid; show account, scopes and expiry of valid ones. A token that never existed, has expired or was revoked is not valid, and nothing else is shown about it. An address may test 300 such tokens a minute. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/tokens/test"), body=body))

    def list_tournaments(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        mine: bool | None = None,
        status: str | None = None,
    ) -> types.TournamentPage:
        """List tournaments.

        Newest first. Tournaments by code or for invited players are listed only if you are in them.
        """
        return self._send(
            Call(
                "GET",
                path("/tournaments"),
                query=present({"cursor": cursor, "limit": limit, "mine": mine, "status": status}),
            )
        )

    def create_tournament(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.NewTournamentRequest]
    ) -> types.Tournament:
        """Open a tournament.

        For registered people. It starts by itself, pairs its players and opens their tables; players confirm each round within 60 seconds. A stand-in takes over the seat of a player who leaves. You direct the tournament, and do not take part unless you join. Scope: `play`.
        """
        return self._send(
            Call("POST", path("/tournaments"), body=body, key=idempotency_key, takes_key=True)
        )

    def read_tournament(self, tournament_id: str) -> types.Tournament:
        """Show a tournament.

        Its terms, where it is now, and in `me` whether you confirmed the round and which table is yours. The game of that table is also in `/me/stream`.
        """
        return self._send(Call("GET", path("/tournaments/{}", tournament_id)))

    def confirm_round(self, tournament_id: str) -> None:
        """Confirm that you are there.

        Do so within 60 seconds of the beginning of each round; otherwise you sit it out. In an arena, confirm once: you are paired again after each game until you pause. Also ends a pause. Repeating it changes nothing. Scope: `play`. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/tournaments/{}/confirm", tournament_id)))

    def direct_tournament(
        self,
        tournament_id: str,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[types.DirectRequest],
    ) -> types.Tournament:
        """Direct a tournament.

        For the host and the directors. `pause` and `resume` new tables; `extend`; `begin` the tournament, or the round that players confirm, at once; `remove` a player from the next round on; `cancel`. A director who plays, or whose bot plays, can neither remove others nor shorten a round. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/tournaments/{}/direct", tournament_id),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def name_director(self, tournament_id: str, username: str) -> None:
        """Name a director.

        For the host. Registered people can direct, at most 10. Repeating it changes nothing. Scope: `play`.
        """
        self._send(Call("PUT", path("/tournaments/{}/directors/{}", tournament_id, username)))

    def dismiss_director(self, tournament_id: str, username: str) -> None:
        """Dismiss a director.

        For the host. Repeating it changes nothing. Scope: `play`.
        """
        self._send(Call("DELETE", path("/tournaments/{}/directors/{}", tournament_id, username)))

    def export_tournament(
        self,
        tournament_id: str,
        *,
        as_: str | None = None,
        cursor: str | None = None,
        version: int | None = None,
    ) -> Iterator[types.ExportLine]:
        """Export the games of a tournament.

        Transcripts or summaries, in the order of the tables; private games only if you may see them. A line is a game: `id`, `cursor`, and `transcript`, `game` or `error`. The last line is `next`: null at the end, or the cursor to continue with. If the answer is cut off, send the request again with the `cursor` of the last whole line. Empty lines keep the connection open.
        """
        return self._lines(
            Call(
                "GET",
                path("/tournaments/{}/export", tournament_id),
                query=present({"as": as_, "cursor": cursor, "version": version}),
                accept="application/x-ndjson",
            )
        )

    def invite_to_tournament(
        self,
        tournament_id: str,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[types.TournamentGuestsRequest],
    ) -> types.InvitedCount:
        """Invite players to a tournament.

        For the host and the directors. Invited players see the tournament in `GET /tournaments?mine=true`, and join without a code. They get no message. `not_invitable` names players who cannot be invited now; then none of the players is invited. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/tournaments/{}/invitations", tournament_id),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def take_back_tournament_invitation(self, tournament_id: str, username: str) -> None:
        """Take back an invitation to a tournament.

        For the host and the directors, and for the invited player, who declines it. A player who has joined stays; use `remove` instead. Repeating it changes nothing. Scope: `play`.
        """
        self._send(Call("DELETE", path("/tournaments/{}/invitations/{}", tournament_id, username)))

    def join_tournament(
        self,
        tournament_id: str,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[types.JoinTournamentRequest],
    ) -> types.Tournament:
        """Join a tournament.

        Before the start, in an arena until its end, and in rounds until round `late_until`. If bots play with people, people must agree with `with_bots`. Scope: `play`.
        """
        return self._send(
            Call(
                "POST",
                path("/tournaments/{}/join", tournament_id),
                body=body,
                key=idempotency_key,
                takes_key=True,
            )
        )

    def pause_in_tournament(self, tournament_id: str) -> None:
        """Sit out.

        You sit out from the next round on, until you confirm one. A running game continues. Scope: `play`. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/tournaments/{}/pause", tournament_id)))

    def read_standings(
        self, tournament_id: str, *, cursor: str | None = None, limit: int | None = None
    ) -> types.StandingsPage:
        """Show the standings.

        Best first: by points, then by the mean margin of books. `luck` and `certainty` say what they can distinguish. As `text/csv`, all lines at once.
        """
        return self._send(
            Call(
                "GET",
                path("/tournaments/{}/standings", tournament_id),
                query=present({"cursor": cursor, "limit": limit}),
            )
        )

    def stream_tournament(
        self, tournament_id: str, *, after: int | str | None = None
    ) -> Iterator[types.TournamentFrame]:
        """Follow a tournament.

        Server-sent events, or newline-delimited JSON: `table` when a table is paired, opened or over, `round` with the tournament, `standing` with the first 20 lines. Changes are at most two seconds old. It begins with `round` and `standing`. To resume, send the last `id` in `after` or `Last-Event-ID`: it then begins with what changed since. If more than 50 tables changed, it begins with `reload` and the latest 50: read the others with `GET …/tables`. For a dismissed director of a private tournament it ends with `invitation_ended`.
        """
        return self._frames(
            Call(
                "GET",
                path("/tournaments/{}/stream", tournament_id),
                query=present({"after": after}),
                accept="application/x-ndjson",
            )
        )

    def list_tournament_tables(
        self,
        tournament_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        round: int | None = None,
    ) -> types.TournamentTablePage:
        """List the tables.

        Tables of all rounds or of one, in order, with the game and each player's result. As `application/x-ndjson`, each table is a line, and the last line is `next`.
        """
        return self._send(
            Call(
                "GET",
                path("/tournaments/{}/tables", tournament_id),
                query=present({"cursor": cursor, "limit": limit, "round": round}),
            )
        )

    def withdraw_from_tournament(self, tournament_id: str) -> None:
        """Withdraw from a tournament.

        Games that you played still count. A running game continues: play it, or resign in it. Scope: `play`. Ignores `Idempotency-Key`.
        """
        self._send(Call("POST", path("/tournaments/{}/withdraw", tournament_id)))

    def read_transcript_schema(self) -> dict[str, Any]:
        """Read the JSON Schema of transcripts.

        Describes documents of the media type `application/vnd.gofish.transcript+json`.
        """
        return self._send(Call("GET", path("/transcripts/schema")))

    def verify_transcript(self, **body: Unpack[types.VerificationRequestRequest]) -> types.Verdict:
        """Verify a transcript.

        Checks the seed against its commitment, the digest chain, that each move is legal and has exactly the events that the rules give, every shuffle, and the result. Names the first move that fails and why. A log that was invented after the game, or that lacks its last moves, can pass all this. Only receipts prove that it is the log shown during play: send yours in the member `receipts`. The body may be sent as `application/vnd.gofish.transcript+json` too, and a notation as `text/x-gfn`, with receipts in its header `Receipts`: then the reason of a failure names its line and column. Nothing is stored. Ignores `Idempotency-Key`.
        """
        return self._send(Call("POST", path("/transcripts/verify"), body=body))

    def read_tv(self) -> types.Tv:
        """Find a game to watch.

        The public game that is most worth watching now, and one for each preset: running, open to spectators, with a move in the last minute, or in the last five while a person is at the table. A player counts at the game where they were seen last. Games of two registered people or more come first, then those of one; then rated games, those that more registered people watch, and the latest move. Shown as a reader without an account sees it, and up to two seconds old. Follow it with its stream, and ask again when it ends. While no game is played, `recent` has games to replay.
        """
        return self._send(Call("GET", path("/tv")))

    def stream_tv(
        self, *, channel: str | None = None, emotes: bool | None = None
    ) -> Iterator[types.TvFrame]:
        """Watch TV.

        Follows the game on a channel of `GET /tv`, and the next one when it ends or had no move for five minutes: server-sent events, or newline-delimited JSON. `channel` names the game that begins. The frames of its stream follow as a spectator sees them; their `data` begins with `game`, the id. While there is no game, the stream waits for one. It counts as one open connection. It cannot be resumed: each stream begins with the game that the channel shows.
        """
        return self._frames(
            Call(
                "GET",
                path("/tv/stream"),
                query=present({"channel": channel, "emotes": emotes}),
                accept="application/x-ndjson",
            )
        )


class AsyncOperations:
    """The operations as methods of an asynchronous client, as in `Operations`."""

    read_index = awaited(Operations.read_index)
    register = awaited(Operations.register)
    register_guest = awaited(Operations.register_guest)
    list_online_bots = awaited(Operations.list_online_bots)
    offer_class_names = awaited(Operations.offer_class_names)
    sign_in_to_class = awaited(Operations.sign_in_to_class)
    list_classes = awaited(Operations.list_classes)
    create_class = awaited(Operations.create_class)
    read_class = awaited(Operations.read_class)
    delete_class = awaited(Operations.delete_class)
    renew_class_codes = awaited(Operations.renew_class_codes)
    direct_class = awaited(Operations.direct_class)
    read_own_class = awaited(Operations.read_own_class)
    free_class_place = awaited(Operations.free_class_place)
    move_pupil = awaited(Operations.move_pupil)
    rename_class_place = awaited(Operations.rename_class_place)
    read_class_results = awaited(Operations.read_class_results)
    start_class = awaited(Operations.start_class)
    form_class_tables = awaited(Operations.form_class_tables)
    read_dispute = awaited(Operations.read_dispute)
    withdraw_dispute = awaited(Operations.withdraw_dispute)
    appeal = awaited(Operations.appeal)
    add_to_dispute = awaited(Operations.add_to_dispute)
    list_dumps = awaited(Operations.list_dumps)
    verify_email = awaited(Operations.verify_email)
    list_games = awaited(Operations.list_games)
    create_game = awaited(Operations.create_game)
    read_game = awaited(Operations.read_game)
    read_analysis = awaited(Operations.read_analysis)
    request_analysis = awaited(Operations.request_analysis)
    answer = awaited(Operations.answer)
    ask = awaited(Operations.ask)
    seat_bot = awaited(Operations.seat_bot)
    cut = awaited(Operations.cut)
    declare = awaited(Operations.declare)
    decline = awaited(Operations.decline)
    list_disputes = awaited(Operations.list_disputes)
    file_dispute = awaited(Operations.file_dispute)
    send_emote = awaited(Operations.send_emote)
    end_turn = awaited(Operations.end_turn)
    add_entropy = awaited(Operations.add_entropy)
    expose = awaited(Operations.expose)
    read_invitation_link = awaited(Operations.read_invitation_link)
    list_invitations = awaited(Operations.list_invitations)
    invite = awaited(Operations.invite)
    join = awaited(Operations.join)
    read_knowledge = awaited(Operations.read_knowledge)
    leave = awaited(Operations.leave)
    misdeal = awaited(Operations.misdeal)
    read_moves = awaited(Operations.read_moves)
    read_presence = awaited(Operations.read_presence)
    rematch = awaited(Operations.rematch)
    read_replay = awaited(Operations.read_replay)
    resign = awaited(Operations.resign)
    remove_player = awaited(Operations.remove_player)
    start = awaited(Operations.start)
    read_state = awaited(Operations.read_state)
    stream_game = streamed(Operations.stream_game)
    create_stream_ticket = awaited(Operations.create_stream_ticket)
    read_transcript = awaited(Operations.read_transcript)
    renew_watch_code = awaited(Operations.renew_watch_code)
    revoke_watch_code = awaited(Operations.revoke_watch_code)
    create_games = awaited(Operations.create_games)
    export_games = streamed(Operations.export_games)
    stream_games = streamed(Operations.stream_games)
    list_leaderboards = awaited(Operations.list_leaderboards)
    read_leaderboard = awaited(Operations.read_leaderboard)
    enter_match = awaited(Operations.enter_match)
    read_match = awaited(Operations.read_match)
    cancel_match = awaited(Operations.cancel_match)
    read_me = awaited(Operations.read_me)
    change_me = awaited(Operations.change_me)
    close_me = awaited(Operations.close_me)
    list_apps = awaited(Operations.list_apps)
    revoke_app = awaited(Operations.revoke_app)
    list_blocks = awaited(Operations.list_blocks)
    block_player = awaited(Operations.block_player)
    unblock_player = awaited(Operations.unblock_player)
    announce_bot = awaited(Operations.announce_bot)
    list_bots = awaited(Operations.list_bots)
    create_bot = awaited(Operations.create_bot)
    deactivate_bot = awaited(Operations.deactivate_bot)
    offer_bot = awaited(Operations.offer_bot)
    list_bot_tokens = awaited(Operations.list_bot_tokens)
    issue_bot_token = awaited(Operations.issue_bot_token)
    list_my_disputes = awaited(Operations.list_my_disputes)
    send_verification = awaited(Operations.send_verification)
    export_me = awaited(Operations.export_me)
    list_my_games = awaited(Operations.list_my_games)
    list_notices = awaited(Operations.list_notices)
    mark_notices_read = awaited(Operations.mark_notices_read)
    change_password = awaited(Operations.change_password)
    read_rating_visibility = awaited(Operations.read_rating_visibility)
    change_rating_visibility = awaited(Operations.change_rating_visibility)
    promote_guest = awaited(Operations.promote_guest)
    read_my_statistics = awaited(Operations.read_my_statistics)
    stream_account = streamed(Operations.stream_account)
    create_account_stream_ticket = awaited(Operations.create_account_stream_ticket)
    list_webhooks = awaited(Operations.list_webhooks)
    register_webhook = awaited(Operations.register_webhook)
    delete_webhook = awaited(Operations.delete_webhook)
    list_webhook_deliveries = awaited(Operations.list_webhook_deliveries)
    redeliver = awaited(Operations.redeliver)
    renew_webhook_secret = awaited(Operations.renew_webhook_secret)
    read_authorization = awaited(Operations.read_authorization)
    approve_authorization = awaited(Operations.approve_authorization)
    begin_device = awaited(Operations.begin_device)
    decide_device = awaited(Operations.decide_device)
    review_device = awaited(Operations.review_device)
    revoke_app_token = awaited(Operations.revoke_app_token)
    exchange_code = awaited(Operations.exchange_code)
    ask_for_password_reset = awaited(Operations.ask_for_password_reset)
    reset_password = awaited(Operations.reset_password)
    read_player = awaited(Operations.read_player)
    list_player_games = awaited(Operations.list_player_games)
    export_player_games = streamed(Operations.export_player_games)
    read_player_ratings = awaited(Operations.read_player_ratings)
    compare_players = awaited(Operations.compare_players)
    lookup_players = awaited(Operations.lookup_players)
    list_rulesets = awaited(Operations.list_rulesets)
    read_ruleset = awaited(Operations.read_ruleset)
    read_source = awaited(Operations.read_source)
    list_tokens = awaited(Operations.list_tokens)
    issue_token = awaited(Operations.issue_token)
    revoke_all_tokens = awaited(Operations.revoke_all_tokens)
    revoke_token = awaited(Operations.revoke_token)
    test_tokens = awaited(Operations.test_tokens)
    list_tournaments = awaited(Operations.list_tournaments)
    create_tournament = awaited(Operations.create_tournament)
    read_tournament = awaited(Operations.read_tournament)
    confirm_round = awaited(Operations.confirm_round)
    direct_tournament = awaited(Operations.direct_tournament)
    name_director = awaited(Operations.name_director)
    dismiss_director = awaited(Operations.dismiss_director)
    export_tournament = streamed(Operations.export_tournament)
    invite_to_tournament = awaited(Operations.invite_to_tournament)
    take_back_tournament_invitation = awaited(Operations.take_back_tournament_invitation)
    join_tournament = awaited(Operations.join_tournament)
    pause_in_tournament = awaited(Operations.pause_in_tournament)
    read_standings = awaited(Operations.read_standings)
    stream_tournament = streamed(Operations.stream_tournament)
    list_tournament_tables = awaited(Operations.list_tournament_tables)
    withdraw_from_tournament = awaited(Operations.withdraw_from_tournament)
    read_transcript_schema = awaited(Operations.read_transcript_schema)
    verify_transcript = awaited(Operations.verify_transcript)
    read_tv = awaited(Operations.read_tv)
    stream_tv = streamed(Operations.stream_tv)
