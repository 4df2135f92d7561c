"""The paths of the account operations, below /api/v1."""

from django.urls import path

from accounts.api import views

urlpatterns = [
    path("accounts", views.AccountsView.as_view()),
    path("accounts/guest", views.GuestsView.as_view()),
    path("me", views.MeView.as_view()),
    path("me/password", views.PasswordView.as_view()),
    path("tokens", views.TokensView.as_view()),
    path("tokens/<int:token_id>", views.TokenView.as_view()),
]
