"""The certificate of a family that was proved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.certificates.family_proof import FamilyProof
from lastmove.certificates.matched_family import MatchedFamilyProof
from lastmove.search.matching_types import MatchingTypes
from lastmove.search.part_functions import MOST_PORTS, WINS
from lastmove.search.part_types import Types

if TYPE_CHECKING:
    from lastmove.research.infinite_families import FamilyAnswer

__all__ = ["evidence"]


def evidence(answer: FamilyAnswer) -> FamilyProof | MatchedFamilyProof:
    """The certificate of a family, of the kind that its types call for."""
    types = answer.growth.types
    if isinstance(types, MatchingTypes):
        return _matched(answer, types)
    assert isinstance(types, Types)
    return _composed(answer, types)


def _matched(answer: FamilyAnswer, types: MatchingTypes) -> MatchedFamilyProof:
    walks = tuple((tuple(walk.types), walk.preperiod or 0) for walk in answer.growth.walks)
    return MatchedFamilyProof(answer.columns, tuple((part.ports, part.lost) for part in types.matched), walks)


def _composed(answer: FamilyAnswer, store: Types) -> FamilyProof:
    """Types and walks of a proof, with just the types, exits and nodes that they need."""
    growth, functions, parts = answer.growth, store.functions, store.parts
    types: dict[int, None] = {}
    nodes: set[int] = set()
    waiting = [t for walk in growth.walks for t in walk.types]
    while waiting:
        t = waiting.pop()
        if t in types:
            continue
        types[t] = None
        below = [f for ways in parts[t] if ways is not None for f in ways]
        while below:
            f = below.pop()
            if f <= WINS or f in nodes:
                continue
            nodes.add(f)
            question, no, yes = functions.nodes[f]
            below += [no, yes]
            if question >= MOST_PORTS:
                waiting.append(functions.exit_of(question).type)
    type_numbers = {t: number for number, t in enumerate(sorted(types))}
    questions = sorted({functions.nodes[f][0] for f in nodes if functions.nodes[f][0] >= MOST_PORTS})
    question_numbers = {question: MOST_PORTS + number for number, question in enumerate(questions)}
    node_numbers = {0: 0, 1: 1} | {f: number for number, f in enumerate(sorted(nodes), 2)}
    return FamilyProof(
        answer.columns,
        tuple((e.port, type_numbers[e.type]) for e in map(functions.exit_of, questions)),
        tuple(
            (question_numbers.get(q, q), node_numbers[no], node_numbers[yes])
            for q, no, yes in (functions.nodes[f] for f in sorted(nodes))
        ),
        tuple(
            tuple(None if ways is None else tuple(node_numbers[f] for f in ways) for ways in parts[t])
            for t in sorted(types)
        ),
        tuple((tuple(type_numbers[t] for t in walk.types), walk.preperiod or 0) for walk in growth.walks),
    )
