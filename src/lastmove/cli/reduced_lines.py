"""Lines that ``lastmove reduce`` has written, read by other commands: the target to go on with, the answer to check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.cli.read import formula_in
from lastmove.core.errors import InputError, Refuted, show_json
from lastmove.games.fields import check_known
from lastmove.notation.json import parse, problem_to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

_FIELDS = ("id", "position", "chain", "map", "answer")


def is_reduced(fields: Mapping[str, object]) -> bool:
    """Whether this is such a line; no position has a chain."""
    return "chain" in fields and "game" not in fields


def target_in(fields: Mapping[str, object]) -> dict[str, object]:
    """The position object that was reduced to, with the id of the line.

    >>> target_in({"id": 7, "position": {"game": "nim", "heaps": [2]}, "chain": [], "map": {}})
    {'id': 7, 'game': 'nim', 'heaps': [2]}
    """
    target = _objects(fields, "position")["position"]
    return {**({"id": fields["id"]} if "id" in fields else {}), **target}


def answered_in(fields: Mapping[str, object]) -> dict[str, object]:
    """The line to check: the answer, and the source that it speaks of."""
    answer = _objects(fields, "position", "answer")["answer"]
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


def _objects(fields: Mapping[str, object], *names: str) -> dict[str, dict[str, Any]]:
    """Fields of a line that must be objects."""
    check_known(fields, _FIELDS, "a line of `lastmove reduce`")
    found = {}
    for name in names:
        value = fields.get(name)
        if not isinstance(value, dict):
            hint = "missing; `lastmove reduce --solve` writes it" if name not in fields else show_json(value)
            raise InputError(name, f"{hint}; accepted: an object")
        found[name] = value
    return found
