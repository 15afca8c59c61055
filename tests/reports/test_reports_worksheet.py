"""The GM's worksheets: every ballot and every order with its reason, hostile text included as text."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from lxml import html as lxml_html
from rich.console import Console

from engine.contract import playthrough
from engine.play import play
from engine.records import Cast, Colour, DayInput, GameSetup, Player, Role
from engine.results import DayResult, NightResult
from reports.night_sheet import night_sheet, night_worksheet
from reports.phrases import outcome_words
from reports.records import Evidence, OpenQuestion
from reports.sheet import Sheet, as_html, marked, plain, safe_url
from reports.terminal import sheet_in_colour
from reports.worksheet import DayWorksheet, Standing, day_sheet, day_worksheet

PLAYERS = tuple(
    Player(name=name, role=role)
    for name, role in (
        ("Вера", Role.BOSS),
        ("Гнев", Role.DOCTOR),
        ("Азарт", Role.MANIAC),
        ("Похоть", Role.PROSECUTOR),
        ("Лень", Role.CITIZEN),
        ("[red]Кот[/red]", Role.CITIZEN),
    )
)
CASTS = (
    Cast(by="Вера", target="Азарт", colour=Colour.RED, ref="1"),
    Cast(by="Гнев", target="Азарт", colour=Colour.BLUE, ref="2"),
    Cast(by="Вера", target="Лень", colour=Colour.RED, ref="3"),
    Cast(by="Похоть", target="Лень", colour=Colour.RED, final=True, ref="4"),
    Cast(by="Похоть", target="Азарт", colour=Colour.RED, ref="5"),
    Cast(by="Лень", target="Лень", colour=Colour.RED, ref="6"),
    Cast(by="[red]Кот[/red]", target="Лень", colour=Colour.RED, announced=True, ref="7"),
)
AT = datetime(2013, 10, 14, 20, 1, 2, tzinfo=UTC)
EVIDENCE = {
    "1": Evidence(url="https://forum.example/p1", posted_at=AT, excerpt="Думаю,\nАзарт. Или нет", start=7, end=12),
    "2": Evidence(url="javascript:alert(1)", excerpt="<script>x</script>", start=0, end=0),
    "7": Evidence(source="телефон"),
}
QUESTION = OpenQuestion(text="[bold]Кого[/bold] назвал Гнев?", evidence=EVIDENCE["1"])


def day_of(casts: tuple[Cast, ...] = CASTS) -> DayResult:
    result = play(GameSetup(players=PLAYERS, seed="x"), [DayInput(day=1, casts=casts)]).results[0]
    assert isinstance(result, DayResult)
    return result


def sheet_of_day() -> tuple[DayWorksheet, Sheet]:
    worksheet = day_worksheet(
        day_of(), PLAYERS, casts=CASTS, evidence=EVIDENCE, questions=[QUESTION], misses={"Азарт": 1}
    )
    return worksheet, day_sheet(worksheet)


def test_every_ballot_stands_on_the_worksheet_once_in_the_order_of_casting() -> None:
    worksheet, _sheet = sheet_of_day()
    assert [row.cast.ref for row in worksheet.ballots] == ["1", "2", "3", "4", "5", "6", "7"]
    standings = [(row.standing, row.weight, row.rule) for row in worksheet.ballots]
    assert standings == [
        (Standing.SUPERSEDED, None, None),
        (Standing.COUNTED, 3, None),
        (Standing.COUNTED, 1, None),
        (Standing.COUNTED, 2, None),
        (Standing.SET_ASIDE, None, "V7"),
        (Standing.SET_ASIDE, None, "V5"),
        (Standing.COUNTED, 1, None),
    ]
    assert all(row.why for row in worksheet.ballots if row.standing is Standing.SET_ASIDE)


def test_candidates_show_voters_weights_and_penalties() -> None:
    worksheet, sheet = sheet_of_day()
    rows = {row.player: row for row in worksheet.candidates}
    assert rows["Лень"].red == (("Вера", 1), ("Похоть", 2), ("[red]Кот[/red]", 1))
    assert rows["Лень"].score == 6  # two of them for the miss
    assert rows["Лень"].penalty == 2
    assert rows["Лень"].leads
    assert rows["Азарт"].blue == (("Гнев", 3),)
    assert worksheet.candidates[0].player == "Лень"
    text = plain(sheet)
    assert "Похоть ×2" in text
    assert "Гнев ×3" in text


def test_missing_voters_with_their_number_of_misses() -> None:
    """V10, V11: the second miss is told as such."""
    worksheet, sheet = sheet_of_day()
    assert dict(worksheet.missed) == {"Азарт": 2, "Лень": 1}
    assert "Азарт: нет голоса, пропуск № 2" in plain(sheet)
    # The result itself counts from no earlier misses here: who is due stands there by the engine's word only.
    assert worksheet.modkill_due == ()


def test_the_outcome_comes_first_and_questions_next() -> None:
    text = plain(sheet_of_day()[1])
    assert text.startswith("Рабочий лист, суд 1: только для ведущего\n\nИтог:\n  Казнь: Лень\n")
    assert "[bold]Кого[/bold] назвал Гнев? https://forum.example/p1" in text
    assert "Досрочное закрытие (V8): в этот день нельзя" in text


def test_links_times_and_the_place_in_the_post() -> None:
    text = plain(sheet_of_day()[1])
    line = next(line for line in text.splitlines() if "forum.example/p1" in line and "Азарт" in line and "Вера" in line)
    assert "14.10 20:01:02" in line
    assert "Думаю, »Азарт«. Или нет" in line
    assert "заменён более поздним" in line
    announced = next(line for line in text.splitlines() if "телефон" in line)
    assert "огласили вы" in announced


def test_html_is_a_real_table_and_runs_nothing() -> None:
    fragment = lxml_html.fragment_fromstring(as_html(sheet_of_day()[1]), create_parent="div")
    assert not fragment.xpath("//script")
    assert fragment.xpath("//caption/text()") == ["Кандидаты", "Голоса"]
    assert all(cell.get("scope") == "col" for cell in fragment.xpath("//th"))
    assert {link.get("href") for link in fragment.xpath("//a")} == {"https://forum.example/p1"}
    assert fragment.xpath("//mark/text()") == ["Азарт"]


def test_the_terminal_reads_no_markup_in_names() -> None:
    out = StringIO()
    console = Console(file=out, width=200, force_terminal=False)
    console.print(sheet_in_colour(sheet_of_day()[1]))
    assert "[red]Кот[/red]" in out.getvalue()
    assert "[bold]Кого[/bold] назвал Гнев?" in out.getvalue()


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", " http://x", "file:///x", ""]
)
def test_only_web_addresses_are_links(url: str) -> None:
    assert safe_url(url) is None


def test_the_mark_follows_the_text_through_cleaning() -> None:
    shown = marked("а\n\n \u202eб  ВЕРА\tв", 8, 12)
    assert shown.mark is not None
    assert shown.text == "а б ВЕРА в"
    assert shown.text[slice(*shown.mark)] == "ВЕРА"
    assert marked("просто", 2, 2).mark is None


def test_a_day_without_casts_given_is_sorted_by_time() -> None:
    casts = tuple(replace(cast, at=AT + timedelta(minutes=number)) for number, cast in enumerate(CASTS))
    rows = day_worksheet(day_of(casts), PLAYERS).ballots
    assert [row.cast.ref for row in rows] == ["1", "2", "3", "4", "5", "6", "7"]


def test_a_night_s_worksheet_tells_everything() -> None:
    game = playthrough(
        {
            "ruleset": "hyper",
            "seed": "x",
            "players": [
                {"name": "Вера", "role": "boss"},
                {"name": "Щедрость", "role": "goon"},
                {"name": "Азарт", "role": "maniac"},
                {"name": "Доброта", "role": "doctor"},
                {"name": "Целомудрие", "role": "girl"},
                {"name": "Зависть", "role": "commissioner"},
                {"name": "Гнев", "role": "citizen"},
                {"name": "Похоть", "role": "citizen"},
            ],
            "phases": [
                {
                    "night": 1,
                    "orders": [
                        {"by": "Вера", "do": "kill", "targets": ["Гнев", "Похоть"], "source": "телефон"},
                        {"by": "Щедрость", "do": "block", "targets": ["Азарт"]},
                        {"by": "Азарт", "do": "torture", "targets": ["Вера"]},
                        {"by": "Доброта", "do": "heal", "targets": ["Похоть"]},
                        {"by": "Доброта", "do": "serum", "targets": ["Азарт"]},
                        {"by": "Зависть", "do": "check", "targets": ["Вера"]},
                        {"by": "Гнев", "do": "kill", "targets": ["Вера"]},
                        {"by": "Похоть", "do": "other", "text": "вою на луну"},
                    ],
                    "dice": {"exposure:Вера": False, "vote_loss:Щедрость": True, "doctor_exposure:Доброта": True},
                }
            ],
        }
    )
    result = game.results[0]
    assert isinstance(result, NightResult)
    text = plain(night_sheet(night_worksheet(result, game.setup.players)))
    for words in (
        "Босс мафии этой ночью: Вера",
        "Смерть: Гнев (мирный житель), чья работа: мафия",
        "Без голоса: Азарт, 1 день",
        "Без голоса втихую: Вера, 1 день (N5); об этом никто не должен знать",
        "Сыворотка: Азарт — маньяк",
        "Раскрытие: Доброта — доктор",
        "неудачно, заблокировано: Щедрость (громила)",
        "изменён на: сыворотка: Азарт",
        "Зависть: Вера — мафия",
        "раскрытие босса: Вера: нет (ввели вы)",
        "Целомудрие: хода нет",
        "не принят, N",
        "Похоть: вою на луну",
        "телефон",
    ):
        assert words in text, words


def test_a_ballot_without_a_target_or_colour_is_shown() -> None:
    odd = Cast(by="Гнев", target=None, colour=None, at=AT)
    text = plain(day_sheet(day_worksheet(day_of((odd,)), PLAYERS, casts=(odd,))))
    assert "без цвета" in text
    assert "не учтён, V4" in text


def test_the_worksheet_tells_whom_a_heal_from_a_role_was_barred_from() -> None:
    """N12: the GM sees why one victim of the role died; the doctor is not told."""
    crowd = [{"name": f"Мирный{number}", "role": "citizen"} for number in range(9)]
    acting = [
        {"name": "Вера", "role": "boss"},
        {"name": "Азарт", "role": "maniac"},
        {"name": "Доброта", "role": "doctor"},
    ]
    script = {
        "ruleset": "hyper",
        "seed": "x",
        "players": [*acting, *crowd],
        "phases": [
            {"night": 1, "orders": [{"by": "Доброта", "do": "heal", "targets": ["Мирный1"]}]},
            {"day": 1, "votes": []},
            {
                "night": 2,
                "orders": [
                    {"by": "Вера", "do": "kill", "targets": ["Мирный1", "Мирный2"]},
                    {"by": "Доброта", "do": "heal_from", "role": "mafia"},
                ],
            },
        ],
    }
    result = playthrough(script).results[-1]
    assert isinstance(result, NightResult)
    outcome = next(item for item in result.outcomes if item.order.by == "Доброта")
    told = "удачно, спасает: Мирный2, недействительно по N12 для: Мирный1; доктору не сообщается"
    assert outcome_words(outcome) == told
