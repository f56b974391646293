"""``lastmove mcp``: the questions as tools for language models and other agents, over standard input and output."""

from __future__ import annotations

import asyncio
import sys

import click

from lastmove.cli.options import IntegerRange, Number
from lastmove.cli.output import behind
from lastmove.core.errors import InputError

EPILOG = """\b
Clients start it; their settings say how:
  {"mcpServers": {"lastmove": {"command": "lastmove", "args": ["mcp"]}}}

\b
It ends when its input does. What is said beside the protocol goes to
standard error.
"""


@click.command(epilog=EPILOG)
@click.option(
    "--time-limit",
    metavar="S",
    type=Number(),
    default=60.0,
    show_default=True,
    help="The most seconds that a call may ask for.",
)
@click.option(
    "--memory-limit",
    metavar="MB",
    type=Number(),
    default=1000.0,
    show_default=True,
    help="The most memory that a call may ask for.",
)
@click.option(
    "--workers", metavar="N", type=IntegerRange(2, 64), default=2, show_default=True, help="How many solvers work."
)
def mcp(time_limit: float, memory_limit: float, workers: int) -> None:
    """Answer language models and other agents: a server of the Model Context Protocol (the extra `mcp`).

    The tools are games, solve, explain, outcomes, compare, refute and check. Answers come with certificates, an unknown
    one with the limit that was spent, and a call that asks for more than it may have is told so.
    """
    from lastmove.web.agents import Agents, serve
    from lastmove.web.workers import Pool

    if sys.stdin.isatty():
        click.echo("lastmove mcp waits for a client of the Model Context Protocol; Ctrl-C stops it.", err=True)
    try:
        asyncio.run(serve(Agents(Pool(size=workers), time_limit, memory_limit), behind(sys.stdout)))
    except InputError as error:
        raise click.UsageError(str(error)) from None
