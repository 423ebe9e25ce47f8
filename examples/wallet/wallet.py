"""A wallet in one file, written from docs/operator-wallet.md alone: standard library, SQLite.

    SABOT_WALLET_SECRET=… python examples/wallet/wallet.py 8900 wallet.db

It makes two players to try it with: `ada-7` with 1,000.00 and the token `s-91c4`, and `tardo-1`,
whose session `s-0007` is over. It is an example, not a product: one thread, one database, no TLS.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import sqlite3
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY_ID = "2026-a"
SCALE = 2
WINDOW_MS = 300_000
BODY_MAX = 65_536
CALLS = ("authenticate", "balance", "bet", "result", "refund")

TABLES = """
CREATE TABLE IF NOT EXISTS player (id TEXT PRIMARY KEY, nickname TEXT, balance INTEGER);
CREATE TABLE IF NOT EXISTS session (token TEXT PRIMARY KEY, player TEXT, living INTEGER);
CREATE TABLE IF NOT EXISTS operation (id TEXT PRIMARY KEY, call TEXT, body TEXT, status TEXT);
CREATE TABLE IF NOT EXISTS taken_back (bet TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS turnover (operation TEXT, game TEXT, kind TEXT, stake INTEGER);
INSERT OR IGNORE INTO player VALUES ('ada-7', 'Ada', 100000), ('tardo-1', 'Tardo', 0);
INSERT OR IGNORE INTO session VALUES ('s-91c4', 'ada-7', 1), ('s-0007', 'tardo-1', 0);
"""


class Unreadable(Exception):
    """The body is not this call."""


class Wallet:
    """The five calls on one database; every call is one transaction."""

    def __init__(self, path: str) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.executescript(TABLES)

    def answer(self, call: str, body: dict) -> dict:
        self.db.execute("BEGIN IMMEDIATE")
        try:
            answer = getattr(self, f"_{call}")(body)
        except (KeyError, TypeError) as error:
            self.db.execute("ROLLBACK")
            raise Unreadable from error
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")
        return answer

    def _one(self, sql: str, *values: object) -> tuple | None:
        return self.db.execute(sql, values).fetchone()

    def _money(self, player: str) -> dict:
        [balance] = self._one("SELECT balance FROM player WHERE id = ?", player)
        return {"currency": "EUR", "balance": balance, "scale": SCALE}

    def _authenticate(self, body: dict) -> dict:
        found = self._one("SELECT player, living FROM session WHERE token = ?", body["token"])
        if found is None or not found[1]:
            return {"status": "token_expired"}
        [nickname] = self._one("SELECT nickname FROM player WHERE id = ?", found[0])
        return {"status": "ok", "player": found[0], "nickname": nickname, **self._money(found[0])}

    def _balance(self, body: dict) -> dict:
        if self._one("SELECT 1 FROM player WHERE id = ?", body["player"]) is None:
            return {"status": "unknown_player"}
        return {"status": "ok", "player": body["player"], **self._money(body["player"])}

    def _bet(self, body: dict) -> dict:
        return self._once("bet", body, self._take)

    def _result(self, body: dict) -> dict:
        return self._once("result", body, self._pay)

    def _refund(self, body: dict) -> dict:
        return self._once("refund", body, self._take_back)

    def _once(self, call: str, body: dict, decide) -> dict:
        """Promise 1: decide an id once; the same id with another body is a conflict."""
        if not isinstance(body["id"], str) or type(body["amount"]) is not int:
            raise TypeError
        compared = json.dumps({k: v for k, v in body.items() if k != "token"}, sort_keys=True)
        known = self._one("SELECT call, body, status FROM operation WHERE id = ?", body["id"])
        if known is not None and known[:2] != (call, compared):
            return {"status": "conflict", "id": body["id"]}
        status = known[2] if known else decide(body)
        if known is None:
            row = (body["id"], call, compared, status)
            self.db.execute("INSERT INTO operation VALUES (?, ?, ?, ?)", row)
        if status != "ok":
            return {"status": status, "id": body["id"]}
        money = self._money(body["player"])
        return {"status": "ok", "id": body["id"], "amount": body["amount"], **money}

    def _take(self, body: dict) -> str:
        found = self._one("SELECT balance FROM player WHERE id = ?", body["player"])
        if found is None:
            return "unknown_player"
        if self._one("SELECT 1 FROM taken_back WHERE bet = ?", body["id"]):
            return "cancelled"  # promise 2: its refund has overtaken it
        session = self._one("SELECT player, living FROM session WHERE token = ?", body["token"])
        if session != (body["player"], 1):
            return "token_expired"
        if found[0] < body["amount"]:
            return "insufficient_funds"
        self._move(body["player"], -body["amount"])
        return "ok"

    def _pay(self, body: dict) -> str:
        if self._one("SELECT 1 FROM player WHERE id = ?", body["player"]) is None:
            return "unknown_player"
        self._move(body["player"], body["amount"])
        if body["outcome"] == "settled":  # a cancelled round is not turnover
            cash = [one for one in body.get("bets", []) if not one.get("golden")]
            rows = [(body["id"], body["game"], one["kind"], one["stake"]) for one in cash]
            self.db.executemany("INSERT INTO turnover VALUES (?, ?, ?, ?)", rows)
        return "ok"

    def _take_back(self, body: dict) -> str:
        if self._one("SELECT 1 FROM player WHERE id = ?", body["player"]) is None:
            return "unknown_player"
        seen = self._one("SELECT body FROM operation WHERE id = ? AND status = 'ok'", body["bet"])
        known = self._one("SELECT 1 FROM taken_back WHERE bet = ?", body["bet"])
        self.db.execute("INSERT OR IGNORE INTO taken_back VALUES (?)", (body["bet"],))
        if seen and not known:
            self._move(body["player"], json.loads(seen[0])["amount"])
        return "ok"

    def _move(self, player: str, amount: int) -> None:
        self.db.execute("UPDATE player SET balance = balance + ? WHERE id = ?", (amount, player))


def signed(secret: bytes, headers, call: str, body: bytes) -> bool:
    """Whether the bytes are signed with our key, now."""
    timestamp = headers.get("x-sabot-timestamp", "")
    if headers.get("x-sabot-key-id") != KEY_ID or not timestamp.isdecimal():
        return False
    now_ms = time.time() * 1000  # noqa: TID251 -- a program of its own, with its own clock
    if abs(now_ms - int(timestamp)) > WINDOW_MS:
        return False
    expected = hmac.new(secret, f"{timestamp}.{call}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, headers.get("x-sabot-signature", ""))


def handler(wallet: Wallet, secret: bytes) -> type[BaseHTTPRequestHandler]:
    """Answers one request."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            call = self.path.rpartition("/")[2]
            body = self.rfile.read(min(int(self.headers.get("content-length", 0)), BODY_MAX))
            if not signed(secret, self.headers, call, body):
                return self.reply(401, {"status": "bad_signature"})
            if call not in CALLS:
                return self.reply(404, {"status": "bad_request"})
            try:
                return self.reply(200, wallet.answer(call, json.loads(body)))
            except (Unreadable, ValueError):
                return self.reply(400, {"status": "bad_request"})

        def reply(self, status: int, answer: dict) -> None:
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


if __name__ == "__main__":
    secret = os.environ["SABOT_WALLET_SECRET"].encode()
    server = HTTPServer(("127.0.0.1", int(sys.argv[1])), handler(Wallet(sys.argv[2]), secret))
    print(f"http://127.0.0.1:{server.server_port}/wallet", flush=True)  # noqa: T201 -- its address
    server.serve_forever()
