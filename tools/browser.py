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

APT = (
    "-qq",
    "-y",
    "--no-install-recommends",
    "-o",
    "Acquire::Retries=1",
    "-o",
    "Acquire::http::Timeout=30",
    "-o",
    "DPkg::Lock::Timeout=300",
)
"""Quiet, with time limits for a silent mirror and for another apt."""

MISSING = "no Chromium on this machine (as root on Debian: python tools/browser.py installs it)"


def chromium() -> str | None:
    """The path of a Chromium, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> str | None:
    """Install Debian's Chromium where root may and apt is there; the path, if it is there then."""
    if chromium() is None and why_not() is None:
        print("Installing Chromium for the browser tests ...", flush=True)
        if not _apt("install", "chromium"):
            _apt("update")
            _apt("install", "chromium")
    return chromium()


def why_not() -> str | None:
    """Why Chromium cannot be installed here; None where it can be tried."""
    if shutil.which("apt-get") is None:
        return "there is no apt-get"
    return None if os.geteuid() == 0 else "only root may install packages"


def _apt(*words: str) -> bool:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ("apt-get", *APT, *words)
    return (
        subprocess.run(command, env=quiet, check=False, stdout=subprocess.DEVNULL).returncode == 0
    )


if __name__ == "__main__":
    if install() is None:
        told = why_not() or "apt-get could not install it"
        print(f"Browser tests will be skipped: {MISSING}; {told}.", file=sys.stderr)
