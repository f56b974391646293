"""Find, check and write the proofs of families that ship with the package: some minutes each.

Run it when the rules or the form of certificates change; ``tests/property/test_kept_proofs.py`` checks what is there.

    python scripts/make_kept_proofs.py
    python scripts/make_kept_proofs.py kotzig:n,2,5 misere AUTOMATON

The second writes the proof of a family of rings from an automaton that ``scripts/find_ring_proofs.cpp`` has found: a
line for each state, with the states that a place that is gone and a free one lead to, and 1 if it accepts.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

from lastmove.core.play import Play
from lastmove.families.by_halves import FOLDER, KEPT, HalfStrips, file_name
from lastmove.families.by_rings import FamilyByRings
from lastmove.families.check import check_family
from lastmove.families.check_rings import RingFamilyProof
from lastmove.families.columns import columns
from lastmove.families.family import FamilyAnswer
from lastmove.families.prover import Prover
from lastmove.families.question import FamilyQuestion, ProvedFamily, Questions

HERE = Path(__file__).parents[1] / "src" / "lastmove" / "families" / FOLDER


def main() -> None:
    """Write every proof of the table, or that of one family of rings."""
    if sys.argv[1:]:
        name, play, path = sys.argv[1], Play(sys.argv[2]), Path(sys.argv[3])
        rows = [tuple(map(int, line.split())) for line in path.read_text().splitlines()]
        lost = frozenset(state for state, row in enumerate(rows) if row[2])
        automaton = RingFamilyProof(columns(name), tuple((row[0], row[1]) for row in rows), lost)
        write("vertex-geography", play, name, FamilyByRings(automaton))
        return
    for game, play, name in KEPT:
        write(game, play, name, HalfStrips(columns(name), misere=play is Play.MISERE).settle())


def write(game: str, play: Play, name: str, proof: ProvedFamily) -> None:
    """Check a proof, and write it beside the others."""
    family = columns(name)
    prover = Prover(FamilyQuestion(family, game, play), Questions())
    prover.proof = proof
    prover.n_starts = {n: proof.winners(n) for n in range(family.least, 13)}
    answer = json.dumps(FamilyAnswer(prover).to_json(certificate=True), separators=(",", ":"))
    print(check_family(json.loads(answer)), flush=True)
    (HERE / file_name(game, play, name)).write_bytes(gzip.compress(f"{answer}\n".encode(), mtime=0))


if __name__ == "__main__":
    main()
