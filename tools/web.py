"""Build the web client into the package, or see that nothing has changed.

Owns: `web/node_modules`, `src/sabot/gateway/static` and the stamps inside them. Runs before
anything else is there, so it imports the standard library only.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
MODULES = WEB / "node_modules"
BUILT = ROOT / "src" / "sabot" / "gateway" / "static"
NODE_MIN = 20
APPS = ("player", "studio")
"""In this order: the first empties the folder, the others are built into folders of their own."""


def main() -> None:
    """Bring packages and pages up to date; a second call costs some milliseconds."""
    _need_node()
    packages = _digest([WEB / "package-lock.json", WEB / "package.json"])
    if _stamp(MODULES) != packages:
        print("Installing the packages of the web client ...", flush=True)
        _npm("ci", "--no-progress", "--loglevel=error")
        _write_stamp(MODULES, packages)
    if "--packages" in sys.argv[1:]:
        return
    pages = _digest(_sources())
    if _stamp(BUILT) != pages:
        print("Building the web client ...", flush=True)
        for app in APPS:
            _npm("run", "--silent", f"build:{app}", "--", "--logLevel", "warn")
        _write_stamp(BUILT, pages)


def _need_node() -> None:
    found = shutil.which("node")
    version = subprocess.check_output([found, "--version"], text=True) if found else "v0"
    if int(version.strip().lstrip("v").partition(".")[0]) < NODE_MIN:
        sys.exit(f"The web client is built with Node {NODE_MIN} or newer; it was not found.")


def _sources() -> Iterator[Path]:
    """Every file that the pages are made of."""
    for path in sorted(WEB.rglob("*")):
        if path.is_file() and MODULES not in path.parents:
            yield path


def _digest(files: Iterator[Path] | list[Path]) -> str:
    total = hashlib.sha256()
    for file in files:
        total.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes() + b"\0")
    return total.hexdigest()


def _stamp(folder: Path) -> str:
    stamp = folder / ".stamp"
    return stamp.read_text() if stamp.exists() else ""


def _write_stamp(folder: Path, text: str) -> None:
    (folder / ".stamp").write_text(text)


def _npm(*arguments: str) -> None:
    """Run npm, and stop with the step's name when it fails."""
    if subprocess.run(["npm", *arguments], cwd=WEB, check=False).returncode:  # noqa: S607
        sys.exit(f"The web client could not be made: npm {' '.join(arguments)}")


if __name__ == "__main__":
    main()
