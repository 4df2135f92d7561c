"""The TCP timeout for a PostgreSQL server whose machine has failed."""

import socket

import pytest
from django.conf import settings
from django.db import connection

pytestmark = pytest.mark.postgresql

if connection.vendor != "postgresql":
    pytest.skip("SQLite has no server to lose", allow_module_level=True)


@pytest.mark.django_db
def test_a_silent_server_times_out_in_half_a_minute() -> None:
    connection.ensure_connection()
    with socket.socket(fileno=connection.connection.pgconn.socket) as wire:
        given_up = wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        is_asked = wire.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        idle = wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE)
        wire.detach()

    assert given_up == settings.DATABASE_GIVEN_UP["tcp_user_timeout"] <= 30_000
    assert (is_asked, idle) == (1, settings.DATABASE_GIVEN_UP["keepalives_idle"])
