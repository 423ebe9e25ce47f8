"""The settings of a process: read once, frozen, checked."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sabot.errors import Malformed


class Environment(StrEnum):
    """What a process is for; tests and demonstrations have tools that production refuses."""

    DEMO = "demo"
    TEST = "test"
    PRODUCTION = "production"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a process is told from outside."""

    environment: Environment = Environment.DEMO
    database: str = "sqlite:///sabot.db"
    bots: int = 12
    pace: float = 1.0  # 1 is real time; 0.1 plays ten times as fast (not in production)

    def __post_init__(self) -> None:
        if self.environment is Environment.PRODUCTION and (self.bots or self.pace != 1.0):
            raise Malformed("settings/not_in_production", reason="no bots and no hurry")
        if not 0.0005 <= self.pace <= 10:
            raise Malformed("settings/pace", pace=self.pace)
        if not 0 <= self.bots <= 1000:
            raise Malformed("settings/bots", bots=self.bots)


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the demonstration keeps its database."""
    home = environment.get("SABOT_DATA_DIR") or environment.get("XDG_DATA_HOME")
    return Path(home or Path.home() / ".local" / "share") / "sabot"
