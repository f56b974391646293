"""How each named style looks: in light, in dark, and in black and white.

Colour never says anything alone: winning moves are solid and losing ones dashed, N is round and P is square, and both
carry their letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PALETTES", "STYLES", "Style", "colour"]


@dataclass(frozen=True, slots=True)
class Style:
    """Roles of colours, looked up in a palette, and what is the same in all of them."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    dash: tuple[float, ...] = ()
    size: float = 0.0
    bold: bool = False
    mono: bool = False


PALETTES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "light": {
            "paper": "#ffffff",
            "ink": "#1c2430",
            "soft": "#5b6675",
            "faint": "#aab2bd",
            "node": "#f2f5fa",
            "shade": "#cfd6e2",
            "win": "#00775b",
            "lose": "#c03c12",
            "on-mark": "#ffffff",
            "token": "#1d55c9",
            "counter": "#e8b64c",
            "on-counter": "#1c2430",
            "proof": "#7443b5",
            "band": "#cdb8ee",
        },
        "dark": {
            "paper": "#151a21",
            "ink": "#eef1f6",
            "soft": "#a9b3c1",
            "faint": "#5a6472",
            "node": "#262e39",
            "shade": "#4a5567",
            "win": "#45d3a6",
            "lose": "#ff8f66",
            "on-mark": "#10141a",
            "token": "#7eb0ff",
            "counter": "#d9a036",
            "on-counter": "#151a21",
            "proof": "#c7a4ff",
            "band": "#563d80",
        },
        "print": {
            "paper": "#ffffff",
            "ink": "#000000",
            "soft": "#333333",
            "faint": "#999999",
            "node": "#ffffff",
            "shade": "#cccccc",
            "win": "#000000",
            "lose": "#000000",
            "on-mark": "#ffffff",
            "token": "#000000",
            "counter": "#e6e6e6",
            "on-counter": "#000000",
            "proof": "#000000",
            "band": "#c4c4c4",
        },
    }
)

STYLES: Mapping[str, Style] = MappingProxyType(
    {
        "paper": Style(fill="paper"),
        "edge": Style(stroke="ink", width=2),
        "tip": Style(fill="ink"),
        "edge-faded": Style(stroke="faint", width=1.6),
        "tip-faded": Style(fill="faint"),
        "edge-win": Style(stroke="win", width=4.4),
        "tip-win": Style(fill="win"),
        "edge-lose": Style(stroke="lose", width=2.6, dash=(7, 5)),
        "tip-lose": Style(fill="lose"),
        "edge-unknown": Style(stroke="soft", width=2.6, dash=(2, 4)),
        "tip-unknown": Style(fill="soft"),
        "edge-legal": Style(stroke="token", width=3.4),
        "tip-legal": Style(fill="token"),
        "band": Style(stroke="band", width=13),
        "node": Style(fill="node", stroke="ink", width=2),
        "node-p": Style(fill="shade", stroke="ink", width=2),
        "node-faded": Style(fill="paper", stroke="faint", width=1.6, dash=(4, 3)),
        "token": Style(stroke="token", width=4),
        "frame": Style(stroke="proof", width=2.2, dash=(5, 3)),
        "tag": Style(fill="proof"),
        "tag-text": Style(fill="on-mark", size=12, bold=True),
        "badge-n": Style(fill="win", stroke="paper", width=1.5),
        "badge-p": Style(fill="lose", stroke="paper", width=1.5),
        "badge-unknown": Style(fill="soft", stroke="paper", width=1.5),
        "badge-text": Style(fill="on-mark", size=13, bold=True),
        "inside": Style(fill="ink", size=16, bold=True),
        "inside-faded": Style(fill="soft", size=16),
        "beside": Style(fill="soft", size=14),
        "chip": Style(fill="paper", stroke="soft", width=1),
        "chip-win": Style(fill="paper", stroke="win", width=1.8),
        "chip-lose": Style(fill="paper", stroke="lose", width=1.4, dash=(4, 3)),
        "chip-text": Style(fill="ink", size=13, bold=True),
        "counter": Style(fill="counter", stroke="ink", width=1.6),
        "counter-taken": Style(fill="paper", stroke="win", width=2, dash=(3, 3)),
        "counter-text": Style(fill="on-counter", size=16, bold=True),
        "ground": Style(stroke="soft", width=2.5),
        "ground-current": Style(stroke="token", width=5),
        "plus": Style(fill="soft", size=30, bold=True),
        "caption": Style(fill="ink", size=18, bold=True),
        "note": Style(fill="soft", size=14),
        "note-win": Style(fill="win", size=14, bold=True),
        "note-lose": Style(fill="lose", size=14),
        "digits": Style(fill="ink", size=15, mono=True),
        "digits-total": Style(fill="proof", size=15, bold=True, mono=True),
        "text": Style(fill="ink", size=15, mono=True),
    }
)


def colour(role: str, palette: str) -> str:
    """The colour of a role; ``none`` stays."""
    return "none" if role == "none" else PALETTES[palette][role]
