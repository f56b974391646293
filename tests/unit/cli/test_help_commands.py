"""What the command line says of itself: help, the list of games, completion, a word that is no command."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest

import lastmove as lm
from commands import invoke, solve
from lastmove.cli.main import COMMANDS
from lastmove.games import GAMES
from processes import COMMAND, ENVIRONMENT, run


def test_games() -> None:
    listed = [json.loads(line) for line in invoke("games").stdout.splitlines()]
    assert [game["game"] for game in listed] == list(GAMES)
    for game in listed:
        assert game.keys() == {"game", "title", "rules", "fields", "move", "example"}
        (answer,) = solve(json.dumps(game["example"]), "--values")
        assert all(value["move"].keys() <= set(game["move"]) for value in answer["values"])
        assert [json.loads(invoke("games", game["game"]).stdout)] == [game]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell: str) -> None:
    script = invoke("completion", shell).stdout
    assert f"_LASTMOVE_COMPLETE={shell}_complete" in script
    if shutil.which(shell):
        done = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "expected"),
    [("so", "solve"), ("solve --star", "--starts"), ("solve --play m", "misere"), ("completion f", "fish")],
)
def test_completion_completes(words: str, expected: str) -> None:
    environment = {
        **ENVIRONMENT,
        "_LASTMOVE_COMPLETE": "bash_complete",
        "COMP_WORDS": f"lastmove {words}",
        "COMP_CWORD": str(len(words.split())),
    }
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert f"plain,{expected}" in done.stdout.splitlines()
    assert done.stderr == ""


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize("command", COMMANDS)
def test_help(command: str, flag: str) -> None:
    text = invoke(command, flag).stdout
    assert text.startswith(f"Usage: cli {command}")
    assert all(len(line) <= 100 for line in text.splitlines())


def test_help_of_the_whole_and_version() -> None:
    text = run("--help").stdout
    assert text.startswith("Usage: lastmove ")
    assert all(re.search(rf"^  {name} ", text, re.MULTILINE) for name in COMMANDS)
    assert run("--version").stdout == f"lastmove {lm.__version__}\n"


def test_unknown_command() -> None:
    result = invoke("slove", status=2)
    assert "Did you mean 'solve'?" in result.stderr
