from tests.cli.driver import shown, terminal

from sabot.cli.look import bystander, failure, heading, person, signed


def test_people_read_here_and_bystanders_there() -> None:
    assert not person().stderr
    assert bystander().stderr


def test_numbers_are_not_coloured_by_accident() -> None:
    console = terminal(colours=True)
    console.print("You have 1,000.00 in 'play' money")
    assert shown(console) == "You have 1,000.00 in 'play' money\n"


def test_a_failure_is_told_with_its_id_and_an_answer_is_none() -> None:
    failed = failure({"id": "[b]", "error": {"code": "x/y", "message": "line 1: [no]"}})
    assert failed is not None
    assert failed.plain == "✗ [b]  line 1: [no]"
    assert failure({"id": "a", "outcome": {}}) is None


def test_only_the_mark_and_the_id_of_a_failure_stand_out() -> None:
    console = terminal(colours=True)
    console.print(failure({"id": "a", "error": {"message": "line 1: no"}}))
    assert shown(console) == "\x1b[1;31m✗ \x1b[0m\x1b[1ma\x1b[0m  line 1: no\n"


def test_an_id_cannot_disturb_the_terminal() -> None:
    assert heading({"id": "\x1b[2J\n" + "x" * 100}).plain == "�[2J�" + "x" * 54 + "…"


def test_a_gain_carries_its_sign() -> None:
    assert [signed(cents) for cents in (100_000, -1, 0)] == ["+1,000.00", "-0.01", "0.00"]
