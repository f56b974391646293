"""The paths of docs/tutorials/first-hour.md, walked on a terminal as four newcomers would: every command in order."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from page_examples import PAGES, ROOT
from processes import typed_in_a_shell

PAGE = PAGES["docs/tutorials/first-hour.md"].read_text()
SEEN = {
    "A student": [
        (r"Move 1: your turn\n +heap 1  3  ooo", "1\nq\n"),
        (r"the player to move wins\n +winning move +take 1 from heap 1 \(3 -> 2\)\n +how to win +Always leave", ""),
        (r"How to win: Play as in ordinary Nim.*Bouton's theorem for misère Nim", ""),
        (r"Vertex Geography.*Move 1: your turn", "1\nq\n"),
    ],
    "A teacher": [
        (r"normal play +misère play.*the conventions disagree", ""),
        (r"period 12, preperiod 71", ""),
        (r"", ""),
        (r"lesson-key.html", ""),
        (r"Bouton's theorem.*lesson-key.html the answers", ""),
    ],
    "A researcher": [
        (r"outcome +N: the player to move wins +P: the player to move loses", ""),
        (r"start +outcome +a winning move\n0 +[NP]", ""),
        (r"verified", ""),
        (r"paper +G. Renault, S. Schmidt.*@article\{renault-schmidt,", ""),
        (r"holds", ""),
        (r"@article\{sprague,.*@article\{grundy,", ""),
        (r"claimed P, is N.*No counterexample on 5 vertices", ""),
    ],
    "An engineer": [
        (r'\{"id": "Nim", "outcome": "N".*\{"id": "a sum"', ""),
        (r"(verified.*){5}", ""),
        (r'"\$schema": "https://json-schema.org/draft/2020-12/schema"', ""),
        (r"line 6: heaps\[0\]: -1; accepted: integers >= 0", ""),
    ],
}
"""What a person sees, as a regular expression, and what is typed while the command runs."""


def paths() -> dict[str, list[str]]:
    """The commands under each heading of the page."""
    parts = re.findall(r"^## (.+?)\n.*?```sh\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL)
    return {heading: commands.splitlines() for heading, commands in parts}


def test_the_page_has_the_four_paths() -> None:
    assert {who: len(commands) for who, commands in paths().items()} == {who: len(seen) for who, seen in SEEN.items()}


@pytest.mark.long
@pytest.mark.parametrize("who", SEEN)
def test_the_path_can_be_walked(who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for command, (seen, typed) in zip(paths()[who], SEEN[who], strict=True):
        status, screen = typed_in_a_shell(command, text=typed)
        assert status == 0, f"{command}\n{screen}"
        assert re.search(seen, screen, re.DOTALL), f"{command}\n{screen}"
        assert "Traceback" not in screen
    if who == "A teacher":
        assert "<svg" in Path("kayles.svg").read_text()
        assert "Kayles" in Path("lesson-key.html").read_text()  # the lesson has not written over it
        assert "The last move loses" in Path("first-lesson/lesson-key.html").read_text()
    if who == "An engineer":
        lines = typed_in_a_shell(paths()[who][0])[1].splitlines()
        assert len([json.loads(line) for line in lines]) == 5
