"""Putting everything together: the only place that knows all of it."""

from sabot.bootstrap.casino import Casino
from sabot.bootstrap.house import House

__all__ = ["Casino", "House"]
