"""X1-X9: games that must and that must not give a report of each kind (issue: «must and must not trigger»)."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from violation_games import Case, Played, cases, line_of

from itogi.violations.catalogue import CLAUSES

ALL = tuple(cases())


@pytest.mark.parametrize("case", ALL, ids=str)
def test_the_game_gives_these_reports_and_no_others(case: Case, tmp_path: Path) -> None:
    """Exactly: what is missing and what is too much fail alike."""
    played = Played(case, tmp_path)
    wanted = sorted(case.fields["expect"])
    known = [report for report in played.reports if not report.moot]
    exact = {line for line in wanted if "[" in line}
    found = sorted(
        full if (full := line_of(report, marked=True)) in exact else line_of(report, marked=False) for report in known
    )
    assert found == wanted
    moot = [line_of(report, marked=False).replace("?", "") for report in played.reports if report.moot]
    assert moot == case.get("moot", [])
    for report in played.reports:
        violation = report.violation
        assert violation.what
        assert violation.clause.paragraphs
        assert violation.clause.provides
        assert violation.at <= played.evening.moment
        if violation.evidence and violation.evidence.post_id:
            assert violation.evidence.url
            assert violation.evidence.marked
    played.bench.store.close()


def test_every_kind_has_games_that_must_and_that_must_not_give_it() -> None:
    """Every clause of the catalogue that a detector finds; X10 is by hand."""
    seen: defaultdict[str, set[bool]] = defaultdict(set)
    for case in ALL:
        codes = {line.split()[0].removesuffix("?") for line in case.fields["expect"]}
        seen[case.clause].add(case.clause in codes)
    kinds = {clause.code for clause in CLAUSES if not clause.code.startswith("X10")}
    assert {code: seen[code] for code in kinds} == {code: {True, False} for code in kinds}
    assert set(seen) == kinds
