"""``lastmove family``: every board of a family at once, with proof."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import INTERRUPTED, PLAY, UNKNOWN, Integer, json_option, limit_options, limits_of
from lastmove.core.errors import InputError, is_integer, show

if TYPE_CHECKING:
    from collections.abc import Callable

EPILOG = """\b
Examples:
  lastmove family grid:4xn --game vertex-geography --play misere
  lastmove family prism:n --game edge-geography --json
  lastmove family path:n --game nimg-mr --weight 2 --at 1000000 --start 17
  lastmove family petersen:n,2 --time-limit 20
  lastmove family mine.json --play misere --certificate | lastmove check
"""

_SECONDS = 60.0


@click.command(epilog=EPILOG)
@click.argument("spec", metavar="SPEC|FILE.json")
@click.option("--game", metavar="GAME", default="vertex-geography", show_default=True, help="The game.")
@click.option("--play", type=PLAY, default="normal", show_default=True, help="The convention.")
@click.option("--weight", metavar="K", type=Integer(), help="NimG: the weight of every vertex; 1 unless given.")
@click.option("--weights", metavar="1-K", help="NimG on path:n and cycle:n: all words of weights, by an automaton.")
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
    """
    if given["time_limit"] is None:
        given["time_limit"] = _SECONDS
    limits = limits_of(given)
    if given["start"] is not None and given["at"] is None:
        raise click.UsageError("--start goes with --at")
    from lastmove.families.family import family as prove

    try:
        if given["weights"] is not None:
            answer = _words(spec, given, limits)
            _reply(answer, people, lambda text: text.show_words(answer))
            sys.exit(_status_of(answer))
        found = prove(_family(spec), game=given["game"], play=given["play"], weight=given["weight"], limits=limits)
        if given["at"] is not None:
            found.questions.share(found.seconds)
            n, start = given["at"], _start(given["start"])
            answer = found.answer(n, start, certificate=given["certificate"])
            _reply(answer, people, lambda text: text.show_member(found, answer, n, start))
            sys.exit(_status_of(answer))
        answer = found.to_json(certificate=given["certificate"])
    except InputError as error:
        raise click.UsageError(str(error)) from None
    _reply(answer, people, lambda text: text.show_family(found, answer))
    sys.exit(0 if found.status == "proved" else INTERRUPTED if found.stopped_by == "interrupt" else UNKNOWN)


def _status_of(answer: dict[str, Any]) -> int:
    """The exit status of an answer about members or words."""
    reasons = [answer["reason"]] if "reason" in answer else answer.get("reasons", [])
    limits = {reason["limit"] for reason in reasons if reason["kind"] == "limit"}
    return INTERRUPTED if "interrupt" in limits else UNKNOWN if limits else 0


def _reply(answer: dict[str, object], people: bool, show: Callable[[Any], None]) -> None:
    """The answer as JSON, or in words; what writes those is loaded if they are asked for."""
    if not people:
        sys.stdout.write(json.dumps(answer) + "\n")
        return
    from lastmove.cli.questions import family_text

    show(family_text)


def _words(spec: str, given: dict[str, Any], limits: Any) -> dict[str, object]:
    from lastmove.families.words import words

    for name in ("at", "weight"):
        if given[name] is not None:
            raise InputError(name, "it does not go with --weights")
    asked = {name: given[name] for name in ("weights", "game", "play", "certificate")}
    return words(spec, **asked, limits=limits)


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


def _start(text: str | None) -> int | None:
    if text is None:
        return None
    if not is_integer(text):
        raise InputError("start", f"{show(text)}; accepted: the number of a vertex, as lastmove new gives it")
    return int(text)
