"""Open connections: streams and long polls, held in the event loop without a thread.

Django answers the request first, like any other, so that tokens, limits, CORS and problem documents
work the same. The view sets a ``hold``, and the front then passes the connection to it.
"""
