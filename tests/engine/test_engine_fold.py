"""Events into phases: what stands, undo, late orders, the timetable's acts (T1, T2), any past moment."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from engine_builders import at, cast, decision, order, setup

from engine.events import (
    AliasAdded,
    BallotEntered,
    CouncilAnswered,
    DayClosed,
    DayMoved,
    DayOpened,
    Decided,
    DiceDrawn,
    DieEntered,
    Event,
    NightClosed,
    NightOpened,
    Noted,
    OrderGiven,
    OrderWithdrawn,
    RolesDealt,
    Said,
    Undone,
    standing,
)
from engine.fold import dealt, phases
from engine.play import place, play
from engine.records import DayInput, NightInput, PhaseInput, Role

GAME = setup("Вера:boss Гнев:citizen Азарт:maniac")


def record(*said: Said, step: float = 1) -> tuple[Event, ...]:
    """Events a minute apart, numbered from 1."""
    return tuple(
        Event(number=number, at=at(step * number), author="ГМ", said=item) for number, item in enumerate(said, 1)
    )


def night_of(found: tuple[PhaseInput, ...], number: int) -> NightInput:
    return next(item for item in found if isinstance(item, NightInput) and item.night == number)


def day_of(found: tuple[PhaseInput, ...], number: int) -> DayInput:
    return next(item for item in found if isinstance(item, DayInput) and item.day == number)


def places(*said: Said, casts: dict[int, list[str]] | None = None) -> list[tuple[int, int]]:
    given = {number: [cast(line) for line in lines] for number, lines in (casts or {}).items()}
    return [place(item) for item in phases(GAME, record(*said), given)]


def test_t1_a_game_begins_with_the_first_night() -> None:
    """T1: before anything was said the first night runs."""
    assert places() == [(1, 0)]


def test_t2_days_open_with_the_results_and_close_early_or_late() -> None:
    """T2: the GM's acts move the game on; closing a day opens the next night."""
    assert places(DayOpened(day=1, at=at(1))) == [(1, 0), (1, 1)]
    assert places(DayOpened(day=1, at=at(1)), DayMoved(day=1, deadline=at(9))) == [(1, 0), (1, 1)]
    closed = (DayOpened(day=1, at=at(1)), DayClosed(day=1, at=at(5), early=True))
    assert places(*closed) == [(1, 0), (1, 1), (2, 0)]
    assert day_of(phases(GAME, record(*closed), {}), 1).closed_early
    assert places(NightOpened(night=2, at=at(6))) == [(1, 0), (1, 1), (2, 0)]
    assert places(casts={1: ["Вера>Гнев red"]}) == [(1, 0), (1, 1)]


def test_t2_taking_back_an_opening_takes_the_day_back() -> None:
    """T2: each act is a record, and undo is one too."""
    assert places(DayOpened(day=1, at=at(1)), Undone(event=1)) == [(1, 0)]
    assert places(DayOpened(day=1, at=at(1)), Undone(event=1), Undone(event=2)) == [(1, 0), (1, 1)]


def test_n0_orders_sent_before_their_night_wait_for_it() -> None:
    """N0: they are taken, and do not open the night."""
    given = (OrderGiven(night=2, order=order("Вера kill Гнев")), DayOpened(day=1, at=at(2)))
    assert places(*given) == [(1, 0), (1, 1)]
    found = phases(GAME, record(*given, DayClosed(day=1, at=at(9))), {})
    assert [item.do.value for item in night_of(found, 2).orders] == ["kill"]


def test_n0_an_order_after_the_closing_is_late() -> None:
    """N0: by the time of sending where it is told, else of entry."""
    in_time = replace(order("Вера kill Азарт"), sent_at=at(1))
    given = record(
        NightClosed(night=1, at=at(2.5)),
        OrderGiven(night=1, order=order("Вера kill Гнев")),
        OrderGiven(night=1, order=order("Азарт torture Гнев")),
        OrderGiven(night=1, order=in_time),
    )
    assert [item.late for item in night_of(phases(GAME, given, {}), 1).orders] == [False, True, False]


def test_n0_a_withdrawn_order_is_gone() -> None:
    """N0: orders have keys of their own."""
    kept = OrderGiven(night=1, order=replace(order("Вера kill Гнев"), ref="a"))
    other = OrderGiven(night=1, order=replace(order("Вера kill Азарт"), ref="b"))
    found = phases(GAME, record(kept, other, OrderWithdrawn(night=1, ref="b")), {})
    assert [item.ref for item in night_of(found, 1).orders] == ["a"]
    unnamed = phases(GAME, record(OrderGiven(night=1, order=order("Вера kill Гнев"))), {})
    assert night_of(unnamed, 1).orders[0].ref == "event:1"


def test_n4_a_question_that_the_gm_refuses_is_no_order() -> None:
    """N4: the boss may ask another; the next rank's order counts meanwhile, and a second thought of the GM holds."""
    asked = (
        OrderGiven(night=1, order=order("Вера ask Вася - Доктор?")),
        CouncilAnswered(night=1, answer="refused"),
    )
    result = play(GAME, phases(GAME, record(*asked), {})).night(1)
    assert result is not None
    assert [(item.order.by, item.rule) for item in result.refused] == [("Вера", "N4")]
    assert "Вера" in result.missed
    assert result.notes == ()
    again = record(*asked, OrderGiven(night=1, order=order("Вера ask В игре есть прокурор?")))
    assert play(GAME, phases(GAME, again, {})).results[0].notes == (("Вера", "В игре есть прокурор?"),)  # type: ignore[union-attr]
    allowed = record(*asked, CouncilAnswered(night=1, answer="no"))
    assert play(GAME, phases(GAME, allowed, {})).results[0].refused == ()  # type: ignore[union-attr]


def test_d1_a_draw_on_record_is_never_drawn_again() -> None:
    """D1: not when settings change, not when it is recorded twice; the GM's entry (D2) still overrides it."""
    torture = OrderGiven(night=1, order=order("Азарт torture Гнев"))
    name = "evidence:Азарт"
    sure, never = (setup("Вера:boss Гнев:citizen Азарт:maniac", chances__evidence=chance) for chance in (1, 0))
    told = (torture, DiceDrawn(night=1, draws=((name, True, 1.0),)), DiceDrawn(night=1, draws=((name, False, 0.0),)))
    found = phases(GAME, record(*told), {})
    for game in (sure, never):
        result = play(game, found).night(1)
        assert result is not None
        assert [(die.happens, die.entered, die.chance) for die in result.dice] == [(True, False, 1.0)]
    entered = phases(GAME, record(*told, DieEntered(night=1, name=name, happens=False)), {})
    assert play(sure, entered).night(1).evidence == ()  # type: ignore[union-attr]
    assert play(never, phases(GAME, record(torture), {})).night(1).evidence == ()  # type: ignore[union-attr]


def test_d2_a_die_entered_later_replaces_the_earlier() -> None:
    """D2: the GM's last word."""
    found = phases(
        GAME,
        record(
            DieEntered(night=1, name="exposure:Вера", happens=True),
            DieEntered(night=1, name="exposure:Вера", happens=False),
        ),
        {},
    )
    assert night_of(found, 1).dice == (("exposure:Вера", False),)


def test_v14_entered_ballots_take_their_place_by_time() -> None:
    """V14: a vote by telephone stands among the posts where it was announced."""
    entered = BallotEntered(day=1, cast=cast("Вера>Азарт red at=5"), source="phone")
    posts = {1: [cast("Вера>Гнев red at=3"), cast("Гнев>Вера red at=7")]}
    found = day_of(phases(GAME, record(entered), posts), 1)
    assert [(item.by, item.target) for item in found.casts] == [("Вера", "Гнев"), ("Вера", "Азарт"), ("Гнев", "Вера")]


def test_decisions_belong_to_their_phase() -> None:
    """A modkill of the night and an execution of the day."""
    found = phases(
        GAME,
        record(
            DayOpened(day=1, at=at(1)),
            Decided(phase="night", number=1, decision=decision("modkill Азарт")),
            Decided(phase="day", number=1, decision=decision("execute Вера")),
        ),
        {},
    )
    assert [item.ruling.value for item in night_of(found, 1).decisions] == ["modkill"]
    assert [item.ruling.value for item in day_of(found, 1).decisions] == ["execute"]


def test_roles_and_aliases_come_by_events() -> None:
    """A later event replaces the roles that it names; undo brings the earlier ones back."""
    game = setup("Вера Гнев")
    events = record(
        RolesDealt(roles=(("Вера", Role.BOSS), ("Гнев", Role.CITIZEN))),
        AliasAdded(player="Гнев", alias="Гневушка"),
        RolesDealt(roles=(("Гнев", Role.DOCTOR),)),
    )
    told = dealt(game, events)
    assert [player.role for player in told.players] == [Role.BOSS, Role.DOCTOR]
    assert told.players[1].aliases == ("Гневушка",)
    undone = dealt(game, (*events, Event(number=4, at=at(9), author="ГМ", said=Undone(event=3))))
    assert undone.players[1].role is Role.CITIZEN


@pytest.mark.parametrize("moment", [at(0), at(2), at(5)])
def test_any_past_moment(moment: datetime) -> None:
    """Asking for a past moment is asking for the record as it stood: what was undone since stands again."""
    events = record(
        Noted(text="a"), OrderGiven(night=1, order=order("Вера kill Гнев")), Undone(event=2), Noted(text="b")
    )
    said = [event.number for event in standing([event for event in events if event.at <= moment])]
    assert said == {at(0): [], at(2): [1, 2], at(5): [1, 4]}[moment]


def test_folding_is_the_same_whoever_took_out_the_undone() -> None:
    """The application may hand over the whole record or only what stands."""
    events = record(
        OrderGiven(night=1, order=order("Вера kill Гнев")),
        OrderGiven(night=1, order=order("Вера kill Азарт")),
        Undone(event=2),
        DayOpened(day=1, at=at(9)),
    )
    assert phases(GAME, events, {}) == phases(GAME, standing(events), {})
    assert play(GAME, phases(GAME, events, {})).results[0].alive == ("Вера", "Азарт")
