"""Proofs of families that take minutes to find and a moment to check: they ship with the package.

Each is an answer of ``lastmove family --certificate`` in the folder ``proofs``, written by
``scripts/make_kept_proofs.py``. Nothing is taken on trust: a proof is checked, as ``lastmove check`` does it, before it
answers for the first time in a process. One that does not hold, or cannot be read, is left aside, and the family is
proved anew.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, Refuted
from lastmove.core.play import Play
from lastmove.families.check import walks_checked
from lastmove.families.check_halves import HalvesChecker
from lastmove.families.column_moves import ColumnMoves, halves_decide
from lastmove.families.columns import columns
from lastmove.families.halves.settled import SettledHalves

if TYPE_CHECKING:
    from lastmove.families.columns import Columns

FOLDER = "proofs"

KEPT = (("vertex-geography", Play.MISERE, "grid:5xn"),)
"""The game, the convention and the name of each family."""


def file_name(game: str, play: Play, name: str) -> str:
    """The file that a proof is kept in.

    >>> file_name("vertex-geography", Play.MISERE, "grid:5xn")
    'vertex-geography-misere-grid-5xn.json.gz'
    """
    return f"{game}-{play.value}-{name.replace(':', '-')}.json.gz"


def kept_halves(family: Columns, game: str, play: Play, weight: int | None) -> SettledHalves | None:
    """What is known of a family by a proof that is kept, checked; None if there is none.

    The name does not count, nor do the numbers of vertices: a proof speaks of every family with its columns and links.
    """
    if weight is not None or not halves_decide(family, game):
        return None
    for kept in KEPT:
        if kept[:2] == (game, play) and _shape(columns(kept[2])) == _shape(family):
            found = _checked(*kept)
            return found and replace(found, columns=family)
    return None


def _shape(family: Columns) -> tuple[int, set[frozenset[int]], set[tuple[int, int]]]:
    """All that halves see of a family that they decide."""
    links = {(link.left, link.right) for link in family.links}
    return family.places, {frozenset(edge) for edge in family.edges}, links


@cache
def _checked(game: str, play: Play, name: str) -> SettledHalves | None:
    try:
        file = files("lastmove.families").joinpath(FOLDER, file_name(game, play, name))
        answer: Any = json.loads(gzip.decompress(file.read_bytes()))
        asked = {"family": name, "game": game, "play": play.value}
        with walks_checked({**asked, "certificate": answer["certificate"]}) as checker:
            if not isinstance(checker, HalvesChecker) or _shape(checker.family) != _shape(columns(name)):
                return None
            walk, moves = (checker.walk, checker.preperiod), ColumnMoves(checker.family)
            return SettledHalves(checker.family, moves, *walk, checker.steps, checker.lost)
    except (OSError, EOFError, ValueError, LookupError, TypeError, InputError, Refuted):
        return None
