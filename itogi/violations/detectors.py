"""All detectors, one function a rule: scene in, reports out. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from itogi.violations.absence import absent
from itogi.violations.catalogue import COVERED
from itogi.violations.posts import dead_speak, edits, elsewhere, outsiders, told_too_soon, wording
from itogi.violations.records import Scene, Violation
from itogi.violations.votes import bad_ballots, missing_orders, missing_voters, withdrawals

DETECTORS: tuple[Callable[[Scene], Iterator[Violation]], ...] = (
    dead_speak,
    bad_ballots,
    withdrawals,
    missing_voters,
    missing_orders,
    absent,
    edits,
    wording,
    told_too_soon,
    elsewhere,
    outsiders,
)


def found(scene: Scene) -> tuple[Violation, ...]:
    """All reports of the scene, each once, in order of time."""
    reports: dict[str, Violation] = {}
    for detector in DETECTORS:
        for report in detector(scene):
            reports.setdefault(report.key, report)
    at_post = {(report.clause.code, report.post) for report in reports.values() if report.post}
    kept = (report for report in reports.values() if (COVERED.get(report.clause.code), report.post) not in at_post)
    return tuple(sorted(kept, key=lambda report: report.at))
