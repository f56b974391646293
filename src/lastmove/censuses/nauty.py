"""All graphs of a kind, up to isomorphism, as nauty lists them: geng, geng | directg, and vcolg for weights."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from typing import IO, TYPE_CHECKING

from lastmove.censuses.sources import GRAPHS_A_BLOCK, ListerFailed, Reading, WeightedGraph, file_name, in_tuples
from lastmove.core.errors import InputError, show
from lastmove.graphs.graph import Graph
from lastmove.search.batch import read_block
from lastmove.search.batch.blocks import line_length

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from lastmove.censuses.sources import Shard, Some

HOW_TO_GET_NAUTY = (
    "nauty lists them and is not installed: apt install nauty, brew install nauty, or conda install -c conda-forge "
    "nauty; without it there are all graphs to 7 vertices and files of graph6"
)
MOST_PARTS = 100_000
MOST_PARTS_UNKNOWN = 256
"""How many parts there are at most, and where the options leave nobody knows how many graphs."""

_CONNECTED = (1, 1, 1, 2, 6, 21, 112, 853, 11_117, 261_080, 11_716_571, 1_006_700_565, 164_059_830_476)
_FEWER = {
    "b": (1, 1, 1, 1, 3, 5, 17, 44, 182, 730, 4_032, 25_598, 212_780, 2_241_730, 31_193_324, 575_252_112),
    "t": (1, 1, 1, 1, 3, 6, 19, 59, 267, 1_380, 9_832, 90_842, 1_144_061, 19_425_052, 445_781_050),
    "f": (1, 1, 1, 2, 3, 8, 19, 57, 186, 740, 3_389, 18_502, 120_221, 913_374, 8_072_446, 82_669_900),
}
"""Of connected graphs those that are bipartite, without triangles, without 4-cycles."""
_DIGRAPHS = (1, 1, 3, 16, 218, 9_608, 1_540_944, 882_033_440, 1_793_359_192_848)
_ORIENTED = (1, 1, 2, 7, 42, 582, 21_480, 2_142_288, 575_016_219, 415_939_243_032)
_FOR_OTHER_OUTPUT = {"geng": "ugsynhqv", "directg": "uTGq", "vcolg": "uToq"}
_NONE = "impossible mine,maxe,mindeg,maxdeg values"
"""What geng says where no graph of a size can have the edges or degrees that are asked, such as -d2 with 2 vertices."""
_WRITTEN = re.compile(r"(\d+) (?:graphs generated|digraphs written|coloured graphs written|vertex-coloured)")


@cache
def nauty_tool(name: str) -> str | None:
    """The path of one of nauty's programs, which Debian calls ``nauty-geng`` and so on; ``None`` if there is none."""
    return shutil.which(name) or shutil.which(f"nauty-{name}")


@cache
def _version(name: str) -> str:
    tool = nauty_tool(name)
    if tool is None:
        raise InputError(name, HOW_TO_GET_NAUTY)
    said = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False)
    return said.stdout.strip() or said.stderr.strip() or "unknown"


@dataclass(frozen=True)
class Geng:
    """All graphs of some sizes that geng lists with some options; then digraphs on them, or weights.

    Parameters
    ----------
    sizes
        The numbers of vertices.
    options
        As geng takes them, ``"-c"`` (connected) by default: also a range of edges, and a part (res/mod), which is
        then one shard for each size: geng cuts parts of parts in another way.
    directg
        Options of directg, to list the digraphs on these graphs (``""`` for all of them); ``None`` for graphs.
    weights
        All weights 1..k up to isomorphism, as vcolg lists them; ``None`` for none. A kernel that takes all weights at
        once is faster and wants none here.
    """

    sizes: tuple[int, ...]
    options: str = "-c"
    directg: str | None = None
    weights: int | None = None

    def __post_init__(self) -> None:
        _check_options("geng", self.options)
        _check_options("directg", self.directg or "")
        for n in self.sizes:
            if not 1 <= n <= 32:
                raise InputError("n", f"{show(n)}; accepted: 1 to 32 vertices")
        if self.weights is not None and not 1 <= self.weights <= 99:
            raise InputError("weights", f"{show(self.weights)}; accepted: the largest weight, 1 to 99")

    @property
    def tools(self) -> tuple[str, ...]:
        """The programs, in the order of the pipe."""
        others = ((self.directg is not None, "directg"), (self.weights is not None, "vcolg"))
        return ("geng", *(name for wanted, name in others if wanted))

    def describe(self) -> dict[str, object]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        found: dict[str, object] = {"tool": " | ".join(self.tools), "version": _version("geng"), "geng": self.options}
        if self.directg is not None:
            found["directg"] = self.directg
        if self.weights is not None:
            found["weights"] = self.weights
        return found | {"n": list(self.sizes)}

    def shards(self, target: int) -> list[Shard]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        found: list[Shard] = []
        for n in self.sizes:
            parts = self._parts(n, target)
            found += [GengShard(self, n, part, parts) for part in range(parts)]
        return found

    def _parts(self, n: int, target: int) -> int:
        """About as many as there are targets in what is to be expected; with other options nobody knows how many."""
        if "/" in self.options:
            return 1
        letters = "".join(word for word in self.options.split() if word.startswith("-"))
        table: tuple[int, ...] = _CONNECTED
        if self.directg is not None:
            table = _ORIENTED if re.search("[oa]", self.directg) else _DIGRAPHS
        else:
            table = next((fewer for letter, fewer in _FEWER.items() if letter in letters), table)
        expected: int = (table[n] if n < len(table) else table[-1] * 100) * (self.weights or 1) ** n
        known = set(letters) <= set("-cCbtf") and len(self.options.split()) <= 1
        return max(1, min(-(-expected // target), MOST_PARTS if known else MOST_PARTS_UNKNOWN))


@dataclass(frozen=True)
class GengShard:
    """Part ``part`` of ``parts`` of the graphs of one size."""

    source: Geng
    n: int
    part: int
    parts: int

    @property
    def name(self) -> str:
        """The name of its file: the tools, their options, the size and the part."""
        source = self.source
        directg = "" if source.directg is None else f"directg {source.directg}"
        weights = "" if source.weights is None else f"weights {source.weights}"
        digits = len(str(self.parts))
        part = f"{self.part:0{digits}}of{self.parts}"
        return file_name(f"geng {source.options}", directg, weights, f"n={self.n:02}", part)

    def commands(self) -> list[list[str]]:
        """The pipe of programs that lists it."""
        given = self.source.options.split()
        flags = [word for word in given if word.startswith("-")]
        edges = [word for word in given if not word.startswith("-") and "/" not in word]
        res_mod = [word for word in given if "/" in word] or [f"{self.part}/{self.parts}"] * (self.parts > 1)
        commands = [["geng", *flags, str(self.n), *edges, *res_mod]]
        if self.source.directg is not None:
            commands.append(["directg", *self.source.directg.split()])
        if self.source.weights is not None:
            commands.append(["vcolg", f"-m{self.source.weights}", "-T"])
        for command in commands:
            tool = nauty_tool(command[0])
            if tool is None:
                raise InputError(command[0], HOW_TO_GET_NAUTY)
            command[0] = tool
        return commands

    def blocks(self) -> Reading:
        """See :class:`~lastmove.censuses.sources.Shard`."""
        return Reading(self._blocks())

    def _blocks(self) -> Generator[Some, None, int | None]:
        directed = self.source.directg is not None
        pipe = _Pipe(self.commands())
        try:
            if self.source.weights is not None:
                yield from in_tuples(_coloured(pipe.output, directed))
            else:
                size = GRAPHS_A_BLOCK * line_length(self.n, directed)
                while lines := pipe.output.read(size):
                    yield read_block(lines, self.n, directed)
            return pipe.listed()
        finally:
            pipe.end()


class _Pipe:
    """Programs that run one behind the other."""

    def __init__(self, commands: Sequence[Sequence[str]]) -> None:
        self._commands = commands
        self._said = [tempfile.TemporaryFile() for _ in commands]  # noqa: SIM115 - see end
        self._running: list[subprocess.Popen[bytes]] = []
        source: IO[bytes] | None = None
        for command, said in zip(commands, self._said, strict=True):
            process = subprocess.Popen(command, stdin=source or subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said)
            if source is not None:
                source.close()  # so that a program learns when the next one has gone
            self._running.append(process)
            source = process.stdout
        assert source is not None
        self.output = source

    def listed(self) -> int:
        """How many graphs the last program says it has listed, after all have ended as they should."""
        listed = 0
        for command, process, said in reversed([*zip(self._commands, self._running, self._said, strict=True)]):
            # the last one first: where one ends too early, those before it cannot write any more
            status = process.wait()
            said.seek(0)
            text = said.read().decode(errors="replace").strip()
            if status and _NONE in text:
                return 0
            if status:
                raise ListerFailed(f"{' '.join(command)}: it ended with status {status}: {text}")
            found = _WRITTEN.findall(text)
            if not found:
                raise ListerFailed(f"{' '.join(command)}: it does not say how many graphs it listed: {text}")
            if process is self._running[-1]:
                listed = int(found[-1])
        return listed

    def end(self) -> None:
        """End what still runs, and close everything."""
        self.output.close()
        for process in self._running:
            if process.poll() is None:
                process.kill()
            process.wait()
        for said in self._said:
            said.close()


def _coloured(lines: IO[bytes], directed: bool) -> Iterator[WeightedGraph]:
    """Lines of vcolg: the numbers of vertices and edges, the colours from 0 on, the edges."""
    for line in lines:
        n, edges, *numbers = map(int, line.split())
        ends = numbers[n : n + 2 * edges]
        graph = Graph.numbered(n, zip(ends[::2], ends[1::2], strict=True), directed=directed)
        yield WeightedGraph(graph, tuple(colour + 1 for colour in numbers[:n]))


def _check_options(tool: str, options: str) -> None:
    """Options that would write something else than one line a graph, or nothing, or elsewhere, are refused."""
    for word in options.split():
        if word.startswith("-") and (bad := set(word) & set(_FOR_OTHER_OUTPUT[tool])):
            raise InputError(tool, f"{show(word)} has {', '.join(sorted(bad))}; accepted: options that choose graphs")
        least, colon, most = word.partition(":")
        if colon and least.isdecimal() and most.isdecimal() and int(least) > int(most) > 0:
            raise InputError(tool, f"{show(word)}; accepted: a range of edges, the least number first")
        if tool != "geng" and not word.startswith("-"):
            raise InputError(tool, f"{show(word)}; accepted: options, which begin with -")
        if not re.fullmatch(r"-[A-Za-z0-9:]+|[0-9]+(:[0-9]+)?|[0-9]{1,9}/[0-9]{1,9}", word):
            raise InputError(
                tool, f"{show(word)}; accepted: options such as -c or -d2, and a range of edges such as 9:12"
            )
        part, slash, parts = word.partition("/")
        if slash and int(part) >= int(parts):
            raise InputError(tool, f"{show(word)}; accepted: a part such as 0/4, 1/4, 2/4 or 3/4")
    others = ["/" in word for word in options.split() if not word.startswith("-")]
    if len(others) > len(set(others)):  # geng would take the next one for the name of a file to write
        raise InputError(tool, f"{show(options)}; accepted: options, a range of edges such as 9:12, a part such as 0/4")
