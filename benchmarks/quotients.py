"""Misère quotients: how long they take, with the proof of each.

    python benchmarks/quotients.py            some seconds
    python benchmarks/quotients.py --long     also 0.07 up to heap 33

Processor seconds, of the solver and then of the check of the certificate, which knows nothing of the solver.
MisereSolver (Java) took about 0.1 s for Kayles and 286 s for 0.07 up to heap 33 on a machine of this kind; that is
quoted, not measured here.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from lastmove.core.limits import Meter
from lastmove.games.octal import Octal, read_code
from lastmove.heaps.check import HeapTable
from lastmove.quotients.check import Quotient
from lastmove.quotients.heap_games import HeapGrowth
from lastmove.quotients.monoid import Atoms, HeapFamily, options_of
from lastmove.quotients.solver import QuotientSolver
from lastmove.quotients.sums import written

GAMES = (("0.123", 32), ("0.75", 32), ("0.77", 170), ("0.15", 160), ("0.152", 160), ("0.07", 25), ("0.07", 31))
LONG = (("0.07", 33),)


def grown(code: str, heap: int) -> tuple[HeapGrowth, float]:
    """The quotient up to a heap, and the seconds it took."""
    began = time.process_time()
    atoms, rules = Atoms(), read_code(code)
    family = HeapFamily(options_of(rules), atoms)
    growth = HeapGrowth(family, atoms, QuotientSolver(atoms.rules), rules)
    growth.grow(heap, Meter())
    return growth, time.process_time() - began


def checked(code: str, growth: HeapGrowth) -> float:
    """The seconds that the check of the certificate takes."""
    found = growth.quotient()
    table = HeapTable.of(read_code(code), growth.values(found), growth.period)
    certificate = Quotient(*written(found), (), (table,))
    position: Any = Octal(code, [growth.heap])
    began = time.process_time()
    certificate.checked(position)
    return time.process_time() - began


def main() -> None:
    """Print a table."""
    print("| game, heaps up to | elements/P | found, s | checked, s |")
    print("|---|---:|---:|---:|")
    for code, heap in GAMES + (LONG if "--long" in sys.argv else ()):
        growth, seconds = grown(code, heap)
        order, lost = growth.steps[-1][1:]
        row = f"| {code}, {heap} | {order}/{lost} | {seconds:.2f} |"
        print(f"{row} {checked(code, growth):.2f} |", flush=True)


if __name__ == "__main__":
    main()
