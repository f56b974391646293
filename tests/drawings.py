"""Pictures read back: the groups, styles, words and places of an SVG, and whether TikZ is well formed."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

__all__ = ["SVG", "balanced", "boxes", "groups", "is_apart", "read", "styled", "texts"]

SVG = "{http://www.w3.org/2000/svg}"


def read(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def groups(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [element for element in root.iter(f"{SVG}g") if element.get("class") == f"lm-g-{kind}"]


def styled(root: ElementTree.Element, style: str, within: str = "") -> list[ElementTree.Element]:
    inside = [root] if not within else groups(root, within)
    return [e for part in inside for e in part.iter() if e.get("class") == f"lm-{style}"]


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def boxes(root: ElementTree.Element) -> dict[int, tuple[float, float, float, float]]:
    """The middle and the half sizes of every node."""
    found: dict[int, tuple[float, float, float, float]] = {}
    for group in groups(root, "node"):
        for shape in group:
            if shape.get("class") in {"lm-node", "lm-node-p", "lm-node-faded"}:
                value = {k: float(v) for k, v in shape.items() if re.fullmatch(r"[\d.-]+", v)}
                if shape.tag == f"{SVG}circle":
                    box = value["cx"], value["cy"], value["r"], value["r"]
                else:
                    wide, high = value["width"] / 2, value["height"] / 2
                    box = value["x"] + wide, value["y"] + high, wide, high
                found.setdefault(int(group.attrib["data-number"]), box)
    return found


def is_apart(root: ElementTree.Element) -> bool:
    return all(
        abs(a[0] - b[0]) >= a[2] + b[2] or abs(a[1] - b[1]) >= a[3] + b[3]
        for a, b in combinations(boxes(root).values(), 2)
    )


def balanced(text: str) -> None:
    """Braces, brackets and environments of TikZ match, and every command ends."""
    plain = re.sub(r"\\[{}%]", "", re.sub(r"^ *%.*$", "", text, flags=re.MULTILINE))
    depth = 0
    for character in plain:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
    assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") == 1
    body = text.partition("\n]\n")[2].partition(r"\end{tikzpicture}")[0].splitlines()
    assert body
    assert all(line.strip().startswith(("%", r"\path[lm-", r"\node[lm-")) for line in body), body
    assert all(line.endswith(";") for line in body if not line.strip().startswith("%"))
    used = set(re.findall(r"(?:path|node)\[(lm-[a-z-]+)", text))
    assert used == set(re.findall(r"^  (lm-[a-z-]+)/\.style", text, re.MULTILINE))
    colours = set(re.findall(r"=(lm-[a-z-]+)", text.partition("\n]\n")[0]))
    assert colours == set(re.findall(r"definecolor\{(lm-[a-z-]+)\}", text))
