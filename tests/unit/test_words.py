"""How lastmove speaks: phrases that people stumbled over are gone from everything that they read."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lastmove.games import game_class, game_names
from lastmove.theorems.registry import deciders
from lastmove.theorems.statement import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PHRASES = [
    "ground for a new vertex",
    "to join or part them",
    "Choose nothing",
    "Take what is shown",
    "A graph of a family",
    "a friend beside me",
    "legal moves; winning",
    "after coming this way",
    "a winning move stands",
    "components? have the nim-sum",
    "as counting the components",
    "It is seen",
    "There was nothing to be done",
    "A part that play cannot leave",
    "it is no neighbour of",
    "Kept secret",
    "Where does the game start",
    "^and the evidence",
    "level errs",
    "browsers have them not",
    "lower heap",
    "turn heap",
    "values for the capitals",
    "Which moves people make",
    "Hold statements against",
    "Of a game record",
    "fickle",
    "thereof",
]
"""What was said once; what a person would say stands in its place."""
THEOREM = re.compile(
    r"\b(if and only if|iff|N|P|theorem|lemma|outcome|components?|maximum matching|token's vertex|option|set of)\b"
    r"|-position"
)
"""What no advice says."""
ADVICE = re.compile(
    r"\b(leave|play|take|pair up|give|go|walk|count|copy|empty|choose|bring|mark|cut off|look|use up|begin|work)\b",
    re.IGNORECASE,
)
"""What one can do."""


def read_by_people() -> Iterator[tuple[str, str]]:
    """Texts of the library, of the page, and of the first pages of the manual, each with where it stands."""
    for path in sorted((ROOT / "src" / "lastmove").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for text in _said(tree):
            yield f"{path.name}: {text}", text
    for path in sorted((ROOT / "src" / "lastmove" / "web" / "page" / "texts").glob("*.js")):
        for text in re.findall(r": '((?:[^'\\]|\\.)*)',$", path.read_text(encoding="utf-8"), re.MULTILINE):
            yield f"{path.name}: {text}", text
    for path in (ROOT / "README.md", *sorted((ROOT / "docs" / "tutorials").glob("*.md"))):
        yield path.name, path.read_text(encoding="utf-8")


def _said(tree: ast.Module) -> Iterator[str]:
    """Strings, but for what only programmers read: docstrings, unless they are the help of a command."""
    silent = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and "command" not in _decorators(node):
            silent |= {id(each.value) for each in node.body if isinstance(each, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.value


def _decorators(node: ast.AST) -> set[str]:
    inside = [part for call in getattr(node, "decorator_list", []) for part in ast.walk(call)]
    return {part.attr for part in inside if isinstance(part, ast.Attribute)}


@pytest.mark.long
def test_phrases_that_people_stumbled_over_are_gone() -> None:
    said = re.compile("|".join(f"(?:{phrase})" for phrase in PHRASES))
    found = [(where, match[0]) for where, text in read_by_people() if (match := said.search(text))]
    assert found == []


def test_an_idea_is_advice_and_no_theorem() -> None:
    statements = [each.statement for each in deciders()]
    ideas = {each.key: each.idea for each in statements if each.standing is Standing.PROVED}
    ideas |= {name: str(game_class(name).idea) for name in game_names()}
    assert len(ideas) > 60
    assert {name: idea for name, idea in ideas.items() if not idea or THEOREM.search(idea)} == {}
    assert {name: idea for name, idea in ideas.items() if not ADVICE.search(idea)} == {}
