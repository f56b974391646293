"""Text of strangers in whatever a command reads: no command sends to the terminal what a terminal would obey."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
import click.testing
import pytest

import lastmove as lm
from commands import invoke, jsonl
from lastmove.cli.main import COMMANDS, cli

EVIL = "a\x1b]0;owned\x07\x1b[2J\x9b31m\x08\x7f\u202eb\u2066c\r[link=x]"
"""A title for the window, a cleared screen, a colour by one character, a bell, a step back, letters turned round."""
OURS = re.compile(r"\x1b\[[01]?m|\r\x1b\[K")
"""What lastmove itself says to a terminal: bold, and a line that is written over."""

BOARD = {"game": "vertex-geography", "id": EVIL, "vertices": [EVIL, "b", "c"], "edges": [[EVIL, "b"], ["b", "c"]]}
POSITION = {**BOARD, "start": EVIL}
WEIGHTED = {**BOARD, "game": "nimg-mr", "weights": {EVIL: 1, "b": 2, "c": 1}, "start": "b"}
SUM = {"game": "sum", "parts": [{k: v for k, v in POSITION.items() if k != "id"}, {"game": "nim", "heaps": [1]}]}
FORMULA = "c " + EVIL + "\np cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"
COLUMNS = {"name": EVIL, "column": 1, "edges": [], "links": [[0, 0, 1]]}


def answer(position: dict[str, Any], **changed: object) -> dict[str, Any]:
    """An answer with its certificate, in which a stranger has written something else."""
    found = lm.solve(lm.parse(position), certificate=True).to_json()
    return {**found, "position": position, **changed}


def documents() -> dict[str, str | bytes]:
    """What may stand on standard input."""
    family = lm.family("path:n", play="misere").to_json(certificate=True)
    quotient = lm.quotient("0.77", heap=5).to_json()
    kept = answer(POSITION)
    record = {"record": 1, "position": POSITION, "moves": [{"to": "b"}]}
    return {
        "positions": jsonl(POSITION, WEIGHTED, SUM),
        "position": jsonl(POSITION),
        "weights": jsonl(WEIGHTED),
        "board": jsonl(BOARD),
        "answer": jsonl(
            kept, answer(POSITION, outcome=EVIL), answer(POSITION, move={"to": EVIL}), {**kept, EVIL: EVIL}
        ),
        "theorem": jsonl({**kept, "reason": {"kind": "theorem", "theorem": EVIL, "text": EVIL, "title": EVIL}}),
        "certificate": jsonl({**kept, "certificate": {"kind": EVIL}}, {**kept, "certificate": {EVIL: EVIL}}),
        "family": jsonl(json.loads(json.dumps(family).replace("path:n", json.dumps(EVIL)[1:-1])), {**family, EVIL: 1}),
        "quotient": jsonl({**quotient, "code": EVIL}, {**quotient, "presentation": EVIL}),
        "error": jsonl({"error": EVIL}),
        "record": jsonl(record, {**record, "moves": [{"to": EVIL}]}, {**record, "winner": EVIL}),
        "bad": jsonl({**POSITION, "start": f"{EVIL}?"}, {EVIL: 1}, {"game": EVIL}) + f"{{{EVIL}}}\n",
        "graph6": f">>graph6<<{EVIL}\n",
        "edges": f"{EVIL.replace(chr(13), '')} b\nb c\n",
        "formula": FORMULA,
        "bytes": EVIL.encode("latin-1", "replace"),
        "typed": jsonl(POSITION).strip() + f"\n{EVIL}\n1\nhint\nsave {EVIL}/x\n",
    }


READERS = {
    "solve",
    "explain",
    "play",
    "check",
    "grundy",
    "compare",
    "cite",
    "nim",
    "draw",
    "worksheet",
    "reduce",
    "convert",
}
"""Commands that read a stream; the others are called with words alone."""
WORDS: dict[str, list[list[str]]] = {
    "solve": [
        [],
        ["--starts", "all"],
        ["--all-moves", "--values", "--json"],
        ["--certificate"],
        ["--format", "edgelist", "--game", "vertex-geography", "--starts", "all"],
    ],
    "explain": [[], ["--to", "html"], ["--to", "markdown"], ["--play", "misere"]],
    "play": [["-"], ["-", "--play", "misere"]],
    "check": [[], ["--json"], ["--plain"], ["--plain", "--json"]],
    "grundy": [[], ["--json"]],
    "compare": [[], ["--json"]],
    "quotient": [["0.77", "--heap", "3"]],
    "games": [["nim"]],
    "theorems": [["lastmove:LM1"]],
    "cite": [[]],
    "verify": [["lastmove:nothing"]],
    "family": [["path:n"], ["path:n", "--at", "3", "--start", "0"], ["own.json"], ["own.json", "--at", "3"]],
    "census": [["--game", "vertex-geography", "--n", "2", "--out", "more"], ["--game", "nimg-rm", "--out", EVIL, "-"]],
    "query": [["census"], ["census", f"select '{EVIL}' as \"{EVIL}\""], ["census", f"select {EVIL}"]],
    "refute": [
        ["n < 2", "--game", "vertex-geography", "--n", "2"],
        [EVIL, "--game", "vertex-geography", "--n", "2"],
        [f"normal = '{EVIL}'", "--census", "census"],
    ],
    "gadget": [["--game", "edge-geography", "--play", "misere", "--n", "4"], ["--for", EVIL, "--table"]],
    "targets": [["--n", "3"], [EVIL, "--n", "3"]],
    "nim": [["-", "--encoding", "decimal"], ["-", "--encoding", "binary", "--log-space"]],
    "draw": [[], ["--to", "tikz"], ["--caption", EVIL], ["-o", EVIL + ".svg"]],
    "worksheet": [["-o", "sheet", "--title", EVIL], ["-o", EVIL]],
    "serve": [["--no-open", "--public", "--allow-host", EVIL, "--host", "203.0.113.1"]],
    "site": [["public"]],
    "mcp": [["--workers", "0"]],  # the server that it starts speaks JSON to a program
    "reduce": [["--to", "edge-geography"], ["--to", "formula"], ["--to", "vertex-geography", "--solve"]],
    "new": [["path:3", "--game", "nim"], [f"path:{EVIL}"]],
    "convert": [["--to", "json"], ["--to", "edgelist"], ["--to", "graphml"], ["--to", "graph6"], ["--to", "qdimacs"]],
    "schema": [["position"]],
    "completion": [["bash"]],
}
"""Calls that do something, and to which each option is added."""
NEVER = {"serve": {"host", "public"}, "mcp": {"workers"}}
"""Options without which a server would start."""


@pytest.fixture(autouse=True)
def a_place_with_a_census(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERM", "dumb")
    Path("own.json").write_text(json.dumps(COLUMNS), encoding="utf-8")
    lm.census("vertex-geography", n=2, out="census")


def options_of(name: str) -> list[list[str]]:
    """Every option and argument of a command, with a stranger's text as its value."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    found = []
    for each in command.params:
        if each.name in NEVER.get(name, set()):
            continue
        if isinstance(each, click.Argument):
            found.append([EVIL])
        elif isinstance(each, click.Option) and not each.is_flag and not each.count:
            found.append([each.opts[-1], EVIL])
    return found


def said_by(words: list[str], text: str | bytes = "") -> str:
    result = invoke(*words, text=text, status=None)
    return OURS.sub("", result.stdout_bytes.decode("utf-8", "replace") + result.stderr)


def dangerous(text: str) -> str:
    """The characters of a text that a terminal may obey."""
    return ascii("".join(sorted({c for c in text if not c.isprintable() and c not in "\n\t"})))


def test_every_command_is_tried() -> None:
    assert set(WORDS) == set(COMMANDS)


@pytest.mark.parametrize("terminal", [False, True], ids=["pipe", "terminal"])
@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_hands_on_what_a_terminal_obeys(name: str, terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if terminal:
        monkeypatch.setattr(click.testing._NamedTextIOWrapper, "isatty", lambda _: True, raising=False)
    calls: list[tuple[list[str], str | bytes]] = [([name, *words], "") for words in WORDS[name]]
    calls += [([name, *WORDS[name][0], *option], jsonl(POSITION)) for option in options_of(name)]
    calls += [([name, EVIL], ""), ([name, f"--{EVIL}"], ""), ([f"{name}{EVIL}"], "")]
    if name in READERS:
        calls += [([name, *words], text) for words in WORDS[name] for text in documents().values()]
    for words, text in calls:
        said = said_by(words, text)
        assert dangerous(said) == "''", (words, said)
