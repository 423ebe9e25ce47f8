from sabot.cli.terminal.purse import START_BALANCE, Purse


def test_a_finished_round_counts() -> None:
    purse = Purse()
    purse.take(1000)
    purse.take(500)
    assert (purse.balance, purse.at_stake, purse.staked) == (START_BALANCE - 1500, 1500, 0)
    purse.give(2000)
    assert (purse.balance, purse.at_stake) == (START_BALANCE + 500, 0)
    assert (purse.staked, purse.returned) == (1500, 2000)


def test_a_round_that_is_left_never_was() -> None:
    purse = Purse()
    purse.take(1000)
    purse.give(0)
    purse.take(700)
    assert purse.void() == 700
    assert purse.void() == 0
    assert (purse.balance, purse.staked, purse.returned) == (START_BALANCE - 1000, 1000, 0)
