from sabot.gamekit import Audience


def test_P13_only_those_who_inspect_a_round_see_what_lies_face_down() -> None:
    assert [audience for audience in Audience if audience.sees_hidden_cards] == [
        Audience.MANAGER,
        Audience.AUDITOR,
    ]
