"""The list of reductions: a line for each, in the order of their papers.

Each is a plain construction between games, or from formulas to a game; :mod:`lastmove.theorems` holds the statements
they prove, and :mod:`lastmove.reductions.chain` puts them one after the other.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastmove.reductions.chain import Reduction

REDUCTIONS: dict[str, str] = {
    "lichtenstein-sipser:VG": "from_formulas:Quantifiers",
    "renault-schmidt:2.1": "gadgets:DirectedVertices",
    "renault-schmidt:2.3": "gadgets:UndirectedVertices",
    "renault-schmidt:2.5": "gadgets:UndirectedEdges",
    "renault-schmidt:2.6": "gadgets:DirectedEdges",
    "renault-schmidt:3.1": "gadgets:WeightedGadgets",
    "renault-schmidt:3.8": "gadgets:ChainsOfThree",
    "fraenkel-scheinerman-ullman:EG": "gadgets:Houses",
    "lastmove:LM12": "gadgets:Bridge",
    "lastmove:LM24": "gadgets:DoublyWeightedGadgets",
    "lastmove:LM25": "gadgets:Hexagons",
    "lastmove:LM26": "clause_lines:NimgLines",
    "lastmove:LM26 misère": "gadgets:LeftOnce",
    "lastmove:LM27": "gadgets:VisitedOnce",
    "lastmove:LM29": "gadgets:Squares",
    "lastmove:LM33": "leaves:Leaves",
    "lastmove:LM33 misère": "leaves:MisereLeaves",
    "folklore:ones": "gadgets:HeapsOfOne",
}
"""Every reduction by the key of its statement: the module in this package, and the class.

Of chains that are equally short the one by what stands first is taken.
"""


def statement_of(key: str) -> str:
    """The key of the statement behind the key of a reduction, which may name a variant: ``lastmove:LM25:girth=8``."""
    return ":".join(key.split(":")[:2])


@lru_cache(256)
def reduction(key: str) -> Reduction:
    """The reduction with this key, or a variant of one; a KeyError if there is none."""
    statement = statement_of(key)
    module, _, name = REDUCTIONS[statement].partition(":")
    made: Reduction = getattr(import_module(f"lastmove.reductions.{module}"), name)()
    return made if key == statement else made.variant(key.removeprefix(f"{statement}:"))


def reductions() -> tuple[Reduction, ...]:
    """All of them, in the order of the list."""
    return tuple(map(reduction, REDUCTIONS))
