"""Tables of Grundy values: lastmove beside what one would write in plain Python and in numpy.

Run ``python benchmarks/sums.py``. The peers are short programs of the textbook kind, below; CGSuite, the program that
people use for this, is not measured. All values are compared. Compiling is not counted.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from lastmove.core.limits import Meter
from lastmove.games.octal import read_code
from lastmove.heaps.tables import TakeTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


def in_python(code: str, to: int) -> list[int]:
    """The definition with sets."""
    digits = read_code(code).digits
    values = [0]
    for n in range(1, to + 1):
        met = set()
        for taken, digit in enumerate(digits[: n + 1]):
            left = n - taken
            if digit & 1 and left == 0:
                met.add(0)
            if digit & 2 and left > 0:
                met.add(values[left])
            if digit & 4:
                met |= {values[a] ^ values[left - a] for a in range(1, left // 2 + 1)}
        least = 0
        while least in met:
            least += 1
        values.append(least)
    return values


def in_numpy(code: str, to: int) -> NDArray[np.int64]:
    """The same with a row of numpy for each heap."""
    digits = read_code(code).digits
    values = np.zeros(to + 1, np.int64)
    for n in range(1, to + 1):
        met = np.zeros(2048, np.bool_)
        for taken, digit in enumerate(digits[: n + 1]):
            left = n - taken
            if digit & 1 and left == 0:
                met[0] = True
            if digit & 2 and left > 0:
                met[values[left]] = True
            if digit & 4 and left > 1:
                half = left // 2
                met[values[1 : half + 1] ^ values[left - half : left][::-1]] = True
        values[n] = met.argmin()
    return values


def ours(code: str, to: int, *, period: bool) -> NDArray[np.int32]:
    """The table of lastmove; without ``period`` every heap is worked out."""
    table = TakeTable(read_code(code))
    if not period:
        table._prove = lambda: None  # type: ignore[method-assign]
    return table.values(to, Meter())


def seconds(work: Callable[[], object], runs: int) -> float:
    """The least time of a few runs."""
    best = float("inf")
    for _ in range(runs):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


def main() -> None:
    """Print the table."""
    ours("0.77", 9000, period=False)  # compiles
    print("| game, heaps up to | lastmove | numpy | Python | ratios |\n|---|---:|---:|---:|---|")
    for code, to in (("0.77", 2000), ("0.77", 20_000), ("0.106", 2000), ("0.106", 20_000)):
        mine = seconds(lambda: ours(code, to, period=False), 3)  # noqa: B023
        rows = seconds(lambda: in_numpy(code, to), 1)  # noqa: B023
        sets = seconds(lambda: in_python(code, to), 1) if to <= 2000 else None  # noqa: B023
        values = ours(code, to, period=False).tolist()
        assert values == in_numpy(code, to).tolist()
        assert sets is None or values == in_python(code, to)
        said = f"{rows / mine:.1f}" + ("" if sets is None else f", {sets / mine:.1f}")
        shown = "" if sets is None else f"{sets:.2f} s"
        print(f"| {code}, {to:,} | {mine:.3f} s | {rows:.2f} s | {shown} | {said} |", flush=True)
    for code, to, period in (("0.77", 10**6, False), ("0.77", 10**6, True), ("0.106", 100_000, False)):
        mine = seconds(lambda: ours(code, to, period=period), 1)  # noqa: B023
        how = "by the period" if period else "heap by heap"
        print(f"| {code}, {to:,}, {how} | {mine:.3f} s | | | |", flush=True)


if __name__ == "__main__":
    main()
