"""Every member of a family at once; here are the numbers that say how far this room goes.

Where one of the numbers up to LEAST_ROWS is changed, answers come sooner or later, or are unknown; none is wrong. The
others are what the commands accept and what a check goes through.
"""

FIRST_POSITIONS = 50_000
"""What types may cost where halves may decide too: a little more than on 4 x n grids in misère play (46,951)."""

SHARE = 0.75
"""What halves may then spend of the time and the positions that are left; types go on with the rest."""

POSITIONS_A_LOOK = 400
"""What is done between two looks takes as long as so many positions: functions may grow while positions do not."""

COMPILING = 40.0
"""Seconds left from which the kernels of halves can be compiled first; that was seen to take a third of it."""

SIZES_AT_ONCE = 4
"""Steps of halves are mended if a board at most so much larger than the smallest shows that they are wrong."""

MOST_COLUMNS = 64
"""What can be left of a column, in so many ways at most where halves are tried; their tables have a row for each."""

MOST_MATCHED_PORTS = 12
"""Ports of a part where matchings decide. Its type has a number for each set of ports: 8 x n grids take 0.3 seconds,
10 x n grids 4."""

LEAST_ROWS = 12
"""Members whose winning starts are counted, at least."""

MOST_STARTS, MOST_CHECKED_STARTS = 200_000, 20_000
"""Starts of a member of which all are answered, and of which a check goes through all."""

MOST_CHECKED_ROWS, MOST_CHECKED_LENGTHS = 1000, 100
"""Members of a family, and lengths of words, whose winning starts a check counts."""

MOST_CHECKED_PORTS = 16
"""Ports of a part whose type by matchings a check reads."""

MOST_CHECKED_PAIRS = 100_000
"""Pairs of a state of an automaton and of what has been read that a check goes through."""

MOST_PLACES, MOST_WEIGHT, MOST_LETTER = 60, 99, 9
"""Vertices of a column, the weight of every vertex, and a weight that is a letter of a word."""
