"""History for the HTTP routes: every answer is read and built in a thread.

To describe a round, it is replayed, which costs a core some milliseconds. Only a few rounds are
replayed at once, so that live tables never wait for readers of the history.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TypeVar

import msgspec

from sabot.errors import Malformed
from sabot.gamekit import Audience, Bet
from sabot.gateway.broadcast.table_info import Returns
from sabot.gateway.refusals import RequestRefusal
from sabot.gateway.tables.past import GameOf, PastRound, past_round
from sabot.gateway.tables.proofs import proof_of
from sabot.gateway.tables.replay import Screening
from sabot.gateway.tables.rounds import Chronicle
from sabot.gateway.tables.staff import staff_round
from sabot.gateway.tables.timeline import timeline
from sabot.service.office.annulled import annulled_rounds, told_of
from sabot.service.players.directory import Player
from sabot.service.players.history import History, Place, PlayedBet
from sabot.service.ports import ActRow, Seals
from sabot.service.storage.archive import Archive
from sabot.wire import history as h
from sabot.wire.desk import Timeline
from sabot.wire.office import StaffRound

AT_ONCE = 2
"""Rounds that are replayed at the same time."""

BETS_PER_ROUND = 8
"""Bets read for each round of a page, on the first try."""

PLAYED_PAGE = 2_000
PLAYED_MAX = 20_000
"""The newest bets that a player's statistics are computed from."""

T = TypeVar("T")

_bet = msgspec.json.Decoder(Bet).decode


class RoundArchive:
    """Lists of rounds, rounds, replays and proofs."""

    def __init__(
        self,
        archive: Archive,
        history: History,
        *,
        seals: Seals,
        game_of: GameOf,
        who: Callable[[str], Player],
        returns: Returns,
        acts_of: Callable[[str], Sequence[ActRow]] = lambda _player: (),
    ) -> None:
        self._archive = archive
        self._acts_of = acts_of
        self._returns = returns
        self._history = history
        self._seals = seals
        self._game_of = game_of
        self._who = who
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def _in_turn(self, work: Callable[[], T]) -> T:
        async with self._turns:
            return await asyncio.to_thread(work)

    def _past(self, round_id: str, audience: Audience) -> PastRound:
        """Read a round. Hidden cards are opened only for an audience that may see them."""
        seals = self._seals if audience.sees_hidden_cards else None
        return past_round(self._archive, round_id, self._game_of, seals)

    async def round(self, round_id: str, *, audience: Audience, player: str | None) -> h.RoundTold:
        """Describe a round, and this player's own part in it."""

        def work() -> h.RoundTold:
            past = self._past(round_id, audience)
            told = Chronicle(past, audience=past.seen_by(audience), player=player).told()
            return msgspec.structs.replace(told, annulled=self._annulled(round_id, player))

        return await self._in_turn(work)

    def _annulled(self, round_id: str, player: str | None) -> h.Annulled | None:
        """What a player of the round is told about its annulment."""
        told = None if player is None else told_of(self._acts_of(player), round_id)
        if told is None:
            return None
        return h.Annulled(
            at_ms=told.at_ms, amount=told.change, chips=told.chips, theirs=told.theirs
        )

    async def replay(self, round_id: str, *, audience: Audience, player: str | None) -> h.Replay:
        """Replay a round as it was shown."""

        def work() -> h.Replay:
            past = self._past(round_id, audience)
            screening = Screening(
                past,
                audience=past.seen_by(audience),
                player=player,
                who=self._who,
                returns=self._returns,
            )
            return screening.replay(round_id)

        return await self._in_turn(work)

    async def staff_round(
        self, round_id: str, *, audience: Audience, may_see: Callable[[Player], bool]
    ) -> StaffRound:
        """Describe a round with the bets of every player within reach."""

        def work() -> StaffRound:
            past = self._past(round_id, audience)
            return staff_round(
                past,
                audience=past.seen_by(audience),
                may_see=lambda player: may_see(self._who(player)),
            )

        return await self._in_turn(work)

    async def timeline(self, round_id: str, *, table: str, name: Callable[[str], str]) -> Timeline:
        """Everything that happened in a round, for its staff: no hidden card is opened."""

        def work() -> Timeline:
            past = self._past(round_id, Audience.MANAGER)
            return timeline(past, table=table, round_id=round_id, name=name)

        return await self._in_turn(work)

    async def proof(self, shoe_id: str) -> h.ShoeProof:
        """The promise of a shoe, and its order once it is disclosed."""
        return await self._in_turn(lambda: proof_of(self._archive, shoe_id, self._game_of))

    async def page(
        self, player: str, *, since_ms: int, until_ms: int, before: str | None, limit: int
    ) -> tuple[tuple[h.HistoryDay, ...], str | None]:
        """The rounds of a player by day, newest first, and where the next page begins."""
        place = None if before is None else _place(before)

        def read(asked: int) -> tuple[list[list[PlayedBet]], bool]:
            found = self._history.bets_of(
                player, since_ms=since_ms, until_ms=until_ms, limit=asked, before=place
            )
            return _by_round(found), len(found) < asked

        def work() -> tuple[tuple[h.HistoryDay, ...], str | None]:
            asked = limit * BETS_PER_ROUND
            rounds, complete = read(asked)
            while len(rounds) == 1 and not complete:  # a round with more bets than were read
                asked *= 2
                rounds, complete = read(asked)
            whole = rounds if complete else rounds[:-1]
            shown, more = whole[:limit], len(rounds) > min(limit, len(whole))
            void = annulled_rounds(self._acts_of(player))
            return tuple(_days(shown, void)), _written(
                shown[-1][-1].place
            ) if more and shown else None

        return await asyncio.to_thread(work)

    async def played(
        self, player: str, *, since_ms: int, until_ms: int
    ) -> tuple[list[PlayedBet], bool]:
        """A player's bets in rounds that count, newest first, and whether these are all.

        A round that was annulled counts for nothing, as one that was cancelled.
        """

        def work() -> tuple[list[PlayedBet], bool]:
            found, complete = read()
            void = annulled_rounds(self._acts_of(player))
            return [one for one in found if one.bet.round_id not in void], complete

        def read() -> tuple[list[PlayedBet], bool]:
            found: list[PlayedBet] = []
            place: Place | None = None
            while len(found) < PLAYED_MAX:
                page = self._history.bets_of(
                    player, since_ms=since_ms, until_ms=until_ms, limit=PLAYED_PAGE, before=place
                )
                found += page
                if len(page) < PLAYED_PAGE:
                    return found, True
                place = page[-1].place
            last = found[-1].bet.round_id  # some of its bets may be missing
            return [one for one in found if one.bet.round_id != last], False

        return await self._in_turn(work)


def _by_round(found: Sequence[PlayedBet]) -> list[list[PlayedBet]]:
    """Group bets by round, in the order of the first bet of each."""
    rounds: dict[str, list[PlayedBet]] = {}
    for played in found:
        rounds.setdefault(played.bet.round_id, []).append(played)
    return list(rounds.values())


def _days(rounds: Iterable[Sequence[PlayedBet]], void: Container[str]) -> Iterator[h.HistoryDay]:
    days: dict[str, list[h.RoundLine]] = {}
    for bets in rounds:
        moment = datetime.fromtimestamp(bets[0].ended_ms / 1000, tz=UTC)
        days.setdefault(moment.date().isoformat(), []).append(_line(bets, void))
    return (h.HistoryDay(day=day, rounds=tuple(lines)) for day, lines in days.items())


def _line(bets: Sequence[PlayedBet], void: Container[str]) -> h.RoundLine:
    golden = {played.bet.id for played in bets if _bet(played.bet.body).golden}
    cancelled = any(played.result == "refunded" for played in bets)
    returned = sum(played.amount for played in bets if not (cancelled and played.bet.id in golden))
    round_id = bets[0].bet.round_id
    ended = "annulled" if round_id in void else "settled"
    return h.RoundLine(
        round=round_id,
        table=round_id.rpartition("-")[0],
        status="cancelled" if cancelled else ended,
        ended_at_ms=bets[0].ended_ms,
        bets=len(bets),
        staked=sum(played.bet.stake for played in bets if played.bet.id not in golden),
        golden=sum(played.bet.stake for played in bets if played.bet.id in golden),
        returned=returned,
    )


def open_line(round_id: str, bets: Sequence[Bet]) -> h.RoundLine:
    """Describe a round in progress."""
    return h.RoundLine(
        round=round_id,
        table=round_id.rpartition("-")[0],
        status="open",
        ended_at_ms=None,
        bets=len(bets),
        staked=sum(bet.stake for bet in bets if not bet.golden),
        golden=sum(bet.stake for bet in bets if bet.golden),
        returned=None,
    )


def _written(place: Place) -> str:
    return f"{place.ended_ms}.{place.bet}"


def _place(text: str) -> Place:
    at_ms, _, bet = text.partition(".")
    if not (at_ms.isascii() and at_ms.isdigit() and len(at_ms) < 17):
        raise Malformed(RequestRefusal.MALFORMED, field="before")
    return Place(int(at_ms), bet)
