"""Heap games: tables of values, periods, and Nim on files.

Which way to a value is taken is a matter of size, and of what is installed:
"""

SMALL_HEAP = 150
"""Up to this heap lists answer: 150 heaps of Kayles take half a millisecond, loading numpy a hundred times as long."""
LONG_TABLE = 8192
"""From this heap on the compiled kernel fills tables: rows of numpy for so many heaps of 0.07 or 0.356 take about as
long as Numba takes to load, and the kernel is then some hundred times as fast."""
LONG_SEQUENCE = 20_000
"""Periods of longer sequences are looked for by compiled code; so many values take plain Python a few milliseconds."""
