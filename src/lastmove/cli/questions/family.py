"""``lastmove family``: every board of a family at once, with proof."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import (
    INTERRUPTED,
    PLAY,
    UNKNOWN,
    Integer,
    Renamed,
    json_option,
    limit_options,
    limits_of,
    usage_errors,
)
from lastmove.cli.output import write_json
from lastmove.core.errors import InputError, is_integer, show
from lastmove.core.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.core.limits import Limits
    from lastmove.core.solution import Reason, Solution
    from lastmove.families.family import FamilyAnswer
    from lastmove.families.words import WordsAnswer
    from lastmove.solver.outcomes import Outcomes

EPILOG = """\b
Examples:
  lastmove family grid:4xn --game vertex-geography --play misere
  lastmove family prism:n --game edge-geography --json
  lastmove family path:n --game nimg-mr --weights 2 --at 1000000 --start 17
  lastmove family petersen:n,2 --time-limit 20
  lastmove family mine.json --play misere --certificate | lastmove check
"""

_SECONDS = 60.0
VALUE_GAMES = ("node-kayles", "arc-kayles")
"""Games of which families have Grundy values."""


@click.command(epilog=EPILOG)
@click.argument("spec", metavar="SPEC|FILE.json")
@click.option("--game", metavar="GAME", default="vertex-geography", show_default=True, help="The game.")
@click.option("--play", type=PLAY, default="normal", show_default=True, help="The convention.")
@click.option(
    "--weights",
    cls=Renamed,
    was={"--weight": "{}"},
    metavar="K|1-K",
    help="NimG: all K, 1 unless given; with 1-K, on path:n and cycle:n, all words of weights, by an automaton.",
)
@click.option("--at", metavar="N", type=Integer(), help="Answer for this member instead.")
@click.option("--start", metavar="V", help="With --at: the token's vertex; without it, every start.")
@click.option("--certificate", is_flag=True, help="Add the evidence; lastmove check reads it.")
@limit_options
@json_option
def family(spec: str, people: bool, **given: Any) -> None:
    """Say who wins from every vertex of every board of a family.

    SPEC has the letter n in place of a number: path:n, cycle:n, circuit:n, grid:4xn, king:3xn, torus:3xn, ladder:n,
    prism:n, antiprism:n, petersen:n,2, circulant:n,1,2, caterpillar:n,2, comb:n. FILE.json describes a family of your
    own: its column, the links to the next one, caps, open or closed to a ring.

    The answer is proved, with the period of the types of its parts, or unknown when a limit is spent (a minute unless
    --time-limit says otherwise); n_starts counts the winning starts for each n. On a terminal it is said in words and
    rows of N and P, in JSON everywhere else.

    Node Kayles and Arc Kayles have no token: the answer then has the Grundy value of each member, with its period.
    """
    if given["time_limit"] is None:
        given["time_limit"] = _SECONDS
    limits = limits_of(given)
    if given["start"] is not None and given["at"] is None:
        raise click.UsageError("--start goes with --at")
    given["weight"] = _weight(given["weights"])
    answer = _about_members if given["weights"] is None or given["weight"] is not None else _about_words
    if given["game"] in VALUE_GAMES:
        answer = _about_values
    with usage_errors():
        stopped = answer(spec, given, limits, people)
    sys.exit(0 if stopped is None else INTERRUPTED if stopped == "interrupt" else UNKNOWN)


def _weight(text: str | None) -> int | None:
    """The weight of every vertex, if one is given; what is no integer stands for words of weights."""
    return int(text) if text is not None and is_integer(text) else None


def _about_members(spec: str, given: dict[str, Any], limits: Limits, people: bool) -> str | None:
    """Answer for the family, or for one member of it; the limit that left something unknown."""
    from lastmove.families.family import family as prove

    at, start, certificate = given["at"], given["start"], given["certificate"]
    found = prove(_family(spec), game=given["game"], play=given["play"], weights=given["weight"], limits=limits)
    if at is None:
        if people:
            _show_family(found, certificate=certificate and found.status == "proved")
        else:
            write_json(found.to_json(certificate=certificate))
        return found.stopped_by
    found.questions.share(found.seconds)
    if start is None:
        outcomes = found.outcomes(at, moves=True)
        if people:
            _show_every_start(found, outcomes, certificate=certificate)
        else:
            write_json(found.member_to_json(outcomes, certificate=certificate))
        return outcomes.stopped_by
    solution = found.solution(at, _start(start))
    if people:
        _show_start(found, solution, certificate=certificate)
    else:
        write_json(found.member_to_json(solution, certificate=certificate))
    return getattr(solution.reason, "limit", None)


def _about_values(spec: str, given: dict[str, Any], limits: Limits, people: bool) -> str | None:
    """Answer with Grundy values, for games without a token; the limit that left something unknown."""
    from lastmove.families.by_values import family_values

    for name in ("start", "weights"):
        if given[name] is not None:
            raise InputError(name, f"it does not go with {given['game']}")
    if given["play"] != "normal":
        raise InputError("play", f"{given['play']}; accepted for {given['game']}: normal, with Grundy values")
    found = family_values(_family(spec), game=given["game"], limits=limits)
    if people and given["at"] is None:
        from lastmove.cli import text

        text.console().print(str(found), highlight=False)
    elif given["at"] is None:
        write_json(found.to_json(certificate=given["certificate"]))
    else:
        write_json(found.answer(given["at"], certificate=given["certificate"]))
    return found.stopped_by if found.status == "proved" or found.stopped_by else "method"


def _about_words(spec: str, given: dict[str, Any], limits: Limits, people: bool) -> str | None:
    """Answer for all words of weights; the limit that was spent before."""
    from lastmove.families.words import words

    if given["at"] is not None:
        raise InputError(
            "at", f"it does not go with --weights {given['weights']}, which asks about words of every length"
        )
    found = words(spec, weights=given["weights"], game=given["game"], play=given["play"], limits=limits)
    if people:
        _show_words(found, certificate=given["certificate"])
    else:
        write_json(found.to_json(certificate=given["certificate"]))
    return None if found.stopped is None else found.stopped.limit


def _family(spec: str) -> str | dict[str, object]:
    if not spec.endswith(".json"):
        return spec
    try:
        found = json.loads(Path(spec).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError("family", f"{show(spec)} cannot be read: {error}") from None
    if not isinstance(found, dict):
        raise InputError("family", f"{show(spec)} holds no object")
    return found


def _start(text: str) -> int:
    if not is_integer(text):
        raise InputError("start", f"{show(text)}; accepted: the number of a vertex, as lastmove new gives it")
    return int(text)


# For people: what writes to a terminal is loaded where it is asked for.


def _show_family(found: FamilyAnswer, *, certificate: bool) -> None:
    """The claim, and rows of N and P over n."""
    from lastmove.cli import text

    text.console().print(str(found), highlight=False)
    _show_certificate(found, certificate=certificate)


def _show_start(found: FamilyAnswer, solution: Solution, *, certificate: bool) -> None:
    """The answer about one start of a member, as ``lastmove solve`` says it."""
    from lastmove.cli import text

    position: Any = solution.problem.position
    lines = {} if solution.move is None else {"winning move": position.say_move(solution.move)}
    lines["reason"] = _said(solution.reason)
    if certificate:
        lines["certificate"] = _certificate(found)
    text.write_verdict(position.called(), found.play, position.summary(), solution.outcome, lines)


def _show_every_start(found: FamilyAnswer, outcomes: Outcomes, *, certificate: bool) -> None:
    """The same with a line for each start."""
    from lastmove.cli import text
    from lastmove.core.table import Table

    out = text.console()
    board: Any = outcomes.problem.position
    text.write_heading(out, board.called(), found.play, board.summary())
    rows = []
    for (start, outcome), move in zip(outcomes.items(), outcomes.moves.values(), strict=True):
        said = "" if move is None else outcomes.position(start).say_move(move)  # type: ignore[attr-defined]
        rows.append((start, text.outcome_text(outcome), said))
    text.write_table(Table(("start", "outcome", "a winning move"), rows))
    for reason, count in outcomes.reasons:
        text.write_line(out, "reason", f"{_said(reason)} ({counted(count, 'start')})")
    _show_certificate(found, certificate=certificate)


def _said(reason: Reason) -> str:
    limit = getattr(reason, "limit", None)
    if limit is None:
        return str(reason)
    seconds: float = reason.seconds  # type: ignore[attr-defined]
    what = "interrupted" if limit == "interrupt" else f"the {limit} limit was reached"
    return f"{what} after {seconds:.3g} s"


def _certificate(found: FamilyAnswer) -> str:
    from lastmove.cli import text

    evidence = found.certificate
    return text.certificate_words(None if evidence is None else evidence.kind, found.certificate_note)


def _show_certificate(found: FamilyAnswer, *, certificate: bool) -> None:
    from lastmove.cli import text

    if certificate:
        text.write_line(text.console(), "certificate", _certificate(found))


def _show_words(found: WordsAnswer, *, certificate: bool) -> None:
    """The automaton, state by state, and how many starts are won."""
    from rich.text import Text

    from lastmove.cli import text
    from lastmove.core.play import Outcome
    from lastmove.core.table import Table
    from lastmove.games import game_class

    out = text.console()
    text.write_heading(out, game_class(found.game).title, found.play, f"{found.family}, weights {found.weights}")
    if found.stopped is not None or found.automaton is None:
        out.print(Text("  unknown", style="bold yellow"))
        if found.stopped is not None:
            text.write_line(out, "reason", _said(found.stopped))
        return
    automaton = found.automaton
    states = len(automaton.steps)
    out.print(f"  proved for every word ({found.types:,} types, an automaton of {states:,} states)")
    starred = automaton.letters[-1].endswith("*")
    token = "the token's weight has a star" if starred else "the first letter is the token's weight"
    text.write_line(out, "a word", f"the weights of the board in order; {token}")
    text.write_line(out, "reading", "begins in state 0; the player to move loses where the last state is marked P")
    rows = []
    for state, row in enumerate(automaton.steps[: text.MOST_SHOWN]):
        loses = text.outcome_text(Outcome.P) if state in automaton.accepts else ""
        rows.append((state, loses, _steps(automaton.letters, row)))
    text.write_table(Table(("state", "", "the letters and the next state"), rows), wrapped=True)
    if states > text.MOST_SHOWN:
        out.print(f"... and {states - text.MOST_SHOWN:,} more (--json lists them)")
    counts = ", ".join(f"{count:,}" for count in found.n_starts.values())
    first, last = next(iter(found.n_starts)), next(reversed(found.n_starts))
    text.write_line(out, "winning starts", f"of all words of n letters, for n = {first} to {last}: {counts}")
    if certificate:
        text.write_line(out, "certificate", text.certificate_words("words", ""))


def _steps(letters: Sequence[str], row: Sequence[int]) -> str:
    """Where the letters lead, those with the same next state together.

    >>> _steps(["1", "2", "1*", "2*"], [1, 1, 2, 1])
    '1 2 2* -> 1   1* -> 2'
    """
    together: dict[int, list[str]] = {}
    for letter, state in zip(letters, row, strict=True):
        together.setdefault(state, []).append(letter)
    return "   ".join(f"{' '.join(each)} -> {state}" for state, each in together.items())
