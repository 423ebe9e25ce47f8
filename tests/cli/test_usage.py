"""The front door: help that can be read, mistakes that are explained, statuses with a meaning."""

import pytest
from tests.cli.driver import ran, ran_apart

import sabot
from sabot.cards.refusals import CardRefusal
from sabot.cli import app as front
from sabot.errors import Refused

COMMANDS = ("settle", "roads", "rtp", "simulate", "strategy", "try", "staff")


def test_help_lists_every_command_in_whole_sentences() -> None:
    done = ran("--help")
    assert done.status == 0
    listed = dict(
        line.split(maxsplit=1) for line in done.out.partition("Commands:\n")[2].splitlines()
    )
    assert set(listed) >= set(COMMANDS)
    for command in COMMANDS:
        assert listed[command].endswith(".")
        assert not listed[command].endswith("...")  # cut short


@pytest.mark.parametrize("width", ["80", "120"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(
    command: str, width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    done = ran(command, "--help")
    assert done.status == 0
    assert done.out.startswith(f"Usage: sabot {command} [OPTIONS]") or command in done.out
    assert max(map(len, done.out.splitlines())) <= int(width)
    assert f"sabot {command}" in done.out.partition("\n\n")[2]  # an example
    assert done.out == ran(command, "-h").out


def test_without_a_command_the_help_comes_and_the_status_is_2() -> None:
    done = ran()
    assert done.status == 2
    assert "Commands:" in done.out + done.err


def test_the_version_is_told() -> None:
    assert ran("--version").out == f"sabot {sabot.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nonsense"], "No such command 'nonsense'."),
        (["settle", "--nope"], "No such option: --nope"),
        (["settle", "a", "b"], "unexpected extra argument"),
        (["rtp", "whist"], "Invalid value for GAME: there is no game 'whist'; known are "),
        (["strategy", "whist"], "Invalid value for GAME: there is no game 'whist'; known are "),
        (["try", "whist"], "Invalid value for GAME: there is no game 'whist'; known are "),
        (["rtp", "[bold]"], "Invalid value for GAME: there is no game '[bold]'; known are "),
        (
            ["strategy", "speed_baccarat"],
            "players decide nothing in speed_baccarat; try blackjack or three_card_brag.",
        ),
    ],
)
def test_a_mistake_is_explained_with_exit_status_2(arguments: list[str], sentence: str) -> None:
    done = ran(*arguments)
    assert (done.status, done.out) == (2, "")
    assert "Usage: " in done.err
    assert sentence in done.err


def run_main(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> object:
    """Go through the front door when a command fails in a way nobody foresaw."""

    def fail() -> None:
        raise error

    monkeypatch.setattr(front, "app", fail)
    with pytest.raises(SystemExit) as left:
        front.main()
    return left.value.code


def test_a_refusal_nobody_foresaw_is_still_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_main(monkeypatch, Refused(CardRefusal.NOT_IN_SHOE, card="[9H]")) == 2
    assert capfd.readouterr() == (
        "",
        "Error: [9H] is dealt more often than the shoe holds it.\n",
    )


def test_ctrl_c_leaves_with_the_status_of_its_signal(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_main(monkeypatch, KeyboardInterrupt()) == 130
    assert capfd.readouterr() == ("", "")


def test_through_the_front_door_a_mistake_is_no_traceback() -> None:
    done = ran_apart("rtp", "whist")
    assert (done.status, done.out) == (2, "")
    assert "Traceback" not in done.err
    assert done.err.endswith("three_card_brag.\n")
