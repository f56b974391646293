#!/usr/bin/env python
"""How far a reader walks: the functions, and the files they are in, that four questions go through.

    python scripts/count_walks.py

Each question is asked in a process of its own, through the command line, on one core. A function counts once, however
often it is called; what a module does and calls when it is imported, lambdas and comprehensions do not count. The clock
stands still, or a slow machine would look at its memory, which small questions do not wait for.
"""

from __future__ import annotations

import inspect
import io
import json
import subprocess
import sys
import time
from collections import Counter
from types import CodeType, FrameType

GRID = [
    [r * 3 + c, r * 3 + c + d]
    for r in range(3)
    for c in range(3)
    for d in (1, 3)
    if (c < 2 or d == 3) and r * 3 + c + d < 9
]
PETERSEN, DODECAHEDRON = (
    [[a, b] for i in range(n) for a, b in ((i, (i + 1) % n), (i, i + n), (i + n, (i + 2) % n + n))] for n in (5, 10)
)

WALKS: dict[str, dict[str, object]] = {
    "Nim, by a theorem": {"game": "nim", "play": "misere", "heaps": [3, 5, 0]},
    "Vertex Geography on a grid, by a matching": {"game": "vertex-geography", "edges": GRID, "start": 0},
    "misère Vertex Geography on the Petersen graph, by search": {
        "game": "vertex-geography",
        "play": "misere",
        "edges": PETERSEN,
        "start": 0,
    },
    "the same on the dodecahedron, by the fast search": {
        "game": "vertex-geography",
        "play": "misere",
        "edges": DODECAHEDRON,
        "start": 0,
    },
}


def walk(position: dict[str, object]) -> tuple[int, Counter[str]]:
    """The number of functions of the package that solving a position calls, and how many in each file."""
    called: set[CodeType] = set()

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and not _imports(frame):
            called.add(frame.f_code)

    time.perf_counter = lambda: 0.0
    from lastmove.cli.main import main

    sys.argv = ["lastmove", "solve", "--format", "json"]
    sys.stdin = io.TextIOWrapper(io.BytesIO(json.dumps(position).encode()))
    sys.setprofile(look)
    try:
        main()
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
    files = Counter(
        code.co_filename.rpartition("lastmove/")[2]
        for code in called
        if "/lastmove/" in code.co_filename and code.co_flags & inspect.CO_OPTIMIZED and code.co_name[0] != "<"
    )
    return sum(files.values()), files


def _imports(frame: FrameType | None) -> bool:
    """Whether this is called by a module that is being imported."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_globals["__name__"] != "__main__":
            return True
        frame = frame.f_back
    return False


def main() -> None:
    """Print a line for each walk; in a process that is given a position, count its own."""
    if len(sys.argv) > 1 and not sys.argv[1].startswith("{"):
        raise SystemExit(__doc__)
    if len(sys.argv) > 1:
        functions, files = walk(json.loads(sys.argv[1]))
        print(f"{functions} functions in {len(files)} files", file=sys.stderr)
        return
    for name, position in WALKS.items():
        done = subprocess.run(
            [sys.executable, __file__, json.dumps(position)], capture_output=True, text=True, check=True
        )
        if '"error"' in done.stdout:
            raise SystemExit(f"{name}: {done.stdout}")
        print(f"{name}: {done.stderr.strip()}")


if __name__ == "__main__":
    main()
