"""The reports of a game with what the GM made of them (X10's by hand included)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.events import Decided, Event, ViolationFiled, ViolationJudged
from engine.i18n import N_, _
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.violations.catalogue import BY_CODE
from itogi.violations.detectors import found
from itogi.violations.evidence import evidence_of
from itogi.violations.records import Gravity, Scene, Violation
from itogi.violations.scene import scene_of

VERDICTS = {
    "confirm": N_("confirmed"),
    "dismiss": N_("dismissed"),
    "warn": N_("warned"),
    "replace": N_("replaced"),
    "modkill": N_("modkilled"),
}
"""What the GM may decide, and the words for it; English source strings."""
REMOVALS = ("replace", "modkill")
MOOT = ("X3", "X4")
"""Reports of these numbers ask for what cannot be done any more once the player is out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A violation with the GM's decision."""

    violation: Violation
    judged: ViolationJudged | None = None
    """None: it was not judged."""
    moot: bool = False
    """Nothing is left to decide: the player is out."""
    warnings: int = 0
    """Warnings that the player was given before, for whatever."""

    @property
    def open(self) -> bool:
        """Whether it waits for the GM."""
        return self.judged is None and not self.moot and self.violation.clause.gravity is not Gravity.NOTE

    @property
    def noted(self) -> bool:
        """Whether the rules settle it without the GM, who may judge it all the same."""
        return self.judged is None and not self.open


def reports(evening: Evening) -> tuple[Report, ...]:
    """Every report of the game as of the evening's moment, judged or not.

    The grave ones first, then the certain ones, then in order of time.
    """
    scene = scene_of(evening)
    judged = _judged(evening.events)
    violations = {violation.key: violation for violation in (*found(scene), *_filed(evening, scene))}
    for key, event in judged.items():
        # What was judged is kept, though the post was changed since and would not be reported any more.
        if key not in violations and (kept := _kept(event, scene)):
            violations[key] = kept
    out = {fall.player for fall in scene.falls}
    made = [
        Report(
            violation=violation,
            judged=_said(judged.get(key)),
            moot=violation.player in out and violation.clause.code.split("-")[0] in MOOT,
            warnings=sum(
                1
                for other, event in judged.items()
                if other != key
                and (said := _said(event))
                and said.verdict == "warn"
                and violation.player
                and said.player == violation.player
            ),
        )
        for key, violation in violations.items()
    ]
    return tuple(sorted(made, key=_order))


def _judged(events: tuple[Event, ...]) -> dict[str, Event]:
    """Judgements that hold, by the report's key. One that removed the player falls when the removal is taken back."""
    removed = {
        (event.said.decision.ruling.value, event.said.decision.player)
        for event in events
        if isinstance(event.said, Decided)
    }
    return {
        said.violation: event
        for event in events
        if (said := _said(event))
        and (said.player is None or said.verdict not in REMOVALS or (said.verdict, said.player) in removed)
    }


def _order(report: Report) -> tuple[int, bool, float]:
    violation = report.violation
    return violation.clause.gravity, not violation.certain, violation.at.timestamp()


def _said(event: Event | None) -> ViolationJudged | None:
    return event.said if event and isinstance(event.said, ViolationJudged) else None


def _kept(event: Event, scene: Scene) -> Violation | None:
    """A judged report as the journal has it."""
    said = _said(event)
    if said is None or said.code not in BY_CODE:
        return None
    shown = (evidence_of(remark) for remark in scene.remarks if remark.seen.post.id == said.post)
    return Violation(
        clause=BY_CODE[said.code],
        player=said.player,
        at=event.at,
        what=said.what or "",
        evidence=next(shown, None) if said.post else None,
        known_as=said.violation,
    )


def report_named(known: tuple[Report, ...], key: str) -> Report:
    """The report that `key`, or the beginning of one, names. Raises NotYetError."""
    wanted = key.strip().lower()
    fitting = [report for report in known if report.violation.key.startswith(wanted)] if wanted else []
    if len(fitting) == 1:
        return fitting[0]
    raise NotYetError(
        _("`{key}` fits several reports; write more of the key.").format(key=key)
        if fitting
        else _("There is no report `{key}`; `itogi violations --all` lists them.").format(key=key)
    )


def filed(code: str, player: str | None, words: str, post: str | None) -> ViolationFiled:
    """A report by hand (X10). Raises NotYetError for a rule that is not in the list, or without words."""
    if code not in BY_CODE:
        raise NotYetError(
            _("There is no rule `{code}`; the codes are: {known}.").format(code=code, known=", ".join(BY_CODE))
        )
    told = " ".join(words.split())
    if not told:
        raise NotYetError(_("Say in a few words what happened, with --note."))
    return ViolationFiled(code=code, player=player, text=told, post=post)


def _filed(evening: Evening, scene: Scene) -> Iterator[Violation]:
    """X10: reports that the GM filed by hand."""
    for event in evening.events:
        if isinstance(event.said, ViolationFiled) and event.said.code in BY_CODE:
            said = event.said
            shown = (evidence_of(remark) for remark in scene.remarks if remark.seen.post.id == said.post)
            yield Violation(
                clause=BY_CODE[said.code],
                player=said.player,
                at=event.at,
                what=said.text,
                evidence=next(shown, None) if said.post else None,
                mark=str(event.number),
                by_hand=True,
            )
