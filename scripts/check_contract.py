"""A contract for import-linter: a check imports no method of its room.

So a fault of a method is not repeated in the check of its evidence. A check is a module whose name has the word
*check*; its room is a folder of the package, or of one with rooms of its own, with all below it. ``pyproject.toml``
has the contract, with the rules and forms on which methods and checks both stand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from importlinter import Contract, ContractCheck, fields, output

if TYPE_CHECKING:
    from grimp import ImportGraph

IS_CHECK = re.compile(r"(^|_)check(_|$)")


class ChecksStandAlone(Contract):
    """The contract; an entry of ``shared`` that no check of its room imports is wrong, too.

    ``left_out`` are rooms where *check* means something else.
    """

    type_name = "checks"

    shared: Any = fields.SetField(subfield=fields.ModuleField())
    left_out: Any = fields.SetField(subfield=fields.ModuleField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 - as import-linter calls it
        shared = {module.name for module in self.shared}
        left_out = {module.name for module in self.left_out or ()}
        found = [
            (module, imported)
            for module in sorted(graph.modules)
            if IS_CHECK.search(module.rpartition(".")[2]) and _room(module) not in left_out
            for imported in sorted(graph.find_modules_directly_imported_by(module))
            if imported.startswith(f"{_room(module)}.") and not IS_CHECK.search(imported.rpartition(".")[2])
        ]
        wrong = [f"{module} imports {imported}" for module, imported in found if imported not in shared]
        idle = [f"no check of its room imports {name}" for name in sorted(shared - {imported for _, imported in found})]
        return ContractCheck(kept=not (wrong or idle), metadata={"wrong": [*wrong, *idle]})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["wrong"]:
            output.print_error(line)


def _room(module: str) -> str:
    """The folder, counted from the package: ``theorems/rules`` is one, folders below that are parts of a subject."""
    return ".".join(module.split(".")[:-1][:3])
