"""Write the table of families in docs/how-to/families.md, the list that ships with the package, and the picture.

Each line is proved and its certificate is checked before it is written. Proofs that take minutes to find are those that
ship with the package; ``scripts/make_kept_proofs.py`` makes them.
"""

from __future__ import annotations

import json
from pathlib import Path

import lastmove as lm
from lastmove.families.check import check_family
from lastmove.families.family import FILE

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "how-to" / "families.md"
LIST = ROOT / "src" / "lastmove" / "families" / FILE
PICTURE = ROOT / "docs" / "images" / "families.svg"
HEADING = "## What was found\n"

PICTURED = ("grid:3xn", "grid:4xn", "grid:5xn")

WIDE = ("grid:6xn", "king:4xn", "torus:3xn", "petersen:n,2", "circulant:n,1,3")
"""Families that are proved in normal play only."""

CASES = [
    *(("vertex-geography", spec, None) for spec in ("path:n", "cycle:n", "grid:2xn", "grid:3xn", "grid:4xn")),
    *(("vertex-geography", spec, None) for spec in ("king:2xn", "king:3xn", "prism:n", "antiprism:n")),
    *(("vertex-geography", spec, None) for spec in ("circulant:n,1,2", "comb:n", "caterpillar:n,2", "grid:5xn", *WIDE)),
    *(("edge-geography", spec, None) for spec in ("cycle:n", "grid:2xn", "grid:3xn", "king:2xn", "prism:n", "comb:n")),
    *(("nimg-mr", spec, weight) for spec in ("path:n", "cycle:n", "ladder:n") for weight in (1, 2)),
    *(("nimg-rm", spec, 2) for spec in ("path:n", "cycle:n", "ladder:n")),
    *(("nimg-mr", spec, 3) for spec in ("path:n", "ladder:n")),
    ("nimg-rm", "path:n", 3),
]


def main() -> None:
    """Prove, check and write."""
    lines = [
        "| game | family | weight | play | types | preperiod, period of the types | winning starts for n = least, … |",
        "|---|---|---|---|---:|---|---|",
    ]
    proved: list[str] = []
    drawn: list[lm.FamilyAnswer] = []
    for game, spec, weight in CASES:
        for play in ("normal",) if spec in WIDE else ("normal", "misere"):
            found = lm.family(spec, game=game, play=lm.Play(play), weights=weight, limits=lm.Limits(time=3600))
            if found.status != "proved":
                lines.append(f"| {game} | `{spec}` | {weight or ''} | {play} | {found.types} | unknown | |")
                continue
            answer = json.dumps(found.to_json(certificate=True), separators=(",", ":"))
            check_family(json.loads(answer))
            print(spec, game, play, found.types, flush=True)
            proved.append(json.dumps(found.to_json()))
            if (game, play) == ("vertex-geography", "misere") and spec in PICTURED:
                drawn.append(found)
            counts = ", ".join(str(count) for count in list(found.n_starts.values())[:10])
            where = f"{found.preperiod}, {found.period}"
            lines.append(f"| {game} | `{spec}` | {weight or ''} | {play} | {found.types} | {where} | {counts}, ... |")
    text = PAGE.read_text(encoding="utf-8")
    before = text[: text.index(HEADING)]
    intro = (
        f"{HEADING}\nMade by `scripts/make_family_table.py`, which checks each certificate. In misère Vertex Geography "
        "the player to\nmove loses from every start of every ladder and prism, and of the 4 × n grids with n ≥ 4. On "
        "5 × n grids the player to\nmove wins from 3n - 12 starts for even n ≥ 4, and for odd n from the starts of the "
        "larger colour.\n\n"
        "![Misère Vertex Geography on 3 × n, 4 × n and 5 × n grids: winning starts are dark.]"
        "(../images/families.svg)\n\n"
    )
    LIST.write_text("\n".join(proved) + "\n", encoding="utf-8")
    PAGE.write_text(before + intro + "\n".join(lines) + "\n", encoding="utf-8")
    PICTURE.write_text(picture(drawn), encoding="utf-8")


def picture(families: list[lm.FamilyAnswer], most: int = 12) -> str:
    """Each member as a small board, under each other; winning starts are dark."""
    size, gap, top = 8, 10, 6
    boxes: list[str] = []
    left, deepest = 30, 0
    for found in families:
        down = top
        for n in range(1, most + 1):
            rows = found.rows(n)
            boxes.append(f'<text x="{left - 24}" y="{down + size}" font-size="9">{n}</text>')
            for i, row in enumerate(rows):
                for c, letter in enumerate(row):
                    fill = "#1f4e79" if letter == "N" else "#e8e8e8"
                    boxes.append(
                        f'<rect x="{left + c * size}" y="{down + i * size}" width="7" height="7" fill="{fill}"/>'
                    )
            down += len(rows) * size + gap
        left, deepest = left + most * size + 60, max(deepest, down)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left} {deepest}" font-family="sans-serif">'
    return "\n".join([head, *boxes, "</svg>", ""])


if __name__ == "__main__":
    main()
