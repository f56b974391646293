"""``lm.gadgets``: all graphs of some sizes are tried, and what is found is checked by the definition of the game.

The work is cut into the same parts as that of a census. What a part has given is a file, where a directory is named:
a search that was stopped goes on from there, and parts from several machines can be laid together.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastmove.censuses.census import largest_weight
from lastmove.censuses.choose_source import all_graphs, sizes_of
from lastmove.censuses.executors import executor
from lastmove.censuses.nauty import nauty_tool
from lastmove.censuses.run import alone_in
from lastmove.censuses.sources import ListerFailed
from lastmove.core.errors import InputError, InternalError, LastmoveError, Refuted, show
from lastmove.core.files import replacing
from lastmove.core.limits import Limits, Meter, stopping_at_limits
from lastmove.core.optional import needed
from lastmove.core.play import Play, PlayName
from lastmove.gadgetry.blocks import MOST_STATES, GadgetKernel, game_of, states_of_board, steps_of_graph
from lastmove.gadgetry.check import RANDOM_SOURCES, check_conditions, check_on_digraphs
from lastmove.gadgetry.gadget import Gadget, board_of, odd_girth
from lastmove.gadgetry.source import GadgetSource, gadget_source
from lastmove.graphs.graph6 import decode
from lastmove.reductions.properties import properties

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.censuses.sources import Shard
    from lastmove.gadgetry.blocks import Placing

USUAL_SIZES = {"vertex-geography": 8, "edge-geography": 6, "nimg-rm": 4, "nimg-mr": 4}
"""The most vertices where nobody says how many."""
_WORTH_COMPILING = 1 << 8
"""States of one board, times vertices, from which compiled code is worth its start."""
_WORK_A_SHARD = 1 << 29
"""Steps of the kernel in one part of the work, about: some seconds."""


@dataclass(frozen=True, kw_only=True)
class GadgetLimits:
    """Which graphs are tried, and which gadgets are wanted.

    Attributes
    ----------
    sizes
        The numbers of vertices.
    bipartite, planar
        Whether boards with two sides, and planar boards, are to stay so; see :attr:`Gadget.properties`.
    max_degree
        The largest degree, the edges at the ports counted.
    girth, odd_girth
        The least length of a cycle, and of an odd one.
    edges
        The least and the largest number of edges.
    weight
        The largest weight of a vertex; all weights from 1 on are tried.
    """

    sizes: tuple[int, ...]
    bipartite: bool = False
    planar: bool = False
    max_degree: int | None = None
    girth: int | None = None
    odd_girth: int | None = None
    edges: tuple[int, int] | None = None
    weight: int | None = None

    def __post_init__(self) -> None:
        for name, least in (("max_degree", 1), ("girth", 3), ("odd_girth", 3)):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < least):
                raise InputError(name.replace("_", " "), f"{show(value)}; accepted: an integer >= {least}")
        if bad := [n for n in self.sizes if n < 1]:
            raise InputError("n", f"{bad[0]}; accepted: numbers of vertices from 1 on")

    def most_edges(self, n: int) -> int:
        """A bound on the edges of what is tried with n vertices."""
        bounds = [n * (n - 1) // 2]
        if self.bipartite:
            bounds.append(n * n // 4)
        if self.planar and n >= 3:
            bounds.append(2 * n - 4 if self.bipartite else 3 * n - 6)
        if self.max_degree is not None:
            bounds.append(n * self.max_degree // 2)
        if self.edges is not None:
            bounds.append(self.edges[1])
        return min(bounds)

    def options(self, n: int) -> str | None:
        """What geng is asked for; ``None`` where no graph of the size can fit."""
        letters = "c" + "b" * self.bipartite
        girth, odd = self.girth or 3, self.odd_girth or 3
        letters += "t" * (min(girth, odd) >= 4 or odd >= 5) + "f" * (girth >= 5)
        least = max(n - 1, 0 if self.edges is None else self.edges[0])
        if least > self.most_edges(n):
            return None
        if nauty_tool("geng") is None:
            return "-c"
        degree = "" if self.max_degree is None else f" -D{self.max_degree}"
        return f"-{letters}{degree} {least}:{self.most_edges(n)}" if n > 1 else f"-{letters}"

    def takes(self, graph: Any) -> bool:
        """Whether a graph fits, whatever its ports are: for listers that know fewer options."""
        found = properties(board_of("vertex-geography", graph, {}))
        low, high = self.edges or (0, graph.m)
        return (
            low <= graph.m <= high
            and (not self.bipartite or bool(found["bipartite"]))
            and (self.max_degree is None or found["max_degree"] <= self.max_degree)  # type: ignore[operator]
            and _at_least(found["girth"], self.girth)
            and _at_least(odd_girth(graph), self.odd_girth)
        )

    def wants(self, gadget: Gadget) -> bool:
        """Whether a gadget on a graph that fits is wanted."""
        found: Any = gadget.properties
        return (
            (not self.bipartite or found["bipartite"])
            and (not self.planar or found["planar"] is True)
            and (self.max_degree is None or found["max_degree"] <= self.max_degree)
            and _at_least(found["girth"], self.girth)
            and _at_least(found["odd_girth"], self.odd_girth)
        )

    def __str__(self) -> str:
        said = [word for word in ("bipartite", "planar") if getattr(self, word)]
        said += [f"{name.replace('_', ' ')} {getattr(self, name)}" for name in ("max_degree", "girth", "odd_girth")]
        said = [word for word in said if not word.endswith("None")]
        if self.edges is not None:
            said.append(f"{self.edges[0]} to {self.edges[1]} edges")
        return ", ".join(said) or "none"


@lru_cache(256)
def _takes(limits: GadgetLimits, graph: Any) -> bool:
    """The same for the next weights of the same graph."""
    return limits.takes(graph)


def _at_least(found: Any, least: int | None) -> bool:
    return least is None or found is None or found >= least


Found = tuple[str, tuple[int, ...], tuple[int, ...], int]
"""A gadget as a file has it: graph6, the vertices of the ports, the weights, and how many placings of the ports the
symmetries of the graph make of it."""


@dataclass(frozen=True)
class GadgetShard:
    """What one part of the work has given.

    Attributes
    ----------
    name
        The part.
    graphs
        How many graphs were tried.
    found
        The gadgets, up to symmetry.
    """

    name: str
    graphs: int
    found: tuple[Found, ...]


@dataclass(frozen=True)
class GadgetJob:
    """The work on one part: it can be sent to other processes."""

    source: GadgetSource
    game: str
    play: Play
    limits: GadgetLimits
    until: float | None

    def __call__(self, shard: Shard) -> GadgetShard:
        """Try all graphs of a part; LimitReached where its time is over."""
        seconds = None if self.until is None else max(0.0, self.until - time.time())
        with nullcontext() if seconds is None else stopping_at_limits(Meter(Limits(time=seconds))):
            return self._tried(shard)

    def _tried(self, shard: Shard) -> GadgetShard:
        n = getattr(shard, "n", max(self.limits.sizes))
        work = states_of_board(self.game, n, self.limits.most_edges(n), self.limits.weight or 1) * n
        kernel = _kernel(self.source, self.game, self.play, work >= _WORTH_COMPILING)
        graphs = listed = 0
        found: list[Found] = []
        reading = shard.blocks()
        try:
            for some in reading:
                listed += len(some) if isinstance(some, tuple) else some.count
                for count, placings in kernel.placings(self._fitting(some)):
                    graphs += count
                    found += self._checked(placings)
        finally:
            reading.close()
        if reading.listed is not None and reading.listed != listed:
            raise ListerFailed(f"{shard.name}: {listed} graphs came of {reading.listed}")
        return GadgetShard(shard.name, graphs, tuple(found))

    def _fitting(self, some: Any) -> Any:
        if nauty_tool("geng") is not None and max(self.limits.girth or 0, self.limits.odd_girth or 0) <= 5:
            return some  # geng has chosen already
        from lastmove.censuses.sources import WeightedGraph
        from lastmove.graphs.graph import Graph

        graphs = some if isinstance(some, tuple) else (WeightedGraph(Graph.numbered(some.n, e)) for e in some.lists())
        return tuple(each for each in graphs if _takes(self.limits, each.graph))

    def _checked(self, placings: list[Placing]) -> Iterator[Found]:
        """The gadgets that are wanted, up to symmetry."""
        for _, same in groupby(placings, key=lambda each: (each.graph, each.weights)):
            for alike in _alike([self.gadget(each) for each in same]):
                if self.limits.wants(alike[0]):
                    with _refuting_the_search():
                        check_conditions(alike[0])
                    yield alike[0].graph6, tuple(alike[0].ports.values()), alike[0].weights, len(alike)

    def gadget(self, placing: Placing) -> Gadget:
        """What was found, as a gadget."""
        weights = placing.weights if self.game.startswith("nimg") else ()
        ports = dict(zip(self.source.ports, placing.ports, strict=True))
        return Gadget(self.source, self.game, self.play, placing.graph, ports, weights)

    def asked(self) -> dict[str, Any]:
        """What is asked, as a file says it."""
        source = self.source.to_json()
        limits = {name: value for name, value in asdict(self.limits).items() if name != "sizes"}
        asked = {"source": source, "game": self.game, "play": self.play.value, "limits": limits}
        found: dict[str, Any] = json.loads(json.dumps(asked))
        return found


def _kernel(source: GadgetSource, game: str, play: Play, worth: bool) -> GadgetKernel:
    """The kernel of this process; it keeps its tables for the next part."""
    return _kept_kernel(json.dumps(source.to_json()), game, play, worth)


@contextmanager
def _refuting_the_search() -> Iterator[None]:
    try:
        yield
    except Refuted as error:
        raise InternalError(f"the search found what is no gadget: {error}") from None


@lru_cache(4)
def _kept_kernel(source: str, game: str, play: Play, worth: bool) -> GadgetKernel:
    return GadgetKernel(gadget_source(json.loads(source)), game, play, float("inf") if worth else 0)


def _alike(gadgets: list[Gadget]) -> list[list[Gadget]]:
    """Gadgets on the same graph, those together that a symmetry takes into each other."""
    import networkx as nx

    classes: list[tuple[Any, list[Gadget]]] = []
    for gadget in gadgets:
        graph = nx.Graph(list(gadget.graph.ends()))
        graph.add_nodes_from(range(gadget.graph.n))
        ports = {vertex: port for port, vertex in gadget.ports.items()}
        for v in graph:
            graph.nodes[v]["is"] = ports.get(v), gadget.weights[v] if gadget.weights else 1
        for other, alike in classes:
            if nx.is_isomorphic(graph, other, node_match=lambda one, two: one["is"] == two["is"]):
                alike.append(gadget)
                break
        else:
            classes.append((graph, [gadget]))
    return [alike for _, alike in classes]


@dataclass(frozen=True)
class GadgetProgress:
    """How far a search is.

    Attributes
    ----------
    n
        The number of vertices that is being tried.
    shards, done
        How many parts the work on this size has, and how many of these are done.
    graphs
        How many graphs were tried in all.
    found
        How many gadgets were found.
    """

    n: int
    shards: int
    done: int
    graphs: int
    found: int


class GadgetSearch:
    """An iterator over gadgets, the least first; when it has ended, ``summary`` says what was tried.

    Attributes
    ----------
    source, game, play, limits
        What is looked for.
    """

    def __init__(
        self,
        job: GadgetJob,
        *,
        every: bool,
        out: Path | None,
        part: tuple[int, int],
        jobs: int,
        scheduler: str | None,
        limits: Limits | None,
        progress: Callable[[GadgetProgress], None] | None,
    ) -> None:
        self.source, self.game, self.play, self.limits = job.source, job.game, job.play, job.limits
        self._job, self._every, self._out, self._part = job, every, out, part
        self._place = executor(jobs, scheduler)
        self._meter = Meter(limits)
        self._progress = progress
        self._sizes = list(job.limits.sizes)
        self._waiting: list[tuple[Gadget, int]] = []
        self._graphs = self._given = 0
        self._last: GadgetProgress | None = None
        self._least: dict[str, int] | None = None
        self._tried: list[int] = []
        if out is not None:
            try:
                out.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError("out", f"{out}: {error.strerror}; accepted: a directory to write in") from None

    def __iter__(self) -> GadgetSearch:
        return self

    def __next__(self) -> Gadget:
        while not self._waiting:
            if not self._sizes:
                if not self._graphs and self._part == (0, 1):
                    low, high = self.limits.sizes[0], self.limits.sizes[-1]
                    problem = f"no connected graph with {low} to {high} vertices fits them ({self.limits})"
                    raise InputError("limits", problem)
                raise StopIteration
            with stopping_at_limits(self._meter):
                self._try_size(self._sizes[0])
            self._sizes.pop(0)
            if self._least is not None and not self._every:
                self._sizes.clear()
                del self._waiting[1:]
        with stopping_at_limits(self._meter):
            return self._give(RANDOM_SOURCES)

    def _give(self, sources: int) -> Gadget:
        """The next gadget, tried on so many random digraphs."""
        gadget = self._waiting[0][0]
        with _refuting_the_search():
            check_on_digraphs(gadget, sources)
        self._given += 1
        del self._waiting[0]
        return gadget

    def _try_size(self, n: int) -> None:
        """All graphs of one size; what was found waits to be given, also where a limit stops the work."""
        options = self.limits.options(n)
        shards: list[Shard] = []
        if options is not None:
            weight = self.limits.weight or 1
            states = states_of_board(self.game, n, self.limits.most_edges(n), weight)
            cost = steps_of_graph(self.source, self.game, n, states)
            graphs = all_graphs((n,), options=options, weights=weight if weight > 1 else None)
            shards = graphs.shards(max(1, _WORK_A_SHARD // cost // self._part[1]))[self._part[0] :: self._part[1]]
        self._tell(n, len(shards), 0)
        found: list[tuple[Gadget, int]] = []
        try:
            for done, shard in enumerate(self._results(shards), 1):
                self._graphs += shard.graphs
                found += [self._read(each) for each in shard.found]
                self._tell(n, len(shards), done, len(found))
        finally:
            found.sort(key=lambda each: (each[0].graph.m, each[0].properties["max_degree"], each[0].graph6))
            self._waiting += found
        self._tried.append(n)
        if found and self._least is None:
            self._least = {"vertices": n, "gadgets": len(found), "placings": sum(count for _, count in found)}

    def _results(self, shards: list[Shard]) -> Iterator[GadgetShard]:
        """What every part gives: from its file, where it is there, or by work."""
        seconds = self._meter.seconds_left
        until = None if seconds == float("inf") else time.time() + seconds
        job = GadgetJob(self.source, self.game, self.play, self.limits, until)
        asked = job.asked()
        known = {shard.name: self._kept(shard.name, asked) for shard in shards}
        done: Iterator[GadgetShard] = self._place.map(job, [s for s in shards if known[s.name] is None], _lost)
        with nullcontext() if self._out is None else alone_in(self._out, "search for gadgets"):
            try:
                for shard in shards:
                    found = known[shard.name]
                    if found is None:
                        found = next(done)
                        self._keep(found, asked)
                    yield found
            finally:
                if hasattr(done, "close"):
                    done.close()

    def _file(self, name: str) -> Path:
        assert self._out is not None
        return self._out / f"{name}.json"

    def _kept(self, name: str, asked: Mapping[str, Any]) -> GadgetShard | None:
        """What a file holds, if it is there and whole; an InputError if it is of another search."""
        if self._out is None or not self._file(name).exists():
            return None
        try:
            content = json.loads(self._file(name).read_text(encoding="utf-8"))
            there = content["asked"]
            rows = [
                (text, tuple(ports), tuple(weights), int(count)) for text, ports, weights, count in content["found"]
            ]
            found = GadgetShard(name, int(content["graphs"]), tuple(rows))
        except (OSError, ValueError, KeyError, TypeError):
            return None  # it is made anew
        if there != asked:
            other = next(field for field in asked if there.get(field) != asked[field])
            problem = f"{self._out} holds another search: its {other} is different; choose another directory"
            raise InputError("out", problem)
        for row in found.found:  # a file may come from anybody
            try:
                check_conditions(self._read(row)[0])
            except (Refuted, InputError) as error:
                raise InputError("out", f"{self._file(name)}: {error}") from None
        return found

    def _keep(self, found: GadgetShard, asked: Mapping[str, Any]) -> None:
        if self._out is not None:
            content = {"asked": asked, "graphs": found.graphs, "found": found.found}
            with replacing(self._file(found.name)) as file:
                file.write(json.dumps(content).encode())

    def _read(self, row: Found) -> tuple[Gadget, int]:
        text, ports, weights, count = row
        named = dict(zip(self.source.ports, ports, strict=True))
        return Gadget(self.source, self.game, self.play, decode(text), named, weights), count

    def _tell(self, n: int, shards: int, done: int, found: int = 0) -> None:
        self._last = GadgetProgress(n, shards, done, self._graphs, len(self._waiting) + self._given + found)
        if self._progress is not None:
            self._progress(self._last)

    @property
    def summary(self) -> dict[str, object]:
        """What was tried, and how many gadgets were given.

        ``least`` says how many there are with the least number of vertices: up to symmetry, and ports placed in all
        ways. A search of one part has a ``part``; one that was stopped says in ``stopped`` how far it came.
        """
        sizes = self._tried or [self.limits.sizes[0]]
        found: dict[str, object] = {"searched": {"n": [sizes[0], sizes[-1]], "graphs": self._graphs}}
        found["found"] = self._given
        if self._least is not None:
            found["least"] = self._least
        if self._part != (0, 1):
            found["part"] = f"{self._part[0]}/{self._part[1]}"
        if self._sizes and self._last is not None:
            found["stopped"] = {"n": self._last.n, "parts": self._last.shards, "done": self._last.done}
        return found

    def left(self) -> list[Gadget]:
        """Of a search that was stopped, what was found before; each is given once."""
        return [self._give(sources=1) for _ in list(self._waiting)]


def _lost(shard: Shard) -> GadgetShard:
    raise LastmoveError(f"{shard.name}: the process that worked on it ended, twice; perhaps memory ran out")


def gadgets(
    source: GadgetSource | Mapping[str, Any] | str | Path = "arc",
    *,
    game: str,
    play: Play | PlayName,
    n: int | str | Iterable[int] | None = None,
    bipartite: bool = False,
    planar: bool = False,
    max_degree: int | None = None,
    girth: int | None = None,
    odd_girth: int | None = None,
    edges: int | str | tuple[int, int] | None = None,
    weights: int | str | None = None,
    every: bool = False,
    out: str | Path | None = None,
    part: str | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
    limits: Limits | None = None,
    progress: Callable[[GadgetProgress], None] | None = None,
) -> GadgetSearch:
    """The graphs that can stand in place of an arc, or of another source, in a game on graphs; the least first.

    All connected graphs are tried that geng lists under the limits; without nauty there are those to 7 vertices. What
    is found has been checked by the definition of the game, on boards with vertices outside and, for arcs, on random
    digraphs.

    Parameters
    ----------
    source
        ``"arc"``, ``"door"``, ``"crossing"``, ``"variable"``, a TOML or JSON file, or what such a file holds.
    game, play
        ``"vertex-geography"``, ``"edge-geography"``, ``"nimg-rm"`` or ``"nimg-mr"``, undirected, and the convention.
    n
        The numbers of vertices: 8, ``"2-8"`` or a range.
    bipartite, planar, max_degree, girth, odd_girth, edges
        What is wanted; see :class:`GadgetLimits`.
    weights
        2 or ``"1-2"``: every vertex with every weight from 1 on, in games with weights. All are 1 without it.
    every
        Every gadget of all sizes; otherwise one with the least number of vertices.
    out
        A directory that keeps what is done: the same call goes on there.
    part
        ``"0/4"``, ``"1/4"``, ...: this part of the work alone, for several machines.
    jobs, scheduler
        How many processes, or the address of a Dask scheduler.
    limits
        On the time of the whole search; LimitReached where it is spent.
    progress
        Called after every part of the work.

    Examples
    --------
    >>> import lastmove as lm
    >>> search = lm.gadgets("arc", game="edge-geography", play="misere", bipartite=True)
    >>> gadget = next(search)
    >>> gadget.graph6, gadget.ports, search.summary["searched"]
    ('E?ro', {'a': 2, 'b': 4}, {'n': [2, 6], 'graphs': 27})
    """
    for package in ("numpy", "networkx"):
        needed(package)
    wanted, game, play = gadget_source(source), game_of(game), Play(play)
    if weights is not None and not game.startswith("nimg"):
        raise InputError("weights", f"{game} has none; accepted with nimg-rm and nimg-mr")
    sizes = sizes_of(n) if n is not None else tuple(range(len(wanted.ports), USUAL_SIZES[game] + 1))
    if not sizes or max(sizes) < len(wanted.ports):
        problem = f"{show(n)}; accepted: at least {len(wanted.ports)} vertices, for as many ports of {wanted.name}"
        raise InputError("n", problem)
    chosen = GadgetLimits(
        sizes=tuple(sorted(sizes)),
        bipartite=bipartite,
        planar=planar,
        max_degree=max_degree,
        girth=girth,
        odd_girth=odd_girth,
        edges=_range_of(edges),
        weight=largest_weight(weights) if game.startswith("nimg") else None,
    )
    for size in chosen.sizes:
        states = states_of_board(game, size, max(0, chosen.most_edges(size)), chosen.weight or 1)
        if states > MOST_STATES:
            problem = f"a graph with {size} vertices may have {states:,} states in this game"
            accepted = f"accepted: at most {MOST_STATES:,}, so fewer vertices, edges or weights"
            raise InputError("n", f"{problem}; {accepted}")
    return GadgetSearch(
        GadgetJob(wanted, game, play, chosen, None),
        every=every,
        out=None if out is None else Path(out),
        part=_part_of(part),
        jobs=jobs,
        scheduler=scheduler,
        limits=limits,
        progress=progress,
    )


def _range_of(edges: int | str | tuple[int, int] | None) -> tuple[int, int] | None:
    """The least and largest number of edges."""
    if edges is None:
        return None
    text = f"{edges[0]}-{edges[1]}" if isinstance(edges, tuple) else str(edges)
    ends = re.fullmatch(r"\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?", text, re.ASCII)
    if ends is None or int(ends[1]) > int(ends[2] or ends[1]):
        raise InputError("edges", f"{show(edges)}; accepted: a number of edges such as 9, or a range such as 7-12")
    return int(ends[1]), int(ends[2] or ends[1])


def _part_of(part: str | None) -> tuple[int, int]:
    if part is None:
        return 0, 1
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", str(part), re.ASCII)
    if found is None or int(found[1]) >= int(found[2]):
        raise InputError("part", f"{show(part)}; accepted: a part such as 0/4, 1/4, 2/4 or 3/4")
    return int(found[1]), int(found[2])
