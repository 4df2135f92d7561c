"""OAuth 2 for third-party apps.

`clients` identifies an app, `authorizations` and `devices` are the two flows, `apps` lists and
revokes the tokens that they gave. Tokens are those of `accounts.credentials`.
"""
