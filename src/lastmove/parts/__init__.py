"""Boards that come apart along small cuts; here are the numbers that say how far this room goes.

Nothing is wrong where one is changed: answers are the same, sooner or later, or the search gives them.
"""

MOST_PORTS = 64
"""Ports of one part; in diagrams and certificates, questions below this number ask whether that port is closed."""

MOST_CUT = 6
"""Ports at one cut of a board that is tried. In misère play on w x 12 grids each port more takes some 100 times as many
nodes (w = 2 to 5: 27, 678, 88,670, over 3 million); boards with holes take far fewer."""

MOST_BAG = 12
"""Vertices of one bag or, in NimG, the sum of their weights."""

MOST_BESIDE = 40
"""Bags next to one bag."""

FIRST_LAYERS, FIRST_LAYERS_WORK = 24, 100_000
"""First layers from which a board is taken apart: so many, and fewer where they would look at more vertices in all."""

FIRST_LAYER_REACH = 5
"""A first layer is a shortest path to a vertex at most so far away."""

LOOK_EVERY = 4096
"""Limits are looked at each time so many nodes have been made, or so many combinations worked out."""
