"""Write what the commands in README.md and docs/ print today into the pages.

    python scripts/update_examples.py [PAGE...]

Only outputs that are no longer right change; ``"text": "..."`` stays short, and a line ``...`` is left to people.
The tests of the documentation fail where a page is stale. Examples in Python are changed by hand.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from page_examples import PAGES, blocks_of, commands_of, pattern_of, run_command, steady  # noqa: E402


def updated(page: str) -> str:
    """The text of a page with outputs as they are now."""
    text = PAGES[page].read_text()
    for block in blocks_of(page):
        if block.language != "console":
            continue
        fresh = ""
        for command, expected in commands_of(block):
            _, out, _ = run_command(command)
            said = "".join(f"{line}\n" for line in expected)
            if not re.fullmatch(pattern_of(expected), steady(out)) and "..." not in expected:
                said = re.sub(r'"text": "(?:[^"\\]|\\.)+"', '"text": "..."', out) if '"text": "..."' in said else out
                print(f"{page}: {command}")
            fresh += "$ " + command.replace("\n", "\n> ") + f"\n{said}"
        text = text.replace(f"```console\n{block.text}```", f"```console\n{fresh}```")
    return text


def main(names: list[str]) -> None:
    """Update the pages that are named, or all."""
    with tempfile.TemporaryDirectory() as folder:
        programs, desk = Path(folder, "bin"), Path(folder, "work")
        programs.mkdir()
        command = programs / "lastmove"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lastmove "$@"\n')
        command.chmod(0o755)
        os.environ["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"
        os.environ["PYTHONPATH"] = str(ROOT / "src")
        shutil.copytree(ROOT / "examples", desk / "examples")
        os.chdir(desk)
        for page in names or sorted(PAGES):
            PAGES[page].write_text(updated(page))


if __name__ == "__main__":
    main(sys.argv[1:])
