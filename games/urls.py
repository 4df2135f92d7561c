"""The paths of game operations, below ``/api/v1/``.

Django tries them in turn, so the busiest come first.
"""

from django.urls import include, path

from games.classes.api import pupil_views as pupils
from games.classes.api import views as classes
from games.data.api import views as dumps
from games.data.api import views as exports
from games.desk.api import notice_views as notices
from games.desk.api import views as disputes
from games.live.api import games_views as games_streams
from games.live.api import games_views as tv
from games.live.api import views as streams
from games.play.api import game_views as bulk_games
from games.play.api import game_views as games
from games.play.api import history_views as history
from games.play.api import invitation_views as invitations
from games.play.api import invitation_views as matches
from games.play.api import invitation_views as watch_codes
from games.play.api import player_views as bulk
from games.play.api import player_views as players
from games.play.api import rulesets as rulesets
from games.play.api import seat_views as host
from games.play.api import seat_views as seats
from games.play.api import table_views as emotes
from games.play.api import table_views as table
from games.ratings.api import views as ratings
from games.reports.api import views as analyses
from games.reports.api import views as knowledge
from games.tournaments.api import director_views as directors
from games.tournaments.api import stream_views as tournament_streams
from games.tournaments.api import views as tournaments
from games.webhooks.api import views as webhooks

_of_a_game = [
    path("state", table.StateView.as_view()),
    path("ask", table.AskView.as_view()),
    path("rematch", seats.RematchView.as_view()),
    path("invitations", invitations.InvitationsView.as_view()),
    path("invitation_link", invitations.InvitationLinkView.as_view()),
    path("decline", invitations.DeclineView.as_view()),
    path("bots", host.SeatBotsView.as_view()),
    path("seats/<int:seat>", host.SeatView.as_view()),
    path("join", seats.JoinView.as_view()),
    path("entropy", seats.EntropyView.as_view()),
    path("leave", seats.LeaveView.as_view()),
    path("start", host.StartView.as_view()),
    path("stream", streams.GameStreamView.as_view()),
    path("stream_ticket", streams.StreamTicketView.as_view()),
    path("watch_code", watch_codes.WatchCodeView.as_view()),
    path("presence", streams.PresenceView.as_view()),
    path("moves", history.MovesView.as_view()),
    path("replay", history.ReplayView.as_view()),
    path("knowledge", knowledge.KnowledgeView.as_view()),
    path("analysis", analyses.AnalysisView.as_view()),
    path("disputes", disputes.GameDisputesView.as_view()),
    path("transcript", history.TranscriptView.as_view()),
    path("answer", table.AnswerView.as_view()),
    path("declare", table.DeclareView.as_view()),
    path("end_turn", table.EndTurnView.as_view()),
    path("expose", table.ExposeView.as_view()),
    path("cut", table.CutView.as_view()),
    path("misdeal", table.MisdealView.as_view()),
    path("resign", table.ResignView.as_view()),
    path("emotes", emotes.EmotesView.as_view()),
]

_of_a_tournament = [
    path("join", tournaments.JoinTournamentView.as_view()),
    path("confirm", tournaments.ConfirmRoundView.as_view()),
    path("pause", tournaments.PauseView.as_view()),
    path("withdraw", tournaments.WithdrawView.as_view()),
    path("standings", tournaments.StandingsView.as_view()),
    path("tables", tournaments.TournamentTablesView.as_view()),
    path("direct", directors.DirectView.as_view()),
    path("directors/<str:username>", directors.DirectorView.as_view()),
    path("invitations", directors.TournamentInvitationsView.as_view()),
    path("invitations/<str:username>", directors.TournamentInvitationView.as_view()),
    path("stream", tournament_streams.TournamentStreamView.as_view()),
    path("export", tournament_streams.TournamentExportView.as_view()),
]

_of_a_class = [
    path("mine", pupils.OwnClassView.as_view()),
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
    path("players/lookup", bulk.PlayersLookupView.as_view()),
    path("players/<str:username>", players.PlayerView.as_view()),
    path("players/<str:username>/games", players.PlayerGamesView.as_view()),
    path("players/<str:username>/ratings", ratings.PlayerRatingsView.as_view()),
    path("players/<str:username>/ratings/<str:other>", ratings.HeadToHeadView.as_view()),
    path("dumps", dumps.DumpsView.as_view()),
    path("leaderboards", ratings.FamiliesView.as_view()),
    path("leaderboards/<str:family>", ratings.LeaderboardView.as_view()),
    path("me/ratings", ratings.OwnRatingsView.as_view()),
    path("matches", matches.MatchesView.as_view()),
    path("matches/<str:match_id>", matches.MatchView.as_view()),
    path("players/<str:username>/games/export", exports.PlayerGamesExportView.as_view()),
    path("games", games.GamesView.as_view()),
    path("games/bulk", bulk_games.BulkGamesView.as_view()),
    path("games/stream", games_streams.GamesStreamView.as_view()),
    path("games/export", exports.GamesExportView.as_view()),
    path("games/<str:game_id>", games.GameView.as_view()),
    path("tournaments", tournaments.TournamentsView.as_view()),
    path("tournaments/<str:tournament_id>", tournaments.TournamentView.as_view()),
    path("tournaments/<str:tournament_id>/", include(_of_a_tournament)),
    path("classes", classes.ClassesView.as_view()),
    path("classes/<str:class_id>/", include(_of_a_class)),
    path("class_names", pupils.ClassNamesView.as_view()),
    path("class_sign_in", pupils.ClassSignInView.as_view()),
    path("tv", tv.TvView.as_view()),
    path("tv/stream", tv.TvStreamView.as_view()),
    path("me/stream", streams.AccountStreamView.as_view()),
    path("me/stream_ticket", streams.AccountStreamTicketView.as_view()),
    path("bots/online", bulk.OnlineBotsView.as_view()),
    path("me/bots/<str:username>/offer", bulk.BotOfferView.as_view()),
    path("me/bot_status", bulk.BotStatusView.as_view()),
    path("me/games", bulk.OwnGamesView.as_view()),
    path("me/statistics", bulk.OwnStatisticsView.as_view()),
    path("me/notices", notices.NoticesView.as_view()),
    path("me/notices/read", notices.ReadNoticesView.as_view()),
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
    path("transcripts/schema", history.TranscriptSchemaView.as_view()),
    path("transcripts/verify", history.TranscriptVerificationView.as_view()),
]
