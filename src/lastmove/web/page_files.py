"""The files of the page: those in the package, and the style sheet made from the styles of pictures."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from lastmove.pictures.scene import PALETTES, STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from lastmove.pictures.scene import Style

PICTURES_CSS = "pictures.css"

_MEDIA = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "mjs": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
}


def media_type(name: str) -> str:
    """What a file of this name is to a browser."""
    return _MEDIA.get(name.rpartition(".")[2].lower(), "application/octet-stream")


def page_files() -> dict[str, bytes]:
    """Every file of the page by its path, with ``/`` between folders."""
    found = dict(_walk(files("lastmove.web").joinpath("page"), ""))
    return {**found, PICTURES_CSS: pictures_css().encode()}


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    if not folder.is_dir():
        return
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _walk(entry, f"{path}{entry.name}/")
        elif not entry.name.startswith((".", "__")):
            yield f"{path}{entry.name}", entry.read_bytes()


def content_policy(*, scripts: str = "", connect: str = "") -> str:
    """The content security policy of the page; words may be added to what scripts and requests may do."""
    rules = {
        "default-src": "'none'",
        "script-src": f"'self' {scripts}".strip(),
        "style-src": "'self'",
        "img-src": "'self' data: blob:",
        "font-src": "'self'",
        "connect-src": f"'self' {connect}".strip(),
        "worker-src": "'self'",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def pictures_css(*, within: str = "") -> str:
    """The looks of pictures, from the one table that draws them for files too.

    Colours are custom properties ``--lm-ROLE``, light and dark; shapes have the class ``lm-STYLE``.

    Parameters
    ----------
    within
        A selector in front of every rule, where the page is not ours.
    """
    dark = PALETTES["dark"]
    roles = " ".join(f"--lm-{role}: light-dark({light}, {dark[role]});" for role, light in PALETTES["light"].items())
    rules = [f"{within or ':root'} {{ color-scheme: light dark; {roles} }}"]
    rules += (f"{within} .lm-{name} {{ {_looks(style)} }}".lstrip() for name, style in STYLES.items())
    inks = " ".join(f"--lm-{role}: {colour};" for role, colour in PALETTES["print"].items())
    rules.append(f"@media print {{ {within or ':root'} {{ {inks} }} }}")
    return "\n".join([*rules, ""])


def _looks(style: Style) -> str:
    found = [f"fill: {_role(style.fill)};", f"stroke: {_role(style.stroke)};"]
    if style.width:
        found.append(f"stroke-width: {style.width:g};")
    if style.dash:
        found.append(f"stroke-dasharray: {' '.join(f'{part:g}' for part in style.dash)};")
    elif style.fill == "none":
        found.append("stroke-linecap: round;")
    if style.size:
        found.append(f"font-size: {style.size:g}px;")
    if style.bold:
        found.append("font-weight: bold;")
    if style.mono:
        found.append("font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace;")
    return " ".join(found)


def _role(role: str) -> str:
    return "none" if role == "none" else f"var(--lm-{role})"
