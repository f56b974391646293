"""Answers of ``quotient`` and ``family``, forged: a false claim is never verified, and a true one never refuted.

What is verified is held against answers that are worked out anew, for positions by games of one's own that no table of
heaps knows.
"""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import answers, invoke
from effort import tries
from lastmove.families.columns import columns_from_json, columns_to_json
from lastmove.games.octal import partitions, read_code
from lastmove.graphs.families import FAMILIES

if TYPE_CHECKING:
    from collections.abc import Iterator

Answer = dict[str, Any]

CODES = ("0.123", "0.07", "0.75", "0.77", "0.34", "0.52", "0.3", "0.[3]", "4.3")
NUMBERS = ("status", "order", "p_order", "tame", "growth", "reached")
COMPONENTS = "archimedean_components"


@dataclass(frozen=True)
class Heap:
    """A heap of a code or of a set, as a game that lastmove does not know."""

    rules: str | tuple[int, ...]
    heaps: tuple[int, ...]

    def moves(self) -> Iterator[tuple[int, ...]]:
        for place, heap in enumerate(self.heaps):
            for leaves in _left(self.rules, heap):
                yield tuple(sorted((*self.heaps[:place], *leaves, *self.heaps[place + 1 :])))

    def after(self, move: tuple[int, ...]) -> Heap:
        return Heap(self.rules, move)


def _left(rules: str | tuple[int, ...], heap: int) -> Iterator[tuple[int, ...]]:
    if isinstance(rules, tuple):
        yield from (((heap - amount,) if amount < heap else ()) for amount in rules if amount <= heap)
        return
    code = read_code(rules)
    for taken in range(heap + 1):
        for count in range(4):
            if code.digit(taken) >> count & 1:
                yield from partitions(heap - taken, count)


def verdict(answer: Answer) -> Answer:
    return answers(invoke("check", text=json.dumps(answer) + "\n", status=None).stdout)[0]


def least(word: str, relations: list[str]) -> Counter[str]:
    """A word brought to its least form by relations such as ``a^2 = 1``."""
    sides = [tuple(map(letters, relation.split(" = "))) for relation in relations]
    found = letters(word)
    while fitting := [pair for pair in sides if pair[0] <= found]:
        found = found - fitting[0][0] + fitting[0][1]
    return found


def letters(word: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for name, power in re.findall(r"([a-z])(?:\^([0-9]+))?", word):
        found[name] += int(power or 1)
    return found


def pattern(answer: Answer, field: str) -> list[Any]:
    """The elements in a field without their names: which of them are equal, and which are lost."""
    relations = answer["presentation"]["relations"]
    lost = [least(word, relations) for word in answer["p_portion"]]
    words = [least(word, relations) for word in answer[field]]
    return [(words.index(word), word in lost) for word in words]


@cache
def found_anew(code: str, heap: int) -> lm.MisereQuotient:
    return lm.quotient(code, heap=heap, limits=lm.Limits(positions=3000))


def is_true(answer: Answer) -> bool:
    """Whether an answer about heaps of a code says what is found anew."""
    code, heap = answer["code"], answer["heap"]
    truth, later = found_anew(code, heap).to_json(structure=True), found_anew(code, max(heap, 60))
    return (
        all(answer[name] == truth[name] for name in NUMBERS)
        and pattern(answer, "phi") == pattern(truth, "phi")
        and sorted(pattern(answer, "idempotents")) == sorted(pattern(truth, "idempotents"))
        and sorted(map(len, answer[COMPONENTS])) == sorted(map(len, truth[COMPONENTS]))  # type: ignore[call-overload]
        and (answer["period"], answer["preperiod"]) in ((None, None), (later.period, later.preperiod))
    )


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list) and value:
        for key, below in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(below, (*path, key))
    else:
        yield path


def at(answer: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        answer = answer[key]
    return answer


def changed(answer: Answer, path: tuple[Any, ...], rng: random.Random) -> Answer:
    """The answer with another value at one place."""
    made = copy.deepcopy(answer)
    place = at(made, path[:-1])
    old = place[path[-1]]
    if isinstance(old, bool):
        new: Any = not old
    elif isinstance(old, int):
        new = max(0, old + rng.choice((-1, 1, 1, 2)))
    elif isinstance(old, str):
        new = rng.choice([*answer["phi"], *answer["p_portion"], "a^2", "b"])
    else:
        new = rng.choice((0, 1, 5, []))
    place[path[-1]] = new if (new, type(new)) != (old, type(old)) else 7
    return made


def cut(answer: Answer, heap: int) -> Answer:
    """The claim for other heaps, with whatever follows from it changed as well."""
    made = copy.deepcopy(answer)
    phi, table = made["phi"], made["certificate"]["heaps"][0]
    while len(phi) <= heap:
        phi.append(phi[len(phi) - (answer["period"] or 1)])
    growth = [step for step in answer["growth"] if step[0] <= heap]
    made |= {"heap": heap, "reached": heap, "phi": phi[: heap + 1], "growth": growth}
    if len(table["values"]) > heap + 1 and answer["period"] is None:
        table["values"] = table["values"][: heap + 1]
    return made


def unrolled(answer: Answer, times: int, later: int) -> Answer:
    """The claim with a multiple of the period, from a later heap on, and a table that is long enough for it."""
    made = copy.deepcopy(answer)
    table = made["certificate"]["heaps"][0]
    period, preperiod = answer["period"] * times, answer["preperiod"] + later
    while len(table["values"]) < 3 * (period + preperiod) + 10:
        table["values"].append(table["values"][-answer["period"]])
    table |= {"period": period, "preperiod": preperiod}
    return {**cut(made, len(table["values"])), "period": period, "preperiod": preperiod}


def forgeries(true: Answer, rng: random.Random) -> Iterator[Answer]:
    places = list(leaves({name: value for name, value in true.items() if name not in ("code", "heap")}))
    few = [path for path in places if path[0] != "certificate"]
    for path in [*rng.sample(few, min(len(few), 40)), *rng.sample(places, min(len(places), 40))]:
        yield changed(true, path, rng)
    for code in CODES:
        made = {**copy.deepcopy(true), "code": code}
        yield made
        made = copy.deepcopy(made)
        made["certificate"]["heaps"][0]["code"] = code
        yield made
    for heap in (0, 1, 2, true["heap"] - 1, true["heap"] + 1, 2 * true["heap"]):
        yield cut(true, max(heap, 0))
    if true["period"] is not None:
        for times, later in ((1, 0), (1, 1), (2, 0), (2, 3), (3, 1)):
            yield unrolled(true, times, later)


@pytest.mark.parametrize(
    ("code", "heaps", "least"),
    [(code, (3, 9), 60) for code in CODES]
    + [pytest.param(code, (40,), 40, marks=pytest.mark.long) for code in CODES if code not in ("0.07", "0.[3]")],
)
def test_forged_quotients_of_heap_games(code: str, heaps: tuple[int, ...], least: int) -> None:
    rng = random.Random(f"forged {code}")
    tried = 0
    for heap in heaps:
        true = lm.quotient(code, heap=heap).to_json(structure=True, certificate=True)
        assert true["status"] == "proved"
        assert verdict(true)["verified"] is True
        for made in forgeries(true, rng):
            found = verdict(made)
            tried += 1
            if found.get("verified"):
                assert is_true(made), (made, found)
                assert "not_shown" not in found
    assert tried >= least, tried


def drawn(rng: random.Random) -> tuple[list[Any], list[Heap]]:
    """Some positions of heaps, and the same as games that lastmove does not know."""
    parts: list[Any] = []
    own = []
    for _ in range(rng.randint(1, 2)):
        rules: Any = rng.choice(CODES) if rng.random() < 0.5 else tuple(sorted(rng.sample(range(1, 8), 2)))
        heap = rng.randint(1, 9 if isinstance(rules, str) else 25)
        parts.append(lm.Octal(rules, [heap]) if isinstance(rules, str) else lm.Subtraction(rules, [heap]))
        own.append(Heap(rules, (heap,)))
    return parts, own


def test_forged_quotients_of_positions() -> None:
    """Certificates of other positions, larger ones and of more parts, beside what is claimed of a few."""
    rng = random.Random("positions")
    claims, verified = [], 0
    limits = lm.Limits(positions=3000)
    for _ in range(tries(60)):
        parts, own = drawn(rng)
        found, truth = lm.quotient(parts, limits=limits), lm.quotient(own, limits=limits)
        if "proved" not in (found.status, truth.status) or found.status != truth.status:
            continue
        true: Answer = found.to_json(structure=True, certificate=True)
        claims.append((true, truth))
        assert (found.order, found.p_order, found.tame) == (truth.order, truth.p_order, truth.tame), parts
        assert pattern(true, "phi") == pattern(truth.to_json(), "phi")
        said = verdict(true)
        assert (said["verified"], said.get("not_shown")) == (True, ["growth"] if true["growth"] else None)
        for path in rng.sample(places := [p for p in leaves(true) if p[0] != "positions"], min(len(places), 12)):
            made = changed(true, path, rng)
            if verdict(made).get("verified") and path[0] not in ("growth", "presentation", "certificate"):
                relations = true["presentation"]["relations"]
                assert least(at(made, path), relations) == least(at(true, path), relations), path
    for true, truth in claims:
        for other, _ in rng.sample(claims, min(len(claims), 12)):
            phi = rng.choices(other["phi"], k=len(true["phi"]))
            made = {**other, "positions": true["positions"], "phi": phi}
            if verdict(made).get("verified"):
                verified += 1
                assert (other["order"], other["p_order"], other["tame"]) == (truth.order, truth.p_order, truth.tame)
                assert pattern(made, "phi") == pattern(truth.to_json(), "phi")
    assert verified


FAMILY_NAMES = [
    *(
        f"{name}:{rest}"
        for name in FAMILIES
        for rest in ("n", "2xn", "3xn", "nxn", "nx2", "n,1", "n,2", "n,1,2", "2,n")
    ),
    "tiles",
]


def test_forged_families() -> None:
    """Names, columns, members and outcomes that do not go together."""
    rng = random.Random("families")
    some = [lm.family(spec, play="misere") for spec in ("path:n", "cycle:n", "grid:2xn", "comb:n", "circuit:n")]
    some += [lm.family(spec) for spec in ("path:n", "circulant:n,1,2", "prism:n", "caterpillar:n,2")]
    verified = 0
    for found in some:
        for _ in range(tries(80)):
            n = rng.randint(found.columns.least, 9)
            made: Answer = found.answer(n, rng.randrange(found.columns.size(n)), certificate=True)
            if rng.random() < 0.8:
                name = rng.choice(FAMILY_NAMES)
                made["family"] = made["reason"]["family"] = made["certificate"]["columns"]["name"] = name
            if rng.random() < 0.3:
                made["certificate"]["columns"] = {**columns_to_json(rng.choice(some).columns), "name": made["family"]}
            if rng.random() < 0.3:
                field, value = rng.choice((("least", 1), ("least", 5), ("by_rows", True), ("spine", 1), ("ring", True)))
                made["certificate"]["columns"][field] = value
            if rng.random() < 0.3:
                made[rng.choice(("at", "start"))] = rng.randint(0, 9)
            if rng.random() < 0.3:
                made |= {"outcome": rng.choice("NP"), "move": None}
            said = verdict(made)
            if not said.get("verified"):
                continue
            verified += 1
            assert said.get("own_columns", False) is (made["family"] == "tiles")
            if made["family"] == "tiles":
                graph = columns_from_json(made["certificate"]["columns"]).board(made["at"])
            else:
                graph = lm.graphs.named(_member(made["family"], made["at"]))
            position = lm.VertexGeography(graph, start=made["start"])
            assert lm.solve(position, play=made["play"]).outcome.value == made["outcome"], made["family"]
    assert verified >= tries(20)


def _member(spec: str, n: int) -> str:
    name, _, rest = spec.partition(":")
    return f"{name}:{rest.replace('n', str(n))}"
