"""One example of every event, every member filled: what the golden files hold.

`python -m tests.table.examples` writes the files that are missing and touches no other: a stored
event is read for ever, so the golden file of a released version is never written again.
"""

from __future__ import annotations

from pathlib import Path

from tests.seals import SEALS

from sabot.gamekit import Bet
from sabot.money import Cents
from sabot.table import events as e
from sabot.table.promises import commitment
from sabot.table.record import codec

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "events"

MAIN = Bet(
    id="bj-7/ada/main:2",
    player="ada",
    kind="main",
    stake=Cents(1000),
    seat=2,
    golden=True,
    terms=frozenset({"auto_stand:17"}),
)
BEHIND = Bet(
    id="bj-7/bob/behind:2",
    player="bob",
    kind="behind",
    stake=Cents(700),
    seat=2,
    terms=frozenset({"follow_double", "follow_split"}),
)
SPLIT = Bet(
    id="bj-7/bob/behind:2+split",
    player="bob",
    kind="split",
    stake=Cents(700),
    seat=2,
    hand=1,
    parent="bj-7/bob/behind:2",
)

EXAMPLES: tuple[e.Event, ...] = (
    e.TableConfigured(
        version=3, config='{"table_id":"bj"}', actor="house", reason="first settings"
    ),
    e.TableSwitchedOff(actor="boss", reason="night"),
    e.TableSwitchedOn(actor="boss", reason="morning"),
    e.SideBetsSwitched(actor="boss", kinds=("21+3", "perfect_pairs"), off=True, reason="abuse"),
    e.SeatTaken(player="ada", seat=2),
    e.SeatLeft(player="ada", seat=2, missed=3),
    e.ShoeLoaded(
        shoe_id="bj.12",
        cards=416,
        cut_card_from_end=104,
        live=True,
        actor="dealer",
        commitment="5f0c",
        loaded_at_ms=1_790_000_000_000,
    ),
    e.CardsBurned(first="7H", discarded=7, actor="dealer"),
    e.CardRemoved(actor="dealer", card="KS", code="bj.12:33:KS"),
    e.CardsDropped(count=4),
    e.CutCardShown(actor="dealer"),
    e.ShoeRetired(shoe_id="bj.12", reason="cut_card", actor="house"),
    e.ShoeDisclosed(
        shoe_id="bj.12",
        cards="AS 7H KD",
        salt="c0ffee",
        openings=(e.Opening(code="bj.12:1:7H", salt="5a17"),),
    ),
    e.PromiseLost(shoe_id="bj.12", actor="dealer:bj", reason="shoe/secret_missing"),
    e.ShoeWrittenOff(shoe_id="bj.12", actor="boss", reason="the disk lost it"),
    e.RoundOpened(round_id="bj-7", round_of_shoe=7, config_version=3),
    e.BetsAccepted(bets=(MAIN, BEHIND)),
    e.BettingEnded(),
    e.BetsClosed(
        accepted=(MAIN, BEHIND),
        rejected=(
            e.Rejected(player="bob", kind="main", stake=50, reason="bet/under_minimum", seat=3),
        ),
    ),
    e.DealingStarted(seats=(2, 5)),
    e.CardDealt(
        position="dealer:2",
        card="KS",
        code="bj.12:33:KS",
        face_down=True,
        salt="5a17",
        commitment=commitment(cards="bj.12:33:KS", salt="5a17"),
    ),
    e.CardsRevealed(
        positions=("dealer:2",), openings=(e.Opening(code="bj.12:33:KS", salt="5a17"),)
    ),
    e.QuestionOpened(decision_id="bj-7.2", topic="decision", seat=2, hand=1),
    e.ChoiceMade(decision_id="bj-7.2", option="split", by=e.By.PLAYER, extras=(SPLIT,)),
    e.AnswerGiven(decision_id="bj-7.1", bet=BEHIND.id, option="yes", extras=(SPLIT,)),
    e.QuestionClosed(decision_id="bj-7.1"),
    e.RoundSettled(
        round_id="bj-7",
        outcome={"dealer": "bust", "dealer_total": 22, "dealer_blackjack": False},
        payouts=(
            e.Paid(bet=MAIN.id, result="push", amount=0, why=("push",), chip_returned=True),
            e.Paid(bet=BEHIND.id, result="win", amount=1400, why=("win", "ante_bonus_run")),
        ),
    ),
    e.RoundCancelled(
        round_id="bj-7",
        actor="boss",
        reason="cards fell",
        refunds=(MAIN.id, BEHIND.id),
        proposed_by="dealer",
    ),
    e.RoundLapsed(round_id="bj-7"),
    e.TableRested(),
    e.TablePaused(actor="boss", reason="scan/early"),
    e.TableResumed(actor="boss", reason="looked at it"),
    e.IncidentRecorded(kind="scan/early", actor="dealer", detail="bj.12:33:KS at dealer:2"),
    e.CorrectionProposed(
        actor="dealer",
        position="dealer:2",
        code="bj.12:34:AS",
        card="AS",
        face_down=True,
        salt="5a17",
        commitment=commitment(cards="bj.12:34:AS", salt="5a17"),
    ),
    e.CardCorrected(
        actor="boss",
        position="dealer:2",
        code="bj.12:34:AS",
        card="AS",
        face_down=True,
        salt="5a17",
        commitment=commitment(cards="bj.12:34:AS", salt="5a17"),
    ),
    e.CancelProposed(actor="dealer", round_id="bj-7", reason="cards fell"),
    e.HiddenCardsSeen(actor="boss", round_id="bj-7", reason="a bent card"),
    e.ManagerCalled(actor="dealer", reason="a card is bent"),
    e.Announced(actor="dealer", phrase="last_hand"),
    e.IncidentClosed(actor="boss", incident=31, reason="the card was read again"),
    e.AlarmSeen(actor="boss", alarm="incident:31"),
    e.AlarmPutOff(actor="boss", alarm="cut_card", minutes=10, reason="the shoe is on its way"),
    e.VideoLost(actor="device:camera"),
    e.VideoBack(actor="device:camera"),
    e.MoveProposed(actor="dealer", first="P1", second="B1"),
    e.CorrectionWithdrawn(actor="dealer"),
    e.CorrectionDeclined(actor="boss", reason="the camera shows a nine", rescan="P1"),
    e.CardsMoved(actor="boss", first="P1", second="B1"),
    e.DealerSignedOn(actor="dealer", console="desk-1"),
    e.HandOverOffered(actor="dealer"),
    e.DealerSignedOff(actor="boss", dealer="dealer", reason="taken ill"),
    e.ReliefPlanned(actor="boss", dealer="staff:nico", at_ms=1794701000000),
    e.ReliefDropped(actor="boss"),
)


def seal(plain: bytes) -> str:
    """Sealed with the key of the tests; golden events have no place."""
    return SEALS.seal(plain, place="golden")


def unseal(sealed: str) -> bytes:
    """Opened with the key of the tests."""
    return SEALS.open(sealed, place="golden")


def path_of(kind: str, version: int) -> Path:
    """Where the example of one version of an event is kept."""
    return FOLDER / f"{kind}.{version}.json"


def main() -> None:
    """Write the golden files that are not there yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for event in EXAMPLES:
        kind = codec.kind_of(event)
        path = path_of(kind, codec.version_of(kind))
        if not path.exists():
            path.write_bytes(codec.encode(event, seal) + b"\n")


if __name__ == "__main__":
    main()
