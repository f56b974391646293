"""Claims as conditions in SQL that every row of a census satisfies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.censuses.census import Census, census
from lastmove.censuses.choose_source import chosen_source
from lastmove.censuses.question import board_of
from lastmove.censuses.sampling import UpTo
from lastmove.graphs.graph import Graph
from lastmove.graphs.graph6 import decode
from lastmove.search.batch import block_of
from lastmove.verify.refute import size_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from lastmove.censuses.sources import Source
    from lastmove.core.limits import Limits
    from lastmove.core.play import Play
    from lastmove.games.graph_game import GraphGame

USUAL_SIZE = 7
_BITS = "list_sum([bit_count(ascii(character) - 63) for character in string_split({0}, '')])"
"""The edges of a line of graph6 or digraph6, and what lines of the same n have in common."""


def first_board_against(
    condition: str,
    *,
    game: str,
    plays: tuple[Play, ...],
    size: int | None,
    weight: int | None,
    source: Source | Iterable[Any] | Path | str | None,
    limits: Limits | None,
) -> GraphGame | None:
    """The smallest board whose row does not satisfy the condition; of graphs that geng lists, one size at a time."""
    for part in _by_size("-c" if source is None else source, size):
        found = census(game, play=plays, source=part, weights=weight, limits=limits)
        board = board_against(condition, found)
        if board is not None:
            return board
    return None


def _by_size(source: Source | Iterable[Any] | Path | str, size: int | None) -> Iterator[Source]:
    if isinstance(source, str):
        most = USUAL_SIZE if size is None else size
        yield from (chosen_source(n=n, geng=source) for n in range(1, most + 1))
    else:
        chosen = chosen_source(source=source)
        if size is not None:
            chosen = UpTo(chosen, size)
            if not any(True for shard in chosen.shards(1 << 20) for _ in shard.blocks()):
                return
        yield chosen


def board_against(condition: str, found: Census) -> GraphGame | None:
    """The smallest board of a census whose row does not satisfy a condition; ``None`` if all do.

    A row of which the condition says nothing (null) is not against it, nor is one with starts that stayed unknown.
    """
    columns, asked = found.manifest.content["columns"], found.manifest.asked
    known = [f"how_many({name}) = 0" for name in columns if name.endswith("_unknown")]
    # A case takes one whole condition; parentheses alone would let "n > 0) or (n < 9" through. It may end in a comment.
    wrong = f"not (case when true then\n{condition}\nend)"
    rows = f"select * from census where {' and '.join([wrong, *known])}"
    terms = {"edges": "bit_count(edges)", "graph6": _BITS, "digraph6": _BITS, "weights": "list_sum(weights)"}
    order = f"order by {', '.join(['n', *(terms[name].format(name) for name in terms if name in columns)])} limit 1"
    if "graph6" in columns:  # a line of sparse6 does not show how many edges there are, and few tables have any
        sparse = "coalesce(starts_with(graph6, ':'), false)"
        asks = [f"{rows} and not {sparse} {order}", f"{rows} and {sparse}"]
    else:
        asks = [f"{rows} {order}"]
    boards = [_board(row, asked) for ask in asks for row in found.query(ask).objects()]
    return min(boards, key=size_of, default=None)


def _board(row: Mapping[str, Any], asked: Mapping[str, Any]) -> GraphGame:
    text = row.get("graph6") or row.get("digraph6")
    if text is not None:
        graph = decode(text)
    else:
        ends = next(block_of([row["edges"]], row["n"], asked["directed"]).lists())
        graph = Graph.numbered(row["n"], ends, directed=asked["directed"])
    return board_of(asked["game"], graph, row.get("weights"))
