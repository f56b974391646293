"""Strips by their halves: what lies left and right of the token, in classes that differ only where play needs it.

``column_tables`` has the moves of a token as tables. ``half_play`` finds the winner between two halves, ``half_reach``
the stands that play comes to, ``half_blame`` the halves that are in the wrong class. ``half_strips`` goes from one to
the other until no half is blamed: then the classes are a proof for strips of every length (``settled_halves``).
"""
