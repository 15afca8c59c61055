"""P2: a public text never tells a secret."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from reports_games import pair

from engine.play import Playthrough
from engine.records import DayInput
from engine.results import DayResult
from reports import charts, exports, numbers
from reports.drafts import Texts
from reports.formats import Format, render
from reports.phases import phase_texts
from reports.public import public_count, public_opening, public_roster

RUSSIAN, ENGLISH = Texts("ru"), Texts("en")


def everything_public(game: Playthrough, texts: Texts) -> Iterator[str]:
    """Every text, table and picture that may be shown to the players."""
    players = game.setup.players
    for drafted in phase_texts(game, texts):
        yield drafted.public.text
        yield render(drafted.public, Format.BBCODE)
    days = []
    for number, (given, result, state) in enumerate(zip(game.phases, game.results, game.states, strict=False), start=1):
        yield texts.roster(public_roster(game.results[:number], players)).text
        if isinstance(result, DayResult) and isinstance(given, DayInput):
            days.append(result)
            count = public_count(result, players)
            yield texts.count(count).text
            yield texts.call(count).text
            opening = public_opening(result.day, players, alive=state.alive, silent=result.publicly_silenced)
            yield texts.opening(opening).text
            yield exports.as_csv(exports.public_ballots(result, players))
            timeline = numbers.timeline(result, players, casts=given.casts)
            yield exports.as_json(exports.timeline_grid(timeline))
            yield charts.timeline_svg(timeline)
    wagons = numbers.wagons(days, players)
    yield charts.wagon_svg(wagons)
    yield exports.as_csv(exports.wagon_grid(wagons))
    yield exports.as_csv(exports.roster_grid(public_roster(game.results, players)))


def pairs(seeds: range, wanted: int) -> int:
    """Check that many pairs from the seeds; the number checked."""
    checked = 0
    for seed in seeds:
        games = pair(seed)
        if games is None:
            continue
        one, other = games
        texts = ENGLISH if seed % 5 == 0 else RUSSIAN
        assert list(everything_public(one, texts)) == list(everything_public(other, texts)), f"seed {seed}"
        sheets = [[drafted.worksheet for drafted in phase_texts(game, texts)] for game in games]
        assert sheets[0] != sheets[1], f"seed {seed}: the GM's worksheets must tell the games apart"
        checked += 1
        if checked == wanted:
            break
    return checked


@pytest.mark.parametrize("part", range(4))
def test_two_role_assignments_with_the_same_public_events_read_alike(part: int) -> None:
    """P2, letter for letter, on 200 pairs of games; the worksheets differ."""
    assert pairs(range(part * 1000, (part + 1) * 1000), 50) == 50


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(10))
def test_many_role_assignments_read_alike(part: int) -> None:
    """P2 on 5,000 pairs."""
    assert pairs(range(10_000 * (part + 1), 10_000 * (part + 2)), 500) == 500
