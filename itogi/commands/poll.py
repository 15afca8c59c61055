"""`itogi poll`: read what is new on the forum."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

import click
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn

from engine.i18n import N_, _
from itogi.commands._common import CommandClock, emit, json_option, now, with_game
from itogi.config import Game, Topic
from itogi.evening import Evening
from itogi.failing import failing_of, worth_a_word
from itogi.moments import clock as clock_shown
from itogi.remind import Desk
from itogi.store import Store
from itogi.terminal import screen
from itogi.watch import look_ahead
from itogi.watch_poll import Round, TopicProgress, client_for, poll_round, running_since, told
from scraper.lock import FolderLock


@click.command(
    help=N_(
        "Read what is new in the game's topics and keep it. The first time everything is read; afterwards only the"
        " last pages, and the running day's again for edits. May be broken off at any moment: nothing is lost. Then"
        " sends the reminders of game.toml that are due and were not sent yet.\n\n"
        "Example: itogi poll"
    )
)
@click.option("--again", is_flag=True, help=N_("Read every page again, for edits of days that are over."))
@json_option
@with_game
def command(*, game: Game, store: Store, again: bool, as_json: bool) -> int:
    """Poll once."""
    clock = CommandClock()
    with FolderLock(game.folder, command="itogi poll"), client_for(game, store, clock) as client:
        since = running_since(Evening.of(game, store, now=clock.now()).timetable, clock.now())
        since = datetime(1970, 1, 1, tzinfo=UTC) if again else since
        if as_json or not sys.stderr.isatty():
            done = poll_round(game, store, client, why="by hand", since=since)
        else:
            # A topic's title is no markup.
            columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn())
            with Progress(*columns, TimeRemainingColumn(), console=screen(error=True), transient=True) as bars:
                done = poll_round(game, store, client, why="by hand", since=since, progress=_shown(bars))
    if as_json:
        emit(_data(done))
    else:
        for visit in done.visits:
            click.echo(told(visit), err=visit.fault is not None)
        if done.free_at:
            click.echo(
                _("Go on with `itogi poll` after {moment}: the requests of this hour are used up.").format(
                    moment=clock_shown(done.free_at, game.zone)
                ),
                err=True,
            )
    # After the folder was given free: the next poll, right after a deadline, must not wait for a count.
    _remind(game, store, err=as_json)
    return done.faults[0].exit_status if done.faults else 0


def _remind(game: Game, store: Store, *, err: bool) -> None:
    if not game.file.reminders:
        return
    evening = Evening.of(game, store, now=now())
    outlook = look_ahead(game, store, evening.timetable, evening.now)
    failing = worth_a_word(failing_of(game, store.archive, evening.now), outlook.deadlines, evening.now)
    Desk(store, say=lambda line: click.echo(line, err=err)).remind(evening, failing=failing)


def _shown(bars: Progress) -> TopicProgress:
    tasks: dict[str, TaskID] = {}

    def progress(topic: Topic, done: int, total: int) -> None:
        if topic.url not in tasks:
            tasks[topic.url] = bars.add_task(topic.title or topic.url, total=total)
        bars.update(tasks[topic.url], completed=done, total=total)

    return progress


def _data(done: Round) -> object:
    return {
        "started_at": done.started_at.isoformat(),
        "requests": done.requests,
        "topics": [
            {
                "url": visit.topic.url,
                "outcome": visit.report.outcome if visit.report else None,
                "pages": visit.report.pages if visit.report else [],
                "new": visit.report.new if visit.report else [],
                "revised": visit.report.revised if visit.report else [],
                "gone": visit.report.gone if visit.report else [],
                "returned": visit.report.returned if visit.report else [],
                "fault": " ".join(str(visit.fault).split()) if visit.fault else None,
            }
            for visit in done.visits
        ],
    }
