"""The cases of ``record_commands.py``: random ones by a seed, and the whole list, which must cover what there is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import count as counting
from random import Random
from typing import Any

from recorded_lists import fixed_cases
from recorded_positions import BAD_LINES, BOARDS, GAMES, PLAYS, bad_position, graph_text, line, position, short
from recorded_questions import http_cases, one_liner, python_cases
from recorded_steps import Case, Step

__all__ = ["UNUSED", "all_cases"]

Made = tuple[list[Step], dict[str, str]]

UNUSED = {"--scheduler", "--no-open"}
"""Options that no case needs to have: those of a cluster, and of a server that would not end."""


def _step(rng: Random, words: list[str], text: str = "") -> Step:
    """A command; one of seven writes to a terminal."""
    return Step(tuple(words), text, "terminal" if rng.random() < 1 / 7 else "command")


def _some(rng: Random, *options: str, chance: float = 0.25) -> list[str]:
    """Some of the options; one may be several words."""
    return [word for option in options if rng.random() < chance for word in option.split()]


def _given(rng: Random, words: list[str]) -> Made:
    """A command on a position: in short, in a format of graphs, or as JSON; from standard input or from a file."""
    starts = "--starts" in words
    way = rng.random()
    if way < 0.25:
        return [_step(rng, [*words, *short(rng)])], {}
    if way < 0.45:
        ending, text, needed = graph_text(rng)
        needed += ["--game", rng.choice(BOARDS), "--weights", rng.choice(("1", "2", "1-3"))]
        needed += [] if starts else ["--start", rng.choice("ab") if ending in ("edges", "graphml") else "0"]
        name = f"graph.{ending}"
    else:
        found = [position(rng, rng.choice(BOARDS) if starts else None, board=starts and rng.random() < 0.7)]
        found += [position(rng) for _ in range(0 if starts else rng.choice((0, 0, 0, 1, 3)))]
        lines = [line(each) for each in found]
        if len(lines) > 2:
            lines[1] = rng.choice(("\n", line(bad_position(rng))))
        text = "".join(lines) if rng.random() < 0.85 else json.dumps(found)
        needed, name = _some(rng, f"--play {rng.choice(PLAYS)}"), "input.jsonl"
    if rng.random() < 0.3:
        return [_step(rng, [*words, name, *needed])], {name: text}
    return [_step(rng, [*words, *needed, *_some(rng, "-")], text)], {}


def _solve(rng: Random) -> Made:
    options = ["--no-times", *_some(rng, "--all-moves", "--values", "--certificate", "--brief", "--json")]
    few = rng.choice(("0", "1", "5", "20"))
    limits = ("--threads 1", "--time-limit 600", "--memory-limit 8000", f"--position-limit {few}", "--seed 5")
    return _given(rng, ["solve", *options, *_some(rng, *limits, chance=0.08)])


def _starts(rng: Random) -> Made:
    options = ["--no-times", "--starts", "all", *_some(rng, "--all-moves", "--certificate", "--brief", "--json")]
    return _given(rng, ["solve", *options])


SWAPS = (
    ('"N"', '"P"'), ('"P"', '"N"'), ('"version": 1', '"version": 2'), ('"kind": "', '"kind": "x'), ("1", "2"),
    ("}", ""), ('"certificate"', '"certificat"'), ('"position"', '"answer"'), ('"normal"', '"misere"'), ("0", "1"),
    ("[", "[0, "),
)  # fmt: skip


def _check(rng: Random) -> Made:
    """A certificate as it was written, and tampered with."""
    kind = rng.random()
    if kind < 0.12:
        family = rng.choice(("path:n", "cycle:n", "ladder:n", "comb:n", "circuit:n"))
        first = Step(("family", family, "--play", rng.choice(PLAYS), "--certificate", "--json"))
    elif kind < 0.2:
        first = Step(("quotient", rng.choice(("0.77", "0.3", "0.15", "4.7")), "--heap", "6", "--certificate", "--json"))
    else:
        starts = ["--starts", "all"] if rng.random() < 0.25 else []
        found = [line(position(rng, rng.choice(BOARDS) if starts else None)) for _ in range(rng.choice((1, 3)))]
        options = [*starts, *_some(rng, "--all-moves"), *_some(rng, *([] if starts else ["--values"]))]
        first = Step(("solve", "--certificate", "--no-times", *options), "".join(found))
    limits = _some(rng, "--json", "--time-limit 600", "--memory-limit 8000")
    second = Step(("check", *limits), kind=rng.choice(("command", "command", "terminal")), after=-1)
    return [first, second, Step(("check",), after=-2, swap=rng.choice(SWAPS))], {}


def _error(rng: Random) -> Made:
    names = (
        "solve",
        "solve",
        "solve",
        "explain",
        "compare",
        "grundy",
        "draw",
        "convert",
        "reduce",
        "quotient",
        "check",
    )
    name = rng.choice(names)
    needed = {"convert": ["--to", "json"], "reduce": ["--to", "nimg-rm"], "solve": ["--no-times"]}.get(name, [])
    text = rng.choice(BAD_LINES) + "\n" if rng.random() < 0.3 else line(bad_position(rng))
    if rng.random() < 0.3:
        text = line({"game": "nim", "heaps": [1, 2]}) + text + line({"game": "nim", "heaps": [3], "id": "last"})
    return [
        _step(rng, [name, *needed, *_some(rng, *(["--format json"] if name != "check" else []), chance=0.1)], text)
    ], {}


WRONG = (
    "--play both", "--play", "--format xml", "--starts some", "--starts all --values", "--time-limit -1",
    "--time-limit nan", "--memory-limit x", "--position-limit 1.5", "--position-limit -1", "--nothing", "--jobs 0",
    "--threads 0", "--after -1", "--start 99", "--weights 1.5", "--weights 5-1", "--weights -1", "--game nimm",
    "--game octal", "nothing.json", "nim:x", "nim:1 kales:2", ". --json", "--seed x", "--checkpoint", "--after 2",
    "--directed", "--format qdimacs", "--json=1",
)  # fmt: skip


def _wrong(rng: Random) -> Made:
    names = ("solve", "solve", "explain", "compare", "grundy", "draw", "play", "quotient", "worksheet -o w", "check")
    return [_step(rng, [*rng.choice(names).split(), *rng.choice(WRONG).split()], line(position(rng)))], {}


def _explain(rng: Random) -> Made:
    to = rng.choice(("text", "text", "markdown", "html", "json"))
    options = ["--to", to, *(["--picture", "why.svg"] if to == "markdown" and rng.random() < 0.5 else [])]
    return _given(rng, ["explain", *options, *_some(rng, "--starts all", "--position-limit 50", chance=0.1)])


def _draw(rng: Random) -> Made:
    options = _some(rng, "--moves", "--certificate", "--starts all", "--no-legend", "--caption Here", chance=0.3)
    options += _some(rng, f"--theme {rng.choice(('auto', 'light', 'dark', 'print'))}", chance=0.5)
    outputs = ("", "", "--to svg", "--to tikz", "--to tikz", "-o made.svg", "--out made.tex", "-o made.png")
    return _given(rng, ["draw", *options, *rng.choice(outputs).split()])


TYPED = (
    "1", "1", "1", "2", "2", "3", "4", "a", "b", "c", "0", "hint", "help", "moves", "board", "explain", "undo",
    "save it.json", "quit", "", "nonsense", "heap 1 to 0", "1 0", "2 1", "a 1", "b 0", "m", "h", "?", "-1", "99",
    "\udcff", "1: 1", "resign",
)  # fmt: skip


def _play(rng: Random) -> Made:
    typed = [rng.choice(TYPED[: rng.choice((6, 11, 40))]) for _ in range(rng.randrange(1, 14))]
    options = _some(rng, f"--you {rng.choice(('first', 'second', 'both', 'none'))}", "--seed 3", "--record game.json")
    levels = ("perfect", "errs", "beginner")
    options += _some(rng, f"--level {rng.choice(levels)}", f"--play {rng.choice(PLAYS)}", chance=0.4)
    text = "".join(f"{word}\n" for word in typed)
    if rng.random() < 0.4:
        names = [*GAMES, "kayles", "dawson", "nim:1,2,3", "vertex-geography:grid:2x3", "misere:nim:2,2"]
        steps = [_step(rng, ["play", rng.choice(names), *options], text)]
    else:
        steps = [_step(rng, ["play", "-", *options], line(position(rng)) + text)]
    if "--record" in options:
        steps.append(Step(("play", "--resume", "game.json"), "1\n1\nquit\n"))
        then = rng.choice(("solve --no-times", "explain", "draw", "convert --to json", "compare", "grundy"))
        steps.append(Step((*then.split(), "game.json", "--after", "1")))
    return steps, {}


def _convert(rng: Random) -> Made:
    to = rng.choice(("json", "graph6", "sparse6", "digraph6", "edgelist", "graphml", "qdimacs"))
    return _given(rng, ["convert", "--to", to])


def _new(rng: Random) -> Made:
    families: tuple[str, ...] = (
        "path:4",
        "cycle:5",
        "circuit:4",
        "grid:2x3",
        "star:3",
        "torus:3x3",
        "random-tree:6",
        "random-graph:5,0.5",
    )
    families += ("random-digraph:4,2", "random-regular:3,6", "tree:2,2", "hypercube:3", "complete-multipartite:1,2,2")
    to = rng.choice(("json", "json", "graph6", "sparse6", "digraph6", "edgelist", "graphml", "qdimacs"))
    weights = f"--weights {rng.choice(('2', '1-3'))}"
    options = _some(
        rng, f"--play {rng.choice(PLAYS)}", "--start 1", weights, "--seed 4", f"--game {rng.choice(BOARDS)}"
    )
    first = Step(("new", rng.choice(families), *options, "--to", to))
    then = rng.choice(
        ("convert --to json", "solve --no-times --game vertex-geography --starts all", "draw --game nimg-rm")
    )
    return [first, Step(tuple(then.split()), after=-1)], {}


def _reduce(rng: Random) -> Made:
    options = _some(rng, f"--to-play {rng.choice(PLAYS)}", "--to-directed", "--solve", "--json", "--no-certificate")
    options += [] if "--to-directed" in options else _some(rng, "--to-undirected")
    words = ["reduce", "--to", rng.choice((*BOARDS, "vertex-geography", "edge-geography", "nim")), *options]
    if rng.random() < 0.2:
        clauses = "".join(f"{rng.choice((1, -1))} {rng.choice((2, -2))} 0\n" for _ in range(2))
        return [_step(rng, words, f"p cnf 2 2\n{rng.choice(('e 1 0', 'a 1 0'))}\ne 2 0\n{clauses}")], {}
    game = rng.choice(("vertex-geography", "vertex-geography", "edge-geography", "nimg-rm"))
    play = rng.choice(PLAYS)
    directed = {"directed": True} if rng.random() < 0.6 else {}
    steps = [_step(rng, words, line({**position(rng, game), "play": play, **directed}))]
    if "--solve" in options and "--no-certificate" not in options:
        steps.append(Step(("check",), after=-1))
    return steps, {}


def _values(rng: Random) -> Made:
    name = rng.choice(("compare", "compare", "grundy"))
    return _given(rng, [name, *_some(rng, "--json", "--starts all", "--position-limit 30", chance=0.15)])


def _nim(rng: Random) -> Made:
    encoding = rng.choice(("binary", "unary", "decimal"))
    heaps = [rng.choice((0, 1, 1, 2, 3, 5, 9)) for _ in range(rng.randrange(5))]
    written = {"binary": "{:b}", "decimal": "{}"}.get(encoding, "")
    lines = [written.format(heap) if written else "1" * heap or "0" for heap in heaps]
    if rng.random() < 0.4:
        lines.insert(
            rng.randrange(len(lines) + 1), rng.choice(("", "# heaps", "12", "x", "-1", "1 # one", " 1 ", "\udcff"))
        )
    options = ["--encoding", encoding, *_some(rng, "--log-space", "--json", f"--play {rng.choice(PLAYS)}")]
    return [_step(rng, ["nim", "-", *options], "".join(f"{each}\n" for each in lines))], {}


def _worksheet(rng: Random) -> Made:
    text = "".join(line(position(rng)) for _ in range(rng.choice((1, 2))))
    return [
        Step(("worksheet", "-o", "lesson", *_some(rng, "--title Nim", "--play misere", "--position-limit 100")), text)
    ], {}


def _python(rng: Random) -> Made:
    return [Step((one_liner(rng),), kind="python")], {}


SECTIONS: dict[str, tuple[int, Callable[[Random], Made]]] = {
    "solve": (24, _solve), "starts": (9, _starts), "check": (7, _check), "error": (12, _error), "wrong": (5, _wrong),
    "explain": (9, _explain), "draw": (8, _draw), "play": (8, _play), "convert": (6, _convert), "new": (3, _new),
    "reduce": (4, _reduce), "values": (10, _values), "nim": (4, _nim), "worksheet": (1, _worksheet),
    "python": (8, _python),
}  # fmt: skip
"""The kinds of random cases: how often each is drawn, and how."""


def _random_cases(seed: int) -> Iterator[Case]:
    """Random cases without end; each has a number generator of its own, so that none depends on another."""
    names = [name for name, (share, _) in SECTIONS.items() for _ in range(share)]
    Random(f"order {seed}").shuffle(names)
    for number in counting():
        name = names[number % len(names)]
        steps, files = SECTIONS[name][1](Random(f"{seed} {name} {number}"))
        yield Case(f"{name}/{number:04}", tuple(steps), files)


def all_cases(known: Mapping[str, Any], seed: int, count: int) -> list[Case]:
    """The fixed cases, and random ones until there are ``count`` steps or more.

    ``known`` says what the package has: ``commands`` with their options, ``names`` of Python, ``games``, ``theorems``,
    ``schemas`` and ``paths`` of the server. What no case uses is an error.
    """
    cases = [*fixed_cases(known), *python_cases(known["names"]), *http_cases(known["paths"])]
    steps = sum(len(case.steps) for case in cases)
    for case in _random_cases(seed):
        if steps >= count:
            break
        cases.append(case)
        steps += len(case.steps)
    _must_cover(known, cases)
    return cases


def _must_cover(known: Mapping[str, Any], cases: list[Case]) -> None:
    """Cases that every command gets by its name, such as its help, do not count."""
    used: dict[str, set[str]] = {}
    for step in (step for case in cases for step in case.steps):
        if step.kind not in ("command", "terminal") or step.words[1:2] in ((), ("--help",), ("--nothing",)):
            continue
        used.setdefault(step.words[0], set()).update(word.partition("=")[0] for word in step.words[1:])
    missing = [f"the game {game}" for game in known["games"] if game not in GAMES]
    for name, options in known["commands"].items():
        if name not in used:
            missing.append(f"the command {name}")
            continue
        unused = [each for each in options if not used[name] & set(each) and not UNUSED & set(each)]
        missing += [f"lastmove {name} {'/'.join(each)}" for each in unused]
    if missing:
        raise SystemExit(f"no case has {', '.join(missing)}: see scripts/recorded_cases.py")
