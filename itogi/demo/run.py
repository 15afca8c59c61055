"""`itogi demo --run`: a game master's work on the demo's game, from `itogi new` to the last draft.

The forum and the program share one clock that jumps from hour to hour; everything else is what the commands do.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from engine.events import DieEntered, OrderGiven, RolesDealt
from engine.i18n import _, ngettext
from engine.records import Order
from itogi import moments, new, orders, screens
from itogi.config import Board, Game, GameFile, PlayerEntry, Polling, Times, Topic
from itogi.demo import stage
from itogi.demo.board import DemoBoard
from itogi.demo.game import TOPICS, DemoGame
from itogi.demo.outcomes import outcomes
from itogi.drafting import draft_of
from itogi.evening import Evening, difference
from itogi.questions import Question, answered, short_key
from itogi.store import Store
from itogi.timetable import Window
from itogi.watch_poll import client_for, poll_round, running_since
from reports.formats import render
from reports.night_sheet import night_sheet, night_worksheet
from reports.phrases import victory_words
from reports.terminal import sheet_in_colour
from scraper.adapter import brand_of
from scraper.http import Client
from scraper.politeness import Politeness

POLLS = ("{before} 23:30", "{day} 11:00", "{day} 16:00", "{day} 21:00", "{day} 21:55", "{day} 22:01", "{day} 22:10")
"""When the topics are read around court `day`: seldom by day, closely around the deadline."""
AUTHOR = "demo"


class StageClock:
    """The clock of the demo: it stands still until it is put forward, and waits in no time."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """The demo's present, UTC."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Put the clock forward by so much."""
        self._now += timedelta(seconds=max(0.0, seconds))

    def put(self, moment: datetime) -> None:
        """Put the clock forward to `moment`; it never goes back."""
        self._now = max(self._now, moment.astimezone(UTC))


def run(folder: Path, *, port: int | None, console: Console) -> None:
    """Play the whole game in a fresh folder beside or at `folder`, and end.

    Raises DemoPortError, and whatever the commands raise.
    """
    demo = DemoGame(stage.first_date(stage.utc_now()))
    clock = StageClock(demo.moment("0 18:10"))
    chosen = fresh(folder)
    with stage.playing(demo, port=port) as board:
        board.follow(clock.now)
        show = Show(console)
        show.say(
            _(
                "A whole game on a demo forum, as its game master lives through it: four nights and three courts in a"
                " few seconds. Forum and program go by the clock of the game."
            )
        )
        with Client(clock=clock, politeness=Politeness(clock=clock, pause=0.0)) as client:
            game = begin(demo, board, client, chosen, show)
        with Store.open(game.folder, clock=clock.now) as store, client_for(game, store, clock) as client:
            Week(demo=demo, game=game, store=store, client=client, clock=clock, show=show).play()
        stage.farewell(board, demo, chosen, console)


def fresh(folder: Path) -> Path:
    """`folder`, or when there is something the same name with a number: a folder of an earlier run is left alone."""
    # "." and ".." have no name of their own to put a number to.
    named = folder if folder.name not in ("", "..") else folder.resolve()
    number, chosen = 1, named
    while _taken(chosen):
        number += 1
        chosen = named.with_name(f"{named.name}-{number}")
    return chosen


def _taken(folder: Path) -> bool:
    try:
        return folder.exists() and any(folder.iterdir())
    except OSError:
        return True


def begin(demo: DemoGame, board: DemoBoard, client: Client, folder: Path, show: Show) -> Game:
    """What `itogi new` does: look at the topics, propose, write `game.toml`."""
    topics, proposals = [], []
    for topic in TOPICS:
        url = board.topic_url(demo.topic_id(topic))
        proposals.append(new.look_at(new.fetched(client, url)))
        topics.append(Topic(url=url, kind=new.kind_of(proposals[-1].title), title=proposals[-1].title))
    # The sign-up topic lists reserves, the game's first post the players.
    found = max(proposals, key=lambda proposal: len(proposal.players))
    known = {player.name: player for player in demo.players}
    file = GameFile(
        title=demo.title,
        topics=tuple(topics),
        players=tuple(
            PlayerEntry(name=entry.name, accounts=known[entry.name].accounts, gender=known[entry.name].gender)
            for entry in found.players
        ),
        timetable=Times(first_date=demo.first_date, zone=demo.zone_name),
        board=Board(engine=found.engine, timezone=demo.zone_name, account=demo.moderator),
        moderators=(found.moderator,),
        reserves=demo.reserves,
        polling=Polling(pause_seconds=0.0),
    )
    path = new.create(folder, file)
    show.chapter(_("A new game"), f"itogi new -C {folder}")
    show.say(_("Forum: {url} (recognised as {engine})").format(url=board.base_url, engine=brand_of(found.engine)))
    show.say(_("Game master: {name}").format(name=found.moderator))
    names = ", ".join(entry.name for entry in found.players)
    show.say(
        ngettext(
            "{count} player by the list in the first post: {names}",
            "{count} players by the list in the first post: {names}",
            len(found.players),
        ).format(count=len(found.players), names=names)
    )
    show.say(_("Settings: {path}").format(path=path))
    return Game.load(folder)


class Show:
    """What the run says, in the terminal."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def chapter(self, title: str, command: str = "") -> None:
        """A heading, with the command that does the same."""
        self.console.print()
        line = Text(title, style="bold")
        if command:
            line.append(f"  {command}", style="dim")
        self.console.print(Rule(line, align="left", style="dim"))

    def command(self, command: str) -> None:
        """What one would type for what follows."""
        self.console.print()
        self.console.print(Text(f"$ {command}", style="cyan"))

    def say(self, line: str, style: str = "") -> None:
        """One line."""
        self.console.print(Text(line, style=style))

    def screen(self, screen: RenderableType) -> None:
        """A screen of the program."""
        self.console.print(screen)

    def draft(self, text: str) -> None:
        """A text for the players."""
        self.console.print(Padding(Panel(Text(text), expand=False, padding=(0, 2)), (0, 0, 0, 2), expand=False))


class Week:
    """Nights and courts in turn."""

    def __init__(
        self, *, demo: DemoGame, game: Game, store: Store, client: Client, clock: StageClock, show: Show
    ) -> None:
        self.demo = demo
        self.game = game
        self.store = store
        self.client = client
        self.clock = clock
        self.show = show

    def play(self) -> None:
        """The whole game."""
        self.night(1)
        for day in self.demo.days:
            self.day(day)
            self.night(day + 1)
        self.end()

    @property
    def evening(self) -> Evening:
        """The game as it stands on the demo's clock."""
        return Evening.of(self.game, self.store, now=self.clock.now())

    def night(self, number: int) -> None:
        """Roles before the first night, then orders as they come, dice, and the draft of the results."""
        title = _("Night {number}").format(number=number)
        self.show.chapter(title, "itogi order … · itogi night")
        if number == 1:
            roles = tuple((player.name, player.role) for player in self.demo.players if player.role)
            self.store.say(RolesDealt(roles=roles), author=AUTHOR)
            self.show.say(_("The roles are told to the program (itogi roles): {count}.").format(count=len(roles)))
        sent = [order for night, order in self.demo.orders if night == number]
        for order in sent:
            self._order(number, order)
        for night, name, happens in self.demo.dice:
            if night == number:
                self.store.say(DieEntered(night=night, name=name, happens=happens), author=AUTHOR)
        self.clock.put(self.evening.timetable.night(number).ends + timedelta(minutes=10))
        evening = self.evening
        entered = len(sent)
        self.show.say(
            ngettext("{count} order entered, secret.", "{count} orders entered, secret.", entered).format(count=entered)
        )
        if number == 1:
            self.show.command("itogi night 1")
            worksheet = night_worksheet(evening.night(number).result, evening.setup.players, zone=evening.game.zone)
            self.show.screen(sheet_in_colour(night_sheet(worksheet)))
        self.show.command(f"itogi draft night {number}")
        self.show.draft(render(draft_of(evening, "night", number)))

    def end(self) -> None:
        """The last posts, and how the game stands."""
        self.show.chapter(_("After the game"), "itogi poll")
        self.clock.put(self.demo.lines[-1].at + timedelta(minutes=5))
        self._poll()
        victory = self.evening.over
        if victory:
            self.show.say(_("By the rules {victory}.").format(victory=victory_words(victory)), style="green")

    def _order(self, night: int, order: Order) -> None:
        assert order.sent_at is not None
        self.clock.put(order.sent_at)
        found = orders.understood(self.evening, order, night=night, sent_at=order.sent_at, source=order.source)
        self.store.say(OrderGiven(night=night, order=found.order), author=AUTHOR)

    def day(self, number: int) -> None:
        """Polls by the clock, the questions and their answers, the count, and the draft of the results."""
        self.show.chapter(_("Court {number}").format(number=number), "itogi poll")
        for written in POLLS:
            self.clock.put(self.demo.moment(written.format(before=number - 1, day=number)))
            self._poll()
            if written.endswith("21:55"):
                self.show.command("itogi missing")
                self.show.screen(screens.missing(self.evening.day(number)))
                self.show.say("")
        waiting = [question for question in self.evening.questions if question.open and question.day == number]
        if waiting:
            self.show.command(f"itogi questions --day {number}")
            evening = self.evening
            self.show.screen(screens.questions([evening.weighed(question) for question in waiting], evening))
        for question in waiting:
            self._answer(question)
        evening = self.evening
        view = evening.day(number)
        self.show.command(f"itogi tally --day {number}")
        self.show.screen(screens.tally(evening, view))
        self.show.screen(self._traps(evening, view.window))
        self.show.command(f"itogi draft day {number}")
        self.show.draft(render(draft_of(evening, "day", number)))

    def _traps(self, evening: Evening, window: Window) -> RenderableType:
        """The dirt that the script put into this court, and what the program made of it."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for title in (_("time"), _("who"), _("trap"), _("what became of it")):
            table.add_column(title, overflow="fold")
        found = outcomes(evening)
        for line in self.demo.lines:
            if line.dirt and window.opens <= line.at < window.deadline + timedelta(minutes=10):
                became = "; ".join(str(outcome) for outcome in found.get(line.id, ()))
                table.add_row(
                    moments.clock(line.at, self.game.zone), Text(line.by), line.dirt, Text(became or _("no vote"))
                )
        return Group(Text(""), Text(_("The traps of this court, and what became of them:"), style="bold"), table)

    def _poll(self) -> None:
        now = self.clock.now()
        since = running_since(self.evening.timetable, now)
        reports = poll_round(self.game, self.store, self.client, why="demo", since=since).reports
        counts = {
            _("new posts"): sum(len(report.new) for report in reports),
            _("edited"): sum(len(report.revised) for report in reports),
            _("disappeared"): sum(len(report.gone) for report in reports),
            _("pages read"): sum(len(report.pages) for report in reports),
        }
        told = ", ".join(f"{title} {count}" for title, count in counts.items() if count)
        self.show.say(f"{moments.shown(now, self.game.zone)}  {told or _('nothing new')}")

    def _answer(self, question: Question) -> None:
        """The answer of the script, in the words that one would type after `itogi answer`."""
        answer = next(
            answer for answer in self.demo.answers if str(self.demo.line(answer.post).id) == question.evidence.post_id
        )
        said = replace(answered(question, answer.say, (player.name for player in self.demo.players)), note=answer.note)
        key = short_key(question, self.evening.questions)
        self.show.command(f'itogi answer {key} {answer.say} --note "{answer.note}"')
        before = self.evening.day(question.day)
        self.store.say(said, author=AUTHOR)
        after = self.evening.day(question.day)
        self.show.say(difference(before, after.standings, after.result))
