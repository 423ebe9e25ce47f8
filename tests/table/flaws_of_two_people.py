"""Corrections and cancels, which need two people, and every reason against them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace
from tests.table.driver import (
    BOSS,
    DEALER,
    OTHER_BOSS,
    Studio,
)
from tests.table.flaws import (
    EYES,
    LENGTH,
    PUBLIC,
    Become,
    Case,
    case,
    flaw,
)
from tests.table.flaws_of_staff import staff, turning
from tests.table.studio.test_trouble import in_play

from sabot.table import commands as c
from sabot.table.staff.refusals import (
    CancelRefusal,
    CorrectionRefusal,
    RoundRefusal,
    TurningRefusal,
)


def corrections() -> Iterator[Case]:
    table = in_play("4S 2H", live=True)
    table.does(BOSS, c.Pause(reason="P1 is a five"))
    shoe_id = table.shoe.shoe_id
    mine = (DEALER, BOSS, OTHER_BOSS)
    seen = flaw(CorrectionRefusal.SEEN, {"round.seen_by": frozenset(mine)})
    card = c.ProposeCorrection(position="P1", code=f"{shoe_id}:90:5S", card="5S")
    nowhere = flaw(CorrectionRefusal.NO_CARD_THERE, {"command.position": "P3"})
    foreign = flaw(CorrectionRefusal.FOREIGN, {"command.code": "another:90:5S"})
    repeated = flaw(
        CorrectionRefusal.REPEATED,
        {"shoe.codes": Become(lambda codes: codes | {f"{shoe_id}:90:5S"})},
    )
    too_many = flaw(
        CorrectionRefusal.TOO_MANY,
        {"shoe.codes": frozenset(f"{shoe_id}:{n}:5S" for n in range(200, 208))},
    )
    proposing = staff(table, card, by=DEALER)
    table.does(BOSS, card)
    open_now = table.state.proposal
    assert open_now is not None
    other = flaw(CorrectionRefusal.OTHER_OPEN, {"state.proposal": replace(open_now, actor="nico")})
    yield case("a proposal", proposing, seen, other, nowhere, foreign, repeated, too_many)
    wish = c.CorrectCard(position="P1", code=card.code, card=card.card)
    theirs = flaw(
        CorrectionRefusal.SAME_PERSON, {"state.proposal": replace(open_now, actor=OTHER_BOSS)}
    )
    none = flaw(CorrectionRefusal.NOT_PROPOSED, {"state.proposal": None})
    yield case(
        "a confirmation",
        staff(table, wish, by=OTHER_BOSS),
        seen,
        nowhere,
        foreign,
        repeated,
        too_many,
        none,
        theirs,
        EYES,
    )
    move = c.ProposeMove(first="P1", second="B1")
    swaps = (
        flaw(CorrectionRefusal.NO_CARD_THERE, {"command.first": "P3"}),
        flaw(CorrectionRefusal.SAME_POSITION, {"command.second": "P1"}),
        flaw(
            CorrectionRefusal.ONE_FACE_DOWN,
            {"round.steps": Become(lambda steps: (replace(steps[0], face_down=True), *steps[1:]))},
        ),
    )
    yield case("a swap", staff(table, move).changed({"state.proposal": None}), seen, other, *swaps)
    swapped = replace(open_now, code="", card="", second="B1")
    yield case(
        "the confirmation of a swap",
        staff(table, c.MoveCards(first="P1", second="B1"), by=OTHER_BOSS).changed(
            {"state.proposal": swapped}
        ),
        seen,
        *swaps,
        flaw(CorrectionRefusal.NOT_PROPOSED, {"state.proposal": None}),
        flaw(CorrectionRefusal.SAME_PERSON, {"state.proposal": replace(swapped, actor=OTHER_BOSS)}),
        EYES,
    )
    yield case(
        "taking it back",
        staff(table, c.WithdrawCorrection()),
        flaw(CorrectionRefusal.NONE, {"state.proposal": None}),
        flaw(CorrectionRefusal.NOT_YOURS, {"inputs.actor": OTHER_BOSS}),
    )
    yield case(
        "declining",
        staff(table, c.DeclineCorrection(reason="it is right"), by=OTHER_BOSS),
        seen,
        flaw(CorrectionRefusal.NONE, {"state.proposal": None}),
        theirs,
        LENGTH,
    )
    yield case(
        "reading again",
        staff(table, c.AskRescan(position="P1", reason="again"), by=OTHER_BOSS),
        seen,
        nowhere,
        LENGTH,
    )
    yield from impossible()
    twice = Become(lambda steps: tuple(replace(step, code="one") for step in steps))
    yield case(
        "going on",
        staff(table, c.Resume(reason="done")),
        flaw(CorrectionRefusal.CARD_TWICE, {"round.steps": twice}),
        LENGTH,
    )


def impossible() -> Iterator[Case]:
    """Player has drawn a third card: with another first card nobody would have."""
    table = in_play("2S 6H 3D KC 6D", live=True)
    table.does(BOSS, c.Pause(reason="a look"))
    shoe_id = table.shoe.shoe_id
    seen = flaw(CorrectionRefusal.SEEN, {"round.seen_by": frozenset({BOSS, OTHER_BOSS})})
    natural = flaw(
        CorrectionRefusal.IMPOSSIBLE,
        {"command.position": "P1", "command.code": f"{shoe_id}:91:6S", "command.card": "6S"},
    )
    card = c.ProposeCorrection(position="P3", code=f"{shoe_id}:90:7D", card="7D")
    proposing = staff(table, card)
    table.does(BOSS, card)
    proposal = table.state.proposal
    assert proposal is not None
    other = flaw(CorrectionRefusal.OTHER_OPEN, {"state.proposal": replace(proposal, actor="nico")})
    none = flaw(CorrectionRefusal.NOT_PROPOSED, {"state.proposal": None})
    yield case("a card that ends the round", proposing, seen, other, natural)
    wish = c.CorrectCard(position="P3", code=card.code, card=card.card)
    yield case("its confirmation", staff(table, wish, by=OTHER_BOSS), seen, natural, none, EYES)
    swapped = replace(proposal, position="P1", code="", card="", second="P2")
    across = flaw(CorrectionRefusal.IMPOSSIBLE, {"command.second": "B1"})
    yield case(
        "a swap that ends the round",
        staff(table, c.ProposeMove(first="P1", second="P2")).changed({"state.proposal": None}),
        seen,
        other,
        across,
    )
    yield case(
        "the confirmation of such a swap",
        staff(table, c.MoveCards(first="P1", second="P2"), by=OTHER_BOSS).changed(
            {"state.proposal": swapped}
        ),
        seen,
        across,
        none,
        EYES,
    )


def cancels() -> Iterator[Case]:
    table = in_play("4S 2H", live=True)
    known = Become(lambda _expected: settled().round.expected)
    result = flaw(RoundRefusal.RESULT_KNOWN, {"round.expected": known})
    over = flaw(RoundRefusal.NONE, {"round.over": True})
    seen = flaw(CancelRefusal.SEEN, {"round.seen_by": frozenset({BOSS, OTHER_BOSS})})
    yield case(
        "proposing a cancel",
        staff(table, c.ProposeCancel(reason="a mess")),
        over,
        result,
        seen,
        LENGTH,
        PUBLIC,
        hides=(("round/none", "round/result_known"),),
    )
    table.does(OTHER_BOSS, c.ProposeCancel(reason="a mess"))
    yield case(
        "a cancel",
        staff(table, c.CancelRound(reason="a mess")),
        over,
        result,
        LENGTH,
        PUBLIC,
        seen,
        flaw(CancelRefusal.NOT_PROPOSED, {"round.cancel_by": None}),
        flaw(CancelRefusal.SAME_PERSON, {"round.cancel_by": BOSS}),
        EYES,
        hides=(("round/none", "round/result_known"),),
    )
    hidden = turning()
    yield case(
        "hidden cards",
        staff(hidden, c.LookAtHiddenCards(reason="a complaint")),
        flaw(RoundRefusal.NONE, {"round.over": True}),
        flaw(TurningRefusal.CARDS_NONE_HIDDEN, {"round.play": None}),
        LENGTH,
    )


def settled() -> Studio:
    """The same round with its result known."""
    table = in_play("4S 2H", live=True)
    table.cards.deal("4D 7C")
    return table
