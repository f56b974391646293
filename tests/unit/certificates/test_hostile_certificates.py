"""Certificates from strangers: depth, digits and counts do not make `lastmove check` fail, hang or fill the memory."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Mapping
from typing import Any

import pytest

from lastmove.cli.questions.check import check_record
from lastmove.cli.read import Item
from lastmove.core.errors import InputError, Refuted
from lastmove.core.files import loads

pytestmark = pytest.mark.long

MANY = 20_000
NIM = {"game": "nim", "heaps": [1, 2]}
TRIANGLE = {"game": "vertex-geography", "vertices": 4, "edges": [[0, 1], [1, 2], [2, 0]], "start": 0}
ARCS = {**TRIANGLE, "directed": True}
KAYLES = {"game": "octal", "code": "0.77", "heaps": [10**9, 3]}
EVERYTHING = {"game": "octal", "code": "0.[V]", "heaps": [10**9, 3]}
TAKE = {"game": "subtraction", "set": [1, 2], "heaps": [10**15]}
HEAVY = {**TRIANGLE, "game": "nimg-rm", "play": "misere", "edges": [[0, 1], [1, 2], [2, 0], [2, 3]]}
HEAVY |= {"weights": [10**30, 10**30, 1, 1]}
MOVE_FIRST = {**TRIANGLE, "game": "nimg-mr", "edges": [[0, 1], [1, 2]], "weights": [10**40, 10**40, 1, 1]}
EDGES = {"game": "edge-geography", "edges": [[0, 1], [1, 2], [2, 3], [3, 0], [0, 4]], "start": 1}
MATCHED = {"kind": "degree-three", "matching": [[0, 1], [2, 3]], "barrier": []}
CIRCLE = {"game": "adjacent-nim", "heaps": [10**40, 1, 2], "start": 0}


def heaps(**table: object) -> dict[str, object]:
    return {"kind": "grundy", "values": [], "heaps": [table]}


def misere(position: Mapping[str, object]) -> dict[str, object]:
    return {**position, "play": "misere"}


HOSTILE: dict[str, tuple[Mapping[str, object], dict[str, object] | str]] = {
    "nested arrays": (NIM, "[" * 100_000 + "]" * 100_000),
    "nested boards": (NIM, '{"kind": "board", "version": 1, "parts": [' * 3000 + "]}" * 3000),
    "boards in a board": (TRIANGLE, {"kind": "board", "parts": [{"kind": "board", "version": 1, "parts": []}] * MANY}),
    "a long integer": (NIM, {"kind": "nim-sum", "sum": 10**4200}),
    "an integer too long": (NIM, f'{{"kind": "nim-sum", "version": 1, "sum": {"9" * 50_000}}}'),
    "many edges": (TRIANGLE, {"kind": "matching", "matching": [[0, 1]] * MANY, "barrier": list(range(MANY))}),
    "many cycles": (
        TRIANGLE,
        {"kind": "matching", "matching": [], "barrier": [], "cycles": [[[0, 1], [1, 2], [2, 0]]] * MANY},
    ),
    "many edges, taken often": (
        MOVE_FIRST,
        {"kind": "b-matching", "matching": [[0, 1]] * MANY, "taken": [10**40] * MANY, "barrier": list(range(MANY))},
    ),
    "many closed sets": (misere(EDGES), {**MATCHED, "steps": [[0, 2]] * MANY}),
    "far bridges": (misere(EDGES), {**MATCHED, "steps": [[2**61, 2**60]] * MANY, "bridges": list(range(MANY))}),
    "many matchings": (misere(EDGES), {**MATCHED, "others": [[[0, 3], [1, 2]]] * MANY}),
    "many forced edges": (misere(EDGES), {**MATCHED, "forced": [[0, 1, 2]] * MANY}),
    "huge clusters": (HEAVY, {"kind": "regions", "roots": [0] * MANY, "not_good": [], "matching": [[2, 3]]}),
    "many roots of regions": (HEAVY, {"kind": "regions", "roots": [0] * MANY, "not_good": [2**60], "matching": []}),
    "many steps": (TRIANGLE, {"kind": "strategy", "roots": [0], "steps": [{"wins": True, "moves": []}] * 6 * MANY}),
    "many roots": (TRIANGLE, {"kind": "strategy", "roots": [0] * MANY, "steps": [{"wins": True, "moves": []}]}),
    "far roots": (TRIANGLE, {"kind": "strategy", "roots": [2**61], "steps": [{"wins": True, "moves": []}]}),
    "many values": (KAYLES, {"kind": "grundy", "values": [0] * MANY}),
    "large values": (KAYLES, {"kind": "grundy", "values": [2**61] * MANY}),
    "far options": (TAKE, {"kind": "grundy", "values": [[[0, 10**17]]] * MANY}),
    "a long table": (KAYLES, heaps(code="0.77", values=[0] * 2 * MANY)),
    "a wrong table": (KAYLES, heaps(code="0.[V]", values=[2**61] * MANY)),
    "a far preperiod": (KAYLES, heaps(set=[1], values=[0, 1] * 9000, period=2, preperiod=10**18)),
    "a long period": (KAYLES, heaps(set=[1], values=[0, 1] * 9000, period=2**61, preperiod=1)),
    "no period": (KAYLES, heaps(set=[1], values=[0, 1] * 9000, period=0, preperiod=0)),
    "a long code": (KAYLES, heaps(code="0." + "7" * MANY, values=[0])),
    "a code that repeats": (EVERYTHING, heaps(code=f"0.[{'V' * MANY}]", values=[0, 1, 2])),
    "large amounts": (TAKE, heaps(set=[2**61], values=[0] * 10)),
    "many pairs": (misere(KAYLES), {"kind": "tame", "values": [[0, 1]] * MANY}),
    "large pairs": (misere(TAKE), {"kind": "tame", "values": [[2**61, 2**61]] * MANY}),
    "many bags": (misere(KAYLES), {"kind": "bags", "lost": [[0]] * 2000}),
    "bags of many": (misere(KAYLES), {"kind": "bags", "lost": [list(range(2000))]}),
    "bags of far components": (misere(TAKE), {"kind": "bags", "lost": [[2**61]] * MANY}),
    "lost bags of many heaps": (NIM, {"kind": "bags", "lost": [[0] * MANY]}),
    "long choices": (
        CIRCLE,
        {"kind": "claim-yield", "wins": False, "choices": [[10**4000, 10**4000, 10**4000, True, True]] * 100},
    ),
    "many starts": (TRIANGLE, {"kind": "starts", "certificates": [None] * MANY}),
    "a long order": (ARCS, {"kind": "labelling", "rule": "acyclic", "lost": [], "order": list(range(MANY))}),
    "many sets": (ARCS, {"kind": "labelling", "rule": "definition-7", "sets": [[0]] * MANY}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_grows_beyond_the_text(name: str) -> None:
    """The memory of a check is a small multiple of the length of the text."""
    position, certificate = HOSTILE[name]
    if isinstance(certificate, dict):
        certificate = json.dumps({"version": 1, **certificate})
    text = f'{{"position": {json.dumps(position)}, "answer": {{"outcome": "P", "certificate": {certificate}}}}}'
    content: Any
    try:
        content = loads(text)
    except InputError as error:
        content = error
    tracemalloc.start()
    found: object
    try:
        try:
            found = check_record(Item(content, {"line": 1}))
        except InputError as error:
            found = error
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert isinstance(found, Refuted | InputError)
    assert len(str(found)) < 300
    assert peak < 2_000_000 + 150 * len(text), (peak, len(text))
