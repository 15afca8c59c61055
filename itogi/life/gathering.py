"""Leading a sign-up: opening it, placing and naming accounts, the list for the topic, and `game.toml` at its end.

`itogi.life.signup` works out who wants what; here is what the GM does about it. Commands and the desk do the asking.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from engine import ruleset as rulesets
from engine.dice import fraction
from engine.events import SignupNamed, SignupOpened, SignupPlaced
from engine.fold import dealt
from engine.i18n import N_, _
from engine.records import Gender
from itogi.config import Board, Game, GameFile, PlayerEntry, Times, Topic, TopicKind
from itogi.errors import NotYetError
from itogi.haste import nearest
from itogi.life import gamefile
from itogi.life.dealing import too_few
from itogi.life.name_check import Finding, check_names
from itogi.life.signup import Applicant, Place, Signup, signup_of
from itogi.life.signup_topic import introduced, posts_of_topic, read_topic, title_of_topic
from itogi.names import gender_named, same
from itogi.new import named_kind
from itogi.store import Store
from itogi.watch_poll import Visit
from parser.roster import RosterPlayer
from reports.letters import Refusal, SignupList
from reports.personal import PersonalTexts
from reports.spans import Draft, Words
from scraper.clock import Clock
from scraper.lock import FolderLock

PLACES = {
    Place.PLAYER: N_("plays"),
    Place.RESERVE: N_("reserve"),
    Place.REFUSED: N_("refused"),
    Place.LEFT: N_("does not play after all"),
    Place.UNCLEAR: N_("you decide"),
}
"""What a place is called, in English source strings."""
GENDERS = {
    Gender.MASCULINE: N_("masculine"),
    Gender.FEMININE: N_("feminine"),
    Gender.NEUTER: N_("neuter"),
    Gender.PLURAL: N_("plural"),
}
_BETWEEN = re.compile(r"\s*[=\t]\s*|\s+[-–—]\s+|\s*:\s+")
"""What people put between an account and its mask."""
GIVEN = tuple(place for place in Place if place is not Place.UNCLEAR)
"""Places that the GM can give."""


def opening(
    url: str | None,
    clock: Clock,
    *,
    title: str | None = None,
    moderators: tuple[str, ...] = (),
    seats: int | None = None,
    ruleset: str = "hyper",
) -> SignupOpened:
    """A sign-up with what its topic's first page tells, where it has a topic.

    Raises FetchError, PageError, UnknownBoardError.
    """
    found = introduced(url, clock) if url else SignupOpened(topic="")
    return replace(
        found,
        title=title or found.title,
        moderators=moderators or found.moderators,
        seats=seats or 0,
        ruleset=ruleset,
    )


def signup_in(folder: Path, store: Store) -> Signup:
    """The sign-up of a folder as it stands; with `opened` None where none was begun."""
    events = store.standing()
    opened = next((event.said for event in reversed(events) if isinstance(event.said, SignupOpened)), None)
    posts = posts_of_topic(folder, store, opened) if opened and opened.topic else ()
    least = rulesets.load(opened.ruleset).min_players if opened else 0
    return signup_of(posts, events, least=least)


def opened_in(signup: Signup) -> SignupOpened:
    """How the sign-up was begun. Raises NotYetError when it was not."""
    if signup.opened is None:
        raise NotYetError(_("No sign-up is open in this folder: itogi signup open [URL]."))
    return signup.opened


def read(folder: Path, store: Store, opened: SignupOpened, clock: Clock, *, command: str) -> tuple[Visit, ...]:
    """Read what is new in the topic; `command` holds the folder meanwhile.

    Raises NotYetError for a sign-up without a topic, and what hindered the reading when nothing could be read.
    """
    if not opened.topic:
        raise NotYetError(_("This sign-up has no topic: players are entered by hand."))
    with FolderLock(folder, command=command):
        visits = read_topic(folder, store, opened, clock).visits
    for visit in visits:
        if visit.fault and not (visit.report and visit.report.pages):
            raise visit.fault
    return visits


# --- the GM's word on an account ----------------------------------------------------------------------------------


def placed(
    signup: Signup, account: str, place: str, reason: str | None = None, *, newcomer: bool = False
) -> SignupPlaced:
    """Where an account stands. Raises NotYetError for a refusal without its reason (Г6.1), or for nobody.

    An account that the sign-up does not hold, but whose name is much like one that it holds, is taken for a slip of
    the pen unless `newcomer` says that it is somebody else.
    """
    why = (reason or "").strip() or None
    if place not in GIVEN:
        raise NotYetError(_("There is no place `{place}`.").format(place=place))
    if place == Place.REFUSED and why is None:
        raise NotYetError(_("A refusal needs its reason (Г6.1)."))
    known = known_as(signup, account)
    if known is None and not newcomer and (likely := nearest(account, [one.account for one in signup.applicants])):
        raise NotYetError(
            _("There is no account `{account}` in the sign-up; perhaps {likely}?").format(
                account=account.strip(), likely=likely[0]
            )
        )
    return SignupPlaced(account=known or account.strip(), place=place, reason=why)


def known_as(signup: Signup, account: str) -> str | None:
    """The account as the board shows it; None when it is not there. Raises NotYetError when it is empty."""
    if not account.strip():
        raise NotYetError(_("Name the account."))
    return next((one.account for one in signup.applicants if same(one.account, account)), None)


def changes(before: Signup, after: Signup) -> list[str]:
    """What a word of the GM has changed, also of others: who lost the place that somebody got. One line each."""
    was = {one.account: one for one in before.applicants}
    lines = []
    for one in after.applicants:
        old = was.get(one.account)
        now = _(PLACES[one.place])
        if old is None or old.place is not one.place:
            lines.append(f"{one.account}: {_(PLACES[old.place])} → {now}" if old else f"{one.account}: {now}")
        if one.named and (old is None or (old.name, old.gender) != (one.name, one.gender)):
            lines.append(
                _("{account} plays as {name}, {gender}.").format(
                    account=one.account, name=one.name, gender=_(GENDERS[one.gender])
                )
            )
    return lines


def unfinished(signup: Signup) -> list[str]:
    """What may have been forgotten when the sign-up ends: masks of some, genders that are only guessed."""
    players = signup.players
    lines = []
    bare = [one.account for one in players if not one.named]
    if bare and len(bare) < len(players):
        lines.append(_("Without a mask, so under their own names: {names}.").format(names=", ".join(bare)))
    guessed = [f"{one.name} ({_(GENDERS[one.gender])})" for one in players if one.guessed]
    if guessed:
        lines.append(_("Genders are guessed, set them right in game.toml: {names}.").format(names=", ".join(guessed)))
    return lines


def doubt_of(folder: Path, store: Store, opened: SignupOpened | None) -> str | None:
    """What to say when the topic's title tells that it is no sign-up."""
    title = title_of_topic(folder, store, opened) if opened and opened.topic else None
    if named_kind(title) in (None, TopicKind.SIGNUP):
        return None
    return _("{title}: this does not look like a sign-up. Is it the right topic?").format(title=title)


SETTLED = N_("The game has begun: its players stand in game.toml, and are changed there or by a replacement.")


def note_reserve(folder: Path, account: str) -> None:
    """Put an account on the reserve list of a game that runs already; its list stands in `game.toml`."""
    seen = gamefile.text_of(folder)
    gamefile.write(folder, gamefile.with_reserve(seen, account), seen=seen)


def named(signup: Signup, account: str, name: str, gender: str | None = None) -> SignupNamed:
    """Under which name an account plays. Raises NotYetError when another has it."""
    known, mask = known_as(signup, account), name.strip()
    if known is None:
        likely = nearest(account, [one.account for one in signup.applicants])
        what = (
            _("There is no account `{account}` in the sign-up; perhaps {likely}?")
            if likely
            else _("There is no account `{account}` in the sign-up: give it a place first.")
        )
        raise NotYetError(what.format(account=account.strip(), likely="".join(likely)))
    if not mask:
        raise NotYetError(_("Name the mask of {account}.").format(account=known))
    for one in signup.at(Place.PLAYER, Place.RESERVE, Place.UNCLEAR):
        if one.named and same(one.name, mask) and not same(one.account, known):
            raise NotYetError(_("`{name}` is {account}'s name already.").format(name=mask, account=one.account))
    return SignupNamed(account=known, name=mask, gender=gender_named(gender) if gender else None)


def named_by_lines(signup: Signup, text: str) -> list[SignupNamed]:
    """Names from lines «ACCOUNT = MASK» or «ACCOUNT — MASK, f». Raises NotYetError with the line that is wrong."""
    found = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if not line.strip():
            continue
        account, *rest = _BETWEEN.split(line.strip(), maxsplit=1)
        name, _comma, gender = (part.strip() for part in "".join(rest).partition(","))
        try:
            if not name:
                raise NotYetError(_("write ACCOUNT = MASK, or ACCOUNT = MASK, f."))
            found.append(named(signup, account, name, gender or None))
        except NotYetError as fault:
            raise NotYetError(
                _("Line {number}, `{line}`: {why}").format(number=number, line=line.strip(), why=fault)
            ) from None
    return found


def shuffled(signup: Signup, masks: Iterable[str], seed: str) -> list[SignupNamed]:
    """The masks dealt out to the players by the sealed dice. Raises NotYetError unless they are equally many."""
    players = [one.account for one in signup.players]
    chosen = tuple(masks)
    if len(chosen) != len(players) or len({name.casefold() for name in chosen}) != len(chosen):
        raise NotYetError(
            _("{count} players need as many different masks; here are {masks}.").format(
                count=len(players), masks=len(chosen)
            )
        )
    order = sorted(players, key=lambda account: (fraction(seed, 0, f"mask:{account}"), account))
    return [SignupNamed(account=account, name=name) for account, name in zip(order, chosen, strict=True)]


# --- what comes of it ---------------------------------------------------------------------------------------------


def findings(signup: Signup) -> tuple[Finding, ...]:
    """What may go wrong with the names of those who play."""
    players = [
        RosterPlayer(name=one.name, accounts=() if same(one.name, one.account) else (one.account,))
        for one in signup.players
    ]
    return check_names(players, moderators=signup.opened.moderators if signup.opened else ())


def findings_of(game: Game, store: Store) -> tuple[Finding, ...]:
    """The same for a game that has begun, with the aliases learnt in it."""
    players = [
        RosterPlayer(name=player.name, aliases=player.aliases, accounts=player.accounts)
        for player in dealt(game.setup(), store.standing()).players
    ]
    return check_names(players, moderators=[account.name for account in game.moderators])


def list_draft(folder: Path, signup: Signup) -> Draft:
    """The list for the topic: players, reserves, refusals with their reasons; no masks. Raises TemplateError."""
    templates = folder / "templates"
    texts = PersonalTexts(folder=templates if templates.is_dir() else None)
    return texts.signup(
        SignupList(
            title=Words(opened_in(signup).title),
            seats=signup.seats,
            players=tuple(Words(one.account) for one in signup.players),
            reserves=tuple(Words(one.account) for one in signup.at(Place.RESERVE)),
            refused=tuple(
                Refusal(account=Words(one.account), reason=Words(one.reason or "—")) for one in signup.at(Place.REFUSED)
            ),
        )
    )


def game_file(signup: Signup, times: Times, *, game: str | None = None, vote: str | None = None) -> GameFile:
    """The settings of the game that the sign-up has gathered; `game` and `vote`: addresses of its topics.

    Raises NotYetError while somebody waits for the GM's word, nobody plays, or no topic is known.
    """
    opened = opened_in(signup)
    waiting = signup.at(Place.UNCLEAR)
    if waiting:
        raise NotYetError(
            _("Say first what becomes of {names}: player, reserve, refused or left.").format(
                names=", ".join(one.account for one in waiting)
            )
        )
    if not signup.players:
        raise NotYetError(_("Nobody plays yet."))
    topics = [(opened.topic, TopicKind.SIGNUP), (game, TopicKind.GAME), (vote, TopicKind.VOTE)]
    if not any(url for url, _kind in topics):
        raise NotYetError(_("A game needs a topic: give the address of its game topic or vote topic."))
    return GameFile(
        title=opened.title or _("A game"),
        topics=tuple(Topic(url=url, kind=kind) for url, kind in topics if url),
        players=tuple(_entry(one) for one in signup.players),
        moderators=opened.moderators,
        reserves=tuple(one.account for one in signup.at(Place.RESERVE)),
        timetable=times,
        board=Board(engine=opened.engine),
        ruleset=opened.ruleset,
    )


def shortfall(signup: Signup) -> str | None:
    """What to say when fewer play than the rules are made for."""
    return too_few(rulesets.load(opened_in(signup).ruleset), len(signup.players))


def _entry(one: Applicant) -> PlayerEntry:
    """A slot: of a mask the person's account and the mask's own."""
    masked = not same(one.name, one.account)
    return PlayerEntry(name=one.name, accounts=(one.account, one.name) if masked else (one.account,), gender=one.gender)
