"""Misère quotients of closed sets of positions, computed and proved.

``quotient`` is what people call. ``monoid`` says what positions are made of and holds a finite monoid with its
outcomes, ``solver`` makes the monoid for one more atom, finds the least position where it is wrong and goes on until
there is none.

On these stand ``heap_games`` (heap by heap, with the period, and stopped work on disk) and ``sums`` (everything below
one sum). ``check`` and ``check_answer`` use none of it.
"""
