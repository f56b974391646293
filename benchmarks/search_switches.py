"""The reductions of the search that can be switched off, game by game."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["switches"]

_NAMES = {
    "vertex-geography": ("vertex_geography", "DEAD_ENDS FORCED LEAVES PARTS ORDER ALIKE CHAINS SYMMETRY"),
    "edge-geography": ("edge_geography", "DEAD_ENDS FORCED STUCK PARTS ORDER CHAINS"),
    "nimg-rm": ("nimg_rm", "DEAD_ENDS FORCED LEAVES ONCE ORDER ODD_CYCLES ALIKE"),
    "nimg-mr": ("nimg_mr", "DEAD_ENDS FORCED LEAVES ONCE ORDER ALIKE"),
    "vertexnim": ("vertexnim", "DECIDED FORCED ORDER ALIKE"),
    "adjacent-nim": ("claim_yield", "CLAIMS TWOS LAST LAPS ORDER"),
}


def switches(position: Any) -> tuple[dict[str, int], int]:
    """The switches of a game by name, and those that are on for this position."""
    module, names = _NAMES[position.name]
    rules = import_module(f"lastmove.search.fast.rules.{module}")
    usual: int = getattr(rules, "USUAL", rules.ALL)
    if position.name == "vertex-geography" and position.graph.directed:
        usual &= ~rules.PARTS
    return {name.lower().replace("_", " "): getattr(rules, name) for name in names.split()}, usual
