"""`itogi decide`: the GM's judgement on a report of a violation."""

from __future__ import annotations

import click

from engine.i18n import N_, _
from itogi.commands._common import author_option, now, with_game
from itogi.commands._words import VERDICT_WORDS
from itogi.config import Game
from itogi.drafting import FORMATS, dialect_for
from itogi.evening import Evening, difference
from itogi.haste import meant
from itogi.journal import told
from itogi.names import slot_named
from itogi.store import Store
from itogi.timetable import PhaseKind
from itogi.violations.judging import judge, notices
from itogi.violations.reports import VERDICTS, filed, report_named, reports
from reports.formats import render
from reports.spans import Draft


@click.command(
    help=N_(
        "Judge a report: confirm it, dismiss it, warn, replace or modkill the player; the notices for the player "
        "(Г10) and for the topic come ready. With `file` in place of a key, file a report by hand under any rule "
        "(`itogi violations --rules` lists them).\n\n"
        'Example: itogi decide 3fa2c1 warn --note "second time"\n\n'
        'Example: itogi decide file X10-leak --player Гнев --note "told a role"'
    )
)
@click.argument("key")
@click.argument("verdict")
@click.option("--note", help=N_("Words for the journal; with `file`: what happened."))
@click.option("--player", help=N_("With `file`: whom it concerns."))
@click.option("--post", help=N_("With `file`: id of the post that shows it."))
@click.option("--account", help=N_("With `replace`: the account that takes the slot over."))
@click.option("--reveal/--no-reveal", default=None, help=N_("With `modkill`: make the role public or not."))
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", help=N_("Form of the notices."))
@author_option
@with_game
def command(
    *,
    game: Game,
    store: Store,
    key: str,
    verdict: str,
    note: str | None,
    player: str | None,
    post: str | None,
    account: str | None,
    reveal: bool | None,
    form: str,
    author: str | None,
) -> None:
    """Keep the decision; a modkill or replacement takes effect from this moment (V16, V20)."""
    clock = now()
    evening = Evening.of(game, store, now=clock)
    if key == "file":
        whom = slot_named((entry.name for entry in evening.setup.players), player) if player else None
        event = store.say(filed(verdict, whom, note or "", post), author=author)
        click.echo(_("Filed as entry {number} of the journal.").format(number=event.number))
        return
    verdict = meant(VERDICT_WORDS, verdict) or verdict
    report = report_named(reports(evening), key)
    done = judge(evening, store, report, verdict, account=account, reveal=reveal, note=note, author=author)
    undo = _("(itogi undo {number})")
    click.echo(f"{report.violation.what} — {_(VERDICTS[verdict])}. " + undo.format(number=done.judged.number))
    after = Evening.of(game, store, now=clock)
    if done.removal:
        click.echo(told(done.removal.said, game.zone) + " " + undo.format(number=done.removal.number))
        if evening.phase.kind is PhaseKind.DAY:
            before, changed = evening.day(evening.phase.number), after.day(evening.phase.number)
            click.echo(difference(before, changed.standings, changed.result))
    ready = notices(after, report.violation, verdict)
    _notice(_("To the player, by private message (Г10):"), ready.private, form, after)
    _notice(_("For the topic:"), ready.public, form, after)


def _notice(title: str, draft: Draft | None, form: str, evening: Evening) -> None:
    if draft is not None:
        click.echo(f"\n{title}\n")
        click.echo(render(draft, FORMATS[form], dialect_for(evening)).rstrip("\n"))
