from sabot.gamekit import Audience


def test_P13_only_those_who_inspect_a_round_see_what_lies_face_down() -> None:
    assert [one for one in Audience if one.sees_hidden_cards] == [Audience.AUDITOR]
    assert not any(audience.in_play.sees_hidden_cards for audience in Audience)
