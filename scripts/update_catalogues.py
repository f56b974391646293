"""Bring the catalogues of languages up to date: what Python says to a class, in src/lastmove/languages/*.po.

    python scripts/update_catalogues.py

What is no longer said goes, what is new is added without a translation, and is named here. A language whose catalogue
has a gap must not be released: a test of the catalogues fails then.
"""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from lastmove.core.language import _SENTENCE, _entries
from lastmove.core.words import ENDS, play_name
from lastmove.games import game_class
from lastmove.games.base import Game
from lastmove.games.graph_game import rules_for
from lastmove.games.octal import TITLES
from lastmove.graphs.graph import Graph
from lastmove.theorems.registry import deciders
from lastmove.theorems.rules.matchings.matching import MisereBoard, OddCycleBoard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.theorems.statement import Statement

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "src" / "lastmove" / "languages"
CLASSROOM = ("nim", "octal", "subtraction", "sum", "vertex-geography", "edge-geography", "adjacent-nim")
GAMES = (*CLASSROOM, "nimg-rm", "nimg-mr", "edge-nimg", "vertexnim", "vertexnim-mr", "node-kayles", "arc-kayles", "dag")
"""The games of a classroom: all that is said of them can be said in every language."""
LANGUAGES = {"de": "German", "fr": "French"}
SAYING = {"t": 1, "tn": 3, "Phrase": 1, "listed": 2, "is_said": 0}


def messages() -> list[str]:
    """Every text that a catalogue has, in order: in the code, of the games, of their theorems."""
    found = list(_in_code())
    for name in GAMES:
        kind = game_class(name)
        found += [kind.title, kind.idea]
        for board in _boards():
            found += _SENTENCE.split(rules_for(kind.rules, getattr(kind, "loop_rule", ""), board))
    found += [*TITLES.values(), Game.idea, *ENDS.values(), *map(play_name, ENDS), "{first} or {last}"]
    found += [*MisereBoard.reasons.values(), *OddCycleBoard.reasons.values()]
    for theorem in deciders():
        statement = theorem.statement
        if set(statement.games) & set(GAMES) and statement.idea:
            found += filter(None, [statement.idea, statement.known_as or _named_in_words(statement)])
    return list(dict.fromkeys(text for text in found if text.strip("{} ")))


def _named_in_words(statement: Statement) -> str:
    """What a theorem is called that is known by words, not by a number: Conway tame."""
    return f"{statement.paper.name} {statement.number}" if re.search("[a-z]{3}", statement.number) else ""


def _boards() -> Iterator[Graph]:
    """Boards on which rules are told in all ways: directed or not, with a loop or without."""
    for directed in (False, True):
        yield Graph(["a", "b"], [("a", "b")], directed=directed)
        yield Graph(["a", "b"], [("a", "b"), ("a", "a")], directed=directed)


def _in_code() -> Iterator[str]:
    for path in sorted((ROOT / "src" / "lastmove").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "core.language import" in text:
            yield from _texts(ast.parse(text))


def _texts(tree: ast.AST) -> Iterator[str]:
    """What stands in calls of functions that translate, also under a name that was given to it just before."""
    named: dict[str, list[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named.setdefault(node.targets[0].id, []).extend(_strings(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
            for argument in node.args[: SAYING[node.func.id]]:
                yield from _strings(argument)
                if isinstance(argument, ast.Name | ast.Subscript):
                    inner = argument.value if isinstance(argument, ast.Subscript) else argument
                    yield from named.get(getattr(inner, "id", ""), [])


def _strings(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _strings(node.body) + _strings(node.orelse)
    return [text for each in node.elts for text in _strings(each)] if isinstance(node, ast.Tuple) else []


def written(language: str, known: dict[str, str]) -> str:
    """The text of a catalogue."""
    head = [
        f"# What lastmove says in {LANGUAGES[language]}.",
        'msgid ""',
        'msgstr ""',
        f'"Language: {language}\\n"',
        '"Content-Type: text/plain; charset=UTF-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
    ]
    entries = [f"msgid {_quoted(text)}\nmsgstr {_quoted(known.get(text, ''))}" for text in messages()]
    return "\n\n".join(["\n".join(head), *entries]) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    """Write the catalogues, and say what they lack."""
    for language in LANGUAGES:
        path = FOLDER / f"{language}.po"
        known = dict(_entries(path.read_text(encoding="utf-8"))) if path.exists() else {}
        path.write_text(written(language, known), encoding="utf-8")
        for text in messages():
            if text not in known:
                print(f"{language}: {text}")


if __name__ == "__main__":
    main()
