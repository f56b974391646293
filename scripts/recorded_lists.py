"""The fixed command lines of ``record_commands.py``: at least one for every command and every option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from recorded_positions import line
from recorded_steps import Case, Step, command

__all__ = ["fixed_cases"]

NIM = line({"game": "nim", "heaps": [3, 5, 7]})
RECORD = line({"position": {"game": "nim", "heaps": [3, 4]}, "moves": [{"heap": 1, "remaining": 3}]})
FORMULA = "c a formula\np cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"
EDGES = "a b\nb c\nc a\nc d\n"
FILES = {
    "nim.json": NIM,
    "game.json": RECORD,
    "formula.qdimacs": FORMULA,
    "triangle.edges": EDGES,
    "graphs.g6": "A_\nBw\nCl\n",
    "heaps.txt": "3\n5 # five\n\n7\n",
    "short.txt": "nim:3,5\nkayles:7\nmisere:nim:1,1\n",
    "mine.json": line({"column": 1, "edges": [], "links": [[0, 0]]}),
}
"""What stands in the folder of every fixed case."""

LINES = """
--version
--help
-h

nothing
solv
--nothing
solve nim:3,5,7 --no-times --jobs 1
solve nim.json short.txt --no-times
solve short.txt --format short --no-times
solve graphs.g6 --game vertex-geography --starts all --no-times --jobs 2
solve triangle.edges --format edgelist --directed --game nimg-rm --weights 1-3 --seed 2 --start a --no-times
solve game.json --after 0 --no-times
solve game.json --after 1 --no-times --play misere
solve game.json --after 9 --no-times
solve formula.qdimacs --no-times
solve kayles:7 --no-times --all-moves --values --brief --json
solve kayles:7 --threads 1 --time-limit 600 --memory-limit 8000 --position-limit 100000 --no-times
solve formula.qdimacs --certificate --no-times
solve kayles:7 --certificate-out evidence.jsonl --no-times
solve nim:3 --checkpoint point --no-times
solve 0.77:9,8 --play misere --checkpoint point --position-limit 3 --no-times
solve . --no-times
solve nothing.json --no-times
solve nim:100000000000000000000,5,77 --no-times --certificate
solve 0.77:1000000000000 --no-times
explain nim:1,2,4 --play misère
explain kayles:5 --more
explain kayles:5,7 --language de
explain game.json --after 1 --json
explain triangle.edges --game vertex-geography --start a --format edgelist --directed
explain cycle:4 --game nimg-mr --weights 2 --starts all --to markdown --picture a.svg --time-limit 600
explain nim:2 --memory-limit 8000 --position-limit 100000
play nim
play nim --misere
play game.json --after 1 --you both --play misere
play cycle:4 --game nimg-mr --weights 2 --start 1 --time-limit 600 --memory-limit 8000 --position-limit 100000
play triangle.edges --format edgelist --directed --game vertex-geography --start a
play --resume nothing.json
check nim.json
check nim.json --json --time-limit 600 --memory-limit 8000
check nothing.json
grundy kayles:5,7
grundy --octal 0.77 --heap 100
grundy --octal kayles --heap 30 --to csv
grundy --octal 0.137 --heap 12 --to latex
grundy --set 1,2,5 --heap 20 --to bfile
grundy --octal 0.77 --heap 5 --export csv
grundy --set 1,2 --heap 10 --json
grundy --set 0 --heap 10
grundy --octal 0.7W
grundy --octal 0.77 --set 1
grundy --octal 0.07 --heap 40 --plot values.png
grundy cycle:4 --game nimg-mr --weights 2 --starts all --time-limit 600 --memory-limit 8000
grundy kayles:5 --position-limit 100000
grundy game.json --after 1 --play normal
grundy triangle.edges --format edgelist --directed --game vertex-geography --start a
compare kayles:5,2
compare game.json --after 1 --play normal --json
compare petersen:3,1 --game vertex-geography --time-limit 600 --memory-limit 8000 --position-limit 100000
compare triangle.edges --format edgelist --directed --game nimg-mr --weights 1 --start a --starts all
quotient 0.77 --heap 12
quotient 0.75 --heap 8 --structure --json
quotient --set 1,3,4 --heap 8
quotient kayles --heap 6 --picture cayley.svg
quotient 0.3 --heap 5 --picture cayley.tex --time-limit 600 --memory-limit 8000
quotient 0.07 --heap 9 --position-limit 20 --checkpoint point.json
quotient nim.json --play misere --certificate
quotient game.json --after 1
quotient path:3 --game nimg-rm --weights 2 --start 1
quotient triangle.edges --format edgelist --directed --game vertex-geography --start a
quotient 0.7W
quotient --heap 5
games
games --json
games nimm
theorems
theorems --json
theorems --tables
theorems --families
theorems --families --game edge-geography
theorems --game nimg-rm
theorems --paper renault-schmidt
theorems --paper nothing
theorems nothing
cite
cite nothing
family path:n
family cycle:n --play misere --json
family grid:2xn --game edge-geography
family path:n --game nimg-mr --weights 2 --at 1000 --start 17
family cycle:n --at 5 --play misere
family path:n --game nimg-rm --weights 1-2
family comb:n --time-limit 600 --memory-limit 8000 --position-limit 100000
family ladder:n --certificate
family mine.json
family nim.json
family nothing:n
family path:5
query nothing
query nothing 'select 1' --time-limit 600 --memory-limit 8000
refute 'misere != 0 or n % 2 = 0' --game vertex-geography --n 4
refute 'misere != 0' --game vertex-geography --n 4 --play misere --explain 0 --picture smallest.svg --json
refute 'how_many(normal) <= how_many(misere)' graphs.g6 --game edge-geography
refute 'normal >= 0' --game nimg-rm --weights 1-2 --n 2
refute 'normal >= 0' --game vertex-geography --geng=-cb --n 4
refute 'nothing = 0' --game vertex-geography --n 2
refute 'true' --game nim
refute 'normal >= 0' --game vertex-geography --n 3 --time-limit 600 --memory-limit 8000
refute 'true'
gadget --game edge-geography --play misere --bipartite --all --json
gadget --game edge-geography --play misere --n 2-5 --planar --proof --picture gadget.svg
gadget --game vertex-geography --play misere --n 2-5 --girth 4 --odd-girth 5 --max-degree 3 --edges 2-9 --out kept
gadget --game nimg-mr --play normal --weights 1-2 --n 3 --part 0/2 --jobs 1 --time-limit 600 --memory-limit 8000
gadget --for arc --table
gadget --for nothing --game nim --play normal
gadget --game edge-geography --play misere --scheduler nothing
targets
targets --json
targets odd-order --n 4 --time-limit 600 --memory-limit 8000
targets bipartite-odd --n 5 --json
targets nothing
nim heaps.txt --encoding decimal
nim heaps.txt --encoding decimal --play misere --json
nim heaps.txt --encoding binary
nim heaps.txt
nim nothing.txt --encoding unary
nim heaps.txt --encoding decimal --log-space
draw nim:3,5,7 --moves --certificate
draw game.json --after 1 --caption Here --no-legend
draw triangle.edges --format edgelist --directed --game vertex-geography --start a --play misere --to tikz --theme print
draw cycle:4 --game nimg-mr --weights 2 --starts all --time-limit 600 --memory-limit 8000 --position-limit 1000
draw short.txt --format short -o made.svg
worksheet nim.json -o lesson
worksheet nim.json -o lesson --to moodle --language fr
worksheet short.txt --format short -o lesson --title 'A lesson' --time-limit 600 --memory-limit 8000
worksheet game.json --after 1 -o lesson --position-limit 1000
worksheet triangle.edges --directed --game nimg-rm --weights 2 --start a --play misere -o lesson
worksheet nim.json
serve --host 0.0.0.0
serve --public
serve --public --allow-host
serve --workers 1
serve --port 99999
serve --access-log --log-level loud
mcp --time-limit 5 --memory-limit 100 --workers 1
site made --pyodide nothing
site made --pyodide https://example.org/pyodide
site made
reduce formula.qdimacs --to vertex-geography --to-undirected
reduce formula.qdimacs --to edge-geography --to-play misere --json
reduce triangle.edges --format edgelist --directed --game vertex-geography --start a --to nimg-rm --to-directed --solve
reduce circuit:3 --game vertex-geography --to vertex-geography --to-undirected --girth 10 --properties
reduce circuit:3 --game vertex-geography --to vertex-geography --to-undirected --by renault-schmidt:2.3
reduce circuit:4 --game vertex-geography --to vertex-geography --grid --properties
reduce circuit:4 --game vertex-geography --to vertexnim-mr
reduce circuit:3 --game vertex-geography --to vertex-geography --grid
reduce formula.qdimacs --to nimg-rm --to-play normal --properties
reduce formula.qdimacs --to edge-geography --to-undirected
reduce path:3 --game vertex-geography --play misere --to edge-geography --solve --certificate
reduce path:3 --game nimg-rm --weights 2 --to nimg-mr --time-limit 600 --memory-limit 8000 --position-limit 1000
reduce game.json --after 1 --to nim
reduce nim.json
new --list
new petersen:5,2 --to graph6
new cycle:5 --game vertex-geography --time-limit 600 --memory-limit 8000
convert cycle:5 --game vertex-geography --to json --time-limit 600 --memory-limit 8000 --position-limit 1000
new random-regular:3,8 --game nimg-rm --weights 1-5 --seed 7
new grid:2x3 --game vertex-geography --play misere --start 2
new path:2 --game edge-geography --to qdimacs
new path:0 --game vertex-geography
new path:x
new pth:3
new
convert graphs.g6 --game vertex-geography --start 0 --to json
convert triangle.edges --format edgelist --directed --to digraph6
convert nim.json --to graphml
convert nim.json --to qdimacs --play misere
convert game.json --after 1 --to json
convert path:3 --game nimg-rm --weights 2 --to graphml
convert nim.json
schema
schema nothing
completion bash
completion zsh
completion fish
completion tcsh
verify
verify nothing
verify --campaign 0
verify --replay nim.json
verify fraenkel-scheinerman-ullman:UVG --n 2 --beyond 3 --random 0
verify log-space:2 --n 2 --weights 0-2 --random 2 --seed 3 --to markdown
verify log-space:3 --n 2 --weights 0-2 --random 0 --json --jobs 2 --time-limit 600
"""

PIPES = (
    ("solve kayles:7 --certificate --no-times", "check"),
    ("solve short.txt --certificate --json --no-times", "check --plain"),
    ("solve nim:3,5,7 --json --no-times", "cite -"),
    ("solve short.txt --json --no-times", "cite"),
    ("new grid:2x3 --game vertex-geography", "solve --play misere --no-times", "cite -"),
    ("new petersen:3,1", "convert --to graph6", "convert --to json", "draw --game vertex-geography --starts all"),
    ("convert vertex-geography:path:3 --to qdimacs", "solve --format qdimacs --no-times"),
    ("family cycle:n --certificate --json", "check --json"),
    ("quotient 0.3 --heap 5 --certificate --json", "check"),
)
"""Commands of which each reads what the one before has written."""

CENSUS = """
census --game vertex-geography --n 3 --values grundy --values genus --out values
census --game vertex-geography --n 2-4 --out made
census --game vertex-geography --n 2-4 --out made
query made
query made --json
query made 'select graph6(n, edges), starts(misere) from census where misere = 0 order by all'
query made 'select n, count(*) from census group by n order by n' --to bfile --check 1,2,6
query made 'select n, count(*) from census group by n order by n' --to csv
query made 'select n, count(*) from census group by n order by n' --to latex --check 1,2,7
query made --plot shares.png
query made 'select n, bit_count(edges), sum(misere) from census group by all order by 1, 2' --heat-map map.png
query made 'select nothing'
refute 'normal != misere' --census made
census --game edge-geography --play misere --family path:n --n 2-5 --out paths --json
census --game nimg-rm --weights 1-2 --n 2-3 --geng=-cb --out weighted --sample 2
census graphs.g6 --game vertex-geography --play normal --out some --time-limit 600 --memory-limit 8000
census graphs.g6 --game nimg-mr --weights 1-2 --out more --position-limit 100000 --jobs 1
census --game vertex-geography --digraphs --n 2-3 --out all
census --game vertex-geography --trees --n 1-6 --out trees
census --game vertex-geography --directg=-o --n 2-3 --out oriented
census --game nim --n 2 --out none
census --game vertex-geography --n 2
"""

PLAYED = """
play nim --record kept.json|1
play --resume kept.json|2
explain kept.json --after 1|
solve kept.json --after 1 --no-times|
draw kept.json --after 1 --to tikz|
play kayles --you second --seed 4 --level errs|hint
play vertexnim --you none|
"""


def _lines(text: str) -> Iterator[str]:
    return iter(text.strip("\n").splitlines())


def fixed_cases(known: Mapping[str, Any]) -> list[Case]:
    """Every command with its help, the lines above, and each game, statement and schema by its name."""
    both = [(each, kind) for each in _lines(LINES) for kind in ("command", "terminal")]
    alone = [command(each, kind=kind) for each, kind in both]
    alone += [
        Step((name, *words))
        for name in known["commands"]
        for words in (("--help",), ("--nothing",), ())[: 2 + (name not in ("mcp", "serve"))]
    ]
    alone += [
        Step(("games", name, *words), kind=kind)
        for name in known["games"]
        for words, kind in (((), "terminal"), (("--json",), "command"))
    ]
    alone += [Step(("theorems", key), kind="terminal") for key in known["theorems"]]
    alone += [Step(("cite", key)) for key in known["theorems"]]
    tiny = ("--n", "2", "--weights", "0-1", "--random", "1")
    alone += [Step(("verify", key, *tiny)) for key in known["theorems"]]
    alone += [Step(("schema", name)) for name in known["schemas"]]
    cases = [Case(f"lines/{number:04}", (step,), FILES) for number, step in enumerate(alone)]
    for number, words in enumerate(PIPES):
        first, *others = map(command, words)
        steps = (first, *(Step(each.words, after=-1) for each in others))
        cases.append(Case(f"pipes/{number}", steps, FILES))
    cases.append(Case("census", tuple(command(each) for each in _lines(CENSUS)), FILES))
    played = [each.split("|") for each in _lines(PLAYED)]
    cases.append(Case("played", tuple(command(words, f"{typed}\n") for words, typed in played), FILES))
    cases.append(Case("everything", (Step(("verify", "--all", "--n", "1", "--weights", "0-1", "--random", "0")),)))
    return cases
