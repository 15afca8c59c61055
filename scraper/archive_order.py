"""The order of a topic's posts, kept while pages are read in any order and shift under the reader. Pure.

Neither ids nor times give it: merged topics mix them up, and boards that show local time move it twice a year.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

STEP = 1000.0
PAGE = 1_000_000.0
"""Distance of two pages, so that pages read in any order find room."""
NARROW = 1e-3


class TopicOrder:
    """Places of posts: a larger place is later in the topic."""

    def __init__(self, rows: Iterable[tuple[int, float, int]]) -> None:
        """`rows`: (post's key, place, page on which it was last seen)."""
        self.place: dict[int, float] = {}
        self.page: dict[int, int] = {}
        self.fresh: dict[int, tuple[int, int]] = {}
        """First and last post of the pages that were read since this order was made."""
        for key, place, page in rows:
            self.place[key] = place
            self.page[key] = page

    def ranked(self) -> list[int]:
        """All keys, in order."""
        return sorted(self.place, key=self.place.__getitem__)

    def merge(self, page: int, keys: Sequence[int], *, last: bool = False) -> dict[int, float]:
        """Take in what a page shows, in its order; the places that are new or changed. `last`: no page follows it."""
        before = dict(self.place)
        self._straighten([key for key in keys if key in self.place])
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
            self._insert(page, keys[index:end], left, right, last=last)
            index = end
        for key in keys:
            self.page[key] = page
        if keys:
            self.fresh[page] = (keys[0], keys[-1])
        return {key: place for key, place in self.place.items() if before.get(key) != place}

    def _straighten(self, known: list[int]) -> None:
        """The page's own order wins over what was held."""
        places = sorted(self.place[key] for key in known)
        self.place.update(zip(known, places, strict=True))

    def _insert(self, page: int, run: Sequence[int], left: int | None, right: int | None, *, last: bool) -> None:
        low, high = self._room(page, left, right, last=last)
        if low is not None and high is not None and (high - low) / (len(run) + 1) < NARROW:
            self._renumber()
            low, high = self._room(page, left, right, last=last)
        self._fill(page, run, low, high)

    def _room(self, page: int, left: int | None, right: int | None, *, last: bool) -> tuple[float | None, float | None]:
        """Places between which a run of new posts belongs; `left` and `right` are its neighbours on the page.

        Pages on which posts were last seen are only a hint: deletions and settings shift them. What this poll read
        is certain.
        """
        if right is None and last:
            return max(self.place.values(), default=None), None
        if right is None and page + 1 in self.fresh:
            right = self.fresh[page + 1][0]
        if left is None and right is None and page - 1 in self.fresh:
            left = self.fresh[page - 1][1]
        if right is not None:
            high = self.place[right]
            return max((place for place in self.place.values() if place < high), default=None), high
        if left is not None:
            low = self.place[left]
            return low, min((place for place in self.place.values() if place > low), default=None)
        before = max((self.place[key] for key, on in self.page.items() if on < page), default=None)
        after = (place for place in self.place.values() if before is None or place > before)
        return before, min(after, default=None)

    def _fill(self, page: int, run: Sequence[int], low: float | None, high: float | None) -> None:
        hinted = [page * PAGE + slot * STEP for slot in range(len(run))]
        if (low is None or low < hinted[0]) and (high is None or hinted[-1] < high):
            places = hinted
        elif high is None:
            places = [(low or 0.0) + STEP * (slot + 1) for slot in range(len(run))]
        elif low is None:
            places = [high - STEP * (len(run) - slot) for slot in range(len(run))]
        else:
            places = [low + (high - low) * (slot + 1) / (len(run) + 1) for slot in range(len(run))]
        self.place.update(zip(run, places, strict=True))

    def _renumber(self) -> None:
        for index, key in enumerate(self.ranked()):
            self.place[key] = index * STEP
