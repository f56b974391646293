"""A name for the text of this search: compiled code and saved tables can be used with that text only."""

from __future__ import annotations

from lastmove.core.compiling import digest_of

__all__ = ["sources_digest"]

_SEARCH = "lastmove.search.fast"


def sources_digest(rules: str = "") -> str:
    """The digest of the version of lastmove and of the source text of every module of this search.

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
