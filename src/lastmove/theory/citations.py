"""The papers, and the other sources that results are taken from."""

from __future__ import annotations

from lastmove.theory.statement import Paper

__all__ = [
    "BURKE_GEORGE",
    "CONWAY",
    "DR",
    "FOLKLORE",
    "FSU",
    "HR",
    "LICHTENSTEIN_SIPSER",
    "LM",
    "LS",
    "PLAMBECK_SIEGEL",
    "RS",
    "SCHAEFER",
]

LS = Paper("log-space", "Nim in log space", "Nim is solvable in logarithmic space", "unnamed manuscript")
DR = Paper("duchene-renault", "Duchêne-Renault", "Vertex Nim played on graphs", "É. Duchêne, G. Renault", 2014)
RS = Paper(
    "renault-schmidt",
    "Renault-Schmidt",
    "On the complexity of the misère version of three games played on graphs",
    "G. Renault, S. Schmidt",
    2015,
)
HR = Paper("holshouser-reiter", "Holshouser-Reiter", "Misère games", "A. Holshouser, H. Reiter")
LM = Paper("lastmove", "lastmove", "Results proved in the documentation of lastmove", "the lastmove developers")
FSU = Paper(
    "fraenkel-scheinerman-ullman",
    "Fraenkel-Scheinerman-Ullman",
    "Undirected edge geography",
    "A. S. Fraenkel, E. R. Scheinerman, D. Ullman",
    1993,
)
LICHTENSTEIN_SIPSER = Paper(
    "lichtenstein-sipser",
    "Lichtenstein-Sipser",
    "GO is polynomial-space hard",
    "D. Lichtenstein, M. Sipser",
    1980,
)
SCHAEFER = Paper(
    "schaefer",
    "Schaefer",
    "On the complexity of some two-person perfect-information games",
    "T. J. Schaefer",
    1978,
)
BURKE_GEORGE = Paper("burke-george", "Burke-George", "A PSPACE-complete graph Nim", "K. Burke, O. George", 2011)
CONWAY = Paper("conway", "Conway", "On numbers and games, chapter 12", "J. H. Conway", 1976)
PLAMBECK_SIEGEL = Paper(
    "plambeck-siegel",
    "Plambeck-Siegel",
    "Misère quotients for impartial games",
    "T. E. Plambeck, A. N. Siegel",
    2008,
)
FOLKLORE = Paper("folklore", "folklore", "Well known, by working backwards from the end of the game", "")
