"""The web client's files, where the package carries them; a plain page where it does not.

Read once at start: what is not among the files cannot be asked for, however a path is written.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type

from litestar import Response, get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from sabot.gamekit import AnyGame
from sabot.gateway.game_modules import GAMES, folder_of
from sabot.gateway.http.faults import AnyRequest, unknown
from sabot.gateway.refusals import RouteRefusal

INDEX = "index.html"
STUDIO = "studio"
"""The folder and the address of the app of the studio's staff."""
HASHED = re.compile(r"[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$").search
"""A name that changes with its contents may be kept for ever."""

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
PACKED = ("text/", "application/javascript", "application/json", "image/svg+xml")
"""Kinds that get smaller; pictures, fonts and voices are small already."""

NO_CLIENT = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sabot</title>
<h1>Sabot</h1>
<p>The server is running; this installation has no web client.
<p><a href="/api/openapi.json">/api/openapi.json</a> describes the interface.
</html>
"""


@dataclass(frozen=True, slots=True)
class Page:
    """A file as it is served."""

    body: bytes
    kind: str
    cache: str
    tag: str


def pages_of(folder: Traversable) -> Mapping[str, Page]:
    """Every file under a folder, by its path."""
    if not folder.is_dir():
        return {}
    return {name: _page(name, file.read_bytes()) for name, file in _walk(folder, "")}


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        else:
            yield f"{prefix}{entry.name}", entry


def _page(name: str, body: bytes) -> Page:
    kind = guess_type(name)[0] or "application/octet-stream"
    if kind in ("application/javascript", "application/json"):
        kind = f"{kind}; charset=utf-8"  # Litestar adds it to every text/ itself
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    cache = FOR_EVER if HASHED(name) and not name.endswith(".html") else ASK_AGAIN
    return Page(body, kind, cache, tag)


@cache
def packed(page: Page) -> Page:
    """The same page for browsers that unpack: made when it is first asked for, then kept."""
    body = gzip.compress(page.body, mtime=0)
    return replace(page, body=body, tag=f'{page.tag[:-1]}-gzip"')


def game_pages(games: Iterable[AnyGame]) -> Mapping[str, Page]:
    """The files of games that bring their own page; their address changes with their contents."""
    return {
        f"{folder_of(game)}/{name}": replace(page, cache=FOR_EVER)
        for game in games
        if game.parts.web is not None
        for name, page in pages_of(game.parts.web).items()
    }


def page_routes(
    folder: Traversable | None = None,
    *,
    recordings: Mapping[str, Page] | None = None,
    games: Mapping[str, Page] | None = None,
) -> list[ControllerRouterHandler]:
    """Whatever is no interface."""
    own = pages_of(folder or files("sabot.gateway").joinpath("static"))
    pages = {**own, **(recordings or {}), **(games or {})}
    index = pages.get(INDEX) or _page(INDEX, NO_CLIENT)
    studio = pages.get(f"{STUDIO}/{INDEX}", index)

    def served(request: AnyRequest, page: Page) -> Response[bytes]:
        headers = {"Cache-Control": page.cache}
        if page.kind.startswith(PACKED):
            headers["Vary"] = "Accept-Encoding"
            if "gzip" in request.headers.get("accept-encoding", ""):
                page = packed(page)
                headers["Content-Encoding"] = "gzip"
        headers["ETag"] = page.tag
        if request.headers.get("if-none-match") == page.tag:
            return Response(b"", status_code=304, headers=headers, media_type=page.kind)
        return Response(page.body, headers=headers, media_type=page.kind)

    @get("/")
    async def first(request: AnyRequest) -> Response[bytes]:
        return served(request, index)

    @get("/{path:path}")
    async def page(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
        """A file, or the app of that address, which finds its own way."""
        name = path.lstrip("/")
        if name.startswith(("api/", "operator/")) or name in ("api", "operator", "ws"):
            raise unknown(RouteRefusal.UNKNOWN, path=name)
        if name.startswith(GAMES) and name not in pages:
            raise unknown(
                RouteRefusal.FILE_UNKNOWN, path=name
            )  # a module must not be answered with a page
        app = studio if name.partition("/")[0] == STUDIO else index
        return served(request, pages.get(name, app))

    return [first, page]
