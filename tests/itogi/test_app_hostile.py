"""What players type does not bring the program down, nor hold it up, nor speak to the game master's terminal."""

from __future__ import annotations

from itogi.lines import lines_of


def test_control_characters_in_a_post_are_letters_like_others() -> None:
    """One such post stopped every screen: lxml takes no control characters where text is set anew."""
    assert lines_of("<p>Гнев \x1b[31m</p>слово<br>&#7;конец<ol><li>\x01раз<li>два</ol>") == [
        "Гнев \x1b[31m",
        "слово",
        "\x07конец",
        "1. \x01раз",
        "2. два",
    ]


def test_a_long_numbered_list_is_read_in_one_go() -> None:
    """Each item was counted from the first one on: a post of 20,000 items took minutes."""
    assert lines_of("<ol>" + "<li>Гнев" * 20_000 + "</ol>")[-1] == "20000. Гнев"
