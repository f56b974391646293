"""Misère quotients of closed sets of positions, computed and proved.

``atoms`` says what the positions are made of, ``monoid`` holds a finite monoid with its outcomes, ``growing`` makes
the monoid for one more atom, ``like_known`` sees at once that an atom adds nothing, ``failures`` finds the least
position where a monoid is wrong, ``quotient_solver`` goes from one to the other until none is left.

On these stand ``heap_growth`` (a heap game, heap by heap, and its period), ``sum_quotient`` (everything below one sum),
``presentation`` and ``structure`` (what people read) and ``saved`` (stopped work on disk).
"""
