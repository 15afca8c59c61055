"""`itogi publish`: a result into its topic, exactly once."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from engine.events import Published
from engine.i18n import N_, _
from itogi import screens
from itogi.commands._common import CommandClock, notice_options, now, with_game
from itogi.commands._words import PHASES, TEXTS, TOPICS, OneOf
from itogi.config import Game, TopicKind
from itogi.drafting import PUBLIC_NOTICES, DraftKind, NoticeKind, dialect_for, draft_of, last_phase
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.journal import phase_title
from itogi.moments import shown
from itogi.notices import notice
from itogi.publish import Publisher, Task
from itogi.publish_board import open_since, reached, topic_for
from itogi.publish_edit import copied_at, revise, standing_post
from itogi.publish_journal import alone
from itogi.store import Store
from reports.formats import for_board
from reports.spans import Draft


@click.command(
    help=N_(
        "Publish the results of a day or night, or another text for the players: shows the exact post, asks, signs in,"
        " posts into the game's topic and makes sure that it stands there. However the answer is lost, the post goes"
        " out once: repeat the command, it looks before it sends. A notice about one player goes by --kind and"
        " --player, without a phase.\n\n"
        "Example: itogi publish day 2\n\n"
        "Example: itogi publish --kind modkill --player Гнев"
    )
)
@click.argument("phase", type=OneOf(["day", "night"], PHASES), required=False)
@click.argument("number", type=click.IntRange(min=1), required=False)
@click.option(
    "--kind",
    type=OneOf((*DraftKind, *PUBLIC_NOTICES), TEXTS),
    default=DraftKind.RESULTS.value,
    help=N_(
        "results; count: votes in mid-day; call; opening; roster; warning, modkill, replacement: with --player or"
        " --report."
    ),
)
@notice_options
@click.option(
    "--topic",
    "where",
    type=OneOf([TopicKind.GAME, TopicKind.VOTE], TOPICS),
    help=N_("Topic to post into; the game's unless given."),
)
@click.option("--dry-run", is_flag=True, help=N_("Show the post and where it would go; send nothing."))
@click.option("--copy", "by_hand", is_flag=True, help=N_("Print the bare text for pasting by hand, and record it."))
@click.option("--yes", is_flag=True, help=N_("Do not ask."))
@click.option("--edit", is_flag=True, help=N_("Put it in place of the one published before, in the same post."))
@click.option("--again", is_flag=True, help=N_("Send it although it was published before, or seems to have been."))
@with_game
def command(
    *,
    game: Game,
    store: Store,
    phase: str | None,
    number: int | None,
    kind: str,
    player: str | None,
    report: str | None,
    rule: str | None,
    url: str | None,
    where: str | None,
    dry_run: bool,
    by_hand: bool,
    yes: bool,
    edit: bool,
    again: bool,
) -> None:
    """Publish."""
    evening = Evening.of(game, store, now=now())
    if kind in PUBLIC_NOTICES:
        if phase:
            raise NotYetError(_("A notice belongs to no phase: leave `{phase}` out.").format(phase=phase))
        found = notice(evening, NoticeKind(kind), player=player, report=report, rule=rule, url=url)
        task = _task(evening, found.draft, found.phase, found.number, found.name)
    else:
        if player or report or rule or url:
            raise NotYetError(_("--player, --report, --rule and --url go with a notice: --kind warning, for example."))
        if kind != DraftKind.RESULTS and not phase:
            phase, number = last_phase(evening)
        if not phase or not number:
            raise NotYetError(_("Say what to publish, for example: itogi publish day 2."))
        task = _task(evening, draft_of(evening, phase, number, DraftKind(kind)), phase, number, kind)
    topic = topic_for(game, TopicKind(where) if where else None)
    before = standing_post(store, topic.url, task)
    for line in _cautions(evening, task, before):
        click.echo(f"! {line}", err=True)
    if task.kind == DraftKind.RESULTS and topic.kind is TopicKind.VOTE and game.topic(TopicKind.GAME):
        click.echo("! " + _("This is the topic of the votes; results belong into the game's."), err=True)
    if by_hand:
        if not dry_run and _early(evening, task):
            # Kept as published, the results would end the phase, and what is sent later would fall into the next.
            _confirm(evening, task, yes=yes, question=_("It will count as published now. Give the text out?"))
        click.echo(task.text)
        if not dry_run:
            store.say(Published(phase=task.phase, number=task.number, text=task.text, topic=topic.url, kind=task.kind))
        return
    if edit and before is None:
        raise NotYetError(_("Nothing was published that could be edited: leave `--edit` out."))
    if before and before.text == task.text and not again:
        click.echo(_("Published already: {url}").format(url=before.url or topic.url))
        return
    click.echo(_("Into the topic {topic}:").format(topic=topic.title or topic.url))
    click.echo(f"{'─' * 40}\n{task.text}\n{'─' * 40}")
    if before and edit:
        click.echo(_("In place of the text in the post {url}.").format(url=before.url or before.post_id))
    elif before and (before.phase, before.number) == (task.phase, task.number):
        click.echo(_("Another text for this phase was published before: {url}").format(url=before.url or topic.url))
    if dry_run:
        return
    _confirm(evening, task, yes=yes, question=_("Publish it?"))
    with reached(game, store, clock=CommandClock()) as board, alone(game.folder):
        session = board.session(_ask)
        if edit and before:
            done = revise(session, store, board.ref(topic), before, task)
        else:
            publisher = Publisher(
                store=store,
                session=session,
                view=board.view(topic),
                topic=topic.url,
                tell=lambda line: click.echo(line, err=True),
            )
            done = publisher.publish(task, again=again)
    click.echo(done.words)


def _task(evening: Evening, draft: Draft, phase: str, number: int, kind: str) -> Task:
    text = for_board(draft, dialect_for(evening)).rstrip("\n")
    return Task(phase=phase, number=number, text=text, kind=kind, since=open_since(evening, phase, number))


def _cautions(evening: Evening, task: Task, before: Published | None) -> Iterator[str]:
    """What speaks against publishing now."""
    results = task.kind == DraftKind.RESULTS
    if task.kind in list(DraftKind):
        yield from screens.cautions(evening, task.phase, task.number, final=results)
    if before is not None:
        return
    copied = copied_at(evening, task)
    zone = evening.game.zone
    if copied:
        yield _("This text was given out for pasting by hand at {moment}: look whether it stands in the topic.").format(
            moment=shown(copied, zone)
        )
    posts = evening.timetable.posts
    pasted = (posts.days if task.phase == "day" else posts.nights).get(task.number) if results else None
    if pasted:
        yield _("A post of {moment} in the topic is headed as these results: look whether they stand there.").format(
            moment=shown(pasted, zone)
        )


def _early(evening: Evening, task: Task) -> bool:
    """Whether these are results of what lasts yet."""
    return task.kind == DraftKind.RESULTS and not evening.has_ended(task.phase, task.number)


def _confirm(evening: Evening, task: Task, *, yes: bool, question: str) -> None:
    if _early(evening, task):
        if yes:
            text = _("{phase} is not over yet: nothing was sent. Leave `--yes` out to be asked, or close it first.")
            line = text.format(phase=phase_title(task.phase, task.number))
            raise NotYetError(line[:1].upper() + line[1:])
    elif yes:
        return
    if not sys.stdin.isatty():
        raise NotYetError(_("Nobody can be asked here: add `--yes` to publish, or `--dry-run` to look."))
    click.confirm(question, abort=True)


def _ask(account: str) -> str | None:
    if not sys.stdin.isatty():
        return None
    typed: str = click.prompt(_("Password of {account}").format(account=account), hide_input=True, err=True)
    return typed
