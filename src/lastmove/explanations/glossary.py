"""Words of the theorems, explained to someone who knows only the rules."""

from __future__ import annotations

import re

__all__ = ["WORDS", "words_in"]

WORDS: dict[str, str] = {
    "nim-sum": "Write the numbers in binary and add them without carrying: a binary digit of the nim-sum is 1 where "
    "an odd number of the numbers have a 1. Equal numbers cancel out.",
    "Grundy value": "A number for every position: the least number 0, 1, 2, ... that no move leads to. A position "
    "without moves has 0. In normal play the player to move loses exactly at value 0. In misère play a position "
    "without moves has 1 instead, and then the same holds.",
    "component": "A part that play cannot leave or join to the rest: separate heaps and the parts of a sum; in a "
    "graph, all that can be reached along edges.",
    "matching": "A set of edges no two of which share a vertex. It is maximum if no other set of this kind has more "
    "edges, and it covers the vertices at the ends of its edges.",
    "barrier": "A set of vertices. Taken away, it leaves so many pieces with an odd number of vertices that no "
    "matching can cover more vertices than the one shown.",
    "bipartite": "The vertices fall into two sides such that every edge joins one side to the other.",
    "tree": "A graph whose vertices are all joined, in one way only: there is no way round.",
    "loop": "An edge from a vertex to itself.",
    "circuit": "Arcs that lead round, from a vertex back to itself.",
    "special": "Every position of value 0 that has a move has a move to value 1.",
    "tame": "Misère play is as easy as Nim: in every position below, the Grundy values of normal and misère play are "
    "equal, or are 0 and 1 in some order.",
    "misère quotient": "A table of multiplication for positions: each has an element, sums multiply, and whether a sum "
    "is P depends on its element alone.",
    "fickle": "The Grundy values of normal and misère play are 0 and 1 in some order, as for a Nim heap of 0 or 1.",
    "P": "A position in which the player to move loses (the Previous player wins).",
    "N": "A position in which the player to move wins (the Next player wins).",
}
"""Each word as it stands in texts, with what it means."""

_ENDINGS = {"matching": "s?", "component": "s?", "loop": "s?", "circuit": "s?", "tree": "s?", "Grundy value": "s?"}


def words_in(text: str) -> list[tuple[str, str]]:
    """The words of the glossary that a text uses, in the order of the glossary.

    >>> [word for word, _ in words_in("Here the component of a is bipartite.")]
    ['component', 'bipartite']
    """
    return [
        (word, meaning)
        for word, meaning in WORDS.items()
        if re.search(rf"(?<![\w-]){re.escape(word)}{_ENDINGS.get(word, '')}(?![\w-])", text)
    ]
