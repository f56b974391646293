"""What a source tree has, for the cases of ``record_commands.py`` to cover: found through its public doors."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from typing import Any

from recorded_runs import Server, empty_folder, in_child, run_command
from recorded_steps import Step

__all__ = ["known_things"]

LISTS = ("games", "theorems", "schema")
"""Commands that list what there is."""


def known_things(src: str, *, served: bool) -> dict[str, Any]:
    """What the cases must cover: commands with their options, public names, games, statements, schemas, paths."""
    with empty_folder() as folder:
        code, out, err = in_child(partial(_tell_names, src), b"", folder)
        if code:
            raise SystemExit(err.decode())
        found: dict[str, Any] = json.loads(out)
        lists = {name: in_child(partial(run_command, src, (name,)), b"", folder)[1] for name in LISTS}
    listed = {name: out.decode().splitlines() for name, out in lists.items()}
    found["games"] = [json.loads(each)["game"] for each in listed["games"]]
    found["theorems"] = [json.loads(each)["key"] for each in listed["theorems"]]
    found["schemas"] = [each.split()[0] for each in listed["schema"]]
    found["paths"] = {}
    if served:
        with Server() as server:
            _, _, body = server.ask(Step(("GET", "/api/v1/openapi.json")))
        found["paths"] = {path: [*methods] for path, methods in json.loads(body)["paths"].items()}
    return found


def _tell_names(src: str) -> None:
    """Print the commands with their options, and the public names: the group is what the entry point calls first."""
    import click

    import lastmove as lm

    groups: list[click.Group] = []

    def note(group: click.Group, *_: object, **__: object) -> None:
        groups.append(group)
        raise SystemExit(0)

    click.Group.make_context = note  # type: ignore[assignment, method-assign]
    with suppress(SystemExit):
        run_command(src, ())
    group = groups[0]
    context = click.Context(group, info_name="lastmove")
    commands = {}
    for name in group.list_commands(context):
        made = group.get_command(context, name)
        assert made is not None, name
        options = [each for each in made.params if isinstance(each, click.Option)]
        commands[name] = [[*each.opts, *each.secondary_opts] for each in options]
    names = [*lm.__all__, *(f"graphs.{name}" for name in lm.graphs.__all__)]
    print(json.dumps({"commands": commands, "names": names}))
