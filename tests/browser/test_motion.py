"""What moves in the room moves on the screen, and nothing travels for those who asked for rest."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage, no_more_bets
from tests.browser.pages import SLOW_MS
from tools.staged import calm
from tools.visits import SETTLED

WATCH = """() => {
    window.moved = {};
    const travels = frame => ['transform', 'translate', 'left', 'top'].some(name => name in frame);
    const look = () => {
        for (const one of document.getAnimations()) {
            if (one.playState !== 'running' || !one.effect.getKeyframes().some(travels)) continue;
            const lasts = one.effect.getComputedTiming().duration;
            if (lasts < 20 || lasts > 5000) continue; // at once, or a countdown: that is news
            const node = one.effect.target;
            moved[`${one.animationName ?? 'script'} ${node.tagName}.${node.classList[0]}`] = true;
        }
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes everything that travels, turns or grows, frame by frame."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize(
    ("table_id", "spot", "cards", "ends"),
    [
        ("speed-1", "player", "9S 2H KD 3C", "PLAYER WINS"),
        ("brag-1", "ante", "KS KH 4D QC 7H 2S", "YOUR TURN"),
    ],
)
def test_motion_is_there_and_rests_when_it_is_not_wanted(  # noqa: PLR0917  a case
    stage: Stage, enter: Enter, table_id: str, spot: str, cards: str, ends: str, motion: str
) -> None:
    casino = stage(calm(table_id), cards=cards)
    felt = enter(casino, motion=motion).table(table_id)
    felt.page.evaluate(WATCH)
    felt.place(spot)
    felt.bet(100)
    no_more_bets(casino, table_id, felt)
    felt.says(ends)
    felt.page.wait_for_timeout(300)
    moved = felt.page.evaluate("Object.keys(moved)")
    assert (moved != []) is (motion == "no-preference"), moved


SPOTS = """() => [...document.querySelectorAll('.spots .spot')].map(spot => {
    const { x, y, width, height } = spot.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844), (844, 390)])
def test_F170_no_spot_of_brag_moves_when_play_is_asked_for_and_taken(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    casino = stage(calm("brag-1"), cards="KS KH 4D QC 7H 2S")
    felt = enter(casino, size=size, touch=size[0] < 1_000).table("brag-1")
    felt.place("ante")
    felt.bet(100)
    felt.page.evaluate(SETTLED)
    stood = felt.page.evaluate(SPOTS)
    assert len(stood) == 4
    no_more_bets(casino, "brag-1", felt)
    felt.says("YOUR TURN")
    felt.page.evaluate(SETTLED)
    assert felt.page.evaluate(SPOTS) == stood
    felt.page.get_by_role("group", name="Play or Pass?").get_by_role(
        "button", name=re.compile("Play")
    ).click(timeout=SLOW_MS)
    felt.says("PLAYER WINS")
    felt.page.evaluate(SETTLED)
    assert felt.page.evaluate(SPOTS) == stood


COVERED = """() => [...document.querySelectorAll('button:enabled, a[href], input')]
    .filter(one => one.closest('.toast') === null && one.checkVisibility())
    .filter(one => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        const over = document.querySelector('.toast').getBoundingClientRect();
        const apart = x + width <= over.left || x >= over.right
            || y + height <= over.top || y >= over.bottom;
        return hit?.closest('.toasts') || (one.dataset.spot && !apart);
    })
    .map(one => one.ariaLabel ?? one.textContent)"""
"""The controls that cannot be pressed because of a notice, and the bets that it hides."""

SIZES = [(1440, 900), (1280, 720), (1024, 768), (390, 844), (844, 390)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("table_id", "spot"), [("speed-1", "player"), ("brag-1", "ante")])
def test_a_notice_is_in_the_way_of_no_control(
    stage: Stage, enter: Enter, table_id: str, spot: str, size: tuple[int, int]
) -> None:
    casino = stage(calm(table_id))
    screen = enter(casino, size=size, touch=size[0] < 1_000)
    screen.page.context.request.put(
        f"{casino.address}/api/limits/stake_per_round",
        data={"value": 700},
        headers={"Origin": casino.address},
    )
    felt = screen.table(table_id)
    felt.hold("5")
    felt.place(spot)
    felt.bet(500)
    felt.place(spot)
    felt.toast("Chip not placed")
    felt.page.evaluate(SETTLED)
    assert felt.page.evaluate(COVERED) == []
    box = felt.page.locator(".toast").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]


PLACES = """() => {
    const controls = 'section[aria-label="Betting controls"]';
    const found = {};
    for (const where of [`${controls} button`, `${controls} dd`, 'header time', 'header button'])
        document.querySelectorAll(where).forEach((one, n) => {
            const { x, y } = one.getBoundingClientRect();
            const lifted = one.getAttribute('role') === 'radio'; // the chip in the hand
            found[`${where} ${n}`] = [Math.round(x), lifted ? 0 : Math.round(y)];
        });
    return found;
}"""
"""Where everything stands that is pressed or read during a whole round."""


@pytest.mark.parametrize(
    ("table_id", "spot", "cards", "ends"),
    [
        ("speed-1", "player", "9S 2H KD 3C", "PLAYER WINS"),
        ("brag-1", "ante", "KS KH 4D QC 7H 2S", "PLAYER WINS"),
    ],
)
def test_nothing_that_is_pressed_or_read_moves_during_a_round(  # noqa: PLR0917  a case
    stage: Stage, enter: Enter, table_id: str, spot: str, cards: str, ends: str
) -> None:
    casino = stage(calm(table_id), cards=cards)
    felt = enter(casino).table(table_id)
    felt.place(spot)
    felt.bet(100)
    expect(felt.button("Chat")).to_be_visible(timeout=SLOW_MS)  # the icons that come late
    felt.page.mouse.move(0, 0)
    felt.page.evaluate(SETTLED)
    stood = felt.page.evaluate(PLACES)
    no_more_bets(casino, table_id, felt)
    if table_id == "brag-1":
        felt.says("YOUR TURN")
        felt.page.evaluate(SETTLED)
        assert felt.page.evaluate(PLACES) == stood
        casino.time_up(table_id)
    felt.says(ends)
    felt.page.evaluate(SETTLED)
    assert felt.page.evaluate(PLACES) == stood
