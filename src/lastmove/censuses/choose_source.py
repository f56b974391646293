"""Which graphs a census takes: the options of the command and of ``lm.census`` become a source."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastmove.censuses.files import Graph6File
from lastmove.censuses.listed_source import Listed
from lastmove.censuses.made_sources import Families, Generated, all_graphs
from lastmove.core.errors import InputError, show

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.censuses.sources import Source

__all__ = ["chosen_source", "sizes_of"]


def chosen_source(
    *,
    n: int | str | Iterable[int] | None = None,
    geng: str | None = None,
    directg: str | None = None,
    digraphs: bool = False,
    family: str | None = None,
    file: str | Path | None = None,
    source: Source | Callable[[], Iterable[Any]] | Iterable[Any] | Path | None = None,
) -> Source:
    """The source that the options name; an InputError where they name none, or two."""
    others = {"family": family, "file": file, "source": source}
    given = [name for name, value in others.items() if value is not None]
    if len(given) > 1:
        raise InputError(given[1], f"it does not go with {given[0]}: choose one source of graphs")
    if not given:
        if n is None:
            raise InputError("n", "missing; accepted: numbers of vertices such as 7 or 1-7, a family, or a file")
        arcs = directg if directg is not None or not digraphs else ""
        return all_graphs(sizes_of(n), options="-c" if geng is None else geng, directg=arcs)
    for name, value in {"geng": geng, "directg": directg, "digraphs": digraphs or None}.items():
        if value is not None:
            raise InputError(name, f"it goes with graphs that geng lists, not with {given[0]}")
    if family is not None:
        return Families(family, () if n is None else sizes_of(n))
    if n is not None:
        raise InputError("n", f"it does not go with {given[0]}, which says itself how large its graphs are")
    return _own(source) if file is None else Graph6File(str(Path(file).resolve()))


def _own(source: Source | Callable[[], Iterable[Any]] | Iterable[Any] | Path | None) -> Source:
    """A source, a file, a function that gives graphs, or graphs."""
    if isinstance(source, Path):
        return Graph6File(str(source.resolve()))
    if hasattr(source, "shards"):
        return source  # type: ignore[return-value]
    if callable(source):
        return Generated(source)
    if isinstance(source, Iterable) and not isinstance(source, str | bytes):
        return Listed.of(source)
    accepted = "accepted: a source, the Path of a file, graphs, or a function that gives graphs"
    raise InputError("source", f"{show(source)}; {accepted}")


def sizes_of(n: int | str | Iterable[int] | None) -> tuple[int, ...]:
    """The numbers of vertices that a text such as ``"1-7"`` names.

    >>> sizes_of("3-5"), sizes_of(7), sizes_of("8")
    ((3, 4, 5), (7,), (8,))
    """
    if n is not None and not isinstance(n, int | str):
        sizes = tuple(dict.fromkeys(n))
        if bad := [each for each in sizes if type(each) is not int]:
            raise InputError("n", f"{show(bad[0])}; accepted: integers, the numbers of vertices")
        return sizes
    ends = re.fullmatch(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?", str(n), re.ASCII)
    if ends is None or int(ends[1]) > int(ends[2] or ends[1]):
        raise InputError("n", f"{show(n)}; accepted: a number of vertices such as 7, or a range such as 1-7")
    return tuple(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
