"""Papers and books, and how they are cited in BibTeX."""

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
