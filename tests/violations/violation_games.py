"""Games from `fixtures/violations/*.toml`: posts through the real archive, reader and rules; nothing made by hand.

Every case is an orderly game of five, with results posted in time, everybody talking and voting, and what the case
adds or leaves out:

    name, now, expect        `expect`: all reports, as `CODE player [marked words]`; `?` after the code: only suspected
    [[case.post]]            at, by, topic, html, guest, account, edit (at, html, editor, note), removed
    [[case.say]]             execute, pardon, modkill, replace (at a moment), answer to a question about a post
    abstain, votes_on        who does not vote; the day on which they do all the same
    pardon                   false: who did not vote is not pardoned by the GM
    silent                   who does not talk
    polls, gaps              when the forum was read, by default at `now` (`broken`: not to the end), and was not
    roles, orders, dice, accounts, settings, topics
    moot                     reports about which nothing is left to decide
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from app_bench import GM, NAMES, URLS, Bench, at, red

from engine.events import Decided, DieEntered, OrderGiven, QuestionAnswered, RolesDealt
from engine.records import Decision, Deed, Order, Role, Ruling
from itogi.config import PlayerEntry, Topic, TopicKind
from itogi.evening import Evening
from itogi.violations.reports import Report, reports
from scraper.archive_records import Gap, Outcome

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "violations"
OTHER = "http://board.test/viewtopic.php?id=4"


@dataclass(frozen=True)
class Case:
    """One case of a file."""

    clause: str
    fields: dict[str, Any] = field(hash=False)

    def __str__(self) -> str:
        return f"{self.clause}: {self.fields['name']}"

    def get(self, name: str, default: Any) -> Any:
        return self.fields.get(name, default)


def cases() -> Iterator[Case]:
    """All cases of all files."""
    for path in sorted(FIXTURES.glob("*.toml")):
        for fields in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            yield Case(path.stem, fields)


class Played:
    """The case, played up to its `now`."""

    def __init__(self, case: Case, folder: Path) -> None:
        self.case = case
        self.now = str(case.fields["now"])
        self.bench = Bench.make(folder, **_game(case))
        self.posts: list[str] = []
        self._pending: list[tuple[datetime, str, Any]] = []
        self._usual()
        self._own()
        self._said()
        self._polled()

    @property
    def evening(self) -> Evening:
        return self.bench.evening(self.now)

    @property
    def reports(self) -> tuple[Report, ...]:
        return reports(self.evening)

    def _kinds(self) -> set[TopicKind]:
        return set(self.bench.topics)

    def _usual(self) -> None:
        """The GM's results, talk and votes of an orderly game."""
        silent, abstain = self.case.get("silent", []), self.case.get("abstain", [])
        limit = at(self.now)
        usual: list[tuple[str, str, str, TopicKind]] = []
        for day in (1, 2):
            usual.append((f"{day - 1} {'22:20' if day == 1 else '23:00'}", GM, f"Итоги {day} ночи:", TopicKind.VOTE))
            usual += [
                (f"{day} 09:{number:02}", name, "Всем привет.", TopicKind.GAME)
                for number, name in enumerate(NAMES)
                if name not in silent
            ]
            usual += [
                (f"{day} 12:{number:02}", name, red(NAMES[(number + 1) % len(NAMES)]), TopicKind.VOTE)
                for number, name in enumerate(NAMES)
                if name not in abstain or self.case.get("votes_on", {}).get(name) == day
            ]
            usual.append((f"{day} 22:05", GM, f"Итоги {day} суда:", TopicKind.VOTE))
        gone = {
            said["player"]: at(said["at"])
            for said in self.case.get("say", [])
            if said["kind"] in ("execute", "modkill")
        }
        taken = {said["player"]: said for said in self.case.get("say", []) if said["kind"] == "replace"}
        for when, by, html, kind in usual:
            if at(when) > limit or (by in gone and at(when) >= gone[by]) or kind not in self._kinds():
                continue
            author = taken[by]["account"] if by in taken and at(when) >= at(taken[by]["at"]) else by
            target = next((name for name in gone if html == red(name) and at(when) >= gone[name]), None)
            self.bench.post(author, red("Вася" if by != "Вася" else "Петя") if target else html, when, kind=kind)

    def _own(self) -> None:
        for post in self.case.get("post", []):
            post_id = self.bench.post(
                post["by"],
                post["html"],
                post["at"],
                kind=TopicKind(post["topic"]),
                account=post.get("account"),
                guest=post.get("guest", False),
            )
            self.posts.append(post_id)
            for edit in post.get("edit", []):
                self._pending.append((at(edit["at"]), post_id, edit))
            if "removed" in post:
                self._pending.append((at(post["removed"]), post_id, None))
        for posts in self.bench.topics.values():
            posts.sort(key=lambda post: post.posted_at)

    def _said(self) -> None:
        bench, case = self.bench, self.case
        if roles := case.get("roles", {}):
            bench.say(RolesDealt(roles=tuple((name, Role(role)) for name, role in roles.items())), "0 12:00")
        for name, happens in case.get("dice", {}).items():
            bench.say(DieEntered(night=1, name=name, happens=happens), "0 21:00")
        for number, order in enumerate(case.get("orders", [])):
            entry = Order(
                by=order["by"],
                do=Deed(order["do"]),
                targets=tuple(order.get("targets", ())),
                text=order.get("text"),
                sent_at=at("0 20:00" if order["night"] == 1 else "1 22:10"),
                ref=f"order:{number}",
            )
            bench.say(OrderGiven(night=order["night"], order=entry), "0 20:00")
        for name in case.get("abstain", []) if case.get("pardon", True) else []:
            # Two votes against would send whoever missed out of the game, and what is to be judged with him.
            for day in (1, 2):
                pardon = Decision(ruling=Ruling.PARDON, player=name)
                bench.say(Decided(phase="day", number=day, decision=pardon), "0 12:00")
        for said in case.get("say", []):
            if said["kind"] != "answer":
                ruling = Ruling(said["kind"])
                decision = Decision(
                    ruling=ruling,
                    player=said["player"],
                    account=said.get("account"),
                    at=None if ruling in (Ruling.EXECUTE, Ruling.PARDON) else at(said["at"]),
                )
                bench.say(Decided(phase="day", number=said["day"], decision=decision), said["at"])

    def _polled(self) -> None:
        for start, end in self.case.get("gaps", []):
            self.bench.store.archive.note_gap(Gap(start=at(start), end=at(end), reason="missed"))
        for poll in self.case.get("polls", [self.now]):
            when, _sign, _rest = poll.partition(" broken")
            whole = poll == when
            moment = at(when)
            for due, post_id, edit in sorted(self._pending, key=lambda item: item[0]):
                if due > moment:
                    continue
                if edit is None:
                    self.bench.remove(post_id)
                else:
                    noted = edit["at"] if edit.get("note", True) else None
                    self.bench.edit(post_id, edit["html"], noted, editor=edit.get("editor"))
            self.bench.poll(when, outcome=Outcome.WHOLE if whole else Outcome.PARTIAL)
        for said in self.case.get("say", []):
            if said["kind"] == "answer":
                post = self.posts[said["post"] - 1]
                question = next(entry for entry in self.evening.questions if entry.key.startswith(f"{post}."))
                self.bench.say(QuestionAnswered(question=question.key, verdict=said["verdict"]), self.now)


def _game(case: Case) -> dict[str, object]:
    kinds = [TopicKind(kind) for kind in case.get("topics", ["game", "vote", "signup", "other"])]
    urls = {**URLS, TopicKind.OTHER: OTHER}
    accounts = case.get("accounts", {})
    return {
        "topics": tuple(Topic(url=urls[kind], kind=kind) for kind in kinds),
        "players": tuple(PlayerEntry(name=name, accounts=tuple(accounts.get(name, ()))) for name in NAMES),
        "settings": case.get("settings", {}),
        "reserves": ("Reserve_1", "Reserve_2"),
    }


def line_of(report: Report, *, marked: bool) -> str:
    """A report as the fixtures write it."""
    violation = report.violation
    line = f"{violation.clause.code}{'' if violation.certain else '?'} {violation.player or '-'}"
    return f"{line} [{violation.evidence.marked}]" if marked and violation.evidence else line
