"""Set `.venv` up from nothing but Python's own library, or see that nothing has changed.

Owns: the environment in `.venv` and the stamp inside it. Knows nothing of the package it
installs. Runs before anything else is there, so it imports the standard library only.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
STAMP = ENVIRONMENT / ".stamp"
LOCK = ROOT / "dev.lock"


def main() -> None:
    """Bring `.venv` up to date; a second call costs a few milliseconds."""
    with one_at_a_time():
        foundation, contents = foundation_key(), contents_key()
        stamp = STAMP.read_text().split() if STAMP.exists() else []
        if stamp == [foundation, contents] and PYTHON.exists():
            return
        print("Setting up .venv (only when the lock file changes) ...", flush=True)
        if stamp[:1] != [foundation] or not PYTHON.exists():
            lay_foundation()
        STAMP.write_text(f"{foundation}\n")  # a set-up cut short goes on from here
        install()
        STAMP.write_text(f"{foundation}\n{contents}\n")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let the second of two set-ups wait for the first, and then find its work done."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def foundation_key() -> str:
    """Name the interpreter and the place: an environment survives a change of neither."""
    return digest(sys.version.encode(), sys.base_prefix.encode(), bytes(ROOT))


def contents_key() -> str:
    """Name what is installed, and how."""
    files = (LOCK, ROOT / "pyproject.toml", Path(__file__))
    return digest(*(file.read_bytes() for file in files))


def digest(*parts: bytes) -> str:
    """Name some bytes."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def lay_foundation() -> None:
    """Make an empty environment that has pip."""
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            "This Python has no venv module of its own; on Debian: apt-get install python3-venv"
        )
    venv.EnvBuilder(clear=True, symlinks=True, with_pip=True).create(ENVIRONMENT)


def install() -> None:
    """Install what the lock file says, and nothing else, then the package itself in place."""
    with tempfile.TemporaryDirectory() as folder:
        only_uv = Path(folder, "uv.lock")
        only_uv.write_text(locked("uv"))
        pip = ("-m", "pip", "--disable-pip-version-check", "install", "-qq", "--no-deps")
        run(PYTHON, *pip, "--require-hashes", "-r", only_uv)
    uv = (PYTHON, "-m", "uv", "--quiet", "pip")
    run(*uv, "sync", "--python", PYTHON, "--require-hashes", LOCK)
    # Without build isolation the build needs no registry: hatchling and editables are in the lock.
    here = ("--no-deps", "--no-build-isolation", "--editable", ROOT)
    run(*uv, "install", "--python", PYTHON, *here)


def locked(name: str) -> str:
    """Cut one requirement, with its hashes, out of the lock file."""
    lines = LOCK.read_text().splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"{name}=="))
    end = next(at for at in range(start, len(lines)) if not lines[at].endswith("\\"))
    return "\n".join(lines[start : end + 1]) + "\n"


def run(*command: str | Path) -> None:
    """Run one step, and stop with its name when it fails."""
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        sys.exit(f"Set-up failed at: {' '.join(map(str, command))}")


if __name__ == "__main__":
    main()
