"""Claims as conditions in SQL that every row of a census satisfies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.graphs.graph import Graph
from lastmove.graphs.graph6 import decode
from lastmove.research.census.census_question import board_of
from lastmove.research.census.chosen_source import chosen_source
from lastmove.research.census.taking import Census, census
from lastmove.search.batch import block_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.core.limits import Limits
    from lastmove.core.play import Play
    from lastmove.games.token import TokenGame
    from lastmove.research.census.graph_sources import Source

__all__ = ["board_against", "first_board_against"]

USUAL_SIZE = 7


def first_board_against(
    condition: str,
    *,
    game: str,
    plays: tuple[Play, ...],
    size: int | None,
    weight: int | None,
    source: Source | Iterable[Any] | str | None,
    limits: Limits | None,
) -> TokenGame | None:
    """The smallest board whose row does not satisfy the condition; of graphs that geng lists, one size at a time."""
    for part in _by_size("-c" if source is None else source, USUAL_SIZE if size is None else size):
        found = census(game, play=plays, source=part, weights=weight, limits=limits)
        board = board_against(condition, found)
        if board is not None:
            return board
    return None


def _by_size(source: Source | Iterable[Any] | str, size: int) -> Iterator[Source]:
    if isinstance(source, str):
        yield from (chosen_source(n=n, geng=source) for n in range(1, size + 1))
    else:
        yield chosen_source(source=source)


def board_against(condition: str, found: Census) -> TokenGame | None:
    """The smallest board of a census whose row does not satisfy a condition; ``None`` if all do.

    A row of which the condition says nothing (null) is not against it.
    """
    columns = found.manifest.content["columns"]
    edges = "bit_count(edges)" if "edges" in columns else "0"
    weights = ", list_sum(weights)" if "weights" in columns else ""
    rows = found.query(f"select * from census where not ({condition}) order by n, {edges}{weights} limit 1")
    if not rows.rows:
        return None
    row, asked = next(rows.objects()), found.manifest.asked
    text = row.get("graph6") or row.get("digraph6")
    if text is not None:
        graph = decode(text)
    else:
        ends = next(block_of([row["edges"]], row["n"], asked["directed"]).lists())
        graph = Graph.numbered(row["n"], ends, directed=asked["directed"])
    return board_of(asked["game"], graph, row.get("weights"))
