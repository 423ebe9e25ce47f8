"""The C++ twins: built when a compiler is there, called with the arrays of the kernels."""

from __future__ import annotations

import ctypes
import hashlib
import platform
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).parent
SOURCES = HERE / "cpp"
BUILD = HERE / "build"
FLAGS = ("-std=c++17", "-O3", "-march=native", "-shared", "-fPIC")


class NoCompiler(Exception):
    """There is nothing to compare with on this machine."""


@cache
def compiler() -> str:
    """The compiler and its version, in one line."""
    found = shutil.which("g++")
    if found is None:
        raise NoCompiler("no g++ on the path")
    answer = subprocess.check_output([found, "--version"], text=True)
    return f"{answer.splitlines()[0]}, {' '.join(FLAGS[:3])}"


@cache
def library(name: str) -> ctypes.CDLL:
    """A twin, compiled again only when its source or this machine has changed."""
    text = (SOURCES / "rng.hpp").read_bytes() + (SOURCES / f"{name}.cpp").read_bytes()
    made_from = text + f"{compiler()} {platform.platform()}".encode()
    target = BUILD / "cpp" / f"{name}-{hashlib.sha256(made_from).hexdigest()[:16]}.so"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        command = ["g++", *FLAGS, "-o", str(target), str(SOURCES / f"{name}.cpp")]
        subprocess.run(command, check=True)
    return ctypes.CDLL(str(target))


Array = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32] | NDArray[np.uint64]


def call(name: str, function: str, rounds: int, arguments: Sequence[Array | int]) -> None:
    """Call a twin: the number of rounds, then arrays as addresses and numbers as they are."""
    passed: list[object] = [ctypes.c_uint64(rounds)]
    for argument in arguments:
        if isinstance(argument, int):
            passed.append(ctypes.c_int(argument))
        else:
            passed.append(argument.ctypes.data_as(ctypes.c_void_p))
    entry = getattr(library(name), function)
    entry.restype = None
    entry(*passed)
