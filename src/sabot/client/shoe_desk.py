"""The shoe desk and the devices of the studio over HTTP: sets of cards, and who may send scans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from secrets import token_hex
from urllib.parse import quote

from sabot.client.http import asked, read_as
from sabot.wire import shoe_desk as w

SETS, DEVICES = "/api/studio/sets", "/api/studio/devices"


class ShoeDesk:
    """What a signed-in supervisor or shift manager does with sets of cards and devices."""

    def __init__(self, url: str, *, token: str) -> None:
        self._url = url
        self._token = token

    async def sets(self) -> tuple[w.CardSetShown, ...]:
        """Every set."""
        return read_as(await self._get(SETS), w.CardSets).sets

    async def passport(self, card_set: str) -> tuple[str, ...]:
        """The code of each card of a set."""
        raw = await self._get(f"{SETS}/{quote(card_set)}")
        return read_as(raw, w.CardSetOpened).passport

    async def labels(self, card_set: str) -> bytes:
        """The cards of a set as a PDF to print."""
        return await self._get(f"{SETS}/{quote(card_set)}/labels.pdf")

    async def prepare(self, card_set: str, decks: int, *, reason: str) -> w.CardSetShown:
        """A new set of test cards, numbered by the server."""
        return await self._step(SETS, {"set": card_set, "decks": decks, "reason": reason})

    async def count(
        self, card_set: str, *, cards: Mapping[str, int], reason: str
    ) -> w.CardSetShown:
        """How many of each card there are, counted by a person who did not prepare the set."""
        return await self._of(card_set, "count", {"cards": dict(cards), "reason": reason})

    async def shuffle(self, card_set: str, *, where: str, reason: str) -> w.CardSetShown:
        """A shuffle on a side table, at a table or by a machine."""
        return await self._of(card_set, "shuffle", {"where": where, "reason": reason})

    async def seal(self, card_set: str, *, number: str, reason: str) -> w.CardSetShown:
        """A seal with this number; the set may be loaded at every table then."""
        return await self._of(card_set, "seal", {"seal": number, "reason": reason})

    async def retire(self, card_set: str, *, reason: str) -> w.CardSetShown:
        """The set is never loaded again."""
        return await self._of(card_set, "retire", {"reason": reason})

    async def devices(self) -> tuple[w.DeviceShown, ...]:
        """Every device that may sign in."""
        return read_as(await self._get(DEVICES), w.Devices).devices

    async def add_device(
        self, table: str, device: str, *, reason: str, position: str = ""
    ) -> w.DeviceAdded:
        """Let a device in at one table; its token is told here and never again."""
        body = {"table": table, "device": device, "reason": reason, "position": position}
        return read_as(await self._post(DEVICES, body), w.DeviceAdded)

    async def remove_device(self, name: str, *, reason: str) -> None:
        """Keep a device out for good."""
        await self._post(f"{DEVICES}/{quote(name)}/remove", {"reason": reason})

    async def _of(self, card_set: str, step: str, body: Mapping[str, object]) -> w.CardSetShown:
        return await self._step(f"{SETS}/{quote(card_set)}/{step}", body)

    async def _step(self, path: str, body: Mapping[str, object]) -> w.CardSetShown:
        made = await self._post(path, {"id": token_hex(8), **body})
        return read_as(made, w.CardSetShown)

    async def _get(self, path: str) -> bytes:
        return await asked("GET", self._url, path, token=self._token)

    async def _post(self, path: str, body: Mapping[str, object]) -> bytes:
        return await asked("POST", self._url, path, body=body, token=self._token)


def counted(codes: Iterable[str]) -> dict[str, int]:
    """How many of each card these codes are, as a person counts 13 ranks of 4 suits.

    >>> counted(["T1:001:AS", "T1:053:AS"])
    {'AS': 2}
    """
    return dict(Counter(code.rpartition(":")[2] for code in codes))
