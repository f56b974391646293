"""Sums of games: by Grundy values, by genus, by search.

How much is worked out is a matter of size:
"""

SMALL_SUM = 5_000
"""With no more components below all values are worked out; else the last one only as far as the question needs."""
LARGE_HEAP = 2_000
"""From this heap on moves are not tried in the order of the game."""
LOOK_AHEAD = 2_000
"""A period is looked for at least up to this heap, however few values are asked for."""
LOOK_AHEAD_SLOWLY = 100
"""The same for codes with repeating digits, and those that leave three and more heaps."""
LARGE_SUBTRACTION = 100_000
"""From a larger heap of a subtraction game on it is counted whether a table of all smaller heaps is a waste."""
FEW_BELOW = 10_000
"""It is one if no more heaps than this can be reached."""
