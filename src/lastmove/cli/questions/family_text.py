"""What ``lastmove family`` says to people: one member of a family, and the automaton of words of weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from lastmove.cli.text import (
    MOST_SHOWN,
    certificate_words,
    console,
    outcome_text,
    write_heading,
    write_line,
    write_table,
    write_verdict,
)
from lastmove.core.errors import printable
from lastmove.core.play import Outcome, Play
from lastmove.core.table import Table
from lastmove.core.words import counted
from lastmove.games import game_class
from lastmove.graphs.graph import Graph

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from lastmove.families.family import FamilyAnswer

Answer = dict[str, Any]


def show_family(found: FamilyAnswer, answer: Answer) -> None:
    """The claim, and rows of N and P over n."""
    out = console()
    out.print(str(found), highlight=False)
    _show_certificate(out, answer)


def show_member(found: FamilyAnswer, answer: Answer, n: int, start: int | None) -> None:
    """The answer about one start of a member, as ``lastmove solve`` says it, or a line for each start."""
    weights = "" if found.weight is None else f", all weights {found.weight}"
    summary = f"{found.columns.name} with n = {n:,}{weights}"
    title = game_class(found.game).title
    if start is not None:
        lines = {}
        if answer.get("move") is not None:
            lines["winning move"] = _said(found, start, answer["move"])
        lines["reason"] = _reason(answer["reason"])
        if "certificate" in answer:
            lines["certificate"] = _certificate(answer)
        write_verdict(title, found.play, f"{summary}, token on {start}", Outcome(answer["outcome"]), lines)
        return
    out = console()
    write_heading(out, title, found.play, summary)
    rows = []
    for name, outcome in answer["outcomes"].items():
        move = answer["moves"][name]
        said = "" if move is None else _said(found, int(name), move)
        rows.append((name, outcome_text(Outcome(outcome)), said))
    write_table(Table(("start", "outcome", "a winning move"), rows))
    for reason in answer["reasons"]:
        write_line(out, "reason", f"{_reason(reason)} ({counted(reason['count'], 'start')})")
    _show_certificate(out, answer)


def _said(found: FamilyAnswer, start: int, move: Mapping[str, Any]) -> str:
    """A move in the words of the game, which looks at the two vertices only: members may be too large to be made."""
    vertices = list(dict.fromkeys(v for v in (start, move.get("to")) if v is not None))
    weights = {} if found.weight is None else {"weights": [found.weight] * len(vertices)}
    made: Any = game_class(found.game)
    position = made(Graph(vertices, []), **weights).at(start)
    return printable(position.say_move(position.move_from_json(move)))


def _reason(reason: Mapping[str, Any]) -> str:
    if reason["kind"] != "limit":
        return str(reason["text"])
    if reason["limit"] == "interrupt":
        return f"interrupted after {reason['seconds']:.3g} s"
    return f"the {reason['limit']} limit was reached after {reason['seconds']:.3g} s"


def _certificate(answer: Answer) -> str:
    made = answer["certificate"]
    return certificate_words(None if made is None else made["kind"], answer.get("certificate_note", ""))


def _show_certificate(out: Console, answer: Answer) -> None:
    if "certificate" in answer:
        write_line(out, "certificate", _certificate(answer))


def show_words(answer: Answer) -> None:
    """The automaton, state by state, and how many starts are won."""
    out = console()
    title = game_class(answer["game"]).title
    write_heading(out, title, Play.of(answer["play"]), f"{answer['family']}, weights {answer['weights']}")
    if answer["status"] != "proved":
        out.print(Text("  unknown", style="bold yellow"))
        write_line(out, "reason", _reason(answer["reason"]))
        return
    automaton = answer["automaton"]
    types, states = answer["types"], automaton["states"]
    out.print(f"  proved for every word ({types:,} types, an automaton of {states:,} states)")
    starred = automaton["letters"][-1].endswith("*")
    token = "the token's weight has a star" if starred else "the first letter is the token's weight"
    write_line(out, "a word", f"the weights of the board in order; {token}")
    write_line(out, "reading", "begins in state 0; the player to move loses where the last state is marked P")
    rows = []
    for state, row in enumerate(automaton["steps"][:MOST_SHOWN]):
        loses = outcome_text(Outcome.P) if state in automaton["accepts"] else ""
        rows.append((state, loses, _steps(row)))
    write_table(Table(("state", "", "the letters and the next state"), rows), wrapped=True)
    if states > MOST_SHOWN:
        out.print(f"... and {states - MOST_SHOWN:,} more (--json lists them)")
    counts = ", ".join(f"{count:,}" for count in answer["n_starts"].values())
    first, last = next(iter(answer["n_starts"])), next(reversed(answer["n_starts"]))
    write_line(out, "winning starts", f"of all words of n letters, for n = {first} to {last}: {counts}")
    _show_certificate(out, answer)


def _steps(row: Mapping[str, int]) -> str:
    """Where the letters lead, those with the same next state together.

    >>> _steps({"1": 1, "2": 1, "1*": 2, "2*": 1})
    '1 2 2* -> 1   1* -> 2'
    """
    letters: dict[int, list[str]] = {}
    for letter, state in row.items():
        letters.setdefault(state, []).append(letter)
    return "   ".join(f"{' '.join(each)} -> {state}" for state, each in letters.items())
