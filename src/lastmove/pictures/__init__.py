"""Pictures of positions: a view is laid out, made into a scene of plain shapes, and written as SVG or TikZ.

``layout`` and ``places`` say where things go; ``graphs``, ``heaps`` and ``compose`` make scenes; ``marks`` says what is
known of the position and is to be shown; ``svg`` (also PNG) and ``tikz`` write a scene. None of them knows a game by
name.
"""
