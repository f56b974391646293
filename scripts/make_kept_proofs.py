"""Find, check and write the proofs of families that ship with the package: some minutes each.

Run it when the rules or the form of certificates change; ``tests/property/test_kept_proofs.py`` checks what is there.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from lastmove.core.play import Play
from lastmove.families.by_halves import FOLDER, KEPT, HalfStrips, file_name
from lastmove.families.check import check_family
from lastmove.families.columns import columns
from lastmove.families.family import FamilyAnswer
from lastmove.families.prover import Prover
from lastmove.families.question import FamilyQuestion, Questions

HERE = Path(__file__).parents[1] / "src" / "lastmove" / "families" / FOLDER


def main() -> None:
    """Write every proof of the table."""
    for game, play, name in KEPT:
        prover = Prover(FamilyQuestion(columns(name), game, play), Questions())
        prover.proof = HalfStrips(columns(name), misere=play is Play.MISERE).settle()
        prover.n_starts = {n: prover.proof.winners(n) for n in range(1, 13)}
        answer = json.dumps(FamilyAnswer(prover).to_json(certificate=True), separators=(",", ":"))
        print(check_family(json.loads(answer)), flush=True)
        (HERE / file_name(game, play, name)).write_bytes(gzip.compress(f"{answer}\n".encode(), mtime=0))


if __name__ == "__main__":
    main()
