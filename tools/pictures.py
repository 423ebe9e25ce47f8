"""Draw the pictures of the README: real commands, their real output, as SVG.

Owns: which commands are shown, and the frame around them. The frame is dark on any background,
names no font that would have to be fetched, and holds no address but that of the SVG namespace.

    .venv/bin/python tools/pictures.py
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One command as a person types it; a long input is shown by the name of a file."""

    name: str
    shown: str
    arguments: tuple[str, ...]
    columns: int
    typed: str = ""


PICTURES = (
    Picture(
        name="roads",
        shown="sabot roads shoe.jsonl",
        arguments=("roads",),
        typed='{"id": "shoe 12", "sequence": "BBBTPBBPPPPPPPPTPBBPBBTTBPPPBBBPBPB"}\n',
        columns=86,
    ),
    Picture(
        name="returns",
        shown="sabot rtp speed6_scanner_baccarat blackjack three_card_brag",
        arguments=("rtp", "speed6_scanner_baccarat", "blackjack", "three_card_brag"),
        columns=80,
    ),
)

_BACKGROUND, _TEXT = (22, 27, 34), (208, 215, 222)
_BLACK, _RED, _GREEN, _YELLOW = (72, 79, 88), (255, 110, 104), (86, 211, 100), (227, 179, 65)
_BLUE, _MAGENTA, _CYAN, _WHITE = (96, 165, 250), (188, 140, 255), (86, 212, 221), (240, 246, 252)
_COLOURS = [_BLACK, _RED, _GREEN, _YELLOW, _BLUE, _MAGENTA, _CYAN, _WHITE]
THEME = TerminalTheme(_BACKGROUND, _TEXT, _COLOURS, _COLOURS)

# rich fills in the braces. Its own frame would fetch a font; this one takes what is there, and each
# piece of text is fitted to its columns, so that any fixed font will do. At 21 px, a little more
# than rich would take, the lines of a box meet.
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
  <style>
    .{unique_id}-matrix {{
      font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
      font-size: 21px;
      line-height: {line_height}px;
    }}
    .{unique_id}-title {{
      font-family: system-ui, "DejaVu Sans", sans-serif;
      font-size: 17px;
    }}
{styles}
  </style>
  <defs>
    <clipPath id="{unique_id}-clip-terminal">
      <rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
    </clipPath>
{lines}
  </defs>
{chrome}
  <g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
    <g class="{unique_id}-matrix">
{matrix}
    </g>
  </g>
</svg>
"""


def draw(picture: Picture) -> str:
    """Run the command and frame what it printed."""
    console = Console(
        record=True,
        file=io.StringIO(),
        width=picture.columns,
        force_terminal=True,
        legacy_windows=False,
    )
    console.print(Text.assemble(("$ ", "dim"), (picture.shown, "bold")))
    console.print(Text.from_ansi(output(picture) + "\n"))
    drawn = console.export_svg(
        title="sabot", theme=THEME, code_format=FRAME, unique_id=f"sabot-{picture.name}"
    )
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


def output(picture: Picture) -> str:
    """What the command prints on a colour terminal of so many columns."""
    terminal = {
        "COLUMNS": str(picture.columns),
        "FORCE_COLOR": "1",
        "TERM": "xterm-256color",
        "COLORTERM": "",
    }
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return subprocess.check_output(
        [sys.executable, "-c", "from sabot.cli import main; main()", *picture.arguments],
        input=picture.typed,
        text=True,
        encoding="utf-8",
        env=environment | terminal,
    ).rstrip()


def main() -> None:
    """Draw them all."""
    FOLDER.mkdir(exist_ok=True)
    for picture in PICTURES:
        drawn = FOLDER / f"{picture.name}.svg"
        drawn.write_text(draw(picture), encoding="utf-8")
        print(drawn.relative_to(ROOT))


if __name__ == "__main__":
    main()
