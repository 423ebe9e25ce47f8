"""What every answer carries: what browsers may do with it, and nothing about the server."""

from __future__ import annotations

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import template_of

NO_STORE = "no-store"


class Envelope:
    """The last hand on every answer: headers, and a count of it."""

    def __init__(self, deps: Dependencies) -> None:
        self._counters = deps.counters
        ancestors = " ".join(deps.settings.frame_ancestors) or "'none'"
        self._headers = {
            "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; "
            "media-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
            f"frame-ancestors {ancestors}",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
        }
        if deps.settings.secure:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, message: Message, scope: Scope) -> None:
        """Before an answer is sent."""
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders.from_message(message)
        for name, value in self._headers.items():
            headers[name] = value
        headers.setdefault("Cache-Control", NO_STORE)
        route = template_of(str(scope.get("path_template") or "none"))
        self._counters.responded(str(scope.get("method", "")), route, message["status"])
