"""Real processes, real disk, real SIGKILL: whatever the instant, nothing is lost (I1-I15).

`make soak` kills as often as SABOT_KILLS says.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from sabot.adapters.sql import Point

KILLS = int(os.environ.get("SABOT_KILLS", "50"))
SCRIBES, HOUSES_WITH_SCRIBES = 4, 2
POINTS = ("never", *(point.value for point in Point))
ROOT = Path(__file__).parents[2]


def killed(database: str, point: str, random: Random) -> str:
    """Run a house until it dies; at a point, or from outside at a random instant."""
    command = [sys.executable, "-m", "tests.crash.victim", database, point]
    count = random.randrange(60)
    with subprocess.Popen(
        [*command, str(count)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as house:
        assert house.stdout is not None
        ready = house.stdout.readline()
        if point == "never":
            time.sleep(random.uniform(0.05, 0.6))
            house.kill()
        _, complaints = house.communicate(timeout=20)
    assert house.returncode == -9, complaints.decode()
    assert b"Traceback" not in complaints, complaints.decode()
    return "ready" if ready else "before_ready"


def test_P1_P16_whatever_instant_a_process_dies_at_nothing_is_lost(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'house.db'}"
    random = Random(2026)
    fired: Counter[str] = Counter()
    for number in range(KILLS):
        point = POINTS[number % len(POINTS)]
        fired[f"{point}/{killed(database, point, random)}"] += 1
    assert {name.rpartition("/")[0] for name in fired} == set(POINTS), fired
    check(database)


def test_I4_however_often_a_scribe_is_killed_nothing_is_lost(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    database = f"sqlite:///{tmp_path / 'house.db'}"
    scribes = 0
    for _house in range(HOUSES_WITH_SCRIBES):
        command = [sys.executable, "-m", "tests.crash.victim", database, "scribe", "0"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as house:
            assert house.stdout is not None
            lines = [house.stdout.readline() for _ in range(1 + SCRIBES)]
            house.kill()
        assert lines[0] == b"ready\n"
        scribes += len(set(lines[1:]))
    assert scribes == HOUSES_WITH_SCRIBES * SCRIBES
    record_property("counted", f"{scribes} scribes killed in {HOUSES_WITH_SCRIBES} houses")
    check(database)


def check(database: str) -> None:
    """Every card, round and cent."""
    checked = subprocess.run(
        [sys.executable, "-c", "from sabot.cli import main; main()", "verify", "--json",
         "--database", database],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout[-3000:] + checked.stderr[-2000:]
