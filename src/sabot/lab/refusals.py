"""Why the laboratory refuses."""

from __future__ import annotations

from sabot.errors import Code, For


class NewGameRefusal(Code):
    """New games."""

    BAD_NAME = "game/bad_name", For.HOUSE
    FOLDER_EXISTS = "game/folder_exists", For.HOUSE
    NAME_TAKEN = "game/name_taken", For.HOUSE


class SimulationRefusal(Code):
    """Simulations that have no end or no beginning."""

    ROUNDS = "simulation/rounds", For.HOUSE
    SEED = "simulation/seed", For.HOUSE
    WORKERS = "simulation/workers", For.HOUSE
