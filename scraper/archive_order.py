"""The order of a topic's posts, kept while pages are read in any order and shift under the reader. Pure.

Neighbours on a page are certain. Ids and times are not: merged topics mix them up, and boards that show local time
move it twice a year; they only decide between places that pages leave open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile

STEP = 1000.0
NARROW = 1e-3

Age = tuple[str, int]
"""When a post was written, and its id: what boards order by, mostly."""


class TopicOrder:
    """Places of posts: a larger place is later in the topic."""

    def __init__(self, rows: Iterable[tuple[int, float, Age]]) -> None:
        """`rows`: (post's key, place, age)."""
        self.place: dict[int, float] = {}
        self.age: dict[int, Age] = {}
        self.fresh: dict[int, tuple[int, ...]] = {}
        """What the pages showed that were read since this order was made."""
        for key, place, age in rows:
            self.place[key] = place
            self.age[key] = age

    def ranked(self) -> list[int]:
        """All keys, in order."""
        return sorted(self.place, key=self.place.__getitem__)

    def merge(self, page: int, ages: Mapping[int, Age], *, last: bool = False) -> dict[int, float]:
        """Take in what a page shows: its posts with their ages, in its order; the places that are new or changed.
        `last`: no page follows it.
        """
        keys = tuple(ages)
        before = dict(self.place)
        self._straighten(page, keys)
        index = 0
        while index < len(keys):
            if keys[index] in self.place:
                index += 1
                continue
            end = index
            while end < len(keys) and keys[end] not in self.place:
                end += 1
            left = keys[index - 1] if index else None
            right = keys[end] if end < len(keys) else None
            self._insert({key: ages[key] for key in keys[index:end]}, left, right, last=last)
            index = end
        self.age.update(ages)
        self.fresh[page] = keys
        return {key: place for key, place in self.place.items() if before.get(key) != place}

    def _straighten(self, page: int, keys: tuple[int, ...]) -> None:
        """What pages show wins over what was held: the page's own order, and that of its neighbours read before."""
        earlier = _until(self.fresh.get(page - 1, ()), keys)
        later = _until(self.fresh.get(page + 1, ())[::-1], (*keys, *earlier))[::-1]
        known = [key for key in (*earlier, *keys, *later) if key in self.place]
        places = sorted(self.place[key] for key in known)
        self.place.update(zip(known, places, strict=True))

    def _insert(self, run: Mapping[int, Age], left: int | None, right: int | None, *, last: bool) -> None:
        low, high = self._room(run, left, right, last=last)
        if low is not None and high is not None and (high - low) / (len(run) + 1) < NARROW:
            for index, key in enumerate(self.ranked()):
                self.place[key] = index * STEP
            low, high = self._room(run, left, right, last=last)
        self.place.update(zip(run, _spread(len(run), low, high), strict=True))

    def _room(
        self, run: Mapping[int, Age], left: int | None, right: int | None, *, last: bool
    ) -> tuple[float | None, float | None]:
        """Places between which a run of new posts belongs; `left` and `right` are its neighbours on the page."""
        low = self.place[left] if left is not None else None
        high = self.place[right] if right is not None else None
        # Held posts between the neighbours are gone, or stand on other pages: those older than the run before it.
        between = {
            key: place
            for key, place in self.place.items()
            if (low is None or place > low) and (high is None or place < high)
        }
        oldest = next(iter(run.values()))
        older = [place for key, place in between.items() if (last and right is None) or self.age[key] < oldest]
        low = max(older, default=low)
        younger = (place for place in between.values() if low is None or place > low)
        return low, min(younger, default=high)


def _spread(count: int, low: float | None, high: float | None) -> list[float]:
    if low is None and high is None:
        return [STEP * slot for slot in range(count)]
    if high is None:
        return [(low or 0.0) + STEP * (slot + 1) for slot in range(count)]
    if low is None:
        return [high - STEP * (count - slot) for slot in range(count)]
    return [low + (high - low) * (slot + 1) / (count + 1) for slot in range(count)]


def _until(shown: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """What a page showed up to the first post that stands elsewhere now: the rest may have shifted too."""
    return tuple(takewhile(lambda key: key not in others, shown))
