"""A round played back from the log, step by step, as one audience saw it."""

from sabot.lab.replay.rounds import (
    Record,
    Replay,
    Step,
    Viewer,
    play_back,
    records,
    table_of,
)

__all__ = ["Record", "Replay", "Step", "Viewer", "play_back", "records", "table_of"]
