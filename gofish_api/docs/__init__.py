"""The documentation that the running server shows at `/docs/`, rendered from the Markdown files.

`site` knows which files are pages, `rendering` turns one into HTML, `views` answers requests. Nothing
here imports the game, the API or a database.
"""
