"""`sabot settle`: the golden rounds through the command, and the table a person sees."""

import pytest
from tests.cli.driver import Line, lines, ran, shown, terminal
from tests.games.baccarat.test_golden import ROUNDS as BACCARAT
from tests.games.baccarat.test_golden import expected_of, script_of
from tests.games.blackjack.test_golden_rounds import BLOCKS as BLACKJACK
from tests.games.blackjack.transcript import _told
from tests.games.brag.test_round_golden import RESULTS, bet_line, line_of
from tests.games.brag.test_round_golden import ROUNDS as BRAG

from sabot.cli.laboratory import settled_table
from sabot.lab.scripts import settle_lines

EVERYTHING = [
    "id",
    "outcome",
    "bets",
    "total_stake",
    "total_payout",
]


def settled(rounds: list[Line]) -> list[Line]:
    """Give each round a number, settle them all in one run, and take the numbers off again."""
    asked = [{"id": number, **each} for number, each in enumerate(rounds)]
    done = ran("settle", typed=lines(asked))
    assert (done.status, done.err) == (0, "")
    answers = done.answers
    assert [answer.pop("id") for answer in answers] == list(range(len(rounds)))
    return answers


def test_every_golden_round_of_baccarat_comes_out_as_written() -> None:
    rounds = list(BACCARAT.values())
    assert settled([script_of(written) for written in rounds]) == [
        expected_of(written) for written in rounds
    ]


def test_every_golden_round_of_blackjack_comes_out_as_written() -> None:
    answers = settled([block.line for block in BLACKJACK])
    assert [list(_told(answer)) for answer in answers] == [block.results for block in BLACKJACK]


def test_every_golden_round_of_brag_comes_out_as_written() -> None:
    blocks = list(BRAG.values())
    answers = settled([line_of(block) for block in blocks])
    for answer, block in zip(answers, blocks, strict=True):
        bets = answer["bets"]
        assert isinstance(bets, dict)
        told = [bet_line(kind, line) for kind, line in bets.items()]
        assert told == [line for line in block if line.split()[0] in RESULTS]
        assert f"total {answer['total_stake']} -> {answer['total_payout']}" in block


def test_an_answer_has_the_members_of_the_format_in_order() -> None:
    lines_in = [
        {"id": "b", **script_of(next(iter(BACCARAT.values())))},
        {"id": "j", **BLACKJACK[0].line, "bet_behind": {"stake": 100}},
        {"id": "g", **line_of(next(iter(BRAG.values())))},
    ]
    baccarat, blackjack, brag = ran("settle", typed=lines(lines_in)).answers
    assert list(baccarat) == list(brag) == EVERYTHING
    assert list(blackjack) == [*EVERYTHING[:2], "hands", "bets", "behind", *EVERYTHING[3:]]


def test_a_number_and_a_text_are_ids_that_come_back_as_they_were() -> None:
    round_ = script_of(next(iter(BACCARAT.values())))
    for identity in (0, 17, "", "mano è", "♠"):
        [answer] = ran("settle", typed=lines([{"id": identity, **round_}])).answers
        assert answer["id"] == identity


# --- the table -----------------------------------------------------------------------------------

SPLIT: Line = {
    "id": "split",
    "game": "blackjack",
    "shoe": ["8S", "7H", "8D", "TC", "3S", "2D", "TH", "TC"],
    "bets": {"main": 1000, "perfect_pairs": 200},
    "actions": [{"hand": 0, "act": "split"}, {"hand": 0, "act": "hit"}, {"hand": 1, "act": "hit"}],
    "bet_behind": {"stake": 400, "follow_split": True},
}
INSURED: Line = {
    "id": "insured",
    "game": "blackjack",
    "shoe": ["AS", "AH", "KD", "TC"],
    "bets": {"main": 1000},
    "actions": [{"act": "insurance", "yes": True}],
    "bet_behind": {"stake": 500, "insurance": True},
}
FOLDED: Line = {
    "id": "folded",
    "game": "three_card_brag",
    "player": ["QS", "7H", "4D"],
    "dealer": ["JS", "8H", "4C"],
    "bets": {"ante": 500, "pair_plus": 100},
    "golden_chip": "pair_plus",
    "decision": "fold",
}


def table(line: Line, width: int = 80) -> str:
    console = terminal(width)
    for answered in settle_lines(lines([line]).splitlines()):
        settled_table.show(console, answered)
    return shown(console)


@pytest.mark.parametrize("line", [SPLIT, INSURED, FOLDED], ids=lambda line: line["id"])
def test_the_stakes_and_payouts_of_a_table_add_up(line: Line) -> None:
    rows = [row.split("│")[1:-1] for row in table(line).splitlines() if row.startswith("│")]
    *bets, total = [[cell.strip().replace(",", "") for cell in row] for row in rows]
    for column in (1, 3):
        cents = [round(float(row[column]) * 100) for row in bets]
        assert sum(cents) == round(float(total[column]) * 100)


def test_a_table_tells_hands_with_their_totals() -> None:
    text = table(SPLIT)
    assert text.startswith("split  dealer 7H TC = 17\n")
    assert "hand 1: 8S 3S TH = 21" in text
    assert "hand 2: 8D 2D TC = 20" in text
    assert "win, mixed" in text
    assert "net +" in text


def test_a_table_shows_the_insurance_behind() -> None:
    text = table(INSURED)
    assert "behind 1, insurance" in text
    assert "push, blackjack" in text


def test_a_table_tells_flags_that_are_up_and_a_dealer_who_does_not_qualify() -> None:
    text = " ".join(table(FOLDED).split())
    assert "player high card · dealer high card · dealer does not qualify · better hand" in text
    assert "False" not in text
    assert "lose, golden chip" in text
    assert "not awarded" in text


@pytest.mark.parametrize("width", [80, 120])
def test_a_table_fits_its_terminal(width: int) -> None:
    for line in (SPLIT, INSURED, FOLDED):
        assert max(map(len, table(line, width).splitlines())) <= width
        assert "…" not in table(line, width)


def test_what_somebody_wrote_cannot_disturb_the_terminal() -> None:
    text = table({"id": "[red]x[/] \x1b[2J\n", "game": "[/bold]"})
    assert text.startswith("✗ [red]x[/] �[2J�  line 1, game: there is no game '[/bold]'; known are")
    assert table({"id": "[/]", **{k: v for k, v in FOLDED.items() if k != "id"}}).startswith("[/] ")


def test_a_line_without_an_id_is_told_by_its_number() -> None:
    console = terminal()
    for answered in settle_lines(["", "{"]):
        settled_table.show(console, answered)
    assert shown(console).startswith("✗  line 2: no JSON")
