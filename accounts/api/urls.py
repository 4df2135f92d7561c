"""The paths of account operations below /api/v1, except `/me`, which is in `gofish_api`."""

from django.urls import path

from accounts.api import account_views as accounts
from accounts.api import account_views as me
from accounts.api import app_views as apps
from accounts.api import app_views as blocks
from accounts.api import bot_views as bots
from accounts.api import mail_views as letters
from accounts.api import oauth_views as oauth
from accounts.api import token_views as tokens

urlpatterns = [
    path("accounts", accounts.AccountsView.as_view()),
    path("accounts/guest", accounts.GuestsView.as_view()),
    path("me/register", accounts.PromotionView.as_view()),
    path("me/password", me.PasswordView.as_view()),
    path("me/email/verification", letters.VerificationLetterView.as_view()),
    path("email/verify", letters.EmailVerificationView.as_view()),
    path("password/reset", letters.RecoveryView.as_view()),
    path("password/reset/confirm", letters.NewPasswordView.as_view()),
    path("tokens", tokens.TokensView.as_view()),
    path("tokens/test", tokens.TokenTestView.as_view()),
    path("tokens/<int:token_id>", tokens.TokenView.as_view()),
    path("oauth/authorize", oauth.AuthorizationView.as_view()),
    path("oauth/token", oauth.TokenExchangeView.as_view()),
    path("oauth/device", oauth.DeviceAuthorizationView.as_view()),
    path("oauth/device/review", oauth.DeviceReviewView.as_view()),
    path("oauth/device/decision", oauth.DeviceDecisionView.as_view()),
    path("oauth/revoke", oauth.RevocationView.as_view()),
    path("me/apps", apps.AppsView.as_view()),
    path("me/apps/<int:app_id>", apps.AppView.as_view()),
    path("me/blocks", blocks.BlocksView.as_view()),
    path("me/blocks/<str:username>", blocks.BlockView.as_view()),
    path("me/bots", bots.OwnBotsView.as_view()),
    path("me/bots/<str:username>", bots.BotView.as_view()),
    path("me/bots/<str:username>/tokens", bots.BotTokensView.as_view()),
]
