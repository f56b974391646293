"""Find, check and write the proofs of families that ship with the package: some minutes each.

Run it when the rules or the form of certificates change; ``tests/property/test_kept_proofs.py`` checks what is there.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from lastmove.core.play import Play
from lastmove.families.check import check_family
from lastmove.families.columns import columns
from lastmove.families.family import FamilyAnswer
from lastmove.families.halves.search import HalfStrips
from lastmove.families.kept_proofs import FOLDER, KEPT, file_name

HERE = Path(__file__).parents[1] / "src" / "lastmove" / "families" / FOLDER


def main() -> None:
    """Write every proof of the table."""
    for game, play, name in KEPT:
        found = FamilyAnswer(columns(name), game, play, None)
        found.growth = HalfStrips(found.columns, misere=play is Play.MISERE).settle()
        found.n_starts = {n: found.growth.winners(n) for n in range(1, 13)}
        answer = json.dumps(found.to_json(certificate=True), separators=(",", ":"))
        print(check_family(json.loads(answer)), flush=True)
        (HERE / file_name(game, play, name)).write_bytes(gzip.compress(f"{answer}\n".encode(), mtime=0))


if __name__ == "__main__":
    main()
