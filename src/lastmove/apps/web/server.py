"""The local server: the page, and the questions over HTTP."""

from __future__ import annotations

import asyncio
import base64
import json
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lastmove.apps.web.page_files import media_type, page_file
from lastmove.apps.web.questions import QUESTIONS, ask
from lastmove.core.errors import InputError
from lastmove.core.json_text import loads

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["application"]


def application() -> Starlette:
    """The ASGI application."""
    return Starlette(
        routes=[
            Route("/api/v1/", _about),
            Route("/api/v1/health", _health),
            Route("/api/v1/{question}", _ask, methods=["POST"]),
            Route("/{path:path}", _page),
        ]
    )


async def _about(_: Request) -> Response:
    return JSONResponse((await asyncio.to_thread(ask, "about", {})).answer)


async def _health(_: Request) -> Response:
    return JSONResponse({"ok": True})


async def _ask(request: Request) -> Response:
    name = request.path_params["question"]
    if name not in QUESTIONS:
        return JSONResponse({"error": f"no question {name}"}, 404)
    try:
        body = loads((await request.body()).decode())
        answer: dict[str, Any] = (await asyncio.to_thread(ask, name, body)).answer
    except InputError as error:
        return JSONResponse({"error": str(error)}, 400)
    if "application/x-ndjson" in request.headers.get("accept", ""):
        return Response(json.dumps({"answer": answer}) + "\n", media_type="application/x-ndjson")
    if "media" in answer:
        content = base64.b64decode(answer["base64"]) if "base64" in answer else answer["text"]
        return Response(content, media_type=answer["media"])
    return JSONResponse(answer)


async def _page(request: Request) -> Response:
    path = request.path_params["path"] or "index.html"
    content = page_file(path)
    if content is None:
        return JSONResponse({"error": f"no page {path}"}, 404)
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    return Response(content, media_type=media_type(path), headers={"Content-Security-Policy": policy})
