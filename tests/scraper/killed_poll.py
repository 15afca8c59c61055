"""A process that polls in children which kill themselves at a point that it is told: for the kill test.

Reads lines `statement|request number` on standard input; each child dies by SIGKILL just before its n-th SQL statement,
or in the middle of its n-th request. Answers `killed` or `done`. Forks, so that the imports are paid for once.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from faulty_board import archive, ref

from scraper.http import Client
from scraper.page import registered
from scraper.politeness import Politeness
from scraper.poll import poll_topic


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def child(folder: Path, base: str, kind: str, number: int) -> None:
    kept = archive(folder)
    left = [number]

    def count(_event: object) -> None:
        left[0] -= 1
        if left[0] <= 0:
            die()

    if kind == "statement":
        kept.database.conn.set_trace_callback(count)
    with Client(politeness=Politeness(pause=0.0, ledger=kept)) as client:
        if kind == "request":
            client._httpx.event_hooks["response"] = [count]
        topic = type("Topic", (), {"topic": 1})()
        poll_topic(client, kept, ref(topic, base))


def main() -> None:
    folder, base = Path(sys.argv[1]), sys.argv[2]
    registered()
    for line in sys.stdin:
        kind, number = line.split()
        sys.stdout.flush()
        process = os.fork()
        if process == 0:
            child(folder, base, kind, int(number))
            os._exit(0)
        status = os.waitpid(process, 0)[1]
        sys.stdout.write("killed\n" if os.WIFSIGNALED(status) else f"done {os.WEXITSTATUS(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
