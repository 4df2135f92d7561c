"""OAuth 2: apps of others, and the tokens that accounts give them.

`redirects` and `client_documents` say who an app is, `authorizations` and `devices` are the two
flows, `apps` lists and revokes what they gave. Tokens are those of `accounts.credentials`.
"""
