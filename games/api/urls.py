"""The paths of game operations, below ``/api/v1/``. Django tries them in turn, so the busiest stand first."""

from django.urls import include, path

from games.api import dispute_views as disputes
from games.api import games_views as games
from games.api import history_views as history
from games.api import live_views as live
from games.api import lobby_views as lobby
from games.api import match_views as matches
from games.api import notice_views as notices
from games.api import player_views as players
from games.api import ruleset_views as rulesets
from games.api import table_views as table

_of_a_game = [
    path("state", table.StateView.as_view()),
    path("ask", table.AskView.as_view()),
    path("rematch", lobby.RematchView.as_view()),
    path("invitations", lobby.InvitationsView.as_view()),
    path("decline", lobby.DeclineView.as_view()),
    path("bots", lobby.SeatBotsView.as_view()),
    path("seats/<int:seat>", lobby.SeatView.as_view()),
    path("join", lobby.JoinView.as_view()),
    path("entropy", lobby.EntropyView.as_view()),
    path("leave", lobby.LeaveView.as_view()),
    path("start", lobby.StartView.as_view()),
    path("stream", live.GameStreamView.as_view()),
    path("stream_ticket", live.StreamTicketView.as_view()),
    path("presence", live.PresenceView.as_view()),
    path("moves", history.MovesView.as_view()),
    path("replay", history.ReplayView.as_view()),
    path("disputes", disputes.GameDisputesView.as_view()),
    path("transcript", history.TranscriptView.as_view()),
    path("answer", table.AnswerView.as_view()),
    path("declare", table.DeclareView.as_view()),
    path("end_turn", table.EndTurnView.as_view()),
    path("expose", table.ExposeView.as_view()),
    path("cut", table.CutView.as_view()),
    path("misdeal", table.MisdealView.as_view()),
    path("resign", table.ResignView.as_view()),
]

urlpatterns = [
    path("games/<str:game_id>/", include(_of_a_game)),
    path("rulesets", rulesets.RulesetsView.as_view()),
    path("rulesets/<str:preset>", rulesets.RulesetView.as_view()),
    path("sources/<str:number>", rulesets.SourceView.as_view()),
    path("players/<str:username>", players.PlayerView.as_view()),
    path("players/<str:username>/games", players.PlayerGamesView.as_view()),
    path("matches", matches.MatchesView.as_view()),
    path("matches/<str:match_id>", matches.MatchView.as_view()),
    path("games", games.GamesView.as_view()),
    path("games/<str:game_id>", games.GameView.as_view()),
    path("me/stream", live.AccountStreamView.as_view()),
    path("me/notices", notices.NoticesView.as_view()),
    path("me/notices/read", notices.ReadNoticesView.as_view()),
    path("me/disputes", disputes.MyDisputesView.as_view()),
    path("disputes/<str:dispute_id>", disputes.DisputeView.as_view()),
    path("disputes/<str:dispute_id>/words", disputes.DisputeWordsView.as_view()),
    path("disputes/<str:dispute_id>/appeal", disputes.AppealView.as_view()),
    path("transcripts/schema", history.TranscriptSchemaView.as_view()),
    path("transcripts/verify", history.TranscriptVerificationView.as_view()),
]
