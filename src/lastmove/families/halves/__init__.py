"""Strips by their halves: what lies left and right of the token, in classes that differ only where play needs it.

``play`` finds the winner between two halves, ``kernels`` the stands that play comes to and the halves that are in the
wrong class. ``search`` goes from one to the other until no half is blamed: then the classes are a proof for strips of
every length (``by_halves``).
"""
