"""Adapters that live in memory: the fakes of the tests, which pass the same suites as the rest."""

from sabot.adapters.memory.disk import Fault, Unsynced
from sabot.adapters.memory.players import MemoryPlayers
from sabot.adapters.memory.store import MemoryStore

__all__ = ["Fault", "MemoryPlayers", "MemoryStore", "Unsynced"]
