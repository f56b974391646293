"""Wheels of lastmove and of the pure-Python packages it needs, made from what is installed."""

from __future__ import annotations

import base64
import io
import re
import zipfile
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING

import lastmove
from lastmove._version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import Distribution

__all__ = ["Wheel", "needed_wheels"]

_DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file: the same packages make the same wheels."""
_COMPILED = (".so", ".pyd", ".dylib", ".dll")
_LEFT_OUT = ("__pycache__", ".pyc")


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel: the name of its file, its bytes, and the modules at its top."""

    name: str
    data: bytes
    modules: tuple[str, ...]


def needed_wheels() -> tuple[list[Wheel], list[str]]:
    """The wheel of lastmove and those of what it needs, and the names of packages that are compiled and so left out."""
    found, left_out = [_own_wheel()], []
    seen: set[str] = set()
    names = _requirements("lastmove")
    while names:
        name = names.pop()
        if _plain(name) in seen:
            continue
        seen.add(_plain(name))
        try:
            package = distribution(name)
        except PackageNotFoundError:  # one for other systems
            continue
        files = dict(_files(package))
        if any(path.endswith(_COMPILED) for path in files):
            left_out.append(name)
            continue
        found.append(_wheel(package.metadata["Name"], package.version, files))
        names += _requirements(name)
    return found, sorted(left_out)


def _requirements(name: str) -> list[str]:
    """The names of the packages that one needs in any case: those of extras are not needed."""
    asked = distribution(name).requires or []
    return [re.split(r"[^\w.-]", text.strip(), maxsplit=1)[0] for text in asked if "extra ==" not in text]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "_", name).lower()


def _files(package: Distribution) -> Iterator[tuple[str, bytes]]:
    """The files of an installed package by their path in its wheel; scripts lie elsewhere."""
    for path in package.files or ():
        if ".." not in path.parts and not any(path.match(f"*{end}") or end in path.parts for end in _LEFT_OUT):
            place = Path(str(path.locate()))
            if place.is_file() and path.name not in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json"):
                yield path.as_posix(), place.read_bytes()


def _own_wheel() -> Wheel:
    """lastmove itself: it may be installed in a way that lists no files."""
    folder = Path(lastmove.__file__).parent
    files = {}
    for place in sorted(folder.rglob("*")):
        if place.is_file() and "__pycache__" not in place.parts:
            files[f"lastmove/{place.relative_to(folder).as_posix()}"] = place.read_bytes()
    facts = f"lastmove-{__version__}.dist-info"
    files[f"{facts}/METADATA"] = str(distribution("lastmove").metadata).encode("utf-8", "replace")
    files[f"{facts}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: lastmove\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    return _wheel("lastmove", __version__, files)


def _wheel(name: str, version: str, files: dict[str, bytes]) -> Wheel:
    facts = next(path.partition("/")[0] for path in files if path.partition("/")[0].endswith(".dist-info"))
    record = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in files.items()]
    whole = {**files, f"{facts}/RECORD": "\n".join([*record, f"{facts}/RECORD,,", ""]).encode()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, data in whole.items():
            packed.writestr(zipfile.ZipInfo(path, _DATE), data, zipfile.ZIP_DEFLATED)
    tops = {path.partition("/")[0].removesuffix(".py") for path in files if path.endswith(".py")}
    modules = tuple(sorted(top for top in tops if top.isidentifier()))
    return Wheel(f"{_plain(name)}-{version}-py3-none-any.whl", out.getvalue(), modules)


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(sha256(data).digest()).rstrip(b"=").decode()
