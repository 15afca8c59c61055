"""X1-X9: for each kind, a scene that must trigger it and scenes that must not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from violation_scenes import NAMES, aside, edited, fall, hours, remark, result, scene

from engine.records import Colour
from itogi.config import TopicKind
from itogi.speakers import Standing
from itogi.violations.catalogue import CLAUSES, OF_SIGNAL
from itogi.violations.detectors import candidates, found
from itogi.violations.records import Scene
from parser.records import How, Match, ReviewReason, SignalKind, Vote


def codes(of: Scene) -> list[str]:
    return [report.clause.code for report in found(of)]


def test_an_orderly_game_gives_no_report() -> None:
    assert codes(scene(results=(result(),))) == []


@pytest.mark.parametrize("kind", [TopicKind.GAME, TopicKind.VOTE, TopicKind.SIGNUP])
def test_x1_the_dead_may_not_write(kind: TopicKind) -> None:
    (report, *_more) = found(scene(remark("Гнев", 9, kind=kind), now=10, falls=(fall("Гнев", 8),)))
    assert (report.clause.code, report.player) == ("X1", "Гнев")
    assert report.evidence
    assert report.evidence.url


def test_x1_words_before_the_announcement_and_talk_elsewhere_are_free() -> None:
    talk = remark("Гнев", 9, kind=TopicKind.OTHER)
    assert "X1" not in codes(scene(remark("Гнев", 7.9), talk, now=9.5, falls=(fall("Гнев", 8.5),)))


@pytest.mark.parametrize(
    ("rule", "code"),
    [("V2", "topic"), ("V3", "late"), ("V4", "target"), ("V5", "self"), ("V7", "locked"), ("V17", "dead")],
)
def test_x2_every_ballot_that_was_set_aside_is_reported_once(rule: str, code: str) -> None:
    reports = found(scene(results=(result(set_aside=(aside(rule),)),)))
    assert [(report.clause.code, report.player, report.day) for report in reports] == [(f"X2-{code}", "Гнев", 1)]


def test_x2_a_vote_without_colour_is_told_apart_from_a_vote_for_the_dead() -> None:
    bare = aside("V4", colour=None)
    assert codes(scene(results=(result(set_aside=(bare,)),))) == ["X2-uncoloured"]


def test_x2_the_silent_loss_of_the_vote_is_never_reported_but_an_announced_one_is() -> None:
    """N5, P2: nothing may show that the boss has no vote."""
    silent = result(set_aside=(aside("V13"),), silenced=("Гнев",))
    assert codes(scene(results=(silent,))) == []
    assert codes(scene(results=(replace(silent, publicly_silenced=("Гнев",)),))) == ["X2-silenced"]


def test_x2_an_attempt_to_withdraw_is_reported_in_the_vote_topic_only() -> None:
    words = {"text": "Снимаю голос", "reviews": [(ReviewReason.WITHDRAWAL, "Снимаю голос")]}
    assert codes(scene(remark("Гнев", 3, kind=TopicKind.VOTE, **words))) == ["X2-withdrawal"]
    assert codes(scene(remark("Гнев", 3, **words))) == []


def test_x3_a_first_and_a_second_miss() -> None:
    (first,) = found(scene(results=(result(missed=("Гнев",)),)))
    (second,) = found(scene(results=(result(missed=("Гнев",), modkill_due=("Гнев",)),), reserves=("Reserve_1",)))
    assert (first.clause.code, first.candidates) == ("X3-first", ())
    assert (second.clause.code, second.candidates) == ("X3-second", ("Reserve_1",))
    assert "ГМ2" in first.what, "the player wrote that day: a deliberate miss"


def test_x3_nobody_has_missed_a_day_that_still_runs() -> None:
    assert codes(scene(results=(result(missed=("Гнев",)),), now=23)) == []


def test_x4_silence_for_more_than_a_day() -> None:
    quiet = scene(now=30)
    without = replace(quiet, remarks=tuple(entry for entry in quiet.remarks if entry.speaker.name != "Вера"))
    (report,) = found(without)
    assert (report.clause.code, report.player) == ("X4", "Вера")
    assert found(replace(without, now=hours(31)))[0].key == report.key, "the same silence is one report"


def test_x4_not_before_a_day_has_passed_and_never_by_our_own_absence() -> None:
    quiet = scene(now=30)
    without = replace(quiet, remarks=tuple(entry for entry in quiet.remarks if entry.speaker.name != "Вера"))
    assert codes(replace(without, now=hours(23.9))) == []
    assert codes(replace(without, gaps=((hours(1), hours(1) + timedelta(hours=8)),))) == []
    assert codes(replace(without, complete=False)) == []
    assert codes(replace(without, falls=(fall("Вера", 1),))) == []


def test_g3_the_reserve_list_comes_before_the_first_killed_citizen_whose_role_is_public() -> None:
    falls = (
        fall("Похоть", 1, killed=True),
        fall("Азарт", 2, killed=False, public_citizen=True),
        fall("Доброта", 3, killed=True, public_citizen=True),
    )
    assert candidates(scene(falls=falls, reserves=("Reserve_1", "Reserve_2"))) == ("Reserve_1", "Reserve_2", "Доброта")


def test_x5_an_edit_after_the_deadline_is_reported_noted_or_silent() -> None:
    assert codes(scene(edited("Вера", "Азарт", 2, 25))) == ["X5-edited"]
    assert codes(scene(edited("Вера", "Азарт", 2, 25, note=False))) == ["X5-edited"]


def test_x5_an_edit_in_time_is_nobodys_business() -> None:
    assert codes(scene(edited("Вера", "Азарт", 2, 5))) == []
    assert codes(scene(edited("Вера", "Азарт", 2, 5), now=23)) == []


def test_x5_a_vote_that_disappeared() -> None:
    vote = Vote(
        voter="Гнев",
        target="Вера",
        colour=Colour.RED,
        early=False,
        final=False,
        self_vote=False,
        how=How.PAINT,
        match=Match.EXACT,
        text="Вера",
        start=0,
        end=4,
    )
    gone = remark("Гнев", 2, "Вера", kind=TopicKind.VOTE, votes=[vote], gone_at=hours(3))
    assert codes(scene(gone)) == ["X5-removed"]
    assert codes(scene(remark("Гнев", 2, "Вера", kind=TopicKind.VOTE, gone_at=hours(3)))) == []


@pytest.mark.parametrize("kind", [kind for kind in SignalKind if kind is not SignalKind.ROLE_CLAIM_TOLD])
def test_x6_every_signal_of_the_reader_is_a_suspicion_with_its_place_marked(kind: SignalKind) -> None:
    (report,) = found(scene(remark("Гнев", 3, "Вот, клянусь, правда", signals=[(kind, "клянусь")])))
    assert report.clause.code == OF_SIGNAL[kind]
    assert not report.clause.certain
    assert report.evidence
    assert report.evidence.marked == "клянусь"


def test_x6_the_gm_may_say_what_players_may_not() -> None:
    said = remark("Ведущий", 3, "клянусь", signals=[(SignalKind.OATH, "клянусь")], standing=Standing.MODERATOR)
    assert codes(scene(said)) == []


@pytest.mark.parametrize(("at", "reported"), [(23.9, False), (24.5, True), (24.9, True), (25.1, False)])
def test_x7_only_between_the_end_of_the_orders_and_the_results(at: float, *, reported: bool) -> None:
    claim = remark("Гнев", at, "Я доктор", signals=[(SignalKind.ROLE_CLAIM_TOLD, "Я доктор")])
    spans = {2: (hours(24.5), hours(25))}
    assert (codes(scene(claim, results_from=spans)) == ["X7"]) is reported


def test_x8_masks_keep_to_the_games_topics_once_it_has_started() -> None:
    assert codes(scene(remark("Гнев", 3, kind=TopicKind.OTHER))) == ["X8-elsewhere"]
    assert codes(scene(remark("Гнев", 3, kind=TopicKind.SIGNUP))) == ["X8-signup"]
    assert codes(scene(remark("Гнев", -3, kind=TopicKind.SIGNUP))) == []


@pytest.mark.parametrize("standing", [Standing.STRANGER, Standing.IMPOSTOR])
def test_x9_outsiders_and_those_who_take_a_players_name(standing: Standing) -> None:
    (report,) = found(scene(remark("Гнев", 3, standing=standing)))
    assert (report.clause.code, report.player) == ("X9", None)


def test_x9_the_gm_and_talk_outside_the_game_are_no_report() -> None:
    assert codes(scene(remark("Ведущий", 3, standing=Standing.MODERATOR))) == []
    assert codes(scene(remark("Кто-то", 3, standing=Standing.STRANGER, kind=TopicKind.SIGNUP))) == []


def test_reports_keep_their_keys_from_poll_to_poll() -> None:
    """Deduplicated: what was judged stays judged when later posts come in."""
    first = found(scene(remark("Гнев", 3, "клянусь", signals=[(SignalKind.OATH, "клянусь")]), now=10))
    later = found(scene(remark("Гнев", 3, "клянусь", signals=[(SignalKind.OATH, "клянусь")]), now=40))
    assert {report.key for report in first} <= {report.key for report in later}


def test_the_catalogue_has_every_point_of_the_spec() -> None:
    points = {clause.code.split("-")[0] for clause in CLAUSES}
    assert points == {f"X{number}" for number in range(1, 11)}
    assert len({clause.code for clause in CLAUSES}) == len(CLAUSES)
    assert len(NAMES) == len(set(NAMES))
