"""P1, P2, R1, R2, V20: what each public text says, and what it keeps to itself."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from engine.contract import playthrough
from engine.play import Playthrough, play
from engine.records import (
    Cast,
    Colour,
    DayInput,
    Decision,
    Deed,
    GameSetup,
    Gender,
    NightInput,
    Order,
    Player,
    Role,
    Ruling,
)
from engine.results import DayResult, NightResult, Victory
from reports.drafts import Texts
from reports.phases import phase_texts
from reports.public import (
    Fate,
    Freed,
    PublicCount,
    PublicDay,
    PublicDeath,
    PublicFate,
    PublicNight,
    PublicOpening,
    PublicPlayer,
    PublicRemoval,
    PublicReplacement,
    PublicWarning,
    public_count,
    public_day,
    public_night,
    public_removal,
)
from reports.spans import Name, Words

FAITH, WRATH, PRIDE, MERCY = Name("Вера", 1), Name("Гнев", 2), Name("Ёжики", 3), Name("Тщеславие", 4)
AT = datetime(2013, 10, 14, 22, 0, tzinfo=UTC)


def roster(**roles: Role) -> tuple[Player, ...]:
    return tuple(Player(name=name, role=role) for name, role in roles.items())


def day_of(players: Sequence[Player], casts: Sequence[Cast], decisions: Sequence[Decision] = ()) -> DayResult:
    """The first day of a game without nights."""
    given = DayInput(day=1, casts=tuple(casts), decisions=tuple(decisions))
    result = play(GameSetup(players=tuple(players), seed="x"), [given]).results[0]
    assert isinstance(result, DayResult)
    return result


def red(by: str, target: str, at: datetime | None = None) -> Cast:
    return Cast(by=by, target=target, colour=Colour.RED, at=at)


@pytest.mark.parametrize(
    ("deaths", "line"),
    [
        ((), "Ночью никто не умер."),
        ((PublicDeath(player=FAITH),), "Убита Вера."),
        ((PublicDeath(player=WRATH),), "Убит Гнев."),
        ((PublicDeath(player=MERCY),), "Убито Тщеславие."),
        ((PublicDeath(player=PRIDE),), "Убиты Ёжики."),
        ((PublicDeath(player=FAITH), PublicDeath(player=WRATH)), "Убиты Вера и Гнев."),
        (
            (PublicDeath(player=FAITH), PublicDeath(player=WRATH), PublicDeath(player=MERCY)),
            "Убиты Вера, Гнев и Тщеславие.",
        ),
        ((PublicDeath(player=FAITH, role=Role.DOCTOR),), "Убита Вера (доктор)."),
        ((PublicDeath(player=FAITH, bloody=True, role=Role.BOSS),), "Убита кроваво Вера (босс)."),
        (
            (PublicDeath(player=FAITH), PublicDeath(player=WRATH, bloody=True, role=Role.CITIZEN)),
            "Убит кроваво Гнев (мирный житель).\nУбита Вера.",
        ),
    ],
)
def test_deaths_of_a_night(texts: Texts, deaths: tuple[PublicDeath, ...], line: str) -> None:
    assert texts.night(PublicNight(night=2, deaths=deaths)).text == f"Итоги 2 ночи:\n{line}"


@pytest.mark.parametrize(
    ("news", "line"),
    [
        ({"serum": (PublicPlayer(player=FAITH, role=Role.MANIAC),)}, "Сыворотка правды: Вера — маньяк."),
        ({"exposed": (PublicPlayer(player=FAITH, role=Role.BOSS),)}, "Улики указывают на босса мафии: Вера."),
        ({"exposed": (PublicPlayer(player=FAITH, role=Role.DOCTOR),)}, "Улики указывают на доктора: Вера."),
        ({"traces": (WRATH,)}, "Улики указывают на маньяка: его жертва — Гнев."),
        ({"silent": (FAITH,)}, "Сегодня Вера лишена возможности голосовать."),
        ({"silent": (WRATH,)}, "Сегодня Гнев лишён возможности голосовать."),
        ({"silent": (MERCY,)}, "Сегодня Тщеславие лишено возможности голосовать."),
        ({"silent": (PRIDE,)}, "Сегодня Ёжики лишены возможности голосовать."),
        ({"silent": (FAITH, WRATH)}, "Сегодня Вера и Гнев лишены возможности голосовать."),
        ({"removed": (PublicPlayer(player=WRATH),)}, "Модкилл: Гнев."),
        ({"removed": (PublicPlayer(player=WRATH, role=Role.GOON),)}, "Модкилл: Гнев (громила)."),
        ({"replaced": (WRATH,)}, "Замена: роль Гнева передана новому игроку."),
        ({"replaced": (WRATH, FAITH)}, "Замена: роли Гнева и Веры переданы новым игрокам."),
        ({"victory": Victory.MAFIA}, "Победа мафии!"),
        ({"victory": Victory.MANIAC}, "Победа маньяка!"),
        ({"victory": Victory.CITY}, "Победа города!"),
        ({"victory": Victory.NOBODY}, "Не выжил никто: победителей нет."),
    ],
)
def test_further_news_of_a_night(texts: Texts, news: dict[str, object], line: str) -> None:
    night = PublicNight(night=1, **news)  # type: ignore[arg-type]
    assert texts.night(night).text == f"Итоги 1 ночи:\nНочью никто не умер.\n{line}"


@pytest.mark.parametrize(
    ("day", "lines"),
    [
        (PublicDay(day=2, executed=(PublicPlayer(player=FAITH),)), "Выбывает Вера."),
        (PublicDay(day=2, executed=(PublicPlayer(player=FAITH, role=Role.BOSS),)), "Выбывает Вера (босс)."),
        (
            PublicDay(day=2, executed=(PublicPlayer(player=FAITH), PublicPlayer(player=WRATH))),
            "Выбывают Вера и Гнев.",
        ),
        (PublicDay(day=2, tie=True), "Голоса разделились поровну, никто не выбывает."),
        (PublicDay(day=2), "Никто не выбывает."),
        (
            PublicDay(day=2, removed=(PublicPlayer(player=WRATH),), victory=Victory.CITY),
            "Никто не выбывает.\nМодкилл: Гнев.\nПобеда города!",
        ),
    ],
)
def test_results_of_a_court(texts: Texts, day: PublicDay, lines: str) -> None:
    assert texts.court(day).text == f"Итоги 2 суда:\n{lines}"


def test_the_count_in_mid_day_shows_votes_without_weights(texts: Texts) -> None:
    """P2: the doctor's blue counts three and the prosecutor's red two, and nobody can see it."""
    players = roster(Вера=Role.DOCTOR, Гнев=Role.PROSECUTOR, Азарт=Role.BOSS, Похоть=Role.CITIZEN, Доброта=Role.CITIZEN)
    result = day_of(
        players,
        [red("Гнев", "Азарт"), Cast(by="Вера", target="Азарт", colour=Colour.BLUE), red("Азарт", "Гнев")],
    )
    assert dict(result.scores)["Азарт"] == -1
    count = public_count(result, players, deadline=AT)
    assert texts.count(count).text == (
        "Голоса 1 суда на этот час:\n"
        "Гнев: против — 1 (Азарт)\n"
        "Азарт: против — 1 (Гнев); в защиту — 1 (Вера)\n"
        "Ещё не проголосовали: Похоть и Доброта.\n"
        "Голоса принимаются до 14.10, 22:00."
    )


def silent_boss(boss: str) -> DayResult:
    """A day after a night in which two died by the boss, who lost his vote silently, or by others."""
    players = tuple(Player(name=name, role=Role.BOSS if name == boss else Role.CITIZEN) for name in "АБВГДЕЖЗ")
    night = NightInput(
        night=1,
        orders=(Order(by=boss, do=Deed.KILL, targets=("Ж", "З")),),
        dice=((f"exposure:{boss}", False),),
    )
    casts = (red("А", "Б"), red("Б", "В"), red("В", "Г"), red("А", "Г"))
    given = DayInput(day=1, casts=casts)
    result = play(GameSetup(players=players, seed="x"), [night, given]).results[1]
    assert isinstance(result, DayResult)
    assert result.silenced == (boss,)
    return result


def test_the_silent_boss_seems_to_vote(texts: Texts) -> None:
    """P2, V13: his ballot has no weight, yet the count shows it like anybody's."""
    players = tuple(Player(name=name) for name in "АБВГДЕЖЗ")
    counts = {texts.count(public_count(silent_boss(boss), players)).text for boss in "АБД"}
    assert counts == {
        "Голоса 1 суда на этот час:\nГ: против — 2 (А, В)\nВ: против — 1 (Б)\nЕщё не проголосовали: Г, Д и Е."
    }


def test_a_lost_vote_is_announced_every_day_it_lasts(texts: Texts) -> None:
    """R2: torture takes two days and says nothing of the maniac."""
    players = roster(Азарт=Role.MANIAC, Вера=Role.BOSS, Похоть=Role.CITIZEN, Гнев=Role.CITIZEN, Лень=Role.CITIZEN)
    torture = Order(by="Азарт", do=Deed.TORTURE, targets=("Похоть",))
    phases = [
        NightInput(night=1, orders=(torture,), dice=(("evidence:Азарт", False),)),
        DayInput(day=1),
        NightInput(night=2),
        DayInput(day=2),
        NightInput(night=3),
    ]
    results = play(GameSetup(players=players, seed="x"), phases).results
    nights = [texts.night(public_night(result, players)).text for result in results if isinstance(result, NightResult)]
    assert [("Сегодня Похоть лишена возможности голосовать." in night) for night in nights] == [True, True, False]


def test_a_call_names_who_is_missing_and_what_it_costs(texts: Texts) -> None:
    """V10: two votes against, by the ruleset; nothing of earlier misses, for a missed night would tell a role."""
    count = PublicCount(day=1, missing=(FAITH, WRATH), deadline=AT, penalty=2)
    assert texts.call(count).text == (
        "Ещё не проголосовали: Вера и Гнев.\nГолоса принимаются до 14.10, 22:00.\n"
        "Кто не проголосует, получит при подсчёте два голоса против себя."
    )
    assert texts.call(PublicCount(day=1, penalty=2)).text == "Проголосовали все, кто должен."
    assert texts.count(PublicCount(day=1)).text == "Голоса 1 суда на этот час:\nГолосов пока нет."


def test_an_opening_says_who_plays_and_until_when(texts: Texts) -> None:
    opening = PublicOpening(day=3, alive=(FAITH, WRATH), silent=(WRATH,), deadline=AT, early=True)
    assert texts.opening(opening).text == (
        "День 3. Голосование открыто.\nВ игре: Вера и Гнев.\nСегодня Гнев лишён возможности голосовать.\n"
        "Голоса принимаются до 14.10, 22:00.\nСегодня можно голосовать досрочно."
    )


def test_a_warning_quotes_rule_and_words(texts: Texts) -> None:
    warning = PublicWarning(
        player=WRATH, rule=Words("13.6"), quote=Words("клянусь,\nчто я мир"), url=Words("https://forum.example/p1")
    )
    assert texts.warning(warning).text == (
        "Гнев, предупреждение.\nНарушено правило: 13.6.\n«клянусь, что я мир»\nhttps://forum.example/p1"
    )
    assert texts.warning(PublicWarning(player=WRATH)).text == "Гнев, предупреждение."


BALLOTS = (("Вера", "Азарт"), ("Вера", "Гнев"), ("Похоть", "Гнев"), ("Лень", "Вера"))


@pytest.mark.parametrize(
    ("verdict", "word"), [("warn", "предупреждение"), ("modkill", "модкилл"), ("replace", "замена")]
)
def test_a_private_notice_tells_the_decision_and_the_rule(texts: Texts, verdict: str, word: str) -> None:
    """Г10: whoever broke a rule is told by private message."""
    notice = PublicWarning(player=Name("Гнев"), rule=Words("Г13.6 — клятва"), quote=Words("Клянусь"), verdict=verdict)
    assert texts.private(notice).text == (
        f"Гнев, решение ведущего: {word}.\n"
        "Нарушено правило: Г13.6 — клятва.\n"
        "«Клянусь»\n"
        "Вопросы и возражения — после окончания игры."
    )


def test_a_modkill_in_mid_day_names_everyone_concerned(texts: Texts) -> None:
    """V20: whose ballot fell away, what stands instead, who has to vote again."""
    players = roster(Вера=Role.BOSS, Гнев=Role.CITIZEN, Азарт=Role.MANIAC, Похоть=Role.CITIZEN, Лень=Role.GIRL)
    early, late = datetime(2013, 10, 14, 19, tzinfo=UTC), datetime(2013, 10, 14, 20, tzinfo=UTC)
    casts = [red(by, target, early) for by, target in BALLOTS]
    result = day_of(players, casts, [Decision(ruling=Ruling.MODKILL, player="Гнев", at=late)])
    removal = public_removal(result, players, "Гнев", role=Role.CITIZEN, deadline=AT)
    assert [(freed.voter.text, freed.target and freed.target.text) for freed in removal.freed] == [
        ("Вера", "Азарт"),
        ("Похоть", None),
    ]
    assert texts.modkill(removal).text == (
        "Модкилл: Гнев (мирный житель).\n"
        "Голоса за Гнев больше не считаются.\n"
        "Вера: снова в силе голос за Азарт красным.\n"
        "Без голоса осталась: Похоть.\n"
        "Голоса принимаются до 14.10, 22:00."
    )


def test_a_modkill_without_votes_is_one_line(texts: Texts) -> None:
    assert texts.modkill(PublicRemoval(player=FAITH)).text == "Модкилл: Вера."
    freed = (Freed(voter=WRATH), Freed(voter=FAITH))
    assert "Без голоса остались: Гнев и Вера." in texts.modkill(PublicRemoval(player=MERCY, freed=freed)).text


def test_a_replacement_tells_the_account_only_where_it_is_public(texts: Texts) -> None:
    """V16: in a game of masks the account behind a mask is a secret."""
    assert texts.replacement(PublicReplacement(player=WRATH)).text == "Замена: роль Гнева передана новому игроку."
    shown = PublicReplacement(player=WRATH, account=Words("Nightfall"))
    assert texts.replacement(shown).text == "Замена: за Гнев теперь играет Nightfall."


def test_roster_lines(texts: Texts) -> None:
    fates = [
        PublicFate(player=FAITH, fate=Fate.KILLED, at_night=True, number=2),
        PublicFate(player=WRATH, fate=Fate.EXECUTED, number=1, role=Role.GOON),
        PublicFate(player=PRIDE, fate=Fate.KILLED, at_night=True, number=12),
        PublicFate(player=MERCY, fate=Fate.MODKILLED, number=3),
    ]
    assert texts.roster(fates).text.split("\n") == [
        "1. Вера — выбыла во 2 ночь",
        "2. Гнев — громила, выбыл на 1 суде",
        "3. Ёжики — выбыли в 12 ночь",
        "4. Тщеславие — модкилл на 3 суде",
    ]


SECRETS = ("доктор", "босс", "маньяк", "комиссар", "прокурор", "громила", "девочка", "×", "мафи", "тайна", "Snegir")


@pytest.mark.parametrize("number", range(len(SECRETS)))
def test_planted_secrets_stay_in_the_worksheet(number: int) -> None:
    """P2: roles, weights, killers, accounts, seed and silent losses of a closed game are in no public text."""
    script = {
        "ruleset": "hyper",
        "seed": "тайна",
        "players": [
            {"name": name, "role": role, "accounts": ["Snegir" + name]}
            for name, role in zip(
                ["Вера", "Гнев", "Азарт", "Похоть", "Лень", "Доброта", "Щедрость", "Кротость"],
                ["boss", "doctor", "maniac", "commissioner", "girl", "goon", "prosecutor", "citizen"],
                strict=True,
            )
        ],
        "phases": [
            {
                "night": 1,
                "orders": [
                    {"by": "Вера", "do": "kill_and_intimidate", "targets": ["Кротость", "Похоть"]},
                    {"by": "Азарт", "do": "quick_kill", "targets": ["Лень"]},
                    {"by": "Гнев", "do": "heal", "targets": ["Лень"]},
                    {"by": "Похоть", "do": "check", "targets": ["Вера"]},
                    {"by": "Лень", "do": "visit", "targets": ["Щедрость"]},
                ],
                "dice": {"exposure:Вера": False, "vote_loss:Лень": False},
            },
            {
                "day": 1,
                "votes": [
                    {"by": "Вера", "for": "Азарт", "colour": "red"},
                    {"by": "Гнев", "for": "Азарт", "colour": "blue"},
                    {"by": "Щедрость", "for": "Вера", "colour": "red"},
                ],
                "decisions": [{"replace": "Гнев", "with": "Snegir2"}],
            },
        ],
    }
    game: Playthrough = playthrough(script)
    drafted = phase_texts(game, Texts("ru"))
    day = game.results[1]
    assert isinstance(day, DayResult)
    public = [phase.public.text for phase in drafted] + [Texts("ru").count(public_count(day, game.setup.players)).text]
    assert not any(SECRETS[number] in text.lower() or SECRETS[number] in text for text in public)
    assert any("Похоть лишена" in text for text in public)


def test_public_records_hold_public_things_only() -> None:
    """P2 by construction: whatever a result knows, the public record has only these fields."""
    assert set(PublicNight.__slots__) == {
        "night", "deaths", "serum", "exposed", "traces", "silent", "removed", "replaced", "victory",
    }  # fmt: skip
    assert set(PublicDeath.__slots__) == {"player", "bloody", "role"}
    assert set(PublicDay.__slots__) == {"day", "executed", "tie", "removed", "replaced", "victory"}


def test_names_follow_the_roster_not_the_killers() -> None:
    """P2: the order of names tells nothing of who killed whom."""
    players = roster(Вера=Role.BOSS, Гнев=Role.CITIZEN, Азарт=Role.MANIAC, Похоть=Role.CITIZEN, Лень=Role.CITIZEN)
    orders = (
        Order(by="Азарт", do=Deed.QUICK_KILL, targets=("Лень",)),
        Order(by="Вера", do=Deed.KILL, targets=("Гнев",)),
    )
    for given in (orders, orders[::-1]):
        result = play(GameSetup(players=players, seed="x"), [NightInput(night=1, orders=given)]).results[0]
        assert isinstance(result, NightResult)
        assert [death.player.text for death in public_night(result, players).deaths] == ["Гнев", "Лень"]


def test_gender_of_the_roster_wins(texts: Texts) -> None:
    players = (
        Player(name="Cherry", role=Role.CITIZEN, gender=Gender.FEMININE),
        *roster(Вера=Role.BOSS, Гнев=Role.GIRL),
    )
    result = day_of(players, [red("Вера", "Cherry"), red("Гнев", "Cherry")])
    assert texts.court(public_day(result, players)).text.startswith("Итоги 1 суда:\nВыбывает Cherry.")
    night = PublicNight(night=1, deaths=(PublicDeath(player=Name("Cherry", 1, Gender.FEMININE)),))
    assert texts.night(night).text.endswith("Убита Cherry.")
