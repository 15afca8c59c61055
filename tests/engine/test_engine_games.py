"""Random legal games: a state machine that gives orders, casts votes, decides and takes back, and checks what must
hold in every game.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from engine_builders import at
from engine_invariants import hold
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.events import DayClosed, DayOpened, Decided, Event, OrderGiven, OrderWithdrawn, Said, Undone
from engine.fold import phases
from engine.intake import check
from engine.play import Playthrough, play
from engine.records import Cast, Colour, Decision, Deed, GameSetup, Order, Player, Role, Ruling

NAMES = tuple(f"Игрок{letter}" for letter in "АБВГДЕЖЗИКЛМНОПР")
DEEDS = {
    Role.BOSS: (Deed.KILL, Deed.INTIMIDATE, Deed.KILL_AND_INTIMIDATE, Deed.ASK),
    Role.RANK2: (Deed.KILL,),
    Role.RANK3: (Deed.INTIMIDATE,),
    Role.LAWYER: (Deed.KILL, Deed.OTHER),
    Role.GOON: (Deed.BLOCK, Deed.KILL),
    Role.GIRL: (Deed.VISIT,),
    Role.MANIAC: (Deed.BLOODY_KILL, Deed.QUICK_KILL, Deed.TORTURE),
    Role.COMMISSIONER: (Deed.CHECK, Deed.KILL),
    Role.DOCTOR: (Deed.SERUM, Deed.HEAL, Deed.HEAL_FROM, Deed.POISON),
}
numbers = st.integers(0, 10**6)
ballots = st.tuples(numbers, numbers, st.sampled_from("rrrbn"), st.booleans(), st.booleans())


class Games(RuleBasedStateMachine):
    """One game told by events, as a GM would."""

    def __init__(self) -> None:
        super().__init__()
        self.events: tuple[Event, ...] = ()
        self.casts: dict[int, list[Cast]] = {}
        self.night = 1
        self.by_day = False
        self.setup = GameSetup(players=())
        self.minute = 0

    @initialize(roles=st.lists(st.sampled_from(tuple(Role)), min_size=4, max_size=16), seed=st.sampled_from("abc"))
    def deal(self, roles: list[Role], seed: str) -> None:
        players = tuple(Player(name=name, role=role) for name, role in zip(NAMES, roles, strict=False))
        self.setup = GameSetup(players=players, seed=seed)

    def say(self, said: Said) -> None:
        self.minute += 1
        self.events = (*self.events, Event(number=len(self.events) + 1, at=at(self.minute), author="ГМ", said=said))

    def played(self) -> Playthrough:
        return play(self.setup, phases(self.setup, self.events, self.casts))

    def someone(self, number: int) -> Player:
        return self.setup.players[number % len(self.setup.players)]

    @rule(by=numbers, deed=numbers, aims=st.lists(numbers, min_size=1, max_size=3), role=st.sampled_from("abc"))
    def order(self, by: int, deed: int, aims: list[int], role: str) -> None:
        """Mostly what the role may do; a refusal is part of the game."""
        sender = self.someone(by)
        deeds = DEEDS.get(sender.role or Role.CITIZEN, (Deed.OTHER,))
        do = deeds[deed % len(deeds)]
        count = {Deed.ASK: 0, Deed.OTHER: 0, Deed.HEAL_FROM: 0, Deed.KILL_AND_INTIMIDATE: 2}.get(do, 1)
        count = len(aims) if do is Deed.INTIMIDATE or (do is Deed.KILL and deed % 3 == 0) else count
        given = Order(
            by=sender.name,
            do=do,
            targets=tuple(self.someone(number).name for number in (aims * 3)[:count]),
            role={"a": "mafia", "b": "maniac", "c": "commissioner"}[role] if do is Deed.HEAL_FROM else None,
            text="?" if do in (Deed.ASK, Deed.OTHER) else None,
        )
        self.say(OrderGiven(night=self.night + self.by_day, order=given))

    @precondition(lambda self: self.by_day)
    @rule(
        votes=st.lists(st.tuples(numbers, numbers, st.sampled_from("rrrbn"), st.booleans(), st.booleans()), max_size=14)
    )
    def vote(self, votes: list[tuple[int, int, str, bool, bool]]) -> None:
        for by, target, colour, early, final in votes:
            self.minute += 1
            cast = Cast(
                by=self.someone(by).name,
                target=self.someone(target).name,
                colour={"r": Colour.RED, "b": Colour.BLUE, "n": None}[colour],
                early=early,
                final=final and early,
                at=at(self.minute),
            )
            self.casts.setdefault(self.night, []).append(cast)

    @rule(
        ruling=st.sampled_from((Ruling.MODKILL, Ruling.REPLACE, Ruling.EXECUTE, Ruling.PARDON, Ruling.OBJECT)),
        player=numbers,
        mid_day=st.booleans(),
    )
    def decide(self, ruling: Ruling, player: int, mid_day: bool) -> None:
        if not self.by_day and ruling not in (Ruling.MODKILL, Ruling.REPLACE):
            return
        decision = Decision(
            ruling=ruling,
            player=self.someone(player).name,
            account="newcomer" if ruling is Ruling.REPLACE else None,
            reveal=mid_day,
            at=at(self.minute) if mid_day else None,
        )
        self.say(Decided(phase="day" if self.by_day else "night", number=self.night, decision=decision))

    @rule()
    def go_on(self) -> None:
        """The night's results are out, or the day is closed."""
        if self.by_day:
            self.say(DayClosed(day=self.night, at=at(self.minute)))
            self.night += 1
        else:
            self.say(DayOpened(day=self.night, at=at(self.minute)))
        self.by_day = not self.by_day

    @precondition(lambda self: self.events)
    @rule(number=numbers)
    def take_back(self, number: int) -> None:
        """An order or decision is undone, the undoing perhaps undone again: as if it had, or had not, been said."""
        event = self.events[number % len(self.events)]
        if not isinstance(event.said, (OrderGiven, Decided)):
            return
        before = phases(self.setup, self.events, self.casts)
        self.say(Undone(event=event.number))
        never = tuple(item for item in self.events if item.number != event.number and not self._undoes(item, event))
        assert phases(self.setup, self.events, self.casts) == phases(self.setup, never, self.casts)
        if number % 2 and not any(self._undoes(item, event) for item in self.events[:-1]):
            self.say(Undone(event=len(self.events)))
            assert phases(self.setup, self.events, self.casts) == before

    @staticmethod
    def _undoes(item: Event, event: Event) -> bool:
        return isinstance(item.said, Undone) and item.said.event == event.number

    @precondition(lambda self: not self.by_day)
    @rule(by=numbers, whom=numbers)
    def withdrawn_and_refused_orders_leave_no_trace(self, by: int, whom: int) -> None:
        """An order entered and withdrawn, and one that is refused, change nothing but the list of the refused."""
        before = self.played()
        order = Order(by=self.someone(by).name, do=Deed.CHECK, targets=(self.someone(whom).name,), ref="x")
        kept = self.events
        self.say(OrderGiven(night=self.night, order=order))
        refused = check(self.setup, before.before("night", self.night), self.night, order)
        if refused:
            after = self.played()
            assert after.states == before.states
            assert replace(after.night(self.night), refused=()) == replace(before.night(self.night), refused=())  # type: ignore[type-var]
        self.say(OrderWithdrawn(night=self.night, ref="x"))
        assert self.played().results == before.results
        self.events = kept

    @rule(number=numbers)
    def look_back(self, number: int) -> None:
        """Any past moment: what was known then was played then, and phases before it are the same today."""
        moment = at(number % (self.minute + 1))
        then = {day: [cast for cast in casts if cast.at and cast.at <= moment] for day, casts in self.casts.items()}
        past = play(self.setup, phases(self.setup, tuple(event for event in self.events if event.at <= moment), then))
        assert len(past.results) <= len(self.played().results)

    def teardown(self) -> None:
        """Every phase of the game as it was told in the end."""
        if self.setup.players:
            hold(self.played())


QUIET = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def test_random_games_keep_the_invariants() -> None:
    """Nobody dies twice, the dead act in no later night, losses run out, counts add up, events replay the same."""
    run_state_machine_as_test(
        Games, settings=settings(max_examples=300, stateful_step_count=30, deadline=None, suppress_health_check=QUIET)
    )


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_ten_thousand_random_games_keep_the_invariants() -> None:
    """The same, ten thousand games of up to forty steps."""
    run_state_machine_as_test(
        Games,
        settings=settings(max_examples=10_000, stateful_step_count=40, deadline=None, suppress_health_check=QUIET),
    )
