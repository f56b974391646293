"""Heap games: tables of values, periods, and Nim on files.

Which way to a value is taken is a matter of size, and of what is installed:
"""

SMALL_HEAP = 150
"""Up to this heap a list is as fast as loading numpy, so no question about smaller heaps loads it."""
LONG_TABLE = 8192
"""From this heap on the compiled kernel fills tables: before, rows of numpy take less time than loading Numba."""
LONG_SEQUENCE = 20_000
"""Periods of longer sequences are looked for by compiled code: before, it saves less than loading Numba takes."""
