"""Which search this is: compiled code and saved tables belong to one text of the machine and the rules."""

from __future__ import annotations

from lastmove.graphs.compiling import digest_of

__all__ = ["sources_digest"]

_SEARCH = "lastmove.search.fast"


def sources_digest(rules: str = "") -> str:
    """A name for the version of the package and the source text of every module of this search.

    Parameters
    ----------
    rules
        As a board names its rules; where these are in another package, the sources of that are added.
    """
    packages = [_SEARCH]
    for name in rules.split(":"):
        package = name.rpartition(".")[0] or name
        if package and not package.startswith(_SEARCH) and package not in packages:
            packages.append(package)
    return digest_of(*packages)
