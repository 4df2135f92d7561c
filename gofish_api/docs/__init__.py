"""The documentation at `/docs/`, rendered from the Markdown files.

`site` lists the pages, `rendering` converts one to HTML and makes the search index, `views` answers
requests. Nothing here imports the game, the API or a database.
"""
