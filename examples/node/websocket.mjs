// A WebSocket client in one page (RFC 6455), for Node without packages: text messages only.

import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10;

// Opens a socket; `onMessage` gets every text, `onClose` is told once that it is over.
export function open(url, { headers = {}, onMessage, onClose }) {
  const key = randomBytes(16).toString("base64");
  return new Promise((resolve, reject) => {
    const ask = request(url, {
      headers: {
        ...headers,
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key,
      },
    });
    ask.on("error", reject);
    ask.on("response", (answer) => {
      let body = "";
      answer.on("data", (part) => (body += part));
      answer.on("end", () => reject(new Error(`${answer.statusCode} ${body}`)));
    });
    ask.on("upgrade", (answer, socket, head) => {
      const expected = createHash("sha1").update(key + GUID).digest("base64");
      if (answer.headers["sec-websocket-accept"] !== expected) {
        socket.destroy();
        reject(new Error("the answer to the handshake is not for us"));
        return;
      }
      resolve(connection(socket, head, onMessage, onClose));
    });
    ask.end();
  });
}

function connection(socket, head, onMessage, onClose) {
  let unread = head;
  let pieces = [];
  const read = (data) => {
    unread = Buffer.concat([unread, data]);
    for (let frame = next(unread); frame; frame = next(unread)) {
      unread = unread.subarray(frame.size);
      heard(frame);
    }
  };
  const heard = ({ fin, kind, payload }) => {
    if (kind === PING) socket.write(masked(PONG, payload));
    else if (kind === CLOSE) socket.end(masked(CLOSE, payload));
    else if (kind !== PONG) {
      pieces.push(payload);
      if (fin) {
        onMessage(Buffer.concat(pieces).toString("utf8"));
        pieces = [];
      }
    }
  };
  socket.on("data", read);
  socket.on("error", () => socket.destroy());
  socket.on("close", () => onClose());
  // What came with the handshake is read once the caller has its socket.
  setImmediate(read, Buffer.alloc(0));
  return {
    send: (text) => socket.write(masked(TEXT, Buffer.from(text))),
    close: () => socket.end(masked(CLOSE, Buffer.from([3, 232]))),
  };
}

// The first whole frame of some bytes, or nothing yet. A server does not mask.
function next(bytes) {
  if (bytes.length < 2) return undefined;
  let size = bytes[1] & 127;
  let start = 2;
  if (size === 126) {
    if (bytes.length < 4) return undefined;
    size = bytes.readUInt16BE(2);
    start = 4;
  } else if (size === 127) {
    if (bytes.length < 10) return undefined;
    size = Number(bytes.readBigUInt64BE(2));
    start = 10;
  }
  if (bytes.length < start + size) return undefined;
  const payload = bytes.subarray(start, start + size);
  return { fin: bytes[0] >= 128, kind: bytes[0] & 15, payload, size: start + size };
}

// A frame as clients must send it: masked with four bytes of chance.
function masked(kind, payload) {
  const mask = randomBytes(4);
  const size = payload.length;
  const head = size < 126 ? Buffer.alloc(2) : Buffer.alloc(4);
  head[0] = 128 | kind;
  head[1] = 128 | (size < 126 ? size : 126);
  if (size >= 126) head.writeUInt16BE(size, 2);
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ mask[at % 4])]);
}
