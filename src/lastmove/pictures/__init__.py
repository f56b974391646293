"""Pictures of positions: a view is laid out, made into a scene of plain shapes, and written as SVG or TikZ.

``layout`` places the nodes of a graph; ``graph_pictures``, ``heap_pictures`` and ``composing`` make scenes; ``marks``
says what is known of the position and is to be shown; ``svg``, ``tikz`` and ``png`` write a scene. None of them knows a
game by name.
"""
