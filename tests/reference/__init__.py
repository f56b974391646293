"""An independent second implementation of the rules, for the tests only.

It was written from the text of the rules and imports nothing from ``lastmove``, on purpose: a mistake in
one of the two implementations shows as a disagreement.
"""
