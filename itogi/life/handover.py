"""Handing a whole game over from one game master to another, and taking it: what command line and desk share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.events import HandedOver, NameTaken, TakenOver
from engine.i18n import _, ngettext
from itogi.config import FILE, Game
from itogi.errors import NotYetError
from itogi.life import cohosts, copies, gamefile, packing
from itogi.life.copies import Copies
from itogi.life.errors import ForkedError
from itogi.names import same
from itogi.store import Clock, Store
from scraper.lock import FolderLock


def named(store: Store, name: str) -> str:
    """Write under a name on this computer from now on; the name. Raises NotYetError for an empty one."""
    name = name.strip()
    if not name:
        raise NotYetError(_("The name is empty."))
    if cohosts.name_here(store.standing()) != name:
        store.say(NameTaken(user=cohosts.machine(), name=name), author=name)
    return name


def hand(game: Game, store: Store, whom: str) -> Game:
    """Let another lead from now on; the account is added to the moderators in game.toml. The game with it.

    Raises NotYetError for an empty name, ConfigError.
    """
    whom = whom.strip()
    if not whom:
        raise NotYetError(_("The name is empty."))
    if not any(same(whom, account.name) for account in game.moderators):
        seen = gamefile.text_of(game.folder)
        gamefile.write(game.folder, gamefile.with_moderator(seen, whom), seen=seen)
        game = Game.load(game.folder)
    store.say(HandedOver(to=whom))
    return game


def receive(source: Path, folder: Path, clock: Clock, *, command: str) -> None:
    """Put an unpacked game into `folder`; an earlier state of it, where there is one, is kept aside.

    Raises ForkedError when the folder holds entries that the other copy lacks, PackError for another game's.
    """
    if (folder / FILE).exists():
        with Store.open(folder, clock=clock) as held, FolderLock(folder, command=command):
            found = copies.parted(held, source)
            if found.here:
                raise ForkedError(
                    _(
                        "This folder has {count} entries that the file lacks; nothing was changed. Look at them with"
                        " `itogi cohost compare`, and bring the copies together with `itogi cohost merge`."
                    ).format(count=len(found.here))
                )
            # What was seen from here alone goes along.
            with Store.open(source, clock=clock) as coming:
                copies.bring(coming, folder)
    stamp = f"{clock():%Y%m%d-%H%M%S}"
    packing.put(source, folder, keep=lambda path: path.with_name(f"{path.stem}-{stamp}{path.suffix}.old"))


def take(store: Store, name: str) -> str:
    """Lead the game from now on, under a name; the name."""
    name = named(store, name)
    store.author = name
    store.say(TakenOver(by=name))
    return name


def seen_there(found: Copies) -> str:
    """What only the other copy saw, in words; empty: nothing."""
    lines = list(_seen(found))
    return _("Seen only from there: {what}.").format(what="; ".join(lines)) if lines else ""


def _seen(found: Copies) -> Iterator[str]:
    seen = found.seen
    for count, words in (
        (seen.posts, ngettext("{count} post", "{count} posts", seen.posts)),
        (seen.texts, ngettext("{count} other text of a post", "{count} other texts of posts", seen.texts)),
        (seen.earlier, ngettext("{count} text seen earlier", "{count} texts seen earlier", seen.earlier)),
        (seen.absences, ngettext("{count} deletion", "{count} deletions", seen.absences)),
        (seen.readings, ngettext("{count} reading of a topic", "{count} readings of topics", seen.readings)),
        (found.attempts, ngettext("{count} text sent to a topic", "{count} texts sent to a topic", found.attempts)),
    ):
        if count:
            yield words.format(count=count)
