"""``lm.census``: take a census, or open one."""

from __future__ import annotations

import pickle
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from lastmove.censuses.choose_source import chosen_source
from lastmove.censuses.executors import Here, Processes, executor
from lastmove.censuses.files import kept_file
from lastmove.censuses.manifest import NAME, read_manifest, rebuilt
from lastmove.censuses.question import CensusQuestion
from lastmove.censuses.run import count
from lastmove.censuses.sampling import Sample
from lastmove.censuses.table import extent_of
from lastmove.core.errors import InputError, show
from lastmove.core.notebook import ShownAsTable
from lastmove.core.table import Table
from lastmove.core.words import with_accent
from lastmove.games import is_registered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import pyarrow as pa

    from lastmove.censuses.manifest import Manifest
    from lastmove.censuses.query import Rows
    from lastmove.censuses.run import CensusProgress
    from lastmove.censuses.sources import Source
    from lastmove.core.limits import Limits
    from lastmove.core.play import Play, PlayName


VALUES = ("grundy", "genus")


@dataclass(frozen=True, eq=False)
class Census(ShownAsTable):
    """A table of boards with their winning starts.

    Attributes
    ----------
    directory
        Where its files are.
    manifest
        What was asked and what is there.
    """

    directory: Path
    manifest: Manifest = field(repr=False)
    _keeper: object = field(default=None, repr=False)

    @property
    def summary(self) -> dict[str, object]:
        """The totals by n, as the command writes them: graphs, starts, and how many of these win."""
        return {"n": dict(self.manifest.summary), "seconds": self.manifest.content["seconds"]}

    def totals(self) -> list[list[str]]:
        """The totals by n for people: a row of names, then a row for each n."""
        rows = self.manifest.summary
        names = list(dict.fromkeys(name for row in rows.values() for name in row))
        said = [with_accent(name).replace("_", " ") for name in names]
        return [["n", *said], *([n, *(f"{row.get(name, 0):,}" for name in names)] for n, row in rows.items())]

    def __str__(self) -> str:
        """The totals by n, in columns.

        >>> import lastmove as lm
        >>> print(lm.census("vertex-geography", n="3-5"))
        n  graphs  starts  normal  misère
        3       2       6       1       5
        4       6      24      21      10
        5      21     105      22      77
        """
        names, *rows = self.totals()
        return "\n".join(Table(tuple(names), rows, right=range(len(names))).text())

    @property
    def files(self) -> list[Path]:
        """The files of the table, in order."""
        return [self.directory / name for name in sorted(self.manifest.shards)]

    def query(self, sql: str, *, limits: Limits | None = None) -> Rows:
        """The answer of DuckDB to a question about the table ``census``; see :mod:`lastmove.censuses.query`.

        LimitReached when a limit is spent first.

        >>> import lastmove as lm
        >>> found = lm.census("vertex-geography", n="1-5")
        >>> found.query("select n, sum(bit_count(misere)) as wins from census group by n order by n").rows
        [(1, 1), (2, 0), (3, 5), (4, 10), (5, 77)]
        """
        from lastmove.censuses.query import query

        return query(self, sql, limits)

    def table(self) -> pa.Table:
        """The whole table in memory; ``.to_pandas()`` makes a frame of it."""
        from lastmove.censuses.table import arrow

        arrow()
        import pyarrow as pa

        return pa.concat_tables(arrow().read_table(path, partitioning=None) for path in self.files)


def census(
    game: str,
    *,
    n: int | str | Iterable[int] | None = None,
    play: Play | PlayName | Literal["both"] | Sequence[Play | PlayName] = "both",
    geng: str | None = None,
    directg: str | None = None,
    digraphs: bool = False,
    trees: bool = False,
    family: str | None = None,
    file: str | Path | None = None,
    source: Source | Callable[[], Iterable[Any]] | Iterable[Any] | Path | None = None,
    weights: int | str | None = None,
    values: Sequence[str] = (),
    out: str | Path | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
    sample: int | None = None,
    limits: Limits | None = None,
    progress: Callable[[CensusProgress], None] | None = None,
) -> Census:
    """Who wins from every start of every graph of a kind; as a table, which a second call goes on with.

    Parameters
    ----------
    game
        One on a graph, such as ``"vertex-geography"``.
    n
        The numbers of vertices: 7, ``"1-7"`` or a range. All connected graphs, unless ``geng`` says otherwise.
    play
        ``"normal"``, ``"misere"`` or ``"both"``.
    geng, directg
        Options of nauty's programs, such as ``"-cb"`` (connected and bipartite); with ``directg`` digraphs.
    digraphs
        All digraphs on these graphs.
    trees
        Trees only, one of each kind, from networkx.
    family, file, source
        In place of ``n``: a named family over a range such as ``"grid:3x1-6"``, or with a letter n for which ``n`` says
        the numbers; a file of the graph6 family, packed by gzip or not; any source, graphs, a function that gives
        graphs, or a Path.
    weights
        3 or ``"1-3"``: every vertex with every weight from 1 on. Games with weights have all weights 1 without it.
    values
        ``"grundy"``, ``"genus"`` or both: columns with the values of every start, found board by board. Games without a
        token have the column ``grundy`` in any case.
    out
        The directory of the table. If there is one of the same census, it is completed. By default a temporary one,
        which is removed when the Census is forgotten.
    jobs, scheduler
        How many processes, or the address of a Dask scheduler.
    sample
        At most so many graphs of each size.
    limits
        For each board and convention that no kernel decides; what is not known then is said in the table.
    progress
        Called after every shard.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.census("vertex-geography", n="6-7").summary["n"]["7"]
    {'graphs': 853, 'starts': 5971, 'normal': 1073, 'misere': 4407}
    """
    keeper = tempfile.TemporaryDirectory(prefix="lastmove-census-") if out is None else None
    directory = Path(keeper.name if keeper is not None else out or "")
    file = None if file is None else kept_file(file, directory)
    source = kept_file(source, directory) if isinstance(source, Path) else source
    kinds: dict[str, Any] = {"geng": geng, "directg": directg, "digraphs": digraphs, "trees": trees}
    chosen = chosen_source(n=n, **kinds, family=family, file=file, source=source)
    question = CensusQuestion.of(game, play, largest_weight(weights), extent_of(chosen), limits, _value_names(values))
    if sample is not None:
        chosen = Sample(chosen, sample)
    place = executor(jobs, scheduler)
    if not isinstance(place, Here) and is_registered(game):
        problem = f"{show(game)} is registered in this process alone"
        raise InputError("game", f"{problem}; accepted with jobs or scheduler: games that a package declares")
    if isinstance(place, Processes):
        _check_that_it_travels(chosen)
    found = count(chosen, question, directory, place, sample=sample, progress=progress)
    return Census(directory, found, keeper)


def _value_names(values: Sequence[str]) -> tuple[str, ...]:
    """The columns of values that are asked, in their order."""
    given = (values,) if isinstance(values, str) else tuple(values)
    for name in given:
        if name not in VALUES:
            raise InputError("values", f"{show(name)}; accepted: {', '.join(VALUES)}")
    return tuple(name for name in VALUES if name in given)


def _check_that_it_travels(source: Source) -> None:
    """An InputError where other processes could not read a source: functions travel by their names."""
    try:
        pickle.dumps(source)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        accepted = "accepted with jobs: what other processes find, such as a function at the top of a module"
        raise InputError("source", f"{error}; {accepted}") from None


def open_census(directory: str | Path) -> Census:
    """The census that is in a directory, also an unfinished one; an InputError if there is none."""
    try:
        there = Path(directory)
    except TypeError:
        raise InputError("directory", f"{show(directory)}; accepted: the folder of a census") from None
    try:
        found = read_manifest(there)
        names = {path.name for path in there.glob("*.parquet")}
        if found is None or not (found.complete or names <= found.shards.keys()):
            found = rebuilt(there)  # nobody has written down what came since
    except InputError:
        found = rebuilt(there)
        if found is None:
            raise
    if found is None:
        raise InputError(str(directory), f"there is no census: neither {NAME} nor a shard")
    return Census(there, found)


def largest_weight(weights: int | str | None) -> int | None:
    """The k of ``1-k``, or of k alone."""
    if weights is None:
        return None
    text = str(weights).strip()
    low, dash, high = text.partition("-")
    last = high if dash else low
    if (dash and low != "1") or not (last.isascii() and last.isdigit() and 1 <= int(last[:9]) <= 99):
        raise InputError("weights", f"{text!r}; accepted: 1-K, every weight from 1 to K, K at most 99")
    return int(last)
