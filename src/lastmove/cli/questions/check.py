"""``lastmove check``: answers held against their certificates, without a solver."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from lastmove.certificates.answer_fields import CheckedAnswer
from lastmove.certificates.certificate import steps_counted
from lastmove.certificates.check import check_answer, check_truth
from lastmove.cli.options import Number, json_lines_option, limits_of
from lastmove.cli.read import is_reduced, lines_of, objects_in_reduced
from lastmove.cli.records import Output, answer_each
from lastmove.core.errors import InputError, LimitReached, Refuted, printable, show_json
from lastmove.core.limits import Limits, Meter, stopping_at_limits
from lastmove.core.play import Problem
from lastmove.core.solution import LimitReason
from lastmove.families.check import check_family, check_member, is_family, is_member
from lastmove.families.check_values import check_values, is_values
from lastmove.families.check_words import check_words, is_words
from lastmove.games.fields import check_known
from lastmove.notation.json import parse, problem_to_json
from lastmove.notation.qdimacs import formula_in
from lastmove.quotients.check_answer import check_quotient

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastmove.cli.read import Item

EPILOG = """\b
Examples:
  lastmove solve kayles:7 --certificate | lastmove check
  lastmove check answers.jsonl
  lastmove check --json < answers.jsonl > verdicts.jsonl
  lastmove check --plain answers.jsonl.gz

\b
Exit status: 0 all verified, 1 something was refuted or could not be read,
3 an answer was unknown, or a limit was spent before a check was done, or
--plain cannot judge a line, 2 wrong usage, 130 interrupted.
"""


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """An answer that is unknown: it claims nothing, so nothing is verified and nothing refuted."""

    limit = "unknown"

    def to_json(self) -> dict[str, object]:
        """The answer object of ``lastmove check``."""
        return {"verified": None, "text": str(self)}

    def __str__(self) -> str:
        return "the answer is unknown; it claims nothing, so there is nothing to check"


Found: TypeAlias = CheckedAnswer | Refuted | LimitReason | Unclaimed

_OTHER_ANSWERS: tuple[tuple[Callable[..., bool], Callable[..., CheckedAnswer]], ...] = (
    (lambda answer: "p_portion" in answer, check_quotient),
    (is_words, check_words),
    (is_values, check_values),
    (is_member, check_member),
    (is_family, check_family),
)
"""How answers of other commands than `solve` are known, and what checks them."""


@click.command(epilog=EPILOG)
@click.argument("file", metavar="[FILE|-]", default="-", type=click.Path(allow_dash=True))
@click.option("--time-limit", metavar="S", type=Number(), help="Seconds for each line.")
@click.option("--memory-limit", metavar="MB", type=Number(), help="Growth of the process; default half of all.")
@click.option("--plain", is_flag=True, help="Ask the plain checker, one file that uses nothing of lastmove.")
@json_lines_option
def check(file: str, people: bool, plain: bool, **given: float | None) -> None:
    """Verify the answers in FILE (or standard input) by their certificates.

    Each line is an answer as `lastmove solve --certificate` wrote it, which carries its position, or an object
    {"position": {...}, "answer": {...}}; or it is what `lastmove reduce --solve` wrote, or `lastmove quotient` or
    `lastmove family` with --certificate. No solver runs: the certificate must prove the answer from the rules of the
    game. Without --time-limit a check ends after a number of steps, some ten seconds of work; with one it goes on until
    then. FILE may be packed by gzip.

    With --plain a second checker is asked: checker/check.py, a file of 500 lines with the rules of every game, which
    runs without lastmove too. It says what was proved and which theorems it trusted for that, or that it cannot judge.
    It looks at answers of `lastmove solve` only, and has bounds of its own.
    """
    if plain:
        for name, value in given.items():
            if value is not None:
                raise click.UsageError(f"--{name.replace('_', '-')}: {value}; --plain has bounds of its own")
        sys.exit(answer_each(lines_of(file), partial(_plainly, people), people=people))
    ask = partial(_reply, limits_of({**given, "position_limit": None}), people)
    sys.exit(answer_each(lines_of(file), ask, people=people))


def check_record(item: Item, limits: Limits | None = None) -> Found:
    """What becomes of one line; an InputError if it is none to check."""
    try:
        return checked(item.line(), Meter(limits))
    except Refuted as error:
        return error


def checked(content: dict[str, object], meter: Meter) -> CheckedAnswer | LimitReason | Unclaimed:
    """What the certificate in one line proves; Refuted if it proves nothing, an InputError if it cannot be read."""
    for is_meant, check_it in _OTHER_ANSWERS:
        if is_meant(content):
            return _unclaimed(content, "status", "outcome") or _within(lambda: check_it(content), meter)  # noqa: B023
    reduced = content if is_reduced(content) else None
    content = _line_to_check(content) if reduced is None else answered_in(reduced)
    check_known(content, ("position", "answer"), "a line to check")
    for field in ("position", "answer"):
        if not isinstance(content.get(field), dict):
            raise InputError(field, "missing, or no object")
    try:
        question = formula_in(content["position"]) or parse(content["position"])  # type: ignore[arg-type]
    except InputError as error:
        raise error.inside("position") from None
    answer = _without(content["answer"], content["position"])  # type: ignore[arg-type]

    def check() -> CheckedAnswer:
        if reduced is not None:
            check_target(reduced)
        return check_answer(question, answer) if isinstance(question, Problem) else check_truth(question, answer)

    claims = "outcome" if isinstance(question, Problem) else "true"
    return _unclaimed(answer, claims) or _within(check, meter)


def answered_in(fields: Mapping[str, object]) -> dict[str, object]:
    """The line to check: the answer, and the source that it speaks of."""
    answer = objects_in_reduced(fields, "position", "answer")["answer"]
    if not isinstance(answer.get("position"), dict):
        raise InputError("answer.position", "missing; `lastmove reduce --solve` writes it beside a certificate")
    return {"position": answer["position"], "answer": answer}


def check_target(fields: Mapping[str, object]) -> None:
    """Refuted unless the chain takes the source to the position of the line, by its map."""
    from lastmove.reductions.chain import apply_chain
    from lastmove.reductions.check import LONGEST_CHAIN, map_to_json  # here: most commands never come to it

    source = answered_in(fields)["position"]
    chain = fields["chain"]
    if not isinstance(chain, list) or len(chain) > LONGEST_CHAIN or not all(isinstance(key, str) for key in chain):
        raise Refuted(f"chain: {show_json(chain)}; accepted: an array of at most {LONGEST_CHAIN} keys of reductions")
    question = formula_in(source) or parse(source)  # type: ignore[arg-type]
    try:
        reduced = apply_chain(question, chain)
        made = problem_to_json(reduced.problem)
        written = problem_to_json(parse(fields["position"]))  # type: ignore[arg-type]
    except InputError as error:
        raise Refuted(str(error)) from None
    if {**written, "id": None} != {**made, "id": None}:
        raise Refuted("the position is not the one that this chain makes of the source")
    if fields.get("map") != map_to_json(reduced.map):
        raise Refuted("the map is not the one that this chain makes of the source")


def _without(answer: dict[str, object], position: dict[str, object]) -> dict[str, object]:
    """An answer without what it repeats of the position in its line: that position itself, its id, its graph."""
    repeated = {**position, "position": position}
    return {name: value for name, value in answer.items() if name not in repeated or value != repeated[name]}


def _unclaimed(answer: Mapping[str, object], *fields: str) -> Unclaimed | None:
    """Whether an answer is unknown: by one of these fields, or by the outcomes of all starts."""
    for field in fields:
        if field in answer and answer[field] == (None if field == "true" else "unknown"):
            return Unclaimed()
    outcomes = answer.get("outcomes")
    if isinstance(outcomes, dict) and outcomes and all(each == "unknown" for each in outcomes.values()):
        return Unclaimed()
    return None


def _line_to_check(content: dict[str, object]) -> dict[str, object]:
    """An answer that carries its position, as `solve --certificate` writes it, taken apart; other lines as they are."""
    if "answer" in content:
        return content
    if "error" in content and "game" not in content:
        raise InputError("error", f"this line has no answer but an error: {content['error']}")
    if not content.keys() & {"outcome", "outcomes", "true"}:
        return content
    if "position" not in content:
        raise InputError("position", "missing; `lastmove solve --certificate` writes it")
    return {"position": content["position"], "answer": {**content}}


def _within(check: Callable[[], CheckedAnswer], meter: Meter) -> CheckedAnswer | LimitReason:
    """The check, or the limit that was spent before it was done; with a time limit, steps are not counted."""
    try:
        with stopping_at_limits(meter), steps_counted(meter.seconds_left == inf):
            return check()
    except LimitReached as stop:
        return LimitReason(stop.limit, stop.positions, meter.seconds)


def _reply(limits: Limits, people: bool, item: Item) -> Output:
    found = check_record(item, limits)
    failed, spent = isinstance(found, Refuted), getattr(found, "limit", None)
    if people:
        return Output(partial(_show, found, item), spent, failed)
    if isinstance(found, CheckedAnswer):
        written = found.to_json()
    elif isinstance(found, Unclaimed):
        written = {**found.to_json(), **item.place}
    elif isinstance(found, Refuted):
        written = {"verified": False, "error": str(found), **item.place}
    else:
        written = {"verified": None, "reason": found.to_json(), **item.place}
    return Output.line({**item.asker(), **written}, spent, failed=failed)


@cache
def plain_checker() -> Any:
    """The module in checker/check.py: within the package where that was installed, at the top of a clone."""
    package = Path(__file__).resolve().parents[2]
    places = [above / "checker" / "check.py" for above in (package, package.parents[1])]
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        raise click.UsageError(f"--plain: there is no file {' or '.join(map(str, places))}")
    spec = importlib.util.spec_from_file_location("lastmove_plain_checker", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _plainly(people: bool, item: Item) -> Output:
    """What the plain checker says of a line; it is given text, as it is where it runs alone."""
    said = plain_checker().verdict(json.dumps(item.line(), default=str))
    spent = "plain" if "cannot_judge" in said else None
    if people:
        return Output(partial(_show_plain, said, item), spent, "refuted" in said)
    return Output.line(said, spent, failed="refuted" in said)


def _show_plain(said: dict[str, Any], item: Item) -> None:
    from rich.text import Text

    from lastmove.cli import text as terminal

    where = ", ".join(f"{name} {number}" for name, number in item.place.items())
    if "proved" in said:
        found = said.get("outcome") or ", ".join(f"{count} {name}" for name, count in said["outcomes"].items())
        trusted = ", ".join(said["trusted"]) or "the rules alone"
        shown = Text.assemble(("proved ", "bold green"), f"{found}; trusted: {trusted}")
    elif "refuted" in said:
        shown = Text.assemble(("refuted ", "bold red"), printable(f"{where}: {said['refuted']}"))
    else:
        shown = Text.assemble(("cannot judge ", "bold yellow"), printable(f"{where}: {said['cannot_judge']}"))
    terminal.console().print(shown)


def _show(found: Found, item: Item) -> None:
    from rich.text import Text

    from lastmove.cli import text as terminal

    if isinstance(found, Refuted):
        where = ", ".join(f"{name} {number}" for name, number in item.place.items())
        said = Text.assemble(("refuted ", "bold red"), printable(f"{where}: {found}"))
    elif isinstance(found, LimitReason | Unclaimed):
        said = Text.assemble(("not checked ", "bold yellow"), str(found))
    else:
        said = Text.assemble(("verified ", "bold green"), printable(found.text))
    terminal.console().print(said)
