"""The list of reductions: a line for each, in the order of their papers.

Each is a plain construction between games, or from formulas to a game; :mod:`lastmove.theorems` holds the statements
they prove, and :mod:`lastmove.reductions.chain` puts them one after the other.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastmove.reductions.chain import Reduction

REDUCTIONS: dict[str, str] = {
    "lichtenstein-sipser:VG": "quantifiers:Quantifiers",
    "renault-schmidt:2.1": "gadgets:DirectedVertices",
    "renault-schmidt:2.3": "gadgets:UndirectedVertices",
    "renault-schmidt:2.5": "gadgets:UndirectedEdges",
    "renault-schmidt:2.6": "gadgets:DirectedEdges",
    "renault-schmidt:3.1": "gadgets:WeightedGadgets",
    "renault-schmidt:3.8": "gadgets:ChainsOfThree",
    "lastmove:LM12": "gadgets:Bridge",
    "lastmove:LM24": "gadgets:DoublyWeightedGadgets",
}
"""Every reduction by the key of its statement: the module in this package, and the class."""


@cache
def reduction(key: str) -> Reduction:
    """The reduction with this key; a KeyError if there is none."""
    module, _, name = REDUCTIONS[key].partition(":")
    made: Reduction = getattr(import_module(f"lastmove.reductions.{module}"), name)()
    return made


def reductions() -> tuple[Reduction, ...]:
    """All of them, in the order of the list."""
    return tuple(map(reduction, REDUCTIONS))
