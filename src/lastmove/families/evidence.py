"""The certificate of a family that was proved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.play import WINS
from lastmove.families.check import FamilyProof
from lastmove.families.check_halves import HalvedFamilyProof
from lastmove.families.check_matched import MatchedFamilyProof
from lastmove.families.halves.settled import SettledHalves
from lastmove.families.matching_types import MatchingTypes
from lastmove.parts import MOST_PORTS
from lastmove.parts.types import Types

if TYPE_CHECKING:
    from lastmove.families.columns import Columns
    from lastmove.families.family import FamilyAnswer
    from lastmove.families.growth import Growth


def evidence(answer: FamilyAnswer) -> FamilyProof | MatchedFamilyProof | HalvedFamilyProof:
    """The certificate of a family, of the kind that its types call for."""
    growth = answer.growth
    if isinstance(growth, SettledHalves):
        return HalvedFamilyProof(answer.columns, (growth.walk, growth.returns), growth.steps, growth.lost)
    if isinstance(growth.types, MatchingTypes):
        return _matched(answer.columns, growth, growth.types)
    assert isinstance(growth.types, Types)
    return _composed(answer.columns, growth, growth.types)


def _matched(columns: Columns, growth: Growth, types: MatchingTypes) -> MatchedFamilyProof:
    walks = tuple((tuple(walk.types), walk.preperiod or 0) for walk in growth.walks)
    return MatchedFamilyProof(columns, tuple((part.ports, part.lost) for part in types.matched), walks)


def _composed(columns: Columns, growth: Growth, store: Types) -> FamilyProof:
    """Types and walks of a proof, with just the types, exits and nodes that they need."""
    functions, parts = store.functions, store.parts
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
        columns,
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
