"""``lastmove serve``: the playground in the browser."""

from __future__ import annotations

import click

__all__ = ["serve"]


@click.command()
@click.option("--host", metavar="H", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", metavar="P", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0: any.")
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
def serve(host: str, port: int, no_open: bool) -> None:  # noqa: ARG001
    """Serve the playground: draw a board, see who wins, play it."""
    import uvicorn

    from lastmove.apps.web.server import application

    click.echo(f"Playground: http://{host}:{port}/")
    uvicorn.run(application(), host=host, port=port, log_level="warning")
