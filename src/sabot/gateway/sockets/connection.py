"""One socket: its bounds on the way in, its bounds on the way out.

Whatever comes in is measured before it is read: size, pieces, pace. What goes out is written by the
fan-out, one write a tick; a reader who does not keep up is skipped until it does, then gets the
whole picture again, and is let go when it never does.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from typing import Protocol

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport
from typing_extensions import override

from sabot.gamekit import Audience
from sabot.gateway.framing import frame
from sabot.gateway.pace import REST_SECONDS, Pace
from sabot.gateway.sockets.turns import Turns
from sabot.service.identity.roles import Principal
from sabot.wire.messages import Data, Ended, Fault, Message

MESSAGE_MAX = 64 * 1024
"""Bytes of one message; the commands of a table need a few hundred."""

PIECES_MAX = 64
"""Frames that one message may come in."""

BACKLOG_MAX = 256 * 1024
"""Bytes that may wait for a slow reader."""

PATIENCE_SECONDS = 10.0
"""How long a reader may stand still."""

BROKEN_TOKENS = 60
"""How many requests it counts for to be thrown out for what no client sends."""

BROKEN = frozenset(
    {
        WSCloseCode.PROTOCOL_ERROR,
        WSCloseCode.UNSUPPORTED_DATA,
        WSCloseCode.INVALID_TEXT,
        WSCloseCode.MESSAGE_TOO_BIG,
    }
)
"""How those are closed that send it, by the protocol or by us."""

RESTS_MAX = 2
"""Rests in a row before it is closed."""

CALM_SECONDS = 10.0
"""Rests this far apart are not in a row."""

GOODBYE_SECONDS = 0.5
"""How long the last words may wait to be read."""

NOWHERE = -1
"""No descriptor."""

NEVER = -1
"""No turn of the loop."""

TEXT = WSMsgType.TEXT  # looked up once: it is asked for with every message

_numbers = itertools.count(1)


class Group(Protocol):
    """Whoever keeps the descriptors of sockets."""

    def moved(self, connection: Connection) -> None: ...


class Reader(Protocol):
    """Whoever makes sense of what a socket sends."""

    def connected(self, connection: Connection) -> None: ...
    def received(self, connection: Connection, raw: bytes) -> None: ...
    def caught_up(self, connection: Connection) -> None: ...
    def disconnected(self, connection: Connection) -> None: ...


def _dropped(*_words: object) -> None:
    """Said to nobody."""


def _descriptor(raw: asyncio.Transport) -> int:
    """The descriptor of a plain socket; what is encrypted has to go through its transport.

    The event loop closes it after `connection_lost`, of which `on_ws_disconnected` is a part: once
    it may be somebody else's, its connection has forgotten it.
    """
    found = raw.get_extra_info("socket")
    encrypted = raw.get_extra_info("ssl_object") is not None
    return NOWHERE if found is None or encrypted else int(found.fileno())


def _closed_with(transport: WSTransport) -> WSCloseCode | None:
    """What was told to whoever was thrown out; None for those who left."""
    sent = getattr(transport.close_handshake, "sent", None)
    return getattr(sent, "code", None)


class Connection(WSListener):
    """A socket of somebody who is signed in."""

    write: Callable[[bytes], None]
    """Takes frames that are encoded already: straight to the transport while somebody reads."""

    descriptor: int
    """Where the kernel takes bytes for it, past the transport: while nothing waits in there."""

    def __init__(self, principal: Principal, reader: Reader, pace: Pace, turns: Turns) -> None:
        self.principal = principal
        self.number = next(_numbers)
        self.watching: dict[str, Audience] = {}
        self.rooms: set[str] = set()
        self.waiting = 0  # commands without an answer yet
        self.groups: set[Group] = set()
        self.open = False
        self.behind = False
        self._drop()
        self._reader = reader
        self._pace = pace  # of the account, whichever socket it asks on
        self._resting = False
        self._rests = 0
        self._rested_at = -CALM_SECONDS
        self._turns = turns
        self._heard_in = NEVER  # the turn of the loop
        self._unheard: deque[bytes] = deque()
        self._listens = True
        self._pieces: list[bytes] = []
        self._transport: WSTransport | None = None
        self._raw: asyncio.Transport | None = None
        self._plain = NOWHERE
        self._patience: asyncio.TimerHandle | None = None

    # --- coming in --------------------------------------------------------------------------------

    @override
    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._raw = transport.underlying_transport
        self._plain = _descriptor(self._raw)
        self.open = True
        self._send()
        self._raw.set_write_buffer_limits(high=0, low=0)  # says whenever something waits, from now
        self._reader.connected(self)

    @override
    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if not self.open:
            return
        kind = frame.msg_type
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.end("socket/reserved_bits", code=WSCloseCode.PROTOCOL_ERROR)
        elif kind is TEXT and frame.fin and not self._pieces:
            self._hear(frame.get_payload_as_bytes())
        elif kind in (TEXT, WSMsgType.CONTINUATION):
            self._piece(frame)
        elif kind == WSMsgType.BINARY:
            self.end("socket/text_only", code=WSCloseCode.UNSUPPORTED_DATA)
        elif kind == WSMsgType.CLOSE:
            self._close(WSCloseCode.OK, b"")
        elif self._in_time() and kind == WSMsgType.PING and not self.behind:
            transport.send_pong(frame.get_payload_as_bytes())
            self._measure()

    def _piece(self, frame: WSFrame) -> None:
        """A message in pieces: joined, within the same bounds as a whole one."""
        starts = frame.msg_type == WSMsgType.TEXT
        if starts == bool(self._pieces):
            self.end("socket/out_of_order", code=WSCloseCode.PROTOCOL_ERROR)
            return
        self._pieces.append(frame.get_payload_as_bytes())
        size = sum(len(piece) for piece in self._pieces)
        if size > MESSAGE_MAX or len(self._pieces) > PIECES_MAX:
            self.end("socket/too_big", code=WSCloseCode.MESSAGE_TOO_BIG)
        elif frame.fin:
            whole, self._pieces = b"".join(self._pieces), []
            self._hear(whole)

    def _hear(self, raw: bytes) -> None:
        """Hear a request; who asks much, or more at once, waits until it is their turn."""
        if not self._in_time():
            return
        pace, turn = self._pace, self._turns.number()
        if self._heard_in == turn or self._unheard or not pace.calm:
            self._keep(raw)
            return
        self._heard_in = turn
        self._reader.received(self, raw)

    def _keep(self, raw: bytes) -> None:
        """Hear it later, and nothing more before."""
        self._unheard.append(raw)
        self._listen(listens=False)
        if len(self._unheard) == 1:
            self._turns.soon(self._their_turn)

    def _their_turn(self) -> None:
        """Hear one of those that were kept; when none is left, listen again."""
        if not self.open:
            self._unheard.clear()
            return
        raw = self._unheard.popleft()
        if self._unheard:
            self._turns.soon(self._their_turn)
        else:
            self._listen_again()
        try:
            self._reader.received(self, raw)
        except Exception:
            self.end("server/error", code=WSCloseCode.INTERNAL_ERROR)
            raise

    def _listen(self, *, listens: bool) -> None:
        """Read from the socket, or let the sender wait."""
        raw = self._raw
        if listens is self._listens or raw is None or raw.is_closing():
            return
        self._listens = listens
        if listens:
            raw.resume_reading()
        else:
            raw.pause_reading()

    def owes(self, tokens: int) -> None:
        """A request was more work than others: it counts as so many more."""
        self._pace.owes(tokens)

    def _in_time(self) -> bool:
        """Take a token; without one the request is dropped, and nothing is read for a while."""
        if self._resting:
            return False  # what came together with the request that was too much
        if self._pace.keeps():
            return True
        self._rest()
        return False

    def _rest(self) -> None:
        """Let the sender wait; who is as fast afterwards, and again, is let go."""
        loop = asyncio.get_running_loop()
        in_a_row = loop.time() - self._rested_at < CALM_SECONDS
        self._rests = self._rests + 1 if in_a_row else 1
        if self._rests > RESTS_MAX:
            self.end("rate/too_fast", code=WSCloseCode.POLICY_VIOLATION)
            return
        self.tell(Fault(code="rate/too_fast", data={"per_second": self._pace.per_second}))
        self._resting = True
        self._listen(listens=False)
        loop.call_later(REST_SECONDS, self._rested)

    def _rested(self) -> None:
        """Listen again, in turn: those who began to rest together would all be read at once."""
        self._resting = False
        self._rested_at = asyncio.get_running_loop().time()
        if not self._unheard:
            self._turns.soon(self._listen_again)

    def _listen_again(self) -> None:
        if not self._unheard and not self._resting:
            self._listen(listens=True)

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
        """What is for this socket goes there from now on."""
        self.write, self.descriptor = write, descriptor
        for group in self.groups:
            group.moved(self)

    def _send(self) -> None:
        assert self._raw is not None
        self._goes(self._raw.write, self._plain)

    def _drop(self) -> None:
        """Nobody reads there now."""
        self._goes(_dropped)

    def _queue(self, data: bytes) -> None:
        """After what waits already."""
        assert self._raw is not None
        self._raw.write(data)
        self._measure()

    def _measure(self) -> None:
        assert self._raw is not None
        if not self.behind and self._raw.get_write_buffer_size() > BACKLOG_MAX:
            self._fall_behind()

    def _fall_behind(self) -> None:
        """Too much waits: nothing more is queued, and the reader's patience clock starts."""
        self.behind = True
        self._drop()
        loop = asyncio.get_running_loop()
        self._patience = loop.call_later(PATIENCE_SECONDS, self._give_up)

    def _shut(self) -> None:
        self.open = False
        self._drop()

    def tell(self, message: Message) -> None:
        """One message, at once."""
        self.write(frame(message))

    @override
    def pause_writing(self) -> None:
        """Something waits in the transport: nothing may go past it."""
        if self.open:
            self._goes(self._queue)
        self._measure()

    @override
    def resume_writing(self) -> None:
        """Nothing waits; a reader who was behind gets the whole picture anew."""
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
        self.tell(Ended(code=reason, data=data or {}))
        self._close(code, reason.encode())

    def _close(self, code: WSCloseCode, reason: bytes) -> None:
        """Closed for whoever reads; who does not read is not waited for."""
        self._shut()
        assert self._transport is not None
        assert self._raw is not None
        if self.behind:
            self._raw.abort()
            return
        self._transport.send_close(code, reason)
        self._transport.disconnect()
        asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self._raw.abort)
