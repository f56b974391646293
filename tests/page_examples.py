"""The examples in README.md and docs/: found, run, and held against what the page says."""

from __future__ import annotations

import ast
import doctest
import re
import shlex
import subprocess
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from lastmove.cli.main import cli

__all__ = ["PAGES", "ROOT", "RUN", "Block", "blocks_of", "run_block", "runnable"]

ROOT = Path(__file__).parents[1]
PAGES = {
    path.relative_to(ROOT).as_posix(): path for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
}
RUN = ("python", "console")


class Block(NamedTuple):
    """A fenced block: its language, the line its text begins on, and the text."""

    language: str
    line: int
    text: str


@cache
def blocks_of(page: str) -> list[Block]:
    found: list[Block] = []
    language: str | None = None
    text: list[str] = []
    for number, line in enumerate(PAGES[page].read_text().splitlines(), start=1):
        if not line.startswith("```"):
            text.append(line)
        elif language is None:
            language, text = (line[3:].split() or ["nothing"])[0], []
        else:
            found.append(Block(language, number - len(text), "\n".join(text) + "\n"))
            language = None
    assert language is None, f"{page}: the last block is not closed"
    return found


def runnable(page: str) -> list[Block]:
    return [block for block in blocks_of(page) if block.language in RUN]


def run_block(block: Block, page: str, namespace: dict[str, object]) -> None:
    """Run one block as its language asks for; names that Python examples make are kept in ``namespace``."""
    if block.language == "console":
        run_console(block, page)
    elif block.text.startswith(">>> "):
        run_prompts(block, page, namespace)
    else:
        run_program(block, page, namespace)


def run_prompts(block: Block, page: str, namespace: dict[str, object]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, namespace, page, page, block.line - 1)
    assert test.examples
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=said.append, clear_globs=False)
    namespace.update(test.globs)
    assert not said, "".join(said)


def run_program(block: Block, page: str, namespace: dict[str, object]) -> None:
    program = ast.parse(block.text, page)
    assert program.body
    exec(compile(ast.increment_lineno(program, block.line - 1), page, "exec"), namespace)


def run_console(block: Block, page: str) -> None:
    commands = commands_of(block)
    assert commands, f"{page}:{block.line}: no line begins with '$ '"
    for command, expected in commands:
        status, out, err = run_command(command)
        assert status == 0, f"{page}: {command}\n{out}{err}"
        shown = steady(out)
        assert re.fullmatch(pattern_of(expected), shown), f"{page}: {command}\nit printed\n{shown}{err}"


def run_command(command: str) -> tuple[int, str, str]:
    """The exit status of a command, what it printed, and its errors.

    A pipe of ``lastmove`` with simple words is run here, as starting a process takes longer than most examples;
    what comes before the first ``|`` may be any program. Everything else is for the shell.
    """
    words = shlex.shlex(command, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    stages = [list(stage) for bar, stage in groupby(words, "|".__eq__) if not bar]
    special = re.sub("'[^']*'", "", command)
    simple = not re.search(r"[;&<>$`*?~\\\n\"]|\|\|", special)
    first, *others = stages
    if not simple or not all(stage[0] == "lastmove" for stage in others or [first]):
        ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        return ran.returncode, ran.stdout, ran.stderr
    text = b""
    if first[0] != "lastmove":
        text = subprocess.run(["bash", "-c", shlex.join(first)], capture_output=True, check=True).stdout
        stages = others
    errors = ""
    for _, *arguments in stages:
        result = CliRunner().invoke(cli, arguments, input=text, prog_name="lastmove")
        text, errors = result.stdout_bytes, errors + result.stderr
    return result.exit_code, text.decode(), errors


def pattern_of(expected: list[str]) -> str:
    """What a page shows, as a regular expression; ``...`` stands for any lines, or for any text of a reason."""
    lines = (r"(?:.*\n)*" if line == "..." else re.escape(f"{line}\n") for line in map(steady, expected))
    return "".join(lines).replace(re.escape('"text": "..."'), r'"text": "(?:[^"\\]|\\.)+"')


def commands_of(block: Block) -> list[tuple[str, list[str]]]:
    """The commands of a console block with the lines they print; ``> `` goes on with a command."""
    commands: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        elif line.startswith("> ") and commands and not commands[-1][1]:
            commands[-1] = (f"{commands[-1][0]}\n{line[2:]}", [])
        else:
            commands[-1][1].append(line)
    return commands


def steady(text: str) -> str:
    """The text without what changes from run to run, or with every improvement of a search."""
    text = re.sub(r'"kind": "search", "positions": \d+', '"kind": "search", "positions": 0', text)
    return re.sub(r'"seconds": [0-9.e-]+', '"seconds": 0', text)
