"""The web client: its files, which are in `web/` and `clients/javascript/src`, and its pages.

`sources` lists the files and brings them to Django's static files, `views` answers requests.
Nothing here imports the game, the API or a database.
"""
