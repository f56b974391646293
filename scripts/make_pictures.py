"""Make docs/images/solve.svg: a terminal with real answers of the program.

    python scripts/make_pictures.py

The commands run in a pseudo-terminal, so what they print is what a person sees. Needs a system with pseudo-terminals
(Linux, macOS), bash, and lastmove installed for the Python that runs this.
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "solve.svg"
COLUMNS = 68

COMMANDS = (
    "lastmove solve nim:3,5,7 --play misere",
    "lastmove solve kayles:5 --values",
    "echo 'to 1' | lastmove play grid:3x4 --game vertex-geography |\n  head -n 26",
)

THEME = TerminalTheme(
    background=(30, 32, 40),
    foreground=(222, 224, 230),
    normal=[
        (90, 94, 106),  # black
        (235, 110, 110),  # red
        (126, 201, 120),  # green
        (226, 190, 110),  # yellow
        (120, 170, 240),  # blue
        (220, 140, 220),  # magenta
        (110, 200, 205),  # cyan
        (222, 224, 230),  # white
    ],
)

# Of one's own, because Rich's fetches fonts from the web and has a title bar.
SVG = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
  font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: {char_height}px; line-height: {line_height}px;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix" xml:space="preserve">{matrix}</g>
</g>
</svg>
"""


def made() -> str:
    """Run the commands; the picture of what they print."""
    screen = Console(record=True, file=StringIO(), width=COLUMNS, force_terminal=True, color_system="truecolor")
    for number, command in enumerate(COMMANDS):
        if number:
            screen.print()
        for prompt, line in zip("$>", command.split("\n"), strict=False):
            screen.print(Text.assemble((f"{prompt} ", "bold cyan"), (line, "bold")))
        screen.print(Text.from_ansi(seen_on_a_terminal(command).rstrip()))
    drawn = screen.export_svg(title="", theme=THEME, code_format=SVG, unique_id="lastmove")
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


def main() -> None:
    """Write the picture."""
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(made())


def seen_on_a_terminal(command: str) -> str:
    """What a shell command prints when its output is a terminal."""
    ours, theirs = pty.openpty()
    shell = f'lastmove() {{ "{sys.executable}" -m lastmove "$@"; }}; {command}'
    settings = {**os.environ, "COLUMNS": str(COLUMNS), "TERM": "xterm-256color", "PYTHONWARNINGS": "ignore"}
    settings.pop("NO_COLOR", None)
    with subprocess.Popen(["bash", "-c", shell], stdin=theirs, stdout=theirs, env=settings) as running:
        os.close(theirs)
        pieces = []
        try:
            while piece := os.read(ours, 65536):
                pieces.append(piece)
        except OSError:  # how Linux says that the other end is closed
            pass
        os.close(ours)
    if running.returncode:
        raise SystemExit(f"{command}: exit status {running.returncode}")
    return b"".join(pieces).decode().replace("\r\n", "\n")


if __name__ == "__main__":
    main()
