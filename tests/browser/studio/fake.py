"""A gateway that says what a test wants: the studio's own pages with any view of a table.

Only for looking at screens, each state at once. What the real server says is tested with the real
server. Owns: the answers to `/api` and the other end of the socket.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

import msgspec
from playwright.sync_api import BrowserContext, Route, WebSocketRoute

from sabot.gateway.http.pages import pages_of
from sabot.wire import messages as m
from sabot.wire.table_view import TableView

ADDRESS = "http://studio.test"
NOW = 1_795_038_000_000
"""The wall clock of the house, when a page is opened."""

ACCOUNT = "giulia"
GIULIA = f"staff:{ACCOUNT}"


LESSONS = {"baccarat": {"banker_draws": [{"total": 5, "on": [4, 5, 6, 7], "alone": True}]}}
"""The one row of the third-card table that the scenes need."""


@dataclass
class FakeGateway:
    """One table as it is told to whoever asks, and what pages sent."""

    view: TableView
    info: dict[str, Any]
    role: str = "dealer"
    nickname: str = "Giulia"
    crowd: m.Crowd | None = None
    said: tuple[m.Said, ...] = ()
    answers: bool = True
    down: bool = False
    help: dict[str, Any] = field(default_factory=lambda: LESSONS)
    heard: list[dict[str, Any]] = field(default_factory=list)
    sockets: list[WebSocketRoute] = field(default_factory=list)

    def serve(self, context: BrowserContext) -> None:
        """Answer every request of this context."""
        pages = pages_of(files("sabot.gateway").joinpath("static"))
        context.route("**/*", partial(self._page, pages))
        context.route_web_socket("**/ws", self._socket)

    def _page(self, pages: Any, route: Route) -> None:
        path = urlsplit(route.request.url).path.lstrip("/")
        if path.startswith("api/"):
            route.fulfill(json=self._api(path))
            return
        page = pages.get(path) or pages["studio/index.html"]
        headers = {"Content-Security-Policy": POLICY, "Content-Type": page.kind}
        route.fulfill(body=page.body, headers=headers)

    def _api(self, path: str) -> dict[str, Any]:
        me = {
            "account": ACCOUNT,
            "role": self.role,
            "nickname": self.nickname,
            "currency": "EUR",
            "player": None,
        }
        if path == "api/visitor":
            return {"me": me}
        if path.startswith("api/studio/sets/"):
            return {"card_set": {"test": False}, "passport": []}
        if path == "api/help":
            return self.help
        if path.startswith("api/tables/"):
            return self.info
        return {"tables": []}

    def _socket(self, socket: WebSocketRoute) -> None:
        if self.down:
            socket.close()
            return
        self.sockets.append(socket)
        socket.on_message(partial(self._heard, socket))
        self._tell(
            socket,
            m.Welcome(
                protocol=1,
                player=GIULIA,
                nickname=self.nickname,
                role=self.role,
                currency="EUR",
                balance=None,
                at_ms=NOW,
                session_ms=1,
            ),
        )

    def _tell(self, socket: WebSocketRoute, message: m.Message) -> None:
        socket.send(msgspec.json.encode(message).decode())

    def _heard(self, socket: WebSocketRoute, text: str | bytes) -> None:
        request = msgspec.json.decode(text)
        self.heard.append(request)
        match request["type"]:
            case "ping":
                self._tell(socket, m.Pong(n=request["n"], at_ms=0))
            case "watch":
                self._show(socket)
            case "enter":
                for line in self.said:
                    if line.room == request["room"]:
                        self._tell(socket, line)
            case "act" | "say" | "answered_aloud" if self.answers:
                self._tell(socket, m.Answer(cmd_id=request["cmd_id"], accepted=True))

    def _show(self, socket: WebSocketRoute) -> None:
        view = self.view
        told = m.Snapshot(table=view.table, epoch=1, seq=7, round=view.round, view=view)
        self._tell(socket, told)
        if self.crowd is not None:
            self._tell(socket, self.crowd)


POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""As `gateway/http/headers.py` sends it; a page that needs more fails its test."""
