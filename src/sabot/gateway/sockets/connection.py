"""One socket: its limits on the way in, its limits on the way out.

Incoming messages are measured before they are read: size, pieces, pace. Outgoing frames are written
by the fan-out, one write a tick. A client that cannot keep up is skipped until it has caught up,
and then gets a full snapshot. A client that never catches up is disconnected.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Protocol

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport
from typing_extensions import override

from sabot.gamekit import Audience
from sabot.gateway.refusals import RateRefusal, SocketFault
from sabot.gateway.sockets.framing import frame
from sabot.gateway.sockets.pace import Pace
from sabot.gateway.sockets.reading import Reading
from sabot.gateway.sockets.turns import Turns
from sabot.service.identity.roles import Principal
from sabot.service.refusals import ServerFault
from sabot.wire.messages import Data, Ended, Fault, Message

MESSAGE_MAX = 64 * 1024
"""Bytes of one message. A table's commands need a few hundred."""

PIECES_MAX = 64
"""Frames that one message may be split into."""

BACKLOG_MAX = 256 * 1024
"""Bytes that may wait for a slow reader."""

PATIENCE_SECONDS = 10.0
"""How long a client may read nothing while frames wait for it."""

BROKEN_TOKENS = 60
"""Requests that a broken message counts for: a working client never sends one."""

BROKEN = frozenset(
    {
        WSCloseCode.PROTOCOL_ERROR,
        WSCloseCode.UNSUPPORTED_DATA,
        WSCloseCode.INVALID_TEXT,
        WSCloseCode.MESSAGE_TOO_BIG,
    }
)
"""Close codes after a broken message, whether picows or this module closes the socket."""

GOODBYE_SECONDS = 0.5
"""How long the closing message may wait to be read."""

NOWHERE = -1
"""No descriptor. Writing to it fails like writing to a lost socket."""

NEVER = -1
"""No turn of the loop."""

TEXT = WSMsgType.TEXT  # looked up once, because every message is compared with it

_numbers = itertools.count(1)


class Reader(Protocol):
    """Handles what a socket sends, and its opening and closing."""

    def connected(self, connection: Connection) -> None: ...
    def received(self, connection: Connection, raw: bytes) -> None: ...
    def caught_up(self, connection: Connection) -> None: ...
    def disconnected(self, connection: Connection) -> None: ...


def _dropped(*_words: object) -> None:
    """Discard frames: the connection has ended, or its client is too far behind."""


def _descriptor(raw: asyncio.Transport) -> int:
    """The descriptor of a plain socket. An encrypted one must be written through its transport.

    The event loop closes the descriptor after `connection_lost`, which calls `on_ws_disconnected`.
    So a connection has forgotten its descriptor before the system can give it to another socket.
    """
    found = raw.get_extra_info("socket")
    encrypted = raw.get_extra_info("ssl_object") is not None
    return NOWHERE if found is None or encrypted else int(found.fileno())


def _closed_with(transport: WSTransport) -> WSCloseCode | None:
    """The close code that the server sent, or None when the client left by itself."""
    sent = getattr(transport.close_handshake, "sent", None)
    return getattr(sent, "code", None)


class Connection(WSListener):
    """The socket of a signed-in account."""

    write: Callable[[bytes], None]
    """Takes encoded frames. They go straight to the transport while the client keeps up."""

    descriptor: int
    """Where `direct.send` writes, past the transport. `NOWHERE` while bytes wait in there."""

    def __init__(self, principal: Principal, reader: Reader, pace: Pace, turns: Turns) -> None:
        self.principal = principal
        self.number = next(_numbers)
        self.watching: dict[str, Audience] = {}
        self.rooms: set[str] = set()
        self.waiting = 0  # commands without an answer yet
        self.open = False
        self.dismissed = False  # the server ended it
        self.behind = False
        self._drop()
        self._reader = reader
        self._pace = pace  # of the account: all its sockets share it
        self._turns = turns
        self._heard_in = NEVER  # the turn of the loop
        self._reading = Reading(turns)
        self._pieces: list[bytes] = []
        self._transport: WSTransport | None = None
        self._raw: asyncio.Transport | None = None
        self._plain = NOWHERE
        self._patience: asyncio.TimerHandle | None = None

    # --- coming in --------------------------------------------------------------------------------

    @override
    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._raw = self._reading.raw = transport.underlying_transport
        self._plain = _descriptor(self._raw)
        self.open = True
        self._send()
        self._raw.set_write_buffer_limits(high=0, low=0)  # calls pause_writing at the first byte
        self._reader.connected(self)

    @override
    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if not self.open:
            return
        kind = frame.msg_type
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.end(SocketFault.RESERVED_BITS, code=WSCloseCode.PROTOCOL_ERROR)
        elif kind is TEXT and frame.fin and not self._pieces:
            self._hear(frame.get_payload_as_bytes())
        elif kind in (TEXT, WSMsgType.CONTINUATION):
            self._piece(frame)
        elif kind == WSMsgType.BINARY:
            self.end(SocketFault.TEXT_ONLY, code=WSCloseCode.UNSUPPORTED_DATA)
        elif kind == WSMsgType.CLOSE:
            self._close(WSCloseCode.OK, b"")
        elif self._in_time() and kind == WSMsgType.PING and not self.behind:
            transport.send_pong(frame.get_payload_as_bytes())
            self._measure()

    def _piece(self, frame: WSFrame) -> None:
        """Join a message that comes in pieces, within the same limits as a whole one."""
        starts = frame.msg_type == WSMsgType.TEXT
        if starts == bool(self._pieces):
            self.end(SocketFault.OUT_OF_ORDER, code=WSCloseCode.PROTOCOL_ERROR)
            return
        self._pieces.append(frame.get_payload_as_bytes())
        size = sum(len(piece) for piece in self._pieces)
        if size > MESSAGE_MAX or len(self._pieces) > PIECES_MAX:
            self.end(SocketFault.TOO_BIG, code=WSCloseCode.MESSAGE_TOO_BIG)
        elif frame.fin:
            whole, self._pieces = b"".join(self._pieces), []
            self._hear(whole)

    def _hear(self, raw: bytes) -> None:
        """Handle a request now. Busy clients, and further requests in this turn, have to queue."""
        if not self._in_time():
            return
        pace, turn = self._pace, self._turns.number()
        if self._heard_in == turn or self._reading.unheard or not pace.calm:
            self._keep(raw)
            return
        self._heard_in = turn
        self._reader.received(self, raw)

    def _keep(self, raw: bytes) -> None:
        """Handle it later, and read nothing more until then."""
        self._reading.unheard.append(raw)
        self._reading.listen(listens=False)
        if len(self._reading.unheard) == 1:
            self._turns.soon(self._their_turn)

    def _their_turn(self) -> None:
        """Handle one kept request; after the last one, read from the socket again."""
        if not self.open:
            self._reading.unheard.clear()
            return
        raw = self._reading.unheard.popleft()
        if self._reading.unheard:
            self._turns.soon(self._their_turn)
        else:
            self._reading.resume()
        try:
            self._reader.received(self, raw)
        except Exception:
            self.end(ServerFault.ERROR, code=WSCloseCode.INTERNAL_ERROR)
            raise

    def _in_time(self) -> bool:
        """Take a token; without one the request is dropped, and nothing is read for a while."""
        if self._reading.resting:
            return False  # came in the same read as the request that was too much
        if self._pace.keeps():
            return True
        if self._reading.rest():
            self.tell(Fault(code=RateRefusal.TOO_FAST, data={"per_second": self._pace.per_second}))
        else:
            self.end(RateRefusal.TOO_FAST, code=WSCloseCode.POLICY_VIOLATION)
        return False

    def owes(self, tokens: int) -> None:
        """Charge a request that was more work than most: it counts as this many more."""
        self._pace.owes(tokens)

    @override
    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._shut()
        if self._patience is not None:
            self._patience.cancel()
        if _closed_with(transport) in BROKEN:
            self._pace.owes(BROKEN_TOKENS)
        self._reader.disconnected(self)

    # --- going out --------------------------------------------------------------------------------

    def _goes(self, write: Callable[[bytes], None], descriptor: int = NOWHERE) -> None:
        """Send frames for this socket there from now on."""
        self.write, self.descriptor = write, descriptor

    def _send(self) -> None:
        assert self._raw is not None
        self._goes(self._raw.write, self._plain)

    def _drop(self) -> None:
        """Discard frames from now on."""
        self._goes(_dropped)

    def _queue(self, data: bytes) -> None:
        """Queue behind the bytes that already wait."""
        assert self._raw is not None
        self._raw.write(data)
        self._measure()

    def _measure(self) -> None:
        assert self._raw is not None
        if not self.behind and self._raw.get_write_buffer_size() > BACKLOG_MAX:
            self._fall_behind()

    def _fall_behind(self) -> None:
        """Too many bytes wait: queue nothing more, and start the clock for the client."""
        self.behind = True
        self._drop()
        loop = asyncio.get_running_loop()
        self._patience = loop.call_later(PATIENCE_SECONDS, self._give_up)

    def _shut(self) -> None:
        self.open = False
        self._drop()

    def tell(self, message: Message) -> None:
        """Send one message at once."""
        self.write(frame(message))

    @override
    def pause_writing(self) -> None:
        """Queue from now on: bytes wait in the transport, and nothing may overtake them."""
        if self.open:
            self._goes(self._queue)
        self._measure()

    @override
    def resume_writing(self) -> None:
        """Send directly again. A client that was behind gets a full snapshot."""
        was_behind, self.behind = self.behind, False
        if self._patience is not None:
            self._patience.cancel()
        if self.open:
            self._send()
            if was_behind:
                self._reader.caught_up(self)

    def _give_up(self) -> None:
        self._shut()
        if self._raw is not None:
            self._raw.abort()

    def end(
        self,
        reason: str,
        *,
        code: WSCloseCode = WSCloseCode.POLICY_VIOLATION,
        data: Data | None = None,
    ) -> None:
        """Say why, and close."""
        if not self.open or self._transport is None:
            return
        self.dismissed = True
        self.tell(Ended(code=reason, data=data or {}))
        self._close(code, reason.encode())

    def _close(self, code: WSCloseCode, reason: bytes) -> None:
        """Close with a handshake, or at once when the client is not reading."""
        self._shut()
        assert self._transport is not None
        assert self._raw is not None
        if self.behind:
            self._raw.abort()
            return
        self._transport.send_close(code, reason)
        self._transport.disconnect()
        asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self._raw.abort)
