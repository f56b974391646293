"""The papers, books and other sources that results are taken from, and how they are cited in BibTeX."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """Where statements come from.

    Attributes
    ----------
    key
        How it is named on a command line and in a bibliography.
    name
        How it is called in a reason.
    title, authors, year
        As printed; authors by commas, the last name of each last.
    kind
        The type of its BibTeX entry; empty for what cannot be cited.
    printed
        Further fields of that entry, such as the journal, by their BibTeX names.
    """

    key: str
    name: str
    title: str
    authors: str
    year: int | None = None
    kind: str = "misc"
    printed: tuple[tuple[str, str], ...] = ()

    def bibtex(self) -> str:
        """The BibTeX entry; empty for what cannot be cited.

        Examples
        --------
        >>> print(Paper("bouton", "Bouton", "Nim", "C. L. Bouton", 1901).bibtex())
        @misc{bouton,
          author = {C. L. Bouton},
          title = {Nim},
          year = {1901},
        }
        """
        year = () if self.year is None else (("year", str(self.year)),)
        by = (("author", self.authors.replace(", ", " and ")),) if self.authors else ()
        return entry(self.kind, self.key, (*by, ("title", self.title), *self.printed, *year)) if self.kind else ""


def entry(kind: str, key: str, fields: tuple[tuple[str, str], ...]) -> str:
    """One entry of a bibliography, with accents as TeX writes them."""
    lines = [f"  {name} = {{{_in_tex(value)}}}," for name, value in fields]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])


_ACCENTS = {"\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0304": "=", "\u0308": '"'}


def _in_tex(text: str) -> str:
    r"""Accents as commands, so that every BibTeX reads them.

    >>> _in_tex("É. Duchêne")
    "{\\'E}. Duch{\\^e}ne"
    """
    apart = unicodedata.normalize("NFD", text)
    marks = "".join(_ACCENTS)
    written = re.sub(f"(.)([{marks}])", lambda found: f"{{\\{_ACCENTS[found[2]]}{found[1]}}}", apart)
    return written.replace("\u2013", "--")


__all__ = [
    "BOUTON",
    "BURKE_FERLAND_TENG",
    "BURKE_GEORGE",
    "CONWAY",
    "DR",
    "FERGUSON",
    "FOLKLORE",
    "FSU",
    "FUKUYAMA",
    "GRUNDY",
    "GUY_SMITH",
    "HR",
    "LICHTENSTEIN_SIPSER",
    "LM",
    "LS",
    "PLAMBECK_SIEGEL",
    "RS",
    "SCHAEFER",
    "SEREEKIATDILOK_VICHITKUNAKORN",
    "SPRAGUE",
]


def _article(
    journal: str, volume: str = "", pages: str = "", number: str = "", doi: str = ""
) -> tuple[tuple[str, str], ...]:
    """Where an article was printed; pages by an en dash. What could not be looked up is left out."""
    fields = (("journal", journal), ("volume", volume), ("number", number), ("pages", pages), ("doi", doi))
    return tuple((name, value) for name, value in fields if value)


_TCS = "Theoretical Computer Science"

LS = Paper(
    "log-space",
    "Nim in log space",
    "Nim is solvable in logarithmic space",
    "",
    kind="unpublished",
    printed=(("note", "Manuscript that does not name its authors"),),
)
DR = Paper(
    "duchene-renault",
    "Duchêne-Renault",
    "Vertex Nim played on graphs",
    "E. Duchêne, G. Renault",
    2014,
    "article",
    _article(_TCS, doi="10.1016/j.tcs.2013.11.025"),
)
RS = Paper(
    "renault-schmidt",
    "Renault-Schmidt",
    "On the complexity of the misère version of three games played on graphs",
    "G. Renault, S. Schmidt",
    2015,
    "article",
    _article(_TCS, "595", "159–167"),
)
HR = Paper(
    "holshouser-reiter",
    "Holshouser-Reiter",
    "Misère games",
    "A. Holshouser, H. Reiter",
    kind="unpublished",
    printed=(("note", "Manuscript without a date"),),
)
LM = Paper(
    "lastmove", "lastmove", "Results proved in the documentation of lastmove", "the lastmove developers", kind=""
)
FSU = Paper(
    "fraenkel-scheinerman-ullman",
    "Fraenkel-Scheinerman-Ullman",
    "Undirected edge geography",
    "A. S. Fraenkel, E. R. Scheinerman, D. Ullman",
    1993,
    "article",
    _article(_TCS, "112", "371–381", "2", "10.1016/0304-3975(93)90026-P"),
)
SEREEKIATDILOK_VICHITKUNAKORN = Paper(
    "sereekiatdilok-vichitkunakorn",
    "Sereekiatdilok-Vichitkunakorn",
    "Undirected edge geography games on grids",
    "T. Sereekiatdilok, P. Vichitkunakorn",
    2025,
    printed=(("note", "arXiv:2504.12148"),),
)
FUKUYAMA = Paper(
    "fukuyama",
    "Fukuyama",
    "A Nim game played on graphs",
    "M. Fukuyama",
    2003,
    "article",
    _article(_TCS, "304", "387–399", "1-3"),
)
LICHTENSTEIN_SIPSER = Paper(
    "lichtenstein-sipser",
    "Lichtenstein-Sipser",
    "GO is polynomial-space hard",
    "D. Lichtenstein, M. Sipser",
    1980,
    "article",
    _article("Journal of the ACM", "27", "393–401", "2", "10.1145/322186.322201"),
)
SCHAEFER = Paper(
    "schaefer",
    "Schaefer",
    "On the complexity of some two-person perfect-information games",
    "T. J. Schaefer",
    1978,
    "article",
    _article("Journal of Computer and System Sciences", "16", "185–225", "2", "10.1016/0022-0000(78)90045-4"),
)
BURKE_GEORGE = Paper(
    "burke-george",
    "Burke-George",
    "A PSPACE-complete graph Nim",
    "K. Burke, O. George",
    2011,
    printed=(("note", "arXiv:1101.1507"),),
)
BURKE_FERLAND_TENG = Paper(
    "burke-ferland-teng",
    "Burke-Ferland-Teng",
    "Winning the war by (strategically) losing battles: settling the complexity of Grundy-values in undirected "
    "geography",
    "K. Burke, M. Ferland, S.-H. Teng",
    2021,
    printed=(("note", "arXiv:2106.02114"),),
)
CONWAY = Paper(
    "conway",
    "Conway",
    "On numbers and games, chapter 12",
    "J. H. Conway",
    1976,
    "book",
    (("publisher", "Academic Press"),),
)
PLAMBECK_SIEGEL = Paper(
    "plambeck-siegel",
    "Plambeck-Siegel",
    "Misère quotients for impartial games",
    "T. E. Plambeck, A. N. Siegel",
    2008,
    "article",
    (*_article("Journal of Combinatorial Theory, Series A", "115"), ("note", "arXiv:math/0609825")),
)
FOLKLORE = Paper("folklore", "folklore", "Well known, by working backwards from the end of the game", "", kind="")

BOUTON = Paper(
    "bouton",
    "Bouton",
    "Nim, a game with a complete mathematical theory",
    "C. L. Bouton",
    1901,
    "article",
    _article("Annals of Mathematics (2)", "3", "35–39", doi="10.2307/1967631"),
)
SPRAGUE = Paper(
    "sprague",
    "Sprague",
    "Über mathematische Kampfspiele",
    "R. Sprague",
    1935,
    "article",
    _article("Tôhoku Mathematical Journal", "41", "438–444"),
)
GRUNDY = Paper(
    "grundy", "Grundy", "Mathematics and games", "P. M. Grundy", 1939, "article", _article("Eureka", "2", "6–8")
)
FERGUSON = Paper(
    "ferguson",
    "Ferguson",
    "Misère annihilation games",
    "T. S. Ferguson",
    1984,
    "article",
    _article("Journal of Combinatorial Theory, Series A", "37", "205–230"),
)
GUY_SMITH = Paper(
    "guy-smith",
    "Guy-Smith",
    "The G-values of various games",
    "R. K. Guy, C. A. B. Smith",
    1956,
    "article",
    _article("Proceedings of the Cambridge Philosophical Society", "52", "514–526", "3"),
)
