"""A plain echo server, of the library the gateway uses: `python -m bench.echo PORT`."""

from __future__ import annotations

import sys

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server
from typing_extensions import override


class Echo(WSListener):
    """Says what it hears."""

    @override
    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            transport.send(WSMsgType.TEXT, frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()


async def serve(port: int) -> None:
    """Serve until killed."""
    server = await ws_create_server(lambda _request: Echo(), "127.0.0.1", port, backlog=4096)
    print("ready", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
