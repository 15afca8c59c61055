"""The desk's own words in place of the command line's: whoever is led by pages types no commands.

What the rest of the program says, it says as one sentence of a catalogue; where that sentence names a command or an
option, the desk has another for it, with the name of a screen in guillemets, which `linked` turns into a link.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable

from markupsafe import Markup

from engine import i18n
from engine.i18n import N_, _, ngettext
from itogi.desk.pages import EARLY_SCREENS, SCREENS
from itogi.i18n import translations_for

WORDS = {
    "! {leader} leads the game now, not {name}: take it back with `itogi cohost take --name {name}`.": N_(
        "{leader} leads the game now, not {name}; it is taken back on the screen «Co-hosts»."
    ),
    "--account goes with `replace`, --reveal with `modkill`.": N_(
        "An account goes with a replacement, the public role with a modkill."
    ),
    "… and {count} entries before these (itogi journal)": N_("… and {count} entries before these: «Journal»"),
    "A post much like the text stands in the topic: {url}. If it is the one, nothing is left to do; `--again` sends the"
    " text once more.": N_(
        "A post much like the text stands in the topic: {url}. If it is the one, nothing is left to do; else publish it"
        " as a second post."
    ),
    "A protection service (DDoS-Guard, Cloudflare or the like) checks for robots here, and no topic was shown. Open the"
    " topic in a browser and take the cookies from it (itogi login --cookies FILE), or try again later.": N_(
        "A protection service (DDoS-Guard, Cloudflare or the like) checks for robots here, and no topic was shown. Try"
        " again later."
    ),
    "A question about a vote of this player waits for you: itogi questions.": N_(
        "A question about a vote of this player waits for you: «Questions»."
    ),
    "Another itogi is writing to this folder; wait for it to finish, or end it.": N_(
        "Another copy of the program is writing to this folder; wait for it to finish, or end it."
    ),
    "Another post of yours has come into the topic since: {url}. If the board made it of this text, mend it there by"
    " hand; if not, `--again` sends the text once more.": N_(
        "Another post of yours has come into the topic since: {url}. If the board made it of this text, mend it there"
        " by hand; if not, publish it as a second post."
    ),
    "Another text for this phase was sent before and stands in the topic: {url}. To publish the present text as well,"
    " add `--again`.": N_(
        "Another text for this phase was sent before and stands in the topic: {url}. To publish the present text as"
        " well, choose the second post."
    ),
    "At night only a modkill or a replacement can be decided here; see `itogi night`.": N_(
        "At night only a modkill or a replacement can be decided here; orders are on the screen «Night»."
    ),
    "Boards of the engine {engine} cannot be written to from here: copy the text (publish with --copy) and post it in a"
    " browser.": N_(
        "Boards of the engine {engine} cannot be written to from here: copy the text and post it in a browser, then say"
        " so on its page."
    ),
    "Entry {number} is not in the journal, or was taken back already; see `itogi journal`.": N_(
        "Entry {number} is not in the journal, or was taken back already; see the screen «Journal»."
    ),
    "Every player needs a role: name {count} more with --set.": N_("Every player needs a role: name {count} more."),
    "Judge the report first: itogi decide {key} VERDICT": N_("Judge the report first, on the screen «Violations»."),
    "Name the newcomer with --account: the account that takes the slot over.": N_(
        "Name the newcomer: the account that takes the slot over."
    ),
    "Night {number} ends at {until}, in {left}. Which orders are missing: `itogi status`.": N_(
        "Night {number} ends at {until}, in {left}. Which orders are missing: «Mail»."
    ),
    "No sign-up is open in this folder: itogi signup open [URL].": N_(
        "No sign-up is open in this folder: open one on the screen «Sign-up»."
    ),
    "No topic with votes was read yet: run `itogi poll` first.": N_(
        "No topic with votes was read yet: press the button for reading on the screen «Today»."
    ),
    "No role is told of {names}: itogi roles NAME=ROLE.": N_("No role is told of {names}: enter it on «Players»."),
    "No topic of the game is told yet: itogi topics set game URL, itogi topics set vote URL.": N_(
        "No topic of the game is told yet: give its address on the screen «Sign-up»."
    ),
    "Nobody has won yet, and this would tell every secret. After the game, or with --yes.": N_(
        "Nobody has won yet, and this would tell every secret. Wait for the end of the game."
    ),
    "Not signed in to {board}: run `itogi login`, or set ITOGI_PASSWORD and the account's name (`account` in the"
    " [board] table of game.toml).": N_("Not signed in to {board}: first go to «Sign in to the forum»."),
    "Nothing to draft yet: the first night lasts. `itogi draft --night 1` drafts it all the same.": N_(
        "Nothing to draft yet: the first night lasts."
    ),
    "Nothing was entered: since you looked, entry {number} was written to the journal. Look at it (itogi journal --last"
    " {count}) and repeat the command.": N_(
        "Nothing was entered: since you looked, entry {number} was written to the journal. Look at it on the screen"
        " «Journal» and decide again."
    ),
    "Post {post} is not in the inbox; see itogi inbox --all.": N_(
        "Post {post} is not among the questions to you; see the screen «Disputes»."
    ),
    "Say in a few words what happened, with --note.": N_("Say in a few words what happened."),
    "Say whom it concerns: --player NAME.": N_("Say whom it concerns."),
    "Signing in to boards of the engine {engine} is not known to this program: publish with --copy.": N_(
        "Signing in to boards of the engine {engine} is not known to this program: copy the text, paste it by hand, and"
        " say so on its page."
    ),
    "The board shows this topic to registered members only. Sign in (itogi login) with an account that may read"
    " it.": N_(
        "The board shows this topic to registered members only: go to «Sign in to the forum», with an account that may"
        " read it."
    ),
    "The board took this text before, but the topic does not show it: it waits for approval, or was removed. Look there"
    " yourself; `--again` sends it once more.": N_(
        "The board took this text before, but the topic does not show it: it waits for approval, or was removed. Look"
        " there yourself; as a second post it is sent once more."
    ),
    "The role of {name} is not told: itogi deal, or itogi roles.": N_(
        "The role of {name} is not told: deal the roles on the screen «Sign-up», or enter them on the screen «Players»."
    ),
    "The role «{role}» was given to {count} players, and only one can hold it: itogi roles.": N_(
        "The role «{role}» was given to {count} players, and only one can hold it: see «Players»."
    ),
    "There is no question `{key}`; `itogi questions` lists them.": N_(
        "There is no such question any more; see the screen «Questions»."
    ),
    "There is no report `{key}`; `itogi violations --all` lists them.": N_(
        "There is no such report any more; see the screen «Violations»."
    ),
    "This folder has {count} entries that the file lacks; nothing was changed. Look at them with `itogi cohost"
    " compare`, and bring the copies together with `itogi cohost merge`.": N_(
        "This folder has {count} entries that the file lacks; nothing was changed. Compare the two on the screen"
        " «Co-hosts», and take over what is missing here."
    ),
    "This is the board's sign-in form, not a topic. Sign in (itogi login); a session may have run out.": N_(
        "This is the board's sign-in form, not a topic: go to «Sign in to the forum»; a session may have run out."
    ),
    "at least one topic of kind `vote`, `game` or `signup` is needed: itogi topics set vote URL": N_(
        "at least one topic of kind `vote`, `game` or `signup` is needed"
    ),
    "it asks for a captcha: sign in with a browser and use `itogi login --cookies FILE`": N_(
        "it asks for a captcha, which only a browser can answer: copy the texts and paste them by hand"
    ),
    "it did not say why: sign in with a browser and use `itogi login --cookies FILE`": N_(
        "it did not say why: try again later, or copy the texts and paste them by hand"
    ),
    "it did not take its own form: try again, or use `itogi login --cookies FILE`": N_(
        "it did not take its own form: try again"
    ),
    "name or password are wrong; run `itogi login` again": N_("name or password are wrong; try again"),
    "{file} is gone from {folder}, and with it all that was read and entered. Put it back from a copy (`itogi archive`"
    " makes one). To begin this game anew, delete {cache} too.": N_(
        "{file} is gone from {folder}, and with it all that was read and entered. Put it back from a copy, if you have"
        " saved one. To begin this game anew, delete {cache} too."
    ),
    "{name} has no vote that stands: consent needs one (itogi vote {name} …).": N_(
        "{name} has no vote that stands: consent needs one. A vote by phone is entered on the screen «Votes»."
    ),
    "{name} was not removed: itogi modkill {name}": N_(
        "{name} was not removed: that is decided on the screen «Players»."
    ),
    "{name} was not replaced: itogi replace {name} --account ACCOUNT": N_(
        "{name} was not replaced: that is decided on the screen «Players»."
    ),
    "{roles} roles for {players} players: leave some out with --set.": N_(
        "{roles} roles for {players} players: leave some out."
    ),
    "«{title}» stands as the topic of {kind}, but is not called so: look at `itogi topics list`.": N_(
        "«{title}» stands as the topic of {kind}, but is not called so: look at its address on the screen «Sign-up»."
    ),
    "{topic} was never read: run `itogi poll`.": N_("{topic} was never read: press the button for reading on «Today»."),
}
"""English source string → what the desk says instead."""
COUNTED: dict[str, Callable[[int], str]] = {
    "{count} question of this day waits for your answer: itogi questions": lambda count: ngettext(
        "{count} question of this day waits for your answer: «Questions»",
        "{count} questions of this day wait for your answer: «Questions»",
        count,
    ),
    "{count} question waits for you: `itogi questions`.": lambda count: ngettext(
        "{count} question waits for you: «Questions».", "{count} questions wait for you: «Questions».", count
    ),
    "{count} report of a violation waits for you: `itogi violations`.": lambda count: ngettext(
        "{count} report of a violation waits for you: «Violations».",
        "{count} reports of violations wait for you: «Violations».",
        count,
    ),
}
"""The same for words with a number: singular → what gives the form that fits."""
BESIDE = (("/signin", N_("Sign in to the forum")),)
"""Pages that no menu leads to and sentences name."""
_NAMED = re.compile(r"«([^«»<>]{1,40})»")


class DeskWords(gettext.NullTranslations):
    """A language in which the desk speaks: its catalogues, with the desk's own sentences before them."""

    def __init__(self, inner: gettext.NullTranslations) -> None:
        super().__init__()
        self._inner = inner

    def gettext(self, message: str) -> str:
        """`message` in the desk's words."""
        return self._inner.gettext(WORDS.get(message, message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The form that fits `n`."""
        own = COUNTED.get(msgid1)
        return own(n) if own else self._inner.ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        """`message` with its context."""
        return self._inner.pgettext(context, message)


def speak(language: str) -> None:
    """Put `language` in force, as the desk speaks it."""
    i18n.install(DeskWords(translations_for(language)))


def linked(text: str) -> Markup:
    """A sentence, escaped, with the screens that it names as links."""
    pages = {_(title): path for path, title in (*EARLY_SCREENS, *BESIDE, *SCREENS)}
    parts, last = [], 0
    for found in _NAMED.finditer(text):
        path = pages.get(found[1])
        if path:
            parts.append(Markup('{}«<a href="{}">{}</a>»').format(text[last : found.start()], path, found[1]))
            last = found.end()
    return Markup("").join([*parts, Markup("{}").format(text[last:])])
