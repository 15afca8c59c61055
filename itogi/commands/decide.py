"""`itogi decide`: the GM's judgement on a report of a violation."""

from __future__ import annotations

import click

from engine.events import Decided, ViolationJudged
from engine.i18n import N_, _
from engine.records import Decision, Ruling
from itogi.commands._common import author_option, now, with_game
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.names import slot_named
from itogi.store import Store
from itogi.timetable import PhaseKind
from itogi.violations.scene import VERDICTS, filed, report_named, reports


@click.command(
    help=N_(
        "Judge a report: confirm it, dismiss it, warn, replace or modkill the player. With `file` in place of a "
        "key, file a report by hand under any rule.\n\n"
        'Example: itogi decide 3fa2c1 warn --note "second time"\n\n'
        'Example: itogi decide file X10-leak --player Гнев --note "told a role"'
    )
)
@click.argument("key")
@click.argument("verdict")
@click.option("--note", help=N_("Words for the journal."))
@click.option("--player", help=N_("With `file`: whom it concerns."))
@click.option("--post", help=N_("With `file`: id of the post that shows it."))
@click.option("--account", help=N_("With `replace`: the account that takes the slot over."))
@click.option("--reveal/--no-reveal", default=None, help=N_("With `modkill`: make the role public or not."))
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
    author: str | None,
) -> None:
    """Keep the decision; a modkill or replacement takes effect from this moment (V16, V20)."""
    evening = Evening.of(game, store, now=now())
    names = [entry.name for entry in evening.setup.players]
    if key == "file":
        whom = slot_named(names, player) if player else None
        event = store.say(filed(verdict, whom, note or "", post), author=author)
        click.echo(_("Filed as entry {number} of the journal.").format(number=event.number))
        return
    if verdict not in VERDICTS:
        raise NotYetError(
            _("`{verdict}` is no verdict; accepted: {known}.").format(verdict=verdict, known=", ".join(VERDICTS))
        )
    report = report_named(reports(evening), key)
    if verdict in (Ruling.MODKILL, Ruling.REPLACE):
        _remove(evening, store, report.violation.player, Ruling(verdict), account, reveal, note, author)
    store.say(ViolationJudged(violation=report.violation.key, verdict=verdict, note=note), author=author)
    click.echo(_("{what} — {verdict}.").format(what=report.violation.what, verdict=verdict))


def _remove(
    evening: Evening,
    store: Store,
    player: str | None,
    ruling: Ruling,
    account: str | None,
    reveal: bool | None,  # noqa: FBT001 - three-valued: not told
    note: str | None,
    author: str | None,
) -> None:
    if player is None:
        raise NotYetError(_("The report concerns no player: nobody can be removed."))
    if ruling is Ruling.REPLACE and not account:
        raise NotYetError(_("Name the newcomer with --account: the account that takes the slot over."))
    phase = evening.phase
    decision = Decision(ruling=ruling, player=player, account=account, reveal=reveal, at=evening.now, note=note)
    kind = "day" if phase.kind is PhaseKind.DAY else "night"
    store.say(Decided(phase=kind, number=phase.number, decision=decision), author=author)
