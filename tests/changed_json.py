"""Changes to answers and certificates, as JSON, that forgers make; and every kind of certificate there is.

The kinds are those of the tables in the package, so that a new one cannot be forgotten.
"""

from __future__ import annotations

import copy
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import lastmove as lm
from lastmove.certificates.kinds import KINDS
from lastmove.core.errors import InputError
from lastmove.families.check import KINDS as FAMILY_KINDS
from lastmove.families.check_values import ValueFamilyProof
from lastmove.families.check_words import KIND as WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["EVERY_KIND", "FLIPPED", "change", "changed_board", "mutated", "nodes", "others_like"]

EVERY_KIND = (*KINDS, *FAMILY_KINDS, ValueFamilyProof.kind, WORDS)
FLIPPED = {"N": "P", "P": "N"}
RULES = ("LM1", "LM2", "LM3", "LM4", "LM5", "LM9", "LM10", "LM13", "theorem-3", "ones")


def nodes(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value, as a container and a key or index."""
    found: list[tuple[Any, Any]] = []
    layer = [value]
    while layer:
        inside = layer.pop()
        keys = list(inside) if isinstance(inside, dict) else range(len(inside)) if isinstance(inside, list) else ()
        for key in keys:
            found.append((inside, key))
            layer.append(inside[key])
    return found


def mutated(certificate: dict[str, Any], rng: random.Random, others: list[Any]) -> dict[str, Any]:
    """The certificate with one to three places changed, cut, emptied, doubled or replaced."""
    found = copy.deepcopy(certificate)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = [place for place in nodes(found) if place[1] not in ("kind", "version") or rng.random() < 0.02]
        if not places:
            return found
        inside, key = rng.choice(places)
        change(inside, key, rng, others)
    return found


def change(inside: Any, key: Any, rng: random.Random, others: list[Any]) -> None:
    """Change one place of a JSON value."""
    value, kind = inside[key], rng.randrange(8)
    if kind == 0:
        del inside[key]
    elif kind == 1 and isinstance(inside, list):
        inside.insert(rng.randrange(len(inside) + 1), copy.deepcopy(value))
    elif kind == 2 and isinstance(inside, list) and len(inside) > 1:
        other = rng.randrange(len(inside))
        inside[key], inside[other] = inside[other], inside[key]
    elif kind == 3:
        inside[key] = copy.deepcopy(rng.choice(others))
    elif isinstance(value, bool):
        inside[key] = not value
    elif isinstance(value, int):
        inside[key] = rng.choice((value + 1, value - 1, value ^ 1, rng.randrange(8), 10**18, 2**70))
    elif isinstance(value, list):
        inside[key] = rng.choice(([], value[: rng.randrange(len(value) + 1)], value[1:], value[::-1], value * 2))
    elif isinstance(value, str):
        inside[key] = FLIPPED.get(value) or rng.choice((*EVERY_KIND, *RULES))
    else:
        inside[key] = rng.choice(([], {}, None, 0, ""))


def others_like(problem: lm.Problem, rng: random.Random) -> Iterator[lm.Problem]:
    """Positions near this one: the other convention, another start, arcs for edges or edges for arcs, one move on."""
    position: Any = problem.position
    written = lm.problem_to_json(problem)
    if "directed" in written:
        with suppress(InputError):  # Vertexnim is played on strongly connected graphs only
            yield lm.parse({**written, "directed": not written["directed"]})
    yield lm.Problem(position, next(play for play in lm.Play if play is not problem.play))
    with suppress(InputError):
        yield lm.Problem(position.at(rng.choice(position.starts())), problem.play)
    if not getattr(position, "is_board", False):
        moves = list(position.moves())
        if moves:
            yield lm.Problem(position.after(rng.choice(moves)), problem.play)


def changed_board(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A position with something else on the board: an edge, a weight, a heap, an amount, a digit; of a sum, in a part.

    It need not be a position of the game any more.
    """
    found = copy.deepcopy(position)
    if found.get("parts"):
        place = rng.randrange(len(found["parts"]))
        found["parts"][place] = changed_board(found["parts"][place], rng)
        return found
    names = [name for name in ("edges", "edges", "weights", "heaps", "set", "code") if name in found]
    if not names:  # a sum of no parts
        return found
    name = rng.choice(names)
    values = found[name]
    if name == "code":
        place = rng.randrange(len(values))
        found["code"] = values[:place] + rng.choice("01234567") + values[place + 1 :]
    elif name == "edges":
        ends = [end for edge in values for end in edge] or [0]
        if isinstance(found["vertices"], list):
            ends = found["vertices"] or ends
        edge, place = [rng.choice(ends), rng.choice(ends)], rng.randrange(len(values) + 1)
        values[place : place + rng.randrange(2)] = rng.choice(([], [edge], [edge], values[place : place + 1] * 2))
        if "weights" in found and found["game"] == "edge-nimg":
            found["weights"] = (found["weights"] + [rng.randrange(3)])[: len(values)]
    elif values:
        place = rng.randrange(len(values))
        values[place] = max(0, values[place] + rng.choice((-1, 1, 1, 2)))
    return found
