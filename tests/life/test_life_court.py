"""What a decision does is shown before it is entered (V16, V20); announced votes (V14); consent and objection (V8)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from app_bench import GM, Bench, at, blue, red
from app_story import order

from engine.events import BallotEntered, Decided, RolesDealt
from engine.records import Cast, Colour, Decision, Deed, Order, Role, Ruling
from engine.results import Early
from itogi.config import PlayerEntry
from itogi.errors import NotYetError
from itogi.life.court import agreement, consent_of, objection, passed_on
from itogi.life.ending import statistics_of
from itogi.life.errors import StaleError
from itogi.life.rulings import phase_of, proposed
from itogi.life.texts import texts_of

NAMES = ("Вера", "Гнев", "Азарт", "Доброта", "Нефилим")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Day 1 runs; Гнев has voted twice, Азарт once, both now for Нефилим, who has voted for Гнев."""
    made = Bench.make(
        tmp_path, players=tuple(PlayerEntry(name=name) for name in NAMES), reserves=("Ветерок", "Old_Fox")
    )
    roles = (Role.BOSS, Role.CITIZEN, Role.MANIAC, Role.DOCTOR, Role.CITIZEN)
    made.say(RolesDealt(roles=tuple(zip(NAMES, roles, strict=True))), "0 12:00")
    made.post(GM, "Итоги 1 ночи:<br>Ночью никто не умер.", "0 22:20")
    made.post("Гнев", red("Вера"), "1 10:00")
    made.post("Гнев", red("Нефилим"), "1 11:00")
    made.post("Азарт", red("Нефилим"), "1 12:00")
    made.post("Нефилим", red("Гнев"), "1 13:00")
    made.poll("1 14:00")
    return made


def decision(ruling: Ruling, player: str, **more: object) -> Decision:
    return Decision(ruling=ruling, player=player, **more)  # type: ignore[arg-type]


def test_a_modkill_is_told_before_it_is_entered(bench: Bench) -> None:
    """V20: everyone concerned, what stands instead, the count; nothing is entered by looking."""
    evening = bench.evening("1 15:00")
    found = proposed(evening, decision(Ruling.MODKILL, "Нефилим", at=at("1 15:00")), "day", 1)
    told = "\n".join(found.lines)
    assert "Гнев: the vote «Нефилим in red» is set aside, «Вера in red» stands again." in told
    assert "Азарт: the vote «Нефилим in red» is set aside, there is no other" in told
    assert "The vote of Нефилим (Гнев in red) does not count any more." in told
    assert "Ветерок, Old_Fox" in " ".join(found.warnings)
    assert len(bench.store.events()) == 1
    bench.say(found.said, "1 15:00")
    assert bench.day("1 15:01").result == found.after.day(1).result


def test_a_modkill_after_the_count_leaves_every_ballot(bench: Bench) -> None:
    found = proposed(bench.evening("1 15:00"), decision(Ruling.MODKILL, "Нефилим"), "day", 1)
    assert any("after the count" in line for line in found.lines)
    assert dict(found.after.day(1).standings)["Нефилим"] == 2


def test_the_mafia_s_heir_is_named(bench: Bench) -> None:
    found = proposed(bench.evening("1 15:00"), decision(Ruling.MODKILL, "Вера", at=at("1 15:00")), "day", 1)
    assert any("boss of the mafia is then nobody" in line for line in found.lines)


def test_a_replacement_keeps_role_misses_and_ballot(bench: Bench) -> None:
    """V16, Г3: what stays, whose turn it is, and the question that a newcomer is asked."""
    wanted = decision(Ruling.REPLACE, "Гнев", account="Old_Fox", at=at("1 15:00"))
    found = proposed(bench.evening("1 15:00"), wanted, "day", 1)
    told = "\n".join(found.lines)
    assert "citizen" in told
    assert "Нефилим in red" in told
    assert "changes nothing" in told
    assert any("next in turn is Ветерок" in line for line in found.warnings)
    assert any("Ask Old_Fox" in line for line in found.warnings)


def test_a_replacement_that_takes_no_ballots_says_so(tmp_path: Path, bench: Bench) -> None:
    game = replace_settings(bench, {"replacement_takes_ballots": False})
    evening = replace(bench.evening("1 15:00"), game=game)
    found = proposed(evening, decision(Ruling.REPLACE, "Гнев", account="Ветерок", at=at("1 15:00")), "day", 1)
    assert any("not the vote cast before" in line for line in found.lines)


def replace_settings(bench: Bench, settings: dict[str, object]) -> object:
    from msgspec.structs import replace as changed

    return changed(bench.game, file=changed(bench.game.file, settings=settings))


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (decision(Ruling.REPLACE, "Гнев", account="Азарт"), "plays Азарт already"),
        (decision(Ruling.REPLACE, "Гнев", account=GM), "leads the game"),
    ],
)
def test_who_cannot_take_a_slot_over(bench: Bench, wanted: Decision, why: str) -> None:
    with pytest.raises(NotYetError, match=why):
        proposed(bench.evening("1 15:00"), wanted, "day", 1)


def test_the_dead_are_not_decided_on(bench: Bench) -> None:
    said = Decided(phase="night", number=1, decision=decision(Ruling.MODKILL, "Гнев"))
    bench.say(said, "0 21:00")
    with pytest.raises(NotYetError, match="out of the game"):
        proposed(bench.evening("1 15:00"), decision(Ruling.MODKILL, "Гнев"), "day", 1)


def test_a_pardon_tells_who_would_go_and_who_goes(bench: Bench) -> None:
    for name in ("Вера", "Доброта"):
        bench.post(name, red("Нефилим"), "1 20:00")
    bench.poll("1 22:01")
    found = proposed(bench.evening("1 22:30"), decision(Ruling.PARDON, "Нефилим"), "day", 1)
    assert any("Нефилим would be executed; then: nobody" in line for line in found.lines)
    assert not any("nothing to pardon" in line for line in found.warnings)
    idle = proposed(bench.evening("1 22:30"), decision(Ruling.PARDON, "Доброта"), "day", 1)
    assert any("Доброта is not executed (Нефилим is)" in line for line in idle.warnings)


def test_who_leaves_has_not_voted(bench: Bench) -> None:
    """V20: the count's difference tells of a removed player's vote only if one was cast."""
    found = proposed(bench.evening("1 12:30"), decision(Ruling.MODKILL, "Доброта", at=at("1 12:20")), "day", 1)
    assert not any("Доброта has voted" in line for line in found.lines)


def test_a_modkill_at_night_tells_whose_death_it_changes(bench: Bench) -> None:
    """The removed maniac's order does not happen; what the night would bring without it is told."""
    order(bench, 2, Order(by="Азарт", do=Deed.QUICK_KILL, targets=("Гнев",)), "1 22:10")
    found = proposed(bench.evening("1 22:15"), decision(Ruling.MODKILL, "Гнев"), "night", 2)
    bench.say(found.said, "1 22:15")
    after = sorted(death.player for death in bench.evening("1 22:16").night(2).result.deaths)
    told = [line for line in found.lines if "deaths of this night" in line]
    assert bool(told) is (after != ["Гнев"])


def test_the_phase_of_a_decision(bench: Bench) -> None:
    evening = bench.evening("1 15:00")
    assert phase_of(evening, Ruling.MODKILL, None, None) == ("day", 1)
    assert phase_of(evening, Ruling.MODKILL, None, 1) == ("night", 1)
    assert phase_of(bench.evening("1 22:10"), Ruling.MODKILL, None, None) == ("night", 2)
    with pytest.raises(NotYetError):
        phase_of(evening, Ruling.MODKILL, 1, 1)


def test_what_was_written_meanwhile_stops_the_entry(bench: Bench) -> None:
    """Two game masters: whoever decides on an old look enters nothing."""
    from itogi.life.cohosts import last_number, say_on

    base = last_number(bench.store)
    bench.say(Decided(phase="day", number=1, decision=decision(Ruling.OBJECT, "Вера")), "1 14:30")
    said = Decided(phase="day", number=1, decision=decision(Ruling.MODKILL, "Нефилим"))
    with pytest.raises(StaleError, match="journal --last 1"):
        say_on(bench.store, base, said, author=None)
    assert say_on(bench.store, last_number(bench.store), said, author=None).said == said


# --- votes by phone ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("voter", NAMES[:2])
@pytest.mark.parametrize("target", ["Нефилим", "Азарт", "Доброта"])
@pytest.mark.parametrize(("colour", "early"), [(Colour.RED, False), (Colour.BLUE, True), (Colour.RED, True)])
def test_the_sentence_for_the_topic_is_read_as_that_vote(
    bench: Bench, voter: str, target: str, colour: Colour, early: bool
) -> None:
    """V14, Г5: «Вася голосует Петю красным», in the GM's post, is the player's vote."""
    from itogi.i18n import use_language

    use_language("ru")
    cast = Cast(by=voter, target=target, colour=colour, early=early, at=at("1 16:00"))
    bench.say(BallotEntered(day=1, cast=cast, source="СМС"), "1 16:00")
    [before] = passed_on(bench.evening("1 16:01"), 1)
    assert not before.announced
    sentence = texts_of(bench.game).announce(before.text).text
    bench.post(GM, sentence, "1 16:05")
    bench.poll("1 16:10")
    evening = bench.evening("1 16:11")
    [after] = passed_on(evening, 1)
    assert after.announced
    announced = [one for one in evening.intake.casts[1] if one.announced and evening.evidence(one).post_id]  # type: ignore[union-attr]
    assert [(one.by, one.target, one.colour, one.early) for one in announced] == [(voter, target, colour, early)]


def test_of_several_calls_the_last_is_announced(bench: Bench) -> None:
    for target, when in (("Вера", "1 16:00"), ("Азарт", "1 17:00")):
        cast = Cast(by="Доброта", target=target, colour=Colour.RED, at=at(when))
        bench.say(BallotEntered(day=1, cast=cast, source="телефон"), when)
    assert [one.cast.target for one in passed_on(bench.evening("1 18:00"), 1)] == ["Азарт"]


# --- early ---------------------------------------------------------------------------------------------------------


def third_day(bench: Bench) -> Bench:
    """A game of three days without deaths; on day 3 four of five have said «досрочно»."""
    for day in (1, 2):
        bench.post(GM, f"Итоги {day} суда:<br>Никто не выбывает.", f"{day} 22:05")
        bench.post(GM, f"Итоги {day + 1} ночи:<br>Ночью никто не умер.", f"{day} 22:45")
    for name in NAMES[:3]:
        bench.post(name, f"{red('Нефилим')} досрочно", "3 10:00")
    bench.post("Нефилим", f"{blue('Вера')} досрочно", "3 11:00")
    bench.post("Доброта", red("Нефилим"), "3 12:00")
    bench.poll("3 13:00")
    return bench


def test_early_votes_do_not_exist_before_their_day(bench: Bench) -> None:
    with pytest.raises(NotYetError, match="day 3"):
        consent_of(bench.evening("1 15:00"))


def test_an_objection_holds_the_day_back_and_shows_in_no_public_text(bench: Bench) -> None:
    """Г5.1: what a player tells the GM privately stays there; the consent in the topic does not count."""
    third_day(bench)
    before = consent_of(bench.evening("3 14:00"))
    assert (before.state, before.missing) == (Early.DISCRETION, ("Доброта",))
    for name in ("Вера", "Гнев"):
        bench.say(Decided(phase="day", number=3, decision=decision(Ruling.OBJECT, name)), "3 14:00")
    after = consent_of(bench.evening("3 14:01"))
    assert after.state is Early.NOT_YET
    assert after.objecting == ("Вера", "Гнев")
    texts = texts_of(bench.game)
    assert texts.early_call(after.call) == texts.early_call(before.call)
    event = objection(bench.store.standing(), 3, "Вера")
    assert event is not None
    bench.store.undo(event.number)
    assert consent_of(bench.evening("3 14:02")).objecting == ("Гнев",)


@pytest.mark.parametrize("by_phone", [False, True])
def test_a_private_consent_makes_the_standing_vote_early(bench: Bench, by_phone: bool) -> None:
    third_day(bench)
    if by_phone:
        cast = Cast(by="Доброта", target="Вера", colour=Colour.RED, at=at("3 13:30"))
        bench.say(BallotEntered(day=3, cast=cast, source="СМС"), "3 13:30")
    bench.say(agreement(bench.evening("3 14:00"), 3, "Доброта", "телефон"), "3 14:00")
    found = consent_of(bench.evening("3 14:01"))
    assert found.state is Early.READY
    target = {ballot.cast.by: ballot.cast.target for ballot in found.view.result.ballots}["Доброта"]
    assert target == ("Вера" if by_phone else "Нефилим")


def test_consent_needs_a_vote(bench: Bench) -> None:
    with pytest.raises(NotYetError, match="itogi vote Доброта"):
        agreement(bench.evening("1 15:00"), 1, "Доброта", "телефон")


def test_a_vote_by_phone_told_in_the_topic_is_one_vote_of_the_statistics(tmp_path: Path) -> None:
    """V14: the GM enters it, and tells it for the others; a change of mind by phone is one, and a told repeat none."""
    bench = Bench.make(tmp_path)
    bench.post(GM, "Итоги 1 ночи:", "0 22:20")
    bench.post("Петя", red("Вася"), "1 11:00")
    for when, target in (("1 12:00", "Петя"), ("1 14:00", "Аня")):
        cast = Cast(by="Вася", target=target, colour=Colour.RED)
        bench.say(BallotEntered(day=1, cast=cast, source="телефон"), when)
        bench.post(GM, f"Вася голосует {red(target)}", f"1 {int(when[2:4]) + 1}:00")
    bench.poll("1 22:10")
    line = next(line for line in statistics_of(bench.evening("1 22:30")).lines if line.player == "Вася")
    assert (line.votes, line.changes, line.set_aside) == (2, 1, 0)
