"""How a search ends itself where another way pays more."""


class EnoughTried(Exception):
    """The search has cost so much that another way is taken; nobody outside of it hears of it."""
