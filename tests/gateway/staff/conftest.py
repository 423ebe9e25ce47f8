"""The casino of the HTTP tests, for what needs no live table."""

from tests.gateway.http.conftest import casino

__all__ = ["casino"]
