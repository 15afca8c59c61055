"""The reader on bodies as Invision Community, IP.Board 3 and uCoz make them: whose words are whose."""

from __future__ import annotations

import pytest

from parser.read import read
from parser.records import ReviewReason
from parser.roster import Roster, RosterPlayer

ROSTER = Roster([RosterPlayer(name) for name in ("Гнев", "Лень", "Зависть", "Вера")])
OTHER = '<span style="color:#ff0000;">Лень</span>'
OWN = '<span style="color:#ff0000;">Гнев</span>'

NOT_OWN = {
    "Invision 4, quote": f'<blockquote class="ipsQuote" data-ipsquote="" data-ipsquote-username="Вера"><div class='
    f'"ipsQuote_citation">5 часов назад, Вера сказал:</div><div class="ipsQuote_contents"><p>{OTHER}</p></div>'
    f"</blockquote>",
    "Invision 5, quote": f'<blockquote class="ipsRichText__quote"><div>Вера</div><p>{OTHER}</p></blockquote>',
    "Invision, code": f'<pre class="ipsCode prettyprint">{OTHER}</pre>',
    "Invision 4, edited": '<span class="ipsType_reset ipsType_medium ipsType_light">Изменено пользователем Лень</span>',
    "IP.Board, quote": f"<p class='citation'>Лень сказал(а) 12 Май 2014 - 10:00:</p><div class='blockquote'><div "
    f"class='quote'><p>{OTHER}</p></div></div>",
    "IP.Board 3.4, quote": f'<blockquote class="ipsBlockquote" data-author="Вера" data-cid="12"><p>{OTHER}</p>'
    f"</blockquote>",
    "IP.Board, code": f'<pre class="prettyprint lang-auto linenums:0">{OTHER}</pre>',
    "IP.Board, edited": "<p class='edit'>Сообщение отредактировал Лень: 12 Май<br><span class='reason'>Лень красным"
    "</span></p>",
    "uCoz, quote": f'<div class="bbQuoteBlock"><div class="bbQuoteName"><b>Quote</b> (<span class="qName">Вера</span>)'
    f'</div><div class="quoteMessage">{OTHER}</div></div>',
    "uCoz, code": f'<div class="bbCodeBlock"><div class="bbCodeName"><b>Code</b></div><div class="codeMessage">{OTHER}'
    f"</div></div>",
    "uCoz, edited": '<div class="edited">Сообщение отредактировал <b>Лень</b> - Среда, 10:00</div>',
    "uCoz, attached": f'<div class="eAttach">Прикрепления: <a href="/_fr/1/x.txt">{OTHER}</a></div>',
}
STRUCK = {
    "Invision": f"<p><s>{OTHER}</s></p>",
    "IP.Board": f"<p><del class='bbc'>{OTHER}</del></p>",
    "uCoz": f"<s>{OTHER}</s>",
}
UNDER_SPOILER = {
    "Invision 4": f'<div class="ipsSpoiler" data-ipsspoiler=""><div class="ipsSpoiler_header"><span></span></div><div '
    f'class="ipsSpoiler_contents"><p>{OWN}</p></div></div>',
    "Invision, imported": f'<blockquote class="ipsStyle_spoiler" data-ipsspoiler=""><p>{OWN}</p></blockquote>',
    "Invision 5": f'<details class="ipsRichTextBox"><summary>Спойлер</summary><p>{OWN}</p></details>',
    "IP.Board": f"<div class='bbc_spoiler'><span class='spoiler_title'>Спойлер</span> <input type='button' class="
    f"'bbc_spoiler_show' value='Показать'><div class='bbc_spoiler_wrapper'><div class='bbc_spoiler_content' style="
    f"'display:none;'>{OWN}</div></div></div>",
    "uCoz": f'<div class="uSpoilerClosed" id="uSpoilerX"><div class="uSpoilerButBl"><input type="button" class="'
    f'uSpoilerButton" value="[+]"></div><div class="uSpoilerText" style="display:none;">{OWN}</div></div>',
    "uCoz, hidden": f'<span class="UhideBlockL">{OWN}</span>',
}
COLOURED = {
    "Invision, a mention": '<p><span style="color:#ff0000;"><a data-mentionid="3" data-ipshover="" href="https://'
    'm.example/profile/3-gnev/">@Гнев</a></span></p>',
    "Invision, numbers": '<p><span style="color:rgb(255,0,0);"><strong>Гнев</strong></span></p>',
    "IP.Board": "<p><span style='color: #FF0000'><strong class='bbc'>Гнев</strong></span></p>",
    "uCoz": '<span style="color:red"><b>Гнев</b></span>',
}


def votes_of(body: str) -> list[tuple[str, str]]:
    return [(vote.target, vote.colour.value) for vote in read(body, ROSTER, author="Зависть").votes]


@pytest.mark.parametrize("body", [pytest.param(body, id=name) for name, body in NOT_OWN.items()])
def test_words_of_others_and_of_the_board_are_no_votes(body: str) -> None:
    reading = read(f"{body}<p>{OWN}</p>", ROSTER, author="Зависть")
    assert [(vote.target, vote.colour.value) for vote in reading.votes] == [("Гнев", "red")]
    assert not reading.reviews


@pytest.mark.parametrize("body", [pytest.param(body, id=name) for name, body in STRUCK.items()])
def test_a_vote_struck_out_is_told_apart(body: str) -> None:
    reading = read(f"{body}<p>{OWN}</p>", ROSTER, author="Зависть")
    assert [vote.target for vote in reading.votes] == ["Гнев"]
    assert [review.reason for review in reading.reviews] == [ReviewReason.STRUCK_OUT]


@pytest.mark.parametrize("body", [pytest.param(body, id=name) for name, body in UNDER_SPOILER.items()])
def test_what_stands_under_a_spoiler_is_said(body: str) -> None:
    assert votes_of(body) == [("Гнев", "red")]


@pytest.mark.parametrize("body", [pytest.param(body, id=name) for name, body in COLOURED.items()])
def test_a_colour_is_seen_however_the_board_writes_it(body: str) -> None:
    assert votes_of(body) == [("Гнев", "red")]


def test_a_colour_that_only_the_boards_theme_knows_is_asked_about() -> None:
    reading = read('<p><span style="color:light-dark(#f00, #f88)">Гнев</span></p>', ROSTER, author="Зависть")
    assert not reading.votes
    assert [review.reason for review in reading.reviews] == [ReviewReason.NO_COLOUR]
