"""What a certificate of a position shows of a move: a winning move leads to a position that is P."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Finding
from lastmove.games.nimg import NimGRM
from lastmove.theorems.rules.matchings.matching_check import Matching, playing_field

if TYPE_CHECKING:
    from lastmove.certificates.certificate import Certificate
    from lastmove.core.play import Play


def shown_after(certificate: Certificate, position: Any, play: Play, move: Any) -> Finding | None:
    """Who wins after a legal move, where the certificate of the position itself shows it; else ``None``.

    Raises
    ------
    Refuted
        If the certificate proves nothing of the position.
    """
    after = position.after(move)
    if next(iter(after.moves()), None) is None:
        return Finding(play.wins_when_stuck, "it ends the game")
    if isinstance(certificate, Matching):
        return _after_matching(certificate, position, play, move)
    return certificate.after(position, play, move)


def _after_matching(certificate: Matching, position: Any, play: Play, move: Any) -> Finding | None:
    """A move along the matching wins, if every maximum matching covers the token.

    Then the graph without the token's vertex has maximum matchings with one edge less; this one, without the edge of
    the move, is one of them, and leaves out where the token went. In NimG-RM the vertex is emptied.
    """
    if not certificate.outcome(position, play).wins or (isinstance(position, NimGRM) and move.remaining):
        return None
    token, to = position.graph.index(position.start), position.graph.index(move.to)
    if certificate.to is not None:
        chosen = certificate.to == to and playing_field(position, play).settled(token) is None
        return Finding(False, "it is the move that the certificate is about") if chosen else None
    if certificate.instead is not None or playing_field(position, play).settled(token) is not None:
        return None  # then it was something else that showed the outcome
    along = (token, to) in certificate.matching or (to, token) in certificate.matching
    return Finding(False, "it goes along the matching") if along else None
