"""What takes longer than a page may: reading the topics, publishing. One at a time, in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from engine.errors import ItogiError
from engine.events import Published, SignupOpened
from engine.i18n import _
from itogi.config import Game, Topic
from itogi.desk.words import speak
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.life.cohosts import name_here
from itogi.life.gathering import read
from itogi.publish import Publisher, Task
from itogi.publish_board import reached
from itogi.publish_edit import revise
from itogi.publish_journal import alone
from itogi.store import Clock, Store
from itogi.watch_poll import client_for, poll_round, running_since, told
from scraper.clock import Clock as Pacing
from scraper.lock import FolderLock


class Job:
    """One thing under way; read by the page while the thread writes."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.lines: list[str] = []
        """What happened so far."""
        self.step = ""
        """What is being done."""
        self.done = 0
        self.total = 0
        self.running = True
        self.failed = False


Work = Callable[[Job], None]


class Jobs:
    """The desk's only worker."""

    def __init__(self) -> None:
        self.current: Job | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def start(self, title: str, work: Work, language: str) -> Job:
        """Begin `work`. Raises NotYetError while another is under way."""
        with self._lock:
            if self.current and self.current.running:
                raise NotYetError(_("One moment: «{title}» is still under way.").format(title=self.current.title))
            self.current = job = Job(title)

        def run() -> None:
            speak(language)
            try:
                work(job)
            except ItogiError as fault:
                job.failed = True
                job.lines.append(str(fault))
            except Exception as fault:  # noqa: BLE001 - a thread's fault would be seen by nobody
                job.failed = True
                job.lines.append(
                    _("A fault of the program ({kind}). Nothing is lost.").format(kind=type(fault).__name__)
                )
            finally:
                job.running = False

        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()
        return job

    @property
    def settled(self) -> bool:
        """Whether the last one came to its end without a fault."""
        return self.current is None or not (self.current.running or self.current.failed)

    def wait(self, seconds: float) -> None:
        """Give a short job the chance to be done before its page is shown."""
        if self._thread:
            self._thread.join(seconds)


class Pace:
    """The desk's clock for the scraper, which also waits."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def now(self) -> datetime:
        """The present moment."""
        return self._clock()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        if seconds > 0:
            time.sleep(seconds)


def polling(game: Game, pace: Pacing) -> Work:
    """Read what is new in all topics."""

    def work(job: Job) -> None:

        def progress(topic: Topic, done: int, total: int) -> None:
            job.step, job.done, job.total = topic.title or topic.url, done, total

        with (
            FolderLock(game.folder, command="itogi desk"),
            Store.open(game.folder, clock=pace.now) as store,
            client_for(game, store, pace) as client,
        ):
            since = running_since(Evening.of(game, store, now=pace.now()).timetable, pace.now())
            finished = poll_round(game, store, client, why="by hand", since=since, progress=progress)
        job.lines += [told(visit) for visit in finished.visits]
        job.failed = bool(finished.faults)

    return work


def reading_signup(folder: Path, opened: SignupOpened, pace: Pacing, *, begins: bool) -> Work:
    """Read what is new in the sign-up topic; with `begins` the sign-up is noted once the topic could be read."""

    def work(job: Job) -> None:
        job.step = opened.title or opened.topic
        with Store.open(folder, clock=pace.now) as store:
            store.author = name_here(store.standing())
            if opened.topic:
                job.lines += [told(visit) for visit in read(folder, store, opened, pace, command="itogi desk")]
            if begins:
                store.say(opened)
                job.lines.append(_("The sign-up is open."))

    return work


def publishing(
    game: Game, pace: Pacing, task: Task, topic: Topic, *, again: bool, before: Published | None = None
) -> Work:
    """Bring a text into its topic, exactly once; or into the post that it was published in `before`."""

    def work(job: Job) -> None:
        with (
            Store.open(game.folder, clock=pace.now) as store,
            reached(game, store, clock=pace) as board,
            alone(game.folder),
        ):
            session = board.session()
            if before:
                done = revise(session, store, board.ref(topic), before, task)
            else:
                publisher = Publisher(
                    store=store, session=session, view=board.view(topic), topic=topic.url, tell=job.lines.append
                )
                done = publisher.publish(task, again=again)
        job.lines.append(done.words)

    return work
