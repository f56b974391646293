"""Misère quotients of closed sets of positions, computed and proved.

``atoms`` says what the positions are made of, ``monoid`` holds a finite monoid with its outcomes, ``growing`` makes
the monoid for one more atom, ``failures`` finds the least position where a monoid is wrong, ``solver`` goes from one
to the other until none is left.
"""
