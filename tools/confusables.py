"""Write the table of look-alike letters from the data of an ICU library.

Owns: reading ICU's skeletons (UTS 39) letter by letter, and the layout of the table. The Python
package of ICU that has them has no wheels, so the library is called directly; any ICU will do, for
example the one inside the wheel of `icu4py`:

    python -m tools.confusables FOLDER_WITH_LIBICU
"""

from __future__ import annotations

import ctypes
import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "src/sabot/service/identity/data/confusables.txt"
LAST = 0x30000
ROOM = 1_000

HEADER = """\
# Letters and digits that look like others: what they look like, a tab, and the letters. Written by
# tools/confusables.py from the confusables of Unicode {version} (UTS 39), without marks; small
# capitals and letters with a hook or a stroke, which UTS 39 keeps apart, are added by their names.
# Unicode data files: Copyright (c) 1991-2025 Unicode, Inc., under the Unicode License v3
# (https://www.unicode.org/license.txt).
"""

Skeleton = Callable[[str], str]

_ADDED = re.compile(
    r"LATIN LETTER SMALL CAPITAL ([A-Z])"
    r"|LATIN (?:SMALL|CAPITAL) LETTER ([A-Z]) WITH .*"
    r"|LATIN SMALL LETTER (?:SCRIPT|DOTLESS|TURNED|SIDEWAYS) ([A-Z])"
)


def library(folder: Path) -> tuple[Skeleton, str]:
    """ICU's skeleton of a text, and the version of Unicode it knows."""
    parts = ("libicudata", "libicuuc", "libicui18n")
    _, common, icu = [
        ctypes.CDLL(str(next(folder.glob(f"{part}*"))), mode=ctypes.RTLD_GLOBAL) for part in parts
    ]
    [suffix] = re.findall(r"\.so\.(\d+)", next(folder.glob("libicui18n*")).name)
    version = (ctypes.c_uint8 * 4)()
    common[f"u_getUnicodeVersion_{suffix}"](version)
    error = ctypes.c_int(0)
    opened = icu[f"uspoof_open_{suffix}"]
    opened.restype = ctypes.c_void_p
    checker = ctypes.c_void_p(opened(ctypes.byref(error)))
    call, room = icu[f"uspoof_getSkeletonUTF8_{suffix}"], ctypes.create_string_buffer(ROOM)

    def skeleton(text: str) -> str:
        raw = text.encode()
        length = call(checker, 0, raw, len(raw), room, ROOM, ctypes.byref(error))
        if error.value > 0:
            raise SystemExit(f"ICU refuses {text!r}: error {error.value}")
        return room.raw[:length].decode()

    return skeleton, f"{version[0]}.{version[1]}"


def pairs(skeleton: Skeleton) -> Iterator[tuple[str, str]]:
    """What each letter looks like, where that is something else."""
    for letter in map(chr, range(0x21, LAST)):
        normal = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", letter))
        if unicodedata.category(letter)[0] not in "LN" or normal != letter:
            continue
        added = _ADDED.fullmatch(unicodedata.name(letter, ""))
        like = "".join(filter(None, added.groups())).lower() if added else skeleton(letter)
        bare = "".join(one for one in like if one.isalnum())
        if bare not in ("", letter):
            yield bare, letter


def main(folder: str) -> None:
    """Write the table."""
    skeleton, version = library(Path(folder))
    table: defaultdict[str, list[str]] = defaultdict(list)
    for like, letter in pairs(skeleton):
        table[like].append(letter)
    lines = [f"{like}\t{''.join(letters)}\n" for like, letters in sorted(table.items())]
    PAGE.write_text(HEADER.format(version=version) + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
