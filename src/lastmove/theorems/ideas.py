"""What several theorems advise alike: how the winner plays, to someone who wants to win."""

from __future__ import annotations

CHOOSE_WHO_COMES_NEXT = (
    "On a heavy vertex you choose who comes next: leave 1 or take all, one of the two wins on a loop or beside a "
    "vertex of weight 1. Among vertices of weight 1 nothing is left to choose: count them, an even number joined "
    "together is good for you."
)

CHOOSE_WHO_MOVES_ON = (
    "On a vertex of weight 2 or more you choose who moves on from it: take all, or leave 1 and stay. On vertices of "
    "weight 1 work backwards from those that lead to a heavy vertex."
)

EVEN_SETS = (
    "Mark vertices of one side so that every vertex of the other side has an even number of edges to marked ones. "
    "Always bring the token back to a marked one: your opponent uses up one of these edges, you another, so you never "
    "run out."
)

HEAP_BY_HEAP = (
    "Only two moves are worth a thought. With an odd number of heaps: empty yours, or leave 1. With an even number: "
    "empty it, or take 1."
)

PAIR_AND_EMPTY = (
    "Pair up neighbouring vertices, as many pairs as you can. Always empty your vertex and slide to its partner. "
    "Wherever your opponent goes, that vertex has a partner, too."
)

WORTH_NIM_HEAPS = (
    "Each part is worth a Nim heap, its Grundy value. Leave the nim-sum of these values 0, and make it 0 again after "
    "every reply."
)
