"""The shoe desk over HTTP: a set from its passport to the bin, and what is printed for it."""

from __future__ import annotations

import httpx
import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises

from sabot.service.studio.passports import own_deck

SUPERVISOR, MANAGER, DEALER = "supervisor-house-1", "shift_manager-house-1", "dealer-house-1"
SETS = "/api/studio/sets"
Body = dict[str, object]


async def post(here: Premises, by: str, path: str, **body: object) -> httpx.Response:
    sent = {"reason": "a test", **body}
    async with here.browser() as client:
        return await client.post(f"{SETS}{path}", json=sent, headers=await here.bearer(by))


async def prepared(here: Premises, name: str, **more: object) -> Body:
    body: Body = {"id": "prepare", "set": name, "decks": 1, **more}
    answer = await post(here, SUPERVISOR, "", **body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_F94_F97_a_set_is_prepared_counted_shuffled_sealed_and_retired(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        first = await prepared(here, "A1")
        assert (first["stage"], first["test"], first["ready"]) == ("prepared", True, False)
        scans = own_deck("A1", 1)
        own = await post(here, SUPERVISOR, "/A1/count", id="count", scans=scans)
        assert (own.status_code, own.json()["code"]) == (409, "set/same_person")
        short = (await post(here, MANAGER, "/A1/count", id="count-1", scans=scans[1:])).json()
        assert (short["stage"], short["steps"][-1]["missing"]) == ("prepared", ["A1:001:AS"])
        cards = {code.split(":")[2]: 1 for code in scans}
        assert (await post(here, MANAGER, "/A1/count", id="count-2", cards=cards)).json()[
            "stage"
        ] == "counted"
        at = {"where": "table", "table": "brag-1"}
        shuffled = (await post(here, DEALER, "/A1/shuffle", id="shuffle", **at)).json()
        assert (shuffled["ready"], shuffled["ready_at"]) == (False, "brag-1")
        sealed = (await post(here, SUPERVISOR, "/A1/seal", id="seal", seal="S-7")).json()
        assert (sealed["ready"], sealed["ready_at"], sealed["stage"]) == (True, None, "sealed")
        away = await post(here, SUPERVISOR, "/A1/take-away", id="away")
        assert (away.status_code, away.json()["code"]) == (409, "set/stage")
        retired = (await post(here, SUPERVISOR, "/A1/retire", id="retire")).json()
        assert [step["after"] for step in retired["steps"]] == [
            "prepared",
            "prepared",
            "counted",
            "shuffled",
            "sealed",
            "retired",
        ]
        assert [step["actor"].rpartition(":")[2] for step in retired["steps"]] == [
            SUPERVISOR,
            MANAGER,
            MANAGER,
            DEALER,
            SUPERVISOR,
            SUPERVISOR,
        ]
        listed = (await here.get(SETS, await here.bearer("auditor-house-1"))).json()
        assert retired in listed["sets"]
        assert "bad_barcode" in listed["change_reasons"]

    casino.run(story(casino.here))


def test_a_request_sent_again_counts_once(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        first = await prepared(here, "B1")
        assert await prepared(here, "B1") == first
        other = await post(here, SUPERVISOR, "", id="prepare", set="B1", decks=2)
        assert (other.status_code, other.json()["code"]) == (409, "set/other_body")
        again = await post(here, SUPERVISOR, "", id="other", set="B1", decks=1)
        assert (again.status_code, again.json()["code"]) == (409, "set/exists")

    casino.run(story(casino.here))


def test_a_printers_list_is_a_passport(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        codes = own_deck("C1", 1)
        lines = [";".join(code.split(":")[1:]) for code in codes]
        made = await prepared(here, "C1", passport="serial;card\n" + "\n".join(lines))
        assert made["test"] is False
        opened = (await here.get(f"{SETS}/C1", await here.bearer(DEALER))).json()
        assert opened == {"card_set": made, "passport": list(codes)}

    casino.run(story(casino.here))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"passport": "001;AS"}, "409 passport/wrong_size"),
        ({"passport": "\n001;ASS"}, "400 passport/line"),
        ({"passport": "D1:001:AS\nrubbish"}, "400 passport/line"),
        ({"set": "a:b"}, "400 request/malformed"),
        ({"decks": 9}, "400 request/malformed"),
        ({"id": "a b"}, "400 request/malformed"),
        ({"reason": " "}, "409 office/words"),
    ],
)
def test_a_set_that_cannot_be_is_refused(casino: Casino, change: Body, told: str) -> None:
    async def story(here: Premises) -> None:
        body: Body = {"id": "prepare", "set": "D1", "decks": 1, **change}
        answer = await post(here, SUPERVISOR, "", **body)
        assert f"{answer.status_code} {answer.json()['code']}" == told
        assert (await here.get(f"{SETS}/D1", await here.bearer(DEALER))).status_code == 404

    casino.run(story(casino.here))


def test_a_set_is_shuffled_at_a_table_that_there_is(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        await prepared(here, "E1")
        at = {"where": "table", "table": "nowhere-1"}
        answer = await post(here, DEALER, "/E1/shuffle", id="shuffle", **at)
        assert (answer.status_code, answer.json()["code"]) == (404, "table/unknown")

    casino.run(story(casino.here))


@pytest.mark.parametrize(("sheet", "pages"), [("", 6), ("?sheet=cards", 6), ("?sheet=labels", 3)])
def test_labels_and_test_cards_are_a_pdf(casino: Casino, sheet: str, pages: int) -> None:
    async def story(here: Premises) -> None:
        await prepared(here, "F1")
        headers = await here.bearer(SUPERVISOR)
        answer = await here.get(f"{SETS}/F1/labels.pdf{sheet}", headers)
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
        assert answer.content.count(b"/Type /Page\n") == pages
        assert (await here.get(f"{SETS}/F9/labels.pdf", headers)).status_code == 404
        odd = await here.get(f"{SETS}/F1/labels.pdf?sheet=cups", headers)
        assert odd.status_code == 400

    casino.run(story(casino.here))
