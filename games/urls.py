"""The paths of game operations, below ``/api/v1/``.

Django tries them in turn, so the busiest come first.
"""

from django.urls import include, path

from games.classes.api import pupil_views
from games.classes.api import views as classes
from games.data.api import views as data_views
from games.desk.api import views as disputes
from games.live.api import games_views, waiting_views
from games.live.api import views as streams
from games.play.api import (
    game_views,
    history_views,
    invitation_views,
    player_views,
    rulesets,
    seat_views,
    table_views,
)
from games.ratings.api import views as ratings
from games.reports import requesting
from games.reports.api import views as analyses
from games.tournaments.api import director_views, stream_views
from games.tournaments.api import views as tournaments
from games.webhooks.api import views as webhooks

_of_a_game = [
    path("state", table_views.StateView.as_view()),
    path("ask", table_views.AskView.as_view()),
    path("rematch", seat_views.RematchView.as_view()),
    path("invitations", invitation_views.InvitationsView.as_view()),
    path("invitation_link", invitation_views.InvitationLinkView.as_view()),
    path("decline", invitation_views.DeclineView.as_view()),
    path("bots", seat_views.SeatBotsView.as_view()),
    path("seats/<int:seat>", seat_views.SeatView.as_view()),
    path("join", seat_views.JoinView.as_view()),
    path("entropy", seat_views.EntropyView.as_view()),
    path("leave", seat_views.LeaveView.as_view()),
    path("start", seat_views.StartView.as_view()),
    path("stream", streams.GameStreamView.as_view()),
    path("stream_ticket", streams.StreamTicketView.as_view()),
    path("watch_code", invitation_views.WatchCodeView.as_view()),
    path("presence", streams.PresenceView.as_view()),
    path("moves", waiting_views.MovesView.as_view()),
    path("replay", history_views.ReplayView.as_view()),
    path("knowledge", analyses.KnowledgeView.as_view()),
    path("analysis", analyses.AnalysisView.as_view()),
    path("disputes", disputes.GameDisputesView.as_view()),
    path("transcript", history_views.TranscriptView.as_view()),
    path("answer", table_views.AnswerView.as_view()),
    path("declare", table_views.DeclareView.as_view()),
    path("end_turn", table_views.EndTurnView.as_view()),
    path("expose", table_views.ExposeView.as_view()),
    path("cut", table_views.CutView.as_view()),
    path("misdeal", table_views.MisdealView.as_view()),
    path("resign", table_views.ResignView.as_view()),
    path("emotes", table_views.EmotesView.as_view()),
]

_of_a_tournament = [
    path("join", tournaments.JoinTournamentView.as_view()),
    path("confirm", tournaments.ConfirmRoundView.as_view()),
    path("pause", tournaments.PauseView.as_view()),
    path("withdraw", tournaments.WithdrawView.as_view()),
    path("standings", tournaments.StandingsView.as_view()),
    path("tables", tournaments.TournamentTablesView.as_view()),
    path("direct", director_views.DirectView.as_view()),
    path("directors/<str:username>", director_views.DirectorView.as_view()),
    path("invitations", director_views.TournamentInvitationsView.as_view()),
    path("invitations/<str:username>", director_views.TournamentInvitationView.as_view()),
    path("stream", stream_views.TournamentStreamView.as_view()),
    path("export", stream_views.TournamentExportView.as_view()),
]

_of_a_class = [
    path("mine", pupil_views.OwnClassView.as_view()),
    path("direct", classes.DirectClassView.as_view()),
    path("codes", classes.ClassCodesView.as_view()),
    path("tables", classes.ClassTablesView.as_view()),
    path("start", classes.StartClassView.as_view()),
    path("results", classes.ClassResultsView.as_view()),
    path("places/<int:place>", classes.ClassPlaceView.as_view()),
    path("places/<int:place>/name", classes.ClassNameView.as_view()),
    path("places/<int:place>/move", classes.MovePupilView.as_view()),
]

urlpatterns = [
    path("games/<str:game_id>/", include(_of_a_game)),
    path("rulesets", rulesets.RulesetsView.as_view()),
    path("rulesets/<str:preset>", rulesets.RulesetView.as_view()),
    path("sources/<str:number>", rulesets.SourceView.as_view()),
    path("players/lookup", player_views.PlayersLookupView.as_view()),
    path("players/<str:username>", player_views.PlayerView.as_view()),
    path("players/<str:username>/games", player_views.PlayerGamesView.as_view()),
    path("players/<str:username>/ratings", ratings.PlayerRatingsView.as_view()),
    path("players/<str:username>/ratings/<str:other>", ratings.HeadToHeadView.as_view()),
    path("dumps", data_views.DumpsView.as_view()),
    path("leaderboards", ratings.FamiliesView.as_view()),
    path("leaderboards/<str:family>", ratings.LeaderboardView.as_view()),
    path("me/ratings", ratings.OwnRatingsView.as_view()),
    path("matches", waiting_views.MatchesView.as_view()),
    path("matches/<str:match_id>", waiting_views.MatchView.as_view()),
    path("players/<str:username>/games/export", data_views.PlayerGamesExportView.as_view()),
    path("games", game_views.GamesView.as_view()),
    path("games/bulk", game_views.BulkGamesView.as_view()),
    path("games/stream", games_views.GamesStreamView.as_view()),
    path("games/export", data_views.GamesExportView.as_view()),
    path("games/<str:game_id>", game_views.GameView.as_view(find_analysis=requesting.standing)),
    path("tournaments", tournaments.TournamentsView.as_view()),
    path("tournaments/<str:tournament_id>", tournaments.TournamentView.as_view()),
    path("tournaments/<str:tournament_id>/", include(_of_a_tournament)),
    path("classes", classes.ClassesView.as_view()),
    path("classes/<str:class_id>/", include(_of_a_class)),
    path("class_names", pupil_views.ClassNamesView.as_view()),
    path("class_sign_in", pupil_views.ClassSignInView.as_view()),
    path("tv", games_views.TvView.as_view()),
    path("tv/stream", games_views.TvStreamView.as_view()),
    path("me/stream", streams.AccountStreamView.as_view()),
    path("me/stream_ticket", streams.AccountStreamTicketView.as_view()),
    path("bots/online", player_views.OnlineBotsView.as_view()),
    path("me/bots/<str:username>/offer", player_views.BotOfferView.as_view()),
    path("me/bot_status", player_views.BotStatusView.as_view()),
    path("me/games", player_views.OwnGamesView.as_view()),
    path("me/statistics", player_views.OwnStatisticsView.as_view()),
    path("me/notices", disputes.NoticesView.as_view()),
    path("me/notices/read", disputes.ReadNoticesView.as_view()),
    path("me/webhooks", webhooks.WebhooksView.as_view()),
    path("me/webhooks/<int:webhook_id>", webhooks.WebhookView.as_view()),
    path("me/webhooks/<int:webhook_id>/secret", webhooks.SecretView.as_view()),
    path("me/webhooks/<int:webhook_id>/deliveries", webhooks.DeliveriesView.as_view()),
    path(
        "me/webhooks/<int:webhook_id>/deliveries/<str:delivery_id>/redeliver",
        webhooks.RedeliveryView.as_view(),
    ),
    path("me/disputes", disputes.MyDisputesView.as_view()),
    path("disputes/<str:dispute_id>", disputes.DisputeView.as_view()),
    path("disputes/<str:dispute_id>/words", disputes.DisputeWordsView.as_view()),
    path("disputes/<str:dispute_id>/appeal", disputes.AppealView.as_view()),
    path("transcripts/schema", history_views.TranscriptSchemaView.as_view()),
    path("transcripts/verify", history_views.TranscriptVerificationView.as_view()),
]
