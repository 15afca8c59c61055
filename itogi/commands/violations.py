"""`itogi violations`: what breaks the rules, with evidence, for the GM to judge."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import click
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from engine.i18n import N_, _, ngettext
from itogi import screens
from itogi.commands._common import console, emit, json_option, now, with_game
from itogi.config import Game
from itogi.evening import Evening
from itogi.moments import shown
from itogi.names import slot_named
from itogi.store import Store
from itogi.timetable import PhaseKind
from itogi.violations.catalogue import CLAUSES
from itogi.violations.records import Gravity
from itogi.violations.reports import VERDICTS, Report, reports

INDENT = 9


@click.command(
    help=N_(
        "List what breaks the rules, with evidence; you judge with `itogi decide`. What the rules settle themselves "
        "is listed for the last day only, unless --all is given. For the GM's eyes only.\n\n"
        "Example: itogi violations --player Гнев"
    )
)
@click.option("--all", "everything", is_flag=True, help=N_("Judged reports and those of past days too."))
@click.option("--player", help=N_("Of this player only."))
@click.option("--rules", is_flag=True, help=N_("List the rules that can be broken, with their codes."))
@json_option
@with_game
def command(*, game: Game, store: Store, everything: bool, player: str | None, rules: bool, as_json: bool) -> None:
    """List reports."""
    if rules:
        _rules(as_json=as_json)
        return
    evening = Evening.of(game, store, now=now())
    whom = slot_named((entry.name for entry in evening.setup.players), player) if player else None
    known = [report for report in reports(evening) if whom is None or report.violation.player == whom]
    if as_json:
        emit([_as_json(report, game) for report in known if everything or report.judged is None])
        return
    screen = console()
    if evening.phase.kind is PhaseKind.DAY:
        screen.print(screens.missing(evening.day(evening.phase.number)))
        screen.print()
    else:
        for line in evening.reliability(evening.moment).warnings:
            screen.print(Text(f"! {line}", style=screens.WARN))
    since = _last_day(evening)
    waiting = [report for report in known if report.open]
    noted = [report for report in known if report.noted]
    fresh = [report for report in noted if everything or (not report.moot and report.violation.at >= since)]
    judged = [report for report in known if report.judged]
    if not waiting:
        screen.print(_("Nothing to judge."))
    _section(screen, _("For you to judge"), waiting, game)
    _section(screen, _("Settled by the rules"), fresh, game)
    _section(screen, _("Judged"), judged if everything else (), game)
    if waiting:
        screen.print(_("Judge with: itogi decide KEY confirm|dismiss|warn|replace|modkill"), style="dim")
    if hidden := len(noted) - len(fresh):
        line = ngettext(
            "{count} more of past days, settled by the rules: itogi violations --all",
            "{count} more of past days, settled by the rules: itogi violations --all",
            hidden,
        )
        screen.print(line.format(count=hidden), style="dim")


def _last_day(evening: Evening) -> datetime:
    """The opening of the last day: what was before it is history."""
    days = evening.days
    return days[-1].opens if days else evening.timetable.night(1).opens


def _section(screen: Console, title: str, chosen: Sequence[Report], game: Game) -> None:
    if not chosen:
        return
    screen.print(Text(f"{title}: {len(chosen)}", style="bold"))
    for report in chosen:
        _show(screen, report, game)
    screen.print()


def _show(screen: Console, report: Report, game: Game) -> None:
    violation, clause = report.violation, report.violation.clause
    certain = _("certain") if violation.certain else _("suspected")
    head = Text.assemble(
        (violation.key, "bold"),
        f" {shown(violation.at, game.zone)} ",
        (_(clause.title), "bold" if clause.gravity is Gravity.REMOVAL else ""),
    )
    screen.print(head)
    lines: list[Text] = [Text(violation.what)]
    evidence = violation.evidence
    if evidence and evidence.post_id:
        lines.append(screens.quoted(evidence))
        if evidence.url:
            lines.append(Text(evidence.url, style="dim", overflow="fold"))
    lines.append(Text(f"{clause.paragraphs} ({clause.code}), {certain}: {_(clause.provides)}"))
    if violation.candidates:
        lines.append(Text(_("could replace (Г3): {names}").format(names=", ".join(violation.candidates))))
    if report.warnings:
        before = ngettext("warned before: {count} time", "warned before: {count} times", report.warnings)
        lines.append(Text(before.format(count=report.warnings), style=screens.WARN))
    if report.judged:
        verdict = _("judged: {verdict}").format(verdict=_(VERDICTS[report.judged.verdict]))
        note = f" ({report.judged.note})" if report.judged.note else ""
        lines.append(Text(verdict + note, style="dim"))
    for line in lines:
        screen.print(Padding(line, (0, 0, 0, INDENT)))


def _rules(*, as_json: bool) -> None:
    """The list of rules, which is data (X10)."""
    if as_json:
        emit(
            [
                {
                    "rule": clause.code,
                    "paragraphs": clause.paragraphs,
                    "title": _(clause.title),
                    "provides": _(clause.provides),
                    "certain": clause.certain,
                }
                for clause in CLAUSES
            ]
        )
        return
    for clause in CLAUSES:
        click.echo(f"{clause.code} ({clause.paragraphs}): {_(clause.title)}. {_(clause.provides)}")


def _as_json(report: Report, game: Game) -> dict[str, object]:
    violation, evidence = report.violation, report.violation.evidence
    return {
        "key": violation.key,
        "rule": violation.clause.code,
        "paragraphs": violation.clause.paragraphs,
        "title": _(violation.clause.title),
        "gravity": violation.clause.gravity.name.lower(),
        "certain": violation.certain,
        "open": report.open,
        "player": violation.player,
        "at": violation.at.astimezone(game.zone).isoformat(),
        "day": violation.day,
        "night": violation.night,
        "what": violation.what,
        "provides": _(violation.clause.provides),
        "candidates": list(violation.candidates),
        "post": violation.post,
        "author": evidence.author if evidence else None,
        "url": evidence.url if evidence else None,
        "text": evidence.excerpt if evidence else None,
        "marked": evidence.marked if evidence else None,
        "warnings": report.warnings,
        "verdict": report.judged.verdict if report.judged else None,
        "note": report.judged.note if report.judged else None,
    }
