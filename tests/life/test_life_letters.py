"""Letters, opening posts and private answers: every role under every ruleset reads, and no secret goes astray."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from app_bench import Bench
from app_story import order
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import ruleset
from engine.events import CouncilAnswered, Decided, DieEntered, LetterConfirmed, LetterSent, RolesDealt
from engine.records import Decision, Deed, Order, Role, Ruling
from itogi.config import Account, PlayerEntry
from itogi.evening import Evening
from itogi.i18n import use_language
from itogi.life.answers import answers_of, draft, remedies_of
from itogi.life.letters import Recipient, letter_of, reader_of, recipients
from itogi.life.letters import draft as letter_draft
from itogi.life.night_orders import Mark, orders_of
from itogi.life.texts import opening_of, texts_of

CAST = {
    "Вера": Role.BOSS,
    "Похоть": Role.RANK2,
    "Щедрость": Role.GOON,
    "Азарт": Role.MANIAC,
    "Зависть": Role.COMMISSIONER,
    "Доброта": Role.DOCTOR,
    "Целомудрие": Role.GIRL,
    "Гнев": Role.CITIZEN,
    "Кротость": Role.CITIZEN,
    "Нефилим": Role.PROSECUTOR,
    "Тщеславие": Role.LAWYER,
    "Справедливость": Role.CITIZEN,
}


@pytest.fixture(autouse=True)
def russian() -> None:
    use_language("ru")


def made(folder: Path, roles: dict[str, Role] = CAST, **changes: object) -> Bench:
    players = tuple(PlayerEntry(name=name, accounts=(f"человек-{name}", name)) for name in roles)
    bench = Bench.make(folder, **{"players": players, **changes})
    bench.say(RolesDealt(roles=tuple(roles.items())), "0 12:00")
    return bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return made(tmp_path)


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("rules", ruleset.names())
def test_every_role_of_every_ruleset_has_its_letter(rules: str, language: str, tmp_path: Path) -> None:
    """Issue 9, point 2: role, powers, partners, deadlines."""
    use_language(language)
    roles = ruleset.load(rules).roles
    bench = made(tmp_path, {f"Имя{number}": role for number, role in enumerate(roles)}, ruleset=rules)
    evening = bench.evening("0 13:00")
    for number, role in enumerate(roles):
        text = letter_draft(evening, f"Имя{number}").text
        words = texts_of(bench.game)._renderer._words["roles_with_side"]
        assert words[role.value] in text
        assert "  " not in text.replace("\n   ", "\n")
        assert ";\n\n" not in text
        assert "22:00" in text
        for deed in ruleset.load(rules).deeds.get(role, ()):
            assert deed.value in (
                *letter_of(evening, f"Имя{number}").powers,
                *letter_of(evening, f"Имя{number}").mafia_powers,
            )
    for text in (
        texts_of(bench.game).game_topic(opening_of(evening)).text,
        texts_of(bench.game).vote_topic(opening_of(evening)).text,
    ):
        assert "\n\n\n" not in text


def test_a_letter_names_the_partners_of_the_mafia_only(bench: Bench) -> None:
    evening = bench.evening("0 13:00")
    assert [one.player.text for one in letter_of(evening, "Щедрость").partners] == ["Вера", "Похоть", "Тщеславие"]
    for name, role in CAST.items():
        text = letter_draft(evening, name).text
        others = [other for other, its in CAST.items() if other != name]
        mafia = role in (Role.BOSS, Role.RANK2, Role.GOON, Role.LAWYER)
        named = [other for other in others if other in text]
        assert bool(named) is mafia, (name, named)


def test_settings_of_a_game_change_the_letter(tmp_path: Path) -> None:
    bench = made(tmp_path, settings={"chances": {"exposure": 0.3}, "miss_penalty": 0, "boss": {"kills": 1}})
    text = letter_draft(bench.evening("0 13:00"), "Вера").text
    assert "30 %" in text
    assert "75 %" not in text
    assert "против вас" not in text


def test_the_heir_of_the_boss_is_told_so(bench: Bench) -> None:
    """N2: after the boss's death the next rank's letter, and a private answer, say who the boss is now."""
    order(bench, 1, Order(by="Азарт", do=Deed.QUICK_KILL, targets=("Вера",)), "0 20:00")
    bench.post("Ведущий", "Итоги 1 ночи:<br>Убита Вера.", "0 22:20")
    bench.poll("0 22:30")
    evening = bench.evening("1 12:00")
    assert letter_of(evening, "Похоть").boss
    assert "Теперь босс мафии — вы." in letter_draft(evening, "Похоть").text
    bench.post("Ведущий", "Итоги 1 суда:<br>Никто не выбывает.", "1 22:05")
    bench.poll("1 22:06")
    told = answers_of(bench.evening("1 22:10"), 2).answers
    assert [(one.player, one.text.kind) for one in told] == [("Похоть", "boss")]


def test_a_letter_needs_a_role(tmp_path: Path) -> None:
    bench = Bench.make(tmp_path)
    with pytest.raises(Exception, match="itogi deal"):
        letter_of(bench.evening("0 13:00"), "Вася")


def one_of(evening: Evening, name: str) -> Recipient:
    return next(one for one in recipients(evening) if one.player == name)


def test_a_letter_that_was_sent_is_known_until_another_role_is_told(bench: Bench) -> None:
    """A letter that tells another role has not gone out, whoever confirmed the old one."""
    bench.say(LetterSent(player="Гнев"), "0 13:00")
    bench.say(RolesDealt(roles=(("Гнев", one_role(bench, "Гнев")),)), "0 13:01")
    assert one_of(bench.evening("0 13:02"), "Гнев").sent, "the same role told again changes nothing"
    bench.say(RolesDealt(roles=(("Гнев", Role.GIRL),)), "0 13:03")
    assert one_of(bench.evening("0 13:04"), "Гнев").sent is None


def one_role(bench: Bench, name: str) -> Role:
    role = next(player.role for player in bench.evening("0 13:00").setup.players if player.name == name)
    assert role is not None
    return role


def test_the_letter_goes_to_the_person_behind_the_mask_and_to_a_newcomer(bench: Bench) -> None:
    assert reader_of(bench.evening("0 13:00"), "Гнев") == "человек-Гнев"
    bench.say(LetterConfirmed(player="Гнев"), "0 13:00")
    assert one_of(bench.evening("0 13:01"), "Гнев").confirmed
    decision = Decision(ruling=Ruling.REPLACE, player="Гнев", account="Новичок")
    bench.say(Decided(phase="night", number=1, decision=decision), "0 14:00")
    evening = bench.evening("0 14:01")
    assert reader_of(evening, "Гнев") == "Новичок"
    assert one_of(evening, "Гнев").confirmed is None, "a newcomer confirms anew"
    assert letter_of(evening, "Гнев").taking_over
    assert not letter_of(evening, "Вера").taking_over


def test_a_player_under_the_own_nick_wears_no_mask(tmp_path: Path) -> None:
    bench = made(tmp_path, players=tuple(PlayerEntry(name=name, accounts=(Account(name=name),)) for name in CAST))
    assert "маска" not in letter_draft(bench.evening("0 13:00"), "Гнев").text


# --- private answers ----------------------------------------------------------------------------------------------


def answered(evening: Evening, night: int = 1) -> dict[str, str]:
    return {answer.player: draft(evening, answer).text for answer in answers_of(evening, night).answers}


def test_a_check_is_answered_and_nothing_else(bench: Bench) -> None:
    """N10; blocks, saves, dice and lost votes are never told."""
    order(bench, 1, Order(by="Зависть", do=Deed.CHECK, targets=("Похоть",)), "0 20:00")
    order(bench, 1, Order(by="Доброта", do=Deed.HEAL, targets=("Гнев",)), "0 20:01")
    order(bench, 1, Order(by="Вера", do=Deed.KILL, targets=("Гнев", "Кротость")), "0 20:02")
    order(bench, 1, Order(by="Целомудрие", do=Deed.VISIT, targets=("Азарт",)), "0 20:03")
    order(bench, 1, Order(by="Щедрость", do=Deed.BLOCK, targets=("Нефилим",)), "0 20:04")
    order(bench, 1, Order(by="Азарт", do=Deed.TORTURE, targets=("Вера",)), "0 20:05")
    assert answered(bench.evening("0 21:00")) == {}, "nothing is known before the night is over"
    assert answered(bench.evening("0 22:10")) == {"Зависть": "Ночь 1. Проверка: Похоть — мафия."}


def test_a_blocked_check_tells_nothing_of_the_block(bench: Bench) -> None:
    order(bench, 1, Order(by="Зависть", do=Deed.CHECK, targets=("Похоть",)), "0 20:00")
    order(bench, 1, Order(by="Целомудрие", do=Deed.VISIT, targets=("Зависть",)), "0 20:01")
    assert answered(bench.evening("0 22:10")) == {"Зависть": "Ночь 1. Проверка не состоялась."}


def test_the_dead_get_no_answer(bench: Bench) -> None:
    order(bench, 1, Order(by="Зависть", do=Deed.CHECK, targets=("Похоть",)), "0 20:00")
    order(bench, 1, Order(by="Вера", do=Deed.KILL, targets=("Зависть",)), "0 20:01")
    found = answers_of(bench.evening("0 22:10"), 1)
    assert found.answers == ()
    assert len(found.remarks) == 1


def test_a_heal_that_is_silently_void_is_answered_by_silence(tmp_path: Path) -> None:
    """N12: the doctor healed from the mafia, who shot Гнев; healing Гнев the next night is void, and nobody says so."""
    bench = made(tmp_path)
    order(bench, 1, Order(by="Доброта", do=Deed.HEAL_FROM, role="mafia"), "0 20:00")
    order(bench, 1, Order(by="Вера", do=Deed.KILL, targets=("Гнев",)), "0 20:01")
    bench.post("Ведущий", "Итоги 1 ночи:<br>Ночью никто не умер.", "0 22:20")
    bench.post("Ведущий", "Итоги 1 суда:<br>Никто не выбывает.", "1 22:05")
    bench.poll("1 22:06")
    order(bench, 2, Order(by="Доброта", do=Deed.HEAL, targets=("Гнев",)), "1 22:10")
    order(bench, 2, Order(by="Вера", do=Deed.KILL, targets=("Гнев",)), "1 22:11")
    during, after = bench.evening("1 22:15"), bench.evening("1 22:40")
    assert "Гнев" in [death.player for death in after.night(2).result.deaths]
    assert answered(during, 2) == {}
    assert answered(after, 2) == {}


def test_a_direct_repeat_is_refused_in_time(tmp_path: Path) -> None:
    """N12, N0: what the doctor may know is told, with the hour until which another order is taken."""
    bench = made(tmp_path)
    order(bench, 1, Order(by="Доброта", do=Deed.HEAL, targets=("Гнев",)), "0 20:00")
    bench.post("Ведущий", "Итоги 1 ночи:<br>Ночью никто не умер.", "0 22:20")
    bench.post("Ведущий", "Итоги 1 суда:<br>Никто не выбывает.", "1 22:05")
    bench.poll("1 22:06")
    order(bench, 2, Order(by="Доброта", do=Deed.HEAL, targets=("Гнев",)), "1 22:10")
    text = answered(bench.evening("1 22:15"), 2)["Доброта"]
    assert "не принят" in text
    assert "до 15.10, 22:30" in text
    order(bench, 2, Order(by="Доброта", do=Deed.HEAL, targets=("Кротость",)), "1 22:20")
    assert answered(bench.evening("1 22:21"), 2) == {}, "the sender has thought again"


def test_healing_from_a_role_is_refused_without_telling_who_is_dead(tmp_path: Path) -> None:
    """N11: that one killing side is left may be a secret; the reason is the same whichever it is."""
    few = {"Вера": Role.BOSS, "Доброта": Role.DOCTOR, "Гнев": Role.CITIZEN, "Кротость": Role.CITIZEN}
    with_maniac = {**few, "Азарт": Role.MANIAC}
    texts = []
    for roles in ({**few, "Азарт": Role.CITIZEN}, with_maniac):
        bench = made(tmp_path, roles)
        order(bench, 1, Order(by="Доброта", do=Deed.HEAL_FROM, role="mafia"), "0 20:00")
        texts.append(answered(bench.evening("0 21:00"))["Доброта"])
    assert texts[0] == texts[1]
    assert "сторон" not in texts[0]


def test_the_council_waits_for_the_gm(bench: Bench) -> None:
    """N1, N4: the question is put before the GM; the answer goes to its sender after the night."""
    order(bench, 1, Order(by="Вера", do=Deed.ASK, text="Приходил ли к Гневу комиссар?"), "0 20:00")
    during = bench.evening("0 21:00")
    assert answers_of(during, 1).question is not None
    assert answered(during) == {}
    bench.say(CouncilAnswered(night=1, answer="yes"), "0 22:05")
    after = bench.evening("0 22:10")
    assert answers_of(after, 1).question is None
    assert answered(after)["Вера"].endswith("Ответ: да.")


def test_a_question_that_may_not_be_asked_is_refused_in_time(bench: Bench) -> None:
    order(bench, 1, Order(by="Вера", do=Deed.ASK, text="Гнев — доктор?"), "0 20:00")
    bench.say(CouncilAnswered(night=1, answer="refused", note="о роли игрока спрашивать нельзя"), "0 20:30")
    text = answered(bench.evening("0 21:00"))["Вера"]
    assert "нельзя: о роли игрока спрашивать нельзя" in text
    assert "до 14.10, 22:00" in text


def test_the_council_of_a_blocked_boss_is_silent(bench: Bench) -> None:
    """N17: the boss who was blocked did nothing; he is not told why."""
    order(bench, 1, Order(by="Вера", do=Deed.ASK, text="Жив ли маньяк?"), "0 20:00")
    order(bench, 1, Order(by="Целомудрие", do=Deed.VISIT, targets=("Вера",)), "0 20:01")
    after = bench.evening("0 22:10")
    assert answers_of(after, 1).question is None
    assert answered(after)["Вера"].endswith("Совет не ответил.")


def test_the_remedy_goes_to_mafia_and_maniac_alone(bench: Bench) -> None:
    """ГМ10: mafia or maniac may change their order after a move was told."""
    order(bench, 1, Order(by="Вера", do=Deed.KILL, targets=("Гнев",)), "0 20:00")
    order(bench, 1, Order(by="Зависть", do=Deed.CHECK, targets=("Вера",)), "0 20:01")
    found = remedies_of(bench.evening("0 22:10"), 1, None)
    texts = {answer.player: draft(bench.evening("0 22:10"), answer).text for answer in found.answers}
    assert set(texts) == {"Вера", "Азарт"}
    assert "убить: Гнев" in texts["Вера"]
    assert "в силе" not in texts["Азарт"]


DEEDS = {
    "Вера": (Deed.KILL, Deed.INTIMIDATE),
    "Щедрость": (Deed.BLOCK,),
    "Азарт": (Deed.BLOODY_KILL, Deed.QUICK_KILL, Deed.TORTURE),
    "Зависть": (Deed.CHECK, Deed.KILL),
    "Доброта": (Deed.HEAL, Deed.SERUM, Deed.POISON),
    "Целомудрие": (Deed.VISIT,),
}


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_no_answer_of_any_night_tells_what_is_not_its_reader_s(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Every text goes to a living player and names nobody whom that player's own orders do not name."""
    use_language("ru")
    bench = made(tmp_path_factory.mktemp("n"))
    own: dict[str, set[str]] = {}
    for place, (sender, deeds) in enumerate(DEEDS.items()):
        for again in range(data.draw(st.integers(0, 2))):
            given_order = Order(
                by=sender,
                do=data.draw(st.sampled_from(deeds)),
                targets=(data.draw(st.sampled_from([*CAST])),),
                late=data.draw(st.booleans()) and again == 1,
            )
            own.setdefault(sender, set()).update(given_order.targets)
            order(bench, 1, given_order, f"0 20:{place * 5 + again:02}")
    for now in ("0 21:00", "0 22:10"):
        evening = bench.evening(now)
        dead = {death.player for death in evening.night(1).result.deaths} if now == "0 22:10" else set()
        for answer in answers_of(evening, 1).answers:
            text = draft(evening, answer).text
            named = {name for name in CAST if name in text}
            assert named <= own[answer.player], text
            assert answer.player not in dead
            # The sender's own order is quoted; the rest is the GM's word.
            told = re.sub("«[^»]*»", "", text).casefold()
            assert not any(word in told for word in ("блок", "лишен", "кубик", "спас", "улик", "босс"))
            if now == "0 21:00":
                assert answer.text.kind in ("refused", "late")
    bench.store.close()


# --- the list of a night ------------------------------------------------------------------------------------------


def test_every_order_of_a_night_has_its_fate(bench: Bench) -> None:
    """N0: sender, source, time; replaced, refused, late, withdrawn, outranked, sent before the night."""
    from engine.events import OrderWithdrawn

    order(bench, 1, Order(by="Доброта", do=Deed.HEAL, targets=("Гнев",)), "0 20:00")
    order(bench, 1, Order(by="Доброта", do=Deed.SERUM, targets=("Гнев",)), "0 20:01")
    order(bench, 1, Order(by="Зависть", do=Deed.KILL, targets=("Зависть",)), "0 20:02")
    order(bench, 1, Order(by="Целомудрие", do=Deed.VISIT, targets=("Гнев",)), "0 20:03")
    order(bench, 1, Order(by="Вера", do=Deed.KILL, targets=("Гнев",)), "0 20:04")
    order(bench, 1, Order(by="Похоть", do=Deed.KILL, targets=("Кротость",)), "0 20:05")
    order(bench, 1, Order(by="Азарт", do=Deed.QUICK_KILL, targets=("Гнев",), late=True), "0 22:05")
    entries = {entry.order.by: entry for entry in orders_of(bench.evening("0 22:10"), 1).entries}
    bench.say(OrderWithdrawn(night=1, ref=f"event:{entries['Целомудрие'].number}"), "0 20:06")
    found = orders_of(bench.evening("0 22:10"), 1)
    marks = [(entry.order.by, entry.mark) for entry in found.entries]
    assert marks == [
        ("Доброта", Mark.REPLACED),
        ("Доброта", Mark.STANDS),
        ("Зависть", Mark.REFUSED),
        ("Целомудрие", Mark.WITHDRAWN),
        ("Вера", Mark.STANDS),
        ("Похоть", Mark.OUTRANKED),
        ("Азарт", Mark.LATE),
    ]
    assert next(entry for entry in found.entries if entry.mark is Mark.REFUSED).rule == "N18"
    assert {"Зависть", "Целомудрие", "Азарт"} <= set(found.missing)
    bench.say(Decided(phase="night", number=1, decision=Decision(ruling=Ruling.REORDER, player="Азарт")), "0 22:11")
    last = orders_of(bench.evening("0 22:12"), 1).entries[-1]
    assert (last.mark, last.let_in) == (Mark.STANDS, True)


def test_dice_are_not_in_any_answer(bench: Bench) -> None:
    order(bench, 1, Order(by="Щедрость", do=Deed.BLOCK, targets=("Гнев",)), "0 20:00")
    bench.say(DieEntered(night=1, name="vote_loss:Щедрость", happens=True), "0 22:01")
    assert answered(bench.evening("0 22:10")) == {}
