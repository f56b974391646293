"""How hard the games are: claims of the statements, what follows from them, and the tables that result.

A claim speaks of a :class:`Setting`: a game, a convention, directed or not, whether loops are on all vertices, on none,
or anywhere, and the :class:`Shape` of the graphs. A polynomial algorithm for a setting serves every narrower one;
hardness of a setting is hardness of every wider one; a reduction makes its target hard if its source is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.play import Play

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Loops(Enum):
    """Where loops are."""

    ALL = "+L"
    NONE = "+NL"
    ANY = ""


class Shape(NamedTuple):
    """What is asked of the graphs; of digraphs, when directions are forgotten.

    Attributes
    ----------
    bipartite, planar
        Whether they have to be.
    degree
        What no degree exceeds (in- and out-degree together), or ``None``.
    ones
        Whether all weights are 1 (NimG).
    """

    bipartite: bool = False
    planar: bool = False
    degree: int | None = None
    ones: bool = False

    def includes(self, other: Shape) -> bool:
        """Whether this asks for no more than ``other``."""
        free = self.degree is None or (other.degree is not None and other.degree <= self.degree)
        return self.bipartite <= other.bipartite and self.planar <= other.planar and self.ones <= other.ones and free


class Setting(NamedTuple):
    """A decision problem: who wins this game, played so, on such graphs."""

    game: str
    play: Play
    directed: bool
    loops: Loops = Loops.ANY
    shape: Shape = Shape()

    def includes(self, other: Setting) -> bool:
        """Whether every position of ``other`` is a position of this."""
        same = self[:3] == other[:3] and self.loops in (Loops.ANY, other.loops)
        return same and self.shape.includes(other.shape)


NARROW = Shape(bipartite=True, planar=True, degree=3)
"""Planar, bipartite, of degree at most 3: what most of the hardness proofs here give."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a statement says of a setting: ``polynomial``, ``hard`` (for PSPACE), ``in PSPACE`` or ``in EXPTIME``.

    ``given`` is the setting a reduction starts from: the claim holds once that one is hard.
    """

    kind: str
    setting: Setting
    given: Setting | None = None


def polynomial(*settings: Setting) -> tuple[Claim, ...]:
    """The claim that these settings have polynomial algorithms."""
    return tuple(Claim("polynomial", setting) for setting in settings)


def hard(*settings: Setting, given: Setting | None = None) -> tuple[Claim, ...]:
    """The claim that these settings are PSPACE-hard, once ``given`` is."""
    return tuple(Claim("hard", setting, given) for setting in settings)


def in_pspace(*settings: Setting) -> tuple[Claim, ...]:
    """The claim that these settings are in PSPACE."""
    return tuple(Claim("in PSPACE", setting) for setting in settings)


def in_exptime(*settings: Setting) -> tuple[Claim, ...]:
    """The claim that these settings are in EXPTIME."""
    return tuple(Claim("in EXPTIME", setting) for setting in settings)


class Cell(NamedTuple):
    """What is known of a setting, and the keys of the statements it follows from."""

    verdict: str
    follows_from: tuple[str, ...]


def judge(setting: Setting, claims: Mapping[str, Sequence[Claim]]) -> Cell:
    """What the claims, by the key of their statement, say of a setting.

    Examples
    --------
    >>> vg = Setting("vertex-geography", Play.NORMAL, False)
    >>> judge(vg, {"someone:1": polynomial(vg)})
    Cell(verdict='polynomial', follows_from=('someone:1',))
    """
    flat = [(key, claim) for key, made in claims.items() for claim in made]
    easy = [key for key, claim in flat if claim.kind == "polynomial" and claim.setting.includes(setting)]
    if easy:
        return Cell("polynomial", tuple(dict.fromkeys(easy)))
    keys = _hardness(setting, flat, frozenset())
    if not keys:
        return Cell("open", ())
    for bound, said in (("in PSPACE", "PSPACE-complete"), ("in EXPTIME", "PSPACE-hard, in EXPTIME")):
        inside = [key for key, claim in flat if claim.kind == bound and claim.setting.includes(setting)]
        if inside:
            return Cell(said, tuple(dict.fromkeys([*keys, *inside])))
    return Cell("PSPACE-hard", tuple(dict.fromkeys(keys)))


def _hardness(setting: Setting, claims: Iterable[tuple[str, Claim]], trail: frozenset[Setting]) -> list[str]:
    """The keys of a chain of claims that makes ``setting`` hard, a short one if possible; empty if there is none."""
    claims = sorted(claims, key=lambda made: made[1].given is not None)
    if setting in trail:
        return []
    for key, claim in claims:
        if claim.kind == "hard" and setting.includes(claim.setting):
            if claim.given is None:
                return [key]
            source = _hardness(claim.given, claims, trail | {setting})
            if source:
                return [key, *source]
    return []


class Column(NamedTuple):
    """A setting but for the convention."""

    game: str
    directed: bool
    loops: Loops = Loops.ANY
    shape: Shape = Shape()

    def setting(self, play: Play) -> Setting:
        """The setting with a convention."""
        return Setting(self.game, play, self.directed, self.loops, self.shape)


@dataclass(frozen=True, slots=True)
class ComplexityTable:
    """A table of the paper, with columns of ours for narrower graphs: a row for each convention."""

    title: str
    columns: Mapping[str, Column]

    def cells(self, claims: Mapping[str, Sequence[Claim]]) -> dict[Play, dict[str, Cell]]:
        """Every cell, by row and column."""
        return {
            play: {name: judge(column.setting(play), claims) for name, column in self.columns.items()} for play in Play
        }


_LOOPS = (Loops.ALL, Loops.ANY, Loops.NONE)
_BIPARTITE, _ONES = Shape(bipartite=True), NARROW._replace(ones=True)

TABLES: dict[str, ComplexityTable] = {
    "1": ComplexityTable(
        "Geography on directed graphs",
        {
            "Edge Geography": Column("edge-geography", True),
            "Vertex Geography": Column("vertex-geography", True),
            "Vertex Geography, planar bipartite, degree ≤ 4": Column(
                "vertex-geography", True, shape=NARROW._replace(degree=4)
            ),
        },
    ),
    "2": ComplexityTable(
        "Geography on undirected graphs",
        {
            "Edge Geography": Column("edge-geography", False),
            "Vertex Geography": Column("vertex-geography", False),
            "Edge Geography, planar bipartite, degree ≤ 4": Column(
                "edge-geography", False, shape=NARROW._replace(degree=4)
            ),
            "Edge Geography, planar, degree ≤ 3": Column("edge-geography", False, shape=Shape(planar=True, degree=3)),
            "Vertex Geography, planar bipartite, degree ≤ 3": Column("vertex-geography", False, shape=NARROW),
        },
    ),
    "3": ComplexityTable(
        "NimG-RM",
        {
            **{f"NimG-RM{loops.value}": Column("nimg-rm", False, loops) for loops in _LOOPS},
            "NimG-RM+NL, bipartite": Column("nimg-rm", False, Loops.NONE, _BIPARTITE),
            "NimG-RM+NL, planar, degree ≤ 3": Column("nimg-rm", False, Loops.NONE, Shape(planar=True, degree=3)),
            "directed NimG-RM+NL, planar bipartite, degree ≤ 3, weights 1": Column("nimg-rm", True, Loops.NONE, _ONES),
        },
    ),
    "4": ComplexityTable(
        "NimG-MR",
        {
            **{f"NimG-MR{loops.value}": Column("nimg-mr", False, loops) for loops in _LOOPS},
            "NimG-MR+NL, bipartite": Column("nimg-mr", False, Loops.NONE, _BIPARTITE),
            "NimG-MR+NL, planar, degree ≤ 3": Column("nimg-mr", False, Loops.NONE, Shape(planar=True, degree=3)),
            "NimG-MR+NL, planar bipartite, degree ≤ 3, weights 1": Column("nimg-mr", False, Loops.NONE, _ONES),
        },
    ),
    "5": ComplexityTable(
        "Edge NimG",
        {
            "undirected graphs": Column("edge-nimg", False),
            "directed graphs": Column("edge-nimg", True),
            "planar bipartite, degree ≤ 4, weights 1": Column("edge-nimg", False, shape=_ONES._replace(degree=4)),
        },
    ),
    "6": ComplexityTable(
        "Vertexnim, move then remove",
        {
            "undirected graphs": Column("vertexnim-mr", False),
            "planar, no loops, degree ≤ 4": Column("vertexnim-mr", False, Loops.NONE, Shape(planar=True, degree=4)),
        },
    ),
}
"""The tables of Renault and Schmidt, by number; the fifth, the sixth, and the columns with a shape, are ours."""
