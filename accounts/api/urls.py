"""The paths of account operations below /api/v1, except `/me`, which is in `gofish_api`."""

from django.urls import path

from accounts.api import account_views, app_views, bot_views, credential_views, oauth_views

urlpatterns = [
    path("accounts", account_views.AccountsView.as_view()),
    path("accounts/guest", account_views.GuestsView.as_view()),
    path("me/register", account_views.PromotionView.as_view()),
    path("me/password", account_views.PasswordView.as_view()),
    path("me/email/verification", credential_views.VerificationLetterView.as_view()),
    path("email/verify", credential_views.EmailVerificationView.as_view()),
    path("password/reset", credential_views.RecoveryView.as_view()),
    path("password/reset/confirm", credential_views.NewPasswordView.as_view()),
    path("tokens", credential_views.TokensView.as_view()),
    path("tokens/test", credential_views.TokenTestView.as_view()),
    path("tokens/<int:token_id>", credential_views.TokenView.as_view()),
    path("oauth/authorize", oauth_views.AuthorizationView.as_view()),
    path("oauth/token", oauth_views.TokenExchangeView.as_view()),
    path("oauth/device", oauth_views.DeviceAuthorizationView.as_view()),
    path("oauth/device/review", oauth_views.DeviceReviewView.as_view()),
    path("oauth/device/decision", oauth_views.DeviceDecisionView.as_view()),
    path("oauth/revoke", oauth_views.RevocationView.as_view()),
    path("me/apps", app_views.AppsView.as_view()),
    path("me/apps/<int:app_id>", app_views.AppView.as_view()),
    path("me/blocks", app_views.BlocksView.as_view()),
    path("me/blocks/<str:username>", app_views.BlockView.as_view()),
    path("me/bots", bot_views.OwnBotsView.as_view()),
    path("me/bots/<str:username>", bot_views.BotView.as_view()),
    path("me/bots/<str:username>/tokens", bot_views.BotTokensView.as_view()),
]
