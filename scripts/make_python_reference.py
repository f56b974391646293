"""Write docs/reference/api.md: every public name, its signature and its docstring, for the site and for a clone.

python scripts/make_python_reference.py
"""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "api.md"

HEAD = """# Python, name by name

What each name of `import lastmove as lm` takes and gives. [Python](python.md) shows how they go together. This page is
made from the docstrings by `scripts/make_python_reference.py`; their examples are run as tests. `lm.__version__` is the
version.
"""

SECTIONS: dict[str, tuple[str, ...]] = {
    "Who wins, and why": (
        "solve",
        "outcomes",
        "outcomes_many",
        "Limits",
        "Cancel",
        "Solution: winning_moves values remoteness move_values to_json",
        "Outcomes: count position solution winning_moves to_json json_text",
        "Outcome: for_mover",
        "Play: wins_when_stuck of",
        "Problem",
        "WinningMoves",
        "MoveValues",
        "MoveValue: wins",
        "explain",
        "Argument: sections to_markdown to_json",
        "compare",
        "Comparison: tame same_winner to_json",
        "check_answer",
    ),
    "Positions": ("Position: moves after", "Game", "OVER"),
    "Games": (
        "Nim",
        "AdjacentNim",
        "VertexGeography",
        "EdgeGeography",
        "NimGRM",
        "NimGMR",
        "EdgeNimG",
        "Vertexnim",
        "VertexnimMR",
        "DeletionGame",
        "NodeKayles",
        "ArcKayles",
        "Octal",
        "Subtraction",
        "Dag",
        "Sum",
        "register",
    ),
    "Graphs": (
        "Graph: from_edges numbered index",
        "graphs.named",
        "graphs.as_graph",
        "graphs.to_networkx",
        "graphs.encode",
        "graphs.decode",
        "graphs.maximum_matching",
        "graphs.gallai_edmonds",
    ),
    "Reading and writing": ("parse", "position_to_json", "problem_to_json", "schema"),
    "Pictures and play": (
        "draw",
        "playground",
        "Opponent: choose",
        "Choice",
        "GameRecord: position positions winner then first to_json from_json",
    ),
    "Sums and values": (
        "grundy",
        "heap_values",
        "HeapValues: period preperiod to_json",
        "HeapRules: options",
        "misere_grundy",
        "genus",
        "Genus: superscript is_tame",
        "misere_canonical_form",
        "MisereForm",
        "quotient",
        "MisereQuotient: status order p_order tame period preperiod presentation p_portion phi outcome to_json",
    ),
    "Families, censuses and claims": (
        "family",
        "FamilyAnswer: outcome solution outcomes rows answer to_json",
        "family_values",
        "ValueFamily: status period preperiod value move answer to_json",
        "census",
        "open_census",
        "Census: query table totals",
        "refute",
        "Counterexample: to_json",
        "BoardCounterexample: explain to_json",
    ),
    "Reductions and gadgets": (
        "reduce",
        "Reduced: lift lower",
        "Formula",
        "gadgets",
        "GadgetSearch: left",
        "Gadget: properties proof to_json",
    ),
    "Errors": (
        "LastmoveError",
        "InputError",
        "IllegalMoveError",
        "CycleError",
        "Refuted",
        "InternalError",
        "LimitReached",
    ),
}
"""The names in the order of the page, and after a colon the members that it has."""


def made() -> str:
    """The page."""
    lines = [HEAD]
    for title, names in SECTIONS.items():
        lines.append(f"## {title}\n")
        for entry in names:
            name, _, members = entry.partition(": ")
            lines += _entry(name, members.split())
    return "\n".join(lines).rstrip() + "\n"


def _found(name: str) -> object:
    found: object = importlib.import_module("lastmove")
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _entry(name: str, members: list[str]) -> list[str]:
    value = _found(name)
    lines = [f"### {name.rpartition('.')[2]}\n"]
    if callable(value) and not (inspect.isclass(value) and issubclass(value, Exception)) and name != "OVER":
        lines.append(_signature(f"lm.{name}", value))
    lines += [in_markdown(inspect.getdoc(value) or ""), ""]
    for member in members:
        found = inspect.getattr_static(value, member)
        doc = in_markdown(inspect.getdoc(getattr(value, member, None) if found is None else found) or "")
        plain = getattr(found, "__func__", found)
        told = f"`.{member}{_arguments(plain)}`" if inspect.isfunction(plain) else f"`.{member}`"
        lines += [f"**{told}** {doc}", ""]
    return lines


def _signature(name: str, value: object) -> str:
    arguments = _arguments(value)
    if len(name + arguments) > 100:
        inside, _, result = arguments[1:].rpartition(")")
        parts = _split(inside)
        arguments = "(\n" + "".join(f"    {part},\n" for part in parts) + ")" + result
    return f"```text\n{name}{arguments}\n```\n"


def _arguments(value: object) -> str:
    try:
        found = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    names = [each for each in found.parameters.values() if each.name not in ("self", "cls")]
    text = str(found.replace(parameters=names))
    text = re.sub(r": '([^']*)'", r": \1", text)
    text = re.sub(r"-> '([^']*)'", r"-> \1", text)
    return re.sub(r"<(\w+\.\w+): [^>]*>", r"\1", text).replace(" -> None", "")


def _split(text: str) -> list[str]:
    """The parameters of a signature: at commas outside brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()] if text.strip() else parts


def in_markdown(doc: str) -> str:
    """A numpy-style docstring as Markdown.

    >>> in_markdown("The sum.\\n\\nParameters\\n----------\\na, b\\n    Two ``int``.").splitlines()
    ['The sum.', '', '**Parameters**', '', '- `a, b`: Two `int`.']
    """
    lines = _without_roles(doc).split("\n")
    out: list[str] = []
    listed = inside = False
    for number, line in enumerate(lines):
        after = lines[number + 1] if number + 1 < len(lines) else ""
        if re.fullmatch(r"-{3,}", line):
            continue
        if re.fullmatch(r"-{3,}", after) and line:
            listed = line in ("Parameters", "Attributes", "Returns", "Raises", "Yields", "Methods")
            out += [f"**{line}**", ""]
        elif line.startswith(">>>") and not inside:
            out += ["```pycon", line]
            inside = True
        elif inside and not line:
            out += ["```", ""]
            inside = False
        elif inside:
            out.append(line)
        elif listed and line and not line.startswith(" "):
            out.append(f"- `{line}`:")
        elif listed and line:
            out[-1] = f"{out[-1]} {line.strip()}"
        else:
            out.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join([*out, "```"] if inside else out)).strip()


def _without_roles(doc: str) -> str:
    doc = re.sub(r":\w+:`~?([^`<]*)`", lambda found: f"`{found[1].removeprefix('lastmove.').rpartition('.')[2]}`", doc)
    return re.sub(r"``([^`]*)``", r"`\1`", doc)


def main() -> None:
    PAGE.write_text(made(), encoding="utf-8")


if __name__ == "__main__":
    main()
