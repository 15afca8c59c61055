"""`itogi violations`: what breaks the rules, with evidence, for the GM to judge."""

from __future__ import annotations

import click
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from engine.i18n import N_, _
from itogi.commands._common import console, emit, json_option, now, with_game
from itogi.config import Game
from itogi.evening import Evening
from itogi.moments import shown
from itogi.store import Store
from itogi.violations.scene import Report, reports


@click.command(
    help=N_(
        "List what breaks the rules, with evidence; you judge with `itogi decide`. For the GM's eyes only.\n\n"
        "Example: itogi violations --player Гнев"
    )
)
@click.option("--all", "everything", is_flag=True, help=N_("Judged reports too."))
@click.option("--player", help=N_("Of this player only."))
@json_option
@with_game
def command(*, game: Game, store: Store, everything: bool, player: str | None, as_json: bool) -> None:
    """List reports."""
    evening = Evening.of(game, store, now=now())
    chosen = [
        report
        for report in reports(evening)
        if (everything or report.open) and (player is None or report.violation.player == player)
    ]
    if as_json:
        emit([_as_json(report) for report in chosen])
        return
    screen = console()
    if not chosen:
        screen.print(_("Nothing to judge."))
    for report in chosen:
        _show(screen, report, game)
    if any(report.open for report in chosen):
        screen.print(_("Judge with: itogi decide KEY confirm|dismiss|warn|replace|modkill"), style="dim")


def _show(screen: Console, report: Report, game: Game) -> None:
    violation = report.violation
    certain = _("certain") if violation.clause.certain else _("suspected")
    head = Text.assemble(
        (violation.key, "bold"),
        f"  {shown(violation.at, game.zone)}  ",
        (_(violation.clause.title), "bold"),
        f" ({violation.clause.code}, {violation.clause.paragraphs}; {certain})",
    )
    screen.print(head)
    screen.print(Padding(Text(violation.what), (0, 0, 0, 8)))
    if violation.evidence and violation.evidence.post_id:
        evidence = violation.evidence
        quote = Text.assemble("«", evidence.before, (evidence.marked, "reverse"), evidence.after, "»")
        screen.print(Padding(quote, (0, 0, 0, 8)))
        if evidence.url:
            screen.print(Padding(Text(evidence.url, style="dim", overflow="fold"), (0, 0, 0, 8)))
    screen.print(Padding(Text(_("provided: {what}").format(what=_(violation.clause.provides))), (0, 0, 0, 8)))
    if violation.candidates:
        names = ", ".join(violation.candidates)
        screen.print(Padding(Text(_("could replace (Г3): {names}").format(names=names)), (0, 0, 0, 8)))
    if report.judged:
        verdict = _("judged: {verdict}").format(verdict=report.judged.verdict)
        note = f" ({report.judged.note})" if report.judged.note else ""
        screen.print(Padding(Text(verdict + note, style="dim"), (0, 0, 0, 8)))
    screen.print()


def _as_json(report: Report) -> dict[str, object]:
    violation, evidence = report.violation, report.violation.evidence
    return {
        "key": violation.key,
        "rule": violation.clause.code,
        "paragraphs": violation.clause.paragraphs,
        "certain": violation.clause.certain,
        "player": violation.player,
        "at": violation.at.isoformat(),
        "day": violation.day,
        "what": violation.what,
        "provides": _(violation.clause.provides),
        "candidates": list(violation.candidates),
        "url": evidence.url if evidence else None,
        "text": evidence.excerpt if evidence else None,
        "marked": evidence.marked if evidence else None,
        "verdict": report.judged.verdict if report.judged else None,
        "note": report.judged.note if report.judged else None,
    }
