"""The GM's worksheet of a day: everything that the count is made of, secrets included; never for the public."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.i18n import _, pgettext
from engine.records import Cast, Colour, Player, Role
from engine.results import DayResult, Early, Victory, WeighedBallot
from reports.phrases import colour_name, early_state, role_name, victory_words
from reports.public import executions_of
from reports.records import Evidence, OpenQuestion
from reports.sheet import Cell, Lines, Sheet, Table, Tone, cell, marked, table


class Standing(StrEnum):
    """What became of a ballot."""

    COUNTED = "counted"
    SUPERSEDED = "superseded"
    SET_ASIDE = "set_aside"


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateRow:
    """A player with a score."""

    player: str
    score: int
    red: tuple[tuple[str, int], ...]
    """(voter, weight) against."""
    blue: tuple[tuple[str, int], ...]
    """(voter, weight) in defence."""
    penalty: int
    """Votes against for misses (V10)."""
    leads: bool
    """Has the highest positive score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotRow:
    """A ballot of the day and what became of it."""

    cast: Cast
    standing: Standing
    weight: int | None = None
    """Of a counted ballot."""
    rule: str | None = None
    """Of a ballot set aside: the spec's number ..."""
    why: str | None = None
    """... and the reason."""
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DayWorksheet:
    """All that the GM looks at before a day is closed."""

    day: int
    candidates: tuple[CandidateRow, ...]
    """Highest score first."""
    ballots: tuple[BallotRow, ...]
    """In the order of casting, as far as it is known."""
    missed: tuple[tuple[str, int], ...]
    """(player who has not voted, misses with this one); 0 when the earlier ones are not told."""
    silenced: tuple[tuple[str, bool], ...]
    """(player without the vote, whether it is announced)."""
    modkill_due: tuple[str, ...]
    early: Early
    early_missing: tuple[str, ...]
    executed: tuple[tuple[str, Role | None], ...]
    tie: tuple[str, ...]
    removed: tuple[tuple[str, Role | None], ...]
    replaced: tuple[tuple[str, str], ...]
    fell_back: tuple[str, ...]
    alive: tuple[str, ...]
    victory: Victory | None
    questions: tuple[OpenQuestion, ...]


def day_worksheet(
    result: DayResult,
    players: Sequence[Player],
    *,
    casts: Sequence[Cast] = (),
    evidence: Mapping[str, Evidence] | None = None,
    questions: Sequence[OpenQuestion] = (),
    misses: Mapping[str, int] | None = None,
) -> DayWorksheet:
    """The worksheet of a day.

    `casts` (`DayInput.casts`) gives the order of the ballots, `evidence` their places on the forum by `Cast.ref`,
    `misses` (`State.misses` before the day) the tally of V11.
    """
    earlier = misses or {}
    roster = {player.name: number for number, player in enumerate(players)}
    penalties = dict(result.penalties)
    top = max((score for _name, score in result.scores), default=0)
    candidates = [
        CandidateRow(
            player=name,
            score=score,
            red=_voters(result.ballots, name, against=True),
            blue=_voters(result.ballots, name, against=False),
            penalty=penalties.get(name, 0),
            leads=score == top > 0,
        )
        for name, score in result.scores
    ]
    candidates.sort(key=lambda row: (-row.score, roster.get(row.player, len(roster))))
    return DayWorksheet(
        day=result.day,
        candidates=tuple(candidates),
        ballots=_ballots(result, casts, evidence or {}),
        missed=tuple((name, earlier.get(name, 0) + 1 if misses is not None else 0) for name in result.missed),
        silenced=tuple((name, name in result.publicly_silenced) for name in result.silenced),
        modkill_due=result.modkill_due,
        early=result.early,
        early_missing=result.early_missing,
        executed=executions_of(result),
        tie=result.tie,
        removed=result.removed,
        replaced=result.replaced,
        fell_back=result.fell_back,
        alive=result.alive,
        victory=result.victory,
        questions=tuple(questions),
    )


def _voters(ballots: Sequence[WeighedBallot], target: str, *, against: bool) -> tuple[tuple[str, int], ...]:
    wanted = target.casefold()
    return tuple(
        (ballot.cast.by, ballot.weight)
        for ballot in ballots
        if ballot.against is against and (ballot.cast.target or "").casefold() == wanted
    )


def _ballots(result: DayResult, casts: Sequence[Cast], evidence: Mapping[str, Evidence]) -> tuple[BallotRow, ...]:
    rows = [BallotRow(cast=ballot.cast, standing=Standing.COUNTED, weight=ballot.weight) for ballot in result.ballots]
    rows += [BallotRow(cast=cast, standing=Standing.SUPERSEDED) for cast in result.superseded]
    rows += [
        BallotRow(cast=aside.cast, standing=Standing.SET_ASIDE, rule=aside.rule, why=aside.why)
        for aside in result.set_aside
    ]
    place = {id(cast): number for number, cast in enumerate(casts)}
    if all(id(row.cast) in place for row in rows):
        rows.sort(key=lambda row: place[id(row.cast)])
    elif all(row.cast.at is not None for row in rows):
        rows.sort(key=lambda row: row.cast.at or datetime.min)  # noqa: DTZ901 - never reached: every time is known
    return tuple(
        BallotRow(
            cast=row.cast,
            standing=row.standing,
            weight=row.weight,
            rule=row.rule,
            why=row.why,
            evidence=evidence.get(row.cast.ref) if row.cast.ref is not None else None,
        )
        for row in rows
    )


def day_sheet(worksheet: DayWorksheet) -> Sheet:
    """The worksheet laid out for the eye (`reports.sheet`, `reports.terminal`)."""
    blocks = [
        _outcome(worksheet),
        _questions(worksheet.questions),
        _candidates(worksheet.candidates),
        _ballot_table(worksheet.ballots),
        _absent(worksheet),
    ]
    return Sheet(
        title=_("Worksheet of day {day}, for the game master only").format(day=worksheet.day),
        blocks=tuple(block for block in blocks if block is not None),
    )


def _outcome(worksheet: DayWorksheet) -> Lines:
    items: list[Cell] = []
    for name, role in worksheet.executed:
        items.append(cell(_("Executed: {player}{role}").format(player=name, role=_shown_role(role)), Tone.RED))
    if not worksheet.executed and worksheet.tie:
        items.append(cell(_("Tied: {players}; nobody is executed").format(players=", ".join(worksheet.tie)), Tone.WARN))
    elif not worksheet.executed:
        items.append(cell(pgettext("worksheet", "Nobody is executed")))
    for name, role in worksheet.removed:
        items.append(cell(_("Modkilled: {player}{role}").format(player=name, role=_shown_role(role)), Tone.RED))
    for slot, account in worksheet.replaced:
        items.append(cell(_("Replaced: {player} is played by {account}").format(player=slot, account=account or "—")))
    if worksheet.fell_back:
        voters = ", ".join(worksheet.fell_back)
        items.append(cell(_("Votes for a removed player fell away (V20): {players}").format(players=voters), Tone.WARN))
    items.append(cell(_("Closing early (V8): {state}").format(state=early_state(worksheet.early))))
    if worksheet.early_missing:
        items.append(cell(_("Not early: {players}").format(players=", ".join(worksheet.early_missing)), Tone.FAINT))
    if worksheet.victory is not None:
        items.append(cell(_("Victory (R3): {who}").format(who=victory_words(worksheet.victory)), Tone.GOOD))
    alive = _("Alive afterwards, {count}: {players}").format(
        count=len(worksheet.alive), players=", ".join(worksheet.alive) or "—"
    )
    items.append(cell(alive, Tone.FAINT))
    return Lines(title=pgettext("worksheet", "Outcome"), items=tuple(items))


def _shown_role(role: Role | None) -> str:
    return " " + _("(role made public: {role})").format(role=role_name(role)) if role else ""


def _questions(questions: Sequence[OpenQuestion]) -> Lines | None:
    if not questions:
        return None
    return Lines(
        title=_("Open questions: the count is not final before they are answered"),
        items=tuple(
            cell(question.text, Tone.WARN, question.evidence.url if question.evidence else None)
            for question in questions
        ),
    )


def _candidates(rows: Sequence[CandidateRow]) -> Table | None:
    if not rows:
        return None
    return table(
        title=pgettext("worksheet", "Candidates"),
        columns=(
            pgettext("worksheet", "player"),
            pgettext("worksheet", "score"),
            pgettext("worksheet", "against"),
            pgettext("worksheet", "in defence"),
            pgettext("worksheet", "for misses"),
        ),
        rows=tuple(
            (
                cell(row.player, Tone.WARN if row.leads else Tone.NORMAL),
                cell(row.score, Tone.WARN if row.leads else Tone.NORMAL),
                cell(_weighed(row.red), Tone.RED),
                cell(_weighed(row.blue), Tone.BLUE),
                cell(f"+{row.penalty}" if row.penalty else ""),
            )
            for row in rows
        ),
    )


def _weighed(voters: Sequence[tuple[str, int]]) -> str:
    return ", ".join(name if weight == 1 else f"{name} ×{weight}" for name, weight in voters)


def _ballot_table(rows: Sequence[BallotRow]) -> Table | None:
    if not rows:
        return None
    columns = (
        pgettext("worksheet", "time"),
        pgettext("worksheet", "voter"),
        pgettext("worksheet", "for"),
        pgettext("worksheet", "colour"),
        pgettext("worksheet", "counted as"),
        pgettext("worksheet", "as written"),
        pgettext("worksheet", "post"),
    )
    return table(
        title=pgettext("worksheet", "Ballots"), columns=columns, rows=tuple(_ballot_cells(row) for row in rows)
    )


def _ballot_cells(row: BallotRow) -> tuple[Cell, ...]:
    evidence = row.evidence or Evidence()
    posted = evidence.posted_at or row.cast.at
    tone = {Colour.RED: Tone.RED, Colour.BLUE: Tone.BLUE}.get(row.cast.colour or Colour.RED, Tone.NORMAL)
    return (
        cell(posted.strftime("%d.%m %H:%M:%S") if posted else ""),
        cell(row.cast.by),
        cell(row.cast.target or "—"),
        cell(colour_name(row.cast.colour), tone if row.cast.colour else Tone.WARN),
        _fate(row),
        marked(evidence.excerpt, evidence.start, evidence.end),
        cell(evidence.source or "", url=evidence.url),
    )


def _fate(row: BallotRow) -> Cell:
    marks = [
        text
        for holds, text in (
            (row.cast.early, pgettext("worksheet", "early")),
            (row.cast.final, pgettext("worksheet", "final")),
            (row.cast.announced, pgettext("worksheet", "announced by you")),
        )
        if holds
    ]
    if row.standing is Standing.COUNTED:
        return cell(", ".join([f"×{row.weight}", *marks]), Tone.GOOD)
    if row.standing is Standing.SUPERSEDED:
        return cell(", ".join([_("replaced by a later one"), *marks]), Tone.FAINT)
    return cell(", ".join([_("set aside, {rule}: {why}").format(rule=row.rule, why=row.why), *marks]), Tone.WARN)


def _absent(worksheet: DayWorksheet) -> Lines | None:
    items = [
        cell(
            _("{player} has not voted").format(player=name)
            if count < 1
            else _("{player} has not voted: miss number {count}").format(player=name, count=count),
            Tone.WARN,
        )
        for name, count in worksheet.missed
    ]
    items += [
        cell(
            _("{player} has no vote today (announced)").format(player=name)
            if announced
            else _("{player} has no vote today, and nobody may know (N5)").format(player=name),
            Tone.FAINT,
        )
        for name, announced in worksheet.silenced
    ]
    items += [
        cell(_("{player}: modkill or replacement is due (V11)").format(player=name), Tone.RED)
        for name in worksheet.modkill_due
    ]
    return Lines(title=pgettext("worksheet", "Missing votes"), items=tuple(items)) if items else None
