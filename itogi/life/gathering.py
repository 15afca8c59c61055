"""Leading a sign-up: opening it, placing and naming accounts, the list for the topic, and `game.toml` at its end.

`itogi.life.signup` works out who wants what; here is what the GM does about it. Commands and the desk do the asking.
"""

from __future__ import annotations

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
from itogi.life import gamefile
from itogi.life.dealing import too_few
from itogi.life.name_check import Finding, check_names
from itogi.life.signup import Applicant, Place, Signup, signup_of
from itogi.life.signup_topic import introduced, posts_of_topic, read_topic
from itogi.names import same
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


def placed(signup: Signup, account: str, place: str, reason: str | None = None) -> SignupPlaced:
    """Where an account stands. Raises NotYetError for a refusal without its reason (Г6.1), or for nobody."""
    why = (reason or "").strip() or None
    if place not in GIVEN:
        raise NotYetError(_("There is no place `{place}`.").format(place=place))
    if place == Place.REFUSED and why is None:
        raise NotYetError(_("A refusal needs its reason (Г6.1)."))
    return SignupPlaced(account=spelt(signup, account), place=place, reason=why)


def spelt(signup: Signup, account: str) -> str:
    """The account as the board shows it, where it is in the topic. Raises NotYetError when it is empty."""
    if not account.strip():
        raise NotYetError(_("Name the account."))
    return next((one.account for one in signup.applicants if same(one.account, account)), account.strip())


def note_reserve(folder: Path, account: str) -> None:
    """Put an account on the reserve list of a game that runs already; its list stands in `game.toml`."""
    seen = gamefile.text_of(folder)
    gamefile.write(folder, gamefile.with_reserve(seen, account), seen=seen)


def named(signup: Signup, account: str, name: str, gender: str | None = None) -> SignupNamed:
    """Under which name an account plays. Raises NotYetError when another has it."""
    known, mask = spelt(signup, account), name.strip()
    if not mask:
        raise NotYetError(_("Name the mask of {account}.").format(account=known))
    if gender and gender not in set(Gender):
        raise NotYetError(_("`{gender}` is no gender: m, f, n, or p for plural.").format(gender=gender))
    for one in signup.applicants:
        if one.named and same(one.name, mask) and not same(one.account, known):
            raise NotYetError(_("`{name}` is {account}'s name already.").format(name=mask, account=one.account))
    return SignupNamed(account=known, name=mask, gender=Gender(gender) if gender else None)


def named_by_lines(signup: Signup, text: str) -> list[SignupNamed]:
    """Names from lines «ACCOUNT = MASK» or «ACCOUNT = MASK, f». Raises NotYetError with the line that is wrong."""
    found = []
    for line in text.splitlines():
        if not line.strip():
            continue
        account, equals, rest = line.partition("=")
        name, _comma, gender = (part.strip() for part in rest.partition(","))
        if not equals or not name or (gender and gender not in set(Gender)):
            raise NotYetError(_("`{line}`: write ACCOUNT = MASK, or ACCOUNT = MASK, f.").format(line=line.strip()))
        found.append(named(signup, account, name, gender or None))
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
