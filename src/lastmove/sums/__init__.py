"""Sums of games: by Grundy values, by genus, by search.

How much is worked out is a matter of size:
"""

SMALL_SUM = 5_000
"""With no more components below all values are worked out, which took half a second on boards of 16 vertices; else the
last one only as far as the question needs."""
LARGE_HEAP = 2_000
"""From this heap on moves are not tried in the order of the game: it has a thousand splits for each amount."""
LOOK_AHEAD = 2_000
"""A period is looked for at least up to this heap, however few values are asked for; for 0.16 that took 50 ms."""
LOOK_AHEAD_SLOWLY = 100
"""The same for codes with repeating digits, and those that leave three and more heaps: 30 ms for 0.3[3], of which 2,000
heaps took six seconds."""
LARGE_SUBTRACTION = 100_000
"""From a larger heap of a subtraction game on it is counted whether a table of all smaller heaps is a waste; without
Numba a table of so many takes seconds."""
FEW_BELOW = 10_000
"""It is one if no more heaps than this can be reached."""
SMALL_BOARD = 12
"""On boards of undirected Vertex Geography with fewer vertices a search is as quick as a matching."""
