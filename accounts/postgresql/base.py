"""The connection: refused at once while there is no primary, and cut when the primary is silent."""

from typing import Any

from django.db import OperationalError
from django.db.backends.postgresql import base

from accounts.postgresql.primary import PRIMARY


class DatabaseWrapper(base.DatabaseWrapper):
    """PostgreSQL whose primary can change."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect to the primary.

        :raises OperationalError: there is none.
        """
        if PRIMARY.is_away():
            raise OperationalError("there is no primary")
        connection = super().get_new_connection(conn_params)
        PRIMARY.watch(connection)
        return connection
