"""A Chromium to drive: the system's own, installed from Debian when it is missing and root asks.

Owns: where the browser is, and the flags it is started with. Standard library only. Run by itself
it makes the browser ready, and says what happened.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Nothing that a page did not ask for leaves the machine; root needs the first one."""

MISSING = "no Chromium on this machine (as root: python tools/browser.py installs Debian's)"


def chromium() -> str | None:
    """The path of a Chromium, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> str | None:
    """Install Debian's Chromium where root may and apt is there; the path, if it is there then."""
    apt = shutil.which("apt-get")
    if chromium() is None and apt is not None and os.geteuid() == 0:
        print("Installing Chromium for the browser tests ...", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        ask = (apt, "-qq", "-y", "--no-install-recommends", "install", "chromium")
        if subprocess.run(ask, env=quiet, check=False, stdout=subprocess.DEVNULL).returncode:
            subprocess.run((apt, "-qq", "update"), env=quiet, check=False)
            subprocess.run(ask, env=quiet, check=False, stdout=subprocess.DEVNULL)
    return chromium()


if __name__ == "__main__":
    if install() is None:
        print(f"Browser tests will be skipped: {MISSING}", file=sys.stderr)
