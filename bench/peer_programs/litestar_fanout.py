"""The same update through a web framework's own sockets: litestar_fanout.py PORT FILE."""

import json
import sys
from pathlib import Path

import uvicorn
from litestar import Litestar, WebSocket
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import websocket

PORT, UPDATE = int(sys.argv[1]), Path(sys.argv[2]).read_text()
members: dict[WebSocket, None] = {}


@websocket("/ws")
async def table(socket: WebSocket) -> None:
    await socket.accept()
    members[socket] = None
    try:
        while True:
            for _ in range(json.loads(await socket.receive_text())["n"]):
                for member in list(members):
                    await member.send_text(UPDATE)
    except WebSocketDisconnect:
        del members[socket]


class Server(uvicorn.Server):
    async def startup(self, sockets=None) -> None:
        await super().startup(sockets)
        print("ready", flush=True)


app = Litestar([table], openapi_config=None, logging_config=None)
options = {"ws_ping_interval": None, "ws_per_message_deflate": False, "backlog": 4096}
config = uvicorn.Config(
    app, port=PORT, ws="websockets-sansio", loop="uvloop", log_level="error", **options
)
Server(config).run()
